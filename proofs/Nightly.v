(** Theorems that take minutes of evaluation: see [make nightly]. *)

From Coq Require Import NArith.
From Gridcheck Require Import Spec Validator Search Transfer TransferCorrect.
Local Open Scope N_scope.

(** Evaluates the proved transfer matrix in the kernel. *)
Ltac by_transfer k := rewrite <- transfer_correct by reflexivity; vm_cast_no_check (eq_refl k).

Theorem no_pairs_9 : count no_pairs 9 = 27029.
Proof. rewrite <- search_correct; vm_cast_no_check (eq_refl 27029). Qed.
Theorem american_10 : count american 10 = 586731.
Proof. by_transfer 586731. Qed.
Theorem either_half_9 : count either_half 9 = 489127.
Proof. rewrite <- search_correct; vm_cast_no_check (eq_refl 489127). Qed.
