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

(** A fold whose visits each add a multiple of the prefixes adds them all. *)
Lemma fold_tree_sum {T} (visit : state -> N -> T -> T) (measure : T -> N) (F : state -> N) :
  (forall s k acc, measure (visit s k acc) = k * F s + measure acc) ->
  forall t acc, measure (fold_tree visit t acc) = sum_tree F t + measure acc.
Proof.
  intros H. induction t as [|l IHl s k r IHr h]; intros acc; cbn [fold_tree sum_tree]; [lia|].
  rewrite IHr, H, IHl. lia.
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

Lemma squares_ways {T} R (measure : T -> N) (F : state -> N) (visit : state -> T -> T) k :
  (forall s acc, measure (visit s acc) = F s + measure acc) ->
  forall s acc, measure (squares R k s visit acc) = ways R k s F + measure acc.
Proof.
  intros H. induction k as [|k IH]; intros s acc.
  - cbn [squares]. now rewrite H, ways_zero.
  - cbn [squares]. cbv zeta. rewrite ways_succ.
    destruct (step R s true); rewrite ?IH; destruct (step R s false); rewrite ?IH; lia.
Qed.

Lemma ways_scale R k F c s : ways R k s (fun s' => c * F s') = c * ways R k s F.
Proof.
  revert s. induction k as [|k IH]; intros s; [now rewrite !ways_zero|].
  rewrite !ways_succ. destruct (step R s false), (step R s true); rewrite ?IH; lia.
Qed.

Lemma next_row_sum R n F t : sum_tree F (next_row R n t) = sum_tree (fun s => ways R n s F) t.
Proof.
  unfold next_row. rewrite fold_tree_sum with (measure := sum_tree F) (F := fun s => ways R n s F).
  - cbn [sum_tree]. lia.
  - intros s k acc. rewrite squares_ways with (measure := sum_tree F) (F := fun s' => k * F s').
    + now rewrite ways_scale.
    + intros. apply sum_insert.
Qed.

Lemma rows_sum R n m F : forall t, sum_tree F (rows R n m t) = sum_tree (fun s => ways R (m * n) s F) t.
Proof.
  induction m as [|m IH]; intros t; cbn [rows].
  - apply sum_tree_ext. intros s. now rewrite ways_zero.
  - rewrite IH, next_row_sum. apply sum_tree_ext. intros s. cbn [Nat.mul]. now rewrite <- ways_add.
Qed.

(** The number of squares that decide a grid under the half turn. *)
Definition half_squares (n : nat) : nat :=
  (Nat.div2 n * n + (if odd_rows n =? 0 then 0 else S (Nat.div2 n)))%nat.

Definition good_end (R : ruleset) (o : nat) (s : state) : N := if ends_well R o s then 1 else 0.

Lemma transfer_ways R n : transfer R n = ways R (half_squares n) (start n) (good_end R (odd_rows n)).
Proof.
  unfold transfer. cbv zeta.
  set (h := if (odd_rows n =? 0)%nat then 0%nat else S (Nat.div2 n)).
  rewrite fold_tree_sum with (measure := fun x => x) (F := middles R (odd_rows n) h) by (intros; lia).
  rewrite rows_sum. cbn [sum_tree]. unfold half_squares. fold h. rewrite ways_add.
  rewrite !N.add_0_r, N.mul_1_l, N.add_0_l. unfold ways at 1 2. apply sum_ext. intros l _. unfold after.
  destruct (run R (start n) l) as [s|]; [|easy]. unfold middles.
  rewrite squares_ways with (measure := fun x => x) (F := good_end R (odd_rows n)); [lia|].
  intros s' acc. unfold good_end. destruct (ends_well R (odd_rows n) s'); lia.
Qed.
