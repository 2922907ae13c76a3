(** Theorems that take minutes of evaluation: see [make nightly].

    The kernel evaluates the fast transfer matrix, which [fast_correct] proves right; Keith's column of 11 × 11 is its
    total and four searches under larger groups, put together by [keith_column]. *)

From Coq Require Import NArith List Lia.
From Gridcheck Require Import Spec Validator Search Tally Transfer Fast FastCorrect Classes Results Types.
Import ListNotations.
Local Open Scope N_scope.

(** Evaluates the proved transfer matrix in the kernel. *)
Ltac by_transfer k := rewrite <- fast_correct by reflexivity; vm_cast_no_check (eq_refl k).

Theorem no_pairs_9 : count no_pairs 9 = 27029. Proof. by_transfer 27029. Qed.
Theorem no_pairs_11 : count no_pairs 11 = 11752790. Proof. by_transfer 11752790. Qed.
Theorem either_half_9 : count either_half 9 = 489127. Proof. by_transfer 489127. Qed.
Theorem min_4_11 : count min_4 11 = 666606. Proof. by_transfer 666606. Qed.
Theorem american_10 : count american 10 = 586731. Proof. by_transfer 586731. Qed.
Theorem american_11 : count american 11 = 17438702. Proof. by_transfer 17438702. Qed.
Theorem british_10 : count british 10 = 652610. Proof. by_transfer 652610. Qed.
Theorem british_11 : count british 11 = 60384181. Proof. by_transfer 60384181. Qed.
Theorem ho_10 : count ho 10 = 652610. Proof. exact british_10. Qed.
Theorem ho_11 : count ho 11 = 60384181. Proof. exact british_11. Qed.

(** ** Keith's column of 11 × 11 *)

Lemma grids_A_11 : search_tally (british_under Full) 11 [type_Ab 11; least type_Ab 11] = [149; 149].
Proof. vm_cast_no_check (eq_refl [149; 149]). Qed.
Lemma grids_h_11 : search_tally (british_under Mirrors) 11 [type_hb 11; least type_hb 11] = [2 * 5372; 5372].
Proof. vm_cast_no_check (eq_refl [2 * 5372; 5372]). Qed.
Lemma grids_r_11 : search_tally (british_under Rot90) 11 [type_rb 11; least type_rb 11] = [2 * 2856; 2856].
Proof. vm_cast_no_check (eq_refl [2 * 2856; 2856]). Qed.
Lemma grids_t_11 : search_tally (british_under Diagonals) 11 [type_tb 11; least type_tb 11] = [2 * 9984; 9984].
Proof. vm_cast_no_check (eq_refl [2 * 9984; 9984]). Qed.

Lemma column_11 : grids_by_type 11 149 (2 * 5372) (2 * 2856) (2 * 9984) (4 * 15086902) /\
  classes_by_type 11 149 5372 2856 9984 15086902 15105263.
Proof. exact (keith_column 11 _ _ _ _ _ _ _ _ 15086902 british_11 grids_A_11 grids_h_11 grids_r_11 grids_t_11 eq_refl). Qed.

Theorem types_11 : grids_by_type 11 149 (2 * 5372) (2 * 2856) (2 * 9984) (4 * 15086902).
Proof. exact (proj1 column_11). Qed.
Theorem classes_11 : classes_by_type 11 149 5372 2856 9984 15086902 15105263.
Proof. exact (proj2 column_11). Qed.
Theorem keith_formula_11 N : 149 + 2 * (5372 + 2856 + 9984) + 4 * N = count british 11 <-> N = 15086902.
Proof. rewrite british_11. lia. Qed.
