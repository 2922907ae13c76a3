(** The British grids of 13 × 13 of type t, unchanged under both diagonal reflections, listed by a search under this group: see [make release]. *)

From Coq Require Import NArith List.
From Gridcheck Require Import Spec Validator Search Tally Results Types.
Import ListNotations.
Local Open Scope N_scope.

Lemma grids_t_13 : search_tally (british_under Diagonals) 13 [type_tb 13; least type_tb 13] = [2 * 588555; 588555].
Proof. vm_cast_no_check (eq_refl [2 * 588555; 588555]). Qed.
