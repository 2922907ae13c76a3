(** The disputed counts in the words of [Spec.v] alone, for readers who read no other file. *)

From Coq Require Import NArith.
From Gridcheck Require Import Spec Validator Results.
Local Open Scope N_scope.

Theorem number_is_count R n k : number_of n (valid R n) k <-> count R n = k.
Proof.
  split; [|intros <-; apply count_spec].
  intros H. exact (number_of_unique _ _ _ _ (count_spec R n) H).
Qed.

Theorem number_british_5 : number_of 5 (valid british 5) 17.
Proof. apply number_is_count, british_5. Qed.
Theorem number_british_7 : number_of 7 (valid british 7) 650.
Proof. apply number_is_count, british_7. Qed.
Theorem number_british_9 : number_of 9 (valid british 9) 68956.
Proof. apply number_is_count, british_9. Qed.
Theorem number_american_7 : number_of 7 (valid american 7) 312.
Proof. apply number_is_count, american_7. Qed.
Theorem number_american_9 : number_of 9 (valid american 9) 31187.
Proof. apply number_is_count, american_9. Qed.
Theorem number_american_loose_9 : number_of 9 (valid american_loose 9) 35324.
Proof. apply number_is_count, american_loose_9. Qed.

Theorem ho_7_is_not_the_published_number : ~ number_of 7 (valid ho 7) 346.
Proof. rewrite number_is_count. exact ho_7_is_not_346. Qed.
Theorem ho_9_is_not_the_published_number : ~ number_of 9 (valid ho 9) 9381.
Proof. rewrite number_is_count. exact ho_9_is_not_9381. Qed.
