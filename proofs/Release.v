(** What follows from the evaluations of the files before this one, which take hours: see [make release].

    The kernel evaluates the packed transfer matrix, which [packed_correct] proves right. The counts of 13 × 13 and 15 × 15 rest
    on the axioms of primitive integers, listed in [axioms.txt]. *)

From Coq Require Import NArith List Lia.
From Gridcheck Require Import Spec Validator Results Numbers Types ReleaseBritish ReleaseAmerican ReleaseColumn.
Import ListNotations.
Local Open Scope N_scope.

Theorem ho_13 : count ho 13 = 162468835136. Proof. exact british_13. Qed.

Theorem number_american_loose_13 : number_of 13 (valid american_loose 13) 41752489852. Proof. in_words american_loose_13. Qed.
Theorem number_american_15 : number_of 15 (valid american 15) 404139015237875. Proof. in_words american_15. Qed.
Theorem number_british_13 : number_of 13 (valid british 13) 162468835136. Proof. in_words british_13. Qed.

(** ** Keith's column of 13 x 13 *)

Theorem types_13 : grids_by_type 13 1096 (2 * 283977) (2 * 153168) (2 * 588555) (4 * 40616695660).
Proof. exact (proj1 (column_13 british_13)). Qed.
Theorem classes_13 : classes_by_type 13 1096 283977 153168 588555 40616695660 40617722456.
Proof. exact (proj2 (column_13 british_13)). Qed.
Theorem keith_formula_13 N : 1096 + 2 * (283977 + 153168 + 588555) + 4 * N = count british 13 <-> N = 40616695660.
Proof. rewrite british_13. lia. Qed.
