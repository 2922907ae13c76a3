(** The theorems: how many grids each rule set has, and which published figures are refuted.

    [count R n] is the length of the list of all n × n grids that are [valid R n]; by
    [count_spec] it is the number of valid grids in the sense of [Spec.number_of]. *)

From Coq Require Import Arith NArith List Bool Lia.
From Gridcheck Require Import Spec Lines Decide Connected Validator Search Tally Classes.
Import ListNotations.
Local Open Scope N_scope.

(** Evaluates the proved search in the kernel, once, when the proof is closed. *)
Ltac by_search k := rewrite <- search_correct; vm_cast_no_check (eq_refl k).

(** ** American grids *)

Theorem american_3 : count american 3 = 1. Proof. by_search 1. Qed.
Theorem american_4 : count american 4 = 3. Proof. by_search 3. Qed.
Theorem american_5 : count american 5 = 12. Proof. by_search 12. Qed.
Theorem american_6 : count american 6 = 48. Proof. by_search 48. Qed.
Theorem american_7 : count american 7 = 312. Proof. by_search 312. Qed.
Theorem american_8 : count american 8 = 2190. Proof. by_search 2190. Qed.
Theorem american_9 : count american 9 = 31187. Proof. by_search 31187. Qed.

Theorem american_loose_3 : count american_loose 3 = 1. Proof. by_search 1. Qed.
Theorem american_loose_4 : count american_loose 4 = 3. Proof. by_search 3. Qed.
Theorem american_loose_5 : count american_loose 5 = 15. Proof. by_search 15. Qed.
Theorem american_loose_6 : count american_loose 6 = 65. Proof. by_search 65. Qed.
Theorem american_loose_7 : count american_loose 7 = 397. Proof. by_search 397. Qed.
Theorem american_loose_8 : count american_loose 8 = 2637. Proof. by_search 2637. Qed.
Theorem american_loose_9 : count american_loose 9 = 35324. Proof. by_search 35324. Qed.

(** Kleber's first figure for 9 × 9. *)
Theorem american_loose_9_not_35184 : count american_loose 9 <> 35184.
Proof. now rewrite american_loose_9. Qed.

(** ** The all-black grid is the difference between two published figures. *)

Definition all_black (g : grid) : Prop := forall r c, ~ white g r c.

Lemma the_black_grid n g : is_grid n g -> all_black g -> g = repeat (repeat false n) n.
Proof.
  intros G B. apply (grid_ext n); [easy | |].
  - split; [apply repeat_length|]. intros l Hl. apply repeat_spec in Hl. subst. apply repeat_length.
  - intros r c Hr Hc. unfold whiteb at 2.
    assert (E : nth r (repeat (repeat false n) n) [] = repeat false n).
    { apply (repeat_spec n). apply nth_In. now rewrite repeat_length. }
    rewrite E. assert (E' : nth c (repeat false n) false = false).
    { apply (repeat_spec n). apply nth_In. now rewrite repeat_length. }
    rewrite E'. specialize (B r c). unfold white in B. unfold whiteb. now destruct (nth c (nth r g []) false).
Qed.

Theorem with_the_black_grid R n :
  number_of n (fun g => valid R n g \/ all_black g) (count R n + 1).
Proof.
  destruct (count_spec R n) as (gs & H1 & H2 & H3).
  set (black := repeat (repeat false n) n).
  assert (B : all_black black).
  { intros r c W. unfold white, black in W.
    destruct (le_lt_dec n r) as [Hr|Hr].
    - rewrite (nth_overflow (repeat _ n)) in W by now rewrite repeat_length. now destruct c.
    - assert (E : nth r (repeat (repeat false n) n) [] = repeat false n).
      { apply (repeat_spec n). apply nth_In. now rewrite repeat_length. }
      rewrite E in W. destruct (le_lt_dec n c) as [Hc|Hc].
      + rewrite nth_overflow in W by now rewrite repeat_length. easy.
      + assert (E' : nth c (repeat false n) false = false).
        { apply (repeat_spec n). apply nth_In. now rewrite repeat_length. }
        congruence. }
  exists (black :: gs). split; [|split].
  - constructor; [|easy]. intros Hin. apply H2 in Hin. destruct Hin as (_ & ((r & c & W) & _)).
    now apply (B r c).
  - intros g. simpl. rewrite H2. split.
    + intros [<-|(G & V)]; [|now split; [|left]]. split; [|now right].
      split; [apply repeat_length|]. intros l Hl. apply repeat_spec in Hl. subst. apply repeat_length.
    + intros (G & [V|A]); [now right | left]. symmetry. now apply the_black_grid.
  - rewrite <- H3. simpl length. lia.
Qed.

Corollary american_loose_7_with_black :
  number_of 7 (fun g => valid american_loose 7 g \/ all_black g) 398.
Proof. pose proof (with_the_black_grid american_loose 7) as H. now rewrite american_loose_7 in H. Qed.

Corollary american_loose_8_with_black :
  number_of 8 (fun g => valid american_loose 8 g \/ all_black g) 2638.
Proof. pose proof (with_the_black_grid american_loose 8) as H. now rewrite american_loose_8 in H. Qed.

(** ** British grids and their symmetry types *)

Theorem british_3 : count british 3 = 1. Proof. by_search 1. Qed.
Theorem british_4 : count british 4 = 5. Proof. by_search 5. Qed.
Theorem british_6 : count british 6 = 26. Proof. by_search 26. Qed.
Theorem british_8 : count british 8 = 2236. Proof. by_search 2236. Qed.

(** Of each class only the grid with the least code. *)
Definition least (p : nat -> grid -> bool) (n : nat) (g : grid) : bool := p n g &&& canonical n g.

Definition questions (n : nat) : list (grid -> bool) :=
  [everything; type_Ab n; type_hb n; type_rb n; type_tb n; type_Nb n; brightb 2 n; brightb 3 n; brightb 4 n;
   least type_Ab n; least type_hb n; least type_rb n; least type_tb n; least type_Nb n; canonical n].

Lemma answers_5 : search_tally british 5 (questions 5) = [17; 1; 0; 2; 6; 8; 9; 3; 0; 1; 0; 1; 3; 2; 7].
Proof. vm_cast_no_check (eq_refl [17; 1; 0; 2; 6; 8; 9; 3; 0; 1; 0; 1; 3; 2; 7]). Qed.

Lemma answers_7 : search_tally british 7 (questions 7) = [650; 6; 12; 12; 36; 584; 394; 79; 3; 6; 6; 6; 18; 146; 182].
Proof. vm_cast_no_check (eq_refl [650; 6; 12; 12; 36; 584; 394; 79; 3; 6; 6; 6; 18; 146; 182]). Qed.

Lemma answers_9 : search_tally british 9 (questions 9) = [68956; 18; 166; 260; 696; 67816; 47916; 15662; 2160; 18; 83; 130; 348; 16954; 17533].
Proof. vm_cast_no_check (eq_refl [68956; 18; 166; 260; 696; 67816; 47916; 15662; 2160; 18; 83; 130; 348; 16954; 17533]). Qed.

Lemma total_of_answers n k ks :
  search_tally british n (questions n) = k :: ks -> count british n = k.
Proof.
  intros E. apply number_of_count.
  apply (number_of_ext n (fun g => valid british n g /\ True)); [tauto|].
  now apply (tally_number british n _ _ 0 everything k (fun _ => True) E).
Qed.

Theorem british_5 : count british 5 = 17. Proof. apply (total_of_answers _ _ _ answers_5). Qed.
Theorem british_7 : count british 7 = 650. Proof. apply (total_of_answers _ _ _ answers_7). Qed.
Theorem british_9 : count british 9 = 68956. Proof. apply (total_of_answers _ _ _ answers_9). Qed.

(** Numbers of grids of each type. A class under the square's symmetries has one grid of type A,
    two of type h, r or t, and four of type N. *)
Definition grids_by_type (n : nat) (a h r t m : N) : Prop :=
  number_of n (fun g => valid british n g /\ type_A n g) a /\
  number_of n (fun g => valid british n g /\ type_h n g) h /\
  number_of n (fun g => valid british n g /\ type_r n g) r /\
  number_of n (fun g => valid british n g /\ type_t n g) t /\
  number_of n (fun g => valid british n g /\ type_N n g) m.

Lemma types_of_answers n k a h r t m ks :
  search_tally british n (questions n) = k :: a :: h :: r :: t :: m :: ks -> grids_by_type n a h r t m.
Proof.
  intros E. unfold grids_by_type.
  split; [|split; [|split; [|split]]].
  - apply (tally_number british n _ _ 1 (type_Ab n) a _ E); [easy | easy |].
    intros g G. now apply types_spec.
  - apply (tally_number british n _ _ 2 (type_hb n) h _ E); [easy | easy |].
    intros g G. now apply types_spec.
  - apply (tally_number british n _ _ 3 (type_rb n) r _ E); [easy | easy |].
    intros g G. now apply types_spec.
  - apply (tally_number british n _ _ 4 (type_tb n) t _ E); [easy | easy |].
    intros g G. now apply types_spec.
  - apply (tally_number british n _ _ 5 (type_Nb n) m _ E); [easy | easy |].
    intros g G. now apply types_spec.
Qed.

Theorem types_5 : grids_by_type 5 1 (2 * 0) (2 * 1) (2 * 3) (4 * 2).
Proof. apply (types_of_answers _ _ _ _ _ _ _ _ answers_5). Qed.
Theorem types_7 : grids_by_type 7 6 (2 * 6) (2 * 6) (2 * 18) (4 * 146).
Proof. apply (types_of_answers _ _ _ _ _ _ _ _ answers_7). Qed.
Theorem types_9 : grids_by_type 9 18 (2 * 83) (2 * 130) (2 * 348) (4 * 16954).
Proof. apply (types_of_answers _ _ _ _ _ _ _ _ answers_9). Qed.

(** Numbers of classes of each type, and of all classes: Keith's own figures. *)
Definition classes_by_type (n : nat) (a h r t m all : N) : Prop :=
  number_of_classes n (fun g => valid british n g /\ type_A n g) a /\
  number_of_classes n (fun g => valid british n g /\ type_h n g) h /\
  number_of_classes n (fun g => valid british n g /\ type_r n g) r /\
  number_of_classes n (fun g => valid british n g /\ type_t n g) t /\
  number_of_classes n (fun g => valid british n g /\ type_N n g) m /\
  number_of_classes n (valid british n) all.

Lemma classes_of_answers n ks i p k (P : nat -> grid -> Prop) :
  search_tally british n (questions n) = ks -> nth_error (questions n) i = Some (least p n) ->
  nth_error ks i = Some k -> (forall g, is_grid n g -> (p n g = true <-> P n g)) -> respected n (P n) ->
  number_of_classes n (fun g => valid british n g /\ P n g) k.
Proof.
  intros E Hp Hk HP HR. apply classes_by_canonical.
  - apply (respected_and n (valid british n) (P n)); [apply british_respected | exact HR].
  - apply (number_of_ext n (fun g => valid british n g /\ (P n g /\ canonical n g = true))); [tauto|].
    apply (tally_number british n _ _ i _ _ _ E Hp Hk).
    intros g G. unfold least. rewrite and_true, (HP g G). tauto.
Qed.

Lemma all_classes_of_answers n a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 k :
  search_tally british n (questions n) = [a0; a1; a2; a3; a4; a5; a6; a7; a8; a9; a10; a11; a12; a13; k] ->
  classes_by_type n a9 a10 a11 a12 a13 k.
Proof.
  intros E. destruct (types_respected n) as (R1 & R2 & R3 & R4 & R5). unfold classes_by_type.
  split; [|split; [|split; [|split; [|split]]]].
  - apply (classes_of_answers n _ 9 type_Ab a9 type_A E); try easy. intros g G. now apply types_spec.
  - apply (classes_of_answers n _ 10 type_hb a10 type_h E); try easy. intros g G. now apply types_spec.
  - apply (classes_of_answers n _ 11 type_rb a11 type_r E); try easy. intros g G. now apply types_spec.
  - apply (classes_of_answers n _ 12 type_tb a12 type_t E); try easy. intros g G. now apply types_spec.
  - apply (classes_of_answers n _ 13 type_Nb a13 type_N E); try easy. intros g G. now apply types_spec.
  - apply classes_by_canonical; [apply british_respected|].
    now apply (tally_number british n _ _ 14 (canonical n) k (fun g => canonical n g = true) E).
Qed.

Theorem classes_5 : classes_by_type 5 1 0 1 3 2 7.
Proof. apply (all_classes_of_answers _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ answers_5). Qed.
Theorem classes_7 : classes_by_type 7 6 6 6 18 146 182.
Proof. apply (all_classes_of_answers _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ answers_7). Qed.
Theorem classes_9 : classes_by_type 9 18 83 130 348 16954 17533.
Proof. apply (all_classes_of_answers _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ answers_9). Qed.

(** Keith prints 16,954 in one table and 16,754 in another. *)
Theorem type_N_9_is_not_16754 :
  ~ number_of_classes 9 (fun g => valid british 9 g /\ type_N 9 g) 16754.
Proof.
  intros H. destruct classes_9 as (_ & _ & _ & _ & T & _).
  pose proof (number_of_classes_unique _ _ _ _ H T). discriminate.
Qed.

(** With Keith's other figures, his formula for the total decides it as well. *)
Theorem keith_formula_9 N : 18 + 2 * (83 + 130 + 348) + 4 * N = count british 9 <-> N = 16954.
Proof. rewrite british_9. lia. Qed.

(** ** Ho's figures *)

Theorem ho_is_british : forall n g, is_grid n g -> (valid ho n g <-> valid british n g).
Proof. intros n g _. reflexivity. Qed.

Theorem ho_5 : count ho 5 = 17. Proof. exact british_5. Qed.
Theorem ho_6 : count ho 6 = 26. Proof. exact british_6. Qed.
Theorem ho_7 : count ho 7 = 650. Proof. exact british_7. Qed.
Theorem ho_8 : count ho 8 = 2236. Proof. exact british_8. Qed.
Theorem ho_9 : count ho 9 = 68956. Proof. exact british_9. Qed.

Theorem ho_7_is_not_346 : count ho 7 <> 346. Proof. now rewrite ho_7. Qed.
Theorem ho_9_is_not_9381 : count ho 9 <> 9381. Proof. now rewrite ho_9. Qed.

(** What Ho leaves open: words of two letters, and black rows at the edges. No answer gives his figure for 7 × 7. *)
Definition ho_reading (least : nat) (edge : bool) : ruleset :=
  Rules least None true CeilHalf (Some 2%nat) (Some 1%nat) edge true Rot180 0.

Lemma ho_reading_2_7 : count (ho_reading 2 true) 7 = 8103. Proof. by_search 8103. Qed.
Lemma ho_reading_3_7 : count (ho_reading 3 false) 7 = 812. Proof. by_search 812. Qed.
Lemma ho_reading_2_7_loose : count (ho_reading 2 false) 7 = 9186. Proof. by_search 9186. Qed.

Theorem ho_7_is_346_in_no_reading : forall least edge, (least = 2 \/ least = 3)%nat -> count (ho_reading least edge) 7 <> 346.
Proof.
  intros least [|] [->| ->].
  - now rewrite ho_reading_2_7.
  - change (count ho 7 <> 346). now rewrite ho_7.
  - now rewrite ho_reading_2_7_loose.
  - now rewrite ho_reading_3_7.
Qed.

(** Ho's "interesting" grids: at least [least] white squares in every row and column. *)
Definition interesting (least : nat) : ruleset :=
  Rules 3 None true CeilHalf (Some 2%nat) (Some 1%nat) true true Rot180 least.

Lemma interesting_valid least n g : valid (interesting least) n g <-> valid ho n g /\ bright least n g.
Proof.
  unfold valid, bright. simpl. split.
  - intros (A & B & C & D & E & F & G & H). split; [|easy]. repeat (split; [assumption|]).
    split; [|split; assumption]. intros i Hi. destruct (F i Hi) as ((m & T & _) & (m' & T' & _)).
    split; [exists m | exists m']; split; try easy; lia.
  - intros ((A & B & C & D & E & F & G & H) & I). repeat (split; [assumption|]). assumption.
Qed.

Lemma interesting_of_answers n i least k ks :
  search_tally british n (questions n) = ks -> nth_error (questions n) i = Some (brightb least n) ->
  nth_error ks i = Some k -> count (interesting least) n = k.
Proof.
  intros E Hp Hk. apply number_of_count.
  apply (number_of_ext n (fun g => valid british n g /\ bright least n g)).
  - intros g _. symmetry. apply interesting_valid.
  - apply (tally_number british n _ _ i _ _ _ E Hp Hk). intros g. apply brightb_spec.
Qed.

Theorem interesting_2_5 : count (interesting 2) 5 = 9.
Proof. now apply (interesting_of_answers 5 6 2 _ _ answers_5). Qed.
Theorem interesting_3_7 : count (interesting 3) 7 = 79.
Proof. now apply (interesting_of_answers 7 7 3 _ _ answers_7). Qed.
Theorem interesting_3_9 : count (interesting 3) 9 = 15662.
Proof. now apply (interesting_of_answers 9 7 3 _ _ answers_9). Qed.
Theorem interesting_4_9 : count (interesting 4) 9 = 2160.
Proof. now apply (interesting_of_answers 9 8 4 _ _ answers_9). Qed.

Theorem interesting_7_is_not_43 : count (interesting 3) 7 <> 43.
Proof. now rewrite interesting_3_7. Qed.
Theorem interesting_9_is_not_334 : count (interesting 3) 9 <> 334 /\ count (interesting 4) 9 <> 334.
Proof. now rewrite interesting_3_9, interesting_4_9. Qed.

(** ** Keith's variants *)

Theorem min_4_5 : count min_4 5 = 7. Proof. by_search 7. Qed.
Theorem min_4_7 : count min_4 7 = 123. Proof. by_search 123. Qed.
Theorem min_4_9 : count min_4 9 = 3845. Proof. by_search 3845. Qed.
Theorem either_half_5 : count either_half 5 = 49. Proof. by_search 49. Qed.
Theorem either_half_7 : count either_half 7 = 2094. Proof. by_search 2094. Qed.
Theorem no_pairs_5 : count no_pairs 5 = 17. Proof. by_search 17. Qed.
Theorem no_pairs_7 : count no_pairs 7 = 378. Proof. by_search 378. Qed.
