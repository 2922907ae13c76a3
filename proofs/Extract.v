(** Extracts the proved search, the proved transfer matrix and the proved decision to OCaml.

    Natural numbers become OCaml's native integers: every number here is at most the number of squares
    of a grid or a limit of a rule set, far below 2^62. The library ExtrOcamlNatInt and the lines below
    say which OCaml expression stands for which function; that they agree is trusted, not proved. The
    search leaves the count to the caller; the transfer matrix counts with Coq's own binary numbers,
    which have no bound. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt Arith.
From Gridcheck Require Import Spec Lines Decide Connected Validator Search Transfer Fast.

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

Extraction "proved.ml" visit_valid fast half_turn validb british american american_loose ho min_4 either_half no_pairs.
