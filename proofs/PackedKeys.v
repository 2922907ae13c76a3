(** Proves what the keys of [Packed.v] say: a class number decides what a pair of columns still accepts.

    A key is the class numbers of all pairs, written one after the other ([key_value]). One row more changes it to the key of
    the successors ([next_key_spec]), which [classify_spec] says are those of the pairs of states. *)

From Coq Require Import ZArith Uint63 Arith NArith PArith List Bool FMapPositive Lia.
From Gridcheck Require Import Spec Lines Decide Search Regions Meet Transfer Merging Upper Similar Fast Packed.
Import ListNotations.

(** ** Trees *)

Lemma to_Z_range k : (0 <= to_Z k < 2 ^ 63)%Z.
Proof. exact (to_Z_bounded k). Qed.

Lemma int_of_value c : (Z.of_N c < 2 ^ 63)%Z -> to_Z (int_of c) = Z.of_N c.
Proof. intros H. unfold int_of. rewrite of_Z_spec. apply Z.mod_small. change wB with (2 ^ 63)%Z. lia. Qed.

Lemma even_or_odd d : (exists e, d = N.double e) \/ (exists e, d = N.succ_double e).
Proof.
  destruct d as [|[p|p|]].
  - left. now exists 0%N.
  - right. now exists (Npos p).
  - left. now exists (Npos p).
  - right. now exists 0%N.
Qed.

Lemma look_tabulate {A} b : forall (f : N -> A) d X k, (Z.of_N d < 2 ^ Z.of_nat b)%Z -> (0 <= X)%Z ->
  to_Z k = (Z.of_N d + 2 ^ Z.of_nat b * X)%Z -> look (tabulate b f) k = f d.
Proof.
  induction b as [|b IH]; intros f d X k Hd HX E.
  - simpl in *. f_equal. lia.
  - rewrite Nat2Z.inj_succ, Z.pow_succ_r in * by lia. cbn [tabulate look].
    assert (E2 : to_Z (k >> 1)%uint63 = (to_Z k / 2)%Z) by (rewrite lsr_spec; reflexivity).
    pose proof (is_even_spec k) as Ev. unfold is_even, is_zero in Ev.
    set (P := (2 ^ Z.of_nat b)%Z) in *. assert (0 < P)%Z by (apply Z.pow_pos_nonneg; lia).
    destruct (even_or_odd d) as [(e & ->)|(e & ->)].
    + assert (Z.of_N (N.double e) = 2 * Z.of_N e)%Z as Ed by (destruct e; simpl; lia). rewrite Ed in *.
      assert (Q : to_Z k = (2 * (Z.of_N e + P * X))%Z) by lia.
      destruct (k land 1 =? 0)%uint63.
      * rewrite (IH _ e X); auto; [lia|]. rewrite E2, Q, (Z.mul_comm 2), Z.div_mul by lia. easy.
      * rewrite Q, (Z.mul_comm 2), Z.mod_mul in Ev by lia. discriminate.
    + assert (Z.of_N (N.succ_double e) = 2 * Z.of_N e + 1)%Z as Ed by (destruct e; simpl; lia). rewrite Ed in *.
      assert (Q : to_Z k = (1 + (Z.of_N e + P * X) * 2)%Z) by lia.
      destruct (k land 1 =? 0)%uint63.
      * rewrite Q, Z.mod_add in Ev by lia. discriminate.
      * rewrite (IH _ e X); auto; [lia|]. rewrite E2, Q, Z.div_add by lia. reflexivity.
Qed.

(** ** Keys *)

Fixpoint key_value (b : nat) (ds : list N) : Z :=
  match ds with [] => 0%Z | d :: ds' => (Z.of_N d + 2 ^ Z.of_nat b * key_value b ds')%Z end.

Definition small (b : nat) (d : N) : Prop := (Z.of_N d < 2 ^ Z.of_nat b)%Z.

Lemma key_range b ds : Forall (small b) ds -> (0 <= key_value b ds < 2 ^ (Z.of_nat b * Z.of_nat (length ds)))%Z.
Proof.
  induction 1 as [|d ds H _ IH]; cbn [key_value length].
  - rewrite Z.mul_0_r. simpl. lia.
  - unfold small in H. rewrite Nat2Z.inj_succ, Z.mul_succ_r, Z.pow_add_r by lia.
    set (P := (2 ^ Z.of_nat b)%Z) in *. set (Q := (2 ^ (Z.of_nat b * Z.of_nat (length ds)))%Z) in *.
    assert (0 < P)%Z by (apply Z.pow_pos_nonneg; lia). nia.
Qed.

Lemma pow_le_62 k : (0 <= k <= 62)%Z -> (2 ^ k <= 2 ^ 62)%Z.
Proof. intros H. apply Z.pow_le_mono_r; lia. Qed.

Lemma bits_value b : (Z.of_nat b <= 62)%Z -> to_Z (int_of (N.of_nat b)) = Z.of_nat b.
Proof. intros H. rewrite int_of_value, nat_N_Z by (rewrite nat_N_Z; lia). reflexivity. Qed.

Lemma shift_digit b c X k : (Z.of_nat b <= 62)%Z -> small b c -> to_Z k = (Z.of_N c + 2 ^ Z.of_nat b * X)%Z ->
  to_Z (k >> int_of (N.of_nat b))%uint63 = X.
Proof.
  intros Hb Hc E. rewrite lsr_spec, bits_value, E by easy. unfold small in Hc.
  assert (0 < 2 ^ Z.of_nat b)%Z by (apply Z.pow_pos_nonneg; lia). rewrite Z.mul_comm, Z.div_add, Z.div_small by lia. lia.
Qed.

(** The key has no more than [n] digits. *)
Definition few_digits (b n : nat) (k : int) : Prop := (to_Z k < 2 ^ (Z.of_nat b * Z.of_nat n))%Z.

(** The lowest digit of a key. *)
Definition low_digit (b : nat) (k : int) : N := Z.to_N (to_Z k mod 2 ^ Z.of_nat b).

Lemma low_small b k : small b (low_digit b k).
Proof.
  unfold small, low_digit. assert (0 < 2 ^ Z.of_nat b)%Z by (apply Z.pow_pos_nonneg; lia).
  pose proof (Z.mod_pos_bound (to_Z k) (2 ^ Z.of_nat b) ltac:(easy)). lia.
Qed.

Section OneMore.
  Variables b n : nat.
  Variable k : int.
  Variable c : N.
  Hypothesis fits : (Z.of_nat b * Z.of_nat (S n) <= 62)%Z.
  Hypothesis few : few_digits b n k.
  Hypothesis c_small : small b c.
  Let k' := ((k << int_of (N.of_nat b)) + int_of c)%uint63.
  Let P := (2 ^ Z.of_nat b)%Z.

  Lemma one_more : to_Z k' = (Z.of_N c + P * to_Z k)%Z /\ few_digits b (S n) k'.
  Proof.
    unfold k', few_digits in *. unfold small in c_small. fold P in c_small.
    set (Q := (2 ^ (Z.of_nat b * Z.of_nat n))%Z) in *. pose proof (to_Z_range k) as Rk.
    assert (E : (2 ^ (Z.of_nat b * Z.of_nat (S n)) = P * Q)%Z) by (unfold P, Q; rewrite <- Z.pow_add_r by lia; f_equal; lia).
    assert (0 < P)%Z by (apply Z.pow_pos_nonneg; lia).
    assert (L : (P * Q <= 2 ^ 62)%Z) by (rewrite <- E; apply pow_le_62; lia).
    assert (B : (Z.of_nat b <= 62)%Z) by nia. pose proof (pow_le_62 (Z.of_nat b) ltac:(lia)) as LP. fold P in LP.
    rewrite add_spec, lsl_spec, bits_value, int_of_value by lia. change wB with (2 ^ 63)%Z. fold P.
    rewrite (Z.mod_small (to_Z k * P)) by nia. rewrite Z.mod_small by nia. rewrite E. split; nia.
  Qed.

  Lemma one_more_low : low_digit b k' = c.
  Proof.
    unfold low_digit. destruct one_more as (-> & _). fold P. unfold small in c_small. fold P in c_small.
    assert (0 < P)%Z by (apply Z.pow_pos_nonneg; lia).
    rewrite Z.mul_comm, Z.mod_add, Z.mod_small by lia. apply N2Z.id.
  Qed.

  Lemma one_more_rest : (k' >> int_of (N.of_nat b))%uint63 = k.
  Proof.
    apply to_Z_inj, (shift_digit b c); [nia | exact c_small | apply one_more].
  Qed.
End OneMore.

(** Each function applied to its digit. *)
Definition zip_apply (fs : list (N -> N)) (ds : list N) : list N := map (fun p => fst p (snd p)) (combine fs ds).
Definition table_tree (b : nat) (f : N -> N) : tree int := tabulate b (fun c => int_of (f c)).

Lemma join_key b c k' ds : (Z.of_nat b * Z.of_nat (S (length ds)) <= 62)%Z -> small b c -> Forall (small b) ds ->
  to_Z k' = key_value b ds -> to_Z ((k' << int_of (N.of_nat b)) + int_of c)%uint63 = key_value b (c :: ds).
Proof.
  intros Hb Hc Hds E. destruct (one_more b (length ds) k' c) as (V & _); try easy.
  - unfold few_digits. rewrite E. now apply key_range.
  - now rewrite V, E.
Qed.

Lemma look_digit b f d ds k : small b d -> Forall (small b) ds -> to_Z k = key_value b (d :: ds) ->
  look (table_tree b f) k = int_of (f d).
Proof. intros Hd Hds E. apply (look_tabulate b (fun c => int_of (f c)) d (key_value b ds)); [exact Hd | apply key_range; easy | exact E]. Qed.

Lemma int_of_zero b d : (Z.of_nat b <= 62)%Z -> small b d -> (int_of d =? 0)%uint63 = N.eqb d 0.
Proof.
  intros Hb Hd. unfold small in Hd. pose proof (pow_le_62 (Z.of_nat b) ltac:(lia)).
  assert (V : to_Z (int_of d) = Z.of_N d) by (apply int_of_value; lia).
  destruct (N.eqb_spec d 0) as [->|N].
  - reflexivity.
  - apply eqb_false_spec. intros E. rewrite E in V. change (to_Z 0%uint63) with 0%Z in V. lia.
Qed.

(** The key of the next classes, [b] bits a class; [None] if one of them is 0. *)
Fixpoint next_key (b : int) (ts : list (tree int)) (k : int) : option int :=
  match ts with
  | [] => Some 0%uint63
  | t :: ts' =>
      let c := look t k in
      if (c =? 0)%uint63 then None
      else match next_key b ts' (k >> b)%uint63 with Some k' => Some ((k' << b) + c)%uint63 | None => None end
  end.

Lemma next_key_spec b : forall fs ds k, length fs = length ds -> (Z.of_nat b * Z.of_nat (length ds) <= 62)%Z ->
  Forall (small b) ds -> Forall (small b) (zip_apply fs ds) -> to_Z k = key_value b ds ->
  match next_key (int_of (N.of_nat b)) (map (table_tree b) fs) k with
  | Some k' => to_Z k' = key_value b (zip_apply fs ds) /\ ~ In 0%N (zip_apply fs ds)
  | None => In 0%N (zip_apply fs ds)
  end.
Proof.
  induction fs as [|f fs IH]; intros [|d ds] k L Hb Hd Hf E; simpl in L; try easy.
  inversion Hd as [|? ? Hd0 Hds]; subst. unfold zip_apply in *. cbn [combine map fst snd] in Hf |- *.
  inversion Hf as [|? ? Hf0 Hfs]; subst. cbn [length] in Hb.
  assert (Hb' : (Z.of_nat b <= 62)%Z) by nia.
  assert (Hb2 : (Z.of_nat b * Z.of_nat (length ds) <= 62)%Z) by nia.
  cbn [next_key map]. rewrite (look_digit b f d ds k) by easy. rewrite (int_of_zero b) by easy.
  destruct (N.eqb_spec (f d) 0) as [Z|Z]; [now left|].
  specialize (IH ds _ ltac:(lia) Hb2 Hds Hfs (shift_digit b d (key_value b ds) k Hb' Hd0 E)).
  destruct (next_key _ _ _) as [k'|]; [|now right]. destruct IH as (E' & I). split.
  - apply join_key; auto. rewrite map_length, combine_length. replace (Nat.min (length fs) (length ds)) with (length ds) by lia. lia.
  - intros [Q|Q]; [easy | now apply I].
Qed.

Lemma key_ends_spec b : forall fs ds k, length fs = length ds -> (Z.of_nat b * Z.of_nat (length ds) <= 62)%Z ->
  Forall (small b) ds -> Forall (small b) (zip_apply fs ds) -> to_Z k = key_value b ds ->
  (key_ends (int_of (N.of_nat b)) (map (table_tree b) fs) k = true <-> ~ In 0%N (zip_apply fs ds)).
Proof.
  induction fs as [|f fs IH]; intros [|d ds] k L Hb Hd Hf E; simpl in L; try easy.
  inversion Hd as [|? ? Hd0 Hds]; subst. unfold zip_apply in *. cbn [combine map fst snd] in Hf |- *.
  inversion Hf as [|? ? Hf0 Hfs]; subst. cbn [length] in Hb.
  assert (Hb' : (Z.of_nat b <= 62)%Z) by nia.
  assert (Hb2 : (Z.of_nat b * Z.of_nat (length ds) <= 62)%Z) by nia.
  cbn [key_ends map]. rewrite (look_digit b f d ds k) by easy. rewrite (int_of_zero b) by easy.
  destruct (N.eqb_spec (f d) 0) as [Z|Z]; [split; [easy|]; intros Q; exfalso; apply Q; now left|].
  rewrite (IH ds _ ltac:(lia) Hb2 Hds Hfs (shift_digit b d (key_value b ds) k Hb' Hd0 E)).
  simpl. intuition.
Qed.

Lemma first_key_spec b c k : (Z.of_nat b * Z.of_nat k <= 62)%Z -> small b c ->
  to_Z (first_key (int_of (N.of_nat b)) (int_of c) k) = key_value b (repeat c k).
Proof.
  induction k as [|k IH]; intros Hk Hc; [reflexivity|]. cbn [first_key repeat].
  apply join_key; [rewrite repeat_length; lia | easy | | apply IH; [nia | easy]].
  apply Forall_forall. intros x Hx. apply repeat_spec in Hx. now subst.
Qed.

(** ** Classes *)

Lemma table_in {A B} (key : A -> positive) (f : A -> B) l x : (forall a b, key a = key b -> a = b) -> In x l ->
  Map.find (key x) (table key f l) = Some (f x).
Proof.
  intros I. induction l as [|a l IH]; [easy|]. intros H. simpl.
  destruct (Pos.eq_dec (key x) (key a)) as [E|E].
  - apply I in E as ->. apply Map.gss.
  - rewrite Map.gso by easy. apply IH. destruct H as [->|H]; [easy | exact H].
Qed.

Lemma distinct_in {A} (eqb : A -> A -> bool) l x : (forall a b, eqb a b = true -> a = b) -> In x l -> In x (distinct eqb l).
Proof.
  intros Q. induction l as [|a l IH]; [easy|]. intros H. simpl. cbv zeta.
  destruct (existsb (eqb a) (distinct eqb l)) eqn:E.
  - destruct H as [->|H]; [|auto]. apply existsb_exists in E. destruct E as (y & Hy & E). now apply Q in E as ->.
  - destruct H as [->|H]; [now left | right; auto].
Qed.

Lemma same_moves_eq u : forall v, same_moves u v = true -> u = v.
Proof.
  induction u as [|(a, b) u IH]; intros [|(c, d) v]; simpl; try easy.
  destruct (N.eqb_spec a c) as [->|]; [|easy]. destruct (N.eqb_spec b d) as [->|]; [|easy]. intros H. now rewrite (IH v).
Qed.

Lemma same_moves_refl u : same_moves u u = true.
Proof. induction u as [|(a, b) u IH]; simpl; [easy|]. now rewrite !N.eqb_refl. Qed.

Lemma place_spec v vs : forall i, (exists p, place_in i v vs = (i + N.of_nat p)%N /\ nth_error vs p = Some v) \/
  place_in i v vs = 0%N /\ ~ In v vs.
Proof.
  induction vs as [|u vs IH]; intros i; cbn [place_in]; [right; now split|].
  destruct (same_moves u v) eqn:E.
  - apply same_moves_eq in E. subst. left. exists 0. split; [lia | easy].
  - destruct (IH (N.succ i)) as [(p & Hp & Np)|(Hp & Np)].
    + left. exists (S p). split; [lia | easy].
    + right. split; [easy|]. intros [->|H]; [now rewrite same_moves_refl in E | easy].
Qed.

Lemma leads_false v s : leads v = false -> nth s v (0%N, 0%N) = (0%N, 0%N).
Proof.
  unfold leads. revert s. induction v as [|(a, b) v IH]; intros [|s]; cbn [existsb nth]; try easy; intros H;
    apply orb_false_iff in H; destruct H as (H1 & H2); [|now apply IH].
  apply negb_false_iff, andb_true_iff in H1. rewrite !N.eqb_eq in H1. simpl in H1. now destruct H1 as (-> & ->).
Qed.

Lemma classify_spec vector states q q' s : In q states -> In q' states ->
  successor (classify vector states) s (class_of (classify vector states) q q') = nth s (vector q q') (0%N, 0%N).
Proof.
  intros Hq Hq'. unfold classify. cbv zeta. unfold class_of. cbn [class_table].
  rewrite table_in by (exact word_key_inj || easy). rewrite table_in by (exact word_key_inj || easy).
  set (v := vector q q'). set (vs := distinct _ _).
  destruct (leads v) eqn:Lv.
  - assert (I : In v vs).
    { apply distinct_in; [apply same_moves_eq|]. apply filter_In. split; [|easy]. apply in_flat_map. exists q. split; [easy|].
      apply in_map_iff. now exists q'. }
    destruct (place_spec v vs 1) as [(p & Hp & Np)|(_ & Np)]; [|easy]. rewrite Hp. unfold successor. cbn [successors].
    destruct (1 + N.of_nat p)%N eqn:E; [lia|]. rewrite <- E. replace (N.to_nat (N.pred (1 + N.of_nat p))) with p by lia.
    now rewrite (nth_error_nth vs p [] Np).
  - simpl. symmetry. now apply leads_false.
Qed.

Lemma class_bound vector states q q' :
  (class_of (classify vector states) q q' <= N.of_nat (length (successors (classify vector states))))%N.
Proof.
  unfold class_of, classify. cbv zeta. cbn [class_table successors]. set (vs := distinct _ _).
  destruct (Map.find (word_key q) _) as [t|] eqn:E; [|lia]. apply table_find in E; [|exact word_key_inj]. subst t.
  destruct (Map.find (word_key q') _) as [c|] eqn:E; [|lia]. apply table_find in E; [|exact word_key_inj]. subst c.
  destruct (leads (vector q q')); [|lia].
  destruct (place_spec (vector q q') vs 1) as [(p & Hp & Np)|(Hp & _)]; rewrite Hp; [|lia].
  assert (p < length vs) by (apply nth_error_Some; congruence). lia.
Qed.

(** ** Levels of classes *)

(** The classes after [r] of [m] rows. *)
Definition classes_after (R : ruleset) (m r : nat) : classes := hd no_classes (class_levels R m (m - r)).

Lemma classes_last R m : classes_after R m m = classify (middles R) (word_level R m).
Proof. unfold classes_after. now rewrite Nat.sub_diag. Qed.

Lemma classes_succ R m r : r < m -> classes_after R m r = classify (moves R (classes_after R m (S r))) (word_level R r).
Proof.
  intros H. unfold classes_after. replace (m - r) with (S (m - S r)) by lia. cbn [class_levels hd]. cbv zeta.
  now replace (m - S (m - S r)) with r by lia.
Qed.

Definition plain (l : letter) : letter := nth (code l) three (false, false).

Lemma plain_three l : In (plain l) three.
Proof. destruct l as [[|] [|]]; simpl; auto. Qed.

Lemma wstep_plain R q l : wstep R q (plain l) = wstep R q l.
Proof. now destruct l as [[|] [|]]. Qed.

Lemma word_level_in R ls : forall q, wrun R Out ls = Some q -> In q (word_level R (length ls)).
Proof.
  induction ls as [|l ls IH] using rev_ind; intros q E.
  - injection E as <-. now left.
  - rewrite wrun_app in E. destruct (wrun R Out ls) as [q0|]; [|easy]. rewrite app_length, Nat.add_1_r.
    cbn [word_level]. apply distinct_in; [intros a b H; now apply word_key_inj, Pos.eqb_eq|].
    apply in_flat_map. exists q0. split; [now apply IH|]. apply in_flat_map. exists (plain l). split; [apply plain_three|].
    rewrite wstep_plain. cbn [wrun] in E. destruct (wstep R q0 l) as [q1|]; [|easy]. injection E as ->. now left.
Qed.

Lemma moves_nth R C q q' x y : nth (step_index (code x, code y)) (moves R C q q') (0%N, 0%N) =
  match wstep R q x with
  | Some a => match wstep R q' y with Some b => (class_of C a b, class_of C b a) | None => (0%N, 0%N) end
  | None => (0%N, 0%N)
  end.
Proof. destruct x as [[|] [|]], y as [[|] [|]]; reflexivity. Qed.

Lemma middles_nth R q q' x : nth (code x) (middles R q q') (0%N, 0%N) =
  match wstep R q x with Some a => if join R 0 a q' then (1%N, 1%N) else (0%N, 0%N) | None => (0%N, 0%N) end.
Proof. destruct x as [[|] [|]]; reflexivity. Qed.

Lemma step_index_bound x y : step_index (code x, code y) < 9.
Proof. destruct x as [[|] [|]], y as [[|] [|]]; simpl; repeat constructor. Qed.

Lemma code_bound x : code x < 3.
Proof. destruct x as [[|] [|]]; simpl; repeat constructor. Qed.

Definition pick (flip : bool) (p : N * N) : N := if flip then snd p else fst p.

(** For each pair the table from a class to the next class. *)
Definition row_trees (b : nat) (C : classes) (flip : bool) (codes : list (nat * nat)) : list (tree int) :=
  map (table_tree b) (map (fun p c => pick flip (successor C (step_index p) c)) codes).

Lemma pick_link flip s C c : s < 9 -> pick_step flip s (link_of C c) = int_of (pick flip (successor C s c)).
Proof. intros H. destruct flip; do 9 (destruct s as [|s]; [reflexivity|]); lia. Qed.

Lemma middle_trees_tables b C codes : Forall (fun p : nat * nat => fst p < 3) codes ->
  middle_trees (middle_tables b C) codes = map (table_tree b) (map (fun p c => fst (successor C (fst p) c)) codes).
Proof.
  intros H. unfold middle_trees. rewrite map_map. apply map_ext_in. intros p Hp. rewrite Forall_forall in H. specialize (H p Hp).
  unfold middle_tables. rewrite nth_map_seq by easy. reflexivity.
Qed.

(** ** Digits *)

Lemma look_low {A} b (f : N -> A) k : look (tabulate b f) k = f (low_digit b k).
Proof.
  assert (P : (0 < 2 ^ Z.of_nat b)%Z) by (apply Z.pow_pos_nonneg; lia). pose proof (to_Z_range k) as Rk.
  pose proof (Z.mod_pos_bound (to_Z k) (2 ^ Z.of_nat b) P) as Rm.
  apply (look_tabulate b f (low_digit b k) (to_Z k / 2 ^ Z.of_nat b)).
  - apply low_small.
  - apply Z.div_pos; lia.
  - unfold low_digit. rewrite Z2N.id by lia. rewrite Z.add_comm. now apply Z.div_mod; lia.
Qed.

(** A key is put together from its lowest digit and the others. *)
Lemma digits_back b k : (Z.of_nat b <= 62)%Z ->
  (((k >> int_of (N.of_nat b)) << int_of (N.of_nat b)) + int_of (low_digit b k))%uint63 = k.
Proof.
  intros H. assert (0 < 2 ^ Z.of_nat b)%Z by (apply Z.pow_pos_nonneg; lia). pose proof (pow_le_62 (Z.of_nat b) ltac:(lia)) as L.
  pose proof (low_small b k) as S. unfold small in S. pose proof (to_Z_range k) as Rk.
  pose proof (Z.mod_pos_bound (to_Z k) (2 ^ Z.of_nat b) ltac:(lia)) as M.
  pose proof (Z.div_mod (to_Z k) (2 ^ Z.of_nat b) ltac:(lia)) as D.
  assert (V : to_Z (int_of (low_digit b k)) = Z.of_N (low_digit b k)) by (apply int_of_value; lia).
  apply to_Z_inj. rewrite add_spec, lsl_spec, lsr_spec, V, !bits_value by lia. change wB with (2 ^ 63)%Z.
  unfold low_digit. rewrite Z2N.id by lia.
  replace (to_Z k / 2 ^ Z.of_nat b * 2 ^ Z.of_nat b)%Z with (to_Z k - to_Z k mod 2 ^ Z.of_nat b)%Z by lia.
  pose proof (Z.mod_le (to_Z k) (2 ^ Z.of_nat b) ltac:(lia) ltac:(lia)).
  rewrite (Z.mod_small (_ - _)) by lia. rewrite Z.mod_small by lia. lia.
Qed.

Lemma few_none b k : few_digits b 0 k -> k = 0%uint63.
Proof.
  unfold few_digits. rewrite Z.mul_0_r. intros H. pose proof (to_Z_range k). apply to_Z_inj. change (to_Z 0%uint63) with 0%Z. lia.
Qed.

Lemma few_shift b n k : (Z.of_nat b <= 62)%Z -> few_digits b (S n) k -> few_digits b n (k >> int_of (N.of_nat b))%uint63.
Proof.
  unfold few_digits. intros H K. rewrite lsr_spec, bits_value by easy. apply Z.div_lt_upper_bound; [apply Z.pow_pos_nonneg; lia|].
  rewrite <- Z.pow_add_r by lia. now replace (Z.of_nat b + Z.of_nat b * Z.of_nat n)%Z with (Z.of_nat b * Z.of_nat (S n))%Z by lia.
Qed.

Lemma shift_more b p place k : (Z.of_nat p + Z.of_nat b <= 62)%Z -> to_Z place = Z.of_nat p ->
  (k >> (place + int_of (N.of_nat b)))%uint63 = ((k >> place) >> int_of (N.of_nat b))%uint63.
Proof.
  intros H E. apply to_Z_inj. rewrite !lsr_spec, add_spec, bits_value, E by lia. change wB with (2 ^ 63)%Z.
  rewrite Z.mod_small by (split; [lia|]; apply Z.lt_trans with 63%Z; [lia | reflexivity]).
  rewrite Z.pow_add_r by lia. symmetry. apply Z.div_div; [|apply Z.pow_pos_nonneg; lia].
  pose proof (Z.pow_pos_nonneg 2 (Z.of_nat p)). lia.
Qed.

Lemma place_more b p place : (Z.of_nat p + Z.of_nat b <= 62)%Z -> to_Z place = Z.of_nat p ->
  to_Z (place + int_of (N.of_nat b))%uint63 = Z.of_nat (p + b).
Proof.
  intros H E. rewrite add_spec, bits_value, E by lia. change wB with (2 ^ 63)%Z.
  rewrite Z.mod_small by (split; [lia|]; apply Z.lt_trans with 63%Z; [lia | reflexivity]). lia.
Qed.

(** The last bits of a key are its lowest digit. *)
Lemma land_ones b k : (Z.of_nat b <= 62)%Z -> to_Z (k land ((1 << int_of (N.of_nat b)) - 1))%uint63 = Z.of_N (low_digit b k).
Proof.
  intros H. assert (0 < 2 ^ Z.of_nat b)%Z by (apply Z.pow_pos_nonneg; lia). pose proof (pow_le_62 (Z.of_nat b) ltac:(lia)) as L.
  rewrite land_spec', sub_spec, lsl_spec, bits_value by lia. change (to_Z 1%uint63) with 1%Z. change wB with (2 ^ 63)%Z.
  rewrite (Z.mod_small (1 * _)) by lia. rewrite Z.mod_small by lia.
  replace (1 * 2 ^ Z.of_nat b - 1)%Z with (Z.ones (Z.of_nat b)) by (rewrite Z.ones_equiv; lia).
  rewrite Z.land_ones by lia. unfold low_digit. rewrite Z2N.id; [easy|]. apply Z.mod_pos_bound. lia.
Qed.

(** The next key grows from its first digit on. *)
Lemma grow_key b p place k c k' : (Z.of_nat p + Z.of_nat b <= 62)%Z -> to_Z place = Z.of_nat p ->
  (k + (((k' << int_of (N.of_nat b)) + c) << place) = (k + (c << place)) + (k' << (place + int_of (N.of_nat b))))%uint63.
Proof.
  intros H E. rewrite lsl_add_distr.
  assert (T : ((k' << int_of (N.of_nat b)) << place = k' << (place + int_of (N.of_nat b)))%uint63).
  { apply to_Z_inj. rewrite !lsl_spec, (place_more b p), bits_value, E by (easy || lia).
    rewrite Zmult_mod_idemp_l, <- Z.mul_assoc, <- Z.pow_add_r by lia. f_equal. f_equal. f_equal. lia. }
  rewrite T, <- Uint63.add_assoc. f_equal. apply Uint63.add_comm.
Qed.

(** A key of one digit more has a next key if the digit has a next class and the rest of the key has a next key. *)
Lemma next_key_more b n C flip p codes k c : (Z.of_nat b * Z.of_nat (S n) <= 62)%Z -> few_digits b n k -> small b c ->
  next_key (int_of (N.of_nat b)) (row_trees b C flip (p :: codes)) ((k << int_of (N.of_nat b)) + int_of c)%uint63 =
    let c' := int_of (pick flip (successor C (step_index p) c)) in
    if (c' =? 0)%uint63 then None
    else match next_key (int_of (N.of_nat b)) (row_trees b C flip codes) k with
         | Some k' => Some ((k' << int_of (N.of_nat b)) + c')%uint63
         | None => None
         end.
Proof.
  intros H K Hc. cbn [row_trees map next_key]. unfold table_tree at 1 3.
  now rewrite !look_low, !(one_more_low b n), (one_more_rest b n) by easy.
Qed.
