(** Proves that the packed transfer matrix counts the valid grids under the half turn.

    A packed state decides how many valid grids begin with its rows ([value_reached]), so states with one key may be merged.
    A level is a list of states with numbers, and the sum of numbers times values does not change from level to level
    ([next_level_spec]): the order in which buckets, tries and lists are visited does not matter for a sum. For the same reason
    a count can be evaluated in shares ([packed_shares_correct]). *)

From Coq Require Import ZArith Uint63 Arith NArith PArith List Bool FMapPositive Lia Permutation.
From Gridcheck Require Import Spec Lines Decide Connected Validator Search Sanity Regions Meet Transfer Merging Upper Mirrored
  TransferCorrect Similar Fast Packed PackedKeys PackedKnown.
Import ListNotations.

(** ** Sums *)

Lemma sum_add_up {A} (f h : A -> N) l : sum (fun x => (f x + h x)%N) l = (sum f l + sum h l)%N.
Proof. induction l as [|x l IH]; simpl; lia. Qed.

Lemma sum_swap {A B} (f : A -> B -> N) l l' : sum (fun x => sum (f x) l') l = sum (fun y => sum (fun x => f x y) l) l'.
Proof.
  induction l as [|x l IH]; simpl.
  - symmetry. now apply sum_zero.
  - now rewrite IH, sum_add_up.
Qed.

Lemma sum_times {A} (c : N) (f : A -> N) l : sum (fun x => (c * f x)%N) l = (c * sum f l)%N.
Proof. induction l as [|x l IH]; simpl; lia. Qed.

Lemma sum_filtered {A} (f : A -> N) p l : sum f (filter p l) = sum (fun x => if p x then f x else 0%N) l.
Proof. induction l as [|x l IH]; simpl; [easy|]. destruct (p x); simpl; lia. Qed.

Lemma sum_bits_app (f : list bool -> N) j k : sum f (bits (j + k)) = sum (fun a => sum (fun c => f (a ++ c)) (bits k)) (bits j).
Proof.
  revert f. induction j as [|j IH]; intros f.
  - unfold bits at 2. simpl. rewrite N.add_0_r. reflexivity.
  - assert (E : forall k (f : list bool -> N), sum f (bits (S k)) =
      (sum (fun x => f (false :: x)) (bits k) + sum (fun x => f (true :: x)) (bits k))%N).
    { intros i h. unfold bits. cbn [lists flat_map]. now rewrite app_nil_r, sum_app, !sum_map. }
    cbn [Nat.add]. rewrite !E, !IH. reflexivity.
Qed.

Lemma bits_NoDup k : NoDup (bits k).
Proof. apply lists_NoDup. repeat constructor; simpl; intuition easy. Qed.

Lemma sum_reversed (f : list bool -> N) k : sum (fun w => f (rev w)) (bits k) = sum f (bits k).
Proof.
  rewrite <- (sum_map f (@rev bool)). apply sum_permuted, NoDup_Permutation_bis.
  - apply NoDup_map_on; [apply bits_NoDup|]. intros x y _ _ E. now rewrite <- (rev_involutive x), E, rev_involutive.
  - now rewrite map_length.
  - intros x Hx. apply in_map_iff in Hx. destruct Hx as (y & <- & Hy). apply bits_length in Hy. apply bits_length.
    now rewrite rev_length.
Qed.

Lemma cmp_bool_turned a b : cmp_bool a b = CompOpp (cmp_bool b a).
Proof. now destruct a, b. Qed.

Lemma cmp_squares_turned a : forall b, cmp_list cmp_bool a b = CompOpp (cmp_list cmp_bool b a).
Proof.
  induction a as [|x a IH]; intros [|y b]; try easy. cbn [cmp_list]. rewrite cmp_bool_turned, IH. now destruct (cmp_bool y x).
Qed.

(** Each row is followed once. *)
Lemma follows_sum R (f : list bool -> N) k : (forall w, possible_row (row_marks R Out w) = false -> f w = 0%N) ->
  sum (fun w => sum (fun p => f (fst p)) (follows R w)) (bits k) = sum f (bits k).
Proof.
  intros Z.
  assert (E : forall w, sum (fun p => f (fst p)) (follows R w) =
    ((match cmp_list cmp_bool w (rev w) with Gt => 0 | _ => f w end) +
     (match cmp_list cmp_bool w (rev w) with Lt => f (rev w) | _ => 0 end))%N).
  { intros w. unfold follows. rewrite sum_filtered.
    assert (P : forall p : list bool * bool, (if possible_row (row_marks R Out (fst p)) then f (fst p) else 0%N) = f (fst p)).
    { intros p. destruct (possible_row (row_marks R Out (fst p))) eqn:Q; [easy|]. symmetry. now apply Z. }
    rewrite (sum_ext _ (fun p => f (fst p))) by (intros p _; apply P).
    destruct (cmp_list cmp_bool w (rev w)); simpl; lia. }
  rewrite (sum_ext _ _ _ (fun w _ => E w)), sum_add_up.
  set (h := fun w => match cmp_list cmp_bool w (rev w) with Lt => f (rev w) | _ => 0%N end).
  rewrite <- (sum_reversed h k). rewrite <- sum_add_up. apply sum_ext. intros w _. unfold h. rewrite rev_involutive.
  rewrite (cmp_squares_turned (rev w) w). destruct (cmp_list cmp_bool w (rev w)); simpl; lia.
Qed.

Lemma plans_sum R n (h : list bool -> list (list bool * bool) -> N) : (forall w, h w [] = 0%N) ->
  sum (fun p => h (fst p) (snd p)) (plans R n) = sum (fun w => h w (follows R w)) (bits n).
Proof.
  intros Z. unfold plans. rewrite sum_filtered, sum_map. apply sum_ext. intros w _. cbn [fst snd].
  destruct (follows R w); [now rewrite Z | easy].
Qed.

Lemma row_writes_length l w : length (row_writes l w) = length w.
Proof. revert l. induction w as [|x w IH]; intros l; simpl; auto. Qed.

(** ** Counters *)

Definition val (c : int) : N := Z.to_N (to_Z c).

Lemma val_sum c d : (c + d <? c)%uint63 = false -> val (c + d)%uint63 = (val c + val d)%N.
Proof.
  intros H. unfold val. pose proof (to_Z_range c) as Rc. pose proof (to_Z_range d) as Rd.
  assert (L : ~ (to_Z (c + d) < to_Z c)%Z) by (intros L; apply ltb_spec in L; congruence).
  rewrite add_spec in *. change wB with (2 ^ 63)%Z in *.
  assert (E : ((to_Z c + to_Z d) mod 2 ^ 63 = to_Z c + to_Z d)%Z).
  { destruct (Z_lt_le_dec (to_Z c + to_Z d) (2 ^ 63)) as [S|S]; [apply Z.mod_small; lia|]. exfalso. apply L.
    replace (to_Z c + to_Z d)%Z with ((to_Z c + to_Z d - 2 ^ 63) + 1 * 2 ^ 63)%Z by lia.
    rewrite Z.mod_add, Z.mod_small by lia. lia. }
  rewrite E. lia.
Qed.

(** ** Tries *)

Fixpoint sum_keys (F : int -> N) (t : trie) : N :=
  match t with Leaf k c => (val c * F k)%N | Fork _ _ l r => (sum_keys F l + sum_keys F r)%N | _ => 0%N end.
Fixpoint all_keys (P : int -> Prop) (t : trie) : Prop :=
  match t with Leaf k _ => P k | Fork _ _ l r => all_keys P l /\ all_keys P r | _ => True end.

Lemma all_keys_weaken (P Q : int -> Prop) t : (forall k, P k -> Q k) -> all_keys P t -> all_keys Q t.
Proof. intros H. induction t; cbn [all_keys]; intuition. Qed.

Lemma fork_sum F k t k' t' : sum_keys F (fork k t k' t') = (sum_keys F t + sum_keys F t')%N.
Proof. unfold fork. cbv zeta. destruct (_ =? 0)%uint63; simpl; lia. Qed.
Lemma fork_all (P : int -> Prop) k t k' t' : all_keys P t -> all_keys P t' -> all_keys P (fork k t k' t').
Proof. intros A A'. unfold fork. cbv zeta. destruct (_ =? 0)%uint63; simpl; auto. Qed.
Lemma fork_sound k t k' t' : sound (fork k t k' t') = sound t &&& sound t'.
Proof. unfold fork. cbv zeta. destruct (_ =? 0)%uint63; simpl; now destruct (sound t), (sound t'). Qed.

Lemma insert_all (P : int -> Prop) k c t : P k -> all_keys P t -> all_keys P (insert_key k c t).
Proof.
  intros Hk. induction t as [|k' c'|p b l IHl r IHr|]; cbn [insert_key all_keys]; try easy.
  - intros A. destruct (k =? k')%uint63; [cbv zeta; now destruct (_ <? _)%uint63 | now apply fork_all].
  - intros (A & A'). destruct (_ =? p)%uint63; [destruct (_ =? 0)%uint63; simpl; auto|]. apply fork_all; simpl; auto.
Qed.

Lemma insert_sound k c t : sound (insert_key k c t) = true -> sound t = true.
Proof.
  induction t as [|k' c'|p b l IHl r IHr|]; cbn [insert_key sound]; try easy.
  destruct (_ =? p)%uint63; [destruct (_ =? 0)%uint63; cbn [sound]; rewrite !and_true; intuition|].
  rewrite fork_sound. cbn [sound]. easy.
Qed.

Lemma insert_sum F k c t : sound (insert_key k c t) = true ->
  sum_keys F (insert_key k c t) = (val c * F k + sum_keys F t)%N.
Proof.
  induction t as [|k' c'|p b l IHl r IHr|]; cbn [insert_key sum_keys]; try easy; [lia | |].
  - destruct (k =? k')%uint63 eqn:E; [|intros _; rewrite fork_sum; simpl; lia].
    apply eqb_correct in E. subst k'. cbv zeta. destruct (_ <? _)%uint63 eqn:O; [easy|]. intros _. cbn [sum_keys].
    rewrite val_sum by easy. lia.
  - destruct (_ =? p)%uint63; [|intros _; rewrite fork_sum; simpl; lia].
    destruct (_ =? 0)%uint63; cbn [sound sum_keys]; rewrite and_true; intros (S1 & S2).
    + rewrite IHl by easy. lia.
    + rewrite IHr by easy. lia.
Qed.

(** Keys and their counters. *)
Definition total (F : int -> N) (l : list (int * int)) : N := sum (fun q => (val (snd q) * F (fst q))%N) l.
Definition all_of (P : int -> Prop) (l : list (int * int)) : Prop := Forall (fun q => P (fst q)) l.

Fixpoint key_list (t : trie) : list (int * int) :=
  match t with Leaf k c => [(k, c)] | Fork _ _ l r => key_list l ++ key_list r | _ => [] end.

Lemma total_app F l l' : total F (l ++ l') = (total F l + total F l')%N.
Proof. apply sum_app. Qed.

Lemma key_list_sum F t : sum_keys F t = total F (key_list t).
Proof. induction t; cbn [sum_keys key_list]; [easy | unfold total; simpl; lia | now rewrite total_app, IHt1, IHt2 | easy]. Qed.
Lemma key_list_all P t : all_keys P t -> all_of P (key_list t).
Proof.
  unfold all_of. induction t; cbn [all_keys key_list]; [constructor | now constructor | | constructor].
  intros (A & A'). apply Forall_app. auto.
Qed.

(** ** Frozen keys *)

(** The keys of [n] classes that a tree of cells has, and what it is made of. *)
Fixpoint cell_list (b : nat) (es : cells) : list (int * int) :=
  match es with
  | Done => []
  | Cell c => [(0%uint63, c)]
  | Pair x more => map (fun q => (((fst q << int_of (N.of_nat b)) + own x)%uint63, snd q)) (cell_list b more)
  | Both _ l r => cell_list b l ++ cell_list b r
  end.
Fixpoint well_linked (b : nat) (C : classes) (n : nat) (es : cells) : Prop :=
  match es with
  | Done => True
  | Cell _ => n = 0
  | Pair x more => exists c n', n = S n' /\ small b c /\ x = link_of C c /\ well_linked b C n' more
  | Both m l r => m = (mask_of l lor mask_of r)%uint63 /\ well_linked b C n l /\ well_linked b C n r
  end.

Lemma cells_few b C es : forall n, (Z.of_nat b * Z.of_nat n <= 62)%Z -> well_linked b C n es -> all_of (few_digits b n) (cell_list b es).
Proof.
  unfold all_of. induction es as [|c|x more IH|m l IHl r IHr]; intros n H; cbn [well_linked cell_list].
  - constructor.
  - intros ->. repeat constructor. unfold few_digits. cbn [fst]. rewrite Z.mul_0_r. reflexivity.
  - intros (c & n' & -> & Sc & -> & Lm). apply Forall_forall. intros q Hq. apply in_map_iff in Hq. destruct Hq as (q0 & <- & Hq).
    specialize (IH n' ltac:(nia) Lm). rewrite Forall_forall in IH. cbn [fst own link_of]. now apply (one_more b n' (fst q0) c H (IH _ Hq)).
  - intros (_ & Ll & Lr). apply Forall_app. auto.
Qed.

Lemma both_spec b C n l r ql qr : well_linked b C n l /\ cell_list b l = ql -> well_linked b C n r /\ cell_list b r = qr ->
  well_linked b C n (both l r) /\ cell_list b (both l r) = ql ++ qr.
Proof. intros (Ll & <-) (Lr & <-). destruct l, r; cbn [both well_linked cell_list]; rewrite ?app_nil_r; auto. Qed.

Section Freeze.
  Variable b : nat.
  Variable C : classes.
  Let bits := int_of (N.of_nat b).
  Let links := tabulate b (link_of C).
  Let ones := ((1 << bits) - 1)%uint63.

  Lemma chain_spec n : forall k c, (Z.of_nat b * Z.of_nat n <= 62)%Z -> few_digits b n k ->
    well_linked b C n (chain links bits n k c) /\ cell_list b (chain links bits n k c) = [(k, c)].
  Proof.
    induction n as [|n IH]; intros k c H K; cbn [chain well_linked cell_list].
    - split; [easy|]. now rewrite (few_none b k K).
    - unfold links, bits in *. rewrite look_low. apply few_shift in K as K'; [|nia].
      destruct (IH _ c ltac:(nia) K') as (L & ->). split.
      + exists (low_digit b k), n. repeat split; [apply low_small | exact L].
      + cbn [map fst snd own link_of]. now rewrite digits_back by nia.
  Qed.

  Lemma agree_all place c t : (Z.of_nat b <= 62)%Z -> agree ones place (c land ones)%uint63 t = true ->
    all_of (fun k => low_digit b (k >> place)%uint63 = low_digit b c) (key_list t).
  Proof.
    intros H. unfold all_of. induction t as [|k x|p q l IHl r IHr|]; cbn [agree key_list]; intros E; try constructor; [|constructor|].
    - cbn [fst]. apply eqb_correct in E. apply (f_equal to_Z) in E. unfold ones, bits in E. rewrite !land_ones in E by easy. lia.
    - rewrite and_true in E. apply Forall_app. intuition.
  Qed.

  Lemma freeze_spec n : forall p place t, to_Z place = Z.of_nat p -> (Z.of_nat p + Z.of_nat b * Z.of_nat n <= 62)%Z ->
    all_keys (fun k => few_digits b n (k >> place)%uint63) t ->
    well_linked b C n (freeze links bits n place t) /\
    cell_list b (freeze links bits n place t) = map (fun q => ((fst q >> place)%uint63, snd q)) (key_list t).
  Proof.
    induction n as [|n IH]; intros p place t E H A.
    - induction t as [|k c|q0 q l IHl r IHr|]; cbn [freeze all_keys key_list map] in *; try now split.
      + split; [easy|]. cbn [fst snd]. now rewrite (few_none b _ A).
      + rewrite map_app. now apply both_spec; [apply IHl | apply IHr].
    - induction t as [|k c|q0 q l IHl r IHr|]; cbn [all_keys key_list] in *; try now split.
      + cbn [freeze]. apply chain_spec; [lia | exact A].
      + pose proof (both_spec _ _ _ _ _ _ _ (IHl (proj1 A)) (IHr (proj2 A))) as Two. rewrite <- map_app in Two.
        set (k0 := (some_key l >> place)%uint63).
        change (freeze links bits (S n) place (Fork q0 q l r)) with
          (if (if (q <? 1 << (place + bits))%uint63 then false else agree ones place (k0 land ones)%uint63 (Fork q0 q l r))
           then Pair (look links k0) (freeze links bits n (place + bits)%uint63 (Fork q0 q l r))
           else both (freeze links bits (S n) place l) (freeze links bits (S n) place r)).
        destruct (if (q <? _)%uint63 then false else _) eqn:G; [|exact Two].
        assert (G' : agree ones place (k0 land ones)%uint63 (Fork q0 q l r) = true) by (destruct (q <? _)%uint63; [easy | exact G]).
        apply agree_all in G'; [|nia].
        destruct (IH (p + b) (place + bits)%uint63 (Fork q0 q l r)) as (L & El).
        * apply place_more; [nia | exact E].
        * nia.
        * apply (all_keys_weaken (fun k => few_digits b (S n) (k >> place)%uint63)); [|exact A].
          intros k. unfold bits. rewrite (shift_more b p) by (easy || nia). apply few_shift. nia.
        * unfold links at 1 3. rewrite look_low. split.
          -- exists (low_digit b k0), n. repeat split; [apply low_small | exact L].
          -- cbn [cell_list own link_of]. rewrite El, map_map. apply map_ext_in. intros x Hx. cbn [fst snd]. f_equal.
             unfold all_of in G'. rewrite Forall_forall in G'. rewrite <- (G' _ Hx). unfold bits. rewrite (shift_more b p) by (easy || nia).
             apply digits_back. nia.
  Qed.
End Freeze.

Definition sum_cells (b : nat) (F : int -> N) (es : cells) : N := total F (cell_list b es).
(** The cells are linked as [good] requires, and their keys have [P]. *)
Definition all_cells (b : nat) (good : cells -> Prop) (P : int -> Prop) (es : cells) : Prop := good es /\ all_of P (cell_list b es).

Lemma freezer_spec b n C t (P : int -> Prop) F : (Z.of_nat b * Z.of_nat n <= 62)%Z -> all_keys P t -> (forall k, P k -> few_digits b n k) ->
  all_cells b (well_linked b C n) P (freezer b n C t) /\ sum_cells b F (freezer b n C t) = sum_keys F t.
Proof.
  intros H A Few.
  assert (Z0 : forall k : int, (k >> 0)%uint63 = k) by (intros k; apply to_Z_inj; rewrite lsr_spec; apply Z.div_1_r).
  assert (A' : all_keys (fun k => few_digits b n (k >> 0)%uint63) t).
  { refine (all_keys_weaken _ _ _ _ A). intros k. rewrite Z0. apply Few. }
  destruct (freeze_spec b C n 0 0%uint63 t eq_refl ltac:(lia) A') as (L & E).
  rewrite (map_ext _ (fun q => q)), map_id in E by (intros (k, c); cbn [fst snd]; now rewrite Z0).
  unfold freezer, all_cells, sum_cells. rewrite E. split; [split; [exact L | now apply key_list_all] | symmetry; apply key_list_sum].
Qed.

(** *** Masks *)

Definition subset (s m : int) : Prop := forall i, bit s i = true -> bit m i = true.

Lemma within_spec s m : within s m = true <-> subset s m.
Proof.
  unfold within, subset. split.
  - intros E i Hi. apply eqb_correct in E. rewrite <- E, land_spec, andb_true_iff in Hi. easy.
  - intros H. enough (E : (s land m)%uint63 = s) by (rewrite E; apply Uint63.eqb_refl).
    apply bit_ext. intros i. rewrite land_spec. specialize (H i). destruct (bit s i), (bit m i); auto.
Qed.

Lemma subset_lor s s' m m' : subset s m -> subset s' m' -> subset (s lor s')%uint63 (m lor m')%uint63.
Proof. intros H H' i. rewrite !lor_spec, !orb_true_iff. intros [Q|Q]; auto. Qed.
Lemma subset_left s m m' : subset s m -> subset s (m lor m')%uint63.
Proof. intros H i Q. rewrite lor_spec, orb_true_iff. auto. Qed.
Lemma subset_right s m m' : subset s m' -> subset s (m lor m')%uint63.
Proof. intros H i Q. rewrite lor_spec, orb_true_iff. auto. Qed.
Lemma subset_lsl s m k : subset s m -> subset (s << k)%uint63 (m << k)%uint63.
Proof. intros H i. rewrite !bit_lsl. destruct (_ || _)%bool; auto. Qed.

Lemma step_mask_subset C c s flip : s < 9 -> pick flip (successor C s c) <> 0%N -> subset (step_bit s) (step_mask C c).
Proof.
  intros Hs Hp. unfold step_mask. assert (I : In s (seq 0 9)) by (apply in_seq; lia).
  induction (seq 0 9) as [|x l IH]; [easy|]. cbn [fold_right]. destruct I as [->|I].
  - destruct (successor C s c) as (u, v). destruct (N.eqb_spec u 0) as [->|]; [destruct (N.eqb_spec v 0) as [->|]|]; cbn [andb];
      try (apply subset_left; intros i; exact id). exfalso. now destruct flip.
  - destruct (successor C x c) as (u, v). destruct (N.eqb u 0 && N.eqb v 0)%bool; [auto | apply subset_right; auto].
Qed.

(** *** Routes *)

Definition follow_key (b : int) (ts : list (tree int)) (F : int -> N) (k : int) : N :=
  match next_key b ts k with Some k' => F k' | None => 0%N end.

(** A route inserts the next key of each key that has one. *)
Definition pull_key (b : int) (ts : list (tree int)) (grow : int -> int) (t : trie) (q : int * int) : trie :=
  match next_key b ts (fst q) with Some k' => insert_key (grow k') (snd q) t | None => t end.

Lemma fold_map {A B T} (f : T -> B -> T) (h : A -> B) l : forall t, fold_left f (map h l) t = fold_left (fun t x => f t (h x)) l t.
Proof. induction l as [|x l IH]; intros t; simpl; auto. Qed.
Lemma fold_idle {A T} (l : list A) : forall t : T, fold_left (fun t _ => t) l t = t.
Proof. induction l; simpl; auto. Qed.

Lemma pull_nothing b ts grow t l : (forall q, In q l -> next_key b ts (fst q) = None) -> fold_left (pull_key b ts grow) l t = t.
Proof.
  intros H. rewrite (fold_left_ext' _ (fun t _ => t)); [apply fold_idle|]. intros u q Hq. unfold pull_key. now rewrite H.
Qed.

Lemma add_zero k : (k + 0)%uint63 = k.
Proof. apply to_Z_inj. rewrite add_spec. change (to_Z 0%uint63) with 0%Z. rewrite Z.add_0_r. apply Z.mod_small, to_Z_range. Qed.

Section Route.
  Variable b : nat.
  Variable C : classes.
  Variable flip : bool.
  Let bits := int_of (N.of_nat b).

  (** A mask loses no key: if a row leads from one of the keys to a next key, its steps are within the mask. *)
  Lemma mask_covers es : forall codes place, well_linked b C (length codes) es -> Forall (fun x => step_index x < 9) codes ->
    (Z.of_nat b * Z.of_nat (length codes) <= 62)%Z ->
    forall q, In q (cell_list b es) -> next_key bits (row_trees b C flip codes) (fst q) <> None ->
    subset (route_steps (route_of bits place flip codes)) (mask_of es).
  Proof.
    induction es as [|c|x more IH|m l IHl r IHr]; intros codes place L A H q Hq Hk; cbn [well_linked cell_list mask_of] in *.
    - easy.
    - apply length_zero_iff_nil in L. subst codes. intros i. cbn [route_of route_steps]. now rewrite bit_0.
    - destruct L as (c & n & E & Sc & -> & Lm), codes as [|x codes]; [easy|]. injection E as <-. inversion A; subst. cbn [length] in H.
      apply in_map_iff in Hq. destruct Hq as (q0 & <- & Hq). pose proof (cells_few b C more (length codes) ltac:(nia) Lm) as Few.
      unfold all_of in Few. rewrite Forall_forall in Few. cbn [fst own link_of] in Hk. unfold bits in Hk.
      rewrite (next_key_more b (length codes)) in Hk by auto. cbv zeta in Hk. destruct (int_of _ =? 0)%uint63 eqn:Z; [easy|].
      cbn [route_of route_steps link_of]. apply subset_lor.
      + apply (step_mask_subset C c _ flip); [easy|]. intros Q. now rewrite Q in Z.
      + apply subset_lsl, IH with q0; try easy; [nia|]. intros Q. unfold bits in Q. now rewrite Q in Hk.
    - destruct L as (-> & Ll & Lr). apply in_app_iff in Hq. destruct Hq as [Hq|Hq].
      + apply subset_left. now apply IHl with q.
      + apply subset_right. now apply IHr with q.
  Qed.

  Lemma pull_spec es : forall codes p place k t, well_linked b C (length codes) es -> Forall (fun x => step_index x < 9) codes ->
    to_Z place = Z.of_nat p -> (Z.of_nat p + Z.of_nat b * Z.of_nat (length codes) <= 62)%Z ->
    pull (route_of bits place flip codes) k es t =
      fold_left (pull_key bits (row_trees b C flip codes) (fun k' => k + (k' << place))%uint63) (cell_list b es) t.
  Proof.
    induction es as [|c|x more IH|m l IHl r IHr]; intros codes p place k t L A E H.
    - reflexivity.
    - apply length_zero_iff_nil in L. subst codes. cbn. now rewrite lsl0, add_zero.
    - destruct L as (c & n & Ln & Sc & -> & Lm), codes as [|x codes]; [easy|]. injection Ln as <-. inversion A; subst. cbn [length] in H.
      pose proof (cells_few b C more (length codes) ltac:(nia) Lm) as Few. unfold all_of in Few. rewrite Forall_forall in Few.
      cbn [pull route_of cell_list own link_of]. rewrite pick_link, fold_map by easy. cbv zeta.
      set (c1 := int_of (pick flip (successor C (step_index x) c))).
      rewrite (fold_left_ext' _ (fun t q => if (c1 =? 0)%uint63 then t
        else pull_key bits (row_trees b C flip codes) (fun k' => k + (c1 << place) + (k' << (place + bits)))%uint63 t q)).
      + destruct (c1 =? 0)%uint63; [symmetry; apply fold_idle|]. apply (IH codes (p + b)); auto; [apply place_more; [nia | exact E] | nia].
      + intros u q Hq. unfold pull_key, bits. cbn [fst snd]. rewrite (next_key_more b (length codes)) by (auto; lia). cbv zeta. fold c1.
        destruct (c1 =? 0)%uint63; [easy|]. destruct (next_key _ _ (fst q)); [|easy]. f_equal. apply (grow_key b p); [nia | exact E].
    - pose proof L as (-> & Ll & Lr). cbn [pull cell_list]. destruct (within _ _) eqn:W.
      + rewrite fold_left_app, (IHl codes p), (IHr codes p) by easy. reflexivity.
      + symmetry. apply pull_nothing. intros q Hq. apply not_true_iff_false in W. destruct (next_key _ _ _) eqn:Q; [|easy].
        destruct W. apply within_spec, (mask_covers (Both _ l r) codes place L) with q; try easy; [lia | congruence].
  Qed.
End Route.

Lemma follows_none p es : follows_some p es = false -> forall k t, pull p k es t = t.
Proof.
  revert p. induction es as [|c|x more IH|m l IHl r IHr]; intros p H k t; cbn [follows_some pull] in *; try easy.
  - destruct p as [|next place steps p']; [easy|]. cbv zeta. destruct (_ =? 0)%uint63; [easy | now apply IH].
  - destruct (within _ m); [|easy]. destruct (follows_some p l) eqn:E; [easy|]. now rewrite IHl, IHr.
Qed.

Section PullOne.
  Variable b : int.
  Variable ts : list (tree int).
  Let pulls := fold_left (pull_key b ts (fun k' => k')).

  Lemma pull_all (P Q : int -> Prop) l : (forall k k', P k -> next_key b ts k = Some k' -> Q k') ->
    forall t, all_of P l -> all_keys Q t -> all_keys Q (pulls l t).
  Proof.
    intros H. unfold pulls. induction l as [|(k, c) l IH]; intros t A B; cbn [fold_left]; [easy|]. inversion A; subst. apply IH; [easy|].
    unfold pull_key. cbn [fst snd] in *. destruct (next_key b ts k) as [k'|] eqn:E; [apply insert_all; eauto | easy].
  Qed.
  Lemma pull_sound l : forall t, sound (pulls l t) = true -> sound t = true.
  Proof.
    unfold pulls. induction l as [|(k, c) l IH]; intros t S; cbn [fold_left] in S; [easy|]. apply IH in S.
    unfold pull_key in S. cbn [fst snd] in S. destruct (next_key b ts k); [now apply insert_sound in S | easy].
  Qed.
  Lemma pull_sum F l : forall t, sound (pulls l t) = true -> sum_keys F (pulls l t) = (total (follow_key b ts F) l + sum_keys F t)%N.
  Proof.
    unfold pulls, total. induction l as [|(k, c) l IH]; intros t S; cbn [fold_left] in *; [easy|].
    rewrite IH by easy. apply pull_sound in S. cbn [sum fold_right fst snd]. unfold pull_key in *. unfold follow_key at 2. cbn [fst snd] in *.
    fold (sum (fun q => (val (snd q) * follow_key b ts F (fst q))%N) l).
    destruct (next_key b ts k) as [k'|]; [rewrite insert_sum by easy; lia | lia].
  Qed.
End PullOne.

Lemma legal_ones_filter m below las : legal_ones m below las = filter (fun p => legal m (fst p) below) las.
Proof. induction las as [|(a, es) las IH]; simpl; [easy|]. now rewrite IH. Qed.

(** ** Stores *)

Fixpoint all_store {A} (P : positive -> A -> Prop) (t : store A) : Prop :=
  match t with
  | Tip _ => True
  | Bin _ o l r => match o with Some x => P xH x | None => True end /\
      all_store (fun k => P (xO k)) l /\ all_store (fun k => P (xI k)) r
  end.
Definition of_option {A} (F : A -> N) (o : option A) : N := match o with Some x => F x | None => 0%N end.
Fixpoint sum_store {A} (F : A -> N) (t : store A) : N :=
  match t with Tip _ => 0%N | Bin _ o l r => (of_option F o + sum_store F l + sum_store F r)%N end.

Lemma upd_all {A} k : forall (P : positive -> A -> Prop) f t, all_store P t ->
  (forall o, (forall x, o = Some x -> P k x) -> P k (f o)) -> all_store P (upd_store k f t).
Proof.
  induction k as [k IH|k IH|]; intros P f t H Hf; destruct t as [|o l r]; cbn [upd_store all_store] in *.
  - split; [easy|]. split; [easy|]. now apply IH.
  - destruct H as (H1 & H2 & H3). split; [easy|]. split; [easy|]. now apply IH.
  - split; [easy|]. split; [|easy]. now apply IH.
  - destruct H as (H1 & H2 & H3). split; [easy|]. split; [|easy]. now apply IH.
  - split; [now apply Hf | easy].
  - destruct H as (H1 & H2 & H3). split; [|easy]. apply Hf. intros x ->. exact H1.
Qed.

Lemma upd_back {A} k : forall (P : A -> Prop) f t, all_store (fun _ => P) (upd_store k f t) ->
  (forall x, P (f (Some x)) -> P x) -> all_store (fun _ => P) t.
Proof.
  induction k as [k IH|k IH|]; intros P f t H Hf; destruct t as [|o l r]; cbn [upd_store all_store] in *; try easy.
  - destruct H as (H1 & H2 & H3). repeat split; auto. now apply (IH _ f).
  - destruct H as (H1 & H2 & H3). repeat split; auto. now apply (IH _ f).
  - destruct H as (H1 & H2 & H3). repeat split; auto. destruct o; auto.
Qed.

Lemma upd_sum {A} k : forall (P : positive -> A -> Prop) (Q : A -> Prop) F g f t, all_store P t -> all_store (fun _ => Q) (upd_store k f t) ->
  (forall o, (forall x, o = Some x -> P k x) -> Q (f o) -> F (f o) = (g + of_option F o)%N) ->
  sum_store F (upd_store k f t) = (g + sum_store F t)%N.
Proof.
  induction k as [k IH|k IH|]; intros P Q F g f t H H' Hf; destruct t as [|o l r]; cbn [upd_store all_store sum_store of_option] in *.
  - destruct H' as (_ & _ & H'). rewrite (IH (fun k => P (xI k)) Q F g f (Tip A) I H' Hf). simpl. lia.
  - destruct H as (H1 & H2 & H3), H' as (_ & _ & H'). rewrite (IH (fun k => P (xI k)) Q F g f r H3 H' Hf). lia.
  - destruct H' as (_ & H' & _). rewrite (IH (fun k => P (xO k)) Q F g f (Tip A) I H' Hf). simpl. lia.
  - destruct H as (H1 & H2 & H3), H' as (_ & H' & _). rewrite (IH (fun k => P (xO k)) Q F g f l H2 H' Hf). lia.
  - destruct H' as (H' & _). rewrite Hf by easy. simpl. lia.
  - destruct H as (H1 & _), H' as (H' & _). rewrite (Hf o); [lia | | exact H']. intros x ->. exact H1.
Qed.

Lemma all_store_weaken {A} (P Q : positive -> A -> Prop) t : forall (H : forall k x, P k x -> Q k x), all_store P t -> all_store Q t.
Proof.
  revert P Q. induction t as [|o l IHl r IHr]; intros P Q H; simpl; [easy|]. intros (A1 & A2 & A3). repeat split.
  - destruct o; auto.
  - apply (IHl (fun k => P (xO k)) (fun k => Q (xO k))); [intros; now apply H | easy].
  - apply (IHr (fun k => P (xI k)) (fun k => Q (xI k))); [intros; now apply H | easy].
Qed.

(** A property of an optional result and a sum goes along with a fold. *)
Lemma fold_store_sum {A U} (Q : option U -> N -> Prop) (P : A -> Prop) F (visit : A -> option U -> option U) :
  (forall x acc y, P x -> Q acc y -> Q (visit x acc) (F x + y)%N) ->
  forall t acc y, all_store (fun _ => P) t -> Q acc y -> Q (fold_store visit t acc) (sum_store F t + y)%N.
Proof.
  intros H. induction t as [|o l IHl r IHr]; intros acc y A0 B; cbn [fold_store sum_store all_store] in *; [easy|].
  destruct A0 as (A1 & A2 & A3).
  replace (of_option F o + sum_store F l + sum_store F r + y)%N with (sum_store F r + (sum_store F l + (of_option F o + y)))%N by lia.
  apply IHr; [easy|]. apply IHl; [easy|]. destruct o; simpl; [now apply H | easy].
Qed.

Lemma fold_store_none {A U} (visit : A -> option U -> option U) : (forall x, visit x None = None) ->
  forall t, fold_store visit t None = None.
Proof. intros H. induction t as [|[x|] l IHl r IHr]; simpl; [easy | now rewrite H, IHl | now rewrite IHl]. Qed.

Lemma fold_store_bad {A U} (bad : A -> bool) (visit : A -> option U -> option U) : (forall x, visit x None = None) ->
  (forall x acc, bad x = true -> visit x acc = None) ->
  forall t acc, fold_store visit t acc = None \/ all_store (fun _ x => bad x = false) t.
Proof.
  intros Hn Hb. induction t as [|o l IHl r IHr]; intros acc; cbn [fold_store all_store]; [now right|].
  destruct o as [x|].
  - destruct (bad x) eqn:B.
    + left. now rewrite Hb, !fold_store_none.
    + destruct (IHl (visit x acc)) as [E|E]; [left; now rewrite E, fold_store_none|].
      destruct (IHr (fold_store visit l (visit x acc))) as [E'|E']; [now left | now right].
  - destruct (IHl acc) as [E|E]; [left; now rewrite E, fold_store_none|].
    destruct (IHr (fold_store visit l acc)) as [E'|E']; [now left | now right].
Qed.

Lemma elements_all {A} (P : A -> Prop) t : forall acc, all_store (fun _ => P) t -> Forall P acc -> Forall P (fold_store cons t acc).
Proof.
  induction t as [|[x|] l IHl r IHr]; intros acc A0 B; cbn [fold_store all_store] in *; [easy | |];
    destruct A0 as (A1 & A2 & A3); apply IHr; auto.
Qed.
Lemma elements_sum {A} (F : A -> N) t : forall acc, sum F (fold_store cons t acc) = (sum_store F t + sum F acc)%N.
Proof.
  induction t as [|[x|] l IHl r IHr]; intros acc; cbn [fold_store sum_store of_option]; [easy | |]; rewrite IHr, IHl; simpl; lia.
Qed.

(** ** Codes *)

Lemma squares_code_inj a : forall b, squares_code a = squares_code b -> a = b.
Proof.
  unfold squares_code. induction a as [|x a IH]; intros [|y b] E; simpl in E; try easy.
  - now destruct y.
  - now destruct x.
  - destruct x, y; try easy; injection E as E; f_equal; auto.
Qed.

Lemma labels_code_inj a : forall b, fold_right put xH a = fold_right put xH b -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b] E; simpl in E; try easy.
  - symmetry in E. now apply put_not_one in E.
  - now apply put_not_one in E.
  - apply put_inj in E. destruct E as (-> & E). f_equal. auto.
Qed.

Lemma rest_code_inj x y : rest_code x = rest_code y -> x = y.
Proof.
  destruct x as [l s o], y as [l' s' o']. unfold rest_code. cbn [rlabels rside rsome]. intros E.
  apply put_inj in E. destruct E as (E1 & E). apply put_inj in E. destruct E as (E2 & E). apply labels_code_inj in E. subst l'.
  destruct s, s', o, o'; easy.
Qed.

(** ** The values of states *)

Record pstate := PState { prow : list bool; pabove : list bool; prest : rest; pkey : int }.

Section Count.
  Variable R : ruleset.
  Variable n m b : nat.
  Hypothesis odd : n = S (2 * m).
  Hypothesis n_positive : 0 < n.
  Hypothesis half : n = 2 * S m \/ S n = 2 * S m.
  Hypothesis turned : half_turn R = true.
  Hypothesis linked : connected R = true.
  Hypothesis no_least : min_white_per_row R = 0.
  Hypothesis b_positive : 1 <= b.
  Hypothesis b_small : (Z.of_nat b * Z.of_nat (S m) <= 62)%Z.
  Hypothesis b_fits : forall r, r <= m -> fits_in b (classes_after R m r) = true.

  Definition pstep (r : nat) (flip : bool) (s : pstate) (w : list bool) : option pstate :=
    let below := both_white (prow s) w in
    if possible_row (row_marks R Out w) &&& legal (row_marks R Out (prow s)) (pabove s) below then
      match next_rest R (prest s) w with
      | None => None
      | Some y =>
          match next_key (int_of (N.of_nat b)) (row_trees b (classes_after R m r) flip (pair_codes (S m) w)) (pkey s) with
          | None => None
          | Some k => Some (PState (if flip then rev w else w) (if flip then rev below else below)
                        (if flip then mirror_rest y else y) k)
          end
      end
    else None.

  Definition pends (s : pstate) (v : list bool) : bool :=
    legal (row_marks R Out (prow s)) (pabove s) (both_white (prow s) v) &&&
    legal (row_marks R Out v) (both_white (prow s) v) (both_white (rev (prow s)) v) &&&
    rest_ends R n (prest s) v &&&
    key_ends (int_of (N.of_nat b)) (middle_trees (middle_tables b (classes_after R m m)) (pair_codes (S m) v)) (pkey s).

  Definition known_state (g : grid) (r : nat) (s : pstate) : Prop :=
    Core R n g r (prow s) (pabove s) (prest s) /\ KeyKnown R n m b g r false (pkey s).

  Lemma pstep_known g h r flip s : is_grid n g -> is_grid n h ->
    (forall r c, r < n -> c < n -> whiteb g r c = whiteb g (n - 1 - r) (n - 1 - c)) ->
    (forall r c, r < n -> c < n -> whiteb h r c = whiteb g r (n - 1 - c)) -> r < m -> known_state g r s ->
    match pstep r flip s (row_of n g r) with
    | Some s' => known_state (if flip then h else g) (S r) s'
    | None => validb R n g = false
    end.
  Proof.
    intros G H symmetric mirror Hr (K & Kk). unfold pstep. cbv zeta.
    destruct (possible_row (row_marks R Out (row_of n g r))) eqn:P.
    2: { apply (possible_known R n g G n_positive turned symmetric r); [lia | exact P]. }
    pose proof (legal_known R n m g r _ _ _ ltac:(lia) K) as L.
    destruct (legal (row_marks R Out (prow s)) (pabove s) (both_white (prow s) (row_of n g r))) eqn:El.
    2: { destruct (validb R n g) eqn:V; [|easy]. exfalso. apply (valid_parts R n g G n_positive turned symmetric) in V.
         assert (F : false = true); [|discriminate]. apply L. intros i Hi. apply (p_rows R n g V). lia. }
    pose proof (step_core R n m b g G odd n_positive half turned linked symmetric b_positive b_small r _ _ _ ltac:(lia) K) as C.
    destruct (next_rest R (prest s) (row_of n g r)) as [y|]; [|exact C]. specialize (C (proj1 L eq_refl)).
    pose proof (step_key R n m b g G odd n_positive half turned symmetric b_positive b_small b_fits r flip _ Hr Kk) as Q.
    destruct (next_key _ _ _) as [k|]; [|exact Q].
    destruct flip; split; cbn [prow pabove prest pkey].
    - apply (flip_core R n m g h n_positive ltac:(lia) G H mirror). exact C.
    - apply (flip_key R n m b g h n_positive ltac:(lia) G H mirror). exact Q.
    - exact C.
    - exact Q.
  Qed.

  (** ** Rows of a grid *)

  Lemma half_size : Nat.div2 n = m /\ half_squares n = m * n + S m.
  Proof.
    rewrite half_squares_rows. destruct (rows_parity n) as [(E & O)|(E & O)]; [lia|]. rewrite O. simpl Nat.eqb. cbv iota.
    assert (Nat.div2 n = m) by lia. split; [easy | lia].
  Qed.

  Lemma row_first r p w x : r < m -> length p = r * n -> length w = n ->
    row_of n (complete n (p ++ w ++ x)) r = w.
  Proof.
    intros Hr Lp Lw. symmetry. apply map_nth_seq with false; [easy|]. intros c Hc. rewrite complete_white by lia.
    unfold whole. rewrite <- !app_assoc, app_nth2 by lia. rewrite app_nth1 by lia. f_equal. lia.
  Qed.

  Lemma row_middle p x : length p = m * n -> length x = S m -> row_of n (complete n (p ++ x)) m = middle_row x.
  Proof.
    intros Lp Lx. destruct half_size as (Hd & Hh).
    assert (L : length (p ++ x) = half_squares n) by (rewrite app_length; lia).
    assert (Lr : length (middle_row x) = n).
    { unfold middle_row. rewrite app_length. destruct x as [|a x]; [easy|]. simpl in Lx.
      assert (T : length (tl (rev (a :: x))) = m); [|simpl length at 1; lia].
      pose proof (rev_length (a :: x)) as Q. destruct (rev (a :: x)); simpl in *; lia. }
    symmetry. apply map_nth_seq with false; [easy|]. intros c Hc.
    assert (First : forall j, j <= m -> whiteb (complete n (p ++ x)) m j = nth j x false).
    { intros j Hj. rewrite complete_white by lia. unfold whole. rewrite app_nth1 by lia. rewrite app_nth2 by lia. f_equal. lia. }
    unfold middle_row. destruct (le_lt_dec c m) as [Lc|Lc].
    - rewrite app_nth1 by lia. now apply First.
    - rewrite app_nth2 by lia. rewrite complete_symmetric by (easy || lia). replace (n - 1 - m) with m by lia. rewrite First by lia.
      assert (T : forall l i, nth i (tl l) false = nth (S i) (l : list bool) false) by (intros [|a l] [|i]; easy).
      rewrite T, rev_nth by lia. f_equal. lia.
  Qed.

  (** ** Prefixes *)

  Definition begins (r : nat) (s : pstate) (p : list bool) : Prop :=
    length p = r * n /\ forall x, length x = half_squares n - r * n -> known_state (complete n (p ++ x)) r s.
  Definition begun (r : nat) (s : pstate) : Prop := exists p, begins r s p.
  Definition grids_from (r : nat) (p : list bool) : N := sum (fun x => good_grid R n (p ++ x)) (bits (half_squares n - r * n)).

  Lemma rows_fit r : r <= m -> r * n <= half_squares n.
  Proof. intros H. destruct half_size as (_ & ->). nia. Qed.

  Lemma grids_row r p : r < m -> grids_from r p = sum (fun w => grids_from (S r) (p ++ w)) (bits n).
  Proof.
    intros Hr. unfold grids_from. pose proof (rows_fit (S r) ltac:(lia)) as B. simpl in B.
    replace (half_squares n - r * n) with (n + (half_squares n - S r * n)) by (simpl; lia).
    rewrite sum_bits_app. apply sum_ext. intros w _. apply sum_ext. intros x _. now rewrite app_assoc.
  Qed.

  Lemma grids_mirrored r p : r <= m -> length p = r * n -> grids_from r (mirrored_squares n (r * n) p) = grids_from r p.
  Proof.
    intros Hr Lp. pose proof (rows_fit r Hr) as B. unfold grids_from.
    set (k := half_squares n - r * n). set (turn := fun x => skipn (r * n) (flipped n (p ++ x))).
    assert (E : forall x, length x = k -> flipped n (p ++ x) = mirrored_squares n (r * n) p ++ turn x)
      by (intros x Hx; now apply flipped_app).
    assert (Lt : forall x, length (turn x) = k) by (intros x; unfold turn; rewrite skipn_length, flipped_length; easy).
    assert (La : forall x, length x = k -> length (p ++ x) = half_squares n) by (intros x Hx; rewrite app_length; unfold k in Hx; lia).
    transitivity (sum (fun x => good_grid R n (mirrored_squares n (r * n) p ++ x)) (map turn (bits k))).
    - apply sum_permuted, Permutation_sym, NoDup_Permutation_bis.
      + apply NoDup_map_on; [apply bits_NoDup|].
        intros x y Hx Hy Q. apply bits_length in Hx, Hy.
        assert (Z : flipped n (p ++ x) = flipped n (p ++ y)) by (rewrite !E by easy; now rewrite Q).
        apply (f_equal (flipped n)) in Z. rewrite !flipped_twice in Z by auto. now apply app_inv_head in Z.
      + now rewrite map_length.
      + intros x Hx. apply in_map_iff in Hx. destruct Hx as (y & <- & _). now apply bits_length.
    - rewrite sum_map. apply sum_ext. intros x Hx. apply bits_length in Hx. rewrite <- E by easy.
      apply (good_flipped R n n_positive turned). auto.
  Qed.

  Lemma step_begins r flip s w p : r < m -> begins r s p -> length w = n ->
    match pstep r flip s w with
    | Some s' => begins (S r) s' (if flip then mirrored_squares n (S r * n) (p ++ w) else p ++ w)
    | None => grids_from (S r) (p ++ w) = 0%N
    end.
  Proof.
    intros Hr (Lp & K) Lw. pose proof (rows_fit (S r) ltac:(lia)) as B. pose proof B as B'. simpl in B'.
    assert (Lpw : length (p ++ w) = S r * n) by (rewrite app_length; simpl; lia).
    assert (Step : forall x, length x = half_squares n - S r * n ->
      let g := complete n (p ++ w ++ x) in
      match pstep r flip s w with
      | Some s' => known_state (if flip then map (@rev bool) g else g) (S r) s'
      | None => validb R n g = false
      end).
    { intros x Lx g. assert (L : length (p ++ w ++ x) = half_squares n) by (rewrite !app_length; simpl in Lx; lia).
      assert (Kx : known_state g r s) by (apply K; rewrite app_length; simpl in Lx; lia).
      pose proof (complete_grid n (p ++ w ++ x)) as G. fold g in G.
      pose proof (pstep_known g (map (@rev bool) g) r flip s G (flip_grid n g G)
        (fun r c => complete_symmetric n _ r c L) ltac:(intros a c Ha Hc; now apply (flip_white n)) Hr Kx) as Q.
      unfold g in Q at 1. rewrite row_first in Q by easy. exact Q. }
    destruct (pstep r flip s w) as [s'|].
    - destruct flip.
      + split; [apply mirrored_length|]. intros x Lx. set (l := mirrored_squares n (S r * n) (p ++ w) ++ x).
        assert (L : length l = half_squares n) by (unfold l; rewrite app_length, mirrored_length; lia).
        pose proof (flipped_app n (S r) (mirrored_squares n (S r * n) (p ++ w)) x B (mirrored_length _ _ _) Lx) as E.
        rewrite mirrored_twice in E by easy. fold l in E.
        specialize (Step (skipn (S r * n) (flipped n l)) ltac:(rewrite skipn_length, flipped_length; lia)). cbv zeta in Step.
        rewrite app_assoc, <- E, complete_flipped, (flip_twice n) in Step by (easy || apply complete_grid). exact Step.
      + split; [easy|]. intros x Lx. rewrite <- app_assoc. now apply Step.
    - unfold grids_from. rewrite (sum_ext _ (fun _ => 0%N)); [now apply sum_zero|].
      intros x Hx. apply bits_length in Hx. rewrite <- app_assoc. unfold good_grid. now rewrite Step.
  Qed.

  (** The number of valid grids that begin as the state says, with [d] rows to the middle row. *)
  Fixpoint value_of (d : nat) (s : pstate) : N :=
    match d with
    | 0 => sum (fun x => if pends s (middle_row x) then 1%N else 0%N) (bits (S m))
    | S d' => sum (fun w => match pstep (m - d) false s w with Some s' => value_of d' s' | None => 0%N end) (bits n)
    end.

  Lemma value_reached d : forall r s p, r + d = m -> begins r s p -> value_of d s = grids_from r p.
  Proof.
    induction d as [|d IH]; intros r s p Hr K; cbn [value_of].
    - rewrite Nat.add_0_r in Hr. subst r. unfold grids_from. destruct half_size as (_ & Hh).
      replace (half_squares n - m * n) with (S m) by lia. apply sum_ext. intros x Hx. apply bits_length in Hx.
      destruct K as (Lp & K). specialize (K x ltac:(lia)). destruct K as (K & Kk).
      assert (L : length (p ++ x) = half_squares n) by (rewrite app_length; lia).
      pose proof (ends_known R n m b _ (complete_grid n (p ++ x)) odd n_positive half turned linked
        (fun r c => complete_symmetric n _ r c L) b_positive b_small b_fits no_least _ _ _ _ K Kk) as Q.
      rewrite row_middle in Q by easy. unfold good_grid, pends. now rewrite Q.
    - replace (m - S d) with r by lia. rewrite grids_row by lia. apply sum_ext. intros w Hw. apply bits_length in Hw.
      pose proof (step_begins r false s w p ltac:(lia) K Hw) as Q. destruct (pstep r false s w) as [s'|]; [|now rewrite Q].
      apply (IH (S r)); [lia | exact Q].
  Qed.

  Definition step_value (d : nat) (flip : bool) (s : pstate) (w : list bool) : N :=
    match pstep (m - S d) flip s w with Some s' => value_of d s' | None => 0%N end.

  Lemma step_flipped d r flip s w : r + S d = m -> begun r s -> length w = n ->
    step_value d flip s w = step_value d false s w /\
    forall s', pstep r flip s w = Some s' -> begun (S r) s'.
  Proof.
    intros Hr (p & K) Lw. unfold step_value. replace (m - S d) with r by lia.
    assert (V : forall fl, match pstep r fl s w with Some s' => value_of d s' | None => 0%N end = grids_from (S r) (p ++ w)).
    { intros fl. pose proof (step_begins r fl s w p ltac:(lia) K Lw) as Q. destruct (pstep r fl s w) as [s'|]; [|now rewrite Q].
      rewrite (value_reached d (S r) s' _ ltac:(lia) Q). destruct fl; [|easy]. apply grids_mirrored; [lia|].
      rewrite app_length. destruct K as (Lp & _). simpl. lia. }
    split; [now rewrite !V|]. intros s' E. pose proof (step_begins r flip s w p ltac:(lia) K Lw) as Q. rewrite E in Q.
    eexists. exact Q.
  Qed.

  (** A row is followed in one of two ways. *)
  Lemma value_plans d r s : r + S d = m -> begun r s ->
    value_of (S d) s = sum (fun p => sum (fun q => step_value d (snd q) s (fst q)) (snd p)) (plans R n).
  Proof.
    intros Hr K. rewrite (plans_sum R n (fun _ l => sum (fun q => step_value d (snd q) s (fst q)) l)) by easy.
    rewrite (sum_ext _ (fun w => sum (fun q => step_value d false s (fst q)) (follows R w))).
    - rewrite (follows_sum R (fun w => step_value d false s w)); [easy|].
      intros w Hw. unfold step_value, pstep. cbv zeta. now rewrite Hw.
    - intros w Hw. apply bits_length in Hw. apply sum_ext. intros q Hq. apply (step_flipped d r); auto.
      unfold follows in Hq. apply filter_In in Hq. destruct Hq as (Hq & _).
      destruct (cmp_list cmp_bool w (rev w)); simpl in Hq; intuition; subst; simpl; rewrite ?rev_length; easy.
  Qed.

  Lemma begun_few r s : r <= m -> begun r s -> few_digits b (S m) (pkey s).
  Proof.
    intros Hr (p & _ & H). destruct (H (repeat false (half_squares n - r * n)) (repeat_length _ _)) as (_ & _ & E).
    unfold few_digits. rewrite E. eapply Z.lt_le_trans; [apply key_range, classes_small; try eassumption|].
    rewrite map_length, seq_length. lia.
  Qed.

  (** ** Levels *)

  Definition sum_source (f : pstate -> N) (s : source) : N :=
    sum (fun g : rest * list (list bool * cells) => sum (fun e : list bool * cells =>
      sum_cells b (fun k => f (PState (srow s) (fst e) (fst g) k)) (snd e)) (snd g)) (sgroups s).
  Definition all_source (good : cells -> Prop) (P : pstate -> Prop) (s : source) : Prop :=
    smarks s = row_marks R Out (srow s) /\
    Forall (fun g : rest * list (list bool * cells) => Forall (fun e : list bool * cells =>
      all_cells b good (fun k => P (PState (srow s) (fst e) (fst g) k)) (snd e)) (snd g)) (sgroups s).

  Lemma sum_cells_ext good P f h es : all_cells b good P es -> (forall k, P k -> f k = h k) -> sum_cells b f es = sum_cells b h es.
  Proof.
    intros (_ & A) E. unfold all_of in A. rewrite Forall_forall in A. apply sum_ext. intros q Hq. now rewrite (E _ (A q Hq)).
  Qed.

  Lemma sum_cells_swap {A} (F : A -> int -> N) ps es :
    sum (fun p => sum_cells b (F p) es) ps = sum_cells b (fun k => sum (fun p => F p k) ps) es.
  Proof. unfold sum_cells, total. rewrite sum_swap. apply sum_ext. intros q _. apply sum_times. Qed.

  Lemma sum_cells_zero f es : (forall k, f k = 0%N) -> sum_cells b f es = 0%N.
  Proof. intros H. apply sum_zero. intros q. rewrite H. lia. Qed.

  Lemma sum_source_swap {A} (F : A -> pstate -> N) ps s :
    sum (fun p => sum_source (F p) s) ps = sum_source (fun t => sum (fun p => F p t) ps) s.
  Proof.
    unfold sum_source. rewrite sum_swap. apply sum_ext. intros g _. rewrite sum_swap. apply sum_ext. intros e _.
    apply (sum_cells_swap (fun p k => F p (PState (srow s) (fst e) (fst g) k))).
  Qed.

  Lemma sum_source_ext good P f h s : all_source good P s -> (forall t, P t -> f t = h t) -> sum_source f s = sum_source h s.
  Proof.
    intros (_ & A) E. unfold sum_source. apply sum_ext. intros g Hg. rewrite Forall_forall in A. specialize (A g Hg).
    apply sum_ext. intros e He. rewrite Forall_forall in A. specialize (A e He).
    apply (sum_cells_ext good (fun k => P (PState (srow s) (fst e) (fst g) k))); [exact A|]. intros k Hk. now apply E.
  Qed.

  Section Bucket.
    Variable d r : nat.
    Hypothesis depth : r + S d = m.
    (** The row of the bucket. *)
    Variable w : list bool.

    Definition visitor_ok (v : visitor) : Prop :=
      vroute v = route_of (int_of (N.of_nat b)) 0%uint63 (vflip v) (pair_codes (S m) (vrow v)) /\
      possible_row (row_marks R Out (vrow v)) = true /\ (if vflip v then rev (vrow v) else vrow v) = w /\ length (vrow v) = n.
    Definition good_at : cells -> Prop := well_linked b (classes_after R m r) (S m).
    Definition source_ok : source -> Prop := all_source good_at (begun r).

    (** What a source gives to the rows of a visitor. *)
    Definition given (v : visitor) (s : source) : N := sum_source (fun t => step_value d (vflip v) t (vrow v)) s.

    (** The visitor's row may follow each state of the source. *)
    Definition all_legal (v : visitor) (s : source) : Prop :=
      Forall (fun g : rest * list (list bool * cells) => Forall (fun e : list bool * cells =>
        legal (smarks s) (fst e) (both_white (srow s) (vrow v)) = true) (snd g)) (sgroups s).

    Section Pull.
      (** The squares of the bucket below white ones. *)
      Variable a : list bool.

      Definition store_ok (acc : store (rest * trie)) : Prop :=
        all_store (fun code y => code = rest_code (fst y) /\ all_keys (fun k => begun (S r) (PState w a (fst y) k)) (snd y)) acc.
      Definition store_sound (acc : store (rest * trie)) : Prop := all_store (fun _ y => sound (snd y) = true) acc.
      Definition keys_value (y : rest * trie) : N := sum_keys (fun k => value_of d (PState w a (fst y) k)) (snd y).
      Definition pulled (acc : store (rest * trie)) (y : N) : Prop :=
        store_ok acc /\ (store_sound acc -> sum_store keys_value acc = y).

      Section Pulls.
        Variable v : visitor.
        Hypothesis v_ok : visitor_ok v.
        Let bits := int_of (N.of_nat b).
        Let ts := row_trees b (classes_after R m r) (vflip v) (pair_codes (S m) (vrow v)).
        Let go := fold_left (fun t (p : list bool * cells) => pull (vroute v) 0%uint63 (snd p) t).

        Lemma visitor_pulls es t : good_at es ->
          pull (vroute v) 0%uint63 es t = fold_left (pull_key bits ts (fun k => k)) (cell_list b es) t.
        Proof.
          destruct v_ok as (-> & _ & _ & Lv). intros G.
          assert (L : length (pair_codes (S m) (vrow v)) = S m).
          { unfold pair_codes. cbv zeta. rewrite combine_length, firstn_length, rev_length, !map_length, row_writes_length. lia. }
          rewrite (pull_spec b (classes_after R m r) (vflip v) es (pair_codes (S m) (vrow v)) 0); rewrite ?L; [|exact G| |easy|lia].
          - apply fold_left_ext'. intros u (k, c) _. unfold pull_key. destruct (next_key _ _ _) as [k'|]; [|easy].
            now rewrite lsl0_r, Uint63.add_comm, add_zero.
          - unfold pair_codes. cbv zeta. rewrite firstn_map, <- map_rev. apply Forall_forall. intros (x, y) Hp.
            pose proof (in_combine_l _ _ _ _ Hp) as Hx. pose proof (in_combine_r _ _ _ _ Hp) as Hy.
            apply in_map_iff in Hx, Hy. destruct Hx as (x' & <- & _), Hy as (y' & <- & _). apply step_index_bound.
        Qed.

        Lemma pulls_all (P : rest -> list bool -> int -> Prop) (Q : int -> Prop) x las :
          (forall e k k', In e las -> P x (fst e) k -> next_key bits ts k = Some k' -> Q k') -> forall t,
          Forall (fun e : list bool * cells => all_cells b good_at (P x (fst e)) (snd e)) las ->
          all_keys Q t -> all_keys Q (go las t).
        Proof.
          unfold go. induction las as [|e las IH]; intros H t A B; simpl; [easy|]. inversion A as [|? ? (G & Ae)]; subst.
          apply IH; [intros e' k k' He; apply H; now right | easy |]. rewrite visitor_pulls by easy.
          apply (pull_all bits ts (P x (fst e))); [|easy|easy]. intros k k'. apply H. now left.
        Qed.
        Lemma pulls_sound las : forall t, Forall (fun e : list bool * cells => good_at (snd e)) las -> sound (go las t) = true -> sound t = true.
        Proof.
          unfold go. induction las as [|e las IH]; intros t A S; simpl in S; [easy|]. inversion A; subst.
          apply IH in S; [|easy]. rewrite visitor_pulls in S by easy. now apply pull_sound in S.
        Qed.
        Lemma pulls_sum F las : forall t, Forall (fun e : list bool * cells => good_at (snd e)) las -> sound (go las t) = true ->
          sum_keys F (go las t) = (sum (fun e => sum_cells b (follow_key bits ts F) (snd e)) las + sum_keys F t)%N.
        Proof.
          unfold go. induction las as [|e las IH]; intros t A S; simpl in *; [easy|]. inversion A; subst. rewrite IH by easy.
          apply pulls_sound in S; [|easy]. rewrite visitor_pulls in * by easy. rewrite pull_sum by easy. unfold sum_cells at 2. lia.
        Qed.
        (** Where the route follows no key, nothing is added. *)
        Lemma follows_no_key F es : good_at es -> follows_some (vroute v) es = false -> sum_cells b (follow_key bits ts F) es = 0%N.
        Proof.
          intros G H. pose proof (visitor_pulls es Empty G) as E. rewrite follows_none in E by easy.
          pose proof (pull_sum bits ts F (cell_list b es) Empty) as Q. rewrite <- E in Q. specialize (Q eq_refl). simpl in Q.
          unfold sum_cells. lia.
        Qed.
      End Pulls.

      Lemma pull_group_spec v s x las acc y : visitor_ok v -> smarks s = row_marks R Out (srow s) -> bucket_above v s = a ->
        Forall (fun e : list bool * cells => legal (smarks s) (fst e) (both_white (srow s) (vrow v)) = true /\
          all_cells b good_at (fun k => begun r (PState (srow s) (fst e) x k)) (snd e)) las -> pulled acc y ->
        pulled (pull_group R v x las acc)
          (sum (fun e => sum_cells b (fun k => step_value d (vflip v) (PState (srow s) (fst e) x k) (vrow v)) (snd e)) las + y)%N.
      Proof.
        intros V Sm Ba A (K1 & K2). pose proof V as (V1 & V2 & V3 & V4). unfold pull_group. rewrite Sm in A.
        set (ts := row_trees b (classes_after R m r) (vflip v) (pair_codes (S m) (vrow v))).
        set (ok := fun p : list bool * cells => legal (row_marks R Out (srow s)) (fst p) (both_white (srow s) (vrow v))).
        set (mir := fun z => if vflip v then mirror_rest z else z).
        set (F := fun z k' => value_of d (PState w a (mir z) k')).
        assert (St : forall e k z k', ok e = true -> next_rest R x (vrow v) = Some z ->
          next_key (int_of (N.of_nat b)) ts k = Some k' ->
          pstep r (vflip v) (PState (srow s) (fst e) x k) (vrow v) = Some (PState w a (mir z) k')).
        { intros e k z k' O Z Kk. unfold pstep. cbv zeta. cbn [prow pabove prest pkey]. unfold ok in O. rewrite V2, O, Z; fold ts; rewrite Kk.
          unfold bucket_above in Ba. cbv zeta in Ba. now rewrite V3, Ba. }
        assert (E : forall e k, ok e = true -> step_value d (vflip v) (PState (srow s) (fst e) x k) (vrow v) =
          match next_rest R x (vrow v) with
          | None => 0%N | Some z => follow_key (int_of (N.of_nat b)) ts (F z) k end).
        { intros e k O. unfold step_value. replace (m - S d) with r by lia.
          destruct (next_rest R x (vrow v)) as [z|] eqn:Z.
          - unfold follow_key. destruct (next_key (int_of (N.of_nat b)) ts k) as [k'|] eqn:Kk.
            + now rewrite (St e k z k' O eq_refl Kk).
            + unfold pstep. cbv zeta. cbn [prow pabove prest pkey]. unfold ok in O. now rewrite V2, O, Z; fold ts; rewrite Kk.
          - unfold pstep. cbv zeta. cbn [prow pabove prest pkey]. unfold ok in O. now rewrite V2, O, Z. }
        assert (Sum : sum (fun e => sum_cells b (fun k => step_value d (vflip v) (PState (srow s) (fst e) x k) (vrow v)) (snd e)) las =
          sum (fun e => sum_cells b (fun k => match next_rest R x (vrow v) with
            | None => 0%N | Some z => follow_key (int_of (N.of_nat b)) ts (F z) k end) (snd e)) las).
        { apply sum_ext. intros e He. rewrite Forall_forall in A. destruct (A e He) as (O & Ae).
          apply (sum_cells_ext _ _ _ _ _ Ae). intros k _. now apply E. }
        rewrite Sum. clear Sum. pose proof A as Af.
        assert (Good : Forall (fun e : list bool * cells => good_at (snd e)) las).
        { eapply Forall_impl; [|exact A]. now intros e (_ & G & _). }
        destruct (existsb _ las) eqn:Some_.
        2: {
          (* The row can follow no key. *)
          rewrite (sum_ext _ (fun _ => 0%N)); [now rewrite sum_zero|]. intros e He.
          destruct (next_rest R x (vrow v)) as [z|]; [|now apply sum_cells_zero].
          rewrite Forall_forall in Good. apply (follows_no_key v V); [now apply Good|].
          destruct (follows_some (vroute v) (snd e)) eqn:Fs; [|easy]. exfalso. apply not_true_iff_false in Some_. apply Some_.
          apply existsb_exists. now exists e. }
        destruct (next_rest R x (vrow v)) as [z|] eqn:Z.
        2: { split; [exact K1|]. intros S. rewrite K2 by easy. rewrite (sum_zero _ las); [easy|]. intros e. now apply sum_cells_zero. }
        cbv zeta. fold (mir z). split.
        - apply upd_all; [exact K1|]. intros o Ho. cbn [fst snd]. split; [easy|].
          apply (pulls_all v V (fun x a k => begun r (PState (srow s) a x k)) _ x).
          + intros e k k' He Ke Kk. rewrite Forall_forall in Af. destruct (Af e He) as (O & _).
            apply (step_flipped d r (vflip v) _ (vrow v) depth Ke V4). now apply (St e k z k').
          + eapply Forall_impl; [|exact Af]. now intros e (_ & Ae).
          + destruct o as [(x0, t0)|]; [|easy]. destruct (Ho _ eq_refl) as (C & Hk). cbn [fst snd] in *. apply rest_code_inj in C.
            now subst x0.
        - intros S. assert (S' : store_sound acc).
          { refine (upd_back _ _ _ _ S _). intros (x0, t0) H. cbn [fst snd] in *. now apply (pulls_sound v V) in H. }
          rewrite <- (K2 S').
          apply (upd_sum (rest_code (mir z)) (fun code y => code = rest_code (fst y) /\ all_keys (fun k => begun (Datatypes.S r) (PState w a (fst y) k)) (snd y))
            (fun y => sound (snd y) = true)); [exact K1 | exact S |].
          intros o Ho So. unfold keys_value at 1. cbn [fst snd] in *. 
          rewrite (pulls_sum v V _ las _ Good So).
          fold (F z).
          f_equal. destruct o as [(x0, t0)|]; [|easy]. destruct (Ho _ eq_refl) as (C & _). cbn [fst snd] in *.
          apply rest_code_inj in C. subst x0. reflexivity.
      Qed.

      Lemma pull_source_spec v s acc y : visitor_ok v -> source_ok s -> all_legal v s -> bucket_above v s = a -> pulled acc y ->
        pulled (pull_source R v s acc) (given v s + y).
      Proof.
        intros V (Sm & A) Al Ba. unfold pull_source, given, sum_source, all_legal in *. revert acc y.
        induction (sgroups s) as [|(x, las) gs IH]; intros acc y P; simpl; [easy|]. inversion A as [|? ? A0 A']; subst.
        inversion Al as [|? ? Al0 Al']; subst. cbn [fst snd] in *.
        rewrite <- N.add_assoc, (N.add_comm (sum _ las)), <- N.add_assoc. apply (IH A' Al'). rewrite N.add_comm.
        apply pull_group_spec; auto. rewrite Forall_forall in *. intros e He. split; [now apply Al0 | now apply A0].
      Qed.

      Lemma pull_items_spec items : forall acc y,
        Forall (fun i : visitor * source =>
          visitor_ok (fst i) /\ source_ok (snd i) /\ all_legal (fst i) (snd i) /\ bucket_above (fst i) (snd i) = a) items ->
        pulled acc y ->
        pulled (fold_left (fun s vs => pull_source R (fst vs) (snd vs) s) items acc)
          (sum (fun i => given (fst i) (snd i)) items + y).
      Proof.
        induction items as [|(v, s) items IH]; intros acc y A P; simpl; [easy|]. inversion A as [|? ? (A1 & A2 & A4 & A3) A']; subst.
        cbn [fst snd] in *. rewrite <- N.add_assoc, (N.add_comm (given v s)), <- N.add_assoc. apply (IH _ _ A').
        rewrite N.add_comm. now apply pull_source_spec.
      Qed.
    End Pull.

    Definition item_ok (a : list bool) (i : visitor * source) : Prop :=
      visitor_ok (fst i) /\ source_ok (snd i) /\ all_legal (fst i) (snd i) /\ bucket_above (fst i) (snd i) = a.
    Definition sorted_ok (t : store (list bool * list (visitor * source))) : Prop :=
      all_store (fun code p => code = squares_code (fst p) /\ Forall (item_ok (fst p)) (snd p)) t.
    Definition sorted_value (t : store (list bool * list (visitor * source))) : N :=
      sum_store (fun p => sum (fun i => given (fst i) (snd i)) (snd p)) t.

    Lemma all_true {A} (t : store A) : all_store (fun _ _ => True) t.
    Proof. induction t as [|[x|] l IHl r' IHr]; simpl; auto. Qed.

    Definition parted_ok (p : parted) : Prop :=
      all_store (fun code gs => forall below, code = squares_code below -> gs = narrow (smarks (fst p)) below (sgroups (fst p))) (snd p).

    Lemma find_all {A} k : forall (P : positive -> A -> Prop) t x, all_store P t -> find_store k t = Some x -> P k x.
    Proof.
      induction k as [k IH|k IH|]; intros P [|o l r'] x; cbn [all_store find_store]; try easy; intros (A1 & A2 & A3) E.
      - now apply (IH (fun k => P (xI k)) r').
      - now apply (IH (fun k => P (xO k)) l).
      - now subst o.
    Qed.

    Lemma part_ok rows s : parted_ok (part rows s).
    Proof.
      unfold part. cbv zeta. unfold parted_ok. cbn [fst snd].
      assert (Gen : forall t, parted_ok (s, t) -> parted_ok (s, fold_left (fun t w0 =>
        match find_store (squares_code (both_white (srow s) w0)) t with
        | Some _ => t
        | None => upd_store (squares_code (both_white (srow s) w0)) (fun _ => narrow (smarks s) (both_white (srow s) w0) (sgroups s)) t
        end) rows t)).
      { induction rows as [|w0 rows IH]; intros t H; [exact H|]. cbn [fold_left]. apply IH.
        destruct (find_store _ t); [exact H|]. apply upd_all; [exact H|]. intros o _ below Eb. cbn [fst].
        apply squares_code_inj in Eb. now subst below. }
      exact (Gen (Tip _) I).
    Qed.

    Lemma part_of_narrow v p : parted_ok p -> part_of v p =
      Source (srow (fst p)) (smarks (fst p)) (narrow (smarks (fst p)) (both_white (srow (fst p)) (vrow v)) (sgroups (fst p))).
    Proof.
      intros H. unfold part_of. cbv zeta. destruct (find_store _ (snd p)) as [gs|] eqn:E; [|easy].
      now rewrite (find_all _ _ _ _ H E _ eq_refl).
    Qed.

    Lemma narrow_in ms below gs g : In g (narrow ms below gs) ->
      exists las, In (fst g, las) gs /\ snd g = filter (fun p => legal ms (fst p) below) las.
    Proof.
      induction gs as [|(x, las) gs IH]; cbn [narrow]; [easy|]. rewrite legal_ones_filter.
      destruct (filter _ las) as [|e0 l0] eqn:E; intros H.
      - destruct (IH H) as (l & H1 & H2). exists l. split; [now right | exact H2].
      - destruct H as [<-|H]; [exists las; split; [now left | now symmetry]|].
        destruct (IH H) as (l & H1 & H2). exists l. split; [now right | exact H2].
    Qed.

    Lemma narrow_sum (f : rest -> list bool * cells -> N) ms below gs :
      (forall x e, legal ms (fst e) below = false -> f x e = 0%N) ->
      sum (fun g => sum (f (fst g)) (snd g)) (narrow ms below gs) = sum (fun g => sum (f (fst g)) (snd g)) gs.
    Proof.
      intros Z. induction gs as [|(x, las) gs IH]; cbn [narrow]; [easy|].
      assert (E : sum (f x) (legal_ones ms below las) = sum (f x) las).
      { rewrite legal_ones_filter, sum_filtered. apply sum_ext. intros e _. destruct (legal ms (fst e) below) eqn:L; [easy|].
        symmetry. now apply Z. }
      simpl. rewrite <- IH, <- E. destruct (legal_ones ms below las); reflexivity.
    Qed.

    (** The rows that may follow lead on from a part as from the whole source. *)
    Lemma part_spec v p : visitor_ok v -> source_ok (fst p) -> parted_ok p ->
      source_ok (part_of v p) /\ all_legal v (part_of v p) /\ given v (part_of v p) = given v (fst p).
    Proof.
      intros V (Sm & A) P. rewrite (part_of_narrow v p P). split; [split; [exact Sm|]|split].
      - cbn [srow sgroups]. apply Forall_forall. intros g Hg. apply narrow_in in Hg. destruct Hg as (las & H1 & ->).
        rewrite Forall_forall in A. specialize (A _ H1). cbn [fst snd] in A. rewrite Forall_forall in *. intros e He.
        apply filter_In in He. now apply A.
      - unfold all_legal. cbn [srow smarks sgroups]. apply Forall_forall. intros g Hg. apply narrow_in in Hg. destruct Hg as (las & _ & ->).
        apply Forall_forall. intros e He. now apply filter_In in He.
      - unfold given, sum_source. cbn [srow sgroups].
        apply (narrow_sum (fun x e => sum_cells b (fun k => step_value d (vflip v) (PState (srow (fst p)) (fst e) x k) (vrow v)) (snd e))).
        intros x e L. rewrite Sm in L.
        assert (Z : forall k, step_value d (vflip v) (PState (srow (fst p)) (fst e) x k) (vrow v) = 0%N).
        { intros k. unfold step_value, pstep. cbv zeta. cbn [prow pabove prest pkey]. rewrite L.
          now destruct (possible_row (row_marks R Out (vrow v))). }
        now apply sum_cells_zero.
    Qed.

    Lemma sort_spec p vs : forall t, Forall visitor_ok vs -> source_ok (fst p) -> parted_ok p -> sorted_ok t ->
      sorted_ok (sort_source vs p t) /\ sorted_value (sort_source vs p t) = (sum (fun v => given v (fst p)) vs + sorted_value t)%N.
    Proof.
      unfold sort_source. induction vs as [|v vs IH]; intros t A B Bp C; simpl; [easy|]. inversion A as [|? ? A0 A']; subst. cbv zeta.
      destruct (part_spec v p A0 B Bp) as (P1 & P2 & P3). set (s := part_of v p) in *. rewrite <- P3.
      set (f := fun o : option (list bool * list (visitor * source)) =>
        (bucket_above v s, (v, s) :: match o with Some (_, l) => l | None => [] end)).
      set (P := fun code (p : list bool * list (visitor * source)) => code = squares_code (fst p) /\ Forall (item_ok (fst p)) (snd p)).
      assert (D : sorted_ok (upd_store (squares_code (bucket_above v s)) f t)).
      { apply (upd_all _ P); [exact C|]. intros o Ho. split; [easy|]. cbn [fst snd f].
        constructor; [split; [exact A0 | split; [exact P1 | split; [exact P2 | reflexivity]]]|].
        destruct o as [(a0, l0)|]; [|easy]. destruct (Ho _ eq_refl) as (Q & H). cbn [fst snd] in *. apply squares_code_inj in Q.
        now subst a0. }
      destruct (IH _ A' B Bp D) as (E1 & E2). split; [exact E1|]. rewrite E2.
      enough (E : sorted_value (upd_store (squares_code (bucket_above v s)) f t) = (given v s + sorted_value t)%N) by (rewrite E; lia).
      apply (upd_sum _ P (fun _ => True)); [exact C | apply all_true |].
      intros o Ho _. destruct o as [(a0, l0)|]; reflexivity.
    Qed.

    Lemma sort_all_spec vs level : forall t, Forall visitor_ok vs -> Forall (fun p => source_ok (fst p) /\ parted_ok p) level -> sorted_ok t ->
      sorted_ok (fold_left (fun t p => sort_source vs p t) level t) /\
      sorted_value (fold_left (fun t p => sort_source vs p t) level t) =
        (sum (fun p => sum (fun v => given v (fst p)) vs) level + sorted_value t)%N.
    Proof.
      induction level as [|p level IH]; intros t A B C; simpl; [easy|]. inversion B as [|? ? (B0 & Bp) B']; subst.
      destruct (sort_spec p vs t A B0 Bp C) as (D1 & D2). destruct (IH _ A B' D1) as (E1 & E2). split; [exact E1|].
      rewrite E2, D2. lia.
    Qed.

    (** A property [Q] of an optional result and a sum goes along with the buckets. *)
    Lemma buckets_spec {U} (Q : option U -> N -> Prop) visit vs rows level acc y :
      (forall z, Q None z) -> (forall a x t, visit a x t None = None) ->
      (forall a x t acc, sound t = false -> visit a x t acc = None) ->
      (forall a x t acc z, sound t = true -> all_keys (fun k => begun (S r) (PState w a x k)) t -> Q acc z ->
         Q (visit a x t acc) (sum_keys (fun k => value_of d (PState w a x k)) t + z)%N) ->
      Forall visitor_ok vs -> Forall source_ok level -> Q acc y ->
      Q (buckets R vs (map (part rows) level) visit acc) (sum (fun s => sum (fun v => given v s) vs) level + y)%N.
    Proof.
      intros Q0 N0 Bad Good A B C. unfold buckets.
      assert (B' : Forall (fun p => source_ok (fst p) /\ parted_ok p) (map (part rows) level)).
      { apply Forall_forall. intros p Hp. apply in_map_iff in Hp. destruct Hp as (s & <- & Hs). rewrite Forall_forall in B.
        split; [now apply B | apply part_ok]. }
      destruct (sort_all_spec vs (map (part rows) level) (Tip _) A B' I) as (S1 & S2). set (t := fold_left _ (map (part rows) level) (Tip _)) in *.
      rewrite sum_map in S2. change (fun x => sum (fun v => given v (fst (part rows x))) vs) with (fun s => sum (fun v => given v s) vs) in S2.
      change (sorted_value (Tip _)) with 0%N in S2. rewrite N.add_0_r in S2. rewrite <- S2.
      apply (fold_store_sum Q (fun p => Forall (item_ok (fst p)) (snd p))).
      - intros (a, items) acc' z Ai Cz. cbn [fst snd] in *.
        assert (P0 : pulled a (Tip _) 0%N) by now split.
        destruct (pull_items_spec a items (Tip _) 0%N Ai P0) as (P1 & P2).
        set (st := fold_left _ items (Tip _)) in *. rewrite N.add_0_r in P2.
        set (vis := fun (y0 : rest * trie) acc0 => visit a (fst y0) (snd y0) acc0).
        destruct (fold_store_bad (fun y0 : rest * trie => negb (sound (snd y0))) vis) with (t := st) (acc := acc') as [E|E].
        + intros x. apply N0.
        + intros x acc0 H. apply Bad. now apply negb_true_iff.
        + rewrite E. apply Q0.
        + assert (Ss : store_sound st).
          { refine (all_store_weaken _ _ _ _ E). intros _ x H. now apply negb_false_iff. }
          rewrite <- (P2 Ss).
          apply (fold_store_sum Q (fun y0 => sound (snd y0) = true /\ all_keys (fun k => begun (S r) (PState w a (fst y0) k)) (snd y0))).
          * intros x acc0 z0 (H1 & H2) Cz0. unfold vis, keys_value. now apply Good.
          * clear - P1 Ss. unfold store_ok, store_sound in *.
            assert (W : forall P P' : positive -> rest * trie -> Prop, all_store P st -> all_store P' st -> all_store (fun k x => P k x /\ P' k x) st).
            { clear. induction st as [|o l IHl r' IHr]; intros P P'; simpl; [easy|]. intros (A1 & A2 & A3) (B1 & B2 & B3). repeat split.
              - destruct o; auto.
              - now apply (IHl (fun k => P (xO k)) (fun k => P' (xO k))).
              - now apply (IHr (fun k => P (xI k)) (fun k => P' (xI k))). }
            refine (all_store_weaken _ _ _ _ (W _ _ P1 Ss)). cbn beta. tauto.
          * exact Cz.
      - refine (all_store_weaken _ _ _ _ S1). cbn beta. tauto.
      - exact C.
    Qed.
  End Bucket.

  (** ** The next level *)

  Definition sum_level (f : pstate -> N) (level : list source) : N := sum (sum_source f) level.

  Section Keep.
    Variable d r : nat.
    Hypothesis depth : r + S d = m.
    Variable w : list bool.

    Definition kept_ok (s : store (rest * list (list bool * cells))) : Prop :=
      all_store (fun code p => code = rest_code (fst p) /\
        Forall (fun e : list bool * cells => all_cells b (good_at (S r)) (fun k => begun (S r) (PState w (fst e) (fst p) k)) (snd e)) (snd p)) s.
    Definition kept_value (s : store (rest * list (list bool * cells))) : N :=
      sum_store (fun p : rest * list (list bool * cells) => sum (fun e : list bool * cells =>
        sum_cells b (fun k => value_of d (PState w (fst e) (fst p) k)) (snd e)) (snd p)) s.
    Definition kept (acc : option (store (rest * list (list bool * cells)))) (y : N) : Prop :=
      match acc with None => True | Some s => kept_ok s /\ kept_value s = y end.

    Lemma keep_spec a x t acc z : all_keys (fun k => begun (S r) (PState w a x k)) t -> kept acc z ->
      kept (keep (freezer b (S m) (classes_after R m (S r))) a x t acc) (sum_keys (fun k => value_of d (PState w a x k)) t + z).
    Proof.
      intros A K. unfold keep. destruct acc as [s|]; [|easy]. destruct (sound t); [|easy]. destruct K as (K1 & K2).
      set (P := fun k => begun (S r) (PState w a x k)).
      destruct (freezer_spec b (S m) (classes_after R m (S r)) t P (fun k => value_of d (PState w a x k)) b_small A) as (Fr1 & Fr2).
      { intros k Hk. apply (begun_few (S r) (PState w a x k)); [lia | exact Hk]. }
      assert (E : kept (Some (upd_store (rest_code x) (fun o => (x, (a, freezer b (S m) (classes_after R m (S r)) t) :: match o with Some (_, l) => l | None => [] end)) s))
        (sum_keys (fun k => value_of d (PState w a x k)) t + z)).
      { split.
        - apply upd_all; [exact K1|]. intros o Ho. cbn [fst snd]. split; [easy|]. constructor.
          + exact Fr1.
          + destruct o as [(x0, l0)|]; [|constructor]. destruct (Ho _ eq_refl) as (C & H). cbn [fst snd] in *.
            apply rest_code_inj in C. now subst x0.
        - rewrite <- K2. apply (upd_sum _ _ (fun _ => True) _ _ _ _ K1); [apply all_true|].
          intros o Ho _. cbn [fst snd sum fold_right]. rewrite Fr2. f_equal.
          destruct o as [(x0, l0)|]; [|easy]. destruct (Ho _ eq_refl) as (C & _). cbn [fst snd] in *.
          apply rest_code_inj in C. now subst x0. }
      destruct t; [split; [exact K1|]; simpl; now rewrite K2 | exact E | exact E | exact E].
    Qed.
  End Keep.

  Lemma visitors_ok w l : length w = n -> l = follows R w -> Forall (visitor_ok w) (visitors b (S m) l).
  Proof.
    intros Lw ->. apply Forall_forall. intros v Hv. unfold visitors in Hv. apply in_map_iff in Hv. destruct Hv as ((q, fl) & <- & Hq).
    unfold follows in Hq. apply filter_In in Hq. destruct Hq as (Hq & P). unfold visitor_ok. cbn [vrow vflip vroute fst snd] in *.
    split; [easy|]. split; [exact P|].
    assert (E : (q, fl) = (w, false) \/ (q, fl) = (rev w, true)).
    { destruct (cmp_list cmp_bool w (rev w)); simpl in Hq; intuition. }
    destruct E as [[= -> ->]|[= -> ->]]; [now split|]. now rewrite rev_involutive, rev_length.
  Qed.

  Lemma plans_in w l : In (w, l) (plans R n) -> length w = n /\ l = follows R w.
  Proof.
    unfold plans. intros H. apply filter_In in H. destruct H as (H & _). apply in_map_iff in H. destruct H as (x & [= -> <-] & Hx).
    split; [now apply bits_length | easy].
  Qed.

  (** What some of the rows that may follow give. *)
  Definition given_by (d r : nat) (ps : list (list bool * list (list bool * bool))) (level : list source) : N :=
    sum (fun p : list bool * list (list bool * bool) =>
      sum (fun s => sum (fun v => given d v s) (visitors b (S m) (snd p))) level) ps.

  Lemma given_all d r level : r + S d = m -> Forall (source_ok r) level ->
    given_by d r (plans R n) level = sum_level (value_of (S d)) level.
  Proof.
    intros Hr A. unfold given_by, sum_level. rewrite sum_swap. apply sum_ext. intros s Hs. rewrite Forall_forall in A. specialize (A s Hs).
    rewrite <- (sum_source_ext _ _ _ _ s A (fun t Kt => eq_sym (value_plans d r t Hr Kt))).
    rewrite <- sum_source_swap. apply sum_ext. intros p _. unfold visitors. rewrite sum_map.
    unfold given. cbn [vflip vrow]. apply (sum_source_swap (fun q t => step_value d (snd q) t (fst q))).
  Qed.

  Definition level_known (d r : nat) (acc : option (list source)) (y : N) : Prop :=
    match acc with None => True | Some out => Forall (source_ok r) out /\ sum_level (value_of d) out = y end.

  Lemma next_level_spec d r chosen level : r + S d = m -> incl chosen (plans R n) -> Forall (source_ok r) level ->
    level_known d (S r) (next_level R b (S m) (freezer b (S m) (classes_after R m (S r))) chosen level) (given_by d r chosen level).
  Proof.
    intros Hr Hc A. unfold next_level. cbv zeta. set (rows := flat_map _ _).
    assert (Gen : forall ps acc y, (forall p, In p ps -> In p (plans R n)) -> level_known d (S r) acc y ->
      level_known d (S r) (fold_left (fun acc p =>
        match acc with
        | None => None
        | Some out =>
            match buckets R (visitors b (S m) (snd p)) (map (part rows) level) (keep (freezer b (S m) (classes_after R m (S r)))) (Some (Tip _)) with
            | None => None
            | Some s => Some (Source (fst p) (row_marks R Out (fst p)) (fold_store cons s []) :: out)
            end
        end) ps acc) (given_by d r ps level + y)).
    { induction ps as [|(w, l) ps IH]; intros acc y Ip K; [exact K|]. cbn [fold_left fst snd].
      destruct (plans_in w l (Ip _ (or_introl eq_refl))) as (Lw & El).
      unfold given_by. cbn [sum fold_right snd]. fold (given_by d r ps level).
      fold (sum (fun s => sum (fun v => given d v s) (visitors b (S m) l)) level).
      rewrite <- N.add_assoc, (N.add_comm (sum _ level)), <- N.add_assoc, (N.add_comm y).
      change (fold_right _ 0%N ps) with (given_by d r ps level).
      apply IH; [intros p Hp; apply Ip; now right|].
      destruct acc as [out|]; [|easy].
      pose proof (buckets_spec d r Hr w (kept d r w) (keep (freezer b (S m) (classes_after R m (S r)))) (visitors b (S m) l) rows level (Some (Tip _)) 0%N
        (fun _ => I) (fun a x t => eq_refl)
        ltac:(intros a x t acc0 Sd; unfold keep; rewrite Sd; now destruct acc0)
        ltac:(intros a x t acc0 z _; now apply keep_spec) (visitors_ok w l Lw El) A ltac:(now split)) as Q.
      rewrite N.add_0_r in Q. destruct (buckets _ _ _ (keep _) _) as [s|]; [|easy].
      destruct Q as (Q1 & Q2), K as (K1 & K2). split.
      - constructor; [|exact K1]. split; [easy|]. cbn [srow sgroups].
        apply elements_all; [|constructor]. refine (all_store_weaken _ _ _ _ Q1). cbn beta. tauto.
      - unfold sum_level. cbn [sum fold_right]. fold (sum (sum_source (value_of d)) out). fold (sum_level (value_of d) out). rewrite K2.
        f_equal. rewrite <- Q2. unfold sum_source. cbn [srow sgroups].
        rewrite (elements_sum _ s []). simpl. now rewrite N.add_0_r. }
    specialize (Gen chosen (Some []) 0%N Hc). rewrite N.add_0_r in Gen. apply Gen. now split.
  Qed.

  (** ** The middle row *)

  Definition counted (acc : option int) (y : N) : Prop := match acc with None => True | Some t => val t = y end.

  Lemma plus_spec acc y c : counted acc y -> counted (plus acc c) (val c + y).
  Proof.
    unfold counted, plus. destruct acc as [t|]; [|easy]. intros E. cbv zeta. destruct (_ <? _)%uint63 eqn:O; [easy|].
    rewrite val_sum by easy. lia.
  Qed.

  (** Middle rows with their tables, and how many of them the key allows. *)
  Definition allowed (tss : list (list (tree int))) (k : int) : N :=
    sum (fun ts => if key_ends (int_of (N.of_nat b)) ts k then 1%N else 0%N) tss.

  Lemma count_keys_spec tss t : forall acc y, counted acc y ->
    counted (count_keys (int_of (N.of_nat b)) tss t acc) (sum_keys (allowed tss) t + y).
  Proof.
    induction t as [|k c|p q l IHl r IHr|]; intros acc y K; cbn [count_keys sum_keys]; [exact K | | |easy].
    - unfold allowed. revert acc y K. induction tss as [|ts tss IH]; intros acc y K.
      + simpl. now rewrite N.mul_0_r.
      + cbn [fold_left sum fold_right]. fold (sum (fun ts => if key_ends (int_of (N.of_nat b)) ts k then 1%N else 0%N) tss).
        destruct (key_ends (int_of (N.of_nat b)) ts k).
        * replace (val c * (1 + sum (fun ts => if key_ends (int_of (N.of_nat b)) ts k then 1 else 0) tss) + y)%N
            with (val c * sum (fun ts => if key_ends (int_of (N.of_nat b)) ts k then 1 else 0) tss + (val c + y))%N by lia.
          apply IH. now apply plus_spec.
        * rewrite N.add_0_l. now apply IH.
    - rewrite <- N.add_assoc, (N.add_comm (sum_keys _ l)), <- N.add_assoc, (N.add_comm y). apply IHr. now apply IHl.
  Qed.

  Lemma count_keys_none tss t : count_keys (int_of (N.of_nat b)) tss t None = None.
  Proof.
    induction t as [|k c|p q l IHl r IHr|]; cbn [count_keys]; [easy | | now rewrite IHl | easy].
    induction tss as [|ts tss IH]; simpl; [easy|]. now destruct (key_ends _ ts k).
  Qed.

  Lemma count_keys_bad tss t : forall acc, sound t = false -> count_keys (int_of (N.of_nat b)) tss t acc = None.
  Proof.
    induction t as [|k c|p q l IHl r IHr|]; intros acc; cbn [count_keys sound]; try easy.
    destruct (sound l) eqn:Sl; [now apply IHr|]. intros _. rewrite IHl by easy. apply count_keys_none.
  Qed.

  Lemma finish_spec w a x t acc z : counted acc z ->
    counted (finish R n (int_of (N.of_nat b)) w (row_marks R Out w)
        (middles_below w (middle_choices R m (middle_tables b (classes_after R m m)))) a x t acc)
      (sum_keys (fun k => value_of 0 (PState w a x k)) t + z).
  Proof.
    intros K. unfold finish.
    set (vs := filter _ (middles_below _ _)).
    assert (E : forall k, value_of 0 (PState w a x k) = allowed (map (fun v => snd (snd v)) vs) k).
    { intros k. cbn [value_of]. unfold allowed. rewrite sum_map. unfold vs. rewrite sum_filtered. unfold middles_below. rewrite sum_filtered.
      unfold middle_choices. rewrite sum_map. apply sum_ext. intros y _. cbv zeta. cbn [fst snd]. unfold pends. cbn [prow pabove prest pkey].
      destruct (legal (row_marks R Out w) a _), (legal (row_marks R Out (middle_row y)) _ _); try easy;
        destruct (rest_ends R n x (middle_row y)); easy. }
    assert (Es : sum_keys (fun k => value_of 0 (PState w a x k)) t = sum_keys (allowed (map (fun v => snd (snd v)) vs)) t).
    { clear K. induction t; cbn [sum_keys]; try reflexivity; [now rewrite E | now rewrite IHt1, IHt2]. }
    rewrite Es. destruct t; [exact K | | |]; now apply count_keys_spec.
  Qed.

  Lemma last_level_spec r chosen level total y : r + 1 = m -> incl chosen (plans R n) -> Forall (source_ok r) level -> counted total y ->
    counted (last_level R n b chosen (middle_choices R m (middle_tables b (classes_after R m m))) level total)
      (given_by 0 r chosen level + y).
  Proof.
    intros Hr Hc A K. unfold last_level. cbv zeta. set (rows := flat_map _ _). destruct half_size as (-> & _).
    assert (Gen : forall ps acc y, (forall p, In p ps -> In p (plans R n)) -> counted acc y ->
      counted (fold_left (fun total p =>
        buckets R (visitors b (S m) (snd p)) (map (part rows) level)
          (finish R n (int_of (N.of_nat b)) (fst p) (row_marks R Out (fst p))
             (middles_below (fst p) (middle_choices R m (middle_tables b (classes_after R m m))))) total) ps acc)
        (given_by 0 r ps level + y)).
    { clear K. induction ps as [|(w, l) ps IH]; intros acc z Ip K; [exact K|]. cbn [fold_left fst snd].
      destruct (plans_in w l (Ip _ (or_introl eq_refl))) as (Lw & El).
      unfold given_by. cbn [sum fold_right snd]. 
      change (fold_right _ 0%N ps) with (given_by 0 r ps level).
      change (fold_right _ 0%N level) with (sum (fun s => sum (fun v => given 0 v s) (visitors b (S m) l)) level).
      rewrite <- N.add_assoc, (N.add_comm (sum _ level)), <- N.add_assoc, (N.add_comm z).
      apply IH; [intros p Hp; apply Ip; now right|].
      apply (buckets_spec 0 r Hr w counted); auto.
      - easy.
      - intros a x t. unfold finish. destruct t; try easy; apply count_keys_none.
      - intros a x t acc0 Sd. unfold finish. destruct t; try easy; now apply count_keys_bad.
      - intros a x t acc0 z0 _ _. apply finish_spec.
      - now apply visitors_ok. }
    now apply Gen.
  Qed.

  (** What is counted goes along with the shares. *)
  Lemma shares_spec {A} (g : option int -> A -> option int) (h : A -> N) shares :
    (forall c acc y, In c shares -> counted acc y -> counted (g acc c) (h c + y)) ->
    counted (fold_left g shares (Some 0%uint63)) (sum h shares).
  Proof.
    assert (Gen : forall acc y, (forall c acc y, In c shares -> counted acc y -> counted (g acc c) (h c + y)) -> counted acc y ->
      counted (fold_left g shares acc) (sum h shares + y)).
    { induction shares as [|c shares IH]; intros acc y H K; [exact K|]. cbn [fold_left sum fold_right]. fold (sum h shares).
      rewrite <- N.add_assoc, (N.add_comm (h c)), <- N.add_assoc. apply IH; [intros; apply H; [now right | easy]|].
      rewrite N.add_comm. apply H; [now left | exact K]. }
    intros H. rewrite <- (N.add_0_r (sum h shares)). now apply Gen.
  Qed.

  (** Each row that is shared out gives a number [f], and the sum over all rows is the number of grids. *)
  Lemma count_levels_spec d : forall r level, r + S d = m -> Forall (source_ok r) level -> exists f,
    sum f (plans R n) = sum_level (value_of (S d)) level /\
    forall shares, (forall c, In c shares -> incl c (plans R n)) ->
      counted (count_levels R n b (plans R n) shares (class_levels R m (S d)) level) (sum (sum f) shares).
  Proof.
    destruct half_size as (Hd & _).
    assert (Last : classes_after R m m = hd no_classes (class_levels R m 0)) by (unfold classes_after; now rewrite Nat.sub_diag).
    induction d as [|d IH]; intros r level Hr A.
    - exists (fun p => sum (fun s => sum (fun v => given 0 v s) (visitors b (S m) (snd p))) level).
      split; [exact (given_all 0 r level Hr A)|]. intros shares Hs. cbn [class_levels count_levels]. cbv zeta. rewrite Hd.
      apply shares_spec. intros c acc y Hc K. pose proof (last_level_spec r c level acc y Hr (Hs c Hc) A K) as Q.
      rewrite Last in Q. exact Q.
    - assert (Next : forall chosen, incl chosen (plans R n) -> level_known (S d) (S r) (next_level R b (S m)
          (freezer b (S m) (hd no_classes (class_levels R m (S d)))) chosen level)
          (given_by (S d) r chosen level)).
      { intros chosen Hp. pose proof (next_level_spec (S d) r chosen level Hr Hp A) as Q. unfold classes_after in Q.
        replace (m - S r) with (S d) in Q by lia. exact Q. }
      destruct d as [|d].
      + (* The rows of this level are shared out. *)
        exists (fun p => sum (fun s => sum (fun v => given 1 v s) (visitors b (S m) (snd p))) level).
        split; [exact (given_all 1 r level Hr A)|]. intros shares Hs. cbn [class_levels count_levels]. cbv zeta. rewrite Hd.
        apply shares_spec. intros c acc y Hc K. fold (given_by 1 r c level). specialize (Next c (Hs c Hc)). cbn [class_levels hd] in Next.
        cbv zeta in Next. destruct (next_level _ _ _ _ _ level) as [level'|]; [|easy]. destruct Next as (Q1 & Q2). rewrite <- Q2.
        rewrite <- (given_all 0 (S r) level') by (lia || exact Q1).
        pose proof (last_level_spec (S r) (plans R n) level' acc y ltac:(lia) (incl_refl _) Q1 K) as Q. rewrite Last in Q. exact Q.
      + specialize (Next (plans R n) (incl_refl _)).
        assert (U : forall shares, count_levels R n b (plans R n) shares (class_levels R m (S (S (S d)))) level =
          match next_level R b (S (Nat.div2 n)) (freezer b (S (Nat.div2 n)) (hd no_classes (class_levels R m (S (S d))))) (plans R n) level with
          | None => None
          | Some level' => count_levels R n b (plans R n) shares (class_levels R m (S (S d))) level'
          end) by (intros shares; cbn [class_levels]; cbv zeta; destruct d; reflexivity).
        rewrite Hd in U. destruct (next_level _ _ _ _ _ level) as [level'|].
        * destruct Next as (Q1 & Q2). destruct (IH (S r) level' ltac:(lia) Q1) as (f & Hf & H). exists f. split.
          -- rewrite Hf, Q2. exact (given_all (S (S d)) r level Hr A).
          -- intros shares Hs. rewrite U. exact (H shares Hs).
        * exists (fun p => sum (fun s => sum (fun v => given (S (S d)) v s) (visitors b (S m) (snd p))) level).
          split; [exact (given_all (S (S d)) r level Hr A)|]. intros shares _. rewrite U. exact I.
  Qed.

  Lemma first_level_spec : Forall (source_ok 0) (first_level R n b (classes_after R m 0)) /\
    sum_level (value_of m) (first_level R n b (classes_after R m 0)) = grids_from 0 [].
  Proof.
    unfold first_level. cbv zeta. destruct half_size as (-> & _).
    set (k := first_key _ _ (S m)).
    assert (K : begins 0 (PState (repeat false n) (repeat false n) (Rest (repeat 0 n) false false) k) []).
    { split; [easy|]. intros x _. split; cbn [prow pabove prest pkey].
      - apply (start_core R n m b _ odd n_positive half b_positive b_small).
      - apply (start_key R n m b _ odd n_positive half b_positive b_small b_fits). reflexivity. }
    set (P := fun k => begun 0 (PState (repeat false n) (repeat false n) (Rest (repeat 0 n) false false) k)).
    destruct (freezer_spec b (S m) (classes_after R m 0) (Leaf k 1%uint63) P
      (fun k => value_of m (PState (repeat false n) (repeat false n) (Rest (repeat 0 n) false false) k)) b_small) as (F1 & F2).
    - exists []. exact K.
    - intros k0 Hk. apply (begun_few 0 _ ltac:(lia) Hk).
    - split.
      + constructor; [|constructor]. split; [easy|]. cbn [srow sgroups]. constructor; [|constructor]. cbn [fst snd].
        constructor; [exact F1 | constructor].
      + unfold sum_level, sum_source. cbn [srow sgroups sum fold_right fst snd]. rewrite F2. cbn [sum_keys].
        rewrite (value_reached m 0 _ [] eq_refl K). change (val 1%uint63) with 1%N. lia.
  Qed.

  Lemma packed_grids : 0 < m -> exists f, sum f (plans R n) = sum (good_grid R n) (bits (half_squares n)) /\
    forall shares, (forall c, In c shares -> incl c (plans R n)) ->
      counted (count_levels R n b (plans R n) shares (class_levels R m m) (first_level R n b (hd no_classes (class_levels R m m))))
        (sum (sum f) shares).
  Proof.
    intros Hm. destruct first_level_spec as (F1 & F2).
    assert (E : hd no_classes (class_levels R m m) = classes_after R m 0) by (unfold classes_after; now rewrite Nat.sub_0_r).
    rewrite E. unfold grids_from in F2. rewrite Nat.sub_0_r in F2.
    change (sum (fun x => good_grid R n ([] ++ x)) (bits (half_squares n))) with (sum (good_grid R n) (bits (half_squares n))) in F2.
    rewrite <- F2. pose proof (count_levels_spec (m - 1) 0 _ ltac:(lia) F1) as Q. replace (S (m - 1)) with m in Q by lia. exact Q.
  Qed.
End Count.

Lemma levels_in R m k : forall r, m - k <= r -> r <= m -> In (classes_after R m r) (class_levels R m k).
Proof.
  induction k as [|k IH]; intros r H1 H2.
  - assert (r = m) by lia. subst. rewrite classes_last. now left.
  - cbn [class_levels]. cbv zeta. destruct (Nat.eq_dec r (m - S k)) as [E|E]; [|right; apply IH; lia].
    destruct (le_lt_dec (S k) m) as [L|L].
    + left. unfold classes_after. replace (m - r) with (S k) by lia. reflexivity.
    + right. apply IH; lia.
Qed.

Lemma sum_share {A} (f : A -> N) k l : 0 < k -> sum (fun i => sum f (share k i l)) (seq 0 k) = sum f l.
Proof.
  intros Hk. destruct k as [|k]; [lia|]. induction l as [|x l IH].
  - now apply sum_zero.
  - change (sum (fun i => sum f (share (S k) i (x :: l))) (seq 0 (S k)))
      with (f x + sum f (share (S k) k l) + sum (fun i => sum f (share (S k) i (x :: l))) (seq 1 k))%N.
    rewrite <- seq_shift, sum_map. change (fun i => sum f (share (S k) (S i) (x :: l))) with (fun i => sum f (share (S k) i l)).
    rewrite seq_S, sum_app in IH. simpl in *. lia.
Qed.

Lemma share_incl {A} k (l : list A) : forall i, incl (share k i l) l.
Proof.
  induction l as [|x l IH]; intros i y Hy; [exact Hy|]. cbn [share] in Hy. destruct i as [|i].
  - destruct Hy as [->|Hy]; [now left | right; now apply IH in Hy].
  - right. now apply IH in Hy.
Qed.

(** Each row gives a number. A share is the sum over its rows. *)
Lemma packed_shares_sum R n : (forall k is, packed_shares R n k is = None) \/ exists f, sum f (plans R n) = count R n /\
  forall k is c, packed_shares R n k is = Some c -> sum (fun i => sum f (share k i (plans R n))) is = c.
Proof.
  unfold packed_shares. cbv zeta. set (m := Nat.div2 n).
  destruct (packable R &&& (1 <=? m) &&& (n =? S (2 * m))) eqn:E; [|now left]. unfold packable in E. rewrite !and_true in E.
  destruct E as ((((T & C) & L) & M) & O). apply Nat.eqb_eq in L, O. apply Nat.leb_le in M.
  set (b := width (class_levels R m m)).
  destruct ((1 <=? b) &&& (b * S m <=? 62) &&& forallb (fits_in b) (class_levels R m m)) eqn:E; [|now left]. rewrite !and_true in E.
  destruct E as ((B1 & B2) & B3). apply Nat.leb_le in B1, B2. rewrite forallb_forall in B3. right.
  rewrite <- (transfer_correct R n T), (transfer_grids R n) by (lia || exact T).
  assert (P : 0 < n) by lia. assert (H : n = 2 * S m \/ S n = 2 * S m) by lia.
  assert (B2' : (Z.of_nat b * Z.of_nat (S m) <= 62)%Z) by (rewrite <- Nat2Z.inj_mul; lia).
  clearbody b m.
  destruct (packed_grids R n m b O P H T C L B1 B2') as (f & Hf & Q); [|lia|].
  - intros r Hr. apply B3, levels_in; lia.
  - exists f. split; [exact Hf|]. intros k is c. specialize (Q (map (fun i => share k i (plans R n)) is)). unfold counted in Q.
    destruct (count_levels _ _ _ _ _ _ _) as [t|]; [|easy]. intros [= <-]. change (Z.to_N (to_Z t)) with (val t). rewrite Q.
    + now rewrite sum_map.
    + intros l Hl. apply in_map_iff in Hl. destruct Hl as (i & <- & _). apply share_incl.
Qed.

(** The sum of all shares is exactly the number of grids that trying every grid counts. *)
Theorem packed_shares_correct : forall R n k iss cs, 0 < k -> concat iss = seq 0 k ->
  map (packed_shares R n k) iss = map Some cs -> count R n = fold_right N.add 0%N cs.
Proof.
  intros R n k iss cs Hk All E. destruct (packed_shares_sum R n) as [None|(f & <- & H)].
  - destruct iss as [|is iss]; [now destruct k|]. cbn [map] in E. rewrite None in E. now destruct cs.
  - rewrite <- (sum_share f k) by easy. rewrite <- All. clear All. revert cs E.
    induction iss as [|is iss IH]; intros [|c cs] E; try easy. cbn [map] in E. injection E as E1 E. cbn [concat fold_right].
    rewrite sum_app, (H k is c E1). f_equal. now apply IH.
Qed.

(** The packed transfer matrix counts exactly the grids that trying every grid counts. *)
Theorem packed_correct : forall R n k, packed R n = Some k -> count R n = k.
Proof.
  intros R n k E. rewrite (packed_shares_correct R n 1 [[0]] [k]); [apply N.add_0_r | lia | easy | now cbn [map]; rewrite <- E].
Qed.

(** Evaluates shares, or a count, by the packed transfer matrix in the kernel, once, when the proof is closed. *)
Ltac by_shares k := vm_cast_no_check (eq_refl (Some k)).
Ltac by_packed k := apply packed_correct; by_shares k.
