(** Theorems that a reader expects of the definitions: a slip in [Spec.v] would break one of them.

    - Words and checked letters have a second definition each, and both agree.
    - A half turn keeps every valid grid valid, transposition every valid British grid.
    - The all-white 5 × 5 grid is a valid American grid and not a valid British one.
    - Each of the seven British rules excludes a small grid that the other six allow. *)

From Coq Require Import Arith NArith List Bool Lia Relations.
From Gridcheck Require Import Spec Lines Decide Connected Validator.
Import ListNotations.

(** ** Second definitions *)

(** Runs by lists: the patterns that [runs_of] cuts from a line are those of its runs by indices. *)
Theorem runs_agree ls w :
  In w (runs_of [] ls) <->
  exists s, run (line_of ls) s (length w) /\ w = map (crossed_of ls) (seq s (length w)).
Proof. exact (runs_of_spec ls [] w). Qed.

(** A square lies in an across word when it is white and has a white neighbour in its row. *)
Theorem words_agree n g r c : is_grid n g ->
  (in_word (row g r) c <-> white g r c /\ (white g r (S c) \/ exists d, c = S d /\ white g r d)).
Proof.
  intros G. exact (in_word_neighbour _ (fun i => white_dec g r i) n (row_bounded n g r G) c).
Qed.

(** A square is checked when it is white and has a white neighbour in its row and in its column. *)
Theorem checked_agree n g r c : is_grid n g ->
  (checked g r c <->
   white g r c /\ (white g r (S c) \/ exists d, c = S d /\ white g r d)
               /\ (white g (S r) c \/ exists d, r = S d /\ white g d c)).
Proof. exact (checked_neighbours n g r c). Qed.

(** ** Reversed lines *)

Lemma nth_rev_letters (ls : list letter) i : i < length ls ->
  nth i (rev ls) (false, false) = nth (length ls - S i) ls (false, false).
Proof. apply rev_nth. Qed.

Lemma pattern_ok_rev R w : pattern_ok R w -> pattern_ok R (rev w).
Proof.
  destruct (le_lt_dec 2 (length w)) as [L|L].
  - rewrite !pattern_two by now rewrite ?rev_length. unfold word_pattern_ok. rewrite rev_length, count_true_rev.
    intros (H1 & H2 & H3 & H4 & H5 & H6). repeat (split; [assumption|]). split; [|split].
    + intros i j Hs. apply stretch_unrev in Hs. now apply H4 in Hs.
    + intros j Hs. apply stretch_unrev in Hs. rewrite Nat.sub_0_r in Hs. now apply H6.
    + intros j Hs. assert (j <= length w) by (destruct Hs as (Hj & _); rewrite rev_length in Hj; lia).
      apply stretch_unrev in Hs. replace (length w - (length w - j) - j) with 0 in Hs by lia. now apply H5.
  - destruct w as [|x [|y w]]; simpl in *; (easy || lia).
Qed.

Lemma run_inside ls s k : run (line_of ls) s k -> s + k <= length ls.
Proof.
  intros (H1 & H2 & _). destruct (le_lt_dec (s + k) (length ls)); [easy|]. exfalso.
  specialize (H2 (s + k - 1) ltac:(lia)). unfold line_of in H2. rewrite nth_overflow in H2 by lia. easy.
Qed.

Lemma run_rev ls s k : run (line_of (rev ls)) s k ->
  run (line_of ls) (length ls - s - k) k /\
  map (crossed_of (rev ls)) (seq s k) = rev (map (crossed_of ls) (seq (length ls - s - k) k)).
Proof.
  intros H. pose proof (run_inside _ _ _ H) as L. rewrite rev_length in L.
  destruct H as (H1 & H2 & H3 & H4). unfold line_of in *. split; [split; [easy | split; [|split]]|].
  - intros i Hi. specialize (H2 (length ls - S i) ltac:(lia)). rewrite nth_rev_letters in H2 by lia.
    now replace (length ls - S (length ls - S i)) with i in H2 by lia.
  - destruct (Nat.eq_dec s 0) as [->|].
    + rewrite nth_overflow by lia. easy.
    + specialize (H4 (s - 1) ltac:(lia)). rewrite nth_rev_letters in H4 by lia.
      now replace (length ls - S (s - 1)) with (length ls - s - k + k) in H4 by lia.
  - intros i Hi. rewrite nth_rev_letters in H3 by lia.
    now replace (length ls - S (s + k)) with i in H3 by lia.
  - apply nth_ext with (crossed_of (rev ls) 0) (crossed_of ls 0).
    + now rewrite rev_length, !map_length, !seq_length.
    + intros i Hi. rewrite map_length, seq_length in Hi. rewrite map_nth, seq_nth by easy.
      rewrite rev_nth by now rewrite map_length, seq_length.
      rewrite map_length, seq_length, map_nth, seq_nth by lia. unfold crossed_of.
      rewrite nth_rev_letters by lia. f_equal. f_equal. lia.
Qed.

Lemma accepts_rev R ls : accepts R Out ls = true -> accepts R Out (rev ls) = true.
Proof.
  rewrite !accepts_spec. intros H s k Hr. destruct (run_rev _ _ _ Hr) as (Hr' & ->).
  apply pattern_ok_rev, H, Hr'.
Qed.

(** ** Grids upside down, mirrored and transposed *)

Lemma flip_rows_ok R n g : is_grid n g -> rows_ok R [] g = true -> rows_ok R [] (map (@rev bool) g) = true.
Proof.
  intros G H. apply rows_ok_spec. rewrite map_length. intros r Hr.
  rewrite rows_ok_spec in H. specialize (H r Hr). apply accepts_rev in H.
  assert (L : length g = n) by now destruct G.
  rewrite <- (letters_rev n) in H.
  - assert (E : forall i, nth i (map (@rev bool) g) [] = rev (nth i g [])).
    { intros i. change (@nil bool) with (rev (@nil bool)) at 1. apply map_nth. }
    rewrite !E. destruct r; [exact H|]. now rewrite E.
  - apply grid_row with (1 := G). lia.
  - destruct r; [now left | right]. apply grid_row with (1 := G). lia.
  - destruct (le_lt_dec n (S r)); [left; apply nth_overflow; lia | right; now apply grid_row].
Qed.

Lemma rev_rows_ok R n g : is_grid n g -> rows_ok R [] g = true -> rows_ok R [] (rev g) = true.
Proof.
  intros G H. apply rows_ok_spec. rewrite rev_length. intros r Hr.
  rewrite rows_ok_spec in H. specialize (H (length g - S r) ltac:(lia)).
  rewrite (rev_nth g) by easy. rewrite letters_swap.
  assert (A : nth (S r) (rev g) [] = match length g - S r with 0 => [] | S q => nth q g [] end).
  { destruct (le_lt_dec (length g) (S r)).
    - rewrite nth_overflow by now rewrite rev_length. now replace (length g - S r) with 0 by lia.
    - rewrite rev_nth by easy. destruct (length g - S r) eqn:E; [lia|]. f_equal. lia. }
  assert (B : match r with 0 => [] | S q => nth q (rev g) [] end = nth (S (length g - S r)) g []).
  { destruct r as [|q].
    - symmetry. apply nth_overflow. lia.
    - rewrite rev_nth by lia. f_equal. lia. }
  now rewrite A, B.
Qed.

Lemma transpose_twice n g : is_grid n g -> transpose n (transpose n g) = g.
Proof.
  intros G. apply (grid_ext n); [now repeat apply transpose_grid | easy |].
  intros r c Hr Hc. rewrite transpose_white by now apply transpose_grid. now apply transpose_white.
Qed.

Lemma transpose_flip n g : is_grid n g -> transpose n (map (@rev bool) g) = rev (transpose n g).
Proof.
  intros G. pose proof (transpose_grid n g G) as T.
  apply (grid_ext n); [now apply transpose_grid, flip_grid | now apply rev_grid |].
  intros r c Hr Hc. rewrite transpose_white by now apply flip_grid.
  rewrite (flip_white n), (rev_white n) by easy. now rewrite transpose_white.
Qed.

(** Validity but for the symmetry that the rule set asks for. *)
Definition core (R : ruleset) (n : nat) (g : grid) : Prop :=
  (exists r c, white g r c) /\ words_valid R g /\
  (edges R = true -> (exists c, white g 0 c) /\ (exists c, white g (n - 1) c) /\
                     (exists r, white g r 0) /\ (exists r, white g r (n - 1))) /\
  (forall i, i < n -> (exists m, tally (row g i) 0 n m /\ min_white_per_row R <= m) /\
                      (exists m, tally (column g i) 0 n m /\ min_white_per_row R <= m)) /\
  (connected R = true -> one_region g).

Lemma valid_core R n g : valid R n g <->
  core R n g /\ forall t, In t (group (symmetric_under R)) -> unchanged n g t.
Proof. unfold valid, core, words_valid. tauto. Qed.

Lemma region_map g h (f : nat * nat -> nat * nat) :
  (forall p q, step g p q -> step h (f p) (f q)) ->
  (forall r c, white h r c -> exists r' c', white g r' c' /\ f (r', c') = (r, c)) ->
  one_region g -> one_region h.
Proof.
  intros Hs Hf O r c r' c' W W'.
  destruct (Hf r c W) as (a & b & V & <-), (Hf r' c' W') as (a' & b' & V' & <-).
  specialize (O a b a' b' V V'). induction O; [apply rt_step; auto | apply rt_refl | eapply rt_trans; eauto].
Qed.

Lemma core_transpose R n g : is_grid n g -> core R n g -> core R n (transpose n g).
Proof.
  intros G ((r & c & W) & V & E & M & C). pose proof (transpose_grid n g G) as T.
  assert (X : forall r c, white (transpose n g) c r <-> white g r c) by (intros a b; exact (transpose_row n g b a G)).
  split; [|split; [|split; [|split]]].
  - exists c, r. now apply X.
  - apply (words_spec R n) in V; [|easy]. apply (words_spec R n); [easy|]. rewrite transpose_twice by easy. tauto.
  - intros He. destruct (E He) as ((c1 & E1) & (c2 & E2) & (c3 & E3) & (c4 & E4)).
    repeat split; [exists c3 | exists c4 | exists c1 | exists c2]; now apply X.
  - intros i Hi. destruct (M i Hi) as ((m & M1 & M2) & (k & M3 & M4)). split; [exists k | exists m]; (split; [|easy]).
    + apply (tally_ext (column g i)); [|exact M3]. intros j. symmetry. now apply transpose_row.
    + apply (tally_ext (row g i)); [|exact M1]. intros j. symmetry. now apply transpose_column.
  - intros Hc. apply (region_map g _ (fun p => (snd p, fst p))) with (3 := C Hc).
    + intros [a b] [a' b'] (H1 & H2 & H3). simpl. rewrite !X. intuition.
    + intros a b H. exists b, a. split; [now apply X | easy].
Qed.

Lemma white_flip n g r c : is_grid n g -> c < n -> (white (map (@rev bool) g) r c <-> white g r (n - 1 - c)).
Proof.
  intros G Hc. destruct (le_lt_dec n r) as [L|L].
  - split; intros W; apply (white_inside n) in W; auto using flip_grid; lia.
  - unfold white. fold (whiteb (map (@rev bool) g) r c). fold (whiteb g r (n - 1 - c)). now rewrite (flip_white n).
Qed.

Lemma core_flip R n g : is_grid n g -> core R n g -> core R n (map (@rev bool) g).
Proof.
  intros G ((r & c & W) & V & E & M & C). pose proof (flip_grid n g G) as F.
  set (h := map (@rev bool) g) in *.
  assert (X : forall r c, white g r c -> white h r (n - 1 - c)).
  { intros a b H. pose proof (white_inside n g a b G H). apply (white_flip n); [easy | lia |].
    now replace (n - 1 - (n - 1 - b)) with b by lia. }
  split; [|split; [|split; [|split]]].
  - exists r, (n - 1 - c). now apply X.
  - apply (words_spec R n) in V; [|easy]. destruct V as (V1 & V2). apply (words_spec R n); [easy|].
    unfold h. split; [now apply (flip_rows_ok R n)|]. rewrite transpose_flip by easy.
    apply (rev_rows_ok R n); [now apply transpose_grid | easy].
  - intros He. destruct (E He) as ((c1 & E1) & (c2 & E2) & (c3 & E3) & (c4 & E4)).
    repeat split.
    + exists (n - 1 - c1). now apply X.
    + exists (n - 1 - c2). now apply X.
    + exists c4. apply X in E4. pose proof (white_inside n h _ _ F E4).
      now replace (n - 1 - (n - 1)) with 0 in E4 by lia.
    + exists c3. apply X in E3. now rewrite Nat.sub_0_r in E3.
  - intros i Hi. destruct (M i Hi) as ((m & M1 & M2) & _).
    destruct (M (n - 1 - i) ltac:(lia)) as (_ & (k & M3 & M4)). split; [exists m | exists k]; (split; [|easy]).
    + apply (row_tally n) in M1; [|easy|easy]. apply (row_tally n); [easy | easy |].
      unfold h. change (@nil bool) with (rev (@nil bool)). rewrite map_nth, count_true_rev. exact M1.
    + apply tally_ext with (2 := M3). intros j. unfold column. symmetry. now apply white_flip.
  - intros Hc. apply (region_map g _ (fun p => (fst p, n - 1 - snd p))) with (3 := C Hc).
    + intros [a b] [a' b'] (H1 & H2 & H3).
      pose proof (white_inside n g _ _ G H1). pose proof (white_inside n g _ _ G H2).
      cbn [fst snd]. split; [now apply X|]. split; [now apply X|]. lia.
    + intros a b H. pose proof (white_inside n h _ _ F H). exists a, (n - 1 - b). split.
      * unfold h in H. apply (white_flip n) in H; [exact H | easy | lia].
      * cbn [fst snd]. f_equal. lia.
Qed.

Lemma core_rev R n g : is_grid n g -> core R n g -> core R n (rev g).
Proof.
  intros G C. assert (E : rev g = transpose n (map (@rev bool) (transpose n g))).
  { pose proof (transpose_grid n g G) as T. rewrite transpose_flip by easy. now rewrite transpose_twice. }
  rewrite E. apply core_transpose; [now apply flip_grid, transpose_grid|].
  apply core_flip; [now apply transpose_grid|]. now apply core_transpose.
Qed.

(** A group that [u] carries into itself. *)
Definition stable (n : nat) (u : transform) (s : symmetry) : Prop :=
  forall t, In t (group s) -> exists t', In t' (group s) /\
    forall r c, r < n -> c < n -> u n (t n (r, c)) = t' n (u n (r, c)).

Lemma image_invariant n g h u s : is_image n g u h ->
  (forall r c, r < n -> c < n -> fst (u n (r, c)) < n /\ snd (u n (r, c)) < n) ->
  (forall t, In t (group s) -> forall r c, r < n -> c < n -> fst (t n (r, c)) < n /\ snd (t n (r, c)) < n) ->
  stable n u s ->
  (forall t, In t (group s) -> unchanged n g t) -> forall t, In t (group s) -> unchanged n h t.
Proof.
  intros (_ & I) Hu Ht St Hg t Hin r c Hr Hc. destruct (St t Hin) as (t' & Hin' & E).
  specialize (E r c Hr Hc). destruct (Hu r c Hr Hc) as (U1 & U2). destruct (Ht t Hin r c Hr Hc) as (T1 & T2).
  pose proof (I r c Hr Hc) as I1.
  destruct (t n (r, c)) as (a, b). cbn [fst snd] in *. pose proof (I a b T1 T2) as I2. rewrite E in I2.
  destruct (u n (r, c)) as (r', c'). cbn [fst snd] in *.
  pose proof (Hg t' Hin' r' c' U1 U2) as P. destruct (t' n (r', c')) as (a', b').
  unfold white, whiteb in *. rewrite I1, I2. exact P.
Qed.

Lemma group_range n s t : In t (group s) -> forall r c, r < n -> c < n -> fst (t n (r, c)) < n /\ snd (t n (r, c)) < n.
Proof. destruct s; simpl; intuition; subst; simpl; lia. Qed.

(** ** The theorems *)

Definition half_turn (g : grid) : grid := rev (map (@rev bool) g).

(** The half turn of a valid grid is valid, by every rule set. *)
Theorem half_turn_valid R n g : is_grid n g -> valid R n g -> valid R n (half_turn g).
Proof.
  intros G V. apply valid_core in V. destruct V as (C & S). apply valid_core. split.
  - apply core_rev; [now apply flip_grid|]. now apply core_flip.
  - apply (image_invariant n g _ half).
    + split; [now apply rev_grid, flip_grid|]. intros r c Hr Hc. simpl.
      unfold half_turn. rewrite (rev_white n) by auto using flip_grid. apply flip_white; auto; lia.
    + intros; simpl; lia.
    + apply group_range.
    + intros t Ht. exists t. split; [easy|]. intros r c Hr Hc.
      destruct (symmetric_under R); simpl in Ht; intuition; subst; simpl; f_equal; lia.
    + exact S.
Qed.

(** Transposition keeps a grid valid, unless the rule set asks for the left-right mirror alone. *)
Theorem transpose_valid R n g : symmetric_under R <> Mirror ->
  is_grid n g -> valid R n g -> valid R n (transpose n g).
Proof.
  intros Hm G V. apply valid_core in V. destruct V as (C & S). apply valid_core. split; [now apply core_transpose|].
  apply (image_invariant n g _ main_diagonal).
  - split; [now apply transpose_grid|]. intros r c Hr Hc. simpl. now apply transpose_white.
  - intros; simpl; lia.
  - apply group_range.
  - intros t Ht.
    assert (D : In half (group (symmetric_under R)) /\ t = half \/
                In three_quarter (group (symmetric_under R)) /\ t = quarter \/
                In quarter (group (symmetric_under R)) /\ t = three_quarter \/
                In top_bottom (group (symmetric_under R)) /\ t = left_right \/
                In left_right (group (symmetric_under R)) /\ t = top_bottom \/
                In main_diagonal (group (symmetric_under R)) /\ t = main_diagonal \/
                In anti_diagonal (group (symmetric_under R)) /\ t = anti_diagonal).
    { destruct (symmetric_under R); simpl in *; intuition (subst; tauto). }
    destruct D as [(I & ->)|[(I & ->)|[(I & ->)|[(I & ->)|[(I & ->)|[(I & ->)|(I & ->)]]]]]];
      eexists; (split; [exact I|]); intros; simpl; f_equal; lia.
  - exact S.
Qed.

Corollary transpose_valid_british n g : is_grid n g -> valid british n g -> valid british n (transpose n g).
Proof. now apply transpose_valid. Qed.

(** ** Small grids *)

(** Grids as they are printed: [true] is white. *)
Local Notation "'o'" := true (only parsing). Local Notation "'x'" := false (only parsing).

Definition is_gridb (n : nat) (g : grid) : bool :=
  (length g =? n) && forallb (fun row => length row =? n) g.

Lemma is_gridb_spec n g : is_gridb n g = true <-> is_grid n g.
Proof.
  unfold is_gridb, is_grid. rewrite andb_true_iff, Nat.eqb_eq, forallb_forall. split; intros (H1 & H2);
    (split; [easy|]); intros l Hl; specialize (H2 l Hl); now apply Nat.eqb_eq.
Qed.

Lemma by_decision R n g b : is_gridb n g = true -> validb R n g = b ->
  if b then valid R n g else ~ valid R n g.
Proof.
  intros G E. apply is_gridb_spec in G. pose proof (validb_spec R n g G) as S.
  destruct b; rewrite <- S, E; easy.
Qed.

Definition all_white_5 : grid := repeat (repeat true 5) 5.
Theorem all_white_is_american : valid american 5 all_white_5.
Proof. now apply (by_decision american 5 all_white_5 true). Qed.
Theorem all_white_is_not_british : ~ valid british 5 all_white_5.
Proof. now apply (by_decision british 5 all_white_5 false). Qed.

(** British rules with one rule dropped each. *)
Definition no_min_word := Rules 2 None true CeilHalf (Some 2) (Some 1) true true Rot180 0.
Definition no_checking := Rules 3 None true Any (Some 2) (Some 1) true true Rot180 0.
Definition no_run_limit := Rules 3 None true CeilHalf None (Some 1) true true Rot180 0.
Definition no_end_limit := Rules 3 None true CeilHalf (Some 2) None true true Rot180 0.
Definition no_edges := Rules 3 None true CeilHalf (Some 2) (Some 1) false true Rot180 0.
Definition no_connection := Rules 3 None true CeilHalf (Some 2) (Some 1) true false Rot180 0.
Definition no_symmetry := Rules 3 None true CeilHalf (Some 2) (Some 1) true true Asymmetric 0.

Definition excluded_by_min_word : grid :=
  [[x;x;o];
   [o;o;o];
   [o;x;x]].
Definition excluded_by_checking : grid :=
  [[x;o;x];
   [o;o;o];
   [x;o;x]].
Definition excluded_by_run_limit : grid :=
  [[x;x;x;x;x;x;o;x];
   [x;x;o;o;o;o;o;x];
   [x;x;o;x;x;o;o;o];
   [x;x;o;x;x;o;x;x];
   [x;x;o;x;x;o;x;x];
   [o;o;o;x;x;o;x;x];
   [x;o;o;o;o;o;x;x];
   [x;o;x;x;x;x;x;x]].
Definition excluded_by_end_limit : grid :=
  [[x;x;x;o;x;x];
   [x;x;x;o;x;x];
   [x;x;o;o;o;o];
   [o;o;o;o;x;x];
   [x;x;o;x;x;x];
   [x;x;o;x;x;x]].
Definition excluded_by_edges : grid :=
  [[x;x;x;x;x];
   [x;o;o;o;x];
   [x;o;x;o;x];
   [x;o;o;o;x];
   [x;x;x;x;x]].
Definition excluded_by_connection : grid :=
  [[x;x;x;o;x;x];
   [x;x;o;o;o;x];
   [x;o;x;o;o;o];
   [o;o;o;x;o;x];
   [x;o;o;o;x;x];
   [x;x;o;x;x;x]].
Definition excluded_by_symmetry : grid :=
  [[x;x;x;o];
   [x;o;o;o];
   [x;o;x;o];
   [o;o;o;o]].

Ltac decides := split; [now apply (by_decision _ _ _ true) | now apply (by_decision _ _ _ false)].

Theorem min_word_matters : valid no_min_word 3 excluded_by_min_word /\ ~ valid british 3 excluded_by_min_word.
Proof. decides. Qed.
Theorem checking_matters : valid no_checking 3 excluded_by_checking /\ ~ valid british 3 excluded_by_checking.
Proof. decides. Qed.
Theorem run_limit_matters : valid no_run_limit 8 excluded_by_run_limit /\ ~ valid british 8 excluded_by_run_limit.
Proof. decides. Qed.
Theorem end_limit_matters : valid no_end_limit 6 excluded_by_end_limit /\ ~ valid british 6 excluded_by_end_limit.
Proof. decides. Qed.
Theorem edges_matters : valid no_edges 5 excluded_by_edges /\ ~ valid british 5 excluded_by_edges.
Proof. decides. Qed.
Theorem connection_matters : valid no_connection 6 excluded_by_connection /\ ~ valid british 6 excluded_by_connection.
Proof. decides. Qed.
Theorem symmetry_matters : valid no_symmetry 4 excluded_by_symmetry /\ ~ valid british 4 excluded_by_symmetry.
Proof. decides. Qed.
