(** Every count of [Results.v] in the words of [Spec.v] alone, for readers who read no other file. *)

From Coq Require Import NArith.
From Gridcheck Require Import Spec Validator Results.
Local Open Scope N_scope.

Theorem number_is_count R n k : number_of n (valid R n) k <-> count R n = k.
Proof.
  split; [|intros <-; apply count_spec].
  intros H. exact (number_of_unique _ _ _ _ (count_spec R n) H).
Qed.

(** A count says how many valid grids there are. *)
Ltac in_words proof := apply number_is_count; exact proof.

Theorem number_american_3 : number_of 3 (valid american 3) 1. Proof. in_words american_3. Qed.
Theorem number_american_4 : number_of 4 (valid american 4) 3. Proof. in_words american_4. Qed.
Theorem number_american_5 : number_of 5 (valid american 5) 12. Proof. in_words american_5. Qed.
Theorem number_american_6 : number_of 6 (valid american 6) 48. Proof. in_words american_6. Qed.
Theorem number_american_7 : number_of 7 (valid american 7) 312. Proof. in_words american_7. Qed.
Theorem number_american_8 : number_of 8 (valid american 8) 2190. Proof. in_words american_8. Qed.
Theorem number_american_9 : number_of 9 (valid american 9) 31187. Proof. in_words american_9. Qed.
Theorem number_american_loose_3 : number_of 3 (valid american_loose 3) 1. Proof. in_words american_loose_3. Qed.
Theorem number_american_loose_4 : number_of 4 (valid american_loose 4) 3. Proof. in_words american_loose_4. Qed.
Theorem number_american_loose_5 : number_of 5 (valid american_loose 5) 15. Proof. in_words american_loose_5. Qed.
Theorem number_american_loose_6 : number_of 6 (valid american_loose 6) 65. Proof. in_words american_loose_6. Qed.
Theorem number_american_loose_7 : number_of 7 (valid american_loose 7) 397. Proof. in_words american_loose_7. Qed.
Theorem number_american_loose_8 : number_of 8 (valid american_loose 8) 2637. Proof. in_words american_loose_8. Qed.
Theorem number_american_loose_9 : number_of 9 (valid american_loose 9) 35324. Proof. in_words american_loose_9. Qed.
Theorem number_british_3 : number_of 3 (valid british 3) 1. Proof. in_words british_3. Qed.
Theorem number_british_4 : number_of 4 (valid british 4) 5. Proof. in_words british_4. Qed.
Theorem number_british_6 : number_of 6 (valid british 6) 26. Proof. in_words british_6. Qed.
Theorem number_british_8 : number_of 8 (valid british 8) 2236. Proof. in_words british_8. Qed.
Theorem number_british_5 : number_of 5 (valid british 5) 17. Proof. in_words british_5. Qed.
Theorem number_british_7 : number_of 7 (valid british 7) 650. Proof. in_words british_7. Qed.
Theorem number_british_9 : number_of 9 (valid british 9) 68956. Proof. in_words british_9. Qed.
Theorem number_ho_5 : number_of 5 (valid ho 5) 17. Proof. in_words ho_5. Qed.
Theorem number_ho_6 : number_of 6 (valid ho 6) 26. Proof. in_words ho_6. Qed.
Theorem number_ho_7 : number_of 7 (valid ho 7) 650. Proof. in_words ho_7. Qed.
Theorem number_ho_8 : number_of 8 (valid ho 8) 2236. Proof. in_words ho_8. Qed.
Theorem number_ho_9 : number_of 9 (valid ho 9) 68956. Proof. in_words ho_9. Qed.
Theorem number_interesting_2_5 : number_of 5 (valid (interesting 2) 5) 9. Proof. in_words interesting_2_5. Qed.
Theorem number_interesting_3_7 : number_of 7 (valid (interesting 3) 7) 79. Proof. in_words interesting_3_7. Qed.
Theorem number_interesting_3_9 : number_of 9 (valid (interesting 3) 9) 15662. Proof. in_words interesting_3_9. Qed.
Theorem number_interesting_4_9 : number_of 9 (valid (interesting 4) 9) 2160. Proof. in_words interesting_4_9. Qed.
Theorem number_min_4_5 : number_of 5 (valid min_4 5) 7. Proof. in_words min_4_5. Qed.
Theorem number_min_4_7 : number_of 7 (valid min_4 7) 123. Proof. in_words min_4_7. Qed.
Theorem number_min_4_9 : number_of 9 (valid min_4 9) 3845. Proof. in_words min_4_9. Qed.
Theorem number_either_half_5 : number_of 5 (valid either_half 5) 49. Proof. in_words either_half_5. Qed.
Theorem number_either_half_7 : number_of 7 (valid either_half 7) 2094. Proof. in_words either_half_7. Qed.
Theorem number_no_pairs_5 : number_of 5 (valid no_pairs 5) 17. Proof. in_words no_pairs_5. Qed.
Theorem number_no_pairs_7 : number_of 7 (valid no_pairs 7) 378. Proof. in_words no_pairs_7. Qed.

Theorem ho_7_is_not_the_published_number : ~ number_of 7 (valid ho 7) 346.
Proof. rewrite number_is_count. exact ho_7_is_not_346. Qed.
Theorem ho_9_is_not_the_published_number : ~ number_of 9 (valid ho 9) 9381.
Proof. rewrite number_is_count. exact ho_9_is_not_9381. Qed.
