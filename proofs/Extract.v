(** Extracts the proved search, the proved transfer matrices and the proved decision to OCaml.

    Natural numbers become OCaml's native integers: every number here is at most the number of squares
    of a grid or a limit of a rule set, far below 2^62. The library ExtrOcamlNatInt and the lines below
    say which OCaml expression stands for which function; that they agree is trusted, not proved. The
    search leaves the count to the caller; the transfer matrix counts with Coq's own binary numbers,
    which have no bound. The packed one counts with machine integers, and notices where they overflow. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt Arith PrimInt63 List.
From Gridcheck Require Import Spec Lines Decide Connected Validator Search Transfer Fast Packed BlackRuns.

Extract Inlined Constant negb => "not".
Extract Inlined Constant Nat.leb => "(fun (a : int) b -> a <= b)".
Extract Inlined Constant Nat.ltb => "(fun (a : int) b -> a < b)".
Extract Inlined Constant Nat.eqb => "(fun (a : int) b -> a = b)".
Extract Inlined Constant Nat.compare => "(fun (a : int) b -> if a = b then Eq else if a < b then Lt else Gt)".
Extract Inlined Constant Nat.div2 => "(fun (n : int) -> n / 2)".
Extract Inlined Constant Init.Nat.add => "(fun (a : int) b -> a + b)".
Extract Inlined Constant Init.Nat.mul => "(fun (a : int) b -> a * b)".
Extract Inlined Constant Init.Nat.sub => "(fun (a : int) b -> if a < b then 0 else a - b)".
Extract Inlined Constant Init.Nat.pred => "(fun (a : int) -> if a = 0 then 0 else a - 1)".
Extract Inlined Constant Init.Nat.min => "(fun (a : int) b -> if a < b then a else b)".
Extract Inlined Constant Init.Nat.max => "(fun (a : int) b -> if a < b then b else a)".

(** Machine integers are OCaml's, which have as many bits: the operations are in [program/uint63.ml]. *)
Extract Constant PrimInt63.int => "Uint63.t".
Extract Inlined Constant PrimInt63.add => "Uint63.add".
Extract Inlined Constant PrimInt63.sub => "Uint63.sub".
Extract Inlined Constant PrimInt63.eqb => "Uint63.equal".
Extract Inlined Constant PrimInt63.ltb => "Uint63.lt".
Extract Inlined Constant PrimInt63.land => "Uint63.l_and".
Extract Inlined Constant PrimInt63.lor => "Uint63.l_or".
Extract Inlined Constant PrimInt63.lxor => "Uint63.l_xor".
Extract Inlined Constant PrimInt63.lsl => "Uint63.l_sl".
Extract Inlined Constant PrimInt63.lsr => "Uint63.l_sr".

Extraction "proved.ml" visit_valid packed_shares seq fast half_turn validb black_runsb british american american_loose ho min_4 either_half no_pairs.
