(* The machine integers of Coq's Uint63, by OCaml's integers of 63 bits. The sums wrap around; the order is that of numbers without sign. *)

type t = int

let of_int (k : int) : t = k
let add (a : t) (b : t) : t = a + b
let sub (a : t) (b : t) : t = a - b
let equal (a : t) (b : t) = a = b
let lt (a : t) (b : t) = a - min_int < b - min_int
let l_and (a : t) (b : t) : t = a land b
let l_or (a : t) (b : t) : t = a lor b
let l_xor (a : t) (b : t) : t = a lxor b
let l_sl (a : t) (b : t) : t = if 0 <= b && b < 63 then a lsl b else 0
let l_sr (a : t) (b : t) : t = if 0 <= b && b < 63 then a lsr b else 0
