(** Counts the valid grids of m rows with n squares each, if n - m is even and not negative: a search lists the square grids that have them in
    the middle and black rows around. *)

From Coq Require Import Arith NArith List Bool Lia.
From Gridcheck Require Import Spec Lines Decide Connected Validator Search Tally Sanity.
Import ListNotations.

Definition is_box (m n : nat) (g : grid) : Prop := length g = m /\ forall row, In row g -> length row = n.

(** [valid] for m rows of n squares, where the symmetry is the half turn and no row needs a least number of white squares. *)
Definition valid_box (R : ruleset) (m n : nat) (g : grid) : Prop :=
  (exists r c, white g r c) /\
  (forall r c, white g r c -> in_word (row g r) c \/ in_word (column g c) r) /\
  (forall r, line_ok R (row g r) (fun c => checked g r c)) /\
  (forall c, line_ok R (column g c) (fun r => checked g r c)) /\
  (edges R = true -> (exists c, white g 0 c) /\ (exists c, white g (m - 1) c) /\
                     (exists r, white g r 0) /\ (exists r, white g r (n - 1))) /\
  (forall r c, r < m -> c < n -> (white g r c <-> white g (m - 1 - r) (n - 1 - c))) /\
  (connected R = true -> one_region g).

(** [k] is the number of grids of m rows with n squares that satisfy [P]. *)
Definition number_of_boxes (m n : nat) (P : grid -> Prop) (k : N) : Prop :=
  exists gs, NoDup gs /\ (forall g, In g gs <-> is_box m n g /\ P g) /\ N.of_nat (length gs) = k.

(** ** Shifted lines *)

Lemma tally_shift P Q s t k m : (forall i, i < k -> (P (s + i) <-> Q (t + i))) -> Spec.tally P s k m -> Spec.tally Q t k m.
Proof.
  intros E H. induction H; [apply tally_none | apply tally_yes | apply tally_no];
    try (apply IHtally; intros i Hi; apply E; lia); now rewrite <- E by lia.
Qed.

Lemma word_ok_shift R ch ch' s t k : (forall i, i < k -> (ch (s + i) <-> ch' (t + i))) -> word_ok R ch s k -> word_ok R ch' t k.
Proof.
  intros E (A1 & A2 & (m & A3 & A3') & A4 & A5 & A6).
  assert (U : forall i j, i + j <= k -> unchecked ch' (t + i) j -> unchecked ch (s + i) j).
  { intros i j Hij Hu x Hx. replace x with (s + (x - s)) by lia. rewrite E by lia. apply Hu. lia. }
  split; [exact A1|]. split; [exact A2|]. split; [exists m; split; [now apply (tally_shift ch ch' s t) | exact A3']|]. split; [|split].
  - intros i j Hi Hj Hu. apply (A4 (s + (i - t)) j); [lia | lia|]. apply U; [lia|]. now replace (t + (i - t)) with i by lia.
  - intros j Hj Hu. apply (A5 j); [exact Hj|]. rewrite <- (Nat.add_0_r s). apply U; [lia|]. now rewrite Nat.add_0_r.
  - intros j Hj Hu. apply (A6 j); [exact Hj|]. replace (s + k - j) with (s + (k - j)) by lia. apply U; [lia|].
    now replace (t + (k - j)) with (t + k - j) by lia.
Qed.

Section Shift.
  Context (p : nat) (l l' : nat -> Prop) (E : forall i, l' i <-> p <= i /\ l (i - p)).

  Lemma run_shift s k : run l' s k <-> p <= s /\ run l (s - p) k.
  Proof.
    unfold run. split.
    - intros (A & B & C & D). assert (P : p <= s) by (apply (E s), B; lia). split; [exact P|]. split; [exact A|]. split; [|split].
      + intros i Hi. replace i with (i + p - p) by lia. apply E, B. lia.
      + intros H. apply C, E. split; [lia|]. now replace (s + k - p) with (s - p + k) by lia.
      + intros i Hi H. apply (D (i + p)); [lia|]. apply E. split; [lia|]. now replace (i + p - p) with i by lia.
    - intros (P & A & B & C & D). split; [exact A|]. split; [|split].
      + intros i Hi. apply E. split; [lia|]. apply B. lia.
      + intros H. apply C. apply E in H. destruct H as (_ & H). now replace (s - p + k) with (s + k - p) by lia.
      + intros i Hi H. apply E in H. destruct H as (Q & H). apply (D (i - p)); [lia | exact H].
  Qed.

  Lemma in_word_shift i : in_word l' i <-> p <= i /\ in_word l (i - p).
  Proof.
    unfold in_word, word. split.
    - intros (s & k & (W & K) & Hi). apply run_shift in W. destruct W as (P & W). split; [lia|]. exists (s - p), k. split; [easy | lia].
    - intros (P & s & k & (W & K) & Hi). exists (s + p), k. split; [|lia]. split; [|exact K]. apply run_shift.
      split; [lia|]. now replace (s + p - p) with s by lia.
  Qed.

  Lemma line_ok_shift R ch ch' : (forall i, ch' i <-> p <= i /\ ch (i - p)) -> (line_ok R l ch <-> line_ok R l' ch').
  Proof.
    intros C. assert (C' : forall s k, p <= s -> forall i, i < k -> (ch (s - p + i) <-> ch' (s + i))).
    { intros s k P i Hi. rewrite C. replace (s + i - p) with (s - p + i) by lia. split; [intros H; split; [lia | exact H] | easy]. }
    split; intros (A & B); (split; [intros s k (W & K) | intros S s W]).
    - apply run_shift in W. destruct W as (P & W). apply (word_ok_shift R ch ch' (s - p) s k); [now apply C' | now apply A].
    - apply run_shift in W. now apply (B S (s - p)).
    - assert (W' : run l' (s + p) k) by (apply run_shift; split; [lia|]; now replace (s + p - p) with s by lia).
      apply (word_ok_shift R ch' ch (s + p) s k); [|now apply A].
      intros i Hi. rewrite <- (C' (s + p) k) by lia. now replace (s + p - p) with s by lia.
    - apply (B S (s + p)). apply run_shift. split; [lia|]. now replace (s + p - p) with s by lia.
  Qed.
End Shift.

(** ** A grid with black rows around it *)

Section Framed.
  Context (R : ruleset) (m p : nat) (Hm : 0 < m).
  Let n := m + 2 * p.

  Definition loose : ruleset := Rules (min_word R) (max_word R) (single_cells R) (letters_checked R) (max_unchecked_run R)
    (max_unchecked_run_at_ends R) false (connected R) Rot180 0.
  Definition framed (h : grid) : Prop := (forall r c, white h r c -> p <= r < p + m) /\
    (edges R = true -> (exists c, white h p c) /\ (exists c, white h (p + m - 1) c) /\ (exists r, white h r 0) /\ (exists r, white h r (n - 1))).
  Definition inside (h : grid) : grid := map (fun r => nth (p + r) h []) (seq 0 m).
  Definition frame (g : grid) : grid := repeat (repeat false n) p ++ g ++ repeat (repeat false n) p.
  Section Same.
    Context (g h : grid) (G : is_box m n g) (Hh : is_grid n h) (I : forall r c, white h r c <-> p <= r /\ white g (r - p) c).

    Lemma white_box r c : white g r c -> r < m /\ c < n.
    Proof.
      intros W. destruct G as (Lg & Lr). assert (Hr : r < m) by (rewrite <- Lg; now apply (whiteb_length g r c)).
      split; [exact Hr|]. rewrite <- (Lr (nth r g [])) by (apply nth_In; lia).
      destruct (le_lt_dec (length (nth r g [])) c) as [Q|Q]; [|exact Q]. unfold white in W. now rewrite nth_overflow in W.
    Qed.

    Lemma white_frame r c : white g r c <-> white h (r + p) c.
    Proof. rewrite (I (r + p) c). replace (r + p - p) with r by lia. split; [intros W; split; [lia | exact W] | easy]. Qed.

    Lemma row_words r c : in_word (row h r) c <-> p <= r /\ in_word (row g (r - p)) c.
    Proof.
      split.
      - intros W. assert (P : p <= r).
        { destruct W as (s & k & (Q & _) & Hc). destruct Q as (_ & Q & _). specialize (Q c Hc). now apply I in Q. }
        split; [exact P|]. apply in_word_ext with (2 := W). intros j. unfold row. rewrite I. tauto.
      - intros (P & W). apply in_word_ext with (2 := W). intros j. unfold row. rewrite I. tauto.
    Qed.

    Lemma checked_frame r c : checked h r c <-> p <= r /\ checked g (r - p) c.
    Proof. unfold checked. rewrite row_words, (in_word_shift p (column g c) (column h c) (fun i => I i c)). tauto. Qed.

    Lemma valid_frame : valid_box R m n g <-> valid loose n h /\ framed h.
    Proof.
      unfold valid_box, valid, framed.
      assert (V1 : (exists r c, white g r c) <-> (exists r c, white h r c)).
      { split; intros (r & c & W); [exists (r + p), c; now apply white_frame | apply I in W; exists (r - p), c; easy]. }
      assert (V2 : (forall r c, white g r c -> in_word (row g r) c \/ in_word (column g c) r) <->
        (forall r c, white h r c -> in_word (row h r) c \/ in_word (column h c) r)).
      { split; intros V r c W.
        - apply I in W. destruct W as (P & W). rewrite row_words, (in_word_shift p (column g c) (column h c) (fun i => I i c)).
          destruct (V (r - p) c W); [left | right]; easy.
        - apply white_frame in W. specialize (V (r + p) c W). rewrite row_words, (in_word_shift p (column g c) (column h c) (fun i => I i c)) in V.
          replace (r + p - p) with r in V by lia. tauto. }
      assert (V3 : (forall r, line_ok R (row g r) (fun c => checked g r c)) <-> (forall r, line_ok R (row h r) (fun c => checked h r c))).
      { split; intros V r.
        - destruct (le_lt_dec p r) as [P|P].
          + apply line_ok_ext with (3 := V (r - p)); intros j; [unfold row; rewrite I; tauto | rewrite checked_frame; tauto].
          + apply (line_ok_empty R _ _ n (row_bounded n h r Hh)). intros i _ W. apply I in W. lia.
        - apply line_ok_ext with (3 := V (r + p)); intros j.
          + unfold row. symmetry. apply white_frame.
          + rewrite checked_frame. replace (r + p - p) with r by lia. split; [easy | intros X; split; [lia | exact X]]. }
      assert (V4 : (forall c, line_ok R (column g c) (fun r => checked g r c)) <-> (forall c, line_ok R (column h c) (fun r => checked h r c))).
      { split; intros V c; apply (line_ok_shift p (column g c) (column h c) (fun i => I i c) R (fun r => checked g r c) (fun r => checked h r c));
          auto; intros i; apply checked_frame. }
      assert (V5 : (forall r c, white h r c -> p <= r < p + m)).
      { intros r c W. apply I in W. destruct W as (P & W). apply white_box in W. lia. }
      assert (V6 : (forall r c, r < m -> c < n -> (white g r c <-> white g (m - 1 - r) (n - 1 - c))) <-> unchanged n h half).
      { unfold unchanged, half. split; intros V.
        - intros r c Hr Hc. rewrite !I. destruct (le_lt_dec p r) as [P|P].
          + destruct (le_lt_dec m (r - p)) as [Q|Q].
            * split; [intros (_ & W); apply white_box in W; lia | intros (W & _); unfold n in *; lia].
            * rewrite (V (r - p) c Q Hc). replace (n - 1 - r - p) with (m - 1 - (r - p)) by (unfold n; lia).
              split; intros (_ & W); (split; [unfold n; lia | exact W]).
          + split; [lia|]. intros (_ & W). apply white_box in W. unfold n in *. lia.
        - intros r c Hr Hc. rewrite !white_frame. specialize (V (r + p) c). cbv beta iota in V. rewrite V by (unfold n in *; lia).
          replace (n - 1 - (r + p)) with (m - 1 - r + p) by (unfold n; lia). reflexivity. }
      assert (V7 : one_region g <-> one_region h).
      { split.
        - apply (region_map g h (fun q => (fst q + p, snd q))).
          + intros [a b] [a' b'] (X & Y & Z). simpl. rewrite <- !white_frame. split; [exact X|]. split; [exact Y|].
            destruct Z as [(<- & Z)|(<- & Z)]; [left; tauto | right; split; [easy|]; destruct Z; [left | right]; lia].
          + intros r c W. apply I in W. exists (r - p), c. split; [easy|]. simpl. f_equal. lia.
        - apply (region_map h g (fun q => (fst q - p, snd q))).
          + intros [a b] [a' b'] (X & Y & Z). simpl. apply I in X. apply I in Y. split; [easy|]. split; [easy|].
            destruct Z as [(<- & Z)|(<- & Z)]; [left; tauto | right; split; [easy|]; destruct Z; [left | right]; lia].
          + intros r c W. exists (r + p), c. apply white_frame in W. split; [exact W|]. simpl. f_equal. lia. }
      assert (V8 : edges R = true -> (((exists c, white g 0 c) /\ (exists c, white g (m - 1) c) /\ (exists r, white g r 0) /\ (exists r, white g r (n - 1))) <->
        ((exists c, white h p c) /\ (exists c, white h (p + m - 1) c) /\ (exists r, white h r 0) /\ (exists r, white h r (n - 1))))).
      { intros _. assert (X : forall r, (exists c, white g r c) <-> (exists c, white h (r + p) c)) by (intros r; split; intros (c & W); exists c; now apply white_frame).
        assert (Y : forall c, (exists r, white g r c) <-> (exists r, white h r c)).
        { intros c. split; intros (r & W); [exists (r + p); now apply white_frame | apply I in W; now exists (r - p)]. }
        rewrite !X, !Y. replace (m - 1 + p) with (p + m - 1) by lia. tauto. }
      assert (V9 : forall i, i < n -> (exists k, Spec.tally (row h i) 0 n k /\ 0 <= k) /\ (exists k, Spec.tally (column h i) 0 n k /\ 0 <= k)).
      { intros i Hi. split; eexists; (split; [|lia]); [apply (tally_exists _ (fun c => whiteb h i c)) | apply (tally_exists _ (fun r => whiteb h r i))];
          intros; reflexivity. }
      split.
      - intros (A & B & C & D & E & F & K). split; [|split; [exact V5 | intros Q; apply V8, E; exact Q]].
        split; [now apply V1|]. split; [now apply V2|]. split; [exact (proj1 V3 C)|]. split; [exact (proj1 V4 D)|].
        split; [discriminate|]. split; [exact V9|]. split; [|intros Q; apply V7, K, Q].
        intros t [<-|[]]. now apply V6.
      - intros ((A & B & C & D & _ & _ & F & K) & _ & E). split; [now apply V1|]. split; [now apply V2|].
        split; [exact (proj2 V3 C)|]. split; [exact (proj2 V4 D)|]. split; [intros Q; apply V8, E; exact Q|].
        split; [apply V6, F; now left | intros Q; apply V7, K, Q].
    Qed.
  End Same.
  Lemma nth_black i c : nth c (nth i (repeat (repeat false n) p) []) false = false.
  Proof.
    destruct (le_lt_dec p i) as [Q|Q].
    - rewrite (nth_overflow (repeat (repeat false n) p)) by now rewrite repeat_length. now destruct c.
    - rewrite (nth_indep _ _ (repeat false n)) by now rewrite repeat_length. now rewrite !nth_repeat.
  Qed.

  Lemma frame_grid g : is_box m n g -> is_grid n (frame g).
  Proof.
    intros (Lg & Lr). unfold frame. split; [rewrite !app_length, !repeat_length; unfold n; lia|].
    intros w Hw. rewrite !in_app_iff in Hw. destruct Hw as [Hw|[Hw|Hw]]; [| now apply Lr |];
      apply repeat_spec in Hw; subst w; apply repeat_length.
  Qed.

  Lemma frame_white g : is_box m n g -> forall r c, white (frame g) r c <-> p <= r /\ white g (r - p) c.
  Proof.
    intros (Lg & _) r c. unfold white, frame. destruct (le_lt_dec p r) as [P|P].
    - rewrite app_nth2 by now rewrite repeat_length. rewrite repeat_length. destruct (le_lt_dec m (r - p)) as [Q|Q].
      + rewrite app_nth2 by lia. rewrite nth_black. rewrite (nth_overflow g) by lia. now destruct c.
      + rewrite app_nth1 by lia. tauto.
    - rewrite app_nth1 by now rewrite repeat_length. rewrite nth_black. split; [easy | lia].
  Qed.

  Lemma inside_box h : is_grid n h -> is_box m n (inside h).
  Proof.
    intros G. unfold inside. split; [now rewrite map_length, seq_length|]. intros w Hw. apply in_map_iff in Hw.
    destruct Hw as (r & <- & Hr). apply in_seq in Hr. apply (grid_row n h (p + r) G). unfold n. lia.
  Qed.

  Lemma inside_white h : framed h -> forall r c, white h r c <-> p <= r /\ white (inside h) (r - p) c.
  Proof.
    intros (F & _) r c.
    assert (X : forall i, i < m -> nth i (inside h) [] = nth (p + i) h []).
    { intros i Hi. unfold inside. rewrite (nth_indep _ [] (nth (p + 0) h [])) by now rewrite map_length, seq_length.
      rewrite (map_nth (fun r => nth (p + r) h [])). now rewrite seq_nth. }
    split.
    - intros W. pose proof (F r c W) as Q. split; [lia|]. unfold white. rewrite X by lia. now replace (p + (r - p)) with r by lia.
    - intros (P & W). assert (r - p < m).
      { apply whiteb_length in W. unfold inside in W. now rewrite map_length, seq_length in W. }
      unfold white in W. rewrite X in W by lia. now replace (p + (r - p)) with r in W by lia.
  Qed.

  Lemma inside_frame g h : is_box m n g -> is_grid n h -> (forall r c, white h r c <-> p <= r /\ white g (r - p) c) -> frame g = h.
  Proof.
    intros G Hh I. apply (grid_ext n); [now apply frame_grid | exact Hh|]. intros r c Hr Hc.
    apply eq_true_iff_eq. change (white (frame g) r c <-> white h r c). now rewrite I, frame_white.
  Qed.

  (** The valid grids of m rows are the valid square grids with black rows around them. *)
  Lemma boxes_are_framed k : number_of n (fun h => valid loose n h /\ framed h) k -> number_of_boxes m n (valid_box R m n) k.
  Proof.
    intros (hs & N & X & K). exists (map inside hs). rewrite map_length. split; [|split; [|exact K]].
    - assert (Y : forall h, In h hs -> is_box m n (inside h) /\ frame (inside h) = h).
      { intros h Hh. apply X in Hh. destruct Hh as (G & _ & F). split; [now apply inside_box|].
        apply inside_frame; [now apply inside_box | exact G | now apply inside_white]. }
      clear X K. induction hs as [|h hs IH]; [constructor|]. apply NoDup_cons_iff in N. destruct N as (N1 & N2). simpl. constructor.
      + intros Q. apply in_map_iff in Q. destruct Q as (h' & Q & Hh'). apply N1.
        rewrite <- (proj2 (Y h (or_introl eq_refl))), <- Q. now rewrite (proj2 (Y h' (or_intror Hh'))).
      + apply IH; [exact N2|]. intros h' Hh'. apply Y. now right.
    - intros g. rewrite in_map_iff. split.
      + intros (h & <- & Hh). apply X in Hh. destruct Hh as (G & V & F). pose proof (inside_box h G) as B. split; [exact B|].
        apply (valid_frame (inside h) h B G (inside_white h F)). now split.
      + intros (B & V). pose proof (frame_grid g B) as G. pose proof (frame_white g B) as I.
        apply (valid_frame g (frame g) B G I) in V. destruct V as (V & F). exists (frame g). split; [|apply X; easy].
        apply (app_inv_tail (repeat (repeat false n) p)), (app_inv_head (repeat (repeat false n) p)).
        apply (inside_frame (inside (frame g))); [now apply inside_box | exact G | now apply inside_white].
  Qed.

  Definition framedb (h : grid) : bool :=
    forallb (fun r => if (p <=? r) &&& (r <? p + m) then true else negb (has (nth r h []))) (seq 0 n)
    &&& (if edges R then let t := transpose n h in
           has (nth p h []) &&& has (nth (p + m - 1) h []) &&& has (nth 0 t []) &&& has (nth (n - 1) t []) else true).

  Lemma framedb_spec h : is_grid n h -> (framedb h = true <-> framed h).
  Proof.
    intros G. unfold framedb, framed. cbv zeta. rewrite and_true, forallb_forall.
    assert (A : (forall r, In r (seq 0 n) -> (if (p <=? r) &&& (r <? p + m) then true else negb (has (nth r h []))) = true) <->
      (forall r c, white h r c -> p <= r < p + m)).
    { assert (B : forall r, negb (has (nth r h [])) = true <-> forall c, ~ white h r c).
      { intros r. rewrite negb_true_iff, <- not_true_iff_false, has_spec. split; [intros Q c W; apply Q; now exists c | intros Q (c & W); now apply (Q c)]. }
      split.
      - intros Q r c W. pose proof (white_inside n h r c G W) as (Hr & _). specialize (Q r ltac:(apply in_seq; lia)).
        destruct ((p <=? r) &&& (r <? p + m)) eqn:F; [|now apply B in W]. apply and_true in F. rewrite Nat.leb_le, Nat.ltb_lt in F. lia.
      - intros Q r _. destruct ((p <=? r) &&& (r <? p + m)) eqn:F; [easy|]. apply B. intros c W. apply Q in W.
        rewrite <- not_true_iff_false, and_true, Nat.leb_le, Nat.ltb_lt in F. lia. }
    rewrite A. destruct (edges R); [|now split].
    assert (T : forall c, (exists i, nth i (nth c (transpose n h) []) false = true) <-> (exists r, white h r c)).
    { intros c. split; intros (i & Hi); exists i; now apply (transpose_row n h c i G). }
    rewrite !and_true, !has_spec, !T. unfold white. tauto.
  Qed.
End Framed.

(** The search counts the valid grids of m rows with m + 2p squares each. *)
Theorem search_boxes : forall R m p k, 0 < m ->
  search_where (loose R) (m + 2 * p) (framedb R m p) = k -> number_of_boxes m (m + 2 * p) (valid_box R m (m + 2 * p)) k.
Proof. intros R m p k Hm <-. apply boxes_are_framed; [exact Hm|]. apply search_where_spec. intros g. now apply framedb_spec. Qed.
