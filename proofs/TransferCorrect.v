(** Proves that the transfer matrix counts the valid grids under the half turn.

    The first half of the squares, in the order of reading, decides such a grid, and every choice of
    them is one grid ([complete]). So the count is a sum over choices: each summand says whether its
    grid is valid ([upper_decides]), and the transfer matrix computes the sum ([transfer_ways]).
    A state may be merged with its mirror image, because as many valid grids begin with some rows as
    with the mirrored rows ([lesser_reached]). *)

From Coq Require Import Arith NArith List Bool Lia Permutation.
From Gridcheck Require Import Spec Lines Decide Connected Validator Search Sanity Meet Regions Transfer Merging Upper Mirrored.
Import ListNotations.

Lemma rows_parity n : n = 2 * Nat.div2 n /\ odd_rows n = 0 \/ n = S (2 * Nat.div2 n) /\ odd_rows n = 1.
Proof.
  unfold odd_rows. rewrite Nat.div2_div. pose proof (Nat.div_mod n 2 ltac:(lia)).
  pose proof (Nat.mod_upper_bound n 2 ltac:(lia)). lia.
Qed.

Lemma half_squares_rows n : half_squares n = Nat.div2 n * n + (if odd_rows n =? 0 then 0 else S (Nat.div2 n)).
Proof.
  unfold half_squares, last_squares. cbv zeta. destruct (Nat.div2 n) as [|k]; [simpl; lia|].
  cbn [pred]. replace (S k - k) with 1 by lia. lia.
Qed.

Lemma half_squares_bound n : n * n - half_squares n <= half_squares n <= S (n * n - half_squares n) /\
  half_squares n <= n * n.
Proof.
  rewrite half_squares_rows. destruct (rows_parity n) as [(E & ->)|(E & ->)]; set (m := Nat.div2 n) in *; clearbody m; subst n; simpl Nat.eqb; cbv iota; nia.
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
  some_rows n (complete n l) 0 k = map (fun i => nth i (whole n l) false) (seq 0 (k * n)).
Proof.
  unfold some_rows. induction k as [|k IH]; intros Hk; [easy|].
  rewrite seq_S, flat_map_app, IH by lia. simpl flat_map. rewrite app_nil_r.
  replace (S k * n) with (k * n + n) by lia. rewrite seq_app, map_app. f_equal. simpl Nat.add.
  apply nth_ext with false false; [now rewrite !map_length, !seq_length|].
  rewrite map_length, seq_length. intros c Hc. rewrite !nth_map_seq by easy. simpl Nat.add.
  apply complete_white; lia.
Qed.

Lemma first_half n l : length l = half_squares n ->
  some_rows n (complete n l) 0 (Nat.div2 n) ++
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
  rewrite E, <- map_app, <- (seq_app (Nat.div2 n * n) _ 0), <- half_squares_rows.
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

(** ** Prefixes and their mirror images *)

(** The place of a square in the mirrored grid. *)
Definition mirrored_place (n i : nat) : nat := (i / n) * n + (n - 1 - i mod n).
Definition mirrored_squares (n k : nat) (l : list bool) : list bool :=
  map (fun i => nth (mirrored_place n i) l false) (seq 0 k).
(** The first half of the squares of the mirrored grid. *)
Definition flipped (n : nat) (l : list bool) : list bool := mirrored_squares n (half_squares n) (whole n l).

Lemma mirrored_place_row n r i : i < r * n -> mirrored_place n i < r * n /\ mirrored_place n (mirrored_place n i) = i.
Proof.
  intros Hi. assert (N : n <> 0) by (intros ->; lia). unfold mirrored_place.
  pose proof (Nat.div_mod i n N) as D. pose proof (Nat.mod_upper_bound i n N) as B.
  assert (Q : i / n < r) by (apply Nat.div_lt_upper_bound; lia).
  set (q := i / n) in *. set (m := i mod n) in *. clearbody q m.
  assert (E : (q * n + (n - 1 - m)) / n = q /\ (q * n + (n - 1 - m)) mod n = n - 1 - m).
  { rewrite (Nat.add_comm (q * n)), Nat.div_add, Nat.mod_add by easy.
    now rewrite Nat.div_small, Nat.mod_small by lia. }
  destruct E as (-> & ->). split; nia.
Qed.

Lemma mirrored_length n k l : length (mirrored_squares n k l) = k.
Proof. unfold mirrored_squares. now rewrite map_length, seq_length. Qed.

Lemma nth_mirrored n k l i : i < k -> nth i (mirrored_squares n k l) false = nth (mirrored_place n i) l false.
Proof. intros H. unfold mirrored_squares. now rewrite nth_map_seq. Qed.

Lemma mirrored_twice n r l : length l = r * n -> mirrored_squares n (r * n) (mirrored_squares n (r * n) l) = l.
Proof.
  intros L. apply nth_ext with false false; [now rewrite mirrored_length|]. rewrite mirrored_length. intros i Hi.
  destruct (mirrored_place_row n r i Hi) as (A & B). now rewrite !nth_mirrored, B.
Qed.

(** The flipped squares are those of the mirrored grid. *)
Lemma complete_flipped n l : length l = half_squares n ->
  complete n (flipped n l) = map (@rev bool) (complete n l).
Proof.
  intros L. pose proof (complete_grid n l) as G. pose proof (flip_grid n _ G) as F.
  assert (W : forall r c, r < n -> c < n -> whiteb (map (@rev bool) (complete n l)) r c = whiteb (complete n l) r (n - 1 - c)).
  { intros r c Hr Hc. now apply (flip_white n). }
  rewrite (complete_all n (map (@rev bool) (complete n l)) F).
  - f_equal. unfold flipped, mirrored_squares. apply map_ext_in. intros i Hi. apply in_seq in Hi. simpl in Hi.
    destruct (half_squares_bound n) as (_ & B). assert (N : n <> 0) by (intros ->; lia).
    pose proof (Nat.mod_upper_bound i n N). assert (Q : i / n < n) by (apply Nat.div_lt_upper_bound; lia).
    rewrite W by easy. rewrite complete_white by lia. easy.
  - intros r c Hr Hc. rewrite !W by lia. rewrite (complete_symmetric n l r (n - 1 - c)) by lia. easy.
Qed.

Lemma flipped_length n l : length (flipped n l) = half_squares n.
Proof. apply mirrored_length. Qed.

Lemma flip_twice n g : is_grid n g -> map (@rev bool) (map (@rev bool) g) = g.
Proof. intros _. rewrite map_map. rewrite <- (map_id g) at 2. apply map_ext. apply rev_involutive. Qed.

Lemma flipped_twice n l : length l = half_squares n -> flipped n (flipped n l) = l.
Proof.
  intros L. apply (complete_injective n); [apply flipped_length | easy |].
  rewrite !complete_flipped by (easy || apply flipped_length).
  apply (flip_twice n), complete_grid.
Qed.

(** The first rows of the flipped squares are the mirrored first rows. *)
Lemma flipped_app n r p x : r * n <= half_squares n -> length p = r * n -> length x = half_squares n - r * n ->
  flipped n (p ++ x) = mirrored_squares n (r * n) p ++ skipn (r * n) (flipped n (p ++ x)).
Proof.
  intros Hr Lp Lx. rewrite <- (firstn_skipn (r * n) (flipped n (p ++ x))) at 1. f_equal.
  assert (K : length (firstn (r * n) (flipped n (p ++ x))) = r * n) by (rewrite firstn_length, flipped_length; lia).
  apply nth_ext with false false; [now rewrite mirrored_length|]. rewrite K. intros i Hi.
  assert (E : nth i (firstn (r * n) (flipped n (p ++ x))) false = nth i (flipped n (p ++ x)) false).
  { rewrite <- (firstn_skipn (r * n) (flipped n (p ++ x))) at 2. now rewrite app_nth1 by lia. }
  rewrite E. unfold flipped. rewrite !nth_mirrored by lia.
  destruct (mirrored_place_row n r i Hi) as (A & _). unfold whole. rewrite <- app_assoc. now rewrite app_nth1 by lia.
Qed.

Lemma sum_permuted {A} (f : A -> N) a b : Permutation a b -> sum f a = sum f b.
Proof. induction 1; simpl; lia. Qed.

Section Prefixes.
  Variable R : ruleset.
  Variable n : nat.
  Hypothesis n_positive : 0 < n.
  Hypothesis turned : half_turn R = true.

  (** Some [r] rows have the state [s] in every grid that begins with them. *)
  Definition reached_by (r : nat) (s : state) (p : list bool) : Prop :=
    length p = r * n /\ forall x, length x = half_squares n - r * n -> Known R n (complete n (p ++ x)) r 0 s.
  Definition reached (r : nat) (s : state) : Prop := exists p, reached_by r s p.

  Definition good_grid (l : list bool) : N := if validb R n (complete n l) then 1%N else 0%N.

  Let m := Nat.div2 n.
  Let M := m + odd_rows n.

  Lemma middle_rows : (n = 2 * M \/ S n = 2 * M) /\ (n = 2 * M /\ odd_rows n = 0 \/ S n = 2 * M /\ odd_rows n = 1).
  Proof. unfold M, m. destruct (rows_parity n); lia. Qed.

  Lemma rows_inside r : r <= m -> r * n <= half_squares n.
  Proof. intros H. rewrite half_squares_rows. fold m. nia. Qed.

  Lemma value_grids r s p : r <= m -> reached_by r s p ->
    value R n r s = sum (fun x => good_grid (p ++ x)) (bits (half_squares n - r * n)).
  Proof.
    intros Hr (Lp & K). unfold value, ways. apply sum_ext. intros x Hx. apply bits_length in Hx.
    pose proof (rows_inside r Hr) as B. assert (L : length (p ++ x) = half_squares n) by (rewrite app_length; lia).
    destruct middle_rows as (M1 & M2).
    pose proof (upper_decides R n (complete n (p ++ x)) (complete_grid n _) n_positive turned
      (fun r c => complete_symmetric n _ r c L) M M1 (odd_rows n) M2 r s (K x Hx)) as U.
    replace (M - odd_rows n) with m in U by (unfold M; lia). specialize (U Hr).
    pose proof (first_half n (p ++ x) L) as F. fold m in F. unfold some_rows in F at 1.
    replace m with (r + (m - r)) in F at 1 by lia. rewrite seq_app, flat_map_app, <- app_assoc in F. simpl Nat.add in F.
    fold (some_rows n (complete n (p ++ x)) 0 r) (some_rows n (complete n (p ++ x)) r (m - r)) in F.
    assert (E : length (some_rows n (complete n (p ++ x)) 0 r) = length p).
    { rewrite first_rows_complete, map_length, seq_length; [easy|]. unfold m in Hr. destruct (rows_parity n); lia. }
    assert (D : forall a b c d : list bool, length a = length c -> a ++ b = c ++ d -> b = d).
    { induction a as [|y a IH]; intros b [|z c] d Q V; simpl in *; try easy. injection V as _ V. apply (IH b c); [lia | easy]. }
    apply D in F; [|easy]. rewrite F in U. unfold after, good_grid, good_end.
    destruct (run R s x); now rewrite U.
  Qed.

  Lemma reached_start : reached 0 (start n).
  Proof.
    exists []. split; [easy|]. intros x _. destruct middle_rows as (M1 & M2).
    exact (start_known R n _ n_positive M M1 (odd_rows n) M2).
  Qed.

  Lemma reached_run r s bs s' : r < m -> reached r s -> length bs = n -> run R s bs = Some s' -> reached (S r) s'.
  Proof.
    intros Hr (p & Lp & K) Lb E. exists (p ++ bs). split; [rewrite app_length; simpl; lia|]. intros x Lx.
    pose proof (rows_inside (S r) ltac:(lia)) as B. simpl in B, Lx. rewrite <- app_assoc.
    assert (L : length (p ++ bs ++ x) = half_squares n) by (rewrite !app_length; lia).
    specialize (K (bs ++ x) ltac:(rewrite app_length; lia)). destruct middle_rows as (M1 & M2).
    pose proof (run_squares R n (complete n (p ++ bs ++ x)) (complete_grid n _) n_positive turned
      (fun r c => complete_symmetric n _ r c L) M M1 (odd_rows n) M2 r n ltac:(unfold M; lia) 0 s (le_n n) K) as Q.
    assert (W : map (whiteb (complete n (p ++ bs ++ x)) r) (seq 0 n) = bs).
    { symmetry. apply map_nth_seq with false; [easy|]. intros c Hc.
      assert (Hrn : r < n) by (unfold m in Hr; destruct (rows_parity n); lia).
      rewrite complete_white by easy. unfold whole. rewrite <- !app_assoc, app_nth2 by lia.
      rewrite app_nth1 by lia. f_equal. lia. }
    rewrite W, E in Q. now apply Q.
  Qed.

  Lemma reached_mirrored r s p : r <= m -> reached_by r s p -> reached_by r (mirrored s) (mirrored_squares n (r * n) p).
  Proof.
    intros Hr (Lp & K). pose proof (rows_inside r Hr) as B. split; [apply mirrored_length|]. intros x Lx.
    set (l := mirrored_squares n (r * n) p ++ x).
    assert (L : length l = half_squares n) by (unfold l; rewrite app_length, mirrored_length; lia).
    pose proof (flipped_app n r (mirrored_squares n (r * n) p) x B (mirrored_length _ _ _) Lx) as E.
    rewrite mirrored_twice in E by easy. fold l in E.
    specialize (K (skipn (r * n) (flipped n l)) ltac:(rewrite skipn_length, flipped_length; lia)).
    rewrite <- E, complete_flipped in K by easy.
    pose proof (complete_grid n l) as G. pose proof (flip_grid n _ G) as F.
    apply (mirrored_known R n _ (complete n l) n_positive F G); [|exact K].
    intros a c Ha Hc. rewrite (flip_white n) by (easy || lia). f_equal. lia.
  Qed.

  Lemma valid_flip g : is_grid n g -> (forall r c, r < n -> c < n -> whiteb g r c = whiteb g (n - 1 - r) (n - 1 - c)) ->
    validb R n g = true -> validb R n (map (@rev bool) g) = true.
  Proof.
    intros G S V. pose proof (flip_grid n g G) as F. apply (validb_spec R n g G) in V. apply (validb_spec R n _ F).
    apply valid_core in V. destruct V as (V & _). apply valid_core. split; [now apply core_flip|].
    unfold half_turn in turned. destruct (symmetric_under R); try easy. intros t [<-|[]] r c Hr Hc. simpl. unfold white.
    fold (whiteb (map (@rev bool) g) r c) (whiteb (map (@rev bool) g) (n - 1 - r) (n - 1 - c)).
    rewrite !(flip_white n) by (easy || lia). rewrite (S r (n - 1 - c)) by lia.
    now replace (n - 1 - (n - 1 - c)) with (n - 1 - (n - 1 - c)) by lia.
  Qed.

  Lemma good_flipped l : length l = half_squares n -> good_grid (flipped n l) = good_grid l.
  Proof.
    intros L. unfold good_grid.
    assert (V : forall a, length a = half_squares n -> validb R n (complete n a) = true -> validb R n (complete n (flipped n a)) = true).
    { intros a La H. rewrite complete_flipped by easy. apply valid_flip; [apply complete_grid | | easy].
      intros r c Hr Hc. now apply complete_symmetric. }
    pose proof (V l L) as A. pose proof (V (flipped n l) (flipped_length n l)) as B. rewrite flipped_twice in B by easy.
    destruct (validb R n (complete n l)), (validb R n (complete n (flipped n l))); intuition easy.
  Qed.

  (** As many valid grids begin with the mirrored rows. *)
  Lemma value_mirrored r s p : r <= m -> reached_by r s p -> value R n r (mirrored s) = value R n r s.
  Proof.
    intros Hr K. pose proof (rows_inside r Hr) as B. pose proof K as (Lp & _).
    rewrite (value_grids r s p Hr K), (value_grids r _ _ Hr (reached_mirrored r s p Hr K)).
    set (k := half_squares n - r * n). set (turn := fun x => skipn (r * n) (flipped n (p ++ x))).
    assert (E : forall x, length x = k -> flipped n (p ++ x) = mirrored_squares n (r * n) p ++ turn x)
      by (intros x Hx; now apply flipped_app).
    assert (Lt : forall x, length (turn x) = k) by (intros x; unfold turn; rewrite skipn_length, flipped_length; easy).
    assert (La : forall x, length x = k -> length (p ++ x) = half_squares n) by (intros x Hx; rewrite app_length; unfold k in Hx; lia).
    transitivity (sum (fun x => good_grid (mirrored_squares n (r * n) p ++ x)) (map turn (bits k))).
    - apply sum_permuted, Permutation_sym, NoDup_Permutation_bis.
      + apply NoDup_map_on; [apply lists_NoDup; repeat constructor; simpl; intuition easy|].
        intros x y Hx Hy Q. apply bits_length in Hx, Hy.
        assert (Z : flipped n (p ++ x) = flipped n (p ++ y)) by (rewrite !E by easy; now rewrite Q).
        apply (f_equal (flipped n)) in Z. rewrite !flipped_twice in Z by auto. now apply app_inv_head in Z.
      + now rewrite map_length.
      + intros x Hx. apply in_map_iff in Hx. destruct Hx as (y & <- & _). now apply bits_length.
    - rewrite sum_map. apply sum_ext. intros x Hx. apply bits_length in Hx. rewrite <- E by easy. apply good_flipped. auto.
  Qed.

  Lemma lesser_reached r s : r <= m -> reached r s -> reached r (lesser s) /\ value R n r (lesser s) = value R n r s.
  Proof.
    intros Hr (p & K). unfold lesser. cbv zeta. destruct (cmp_state s (mirrored s)).
    - split; [now exists p | easy].
    - split; [now exists p | easy].
    - split; [|now apply (value_mirrored r s p)].
      exists (mirrored_squares n (r * n) p). now apply reached_mirrored.
  Qed.

  Lemma transfer_grids : transfer R n = sum good_grid (bits (half_squares n)).
  Proof.
    rewrite (transfer_ways R n reached).
    - destruct reached_start as (p & K). pose proof K as (Lp & _). destruct p; [|easy].
      rewrite (value_grids 0 (start n) []) by (lia || easy). simpl. now rewrite Nat.sub_0_r.
    - exact reached_start.
    - intros r s bs s' Hr. apply reached_run. unfold m. lia.
    - intros r s Hr. apply lesser_reached. unfold m. lia.
  Qed.
End Prefixes.

(** The transfer matrix counts exactly the grids that trying every grid counts. *)
Theorem transfer_correct : forall R n, half_turn R = true -> transfer R n = count R n.
Proof.
  intros R n T. destruct (Nat.eq_dec n 0) as [->|N].
  { unfold transfer, count. simpl. unfold endings. simpl. unfold ends_well. simpl. unfold fits. simpl. easy. }
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
  - rewrite filter_map_length, <- sum_filter. symmetry. now apply transfer_grids; [lia|].
Qed.
