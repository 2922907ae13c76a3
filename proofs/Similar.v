(** Proves that little of a state decides how many good ways follow: states that share it may be merged.

    After [r] rows, the rest of the grid sees of the rows above: the squares of the last row, the labels, the flags, the
    counts, and of each column with its image only which letters between them make a good column ([span]). Take two
    grids that differ only in their first [r] rows and the images of these, and whose states are [similar]. If one grid is
    valid, so is the other ([similar_valid]). So as many good ways follow either state ([value_similar]). *)

From Coq Require Import Arith NArith List Bool Lia.
From Gridcheck Require Import Spec Lines Decide Connected Validator Search Sanity Meet Regions Transfer Merging Upper TransferCorrect.
Import ListNotations.

(** The column is good whose halves are in states [q] and [q'], with the letters [mid] between them. *)
Definition span (R : ruleset) (mid : list letter) (q q' : wstate) : bool :=
  match wrun R q mid with Some q1 => join R 0 q1 q' | None => false end.

Lemma span_column R a b mid q q' : wrun R Out a = Some q -> wrun R Out b = Some q' ->
  (accepts R Out (a ++ mid ++ rev b) = true <-> span R mid q q' = true).
Proof.
  intros Ea Eb. unfold span. rewrite app_assoc. destruct (wrun R q mid) as [q1|] eqn:E.
  - apply join_even; [|easy]. now rewrite wrun_app, Ea.
  - split; [|easy]. rewrite accepts_app, wrun_app, Ea, E. easy.
Qed.

(** [t] squares are between a column and its image. *)
Record similar (R : ruleset) (t : nat) (s s' : state) : Prop := {
  same_white : forall j, cwhite (nth j (ahead s) blank) = cwhite (nth j (ahead s') blank);
  same_above : forall j, cwhite (nth j (ahead s) blank) = true ->
    cabove (nth j (ahead s) blank) = cabove (nth j (ahead s') blank);
  same_count : forall j, ccount (nth j (ahead s) blank) = ccount (nth j (ahead s') blank);
  same_columns : forall j mid, 2 * j < length (ahead s) -> length mid = t ->
    span R mid (cword (nth j (ahead s) blank)) (cword (nth j (rev (ahead s)) blank)) =
    span R mid (cword (nth j (ahead s') blank)) (cword (nth j (rev (ahead s')) blank));
  same_labels : labels s = labels s';
  same_side : side s = side s';
  same_some : some s = some s' }.

Lemma similar_sym R t s s' : length (ahead s) = length (ahead s') -> similar R t s s' -> similar R t s' s.
Proof.
  intros L [S1 S2 S3 S4 S5 S6 S7]. constructor; auto.
  - intros j W. rewrite <- S1 in W. symmetry. now apply S2.
  - intros j mid H E. symmetry. apply S4; congruence.
Qed.

(** Labels after the squares of a row from column [c], and after whole rows. *)
Fixpoint row_labels (L : list nat) (c : nat) (bs : list bool) : option (list nat) :=
  match bs with
  | [] => Some L
  | b :: bs' => match lstep L c b with Some L' => row_labels L' (S c) bs' | None => None end
  end.
Fixpoint rows_labels (L : list nat) (rows : list (list bool)) : option (list nat) :=
  match rows with
  | [] => Some L
  | bs :: rows' => match row_labels L 0 bs with Some L' => rows_labels L' rows' | None => None end
  end.

(** ** One grid *)

Section One.
  Variable R : ruleset.
  Variable n M : nat.
  Variable g : grid.
  Hypothesis G : is_grid n g.
  Hypothesis n_positive : 0 < n.
  Hypothesis half : n = 2 * M \/ S n = 2 * M.
  Hypothesis turned : half_turn R = true.
  Hypothesis symmetric : forall r c, r < n -> c < n -> whiteb g r c = whiteb g (n - 1 - r) (n - 1 - c).
  Let X := whiteb g.

  Lemma column_between r c s : 2 * r <= n -> Known R n g r 0 s -> c < n ->
    (accepts R Out (column_part g c n) = true <->
     span R (map (column_letter g c) (seq r (n - r - r))) (cword (nth c (ahead s) blank)) (cword (nth c (rev (ahead s)) blank)) = true).
  Proof.
    intros Hr K Hc. destruct (ahead_nth R n g n_positive r 0 _ (k_ahead _ _ _ _ _ _ K)) as (L & _ & N). rewrite Nat.sub_0_r in L.
    destruct (N c ltac:(lia)) as (_ & _ & A & _). destruct (N (n - 1 - c) ltac:(lia)) as (_ & _ & B & _). simpl Nat.add in A, B.
    rewrite rev_nth by lia. rewrite L. replace (n - S c) with (n - 1 - c) by lia.
    rewrite (column_parts n g G n_positive symmetric M half c r r) by lia. now apply span_column.
  Qed.

  Lemma column_image c : c < n -> accepts R Out (column_part g (n - 1 - c) n) = true -> accepts R Out (column_part g c n) = true.
  Proof.
    intros Hc A. rewrite (column_turned n g G n_positive symmetric c 0) by lia. rewrite Nat.sub_0_r. unfold column_part at 1.
    cbn [seq map app]. now apply accepts_rev.
  Qed.

  Lemma row_labels_known r k : r < M -> connected R = true -> forall c L, c + k = n -> good X n (heights r c) L ->
    match row_labels L c (map (X r) (seq c k)) with
    | Some L' => good X n (heights (S r) 0) L'
    | None => validb R n g = false
    end.
  Proof.
    intros Hr C. induction k as [|k IH]; intros c L Hc Gd; cbn [seq map row_labels].
    - replace c with n in Gd by lia. apply (good_heights X n (heights r n)); [|easy]. intros j Hj. now apply (heights_row n n_positive).
    - assert (Hh : heights r c c = r) by (unfold heights; now rewrite Nat.ltb_irrefl).
      pose proof (lstep_good X n (heights r c) c ltac:(lia)) as Z. rewrite Hh in Z.
      assert (Z1 : forall k, c = S k -> heights r c k = S r).
      { intros i ->. unfold heights. destruct (Nat.ltb_spec i (S i)); [easy | lia]. }
      assert (Z2 : S c < n -> heights r c (S c) <= r).
      { intros _. unfold heights. destruct (Nat.ltb_spec (S c) c); lia. }
      specialize (Z Z1 Z2 L Gd). destruct (lstep L c (X r c)) as [L1|].
      + apply IH; [lia|]. apply (good_heights X n (raise (heights r c) c)); [|easy].
        intros j Hj. apply (heights_succ n n_positive); lia.
      + destruct Z as (Z3 & Z4). apply (apart_invalid R n g G n_positive turned symmetric M half r c); auto; lia.
  Qed.

  Lemma rows_labels_known k : connected R = true -> forall r L, r + k = M -> good X n (heights r 0) L ->
    match rows_labels L (map (fun i => map (X i) (seq 0 n)) (seq r k)) with
    | Some L' => good X n (heights M 0) L'
    | None => validb R n g = false
    end.
  Proof.
    intros C. induction k as [|k IH]; intros r L Hr Gd; cbn [seq map rows_labels].
    - now replace M with r by lia.
    - pose proof (row_labels_known r n ltac:(lia) C 0 L eq_refl Gd) as Q.
      destruct (row_labels L 0 (map (X r) (seq 0 n))) as [L1|]; [|exact Q]. apply IH; [lia | easy].
  Qed.

  Lemma connection_known r s : r <= M -> Known R n g r 0 s -> connected R = true ->
    match rows_labels (labels s) (map (fun i => map (X i) (seq 0 n)) (seq r (M - r))) with
    | Some L => joint n L = true <-> one_region g
    | None => validb R n g = false
    end.
  Proof.
    intros Hr K C. pose proof (rows_labels_known (M - r) C r (labels s) ltac:(lia) (k_labels _ _ _ _ _ _ K C)) as Q.
    destruct (rows_labels (labels s) _) as [L|]; [|exact Q].
    assert (Gd : good X n (fun _ => M) L) by now apply (good_heights X n (heights M 0)).
    rewrite (joint_spec X n M L half symmetric Gd), (region_colours n g G). fold X. split.
    - intros H f E i j i' j' W W'. apply (inside n g G) in W as I, W' as I'. now apply H.
    - intros H f E i j i' j' _ _ _ _ W W'. now apply H.
  Qed.
End One.

(** ** Two grids with the same rows between *)

Section Two.
  Variable R : ruleset.
  Variable n M r : nat.
  Variables g h : grid.
  Hypothesis G : is_grid n g.
  Hypothesis H : is_grid n h.
  Hypothesis half : n = 2 * M \/ S n = 2 * M.
  Hypothesis some_rows : 0 < r.
  Hypothesis more_rows : 2 * r < n.
  Hypothesis turned : half_turn R = true.
  Hypothesis symmetric : forall r c, r < n -> c < n -> whiteb g r c = whiteb g (n - 1 - r) (n - 1 - c).
  Hypothesis symmetric' : forall r c, r < n -> c < n -> whiteb h r c = whiteb h (n - 1 - r) (n - 1 - c).
  Hypothesis between : forall i c, r <= i -> i <= n - 1 - r -> c < n -> whiteb h i c = whiteb g i c.

  Lemma between_any i c : r <= i -> i <= n - 1 - r -> whiteb h i c = whiteb g i c.
  Proof.
    intros Hi Hi'. destruct (le_lt_dec n c) as [L|L]; [|now apply between]. rewrite (outside n h H), (outside n g G); (lia || easy).
  Qed.

  Lemma similar_parts s s' : Known R n g r 0 s -> Known R n h r 0 s' -> similar R (n - r - r) s s' -> parts R n g -> parts R n h.
  Proof.
    intros K K' [S1 S2 S3 S4 S5 S6 S7] P.
    assert (N : 0 < n) by lia.
    destruct (ahead_nth R n g N r 0 _ (k_ahead _ _ _ _ _ _ K)) as (La & _ & A). rewrite Nat.sub_0_r in La.
    destruct (ahead_nth R n h N r 0 _ (k_ahead _ _ _ _ _ _ K')) as (La' & _ & A'). rewrite Nat.sub_0_r in La'.
    assert (Ec : exists k, r = S k) by (exists (r - 1); lia). destruct Ec as (k & Ek).
    (* The last row is the same, and so is its image. *)
    assert (Last : forall j, j < n -> whiteb h k j = whiteb g k j).
    { intros j Hj. destruct (A j ltac:(lia)) as (W & _). destruct (A' j ltac:(lia)) as (W' & _). simpl Nat.add in W, W'.
      rewrite Ek in W, W'. cbn [last_square] in W, W'. now rewrite <- W, <- W', S1. }
    assert (Above : forall j, j < n -> whiteb g k j = true -> last_square h k j = last_square g k j).
    { intros j Hj W. destruct (A j ltac:(lia)) as (C1 & C2 & _). destruct (A' j ltac:(lia)) as (_ & C2' & _). simpl Nat.add in C1, C2, C2'.
      rewrite Ek in C1, C2, C2'. cbn [last_square pred] in C1, C2, C2'. rewrite Last, W in C2' by easy. rewrite W in C1, C2.
      simpl in C2, C2'. rewrite <- C2, <- C2'. symmetry. now apply S2. }
    assert (Next : forall j, j < n -> whiteb h (n - r) j = whiteb g (n - r) j).
    { intros j Hj. rewrite symmetric', symmetric by lia. replace (n - 1 - (n - r)) with k by lia. apply Last. lia. }
    assert (Rows : forall i, i <= n - 1 - r -> accepts R Out (row_part h i n) = true).
    { intros i Hi. destruct (le_lt_dec k i) as [L|L]; [|apply (k_rows _ _ _ _ _ _ K'); lia].
      rewrite <- (p_rows R n g P i) by lia. apply accepts_same; unfold row_part; rewrite !map_length; [easy|].
      rewrite seq_length. intros j Hj. rewrite !nth_map_seq by easy. simpl Nat.add. unfold row_letter. cbn [fst snd].
      destruct (Nat.eq_dec i k) as [->|D].
      - split; [now apply Last|]. intros W. rewrite <- Ek, between_any by lia. f_equal. now apply Above.
      - split; [apply between_any; lia|]. intros _. f_equal.
        + destruct i as [|i]; [easy|]. cbn [last_square]. destruct (Nat.eq_dec i k) as [->|]; [now apply Last | apply between_any; lia].
        + destruct (Nat.eq_dec (S i) (n - r)) as [->|]; [now apply Next | apply between_any; lia]. }
    assert (Turn : forall i j, whiteb h i j = true -> whiteb h (n - 1 - i) (n - 1 - j) = true).
    { intros i j W. destruct (inside n h H i j W). now rewrite <- symmetric'. }
    constructor.
    - destruct (p_some R n g P) as (i & j & W). destruct (inside n g G i j W) as (Hi & Hj).
      destruct (le_lt_dec r i) as [L1|L1]; [destruct (le_lt_dec i (n - 1 - r)) as [L2|L2]|].
      1: { exists i, j. now rewrite between_any. }
      all: assert (Y : some s = true) by
        (apply (k_some _ _ _ _ _ _ K); unfold heights; simpl;
         first [exists i, j; split; [lia | easy] | exists (n - 1 - i), (n - 1 - j); split; [lia | now rewrite <- symmetric]]);
        rewrite S7 in Y; apply (k_some _ _ _ _ _ _ K') in Y; destruct Y as (a & b & _ & Y); now exists a, b.
    - intros i Hi. destruct (le_lt_dec i (n - 1 - r)) as [L|L]; [now apply Rows|].
      rewrite (row_turned n h H N symmetric') by easy. apply accepts_rev, Rows. lia.
    - assert (Half : forall c, 2 * c < n -> accepts R Out (column_part h c n) = true).
      { intros c Hc. apply (column_between R n M h H N half symmetric' r c s'); [lia | easy | lia |].
        rewrite <- S4 by (rewrite ?map_length, ?seq_length; lia).
        replace (map (column_letter h c) (seq r (n - r - r))) with (map (column_letter g c) (seq r (n - r - r))).
        - apply (column_between R n M g G N half symmetric r c s); [lia | easy | lia |]. apply (p_columns R n g P). lia.
        - apply map_ext_in. intros i Hi. apply in_seq in Hi. unfold column_letter, left_square.
          rewrite !between_any by lia. destruct c; [easy|]. now rewrite between_any by lia. }
      intros c Hc. destruct (le_lt_dec n (2 * c)) as [L|L]; [|now apply Half].
      apply (column_image R n M h H N half symmetric'); [easy|]. apply Half. lia.
    - intros Ed. destruct (k_top _ _ _ _ _ _ K' Ed some_rows) as (c & Hc).
      destruct (p_edges R n g P Ed) as (_ & _ & (i & W) & _).
      assert (Any : exists a b, (b = 0 \/ b = n - 1) /\ whiteb h a b = true).
      { destruct (inside n g G i 0 W) as (Hi & _).
        destruct (le_lt_dec r i) as [L1|L1]; [destruct (le_lt_dec i (n - 1 - r)) as [L2|L2]|].
        1: { exists i, 0. split; [now left | now rewrite between_any]. }
        all: assert (Y : side s = true) by
          (apply (k_side _ _ _ _ _ _ K Ed); unfold heights; simpl;
           first [exists i, 0; split; [now left | split; [lia | easy]] |
                  exists (n - 1 - i), (n - 1); split; [now right | split; [lia | rewrite symmetric in W by lia; now rewrite Nat.sub_0_r in W]]]);
          rewrite S6 in Y; apply (k_side _ _ _ _ _ _ K' Ed) in Y; destruct Y as (a & b & B & _ & Y); now exists a, b. }
      split; [now exists c|]. split.
      + exists (n - 1 - c). pose proof (Turn _ _ Hc) as Y. now rewrite Nat.sub_0_r in Y.
      + destruct Any as (a & b & [-> | ->] & Y); pose proof (Turn _ _ Y) as Y'.
        * rewrite Nat.sub_0_r in Y'. split; [now exists a | now exists (n - 1 - a)].
        * rewrite Nat.sub_diag in Y'. split; [now exists (n - 1 - a) | now exists a].
    - assert (Upper : forall i, i <= n - 1 - r -> min_white_per_row R <= count_true (map (whiteb h i) (seq 0 n))).
      { intros i Hi. destruct (le_lt_dec r i) as [L|L]; [|now apply (k_row_whites _ _ _ _ _ _ K')].
        rewrite (map_ext_in _ (whiteb g i)); [apply (p_row_whites R n g P); lia|]. intros c _. now apply between_any. }
      intros i Hi. destruct (le_lt_dec i (n - 1 - r)) as [L|L]; [now apply Upper|].
      rewrite (row_whites_turned n h N symmetric') by easy. apply Upper. lia.
    - intros c Hc. pose proof (p_column_whites R n g P c Hc) as Q.
      rewrite (column_whites_turned n g N symmetric c (n - r)) in Q by lia.
      rewrite (column_whites_turned n h N symmetric' c (n - r)) by lia.
      rewrite (map_seq_split _ r (n - r)), count_true_app in Q by lia.
      rewrite (map_seq_split _ r (n - r)), count_true_app by lia.
      replace (n - (n - r)) with r in * by lia.
      rewrite (map_ext_in (fun i => whiteb h i c) (fun i => whiteb g i c) (seq r (n - r - r)))
        by (intros i Hi; apply in_seq in Hi; apply between_any; lia).
      assert (E : forall j, j < n -> Nat.min (min_white_per_row R) (count_true (map (fun i => whiteb h i j) (seq 0 r))) =
                                   Nat.min (min_white_per_row R) (count_true (map (fun i => whiteb g i j) (seq 0 r)))).
      { intros j Hj. destruct (A j ltac:(lia)) as (_ & _ & _ & C). destruct (A' j ltac:(lia)) as (_ & _ & _ & C').
        simpl Nat.add in C, C'. now rewrite <- C, <- C', S3. }
      pose proof (E c Hc) as E1. pose proof (E (n - 1 - c) ltac:(lia)) as E2. lia.
    - intros C. pose proof (connection_known R n M g G N half turned symmetric r s ltac:(lia) K C) as Q.
      pose proof (connection_known R n M h H N half turned symmetric' r s' ltac:(lia) K' C) as Q'. rewrite <- S5 in Q'.
      rewrite (map_ext_in (fun i => map (whiteb h i) (seq 0 n)) (fun i => map (whiteb g i) (seq 0 n))) in Q'
        by (intros i Hi; apply in_seq in Hi; apply map_ext; intros c; apply between_any; lia).
      pose proof (proj2 (valid_parts R n g G N turned symmetric) P) as V.
      destruct (rows_labels (labels s) _) as [L|]; [|congruence].
      apply Q', Q, (p_connected R n g P C).
  Qed.
End Two.

(** ** As many good ways *)

Lemma similar_valid R n M r g h s s' : is_grid n g -> is_grid n h -> n = 2 * M \/ S n = 2 * M -> 0 < r -> 2 * r < n ->
  half_turn R = true ->
  (forall r c, r < n -> c < n -> whiteb g r c = whiteb g (n - 1 - r) (n - 1 - c)) ->
  (forall r c, r < n -> c < n -> whiteb h r c = whiteb h (n - 1 - r) (n - 1 - c)) ->
  (forall i c, r <= i -> i <= n - 1 - r -> c < n -> whiteb h i c = whiteb g i c) ->
  Known R n g r 0 s -> Known R n h r 0 s' -> similar R (n - r - r) s s' -> validb R n g = validb R n h.
Proof.
  intros G H HM R1 R2 T Sg Sh E K K' S.
  assert (L : length (ahead s) = length (ahead s')).
  { destruct (ahead_nth R n g ltac:(lia) r 0 _ (k_ahead _ _ _ _ _ _ K)) as (-> & _).
    now destruct (ahead_nth R n h ltac:(lia) r 0 _ (k_ahead _ _ _ _ _ _ K')) as (-> & _). }
  assert (E' : forall i c, r <= i -> i <= n - 1 - r -> c < n -> whiteb g i c = whiteb h i c) by (intros; symmetry; now apply E).
  pose proof (similar_parts R n M r g h G H HM R1 R2 T Sg Sh E s s' K K' S) as A.
  pose proof (similar_parts R n M r h g H G HM R1 R2 T Sh Sg E' s' s K' K (similar_sym R _ s s' L S)) as B.
  pose proof (valid_parts R n g G ltac:(lia) T Sg) as Vg. pose proof (valid_parts R n h H ltac:(lia) T Sh) as Vh.
  destruct (validb R n g), (validb R n h); intuition easy.
Qed.

Lemma value_similar R n r s s' : 2 * r < n -> half_turn R = true -> reached R n r s -> reached R n r s' ->
  similar R (n - r - r) s s' -> value R n r s = value R n r s'.
Proof.
  intros Hr T (p & K) (p' & K') S. assert (Hm : r <= Nat.div2 n) by (destruct (rows_parity n); lia).
  rewrite (value_grids R n ltac:(lia) T r s p) by easy.
  rewrite (value_grids R n ltac:(lia) T r s' p') by easy.
  destruct K as (Lp & K), K' as (Lp' & K'). destruct (Nat.eq_dec r 0) as [->|Hr0].
  { destruct p, p'; easy. }
  apply sum_ext. intros x Hx. apply bits_length in Hx.
  pose proof (rows_inside n ltac:(lia) r Hm) as B.
  assert (L : length (p ++ x) = half_squares n) by (rewrite app_length; lia).
  assert (L' : length (p' ++ x) = half_squares n) by (rewrite app_length; lia).
  destruct (middle_rows n ltac:(lia)) as (HM & _).
  unfold good_grid. rewrite (similar_valid R n (Nat.div2 n + odd_rows n) r (complete n (p ++ x)) (complete n (p' ++ x)) s s');
    auto using complete_grid; try lia.
  - intros i c Hi Hc. now apply complete_symmetric.
  - intros i c Hi Hc. now apply complete_symmetric.
  - intros i c Hi Hi' Hc. rewrite !complete_white by lia.
    pose proof (place_bound n i c ltac:(lia) Hc) as Q. rewrite !nth_whole by easy.
    pose proof (place_turned n i c ltac:(lia) Hc) as Z.
    assert (r * n <= i * n) by now apply Nat.mul_le_mono_r.
    assert (r * n <= (n - 1 - i) * n) by (apply Nat.mul_le_mono_r; lia). clear -L L' Lp Lp' Q Z H H0.
    destruct (Nat.ltb_spec (i * n + c) (half_squares n)); rewrite !app_nth2 by lia; f_equal; lia.
Qed.
