(** One of the twelve parts of British 13 × 13, evaluated by the packed transfer matrix: half an hour, see [make release]. *)

From Coq Require Import NArith.
From Gridcheck Require Import Spec Packed PackedCorrect.
Local Open Scope N_scope.

Lemma british_13_part_0 : packed_part british 13 12 0 = Some 13277695203. Proof. by_part 13277695203. Qed.
