(** Theorems that take minutes of evaluation: see [make nightly]. *)

From Coq Require Import NArith.
From Gridcheck Require Import Spec Validator Search Results.
Local Open Scope N_scope.

Theorem no_pairs_9 : count no_pairs 9 = 27029. Proof. by_search 27029. Qed.
Theorem either_half_9 : count either_half 9 = 489127. Proof. by_search 489127. Qed.
Theorem american_10 : count american 10 = 586731. Proof. by_search 586731. Qed.
