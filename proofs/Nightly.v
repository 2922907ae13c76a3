(** Theorems that take minutes of evaluation: see [make nightly].

    The kernel evaluates the packed transfer matrix, which [packed_correct] proves right, for odd sizes from 11 on. These
    theorems rest on the axioms of primitive integers, listed in [axioms.txt]. The others are evaluated by the fast transfer
    matrix, which [fast_correct] proves right, and rest on no axiom. Keith's column of 11 × 11 is its total and four searches
    under larger groups, put together by [keith_column]. *)

From Coq Require Import NArith List Lia.
From Gridcheck Require Import Spec Validator Search Tally Transfer Fast FastCorrect Packed PackedCorrect Classes Results Numbers Types.
Import ListNotations.
Local Open Scope N_scope.

Theorem no_pairs_9 : count no_pairs 9 = 27029. Proof. by_transfer 27029. Qed.
Theorem either_half_9 : count either_half 9 = 489127. Proof. by_transfer 489127. Qed.
Theorem american_10 : count american 10 = 586731. Proof. by_transfer 586731. Qed.
Theorem british_10 : count british 10 = 652610. Proof. by_transfer 652610. Qed.
Theorem american_11 : count american 11 = 17438702. Proof. by_packed 17438702. Qed.
Theorem american_loose_11 : count american_loose 11 = 18446134. Proof. by_packed 18446134. Qed.
Theorem min_4_11 : count min_4 11 = 666606. Proof. by_packed 666606. Qed.
Theorem no_pairs_11 : count no_pairs 11 = 11752790. Proof. by_packed 11752790. Qed.
Theorem british_11 : count british 11 = 60384181. Proof. by_packed 60384181. Qed.
Theorem american_13 : count american 13 = 40575832476. Proof. by_packed 40575832476. Qed.
Theorem ho_10 : count ho 10 = 652610. Proof. exact british_10. Qed.
Theorem ho_11 : count ho 11 = 60384181. Proof. exact british_11. Qed.

Theorem number_no_pairs_9 : number_of 9 (valid no_pairs 9) 27029. Proof. in_words no_pairs_9. Qed.
Theorem number_either_half_9 : number_of 9 (valid either_half 9) 489127. Proof. in_words either_half_9. Qed.
Theorem number_american_10 : number_of 10 (valid american 10) 586731. Proof. in_words american_10. Qed.
Theorem number_british_10 : number_of 10 (valid british 10) 652610. Proof. in_words british_10. Qed.
Theorem number_american_11 : number_of 11 (valid american 11) 17438702. Proof. in_words american_11. Qed.
Theorem number_american_loose_11 : number_of 11 (valid american_loose 11) 18446134. Proof. in_words american_loose_11. Qed.
Theorem number_min_4_11 : number_of 11 (valid min_4 11) 666606. Proof. in_words min_4_11. Qed.
Theorem number_no_pairs_11 : number_of 11 (valid no_pairs 11) 11752790. Proof. in_words no_pairs_11. Qed.
Theorem number_british_11 : number_of 11 (valid british 11) 60384181. Proof. in_words british_11. Qed.
Theorem number_american_13 : number_of 13 (valid american 13) 40575832476. Proof. in_words american_13. Qed.
Theorem number_ho_10 : number_of 10 (valid ho 10) 652610. Proof. in_words ho_10. Qed.
Theorem number_ho_11 : number_of 11 (valid ho 11) 60384181. Proof. in_words ho_11. Qed.

(** No reading of Ho's rules gives his figure for 9 × 9. These counts are not premises of one proof: a tactic would evaluate them by trying every grid. *)
Lemma ho_reading_2_9 : count (ho_reading 2 true) 9 = 4430878. Proof. by_packed 4430878. Qed.
Lemma ho_reading_2_9_loose : count (ho_reading 2 false) 9 = 4683998. Proof. by_packed 4683998. Qed.
Lemma ho_reading_3_9_loose : count (ho_reading 3 false) 9 = 78686. Proof. by_packed 78686. Qed.

Theorem ho_9_is_9381_in_no_reading : forall least edge, (least = 2 \/ least = 3)%nat -> count (ho_reading least edge) 9 <> 9381.
Proof.
  intros least [|] [->| ->].
  - now rewrite ho_reading_2_9.
  - change (count ho 9 <> 9381). now rewrite ho_9.
  - now rewrite ho_reading_2_9_loose.
  - now rewrite ho_reading_3_9_loose.
Qed.

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
