(** American 15 × 15, and 13 × 13 with black edges, evaluated by the packed transfer matrix: see [make release]. *)

From Coq Require Import NArith.
From Gridcheck Require Import Spec Validator PackedCorrect.
Local Open Scope N_scope.

Theorem american_loose_13 : count american_loose 13 = 41752489852. Proof. by_packed 41752489852. Qed.
Theorem american_15 : count american 15 = 404139015237875. Proof. by_packed 404139015237875. Qed.
