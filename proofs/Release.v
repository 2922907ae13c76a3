(** Theorems that take hours of evaluation: see [make release].

    The kernel evaluates the packed transfer matrix, which [packed_correct] proves right. The counts of 13 × 13 and 15 × 15 rest
    on the axioms of primitive integers, listed in [axioms.txt]. British 11 × 11 is here once more without an axiom. *)

From Coq Require Import NArith.
From Gridcheck Require Import Spec Validator Fast FastCorrect Packed PackedCorrect Numbers Nightly.
Local Open Scope N_scope.

Theorem british_11_without_axioms : count british 11 = 60384181. Proof. by_transfer 60384181. Qed.
Theorem american_15 : count american 15 = 404139015237875. Proof. by_packed 404139015237875. Qed.
Theorem british_13 : count british 13 = 162468835136. Proof. by_packed 162468835136. Qed.
Theorem ho_13 : count ho 13 = 162468835136. Proof. exact british_13. Qed.

Theorem number_american_15 : number_of 15 (valid american 15) 404139015237875. Proof. in_words american_15. Qed.
Theorem number_british_13 : number_of 13 (valid british 13) 162468835136. Proof. in_words british_13. Qed.
