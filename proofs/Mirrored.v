(** Proves that the mirror image of a state is the state of the mirrored rows.

    A grid and its mirror image, left and right exchanged, are fixed. What a state knows of one
    ([Known] of [Upper.v]), the mirrored state knows of the other ([mirrored_known]). So one of the
    two may stand for both where states are merged. *)

From Coq Require Import Arith NArith List Bool Lia.
From Gridcheck Require Import Spec Lines Decide Connected Validator Search Sanity Regions Meet Transfer Upper.
Import ListNotations.

(** ** Regions mirrored *)

Lemma even_mirrored X Y n m f : (forall i j, j < n -> Y i j = X i (n - 1 - j)) ->
  even X n (fun _ => m) f -> even Y n (fun _ => m) (fun i j => f i (n - 1 - j)).
Proof.
  intros E (V & S). split.
  - intros i j Hj Hi W W'. rewrite E in W, W' by easy. apply V; auto. lia.
  - intros i j Hj Hi _ W W'. rewrite E in W, W' by lia.
    replace (n - 1 - j) with (Datatypes.S (n - 1 - Datatypes.S j)) in * by lia. symmetry. apply S; auto. lia.
Qed.

Lemma good_mirrored X Y n m L : (forall i j, j < n -> Y i j = X i (n - 1 - j)) ->
  good X n (fun _ => m) L -> good Y n (fun _ => m) (rev L).
Proof.
  intros E (G1 & G2 & G3 & G4 & G5).
  assert (E' : forall i j, j < n -> X i j = Y i (n - 1 - j)).
  { intros i j Hj. rewrite E by lia. f_equal. lia. }
  assert (N : forall j, j < n -> nth j (rev L) 0 = nth (n - 1 - j) L 0).
  { intros j Hj. rewrite rev_nth by lia. f_equal. lia. }
  assert (I : forall j l, length l = n -> nth j l 0 <> 0 -> j < n).
  { intros j l Hl Hj. destruct (le_lt_dec n j); [|easy]. now rewrite nth_overflow in Hj by lia. }
  assert (L' : length (rev L) = n) by now rewrite rev_length.
  assert (T : forall j, j < n -> top Y (fun _ => m) j = top X (fun _ => m) (n - 1 - j)).
  { intros j Hj. unfold top. destruct m; [easy | now apply E]. }
  split; [easy|]. split; [|split; [|split]].
  - intros j Hj. rewrite N, T by easy. apply G2. lia.
  - intros f F i j Hi Q. pose proof (I i _ L' Hi) as Li. pose proof Hi as Hj. rewrite Q in Hj.
    pose proof (I j _ L' Hj) as Lj. rewrite !N in * by easy.
    pose proof (G3 _ (even_mirrored Y X n m f E' F) _ _ Hi Q) as A. unfold at_top in *. cbn beta in A.
    replace (n - 1 - (n - 1 - i)) with i in A by lia. now replace (n - 1 - (n - 1 - j)) with j in A by lia.
  - intros k K. destruct (G4 (fun j => k (n - 1 - j))) as (f & F & A).
    + intros i j Hi Q. pose proof (I i _ G1 Hi) as Li. pose proof Hi as Hj. rewrite Q in Hj.
      pose proof (I j _ G1 Hj) as Lj. apply K; rewrite !N by lia.
      * now replace (n - 1 - (n - 1 - i)) with i by lia.
      * replace (n - 1 - (n - 1 - i)) with i by lia. now replace (n - 1 - (n - 1 - j)) with j by lia.
    + exists (fun i j => f i (n - 1 - j)). split; [now apply (even_mirrored X Y)|].
      intros j Hj Tj. rewrite T in Tj by easy. specialize (A (n - 1 - j) ltac:(lia) Tj). unfold at_top in *.
      cbn beta in A. rewrite A. f_equal. lia.
  - intros f v F A i j Hj Hi W.
    pose proof (G5 _ v (even_mirrored Y X n m f E' F)) as B. cbn beta in B.
    replace j with (n - 1 - (n - 1 - j)) by lia. apply B; [|lia | easy | now rewrite <- E by easy].
    intros a Ha Ta. specialize (A (n - 1 - a) ltac:(lia)). rewrite T in A by lia.
    replace (n - 1 - (n - 1 - a)) with a in A by lia. unfold at_top in *. now apply A.
Qed.

(** ** States mirrored *)

Section Mirrored.
  Variable R : ruleset.
  Variable n : nat.
  Variables g h : grid.
  Hypothesis n_positive : 0 < n.
  Hypothesis G : is_grid n g.
  Hypothesis H : is_grid n h.
  Hypothesis mirror : forall r c, r < n -> c < n -> whiteb h r c = whiteb g r (n - 1 - c).

  Lemma beyond (a : grid) : is_grid n a -> forall r c, n <= r \/ n <= c -> whiteb a r c = false.
  Proof.
    intros A r c Hr. destruct (whiteb a r c) eqn:E; [|easy]. apply (white_inside n a r c A) in E. lia.
  Qed.

  Lemma mirror_any r c : c < n -> whiteb h r c = whiteb g r (n - 1 - c).
  Proof.
    intros Hc. destruct (le_lt_dec n r) as [L|L]; [|now apply mirror].
    now rewrite !beyond by (easy || now left).
  Qed.

  Lemma last_mirrored k j : j < n -> last_square h k j = last_square g k (n - 1 - j).
  Proof. intros Hj. destruct k; [easy | now apply mirror_any]. Qed.

  Lemma column_letter_mirrored j r : j < n -> column_letter h j r = column_letter g (n - 1 - j) r.
  Proof.
    intros Hj. unfold column_letter. f_equal; [now apply mirror_any|].
    assert (A : left_square h r j = whiteb g r (S (n - 1 - j))).
    { destruct j as [|i]; simpl.
      - symmetry. apply (beyond g G). lia.
      - rewrite mirror_any by lia. f_equal. lia. }
    assert (B : whiteb h r (S j) = left_square g r (n - 1 - j)).
    { destruct (Nat.eq_dec (S j) n) as [E|E].
      - replace (n - 1 - j) with 0 by lia. simpl. apply (beyond h H). lia.
      - replace (n - 1 - j) with (S (n - 1 - S j)) by lia. simpl. now rewrite mirror_any by lia. }
    rewrite A, B. apply orb_comm.
  Qed.

  Lemma column_part_mirrored j k : j < n -> column_part h j k = column_part g (n - 1 - j) k.
  Proof. intros Hj. unfold column_part. apply map_ext. intros r. now apply column_letter_mirrored. Qed.

  Lemma row_part_mirrored r : row_part h r n = rev (row_part g r n).
  Proof.
    unfold row_part. apply rev_map_seq. intros i Hi. simpl Nat.add. unfold row_letter.
    now rewrite !mirror_any, last_mirrored.
  Qed.

  Lemma whites_mirrored r : count_true (map (whiteb h r) (seq 0 n)) = count_true (map (whiteb g r) (seq 0 n)).
  Proof.
    rewrite (rev_map_seq (whiteb h r) (whiteb g r) 0 n); [apply count_true_rev|].
    intros i Hi. simpl Nat.add. now apply mirror_any.
  Qed.

  Lemma cell_mirrored hq k j x : j < n -> cell_known R g hq k j x -> cell_known R h hq k (n - 1 - j) x.
  Proof.
    intros Hj (K1 & K2 & K3 & K4). unfold cell_known.
    rewrite !last_mirrored, column_part_mirrored by lia. replace (n - 1 - (n - 1 - j)) with j by lia.
    rewrite K1, K2, K4. repeat split; auto. f_equal. f_equal. apply map_ext. intros r.
    rewrite mirror_any by lia. f_equal. lia.
  Qed.

  Lemma ahead_of_nth r : forall l c, length l + c = n ->
    (forall i, i < length l -> cell_known R h r r (c + i) (nth i l blank)) -> ahead_known R n h r c l.
  Proof.
    induction l as [|x l IH]; intros c Hl K; simpl in *; [easy|]. split.
    - specialize (K 0 ltac:(lia)). now rewrite Nat.add_0_r in K.
    - apply IH; [lia|]. intros i Hi. specialize (K (S i) ltac:(lia)). now rewrite <- plus_n_Sm in K.
  Qed.

  Lemma mirrored_known r s : Known R n g r 0 s -> Known R n h r 0 (mirrored s).
  Proof.
    intros K. destruct K as [K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12].
    constructor; unfold mirrored; cbn [ahead behind labels upper lower whites side some open];
      rewrite <- ?rev_alt.
    - destruct (ahead_nth R n g n_positive r 0 _ K1) as (A1 & _ & A2). rewrite Nat.sub_0_r in A1.
      apply ahead_of_nth; [rewrite rev_length; lia|]. rewrite rev_length. intros i Hi. simpl Nat.add.
      rewrite rev_nth by easy. specialize (A2 (length (ahead s) - S i) ltac:(lia)). simpl Nat.add in A2.
      apply cell_mirrored in A2; [|lia]. now replace (n - 1 - (length (ahead s) - S i)) with i in A2 by lia.
    - now destruct (behind s).
    - intros C. apply good_canon. apply (good_heights _ n (fun _ => r)); [easy|].
      apply (good_mirrored (whiteb g)); [intros i j; apply mirror_any|].
      apply (good_heights _ n (heights r 0)); [easy | now apply K3].
    - exact K4.
    - exact K5.
    - exact K6.
    - intros Ed. rewrite (K7 Ed). unfold heights. simpl. split; intros (i & j & Hj & Hi & W); exists i, (n - 1 - j).
      + assert (j < n) by now apply (white_inside n g i j G W). rewrite mirror_any by lia.
        replace (n - 1 - (n - 1 - j)) with j by lia. split; [lia | easy].
      + assert (j < n) by now apply (white_inside n h i j H W). rewrite <- mirror_any by lia. split; [lia | easy].
    - rewrite K8. unfold heights. simpl. split; intros (i & j & Hi & W); exists i, (n - 1 - j); (split; [easy|]).
      + assert (j < n) by now apply (white_inside n g i j G W). rewrite mirror_any by lia.
        now replace (n - 1 - (n - 1 - j)) with j by lia.
      + assert (j < n) by now apply (white_inside n h i j H W). now rewrite <- mirror_any by lia.
    - intros i Hi. rewrite row_part_mirrored. now apply accepts_rev, K9.
    - intros i Hi. rewrite whites_mirrored. now apply K10.
    - intros Ed Hr. destruct (K11 Ed Hr) as (c & W). exists (n - 1 - c).
      assert (c < n) by now apply (white_inside n g 0 c G W). rewrite mirror_any by lia.
      now replace (n - 1 - (n - 1 - c)) with c by lia.
    - exact K12.
  Qed.
End Mirrored.
