(** Proves that [transfer] sums over all upper halves, however states are merged.

    [ways R k s F] sums [F] over the states that [k] squares lead to from [s]. *)

From Coq Require Import Arith NArith List Bool Lia.
From Gridcheck Require Import Spec Lines Decide Validator Search Regions Meet Transfer.
Import ListNotations.
Local Open Scope N_scope.

(** ** Equal keys are equal states. *)

Lemma then_eq c d : (c ;; d) = Eq -> c = Eq /\ d = Eq.
Proof. now destruct c. Qed.

Lemma cmp_bool_eq a b : cmp_bool a b = Eq -> a = b.
Proof. now destruct a, b. Qed.

Ltac split_eq := repeat match goal with
  | H : (match ?c with Eq => _ | Lt => Lt | Gt => Gt end) = Eq |- _ => apply then_eq in H; destruct H
  | H : Nat.compare _ _ = Eq |- _ => apply Nat.compare_eq in H
  | H : cmp_bool _ _ = Eq |- _ => apply cmp_bool_eq in H
  end.

Lemma cmp_word_eq a b : cmp_word a b = Eq -> a = b.
Proof. destruct a, b; simpl; try easy. intros H. split_eq. congruence. Qed.

Lemma cmp_pword_eq a b : cmp_pword a b = Eq -> a = b.
Proof. destruct a, b; simpl; try easy. intros H. split_eq. congruence. Qed.

Lemma cmp_cell_eq a b : cmp_cell a b = Eq -> a = b.
Proof.
  destruct a as [a1 a2 a3 a4], b as [b1 b2 b3 b4]. unfold cmp_cell. cbn [cwhite cabove cword ccount]. intros H.
  apply then_eq in H. destruct H as (H1 & H). apply then_eq in H. destruct H as (H2 & H).
  apply then_eq in H. destruct H as (H3 & H4). apply cmp_word_eq in H3. split_eq. congruence.
Qed.

Lemma cmp_list_eq {A} (cmp : A -> A -> comparison) : (forall x y, cmp x y = Eq -> x = y) ->
  forall a b, cmp_list cmp a b = Eq -> a = b.
Proof.
  intros C. induction a as [|x a IH]; intros [|y b]; cbn [cmp_list]; try easy.
  intros H. apply then_eq in H. destruct H as (H1 & H2). f_equal; auto.
Qed.

Lemma cmp_state_eq a b : cmp_state a b = Eq -> a = b.
Proof.
  destruct a as [a1 a2 a3 a4 a5 a6 a7 a8 a9], b as [b1 b2 b3 b4 b5 b6 b7 b8 b9]. unfold cmp_state. cbn [ahead behind labels upper lower whites side some open]. intros H.
  repeat match goal with
  | H : (match ?c with Eq => _ | Lt => Lt | Gt => Gt end) = Eq |- _ => apply then_eq in H; destruct H
  end.
  repeat match goal with
  | H : cmp_list cmp_cell _ _ = Eq |- _ => apply (cmp_list_eq cmp_cell cmp_cell_eq) in H
  | H : cmp_list Nat.compare _ _ = Eq |- _ => apply (cmp_list_eq Nat.compare Nat.compare_eq) in H
  | H : cmp_word _ _ = Eq |- _ => apply cmp_word_eq in H
  | H : cmp_pword _ _ = Eq |- _ => apply cmp_pword_eq in H
  | H : cmp_bool _ _ = Eq |- _ => apply cmp_bool_eq in H
  | H : Nat.compare _ _ = Eq |- _ => apply Nat.compare_eq in H
  end. congruence.
Qed.

(** ** Sums over trees *)

Fixpoint sum_tree (F : state -> N) (t : tree) : N :=
  match t with Leaf => 0 | Node l s k r _ => sum_tree F l + k * F s + sum_tree F r end.

Lemma sum_node F l s k r : sum_tree F (node l s k r) = sum_tree F l + k * F s + sum_tree F r.
Proof. reflexivity. Qed.

Lemma sum_balance F l s k r : sum_tree F (balance l s k r) = sum_tree F l + k * F s + sum_tree F r.
Proof.
  unfold balance. cbv zeta.
  destruct (S (height r) <? height l)%nat.
  - destruct l as [|ll ls lk lr lh]; [easy|]. destruct (height lr <=? height ll)%nat.
    + rewrite !sum_node. cbn [sum_tree]. lia.
    + destruct lr as [|m1 ms mk m2 mh]; [easy|]. rewrite !sum_node. cbn [sum_tree]. lia.
  - destruct (S (height l) <? height r)%nat; [|easy].
    destruct r as [|rl rs rk rr rh]; [easy|]. destruct (height rl <=? height rr)%nat.
    + rewrite !sum_node. cbn [sum_tree]. lia.
    + destruct rl as [|m1 ms mk m2 mh]; [easy|]. rewrite !sum_node. cbn [sum_tree]. lia.
Qed.

Lemma sum_insert F s k t : sum_tree F (insert s k t) = k * F s + sum_tree F t.
Proof.
  induction t as [|l IHl s' k' r IHr h]; cbn [insert sum_tree]; [lia|].
  destruct (cmp_state s s') eqn:E.
  - apply cmp_state_eq in E. subst s'. cbn [sum_tree]. lia.
  - rewrite sum_balance, IHl. lia.
  - rewrite sum_balance, IHr. lia.
Qed.

(** Every state of the tree has the property. *)
Fixpoint all_tree (Q : state -> Prop) (t : tree) : Prop :=
  match t with Leaf => True | Node l s _ r _ => all_tree Q l /\ Q s /\ all_tree Q r end.

Lemma all_balance Q l s k r : all_tree Q l -> Q s -> all_tree Q r -> all_tree Q (balance l s k r).
Proof.
  intros L Hs Hr. unfold balance. cbv zeta.
  destruct (S (height r) <? height l)%nat.
  - destruct l as [|ll ls lk lr lh]; [easy|]. simpl in L. destruct (height lr <=? height ll)%nat; [simpl; tauto|].
    destruct lr as [|m1 ms mk m2 mh]; simpl in *; tauto.
  - destruct (S (height l) <? height r)%nat; [|easy].
    destruct r as [|rl rs rk rr rh]; [easy|]. simpl in Hr. destruct (height rl <=? height rr)%nat; [simpl; tauto|].
    destruct rl as [|m1 ms mk m2 mh]; simpl in *; tauto.
Qed.

Lemma all_insert (Q : state -> Prop) s k t : Q s -> all_tree Q t -> all_tree Q (insert s k t).
Proof.
  intros Hs. induction t as [|l IHl s' k' r IHr h]; cbn [insert all_tree]; [easy|]. intros (A & B & C).
  destruct (cmp_state s s'); [easy | apply all_balance; auto | apply all_balance; auto].
Qed.

(** A property [P] of accumulator and sum goes along with a fold. *)
Lemma fold_tree_sum {T} (P : T -> N -> Prop) (Q : state -> Prop) (F : state -> N) (visit : state -> N -> T -> T) :
  (forall s k acc x, Q s -> P acc x -> P (visit s k acc) (k * F s + x)) ->
  forall t acc x, all_tree Q t -> P acc x -> P (fold_tree visit t acc) (sum_tree F t + x).
Proof.
  intros H. induction t as [|l IHl s k r IHr h]; intros acc x A B; cbn [fold_tree sum_tree all_tree] in *; [easy|].
  destruct A as (A1 & A2 & A3).
  replace (sum_tree F l + k * F s + sum_tree F r + x) with (sum_tree F r + (k * F s + (sum_tree F l + x))) by lia.
  apply IHr; [easy|]. apply H; [easy|]. now apply IHl.
Qed.

Lemma sum_tree_ext F G t : (forall s, F s = G s) -> sum_tree F t = sum_tree G t.
Proof. intros E. induction t; simpl; [easy|]. now rewrite E, IHt1, IHt2. Qed.

(** ** Sums over ways *)

Definition sum {A} (f : A -> N) (l : list A) : N := fold_right (fun x k => f x + k) 0 l.

Lemma sum_app {A} (f : A -> N) a b : sum f (a ++ b) = sum f a + sum f b.
Proof. induction a; simpl; lia. Qed.

Lemma sum_map {A B} (f : B -> N) (h : A -> B) l : sum f (map h l) = sum (fun x => f (h x)) l.
Proof. induction l; simpl; congruence. Qed.

Lemma sum_ext {A} (f h : A -> N) l : (forall x, In x l -> f x = h x) -> sum f l = sum h l.
Proof.
  induction l as [|x l IH]; intros E; simpl; [easy|].
  rewrite E, IH; [easy | intros; apply E; now right | now left].
Qed.

Lemma sum_zero {A} (f : A -> N) l : (forall x, f x = 0) -> sum f l = 0.
Proof. intros E. induction l; simpl; [easy|]. now rewrite E. Qed.

Definition bits (k : nat) : list (list bool) := lists k [false; true].

Definition after (R : ruleset) (F : state -> N) (s : state) (bs : list bool) : N :=
  match run R s bs with Some s' => F s' | None => 0 end.

Definition ways (R : ruleset) (k : nat) (s : state) (F : state -> N) : N := sum (after R F s) (bits k).

Lemma ways_succ R k s F : ways R (S k) s F =
  (match step R s false with Some s' => ways R k s' F | None => 0 end) +
  (match step R s true with Some s' => ways R k s' F | None => 0 end).
Proof.
  unfold ways, bits. cbn [lists flat_map]. rewrite app_nil_r, sum_app, !sum_map.
  assert (E : forall b, sum (fun x => after R F s (b :: x)) (lists k [false; true]) =
    match step R s b with Some s' => sum (after R F s') (lists k [false; true]) | None => 0 end).
  { intros b. destruct (step R s b) as [s'|] eqn:E.
    - apply sum_ext. intros x _. unfold after. cbn [run]. now rewrite E.
    - apply sum_zero. intros x. unfold after. cbn [run]. now rewrite E. }
  now rewrite !E.
Qed.

Lemma ways_zero R s F : ways R 0 s F = F s.
Proof. unfold ways, bits, after. simpl. lia. Qed.

Lemma ways_add R j : forall k s F, ways R (j + k) s F = ways R j s (fun s' => ways R k s' F).
Proof.
  induction j as [|j IH]; intros k s F.
  - now rewrite ways_zero.
  - cbn [Nat.add]. rewrite !ways_succ. destruct (step R s false), (step R s true); now rewrite ?IH.
Qed.

(** A sum over the ways that a property [P] of accumulator and sum goes along with. *)
Lemma squares_ways {T} R (P : T -> N -> Prop) (F : state -> N) (visit : state -> T -> T) k : forall s,
  (forall bs s' acc x, length bs = k -> run R s bs = Some s' -> P acc x -> P (visit s' acc) (F s' + x)) ->
  forall acc x, P acc x -> P (squares R k s visit acc) (ways R k s F + x).
Proof.
  induction k as [|k IH]; intros s H acc x A.
  - cbn [squares]. rewrite ways_zero. now apply (H []).
  - cbn [squares]. cbv zeta. rewrite ways_succ.
    assert (Go : forall b s1, step R s b = Some s1 -> forall acc x, P acc x -> P (squares R k s1 visit acc) (ways R k s1 F + x)).
    { intros b s1 E. apply IH. intros bs s' a y L Q. apply (H (b :: bs)); [simpl; lia|]. simpl. now rewrite E. }
    destruct (step R s false) as [s0|] eqn:E0; destruct (step R s true) as [s1|] eqn:E1.
    + rewrite (N.add_comm (ways R k s0 F)), <- N.add_assoc. apply (Go true); [easy|]. now apply (Go false).
    + rewrite N.add_0_r. now apply (Go false).
    + rewrite N.add_0_l. now apply (Go true).
    + now rewrite !N.add_0_l.
Qed.

Lemma ways_scale R k F c s : ways R k s (fun s' => c * F s') = c * ways R k s F.
Proof.
  revert s. induction k as [|k IH]; intros s; [now rewrite !ways_zero|].
  rewrite !ways_succ. destruct (step R s false), (step R s true); rewrite ?IH; lia.
Qed.

(** The squares that decide a grid under the half turn. *)
Definition half_squares (n : nat) : nat := (pred (Nat.div2 n) * n + last_squares n)%nat.

Definition good_end (R : ruleset) (o : nat) (s : state) : N := if ends_well R o s then 1 else 0.

(** The good ways from a state after [r] rows to the middle. *)
Definition value (R : ruleset) (n r : nat) (s : state) : N :=
  ways R (half_squares n - r * n) s (good_end R (odd_rows n)).

Section Rows.
  Variable R : ruleset.
  Variable n : nat.
  (** [reach r s]: some prefix of [r] rows has the state [s]. *)
  Variable reach : nat -> state -> Prop.
  Hypothesis reach_start : reach 0 (start n).
  Hypothesis reach_run : forall r s bs s', (r < pred (Nat.div2 n))%nat -> reach r s -> length bs = n ->
    run R s bs = Some s' -> reach (S r) s'.
  Hypothesis reach_lesser : forall r s, (r <= pred (Nat.div2 n))%nat -> reach r s ->
    reach r (lesser s) /\ value R n r (lesser s) = value R n r s.

  Lemma value_row r s : (r < pred (Nat.div2 n))%nat -> value R n r s = ways R n s (value R n (S r)).
  Proof.
    intros H. unfold value, half_squares. rewrite <- ways_add. f_equal. nia.
  Qed.

  Lemma next_row_sum r t : (r < pred (Nat.div2 n))%nat -> all_tree (reach r) t ->
    all_tree (reach (S r)) (next_row R n t) /\
    sum_tree (value R n (S r)) (next_row R n t) = sum_tree (value R n r) t.
  Proof.
    intros Hr A. set (P := fun t x => all_tree (reach (S r)) t /\ sum_tree (value R n (S r)) t = x).
    enough (E : P (next_row R n t) (sum_tree (value R n r) t + 0)) by now rewrite N.add_0_r in E.
    unfold next_row. apply fold_tree_sum with (Q := reach r); [|easy | now split].
    intros s k acc x Hs B. rewrite value_row, <- ways_scale by easy.
    apply squares_ways; [|easy]. intros bs s' acc' x' L E (B1 & B2).
    destruct (reach_lesser (S r) s') as (C1 & C2); [easy | now apply (reach_run r s bs)|].
    split; [now apply all_insert|]. rewrite sum_insert, C2, B2. easy.
  Qed.

  Lemma rows_sum m : forall r t, (r + m <= pred (Nat.div2 n))%nat -> all_tree (reach r) t ->
    sum_tree (value R n (r + m)) (rows R n m t) = sum_tree (value R n r) t.
  Proof.
    induction m as [|m IH]; intros r t Hr A; cbn [rows]; [now rewrite Nat.add_0_r|].
    destruct (next_row_sum r t ltac:(lia) A) as (B & E). rewrite <- E, <- (IH (S r)); [|lia | easy].
    now rewrite <- plus_n_Sm.
  Qed.

  Lemma transfer_ways : transfer R n = value R n 0 (start n).
  Proof.
    unfold transfer. cbv zeta. set (t := rows R n _ _).
    assert (E : (fun total x => total = x) (fold_tree (fun s k total => total + k * endings R (odd_rows n) (last_squares n) s) t 0)
                (sum_tree (value R n (pred (Nat.div2 n))) t + 0)).
    { apply fold_tree_sum with (Q := fun _ => True) (P := fun total x : N => total = x); [| |easy].
      - intros s k acc x _ ->. assert (V : endings R (odd_rows n) (last_squares n) s = value R n (pred (Nat.div2 n)) s); [|lia].
        unfold endings, value. replace (half_squares n - pred (Nat.div2 n) * n)%nat with (last_squares n) by (unfold half_squares; lia).
        rewrite <- (N.add_0_r (ways _ _ _ _)). apply (squares_ways R (fun a x => a = x)); [|easy].
        intros bs s' a y _ _ ->. unfold good_end. destruct (ends_well R (odd_rows n) s'); lia.
      - clear. induction t; simpl; auto. }
    cbn beta in E. rewrite E, N.add_0_r. unfold t.
    rewrite <- (Nat.add_0_l (pred (Nat.div2 n))) at 1. rewrite rows_sum; [|lia | simpl; auto].
    cbn [sum_tree]. lia.
  Qed.
End Rows.
