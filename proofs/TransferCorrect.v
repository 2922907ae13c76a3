(** Proves that the transfer matrix counts the valid grids under the half turn.

    The first half of the squares, in the order of reading, decides such a grid, and every choice of
    them is one grid ([complete]). So the count is a sum over choices, which the transfer matrix
    computes ([transfer_ways]) and of which each summand tells whether the grid is valid ([upper_decides]). *)

From Coq Require Import Arith NArith List Bool Lia.
From Gridcheck Require Import Spec Lines Decide Connected Validator Search Meet Regions Transfer Merging Upper.
Import ListNotations.

Lemma rows_parity n : n = 2 * Nat.div2 n /\ odd_rows n = 0 \/ n = S (2 * Nat.div2 n) /\ odd_rows n = 1.
Proof.
  unfold odd_rows. rewrite Nat.div2_div. pose proof (Nat.div_mod n 2 ltac:(lia)).
  pose proof (Nat.mod_upper_bound n 2 ltac:(lia)). lia.
Qed.

Lemma half_squares_bound n : n * n - half_squares n <= half_squares n <= S (n * n - half_squares n) /\
  half_squares n <= n * n.
Proof.
  unfold half_squares. destruct (rows_parity n) as [(E & ->)|(E & ->)]; set (m := Nat.div2 n) in *; clearbody m; subst n; simpl Nat.eqb; cbv iota; nia.
Qed.

(** The squares of a grid, of which [l] is the first half. *)
Definition whole (n : nat) (l : list bool) : list bool := l ++ rev (firstn (n * n - half_squares n) l).

Definition complete (n : nat) (l : list bool) : grid :=
  map (fun r => map (fun c => nth (r * n + c) (whole n l) false) (seq 0 n)) (seq 0 n).

Lemma nth_whole n l i : length l = half_squares n -> i < n * n ->
  nth i (whole n l) false = nth (if i <? half_squares n then i else n * n - 1 - i) l false.
Proof.
  intros L Hi. destruct (half_squares_bound n) as (B1 & B2). unfold whole.
  destruct (Nat.ltb_spec i (half_squares n)) as [H|H].
  - now rewrite app_nth1 by lia.
  - assert (K : length (firstn (n * n - half_squares n) l) = n * n - half_squares n) by (rewrite firstn_length; lia).
    rewrite app_nth2, rev_nth by lia. rewrite K, L.
    rewrite <- (firstn_skipn (n * n - half_squares n) l) at 2. rewrite app_nth1 by lia. f_equal. lia.
Qed.

Lemma complete_grid n l : is_grid n (complete n l).
Proof.
  unfold complete. split; [now rewrite map_length, seq_length|]. intros row H. apply in_map_iff in H.
  destruct H as (r & <- & _). now rewrite map_length, seq_length.
Qed.

Lemma complete_white n l r c : r < n -> c < n -> whiteb (complete n l) r c = nth (r * n + c) (whole n l) false.
Proof.
  intros Hr Hc. unfold whiteb, complete.
  rewrite (nth_map_seq (fun r => map (fun c => nth (r * n + c) (whole n l) false) (seq 0 n))) by easy.
  cbn beta. now rewrite (nth_map_seq (fun c => nth ((0 + r) * n + c) (whole n l) false)).
Qed.

Lemma place_bound n r c : r < n -> c < n -> r * n + c < n * n.
Proof. nia. Qed.

Lemma place_turned n r c : r < n -> c < n -> n * n - 1 - (r * n + c) = (n - 1 - r) * n + (n - 1 - c).
Proof. nia. Qed.

Lemma complete_symmetric n l r c : length l = half_squares n -> r < n -> c < n ->
  whiteb (complete n l) r c = whiteb (complete n l) (n - 1 - r) (n - 1 - c).
Proof.
  intros L Hr Hc. rewrite !complete_white by lia. rewrite <- place_turned by easy.
  pose proof (place_bound n r c Hr Hc) as B. set (i := r * n + c) in *. clearbody i.
  destruct (half_squares_bound n) as (B1 & B2). rewrite !nth_whole by lia.
  destruct (Nat.ltb_spec i (half_squares n)), (Nat.ltb_spec (n * n - 1 - i) (half_squares n)); f_equal; lia.
Qed.

Lemma first_rows_complete n l k : k <= n ->
  first_rows n (complete n l) k = map (fun i => nth i (whole n l) false) (seq 0 (k * n)).
Proof.
  unfold first_rows. induction k as [|k IH]; intros Hk; [easy|].
  rewrite seq_S, flat_map_app, IH by lia. simpl flat_map. rewrite app_nil_r.
  replace (S k * n) with (k * n + n) by lia. rewrite seq_app, map_app. f_equal. simpl Nat.add.
  apply nth_ext with false false; [now rewrite !map_length, !seq_length|].
  rewrite map_length, seq_length. intros c Hc. rewrite !nth_map_seq by easy. simpl Nat.add.
  apply complete_white; lia.
Qed.

Lemma first_half n l : length l = half_squares n ->
  first_rows n (complete n l) (Nat.div2 n) ++
  map (whiteb (complete n l) (Nat.div2 n)) (seq 0 (if odd_rows n =? 0 then 0 else S (Nat.div2 n))) = l.
Proof.
  intros L. assert (M : Nat.div2 n <= n) by (destruct (rows_parity n); lia).
  rewrite first_rows_complete by easy.
  assert (E : map (whiteb (complete n l) (Nat.div2 n)) (seq 0 (if odd_rows n =? 0 then 0 else S (Nat.div2 n))) =
              map (fun i => nth i (whole n l) false)
                (seq (Nat.div2 n * n) (if odd_rows n =? 0 then 0 else S (Nat.div2 n)))).
  { destruct (rows_parity n) as [(En & ->)|(En & ->)]; simpl Nat.eqb; cbv iota; [easy|].
    apply nth_ext with false false; [now rewrite !map_length, !seq_length|].
    rewrite map_length, seq_length. intros c Hc. rewrite !nth_map_seq by easy. apply complete_white; lia. }
  rewrite E, <- map_app, <- (seq_app (Nat.div2 n * n) _ 0). fold (half_squares n).
  symmetry. apply map_nth_seq with false; [easy|]. intros i Hi. unfold whole. now rewrite app_nth1 by lia.
Qed.

Lemma complete_injective n a b : length a = half_squares n -> length b = half_squares n ->
  complete n a = complete n b -> a = b.
Proof.
  intros A B E. apply nth_ext with false false; [congruence|]. intros i Hi. rewrite A in Hi.
  destruct (half_squares_bound n) as (_ & B2). assert (N : n <> 0) by (intros ->; lia).
  pose proof (Nat.div_mod i n N) as D. pose proof (Nat.mod_upper_bound i n N).
  assert (Q : i / n < n) by (apply Nat.div_lt_upper_bound; lia).
  assert (F : whiteb (complete n a) (i / n) (i mod n) = whiteb (complete n b) (i / n) (i mod n)) by now rewrite E.
  rewrite !complete_white in F by easy. replace (i / n * n + i mod n) with i in F by lia.
  rewrite !nth_whole in F by lia. now destruct (Nat.ltb_spec i (half_squares n)); [|lia].
Qed.

Lemma complete_all n g : is_grid n g ->
  (forall r c, r < n -> c < n -> whiteb g r c = whiteb g (n - 1 - r) (n - 1 - c)) ->
  g = complete n (map (fun i => whiteb g (i / n) (i mod n)) (seq 0 (half_squares n))).
Proof.
  intros G S. apply (grid_ext n); [easy | apply complete_grid |]. intros r c Hr Hc.
  rewrite complete_white by easy. destruct (half_squares_bound n) as (B1 & B2).
  rewrite nth_whole; [| now rewrite map_length, seq_length | now apply place_bound].
  assert (D : forall r c, c < n -> (r * n + c) / n = r /\ (r * n + c) mod n = c).
  { intros x y Hy. rewrite Nat.add_comm, Nat.div_add, Nat.mod_add by lia.
    now rewrite Nat.div_small, Nat.mod_small. }
  pose proof (place_bound n r c Hr Hc).
  destruct (Nat.ltb_spec (r * n + c) (half_squares n)).
  - rewrite nth_map_seq by easy. simpl Nat.add. now destruct (D r c Hc) as (-> & ->).
  - rewrite nth_map_seq by lia. simpl Nat.add. rewrite place_turned by easy.
    destruct (D (n - 1 - r) (n - 1 - c) ltac:(lia)) as (-> & ->). now apply S.
Qed.

Lemma NoDup_map_on {A B} (f : A -> B) l : NoDup l -> (forall x y, In x l -> In y l -> f x = f y -> x = y) ->
  NoDup (map f l).
Proof.
  induction 1 as [|x l H D IH]; intros I; simpl; constructor.
  - intros H'. apply in_map_iff in H'. destruct H' as (y & E & Hy).
    apply H. rewrite <- (I y x); [easy | now right | now left | easy].
  - apply IH. intros; apply I; auto; now right.
Qed.

Lemma bits_length k l : In l (bits k) <-> length l = k.
Proof.
  unfold bits. rewrite lists_spec. split; [easy|]. intros H. split; [easy|]. intros [|] _; simpl; auto.
Qed.

Lemma sum_filter {A} (p : A -> bool) l : sum (fun x => if p x then 1%N else 0%N) l = N.of_nat (length (filter p l)).
Proof. induction l as [|x l IH]; [easy|]. simpl. rewrite IH. destruct (p x); simpl length; lia. Qed.

Lemma filter_map_length {A B} (p : B -> bool) (f : A -> B) l :
  length (filter p (map f l)) = length (filter (fun x => p (f x)) l).
Proof. induction l as [|x l IH]; [easy|]. simpl. destruct (p (f x)); simpl; congruence. Qed.

(** The transfer matrix counts exactly the grids that trying every grid counts. *)
Theorem transfer_correct : forall R n, half_turn R = true -> transfer R n = count R n.
Proof.
  intros R n T. destruct (Nat.eq_dec n 0) as [->|N].
  { unfold transfer, count. simpl. unfold middles. simpl. unfold ends_well. simpl. unfold fits. simpl. easy. }
  apply (number_of_unique n (valid R n)); [|apply count_spec].
  assert (V : forall g, is_grid n g -> valid R n g -> g = complete n (map (fun i => whiteb g (i / n) (i mod n)) (seq 0 (half_squares n)))).
  { intros g G (_ & _ & _ & _ & _ & _ & S & _). apply complete_all; [easy|]. intros r c Hr Hc.
    unfold half_turn in T. destruct (symmetric_under R) eqn:E; try easy.
    specialize (S half ltac:(now left) r c Hr Hc). simpl in S. unfold white in S.
    fold (whiteb g r c) in S. fold (whiteb g (n - 1 - r) (n - 1 - c)) in S.
    destruct (whiteb g r c), (whiteb g (n - 1 - r) (n - 1 - c)); intuition. }
  exists (filter (validb R n) (map (complete n) (bits (half_squares n)))). split; [|split].
  - apply NoDup_filter, NoDup_map_on.
    + apply lists_NoDup. repeat constructor; simpl; intuition easy.
    + intros a b Ha Hb. apply bits_length in Ha, Hb. now apply complete_injective.
  - intros g. rewrite filter_In, in_map_iff. split.
    + intros ((l & <- & _) & H). split; [apply complete_grid|]. apply (validb_spec R n); [apply complete_grid | easy].
    + intros (G & H). split.
      * exists (map (fun i => whiteb g (i / n) (i mod n)) (seq 0 (half_squares n))).
        split; [symmetry; now apply V|]. apply bits_length. now rewrite map_length, seq_length.
      * now apply (validb_spec R n g G).
  - rewrite filter_map_length, <- sum_filter, transfer_ways. unfold ways. symmetry. apply sum_ext.
    intros l Hl. apply bits_length in Hl. unfold after.
    pose proof (upper_decides R n (complete n l) (complete_grid n l) ltac:(lia) T
      (fun r c => complete_symmetric n l r c Hl) (Nat.div2 n + odd_rows n)) as U.
    specialize (U ltac:(destruct (rows_parity n); lia) (odd_rows n) ltac:(destruct (rows_parity n); lia)).
    replace (Nat.div2 n + odd_rows n - odd_rows n) with (Nat.div2 n) in U by lia.
    rewrite first_half in U by easy.
    destruct (run R (start n) l) as [s|]; [|now rewrite U]. unfold good_end. now rewrite U.
Qed.

