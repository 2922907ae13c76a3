(** British 13 × 13, evaluated by the packed transfer matrix: hours, see [make release]. *)

From Coq Require Import NArith.
From Gridcheck Require Import Spec Validator PackedCorrect.
Local Open Scope N_scope.

Theorem british_13 : count british 13 = 162468835136. Proof. by_packed 162468835136. Qed.
