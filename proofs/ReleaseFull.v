(** The British grids of 13 × 13 of type A, unchanged under all eight symmetries, listed by a search under this group: see [make release]. *)

From Coq Require Import NArith List.
From Gridcheck Require Import Spec Validator Search Tally Results Types.
Import ListNotations.
Local Open Scope N_scope.

Lemma grids_A_13 : search_tally (british_under Full) 13 [type_Ab 13; least type_Ab 13] = [1096; 1096].
Proof. vm_cast_no_check (eq_refl [1096; 1096]). Qed.
