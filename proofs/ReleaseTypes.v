(** The British grids of 13 × 13 with more symmetry than the half turn, listed by searches under larger groups: see [make release]. *)

From Coq Require Import NArith List.
From Gridcheck Require Import Spec Validator Search Tally Results Types.
Import ListNotations.
Local Open Scope N_scope.

Lemma grids_A_13 : search_tally (british_under Full) 13 [type_Ab 13; least type_Ab 13] = [1096; 1096].
Proof. vm_cast_no_check (eq_refl [1096; 1096]). Qed.
Lemma grids_h_13 : search_tally (british_under Mirrors) 13 [type_hb 13; least type_hb 13] = [2 * 283977; 283977].
Proof. vm_cast_no_check (eq_refl [2 * 283977; 283977]). Qed.
Lemma grids_r_13 : search_tally (british_under Rot90) 13 [type_rb 13; least type_rb 13] = [2 * 153168; 153168].
Proof. vm_cast_no_check (eq_refl [2 * 153168; 153168]). Qed.
Lemma grids_t_13 : search_tally (british_under Diagonals) 13 [type_tb 13; least type_tb 13] = [2 * 588555; 588555].
Proof. vm_cast_no_check (eq_refl [2 * 588555; 588555]). Qed.
