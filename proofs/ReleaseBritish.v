(** British 13 × 13, the sum of twelve parts. Each is a file of its own, evaluated by the packed transfer matrix: see [make release]. *)

From Coq Require Import NArith List Lia.
From Gridcheck Require Import Spec Validator Packed PackedCorrect ReleaseBritish0 ReleaseBritish1 ReleaseBritish2
  ReleaseBritish3 ReleaseBritish4 ReleaseBritish5 ReleaseBritish6 ReleaseBritish7 ReleaseBritish8 ReleaseBritish9
  ReleaseBritish10 ReleaseBritish11.
Import ListNotations.
Local Open Scope N_scope.

Theorem british_13 : count british 13 = 162468835136.
Proof.
  rewrite (packed_parts_correct british 13 12 [
    13277695203; 13219369049; 13756083614; 13690354659; 12144385268; 14861039799; 12777378522; 15675428436;
    13461045995; 13381535778; 13774086330; 12450432483]).
  - reflexivity.
  - lia.
  - cbn [map seq]. rewrite
      british_13_part_0, british_13_part_1, british_13_part_2, british_13_part_3, british_13_part_4,
      british_13_part_5, british_13_part_6, british_13_part_7, british_13_part_8, british_13_part_9,
      british_13_part_10, british_13_part_11.
    reflexivity.
Qed.
