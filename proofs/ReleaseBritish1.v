(** One half of British 13 × 13, evaluated by the packed transfer matrix: see [make release]. *)

From Coq Require Import NArith List.
From Gridcheck Require Import Spec Packed PackedCorrect.
Import ListNotations.
Local Open Scope N_scope.

Lemma british_13_half_1 : packed_shares british 13 4 [2; 3]%nat = Some 82123764044. Proof. by_shares 82123764044. Qed.
