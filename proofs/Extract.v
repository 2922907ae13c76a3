(** Extracts the proved search, the proved transfer matrix and the proved decision to OCaml.

    Natural numbers become OCaml's native integers: every number here is at most the size of a
    grid or a limit of a rule set, far below 2^62. The search leaves the count to the caller; the
    transfer matrix counts with Coq's own binary numbers, which have no bound. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt Arith.
From Gridcheck Require Import Spec Lines Decide Connected Validator Search Transfer.

Extract Inlined Constant negb => "not".
Extract Inlined Constant Nat.leb => "(fun (a : int) b -> a <= b)".
Extract Inlined Constant Nat.ltb => "(fun (a : int) b -> a < b)".
Extract Inlined Constant Nat.eqb => "(fun (a : int) b -> a = b)".
Extract Inlined Constant Nat.compare => "(fun (a : int) b -> if a = b then Eq else if a < b then Lt else Gt)".
Extract Inlined Constant Nat.div2 => "(fun (n : int) -> n / 2)".

Extraction "proved.ml" visit_valid transfer half_turn validb british american american_loose ho min_4 either_half no_pairs.
