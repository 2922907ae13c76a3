(** Keith's column of British 13 × 13, from its total and the searches of the four files before: see [make release]. *)

From Coq Require Import NArith.
From Gridcheck Require Import Spec Validator Results Types ReleaseFull ReleaseMirrors ReleaseRot90 ReleaseDiagonals.
Local Open Scope N_scope.

Theorem column_13 : count british 13 = 162468835136 ->
  grids_by_type 13 1096 (2 * 283977) (2 * 153168) (2 * 588555) (4 * 40616695660) /\
  classes_by_type 13 1096 283977 153168 588555 40616695660 40617722456.
Proof. intros total. exact (keith_column 13 _ _ _ _ _ _ _ _ 40616695660 total grids_A_13 grids_h_13 grids_r_13 grids_t_13 eq_refl). Qed.
