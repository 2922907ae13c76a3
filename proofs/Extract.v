(** Extracts the proved search and the proved decision to OCaml.

    Natural numbers become OCaml's native integers: every number here is at most the size of a
    grid or a limit of a rule set, far below 2^62. The count itself is kept by the caller. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt Arith.
From Gridcheck Require Import Spec Lines Decide Connected Validator Search.

Extract Inlined Constant negb => "not".
Extract Inlined Constant Nat.leb => "(fun (a : int) b -> a <= b)".
Extract Inlined Constant Nat.ltb => "(fun (a : int) b -> a < b)".
Extract Inlined Constant Nat.eqb => "(fun (a : int) b -> a = b)".
Extract Inlined Constant Nat.div2 => "(fun (n : int) -> n / 2)".

Extraction "proved.ml" visit_valid validb british american american_loose ho min_4 either_half no_pairs.
