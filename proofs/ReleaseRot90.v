(** The British grids of 13 × 13 of type r, unchanged under the quarter turn, listed by a search under this group: see [make release]. *)

From Coq Require Import NArith List.
From Gridcheck Require Import Spec Validator Search Tally Results Types.
Import ListNotations.
Local Open Scope N_scope.

Lemma grids_r_13 : search_tally (british_under Rot90) 13 [type_rb 13; least type_rb 13] = [2 * 153168; 153168].
Proof. vm_cast_no_check (eq_refl [2 * 153168; 153168]). Qed.
