(** One half of British 13 × 13, evaluated by the packed transfer matrix: see [make release]. *)

From Coq Require Import NArith List.
From Gridcheck Require Import Spec Packed PackedCorrect.
Import ListNotations.
Local Open Scope N_scope.

Lemma british_13_half_0 : packed_shares british 13 4 [0; 1]%nat = Some 80345071092. Proof. by_shares 80345071092. Qed.
