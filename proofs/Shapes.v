(** Counts by the rule of [BlackRuns.v], and of the rectangles of [Boxes.v]. *)

From Coq Require Import PeanoNat NArith List.
From Gridcheck Require Import Spec Search Tally BlackRuns Boxes.
Import ListNotations.
Local Open Scope N_scope.

Ltac by_runs ks := apply search_black_runs; vm_cast_no_check (eq_refl ks).
Theorem black_runs_british_7 : by_black_runs british 7 [0; 3; 45; 180; 462; 606; 650]. Proof. by_runs [0; 3; 45; 180; 462; 606; 650]. Qed.
Theorem black_runs_american_7 : by_black_runs american 7 [1; 11; 80; 224; 312]. Proof. by_runs [1; 11; 80; 224; 312]. Qed.

Ltac by_frame R m p k := refine (search_boxes R m p k (proj1 (Nat.ltb_lt 0 m) eq_refl) _); vm_cast_no_check (eq_refl k).
Theorem british_5_by_7 : number_of_boxes 5 7 (valid_box british 5 7) 66. Proof. by_frame british 5%nat 1%nat 66. Qed.
Theorem british_6_by_8 : number_of_boxes 6 8 (valid_box british 6 8) 92. Proof. by_frame british 6%nat 1%nat 92. Qed.
Theorem american_5_by_7 : number_of_boxes 5 7 (valid_box american 5 7) 34. Proof. by_frame american 5%nat 1%nat 34. Qed.
