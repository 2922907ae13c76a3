(** Proves that the state after the upper half decides validity of a grid that a half turn leaves unchanged.

    The grid is fixed. [Known r c s] says what the state [s] holds when the rows above [r] and [c]
    squares of row [r] are placed: the automata's states after the true letters, the labels of the true
    regions, the true counts. One step keeps it, or shows that the grid is not valid ([step_known]).
    After the upper half, [fits] decides the grid ([fits_known]). *)

From Coq Require Import Arith NArith List Bool Lia.
From Gridcheck Require Import Spec Lines Decide Connected Validator Search Sanity Regions Meet Transfer.
Import ListNotations.

(** ** Lists of values by index *)

Lemma map_seq_split {A} (f : nat -> A) k n : k <= n -> map f (seq 0 n) = map f (seq 0 k) ++ map f (seq k (n - k)).
Proof. intros H. rewrite <- map_app. f_equal. replace n with (k + (n - k)) at 1 by lia. apply seq_app. Qed.

Lemma map_seq_succ {A} (f : nat -> A) k : map f (seq 0 (S k)) = map f (seq 0 k) ++ [f k].
Proof. now rewrite seq_S, map_app. Qed.

Lemma nth_map_seq {A} (f : nat -> A) d s k i : i < k -> nth i (map f (seq s k)) d = f (s + i).
Proof.
  intros H. rewrite nth_indep with (d' := f 0) by now rewrite map_length, seq_length.
  rewrite map_nth. f_equal. now apply seq_nth.
Qed.

Lemma rev_map_seq {A} (f h : nat -> A) s k : (forall i, i < k -> f (s + i) = h (k - 1 - i)) ->
  map f (seq s k) = rev (map h (seq 0 k)).
Proof.
  intros E. destruct k as [|k]; [easy|]. apply nth_ext with (f 0) (f 0).
  - now rewrite rev_length, !map_length, !seq_length.
  - rewrite map_length, seq_length. intros i Hi. rewrite nth_map_seq by easy.
    rewrite rev_nth by now rewrite map_length, seq_length. rewrite map_length, seq_length.
    rewrite nth_map_seq by lia. rewrite E by easy. f_equal. lia.
Qed.

Lemma count_true_snoc (f : nat -> bool) k :
  count_true (map f (seq 0 (S k))) = count_true (map f (seq 0 k)) + (if f k then 1 else 0).
Proof. rewrite map_seq_succ, count_true_app. unfold count_true at 2. simpl. now destruct (f k). Qed.

Lemma accepts_same R (a : list letter) : forall q (b : list letter), length a = length b ->
  (forall i, i < length a -> fst (nth i a (false, false)) = fst (nth i b (false, false)) /\
     (fst (nth i b (false, false)) = true -> snd (nth i a (false, false)) = snd (nth i b (false, false)))) ->
  accepts R q a = accepts R q b.
Proof.
  induction a as [|[x u] a IH]; intros q [|[y v] b] L H; simpl in L; try easy.
  assert (E : wstep R q (x, u) = wstep R q (y, v)).
  { destruct (H 0 ltac:(simpl; lia)) as (H1 & H2). simpl in H1, H2. subst y. unfold wstep. simpl.
    destruct x; [now rewrite H2 | easy]. }
  cbn [accepts]. rewrite E. destruct (wstep R q (y, v)); [|easy]. apply IH; [lia|].
  intros i Hi. apply (H (S i)). simpl. lia.
Qed.

Section Upper.
  Variable R : ruleset.
  Variable n : nat.
  Variable g : grid.
  Hypothesis G : is_grid n g.
  Hypothesis n_positive : 0 < n.
  Hypothesis turned : half_turn R = true.
  Hypothesis symmetric : forall r c, r < n -> c < n -> whiteb g r c = whiteb g (n - 1 - r) (n - 1 - c).

  Let X := whiteb g.
  (** The last square of a column of height [h]; so also the square above row [h]. *)
  Definition last_square (h j : nat) : bool := match h with 0 => false | S i => whiteb g i j end.
  Let T := last_square.
  Definition left_square (r j : nat) : bool := match j with 0 => false | S i => whiteb g r i end.
  Definition row_letter (r j : nat) : letter := (whiteb g r j, last_square r j || whiteb g (S r) j).
  Definition column_letter (j r : nat) : letter := (whiteb g r j, left_square r j || whiteb g r (S j)).
  (** The first letters of a row and of a column. *)
  Definition row_part (r k : nat) : list letter := map (row_letter r) (seq 0 k).
  Definition column_part (j k : nat) : list letter := map (column_letter j) (seq 0 k).

  Lemma inside r c : X r c = true -> r < n /\ c < n.
  Proof. intros H. now apply (white_inside n g). Qed.

  Lemma outside r c : n <= r \/ n <= c -> X r c = false.
  Proof. intros H. destruct (X r c) eqn:E; [|easy]. apply inside in E. lia. Qed.

  (** ** The parts of validity *)

  Lemma row_letters_map h r : is_grid n h -> r < n ->
    row_letters h r = map (fun j => (whiteb h r j, match r with 0 => false | S i => whiteb h i j end || whiteb h (S r) j)) (seq 0 n).
  Proof.
    intros Gh Hr. apply map_nth_seq with (false, false).
    - unfold row_letters. now rewrite letters_length, (grid_row n).
    - intros j Hj. unfold row_letters. rewrite nth_letters by now rewrite (grid_row n).
      unfold whiteb, above. destruct r; [now destruct j | easy].
  Qed.

  Lemma rows_ok_rows : rows_ok R [] g = true <-> forall r, r < n -> accepts R Out (row_part r n) = true.
  Proof.
    rewrite rows_ok_spec. assert (L : length g = n) by now destruct G. rewrite L.
    split; intros H r Hr; specialize (H r Hr); pose proof (row_letters_map g r G Hr) as E;
      unfold row_letters, above in E; unfold row_part, row_letter, last_square in *; rewrite E in *; exact H.
  Qed.

  Lemma rows_ok_columns : rows_ok R [] (transpose n g) = true <-> forall c, c < n -> accepts R Out (column_part c n) = true.
  Proof.
    pose proof (transpose_grid n g G) as GT. rewrite rows_ok_spec.
    assert (L : length (transpose n g) = n) by now destruct GT. rewrite L.
    assert (M : forall c, c < n -> row_letters (transpose n g) c = column_part c n).
    { intros c Hc. rewrite row_letters_map by easy. apply map_ext. intros r.
      unfold column_letter, left_square. rewrite !transpose_white by easy. destruct c; [easy|].
      now rewrite transpose_white. }
    split; intros H c Hc; specialize (H c Hc); specialize (M c Hc); unfold row_letters, above in M;
      rewrite M in *; exact H.
  Qed.

  Lemma row_map r : r < n -> nth r g [] = map (X r) (seq 0 n).
  Proof. intros Hr. apply map_nth_seq with false; [now apply grid_row | easy]. Qed.

  Lemma enough_rows k : white_enough k g = true <-> forall r, r < n -> k <= count_true (map (X r) (seq 0 n)).
  Proof.
    unfold white_enough. rewrite forallb_forall. split.
    - intros H r Hr. rewrite <- row_map by easy. apply Nat.leb_le, H, nth_In. destruct G. lia.
    - intros H l Hl. apply (In_nth _ _ []) in Hl. destruct Hl as (r & Hr & <-).
      assert (L : length g = n) by now destruct G. apply Nat.leb_le. rewrite row_map by lia. apply H. lia.
  Qed.

  Lemma enough_columns k : white_enough k (transpose n g) = true <->
    forall c, c < n -> k <= count_true (map (fun r => X r c) (seq 0 n)).
  Proof.
    pose proof (transpose_grid n g G) as GT. unfold white_enough. rewrite forallb_forall.
    assert (E : forall c, c < n -> nth c (transpose n g) [] = map (fun r => X r c) (seq 0 n)).
    { intros c Hc. apply map_nth_seq with false; [now apply grid_row|]. intros r _. symmetry.
      now apply (transpose_white n g r c). }
    split.
    - intros H c Hc. rewrite <- E by easy. apply Nat.leb_le, H, nth_In. destruct GT. lia.
    - intros H l Hl. apply (In_nth _ _ []) in Hl. destruct Hl as (c & Hc & <-).
      assert (L : length (transpose n g) = n) by now destruct GT. apply Nat.leb_le. rewrite E by lia. apply H. lia.
  Qed.

  Record parts : Prop := {
    p_some : exists r c, X r c = true;
    p_rows : forall r, r < n -> accepts R Out (row_part r n) = true;
    p_columns : forall c, c < n -> accepts R Out (column_part c n) = true;
    p_edges : edges R = true -> (exists c, X 0 c = true) /\ (exists c, X (n - 1) c = true) /\
                                (exists r, X r 0 = true) /\ (exists r, X r (n - 1) = true);
    p_row_whites : forall r, r < n -> min_white_per_row R <= count_true (map (X r) (seq 0 n));
    p_column_whites : forall c, c < n -> min_white_per_row R <= count_true (map (fun r => X r c) (seq 0 n));
    p_connected : connected R = true -> one_region g }.

  Lemma valid_parts : validb R n g = true <-> parts.
  Proof.
    unfold validb. cbv zeta. rewrite !and_true, some_white, rows_ok_rows, rows_ok_columns.
    assert (S : forallb (grid_eqb g) (images (symmetric_under R) g (transpose n g)) = true).
    { apply (symmetry_spec n); [easy|]. unfold half_turn in turned.
      destruct (symmetric_under R); try easy. intros t [<-|[]] r c Hr Hc. simpl.
      unfold white. fold (whiteb g r c). fold (whiteb g (n - 1 - r) (n - 1 - c)). now rewrite symmetric. }
    assert (E : (if edges R then edges_ok n g (transpose n g) else true) = true <->
      (edges R = true -> (exists c, X 0 c = true) /\ (exists c, X (n - 1) c = true) /\
                         (exists r, X r 0 = true) /\ (exists r, X r (n - 1) = true))).
    { pose proof (edges_ok_spec n g G) as E. unfold white in E. unfold X, whiteb. rewrite <- E.
      destruct (edges R); intuition easy. }
    assert (M : match min_white_per_row R with
         | 0 => true
         | least => white_enough least g &&& white_enough least (transpose n g)
         end = true <->
      (forall r, r < n -> min_white_per_row R <= count_true (map (X r) (seq 0 n))) /\
      (forall c, c < n -> min_white_per_row R <= count_true (map (fun r => X r c) (seq 0 n)))).
    { rewrite <- enough_rows, <- enough_columns, <- and_true. destruct (min_white_per_row R); [|easy].
      split; [|easy]. intros _. unfold white_enough. rewrite and_true, !forallb_forall. now split. }
    assert (C : (if connected R then one_regionb n g else true) = true <-> (connected R = true -> one_region g)).
    { rewrite <- (one_regionb_spec n g G). destruct (connected R); intuition easy. }
    rewrite E, M, C. unfold white. unfold X, whiteb in *. split.
    - intros ((((((H1 & H2) & H3) & H4) & (H5 & H6)) & _) & H7). now constructor.

    - intros [H1 H2 H3 H4 H5 H6 H7]. exact (conj (conj (conj (conj (conj (conj H1 H3) H2) H4) (conj H5 H6)) S) H7).
  Qed.

  Lemma invalid (P : Prop) : (parts -> False) -> validb R n g = false.
  Proof. intros H. destruct (validb R n g) eqn:E; [|easy]. now apply valid_parts in E. Qed.

  Lemma part_row_none r k : r < n -> k <= n -> wrun R Out (row_part r k) = None -> validb R n g = false.
  Proof.
    intros Hr Hk E. apply (invalid True). intros P. pose proof (p_rows P r Hr) as A.
    unfold row_part in *. rewrite (map_seq_split _ k n Hk), accepts_app, E in A. easy.
  Qed.

  Lemma part_column_none c k : c < n -> k <= n -> wrun R Out (column_part c k) = None -> validb R n g = false.
  Proof.
    intros Hc Hk E. apply (invalid True). intros P. pose proof (p_columns P c Hc) as A.
    unfold column_part in *. rewrite (map_seq_split _ k n Hk), accepts_app, E in A. easy.
  Qed.

  Lemma wrun_succ (f : nat -> letter) k : wrun R Out (map f (seq 0 (S k))) =
    match wrun R Out (map f (seq 0 k)) with Some q => wstep R q (f k) | None => None end.
  Proof.
    rewrite map_seq_succ, wrun_app. destruct (wrun _ _ _); [|easy]. simpl. now destruct (wstep _ _ _).
  Qed.

  (** ** What a state knows *)

  (** The cell of column [j] with [h] squares, [hq] of them read by its automaton. *)
  Definition cell_known (hq h j : nat) (x : cell) : Prop :=
    cwhite x = T h j /\ cabove x = T h j && T (pred h) j /\ wrun R Out (column_part j hq) = Some (cword x) /\
    ccount x = Nat.min (min_white_per_row R) (count_true (map (fun r => X r j) (seq 0 h))).

  Fixpoint ahead_known (r c : nat) (l : list cell) : Prop :=
    match l with [] => c = n | x :: l' => cell_known r r c x /\ ahead_known r (S c) l' end.

  Fixpoint behind_known (hq h c : nat) (l : list cell) : Prop :=
    match l, c with
    | [], 0 => True
    | x :: l', S j => cell_known hq h j x /\ behind_known h h j l'
    | _, _ => False
    end.

  Definition heights (r c : nat) : nat -> nat := fun j => if j <? c then S r else r.

  Record Known (r c : nat) (s : state) : Prop := {
    k_ahead : ahead_known r c (ahead s);
    k_behind : behind_known r (S r) c (behind s);
    k_labels : connected R = true -> good X n (heights r c) (labels s);
    k_upper : match r with 0 => upper s = Out | S i => wrun R Out (row_part i c) = Some (upper s) end;
    k_lower : forall q, wrun R Out (row_part r c) = Some q -> sim q (lower s);
    k_whites : whites s = Nat.min (min_white_per_row R) (count_true (map (X r) (seq 0 c)));
    k_side : edges R = true ->
      (side s = true <-> exists i j, (j = 0 \/ j = n - 1) /\ i < heights r c j /\ X i j = true);
    k_some : some s = true <-> exists i j, i < heights r c j /\ X i j = true;
    k_rows : forall i, S i < r -> accepts R Out (row_part i n) = true;
    k_row_whites : forall i, i < r -> min_white_per_row R <= count_true (map (X i) (seq 0 n));
    k_top : edges R = true -> 0 < r -> exists c, X 0 c = true;
    k_open : open s = n - 2 * r }.

  Lemma behind_length hq h c : forall l, behind_known hq h c l -> length l = c.
  Proof.
    revert hq. induction c as [|c IH]; intros hq [|x l]; simpl; try easy. intros (_ & H). f_equal. now apply (IH h).
  Qed.

  Lemma ahead_nth r c : forall l, ahead_known r c l ->
    length l = n - c /\ c <= n /\ forall i, i < length l -> cell_known r r (c + i) (nth i l blank).
  Proof.
    intros l. revert c. induction l as [|x l IH]; intros c; simpl.
    - intros ->. split; [lia|]. split; [lia|]. intros i Hi. lia.
    - intros (K & A). destruct (IH _ A) as (H1 & H2 & H3). split; [lia|]. split; [lia|].
      intros [|i] Hi; [now rewrite Nat.add_0_r|]. rewrite <- plus_n_Sm. apply H3. lia.
  Qed.

  Lemma behind_nth h c : forall l, behind_known h h c l ->
    forall i, i < c -> cell_known h h (c - 1 - i) (nth i l blank).
  Proof.
    induction c as [|c IH]; intros [|x l]; simpl; try easy. intros (K & B) [|i] Hi.
    - now replace (c - 0 - 0) with c by lia.
    - replace (c - 0 - S i) with (c - 1 - i) by lia. apply IH; [easy | lia].
  Qed.

  Lemma settle_known r c l : c <= n -> r < n -> behind_known r (S r) c l ->
    match settle R l (X r c) with
    | Some l' => behind_known (S r) (S r) c l'
    | None => validb R n g = false
    end.
  Proof.
    intros Hc Hr. destruct c as [|c], l as [|x l]; simpl; try easy. intros ((K1 & K2 & K3 & K4) & B).
    assert (L : match l with [] => false | y :: _ => cwhite y end = left_square r c).
    { destruct c as [|c], l as [|y l]; simpl in B; try easy. destruct B as ((Y & _) & _). exact Y. }
    rewrite L. pose proof (wrun_succ (column_letter c) r) as E. fold (column_part c (S r)) (column_part c r) in E. rewrite K3 in E. unfold column_letter in E.
    rewrite K1. unfold T, last_square. fold X in E |- *. rewrite <- E.
    destruct (wrun R Out (column_part c (S r))) as [q|] eqn:Q.
    - simpl. split; [|easy]. unfold cell_known. simpl. repeat split; easy.
    - now apply (part_column_none c (S r)).
  Qed.

  Lemma more_spec b k : more R b (Nat.min (min_white_per_row R) k) = Nat.min (min_white_per_row R) (k + if b then 1 else 0).
  Proof. unfold more. destruct b; lia. Qed.

  Lemma heights_succ r c j : j < n -> c < n -> raise (heights r c) c j = heights r (S c) j.
  Proof.
    intros Hj Hc. unfold raise, heights. destruct (Nat.eqb_spec j c) as [->|N].
    - rewrite Nat.ltb_irrefl. destruct (Nat.ltb_spec c (S c)); [easy | lia].
    - destruct (Nat.ltb_spec j c), (Nat.ltb_spec j (S c)); lia.
  Qed.

  Lemma heights_row r j : j < n -> heights r n j = heights (S r) 0 j.
  Proof. intros Hj. unfold heights. destruct (Nat.ltb_spec j n); [easy | lia]. Qed.

  Lemma placed_succ r c (P : nat -> nat -> Prop) : c < n ->
    (exists i j, P i j /\ i < heights r (S c) j) <-> P r c \/ (exists i j, P i j /\ i < heights r c j).
  Proof.
    intros Hc. unfold heights. split.
    - intros (i & j & H & Hi). destruct (Nat.ltb_spec j (S c)) as [L|L].
      + destruct (Nat.eq_dec j c) as [->|N].
        * destruct (Nat.eq_dec i r) as [->|]; [now left|]. right. exists i, c. split; [easy|].
          destruct (Nat.ltb_spec c c); lia.
        * right. exists i, j. split; [easy|]. destruct (Nat.ltb_spec j c); lia.
      + right. exists i, j. split; [easy|]. destruct (Nat.ltb_spec j c); lia.
    - intros [H|(i & j & H & Hi)].
      + exists r, c. split; [easy|]. destruct (Nat.ltb_spec c (S c)); lia.
      + exists i, j. split; [easy|]. destruct (Nat.ltb_spec j c), (Nat.ltb_spec j (S c)); lia.
  Qed.

  (** ** Rows and columns turned *)

  Lemma left_turned r j : r < n -> j < n -> left_square r j = X (n - 1 - r) (S (n - 1 - j)).
  Proof.
    intros Hr Hj. destruct j as [|i]; simpl.
    - symmetry. apply outside. lia.
    - rewrite symmetric by lia. unfold X. f_equal; lia.
  Qed.

  Lemma last_turned r j : r < n -> j < n -> last_square r j = X (S (n - 1 - r)) (n - 1 - j).
  Proof.
    intros Hr Hj. destruct r as [|i]; simpl.
    - symmetry. apply outside. lia.
    - rewrite symmetric by lia. unfold X. f_equal; lia.
  Qed.

  Lemma column_letter_turned j r : j < n -> r < n -> column_letter j r = column_letter (n - 1 - j) (n - 1 - r).
  Proof.
    intros Hj Hr. unfold column_letter. f_equal; [now apply symmetric|].
    rewrite (left_turned r j), (left_turned (n - 1 - r) (n - 1 - j)) by lia.
    replace (n - 1 - (n - 1 - r)) with r by lia. replace (n - 1 - (n - 1 - j)) with j by lia. apply orb_comm.
  Qed.

  Lemma row_letter_turned r j : r < n -> j < n -> row_letter r j = row_letter (n - 1 - r) (n - 1 - j).
  Proof.
    intros Hr Hj. unfold row_letter. f_equal; [now apply symmetric|].
    rewrite (last_turned r j), (last_turned (n - 1 - r) (n - 1 - j)) by lia.
    replace (n - 1 - (n - 1 - r)) with r by lia. replace (n - 1 - (n - 1 - j)) with j by lia. apply orb_comm.
  Qed.

  Lemma column_turned c k : c < n -> k <= n ->
    column_part c n = column_part c k ++ rev (column_part (n - 1 - c) (n - k)).
  Proof.
    intros Hc Hk. unfold column_part. rewrite (map_seq_split _ k n Hk). f_equal.
    apply rev_map_seq. intros i Hi. rewrite column_letter_turned by lia. f_equal; lia.
  Qed.

  Lemma row_turned r : r < n -> row_part r n = rev (row_part (n - 1 - r) n).
  Proof.
    intros Hr. unfold row_part. apply rev_map_seq. intros i Hi. rewrite row_letter_turned by lia. f_equal; lia.
  Qed.

  Lemma row_whites_turned r : r < n -> count_true (map (X r) (seq 0 n)) = count_true (map (X (n - 1 - r)) (seq 0 n)).
  Proof.
    intros Hr. rewrite (rev_map_seq (X r) (X (n - 1 - r)) 0 n); [apply count_true_rev|].
    intros i Hi. unfold X. rewrite symmetric by lia. f_equal; lia.
  Qed.

  Lemma column_whites_turned c k : c < n -> k <= n ->
    count_true (map (fun r => X r c) (seq 0 n)) =
    count_true (map (fun r => X r c) (seq 0 k)) + count_true (map (fun r => X r (n - 1 - c)) (seq 0 (n - k))).
  Proof.
    intros Hc Hk. rewrite (map_seq_split _ k n Hk), count_true_app. f_equal.
    rewrite (rev_map_seq (fun r => X r c) (fun r => X r (n - 1 - c)) k (n - k)); [apply count_true_rev|].
    intros i Hi. unfold X. rewrite symmetric by lia. f_equal; lia.
  Qed.

  Variable M : nat.
  Hypothesis half : n = 2 * M \/ S n = 2 * M.

  (** A region that has left the border is not the only one: its image is another. *)
  Lemma apart_invalid r c : c < n -> r < M -> connected R = true -> X r c = false ->
    apart X n (heights r c) c -> validb R n g = false.
  Proof.
    intros Hc Hr C B (T1 & f & (V & S) & F1 & F2). apply (invalid True). intros P.
    pose proof (p_connected P C) as O. pose proof (proj1 (region_colours n g G) O) as A. clear O P.
    assert (Hh : heights r c c = r) by (unfold heights; now rewrite Nat.ltb_irrefl).
    unfold top, at_top in *. rewrite Hh in *. destruct r as [|i0]; [easy|]. simpl pred in *.
    set (F := fun i j => if i <? heights (Datatypes.S i0) c j then f i j else false).
    assert (E : even (whiteb g) n (fun _ => n) F).
    { fold X. unfold F. split.
      - intros i j Hj Hi W W'.
        destruct (Nat.ltb_spec i (heights (Datatypes.S i0) c j)) as [L1|L1],
          (Nat.ltb_spec (Datatypes.S i) (heights (Datatypes.S i0) c j)) as [L2|L2]; try lia; auto.
        assert (E : heights (Datatypes.S i0) c j = Datatypes.S i) by lia.
        destruct (Nat.eq_dec j c) as [->|N].
        + rewrite Hh in E. injection E as <-. congruence.
        + specialize (F2 j Hj N). rewrite E in F2. now apply F2.
      - intros i j Hj Hi _ W W'.
        destruct (Nat.ltb_spec i (heights (Datatypes.S i0) c j)) as [L1|L1],
          (Nat.ltb_spec i (heights (Datatypes.S i0) c (Datatypes.S j))) as [L2|L2]; auto.
        + assert (E : i = Datatypes.S i0 /\ c = Datatypes.S j).
          { unfold heights in L1, L2. destruct (Nat.ltb_spec j c), (Nat.ltb_spec (Datatypes.S j) c); lia. }
          destruct E as (-> & E). rewrite E in B. congruence.
        + unfold heights in L1, L2. destruct (Nat.ltb_spec j c), (Nat.ltb_spec (Datatypes.S j) c); lia. }
    destruct (inside i0 c T1) as (Hi0 & _).
    assert (W' : X (n - 1 - i0) (n - 1 - c) = true) by (unfold X in *; now rewrite <- symmetric).
    specialize (A F E i0 c (n - 1 - i0) (n - 1 - c) T1 W'). unfold F in A. rewrite Hh in A.
    destruct (Nat.ltb_spec i0 (Datatypes.S i0)); [|lia].
    destruct (Nat.ltb_spec (n - 1 - i0) (heights (Datatypes.S i0) c (n - 1 - c))) as [L|L]; [|congruence].
    unfold heights in L. destruct (Nat.ltb_spec (n - 1 - c) c); lia.
  Qed.

  (** A column: its upper part, the squares between, and the upper part of its image, upside down. *)
  Lemma column_parts c h h' : c < n -> h + h' <= n ->
    column_part c n = column_part c h ++ map (column_letter c) (seq h (n - h - h')) ++ rev (column_part (n - 1 - c) h').
  Proof.
    intros Hc Hh. rewrite (column_turned c (n - h')) by lia. replace (n - (n - h')) with h' by lia.
    unfold column_part at 1. rewrite (map_seq_split _ h (n - h')) by lia. fold (column_part c h).
    rewrite <- app_assoc. now replace (n - h' - h) with (n - h - h') by lia.
  Qed.

  Lemma halves_known c h h' q q' : c < n -> h + h' <= n -> wrun R Out (column_part c h) = Some q ->
    wrun R Out (column_part (n - 1 - c) h') = Some q' -> possible R (n - h - h') q q' = false -> validb R n g = false.
  Proof.
    intros Hc Hh E E' F. apply (invalid True). intros P. pose proof (p_columns P c Hc) as A.
    rewrite (column_parts c h h') in A by easy. apply (possible_column R _ _ _ _ _ E E') in A.
    rewrite map_length, seq_length in A. congruence.
  Qed.

  Lemma pair_known r c cells l : r < M -> behind_known (S r) (S r) c cells -> ahead_known r c l ->
    pair_possible R (n - 2 * r) cells l = false -> validb R n g = false.
  Proof.
    intros Hr B A. pose proof (behind_length _ _ _ _ B) as Lc. destruct (ahead_nth r c l A) as (La & Hc & N).
    unfold pair_possible. destruct (2 + look_through <? n - 2 * r); [easy|].
    pose proof (behind_nth (S r) c cells B) as NB.
    destruct cells as [|y cells0] eqn:Ec; [easy|]. rewrite <- Ec in *. cbv zeta. rewrite Lc, La.
    assert (C0 : 0 < c) by (rewrite <- Lc, Ec; simpl; lia).
    pose proof (NB 0 C0) as Y. rewrite Ec in Y at 1. simpl nth in Y. rewrite Nat.sub_0_r in Y.
    destruct Y as (_ & _ & Y & _).
    destruct (Nat.ltb_spec (n - c) c) as [L|L].
    - destruct (n - 2 * r) as [|[|t]] eqn:Et; try easy. destruct (look_through <? t); [easy|]. intros F.
      destruct (NB (c - 1 - (n - c)) ltac:(lia)) as (_ & _ & Z & _).
      replace (c - 1 - (c - 1 - (n - c))) with (n - 1 - (c - 1)) in Z by lia.
      apply (halves_known (c - 1) (S r) (S r) _ _ ltac:(lia) ltac:(lia) Y Z).
      now replace (n - S r - S r) with t by lia.
    - destruct (look_through <? pred (n - 2 * r)); [easy|]. intros F.
      destruct (N (n - c - c) ltac:(lia)) as (_ & _ & Z & _).
      replace (c + (n - c - c)) with (n - 1 - (c - 1)) in Z by lia.
      apply (halves_known (c - 1) (S r) r _ _ ltac:(lia) ltac:(lia) Y Z).
      now replace (n - S r - r) with (pred (n - 2 * r)) by lia.
  Qed.

  (** ** The end of a row *)

  Lemma reverse_known h c : forall l acc, behind_known h h c l -> ahead_known h c acc ->
    ahead_known h 0 (rev_append l acc).
  Proof.
    induction c as [|c IH]; intros [|x l] acc; simpl; try easy. intros (K & B) A. apply IH; [easy|]. now split.
  Qed.

  Lemma finish_known r s : r < M -> Known r n s ->
    match finish R s with Some s' => Known (S r) 0 s' | None => validb R n g = false end.
  Proof.
    intros Hr K. destruct K as [K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12]. unfold finish.
    assert (Hrn : r < n) by lia.
    destruct (close R (upper s)) eqn:C1.
    2: { destruct r as [|i]; [rewrite K4 in C1; easy|]. apply (invalid True). intros P.
         pose proof (p_rows P i ltac:(lia)) as A. rewrite <- (app_nil_r (row_part i n)), accepts_app, K4 in A.
         simpl in A. congruence. }
    destruct (pclose R (lower s)) eqn:C2.
    2: { apply (invalid True). intros P. pose proof (p_rows P r Hrn) as A.
         rewrite <- (app_nil_r (row_part r n)), accepts_app in A.
         destruct (wrun R Out (row_part r n)) as [q|]; [|easy]. simpl in A.
         now rewrite (close_sim R q (lower s) A (K5 q eq_refl)) in C2. }
    destruct (min_white_per_row R <=? whites s) eqn:C3.
    2: { apply (invalid True). intros P. apply Nat.leb_gt in C3. pose proof (p_row_whites P r Hrn). lia. }
    apply Nat.leb_le in C3. rewrite K6 in C3.
    destruct (if edges R then some s else true) eqn:C4.
    2: { destruct (edges R) eqn:Ed; [|easy]. apply (invalid True). intros P.
         destruct (p_edges P Ed) as ((c & Hc) & _). apply inside in Hc as Hi.
         assert (Y : some s = true); [|congruence]. apply K8. exists 0, c. split; [|easy].
         unfold heights. destruct (Nat.ltb_spec c n); lia. }
    pose proof (settle_known r n (behind s) (le_n n) Hrn K2) as D. rewrite outside in D by lia.
    destruct (settle R (behind s) false) as [l|]; [|easy].
    destruct (pair_possible R (open s) l []) eqn:C5.
    2: { rewrite K12 in C5. now apply (pair_known r n l []). }
    constructor; cbn [ahead behind labels upper lower whites side some open].
    - apply (reverse_known (S r) n); [easy | easy].
    - easy.
    - intros C. apply good_canon. apply (good_heights X n (heights r n)); [|now apply K3].
      intros j Hj. now apply heights_row.
    - easy.
    - intros q [= <-]. easy.
    - now rewrite Nat.min_0_r.
    - intros Ed. rewrite (K7 Ed). split; intros (i & j & Hj & Hi & W); exists i, j; (split; [easy|]); (split; [|easy]);
        apply inside in W as W'; rewrite heights_row in * by easy; easy.
    - rewrite K8. split; intros (i & j & Hi & W); exists i, j; (split; [|easy]);
        apply inside in W as W'; rewrite heights_row in * by easy; easy.
    - intros i Hi. destruct (Nat.eq_dec (S i) r) as [<-|]; [|apply K9; lia].
      rewrite <- (app_nil_r (row_part i n)), accepts_app, K4. exact C1.
    - intros i Hi. destruct (Nat.eq_dec i r) as [->|]; [lia | apply K10; lia].
    - intros Ed _. destruct r as [|r]; [|apply K11; [easy | lia]]. rewrite Ed in C4. apply K8 in C4.
      destruct C4 as (i & j & Hi & W). exists j. apply inside in W as W'. unfold heights in Hi.
      destruct (Nat.ltb_spec j n); [|lia]. now replace i with 0 in W by lia.
    - lia.
  Qed.

  (** ** One square *)

  Lemma step_known r c s : r < M -> c < n -> Known r c s ->
    match step R s (X r c) with
    | Some s' => if S c =? n then Known (S r) 0 s' else Known r (S c) s'
    | None => validb R n g = false
    end.
  Proof.
    intros Hr Hc K. pose proof K as [K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12]. unfold step, square.
    assert (Hrn : r < n) by lia.
    destruct (ahead s) as [|x rest] eqn:Ea; [simpl in K1; lia|]. simpl in K1.
    destruct K1 as ((X1 & X2 & X3 & X4) & A).
    (* The row above. *)
    assert (U : match wstep R (upper s) (cwhite x, cabove x || X r c) with
                | Some q => match r with 0 => q = Out | S i => wrun R Out (row_part i (S c)) = Some q end
                | None => validb R n g = false end).
    { destruct r as [|i].
      - rewrite X1, K4. unfold wstep. simpl. easy.
      - pose proof (wrun_succ (row_letter i) c) as E. fold (row_part i (S c)) (row_part i c) in E. rewrite K4 in E.
        assert (Q : wstep R (upper s) (cwhite x, cabove x || X (S i) c) = wstep R (upper s) (row_letter i c)).
        { rewrite X1, X2. unfold row_letter.
          change (T (S i) c) with (X i c). change (T (pred (S i)) c) with (last_square i c).
          change (whiteb g i c) with (X i c). change (whiteb g (S i) c) with (X (S i) c). now destruct (X i c). }
        rewrite Q, <- E. destruct (wrun R Out (row_part i (S c))) eqn:W; [easy|].
        apply (part_row_none i (S c)); [lia | lia | easy]. }
    destruct (wstep R (upper s) (cwhite x, cabove x || X r c)) as [upper'|]; [|exact U].
    (* This row. *)
    assert (P : match pstep R (lower s) (X r c) (if cwhite x then Some true else None) with
                | Some p => forall q, wrun R Out (row_part r (S c)) = Some q -> sim q p
                | None => validb R n g = false end).
    { pose proof (wrun_succ (row_letter r) c) as E. fold (row_part r (S c)) (row_part r c) in E.
      destruct (wrun R Out (row_part r c)) as [q0|] eqn:W.
      - specialize (K5 q0 eq_refl). unfold row_letter in E. fold X in E.
        destruct (wstep R q0 (X r c, last_square r c || X (S r) c)) as [q1|] eqn:W1.
        + destruct (wstep_sim R q0 (lower s) (X r c) (last_square r c || X (S r) c)
            (if cwhite x then Some true else None) q1 W1 K5) as (p & E1 & E2).
          * intros _. rewrite X1. unfold T. destruct (last_square r c); [now right | now left].
          * rewrite E1. intros q Hq. rewrite E in Hq. now injection Hq as <-.
        + destruct (pstep R (lower s) (X r c) (if cwhite x then Some true else None)).
          * rewrite E. easy.
          * apply (part_row_none r (S c)); easy.
      - destruct (pstep R (lower s) (X r c) (if cwhite x then Some true else None)).
        + rewrite E. easy.
        + apply (part_row_none r (S c)); easy. }
    destruct (pstep R (lower s) (X r c) (if cwhite x then Some true else None)) as [lower'|]; [|exact P].
    (* This column. *)
    destruct (if X r c then true else close R (cword x)) eqn:C.
    2: { destruct (X r c) eqn:B; [easy|]. apply (part_column_none c (S r)); [easy | lia|].
         unfold column_part. rewrite wrun_succ. fold (column_part c r). rewrite X3. unfold column_letter. fold X. rewrite B. unfold wstep. simpl. now rewrite C. }
    (* The column to the left. *)
    pose proof (settle_known r c (behind s) ltac:(lia) Hrn K2) as D.
    destruct (settle R (behind s) (X r c)) as [cells|]; [|exact D].
    destruct (pair_possible R (open s) cells (x :: rest)) eqn:C5.
    2: { rewrite K12 in C5. apply (pair_known r c cells (x :: rest)); [easy | easy | | easy]. now split. }
    (* Regions. *)
    assert (L : match (if connected R then lstep (labels s) (length (behind s)) (X r c) else Some (labels s)) with
                | Some l => connected R = true -> good X n (heights r (S c)) l
                | None => validb R n g = false end).
    { rewrite (behind_length r (S r) c) by easy. destruct (connected R) eqn:Cn; [|easy].
      assert (Hh : heights r c c = r) by (unfold heights; now rewrite Nat.ltb_irrefl).
      pose proof (lstep_good X n (heights r c) c Hc) as Z. rewrite Hh in Z.
      assert (Z1 : forall k, c = S k -> heights r c k = S r).
      { intros k ->. unfold heights. destruct (Nat.ltb_spec k (S k)); [easy | lia]. }
      assert (Z2 : S c < n -> heights r c (S c) <= r).
      { intros _. unfold heights. destruct (Nat.ltb_spec (S c) c); lia. }
      specialize (Z Z1 Z2 (labels s) (K3 eq_refl)).
      destruct (lstep (labels s) c (X r c)) as [l|].
      - intros _. apply (good_heights X n (raise (heights r c) c)); [|easy]. intros j Hj. now apply heights_succ.
      - destruct Z as (Z3 & Z4). now apply (apart_invalid r c). }
    destruct (if connected R then lstep (labels s) (length (behind s)) (X r c) else Some (labels s)) as [labels'|]; [|exact L].
    cbv zeta.
    cbn [ahead]. set (s' := State rest _ labels' upper' lower' _ _ _ _).
    assert (K' : Known r (S c) s').
    { constructor; unfold s'; cbn [ahead behind labels upper lower whites side some open].
      - exact A.
      - simpl. split; [|easy]. unfold cell_known. cbn [cwhite cabove cword ccount]. split; [easy|].
        split; [now rewrite X1|]. split; [easy|]. rewrite X4, more_spec, count_true_snoc. easy.
      - exact L.
      - exact U.
      - exact P.
      - now rewrite K6, more_spec, count_true_snoc.
      - intros Ed. rewrite Ed. rewrite orb_true_iff, (K7 Ed), andb_true_iff.
        assert (Ends : match behind s with [] => true | _ :: _ => match rest with [] => true | _ :: _ => false end end = true
                       <-> c = 0 \/ c = n - 1).
        { pose proof (behind_length _ _ _ _ K2) as Lb. destruct (behind s) as [|y bs]; simpl in Lb; [now (split; [left|])|].
          destruct rest as [|z zs]; simpl in A; [split; [right; lia | easy]|].
          destruct zs; simpl in A; split; try easy; destruct A as (_ & A); intros; exfalso; lia || idtac.
          - assert (HA : forall l k, ahead_known r k l -> k <= n).
            { induction l as [|a l IH]; intros k; simpl; [lia|]. intros (_ & Hk). apply IH in Hk. lia. }
            destruct A as (_ & A). apply HA in A. lia. }
        assert (Ends' : match behind s, rest with [], _ => true | _, [] => true | _, _ => false end = true <-> c = 0 \/ c = n - 1)
          by exact Ends.
        rewrite Ends'. pose proof (placed_succ r c (fun i j => (j = 0 \/ j = n - 1) /\ X i j = true) Hc) as Q.
        split.
        + intros H. destruct Q as (_ & Q). destruct Q as (i & j & (Q1 & Q2) & Q3).
          * destruct H as [(i & j & H1 & H2 & H3)|(H1 & H2)]; [right; now exists i, j | left; now split].
          * now exists i, j.
        + intros (i & j & H1 & H2 & H3). destruct Q as (Q & _). destruct Q as [(Q1 & Q2)|(i' & j' & (Q1 & Q2) & Q3)].
          * now exists i, j.
          * now right.
          * left. now exists i', j'.
      - rewrite orb_true_iff, K8. pose proof (placed_succ r c (fun i j => X i j = true) Hc) as Q. split.
        + intros H. destruct Q as (_ & Q). destruct Q as (i & j & Q1 & Q2).
          * destruct H as [(i & j & H1 & H2)|H]; [right; now exists i, j | now left].
          * now exists i, j.
        + intros (i & j & H1 & H2). destruct Q as (Q & _). destruct Q as [Q|(i' & j' & Q1 & Q2)].
          * now exists i, j.
          * now right.
          * left. now exists i', j'.
      - exact K9.
      - exact K10.
      - exact K11.
      - exact K12. }
    destruct rest as [|y rest].
    - simpl in A. rewrite A, Nat.eqb_refl. rewrite A in K'. now apply finish_known.
    - simpl in A. assert (HA : forall l k, ahead_known r k l -> k <= n).
      { induction l as [|a l IH]; intros k; simpl; [lia|]. intros (_ & Hk). apply IH in Hk. lia. }
      destruct A as (_ & A). apply HA in A. destruct (Nat.eqb_spec (S c) n); [lia | exact K'].
  Qed.

  (** ** The middle *)

  Lemma columns_join_spec o : forall xs ys, length xs = length ys ->
    (columns_join R o xs ys = true <-> forall j, j < length xs ->
       join R o (cword (nth j xs blank)) (cword (nth j ys blank)) = true /\
       min_white_per_row R <= ccount (nth j xs blank) + ccount (nth j ys blank) - (if cwhite (nth j xs blank) then o else 0)).
  Proof.
    induction xs as [|x xs IH]; intros [|y ys] L; simpl in L; try easy.
    cbn [columns_join]. rewrite !and_true, Nat.leb_le, IH by lia. split.
    - intros ((H1 & H2) & H3) [|j] Hj; [easy|]. apply (H3 j). simpl in Hj. lia.
    - intros H. split; [exact (H 0 ltac:(simpl; lia))|]. intros j Hj. apply (H (S j)). simpl. lia.
  Qed.

  Lemma last_row_nth o : forall xs ys, length xs = length ys ->
    length (last_row o xs ys) = length xs /\
    forall j, j < length xs -> nth j (last_row o xs ys) (false, false) =
      (cwhite (nth j xs blank), cabove (nth j xs blank) ||
         (if o =? 0 then cwhite (nth j ys blank) else cabove (nth j ys blank))).
  Proof.
    induction xs as [|x xs IH]; intros [|y ys] L; simpl in L; try easy.
    destruct (IH ys ltac:(lia)) as (H1 & H2). cbn [last_row]. split; [simpl; lia|].
    intros [|j] Hj; [easy|]. apply (H2 j). simpl in Hj. lia.
  Qed.

  Variable o : nat.
  Hypothesis middle : n = 2 * M /\ o = 0 \/ S n = 2 * M /\ o = 1.

  Lemma last_row_letters s : Known M 0 s ->
    accepts R Out (last_row o (ahead s) (rev (ahead s))) = accepts R Out (row_part (M - 1) n).
  Proof.
    intros K. destruct (ahead_nth M 0 _ (k_ahead _ _ _ K)) as (L & _ & N). rewrite Nat.sub_0_r in L.
    destruct (last_row_nth o (ahead s) (rev (ahead s))) as (L1 & L2); [now rewrite rev_length|].
    assert (Lr : length (row_part (M - 1) n) = n) by (unfold row_part; now rewrite map_length, seq_length).
    apply accepts_same; [rewrite L1, L, Lr; reflexivity|]. rewrite L1, L. intros j Hj. rewrite L2 by lia.
    unfold row_part. rewrite nth_map_seq by easy. simpl Nat.add. unfold row_letter. cbn [fst snd].
    destruct (N j ltac:(lia)) as (C1 & C2 & _). simpl Nat.add in C1, C2.
    rewrite rev_nth by lia. rewrite L. replace (n - S j) with (n - 1 - j) by lia.
    destruct (N (n - 1 - j) ltac:(lia)) as (D1 & D2 & _). simpl Nat.add in D1, D2.
    rewrite C1, C2, D1, D2. unfold T. destruct M as [|m]; [lia|]. simpl pred.
    replace (S m - 1) with m by lia. cbn [last_square]. fold X. fold (last_square m j). fold (last_square m (n - 1 - j)).
    split; [easy|]. intros W. change (X m j = true) in W. change (whiteb g m j) with (X m j). rewrite W. simpl andb. f_equal.
    change (whiteb g (S m) j) with (X (S m) j).
    destruct middle as [(Hn & ->)|(Hn & ->)]; simpl.
    - unfold X. rewrite (symmetric (S m) j) by lia. f_equal; lia.
    - assert (W' : X m (n - 1 - j) = true).
      { unfold X in *. rewrite symmetric in W by lia. now replace (n - 1 - m) with m in W by lia. }
      rewrite W'. simpl. destruct m as [|i]; simpl.
      + symmetry. apply (outside 1 j). lia.
      + unfold X. rewrite (symmetric (S (S i)) j) by lia. f_equal; lia.
  Qed.

  Lemma rows_known s : Known M 0 s ->
    (accepts R Out (last_row o (ahead s) (rev (ahead s))) = true <-> forall r, r < n -> accepts R Out (row_part r n) = true).
  Proof.
    intros K. rewrite last_row_letters by easy. split.
    - intros A. assert (U : forall r, r < M -> accepts R Out (row_part r n) = true).
      { intros r Hr. destruct (Nat.eq_dec r (M - 1)) as [->|]; [easy|]. apply (k_rows _ _ _ K). lia. }
      intros r Hr. destruct (le_lt_dec M r) as [L|L]; [|now apply U].
      rewrite row_turned by easy. apply accepts_rev, U. lia.
    - intros A. apply A. lia.
  Qed.

  Lemma column_known s c : Known M 0 s -> c < n ->
    (join R o (cword (nth c (ahead s) blank)) (cword (nth c (rev (ahead s)) blank)) = true <->
     accepts R Out (column_part c n) = true) /\
    (min_white_per_row R <= ccount (nth c (ahead s) blank) + ccount (nth c (rev (ahead s)) blank)
                            - (if cwhite (nth c (ahead s) blank) then o else 0) <->
     min_white_per_row R <= count_true (map (fun r => X r c) (seq 0 n))).
  Proof.
    intros K Hc. destruct (ahead_nth M 0 _ (k_ahead _ _ _ K)) as (L & _ & N). rewrite Nat.sub_0_r in L.
    rewrite rev_nth by lia. rewrite L. replace (n - S c) with (n - 1 - c) by lia.
    destruct (N c ltac:(lia)) as (C1 & _ & C3 & C4), (N (n - 1 - c) ltac:(lia)) as (_ & _ & D3 & D4).
    simpl Nat.add in *. rewrite C4, D4, C1.
    destruct middle as [(Hn & ->)|(Hn & ->)].
    - split.
      + rewrite (column_turned c M) by lia. replace (n - M) with M by lia. symmetry. now apply join_even.
      + rewrite (column_whites_turned c M) by lia. replace (n - M) with M by lia.
        destruct (T M c); lia.
    - destruct M as [|m]; [lia|].
      assert (E : column_letter c m = column_letter (n - 1 - c) m).
      { rewrite column_letter_turned by lia. f_equal; lia. }
      split.
      + rewrite (column_turned c (S m)) by lia. replace (n - S m) with m by lia.
        unfold column_part in C3, D3 |- *. rewrite map_seq_succ in C3, D3 |- *. rewrite <- E in D3.
        rewrite <- app_assoc. simpl app. symmetry. now apply join_odd with (1 := C3) (2 := D3).
      + rewrite (column_whites_turned c (S m)) by lia. replace (n - S m) with m by lia.
        rewrite (count_true_snoc (fun r => X r (n - 1 - c))).
        assert (Y : X m (n - 1 - c) = T (S m) c).
        { change (T (S m) c) with (X m c). unfold X. rewrite (symmetric m c) by lia. f_equal; lia. }
        assert (Z : (if T (S m) c then 1 else 0) <= count_true (map (fun r => X r c) (seq 0 (S m)))).
        { rewrite count_true_snoc. change (T (S m) c) with (X m c). lia. }
        cbn beta. rewrite Y. destruct (T (S m) c); lia.
  Qed.

  Lemma fits_known s : Known M 0 s -> fits R o s = validb R n g.
  Proof.
    intros K. assert (B : forall a b : bool, (a = true <-> b = true) -> a = b) by (intros [|] [|]; intuition).
    apply B. rewrite valid_parts. unfold fits. cbv zeta. rewrite <- rev_alt, !and_true, rows_known by easy.
    destruct (ahead_nth M 0 _ (k_ahead _ _ _ K)) as (L & _ & N). rewrite Nat.sub_0_r in L.
    rewrite columns_join_spec by now rewrite rev_length. rewrite L.
    assert (HM : 0 < M) by lia.
    assert (Full : forall i j, X i j = true -> i < heights M 0 j \/ n - 1 - i < heights M 0 (n - 1 - j)).
    { intros i j W. apply inside in W. unfold heights. simpl. lia. }
    assert (Turn : forall i j, X i j = true -> X (n - 1 - i) (n - 1 - j) = true).
    { intros i j W. apply inside in W as W'. unfold X in *. now rewrite <- symmetric. }
    assert (Sm : some s = true <-> exists r c, X r c = true).
    { rewrite (k_some _ _ _ K). split.
      - intros (i & j & _ & W). now exists i, j.
      - intros (i & j & W). destruct (Full i j W) as [H|H].
        + now exists i, j.
        + exists (n - 1 - i), (n - 1 - j). split; [easy | now apply Turn]. }
    assert (Sd : (if edges R then side s else true) = true <->
      (edges R = true -> (exists c, X 0 c = true) /\ (exists c, X (n - 1) c = true) /\
                         (exists r, X r 0 = true) /\ (exists r, X r (n - 1) = true))).
    { destruct (edges R) eqn:Ed; [|easy]. rewrite (k_side _ _ _ K Ed).
      destruct (k_top _ _ _ K Ed HM) as (c & Hc). split.
      - intros (i & j & Hj & _ & W) _. split; [now exists c|].
        split; [exists (n - 1 - c); rewrite <- (Nat.sub_0_r (n - 1)) at 1; now apply Turn|].
        destruct Hj as [->| ->].
        + split; [now exists i|]. exists (n - 1 - i). rewrite <- (Nat.sub_0_r (n - 1)) at 2. now apply Turn.
        + split; [|now exists i]. exists (n - 1 - i).
          pose proof (Turn i (n - 1) W) as Q. now rewrite Nat.sub_diag in Q.
      - intros H. destruct (H eq_refl) as (_ & _ & (i & W) & _). destruct (Full i 0 W) as [Q|Q].
        + exists i, 0. split; [now left | easy].
        + exists (n - 1 - i), (n - 1 - 0). split; [right; lia|]. split; [easy | now apply Turn]. }
    assert (Cn : (if connected R then joint n (labels s) else true) = true <-> (connected R = true -> one_region g)).
    { destruct (connected R) eqn:C; [|easy].
      assert (Gd : good X n (fun _ => M) (labels s)).
      { apply (good_heights X n (heights M 0)); [easy|]. now apply (k_labels _ _ _ K). }
      assert (Sy : forall i j, i < n -> j < n -> X i j = X (n - 1 - i) (n - 1 - j)) by exact symmetric.
      rewrite (joint_spec X n M (labels s) half Sy Gd), (region_colours n g G). fold X. split.
      - intros H _ f E r c r' c' W W'. apply inside in W as I, W' as I'. now apply H.
      - intros H f E i j i' j' _ _ _ _ W W'. now apply H. }
    rewrite Sm, Sd, Cn. split.
    - intros ((((H1 & H2) & H3) & H4) & H5). constructor; auto.
      + intros c Hc. destruct (column_known s c K Hc) as (A & _). apply A, H3, Hc.
      + intros r Hr. destruct (le_lt_dec M r) as [Q|Q]; [|now apply (k_row_whites _ _ _ K)].
        rewrite row_whites_turned by easy. apply (k_row_whites _ _ _ K). lia.
      + intros c Hc. destruct (column_known s c K Hc) as (_ & A). apply A, H3, Hc.
    - intros [H1 H2 H3 H4 H5 H6 H7]. split; [split; [split; [now split|]|]|]; auto.
      intros j Hj. destruct (column_known s j K Hj) as (A1 & A2). split; [now apply A1, H3 | now apply A2, H6].
  Qed.

  (** ** From the first square to the middle *)

  Lemma run_app s : forall a b,
    run R s (a ++ b) = match run R s a with Some s' => run R s' b | None => None end.
  Proof.
    intros a. revert s. induction a as [|x a IH]; intros s b; simpl; [easy|].
    destruct (step R s x); [apply IH | easy].
  Qed.

  Lemma run_squares r k : r < M -> forall c s, c + k <= n -> Known r c s ->
    match run R s (map (X r) (seq c k)) with
    | Some s' => (0 < k -> c + k = n -> Known (S r) 0 s') /\ (k = 0 \/ c + k < n -> Known r (c + k) s')
    | None => validb R n g = false
    end.
  Proof.
    intros Hr. induction k as [|k IH]; intros c s Hc K; cbn [seq map run].
    - split; [lia|]. intros _. now rewrite Nat.add_0_r.
    - pose proof (step_known r c s Hr ltac:(lia) K) as Q. destruct (step R s (X r c)) as [s1|]; [|exact Q].
      destruct (Nat.eqb_spec (S c) n) as [E|E].
      + assert (k = 0) as -> by lia. cbn [seq map run]. split; [easy | lia].
      + specialize (IH (S c) s1 ltac:(lia) Q). destruct (run R s1 (map (X r) (seq (S c) k))) as [s'|]; [|exact IH].
        destruct IH as (I1 & I2). split.
        * intros _ F. apply I1; lia.
        * intros F. rewrite <- plus_n_Sm. apply I2. lia.
  Qed.

  Lemma start_known : Known 0 0 (start n).
  Proof.
    constructor; simpl.
    - assert (A : forall k c, c + k = n -> ahead_known 0 c (repeat blank k)).
      { induction k as [|k IH]; intros c Hc; simpl; [lia|]. split; [|apply IH; lia].
        unfold cell_known. simpl. now rewrite Nat.min_0_r. }
      apply A. lia.
    - easy.
    - intros _. apply (good_heights X n (fun _ => 0)); [easy|]. apply good_start.
    - easy.
    - intros q [= <-]. easy.
    - now rewrite Nat.min_0_r.
    - intros _. split; [easy|]. intros (i & j & _ & Hi & _). unfold heights in Hi. simpl in Hi. lia.
    - split; [easy|]. intros (i & j & Hi & _). unfold heights in Hi. simpl in Hi. lia.
    - lia.
    - lia.
    - lia.
    - lia.
  Qed.

  (** The squares of [k] rows from row [r]. *)
  Definition some_rows (r k : nat) : list bool := flat_map (fun r => map (X r) (seq 0 n)) (seq r k).

  Lemma run_rows r s k : Known r 0 s -> r + k <= M ->
    match run R s (some_rows r k) with Some s' => Known (r + k) 0 s' | None => validb R n g = false end.
  Proof.
    unfold some_rows. intros K. induction k as [|k IH]; intros Hk.
    - simpl. now rewrite Nat.add_0_r.
    - rewrite seq_S, flat_map_app, run_app. simpl flat_map. rewrite app_nil_r.
      specialize (IH ltac:(lia)). destruct (run R s _) as [s1|]; [|exact IH].
      pose proof (run_squares (r + k) n ltac:(lia) 0 s1 (le_n n) IH) as Q. destruct (run R s1 _); [|exact Q].
      rewrite <- plus_n_Sm. now apply Q.
  Qed.

  Lemma behind_white hq r c : forall l, behind_known hq (S r) c l -> map cwhite l = rev (map (X r) (seq 0 c)).
  Proof.
    revert hq. induction c as [|c IH]; intros hq [|x l]; try easy.
    cbn [behind_known map]. intros ((K & _) & B).
    rewrite map_seq_succ, rev_app_distr. simpl. f_equal; [exact K|]. now apply (IH (S r)).
  Qed.

  (** The rest of the upper half, after [r] rows, decides the grid. *)
  Lemma upper_decides r s0 : Known r 0 s0 -> r <= M - o ->
    match run R s0 (some_rows r (M - o - r) ++ map (X (M - o)) (seq 0 (if o =? 0 then 0 else S (M - o)))) with
    | Some s => ends_well R o s = validb R n g
    | None => validb R n g = false
    end.
  Proof.
    intros K0 Hr0. rewrite run_app. pose proof (run_rows r s0 (M - o - r) K0 ltac:(lia)) as Q.
    destruct (run R s0 (some_rows r (M - o - r))) as [s|]; [|exact Q].
    replace (r + (M - o - r)) with (M - o) in Q by lia.
    destruct middle as [(Hn & Ho)|(Hn & Ho)].
    - replace (o =? 0) with true by now rewrite Ho. simpl. replace (M - o) with M in Q by lia. unfold ends_well.
      pose proof (k_behind _ _ _ Q) as B. destruct (behind s); [|easy]. simpl. now apply fits_known.
    - assert (EM : exists m, M = S m) by (exists (M - 1); lia). destruct EM as (m & EM).
      replace (M - o) with m in * by lia. replace (o =? 0) with false by now rewrite Ho.
      pose proof (run_squares m (S m)) as Z. rewrite EM in Z. specialize (Z ltac:(lia) 0 s ltac:(lia) Q).
      destruct (run R s (map (X m) (seq 0 (S m)))) as [s1|]; [|exact Z]. destruct Z as (Z1 & Z2).
      unfold ends_well. destruct (Nat.eq_dec m 0) as [->|Hm].
      + specialize (Z1 ltac:(lia) ltac:(lia)). pose proof (k_behind _ _ _ Z1) as B.
        destruct (behind s1); [|easy]. simpl. rewrite <- EM in Z1. now apply fits_known.
      + specialize (Z2 ltac:(lia)). simpl Nat.add in Z2.
        assert (E : tl (map cwhite (behind s1)) = map (X m) (seq (S m) m)).
        { rewrite (behind_white m m (S m)) by apply (k_behind _ _ _ Z2).
          rewrite map_seq_succ, rev_app_distr. simpl tl. symmetry. apply rev_map_seq.
          intros i Hi. unfold X. rewrite symmetric by lia. f_equal; lia. }
        rewrite E. pose proof (run_squares m m) as Y. rewrite EM in Y.
        specialize (Y ltac:(lia) (S m) s1 ltac:(lia) Z2).
        destruct (run R s1 (map (X m) (seq (S m) m))) as [s2|]; [|now rewrite Y].
        destruct Y as (Y & _). specialize (Y ltac:(lia) ltac:(lia)). rewrite <- EM in Y. now apply fits_known.
  Qed.
End Upper.
