(** British 13 × 13, the sum of two halves. Each is a file, so that both can be evaluated at the same time: see [make release]. *)

From Coq Require Import NArith List Lia.
From Gridcheck Require Import Spec Validator Packed PackedCorrect ReleaseBritish0 ReleaseBritish1.
Import ListNotations.
Local Open Scope N_scope.

Theorem british_13 : count british 13 = 162468835136.
Proof.
  rewrite (packed_shares_correct british 13 4 [[0; 1]%nat; [2; 3]%nat] [80345071092; 82123764044]).
  - reflexivity.
  - lia.
  - reflexivity.
  - cbn [map]. rewrite british_13_half_0, british_13_half_1. reflexivity.
Qed.
