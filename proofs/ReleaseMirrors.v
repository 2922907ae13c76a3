(** The British grids of 13 × 13 of type h, unchanged under both mirror reflections, listed by a search under this group: see [make release]. *)

From Coq Require Import NArith List.
From Gridcheck Require Import Spec Validator Search Tally Results Types.
Import ListNotations.
Local Open Scope N_scope.

Lemma grids_h_13 : search_tally (british_under Mirrors) 13 [type_hb 13; least type_hb 13] = [2 * 283977; 283977].
Proof. vm_cast_no_check (eq_refl [2 * 283977; 283977]). Qed.
