(** Proves that a packed state knows of a grid what decides it.

    The grid is fixed, and the half turn leaves it unchanged. After [r] of its rows the packed state holds the last row, the
    labels of the true regions, and for each pair of columns the class of the true states ([Core], [KeyKnown]). One row more
    keeps this or shows that the grid is not valid ([step_core], [step_key]). The middle row decides the grid ([ends_known]). *)

From Coq Require Import ZArith Uint63 Arith NArith PArith List Bool FMapPositive Lia.
From Gridcheck Require Import Spec Lines Decide Connected Validator Search Sanity Regions Meet Transfer Merging Upper Mirrored
  TransferCorrect Similar Fast Packed PackedKeys.
Import ListNotations.

Lemma combine_maps {A B C} (f : A -> B) (h : A -> C) l l' :
  combine (map f l) (map h (l ++ l')) = map (fun x => (f x, h x)) l.
Proof. induction l as [|x l IH]; simpl; [easy|]. now rewrite IH. Qed.

Lemma zip_maps {A} (f : A -> N -> N) (d : A -> N) l : zip_apply (map f l) (map d l) = map (fun x => f x (d x)) l.
Proof. unfold zip_apply. induction l as [|x l IH]; simpl; [easy|]. now rewrite IH. Qed.

Lemma combine_same {A B C} (f : A -> B) (h : A -> C) l : combine (map f l) (map h l) = map (fun x => (f x, h x)) l.
Proof. rewrite <- (app_nil_r l) at 2. apply combine_maps. Qed.

Lemma both_white_maps {A} (f h : A -> bool) l : both_white (map f l) (map h l) = map (fun x => f x && h x) l.
Proof. induction l as [|x l IH]; simpl; [easy|]. now rewrite IH. Qed.

(** ** Rows *)

Lemma legal_spec R : forall w q a c, length a = length w -> length c = length w ->
  legal (row_marks R q w) a c = accepts R q (combine w (map (fun p => fst p || snd p) (combine a c))).
Proof.
  induction w as [|b w IH]; intros q [|x a] [|y c] La Lc; simpl in La, Lc; try easy.
  - simpl. now destruct (close R q).
  - cbn [row_marks combine map accepts fst snd]. cbv zeta.
    assert (E : forall l, legal (match wstep R q l with Some q' => row_marks R q' w | None => Stop end) a c =
      match wstep R q l with Some q' => accepts R q' (combine w (map (fun p => fst p || snd p) (combine a c))) | None => false end).
    { intros l. destruct (wstep R q l); [apply IH; lia | easy]. }
    assert (D : forall u v, legal (match u, v with Stop, Stop => Stop | _, _ => Next u v end) (x :: a) (y :: c) =
      legal (if x || y then v else u) a c).
    { intros [| |u1 u2] [| |v1 v2]; try easy. now destruct (x || y). }
    rewrite D. destruct b; [now destruct (x || y); rewrite E|].
    destruct (x || y); rewrite E; easy.
Qed.

Lemma black_row R {A} (f : A -> bool) (l : list A) : accepts R Out (map (fun x => (false, f x)) l) = true.
Proof. induction l as [|x l IH]; [easy|]. exact IH. Qed.

Lemma last_map_seq {A} (f : nat -> A) d k : last (map f (seq 0 (S k))) d = f k.
Proof. rewrite seq_S, map_app. apply last_last. Qed.

Section Known.
  Variable R : ruleset.
  Variable n m b : nat.
  Variable g : grid.
  Hypothesis G : is_grid n g.
  Hypothesis odd : n = S (2 * m).
  Hypothesis n_positive : 0 < n.
  Hypothesis half : n = 2 * S m \/ S n = 2 * S m.
  Hypothesis turned : half_turn R = true.
  Hypothesis linked : connected R = true.
  Hypothesis symmetric : forall r c, r < n -> c < n -> whiteb g r c = whiteb g (n - 1 - r) (n - 1 - c).
  Hypothesis b_positive : 1 <= b.
  Hypothesis b_small : (Z.of_nat b * Z.of_nat (S m) <= 62)%Z.
  Hypothesis b_fits : forall r, r <= m -> fits_in b (classes_after R m r) = true.

  Let X := whiteb g.

  Definition row_of (r : nat) : list bool := map (whiteb g r) (seq 0 n).

  (** ** Columns *)

  Lemma column_ok c : validb R n g = true -> c < n -> accepts R Out (column_part g c n) = true.
  Proof. intros V. apply (valid_parts R n g G n_positive turned symmetric) in V. now apply p_columns. Qed.

  Lemma column_runs c k : c < n -> k <= n -> accepts R Out (column_part g c n) = true ->
    exists q, wrun R Out (column_part g c k) = Some q.
  Proof.
    intros Hc Hk A. unfold column_part in *. rewrite (map_seq_split _ k n Hk), accepts_app in A.
    destruct (wrun R Out _) as [q|]; [now exists q | easy].
  Qed.

  (** The state of column [j] after [r] rows. *)
  Definition state_at (r j : nat) : wstate := match wrun R Out (column_part g j r) with Some q => q | None => Out end.
  (** The class of the pair of column [j] and its image, or of the pair the other way round. *)
  Definition pair_class (flip : bool) (r j : nat) : N :=
    if flip then class_of (classes_after R m r) (state_at r (n - 1 - j)) (state_at r j)
    else class_of (classes_after R m r) (state_at r j) (state_at r (n - 1 - j)).

  Lemma state_succ r j : wrun R Out (column_part g j r) = Some (state_at r j) ->
    wrun R Out (column_part g j (S r)) = wstep R (state_at r j) (column_letter g j r).
  Proof. intros E. unfold column_part. rewrite wrun_succ. fold (column_part g j r). now rewrite E. Qed.

  Lemma state_in r j : wrun R Out (column_part g j r) = Some (state_at r j) -> In (state_at r j) (word_level R r).
  Proof. intros E. apply word_level_in in E. unfold column_part in E. now rewrite map_length, seq_length in E. Qed.

  Lemma state_some r j : wrun R Out (column_part g j r) <> None -> wrun R Out (column_part g j r) = Some (state_at r j).
  Proof. unfold state_at. now destruct (wrun R Out (column_part g j r)). Qed.

  (** A pair of class 0 is not in a valid grid. *)
  Lemma class_zero k : forall r j, r + k = m -> j < n -> accepts R Out (column_part g j n) = true ->
    class_of (classes_after R m r) (state_at r j) (state_at r (n - 1 - j)) <> 0%N.
  Proof.
    induction k as [|k IH]; intros r j Hr Hj A.
    - rewrite Nat.add_0_r in Hr. subst r.
      pose proof (column_image R n (S m) g G n_positive half symmetric (n - 1 - j) ltac:(lia)) as A'.
      replace (n - 1 - (n - 1 - j)) with j in A' by lia. specialize (A' A).
      destruct (column_runs j m ltac:(lia) ltac:(lia) A) as (q & Eq).
      destruct (column_runs (n - 1 - j) m ltac:(lia) ltac:(lia) A') as (q' & Eq').
      assert (Sq : state_at m j = q) by (unfold state_at; now rewrite Eq).
      assert (Sq' : state_at m (n - 1 - j) = q') by (unfold state_at; now rewrite Eq').
      destruct (column_runs j (S m) ltac:(lia) ltac:(lia) A) as (a & Ea).
      rewrite (column_turned n g G n_positive symmetric j (S m)) in A by lia.
      replace (n - S m) with m in A by lia. apply (join_even R _ _ _ _ Ea Eq') in A.
      rewrite state_succ in Ea by now rewrite Sq. rewrite classes_last. intros Z.
      pose proof (classify_spec (middles R) (word_level R m) (state_at m j) (state_at m (n - 1 - j)) (code (column_letter g j m))
        ltac:(apply state_in; now rewrite Sq) ltac:(apply state_in; now rewrite Sq')) as Q.
      rewrite Z in Q. cbn [successor] in Q. rewrite middles_nth, Ea, Sq', A in Q. discriminate.
    - pose proof (column_image R n (S m) g G n_positive half symmetric (n - 1 - j) ltac:(lia)) as A'.
      replace (n - 1 - (n - 1 - j)) with j in A' by lia. specialize (A' A).
      destruct (column_runs j r ltac:(lia) ltac:(lia) A) as (q & Eq).
      destruct (column_runs (n - 1 - j) r ltac:(lia) ltac:(lia) A') as (q' & Eq').
      assert (Sq : state_at r j = q) by (unfold state_at; now rewrite Eq).
      assert (Sq' : state_at r (n - 1 - j) = q') by (unfold state_at; now rewrite Eq').
      destruct (column_runs j (S r) ltac:(lia) ltac:(lia) A) as (a & Ea).
      destruct (column_runs (n - 1 - j) (S r) ltac:(lia) ltac:(lia) A') as (a' & Ea').
      assert (Sa : state_at (S r) j = a) by (unfold state_at; now rewrite Ea).
      assert (Sa' : state_at (S r) (n - 1 - j) = a') by (unfold state_at; now rewrite Ea').
      rewrite state_succ in Ea by now rewrite Sq. rewrite state_succ in Ea' by now rewrite Sq'.
      rewrite (classes_succ R m r) by lia. intros Z.
      pose proof (classify_spec (moves R (classes_after R m (S r))) (word_level R r) (state_at r j) (state_at r (n - 1 - j))
        (step_index (code (column_letter g j r), code (column_letter g (n - 1 - j) r)))
        ltac:(apply state_in; now rewrite Sq) ltac:(apply state_in; now rewrite Sq')) as Q.
      rewrite Z in Q. cbn [successor] in Q. rewrite moves_nth, Ea, Ea' in Q. injection Q as Q _.
      apply (IH (S r) j); [lia | easy | easy |]. now rewrite Sa, Sa'.
  Qed.

  Lemma class_small r q q' : r <= m -> small b (class_of (classes_after R m r) q q').
  Proof.
    intros Hr. pose proof (b_fits r Hr) as F. unfold fits_in in F. apply N.ltb_lt in F.
    assert (B : (class_of (classes_after R m r) q q' <= N.of_nat (length (successors (classes_after R m r))))%N).
    { destruct (Nat.eq_dec r m) as [->|]; [rewrite classes_last | rewrite (classes_succ R m r) by lia]; apply class_bound. }
    unfold small. rewrite <- nat_N_Z, <- (N2Z.inj_pow 2). lia.
  Qed.

  Lemma row_writes_of r k : forall s, s + k = n ->
    row_writes (left_square g r s) (map (whiteb g r) (seq s k)) = map (fun j => column_letter g j r) (seq s k).
  Proof.
    induction k as [|k IH]; intros s Hs; [easy|]. cbn [seq map row_writes]. f_equal.
    - unfold column_letter. f_equal. f_equal. destruct k as [|k]; [|easy]. simpl.
      symmetry. apply (outside n g G n_positive). lia.
    - change (whiteb g r s) with (left_square g r (S s)). apply IH. lia.
  Qed.

  Definition codes_at (r j : nat) : nat * nat := (code (column_letter g j r), code (column_letter g (n - 1 - j) r)).

  Lemma pair_codes_of r : pair_codes (S m) (row_of r) = map (codes_at r) (seq 0 (S m)).
  Proof.
    unfold pair_codes, row_of. cbv zeta. pose proof (row_writes_of r n 0 eq_refl) as E. simpl left_square in E. rewrite E, !map_map.
    set (f := fun j => code (column_letter g j r)).
    assert (Er : rev (map f (seq 0 n)) = map (fun j => f (n - 1 - j)) (seq 0 n)).
    { symmetry. apply rev_map_seq. easy. }
    change (fun x => code (column_letter g x r)) with f. rewrite Er. rewrite (map_seq_split f (S m) n) by lia.
    rewrite firstn_app, map_length, seq_length, Nat.sub_diag, firstn_O, app_nil_r.
    rewrite firstn_all2 by now rewrite map_length, seq_length.
    assert (Es : seq 0 n = seq 0 (S m) ++ seq (S m) (n - S m)).
    { replace n with (S m + (n - S m)) at 1 by lia. apply seq_app. }
    rewrite Es. apply combine_maps.
  Qed.

  Definition KeyKnown (r : nat) (flip : bool) (k : int) : Prop :=
    (forall j, j < n -> wrun R Out (column_part g j r) <> None) /\
    to_Z k = key_value b (map (pair_class flip r) (seq 0 (S m))).

  Lemma classes_small flip r : r <= m -> Forall (small b) (map (pair_class flip r) (seq 0 (S m))).
  Proof.
    intros Hr. apply Forall_forall. intros x Hx. apply in_map_iff in Hx. destruct Hx as (j & <- & _).
    unfold pair_class. destruct flip; now apply class_small.
  Qed.

  Lemma small_zero : small b 0.
  Proof. unfold small. simpl. apply Z.pow_pos_nonneg; lia. Qed.

  (** What the step of row [r] leads to in pair [j]. *)
  Definition next_class (flip : bool) (r j : nat) : N :=
    match wrun R Out (column_part g j (S r)), wrun R Out (column_part g (n - 1 - j) (S r)) with
    | Some _, Some _ => pair_class flip (S r) j
    | _, _ => 0%N
    end.

  Lemma step_key r flip k : r < m -> KeyKnown r false k ->
    match next_key (int_of (N.of_nat b)) (row_trees b (classes_after R m r) flip (pair_codes (S m) (row_of r))) k with
    | Some k' => KeyKnown (S r) flip k'
    | None => validb R n g = false
    end.
  Proof.
    intros Hr (Rn & E). rewrite pair_codes_of. unfold row_trees.
    rewrite (map_map (codes_at r)). set (F := fun j c => pick flip (successor (classes_after R m r) (step_index (codes_at r j)) c)).
    assert (Z : zip_apply (map F (seq 0 (S m))) (map (pair_class false r) (seq 0 (S m))) = map (next_class flip r) (seq 0 (S m))).
    { rewrite zip_maps. apply map_ext_in. intros j Hj. apply in_seq in Hj. unfold F, pair_class.
      pose proof (state_some r j (Rn j ltac:(lia))) as Ej. pose proof (state_some r (n - 1 - j) (Rn (n - 1 - j) ltac:(lia))) as Ej'.
      rewrite (classes_succ R m r) by lia.
      rewrite (classify_spec _ _ _ _ _ (state_in r j Ej) (state_in r (n - 1 - j) Ej')).
      unfold codes_at. rewrite moves_nth. rewrite <- (state_succ r j Ej), <- (state_succ r (n - 1 - j) Ej').
      unfold next_class, pair_class.
      destruct (wrun R Out (column_part g j (S r))) as [a|] eqn:Ea; [|now destruct flip].
      destruct (wrun R Out (column_part g (n - 1 - j) (S r))) as [a'|] eqn:Ea'; [|now destruct flip].
      unfold state_at. rewrite Ea, Ea'. now destruct flip. }
    assert (Zs : Forall (small b) (map (next_class flip r) (seq 0 (S m)))).
    { apply Forall_forall. intros x Hx. apply in_map_iff in Hx. destruct Hx as (j & <- & _). unfold next_class, pair_class.
      destruct (wrun R Out (column_part g j (S r))); [|apply small_zero].
      destruct (wrun R Out (column_part g (n - 1 - j) (S r))); [|apply small_zero]. destruct flip; apply class_small; lia. }
    pose proof (next_key_spec b (map F (seq 0 (S m))) (map (pair_class false r) (seq 0 (S m))) k
      ltac:(now rewrite !map_length) ltac:(rewrite map_length, seq_length; exact b_small) (classes_small false r ltac:(lia))
      ltac:(now rewrite Z) E) as Q. rewrite Z in Q.
    destruct (next_key _ _ _) as [k'|].
    - destruct Q as (E' & I).
      assert (Rn' : forall j, j < S m -> wrun R Out (column_part g j (S r)) <> None /\ wrun R Out (column_part g (n - 1 - j) (S r)) <> None).
      { intros j Hj. assert (N : next_class flip r j <> 0%N).
        { intros Q. apply I. rewrite <- Q. apply in_map_iff. exists j. split; [easy|]. apply in_seq. lia. }
        unfold next_class in N. destruct (wrun R Out (column_part g j (S r))); [|easy].
        now destruct (wrun R Out (column_part g (n - 1 - j) (S r))). }
      split.
      + intros j Hj. destruct (le_lt_dec j m) as [L|L]; [apply Rn'; lia|].
        destruct (Rn' (n - 1 - j) ltac:(lia)) as (_ & Q). now replace (n - 1 - (n - 1 - j)) with j in Q by lia.
      + rewrite E'. f_equal. apply map_ext_in. intros j Hj. apply in_seq in Hj. destruct (Rn' j ltac:(lia)) as (Q1 & Q2).
        unfold next_class. destruct (wrun R Out (column_part g j (S r))); [|easy].
        now destruct (wrun R Out (column_part g (n - 1 - j) (S r))).
    - apply in_map_iff in Q. destruct Q as (j & Q & Hj). apply in_seq in Hj.
      destruct (validb R n g) eqn:V; [|easy]. exfalso.
      destruct (column_runs j (S r) ltac:(lia) ltac:(lia) (column_ok j V ltac:(lia))) as (a & Ea).
      destruct (column_runs (n - 1 - j) (S r) ltac:(lia) ltac:(lia) (column_ok (n - 1 - j) V ltac:(lia))) as (a' & Ea').
      unfold next_class in Q. rewrite Ea, Ea' in Q. unfold pair_class in Q. destruct flip.
      + revert Q. replace (state_at (S r) j) with (state_at (S r) (n - 1 - (n - 1 - j))) by (f_equal; lia).
        apply (class_zero (m - S r)); [lia | lia | apply column_ok; [exact V | lia]].
      + revert Q. apply (class_zero (m - S r)); [lia | lia | apply column_ok; [exact V | lia]].
  Qed.

  Lemma start_key C : C = classes_after R m 0 ->
    KeyKnown 0 false (first_key (int_of (N.of_nat b)) (int_of (class_of C Out Out)) (S m)).
  Proof.
    intros ->. split; [easy|]. rewrite first_key_spec by (exact b_small || (apply class_small; lia)). f_equal.
    apply nth_ext with (class_of (classes_after R m 0) Out Out) 0%N; rewrite ?repeat_length, ?map_length, ?seq_length; [easy|].
    intros i Hi. rewrite nth_map_seq by easy. rewrite nth_repeat. reflexivity.
  Qed.

  (** The middle row. *)
  Lemma end_key k : KeyKnown m false k ->
    (key_ends (int_of (N.of_nat b)) (middle_trees (middle_tables b (classes_after R m m)) (pair_codes (S m) (row_of m))) k = true <->
     forall c, c < n -> accepts R Out (column_part g c n) = true).
  Proof.
    intros (Rn & E). rewrite pair_codes_of. rewrite middle_trees_tables.
    2: { apply Forall_forall. intros p Hp. apply in_map_iff in Hp. destruct Hp as (j & <- & _). apply code_bound. }
    rewrite (map_map (codes_at m)). set (F := fun j c => fst (successor (classes_after R m m) (code (column_letter g j m)) c)).
    change (map _ (seq 0 (S m))) with (map F (seq 0 (S m))).
    set (W := fun j => if accepts R Out (column_part g j n) then 1%N else 0%N).
    assert (Z : zip_apply (map F (seq 0 (S m))) (map (pair_class false m) (seq 0 (S m))) = map W (seq 0 (S m))).
    { rewrite zip_maps. apply map_ext_in. intros j Hj. apply in_seq in Hj. unfold F, pair_class.
      pose proof (state_some m j (Rn j ltac:(lia))) as Ej. pose proof (state_some m (n - 1 - j) (Rn (n - 1 - j) ltac:(lia))) as Ej'.
      rewrite classes_last. rewrite (classify_spec _ _ _ _ _ (state_in m j Ej) (state_in m (n - 1 - j) Ej')).
      rewrite middles_nth. rewrite <- (state_succ m j Ej). unfold W.
      rewrite (column_turned n g G n_positive symmetric j (S m)) by lia. replace (n - S m) with m by lia.
      destruct (wrun R Out (column_part g j (S m))) as [a|] eqn:Ea; [|now rewrite accepts_app, Ea].
      pose proof (join_even R _ _ _ _ Ea Ej') as J.
      destruct (accepts R Out (column_part g j (S m) ++ rev (column_part g (n - 1 - j) m))), (join R 0 a (state_at m (n - 1 - j)));
        try easy; exfalso; intuition easy. }
    assert (Zs : Forall (small b) (map W (seq 0 (S m)))).
    { apply Forall_forall. intros x Hx. apply in_map_iff in Hx. destruct Hx as (j & <- & _).
      unfold W. destruct (accepts R Out (column_part g j n)); [|apply small_zero].
      unfold small. simpl Z.of_N. apply Z.pow_gt_1; lia. }
    rewrite (key_ends_spec b (map F (seq 0 (S m))) (map (pair_class false m) (seq 0 (S m))) k
      ltac:(now rewrite !map_length) ltac:(rewrite map_length, seq_length; exact b_small) (classes_small false m ltac:(lia))
      ltac:(now rewrite Z) E). rewrite Z. split.
    - intros I.
      assert (H : forall j, j < S m -> accepts R Out (column_part g j n) = true).
      { intros j Hj. destruct (accepts R Out (column_part g j n)) eqn:A; [easy|]. exfalso. apply I. apply in_map_iff.
        exists j. split; [unfold W; now rewrite A|]. apply in_seq. lia. }
      intros c Hc. destruct (le_lt_dec c m) as [L|L]; [apply H; lia|].
      apply (column_image R n (S m) g G n_positive half symmetric); [easy|]. apply H. lia.
    - intros H I. apply in_map_iff in I. destruct I as (j & Q & Hj). apply in_seq in Hj. unfold W in Q.
      now rewrite H in Q by lia.
  Qed.

  (** ** The last row and the labels *)

  Definition last_of (r : nat) : list bool := map (last_square g r) (seq 0 n).
  Definition above_of (r : nat) : list bool := map (fun j => last_square g r j && last_square g (Nat.pred r) j) (seq 0 n).

  Record Core (r : nat) (w a : list bool) (x : rest) : Prop := {
    c_row : w = last_of r;
    c_above : a = above_of r;
    c_labels : good X n (heights r 0) (rlabels x);
    c_side : edges R = true -> (rside x = true <-> exists i j, (j = 0 \/ j = n - 1) /\ i < r /\ X i j = true);
    c_some : rsome x = true <-> exists i j, i < r /\ X i j = true;
    c_rows : forall i, S i < r -> accepts R Out (row_part g i n) = true;
    c_top : edges R = true -> 0 < r -> exists c, X 0 c = true }.

  Lemma row_invalid r : r < n -> accepts R Out (row_part g r n) = false -> validb R n g = false.
  Proof.
    intros Hr A. apply (invalid R n g G n_positive turned symmetric True). intros P.
    pose proof (p_rows R n g P r Hr). congruence.
  Qed.

  Lemma possible_known r : r < n -> possible_row (row_marks R Out (row_of r)) = false -> validb R n g = false.
  Proof.
    intros Hr Hp. apply (row_invalid r Hr). unfold row_part.
    pose proof (legal_spec R (row_of r) Out (map (fun j => snd (row_letter g r j)) (seq 0 n)) (map (fun _ => false) (seq 0 n))
      ltac:(unfold row_of; now rewrite !map_length) ltac:(unfold row_of; now rewrite !map_length)) as E.
    destruct (row_marks R Out (row_of r)); try discriminate. cbn [legal] in E. symmetry in E. unfold row_of in E.
    rewrite combine_same, map_map, combine_same in E. rewrite <- E. f_equal. apply map_ext. intros j. cbn [fst snd].
    now rewrite orb_false_r.
  Qed.

  Lemma legal_known r w a x : r <= m -> Core r w a x ->
    (legal (row_marks R Out w) a (both_white w (row_of r)) = true <-> forall i, S i = r -> accepts R Out (row_part g i n) = true).
  Proof.
    intros Hr [-> -> _ _ _ _ _]. unfold last_of, above_of, row_of. rewrite both_white_maps.
    rewrite legal_spec by now rewrite !map_length. rewrite combine_same, map_map, combine_same. cbn [fst snd].
    destruct r as [|i].
    - split; [easy|]. intros _. cbn [last_square]. apply black_row.
    - rewrite (accepts_same R _ Out (row_part g i n)).
      + split; [intros A i' [= ->]; exact A | intros A; now apply A].
      + unfold row_part. now rewrite !map_length.
      + rewrite map_length, seq_length. intros j Hj. unfold row_part. rewrite !nth_map_seq by easy. simpl Nat.add.
        cbn [fst snd last_square pred]. unfold row_letter. cbn [fst snd]. split; [easy|]. intros ->. easy.
  Qed.

  Lemma any_white r : existsb (fun b => b) (row_of r) = true <-> exists j, j < n /\ X r j = true.
  Proof.
    rewrite existsb_exists. unfold row_of. split.
    - intros (y & Hy & ->). apply in_map_iff in Hy. destruct Hy as (j & E & Hj). apply in_seq in Hj. exists j. split; [lia | easy].
    - intros (j & Hj & E). exists true. split; [|easy]. apply in_map_iff. exists j. split; [easy|]. apply in_seq. lia.
  Qed.

  Lemma step_core r w a x : r <= m -> Core r w a x ->
    match next_rest R x (row_of r) with
    | None => validb R n g = false
    | Some y => (forall i, S i = r -> accepts R Out (row_part g i n) = true) -> Core (S r) (row_of r) (both_white w (row_of r)) y
    end.
  Proof.
    intros Hr K. pose proof K as [K1 K2 K3 K4 K5 K6 K7]. unfold next_rest.
    pose proof (row_labels_known R n (S m) g G n_positive half turned symmetric r n ltac:(lia) linked 0 (rlabels x) eq_refl K3) as L.
    fold (row_of r) in L. destruct (row_labels (rlabels x) 0 (row_of r)) as [l|]; [|exact L]. cbv zeta.
    assert (In' : forall i j, X i j = true -> i < n /\ j < n) by (intros i j W; now apply (inside n g G)).
    assert (Sm : rsome x || existsb (fun b => b) (row_of r) = true <-> exists i j, i < S r /\ X i j = true).
    { rewrite orb_true_iff, K5, any_white. split.
      - intros [(i & j & Hi & W)|(j & Hj & W)]; [exists i, j; split; [lia | easy] | exists r, j; split; [lia | easy]].
      - intros (i & j & Hi & W). destruct (Nat.eq_dec i r) as [->|Ne].
        + right. exists j. split; [now apply (In' r j) | easy].
        + left. exists i, j. split; [lia | easy]. }
    destruct (if edges R then rsome x || existsb (fun b => b) (row_of r) else true) eqn:Top.
    2: { destruct (edges R) eqn:Ed; [|easy]. apply (invalid R n g G n_positive turned symmetric True). intros P.
         destruct (p_edges R n g P Ed) as ((c & Hc) & _).
         assert (Y : rsome x || existsb (fun b => b) (row_of r) = true); [|congruence].
         apply Sm. exists 0, c. split; [lia | exact Hc]. }
    intros A. constructor; cbn [rlabels rside rsome].
    - reflexivity.
    - rewrite K1. unfold last_of, row_of. rewrite both_white_maps. unfold above_of. apply map_ext. intros j. apply andb_comm.
    - now apply good_canon.
    - intros Ed. rewrite Ed in *. rewrite !orb_true_iff, (K4 eq_refl).
      assert (H0 : hd false (row_of r) = X r 0) by (unfold row_of; destruct n; [lia | easy]).
      assert (H1 : last (row_of r) false = X r (n - 1)).
      { unfold row_of. replace n with (S (n - 1)) at 1 by lia. apply last_map_seq. }
      rewrite H0, H1. split.
      + intros [[(i & j & H2 & H3 & H4)|H2]|H2].
        * exists i, j. split; [easy|]. split; [lia | easy].
        * exists r, 0. split; [now left|]. split; [lia | easy].
        * exists r, (n - 1). split; [now right|]. split; [lia | easy].
      + intros (i & j & H2 & H3 & H4). destruct (Nat.eq_dec i r) as [->|Ne].
        * destruct H2 as [-> | ->]; [left; now right | now right].
        * left. left. exists i, j. split; [easy|]. split; [lia | easy].
    - exact Sm.
    - intros i Hi. destruct (Nat.eq_dec (S i) r) as [E|E]; [now apply A | apply K6; lia].
    - intros Ed _. rewrite Ed in Top. destruct r as [|r']; [|apply K7; [easy | lia]].
      apply Sm in Top. destruct Top as (i & j & Hi & W). exists j. now replace i with 0 in W by lia.
  Qed.

  Lemma start_core : Core 0 (repeat false n) (repeat false n) (Rest (repeat 0 n) false false).
  Proof.
    assert (E : forall f, (forall j, f j = false) -> repeat false n = map f (seq 0 n)).
    { intros f Hf. apply nth_ext with false false; rewrite ?repeat_length, ?map_length, ?seq_length; [easy|].
      intros j Hj. rewrite nth_map_seq by easy. now rewrite nth_repeat, Hf. }
    constructor; cbn [rlabels rside rsome].
    - now apply E.
    - now apply E.
    - apply (good_heights X n (fun _ => 0)); [easy|]. apply good_start.
    - intros _. split; [easy|]. intros (i & j & _ & Hi & _). lia.
    - split; [easy|]. intros (i & j & Hi & _). lia.
    - lia.
    - lia.
  Qed.

  (** ** The middle *)

  Hypothesis no_least : min_white_per_row R = 0.

  Lemma middle_legal w a x : Core m w a x ->
    legal (row_marks R Out (row_of m)) (both_white w (row_of m)) (both_white (rev w) (row_of m)) = accepts R Out (row_part g m n).
  Proof.
    intros [-> _ _ _ _ _ _].
    assert (E : rev (last_of m) = map (fun j => last_square g m (n - 1 - j)) (seq 0 n)).
    { unfold last_of. symmetry. now apply rev_map_seq. }
    rewrite E. unfold last_of, row_of. rewrite !both_white_maps. rewrite legal_spec by now rewrite !map_length.
    rewrite combine_same, map_map, combine_same. cbn [fst snd]. apply accepts_same.
    - unfold row_part. now rewrite !map_length.
    - rewrite map_length, seq_length. intros j Hj. unfold row_part. rewrite !nth_map_seq by easy. simpl Nat.add.
      unfold row_letter. cbn [fst snd]. split; [easy|]. intros ->. rewrite !andb_true_r. f_equal.
      rewrite (last_turned n g G n_positive symmetric m (n - 1 - j)) by lia. f_equal; lia.
  Qed.

  Lemma ends_known w a x k : Core m w a x -> KeyKnown m false k ->
    validb R n g =
      legal (row_marks R Out w) a (both_white w (row_of m)) &&&
      legal (row_marks R Out (row_of m)) (both_white w (row_of m)) (both_white (rev w) (row_of m)) &&&
      rest_ends R n x (row_of m) &&&
      key_ends (int_of (N.of_nat b)) (middle_trees (middle_tables b (classes_after R m m)) (pair_codes (S m) (row_of m))) k.
  Proof.
    intros K Kk. assert (B : forall p q : bool, (p = true <-> q = true) -> p = q) by (intros [|] [|]; intuition).
    apply B. rewrite !and_true, (legal_known m w a x (le_n m) K), (middle_legal w a x K), (end_key k Kk).
    pose proof (valid_parts R n g G n_positive turned symmetric) as V. rewrite V.
    pose proof (step_core m w a x (le_n m) K) as Q. unfold rest_ends.
    destruct (next_rest R x (row_of m)) as [y|].
    2: { split; [intros P; apply V in P; congruence | intros ((_ & H) & _); easy]. }
    assert (Rows : (forall i, S i = m -> accepts R Out (row_part g i n) = true) /\ accepts R Out (row_part g m n) = true <->
      forall r, r < n -> accepts R Out (row_part g r n) = true).
    { split.
      - intros (A1 & A2). assert (U : forall r, r <= m -> accepts R Out (row_part g r n) = true).
        { intros r Hr. destruct (Nat.eq_dec r m) as [->|]; [easy|]. destruct (Nat.eq_dec (S r) m) as [E|]; [now apply A1|].
          apply (c_rows _ _ _ _ K). lia. }
        intros r Hr. destruct (le_lt_dec r m) as [L|L]; [now apply U|].
        rewrite (row_turned n g G n_positive symmetric) by easy. apply accepts_rev, U. lia.
      - intros A. split; [intros i Hi; apply A; lia | apply A; lia]. }
    assert (Cols : (forall i, S i = m -> accepts R Out (row_part g i n) = true) ->
      (rsome y &&& (if edges R then rside y else true) &&& joint n (rlabels y) = true <->
       (exists r c, X r c = true) /\
       (edges R = true -> (exists c, X 0 c = true) /\ (exists c, X (n - 1) c = true) /\
                          (exists r, X r 0 = true) /\ (exists r, X r (n - 1) = true)) /\
       one_region g)).
    { intros A. specialize (Q A). rewrite !and_true.
      assert (In' : forall i j, X i j = true -> i < n /\ j < n) by (intros i j W; now apply (inside n g G)).
      assert (Turn : forall i j, X i j = true -> X (n - 1 - i) (n - 1 - j) = true).
      { intros i j W. destruct (In' i j W). unfold X in *. now rewrite <- symmetric. }
      assert (Sm : rsome y = true <-> exists r c, X r c = true).
      { rewrite (c_some _ _ _ _ Q). split.
        - intros (i & j & _ & W). now exists i, j.
        - intros (i & j & W). destruct (In' i j W). destruct (le_lt_dec i m) as [L|L].
          + exists i, j. split; [lia | easy].
          + exists (n - 1 - i), (n - 1 - j). split; [lia | now apply Turn]. }
      assert (Sd : (if edges R then rside y else true) = true <->
        (edges R = true -> (exists c, X 0 c = true) /\ (exists c, X (n - 1) c = true) /\
                           (exists r, X r 0 = true) /\ (exists r, X r (n - 1) = true))).
      { destruct (edges R) eqn:Ed; [|easy]. rewrite (c_side _ _ _ _ Q Ed).
        destruct (c_top _ _ _ _ Q Ed ltac:(lia)) as (c & Hc). split.
        - intros (i & j & Hj & _ & W) _. split; [now exists c|].
          split; [exists (n - 1 - c); rewrite <- (Nat.sub_0_r (n - 1)) at 1; now apply Turn|].
          destruct Hj as [->| ->].
          + split; [now exists i|]. exists (n - 1 - i). rewrite <- (Nat.sub_0_r (n - 1)) at 2. now apply Turn.
          + split; [|now exists i]. exists (n - 1 - i).
            pose proof (Turn i (n - 1) W) as Q'. now rewrite Nat.sub_diag in Q'.
        - intros H. destruct (H eq_refl) as (_ & _ & (i & W) & _). destruct (In' i 0 W). destruct (le_lt_dec i m) as [L|L].
          + exists i, 0. split; [now left|]. split; [lia | easy].
          + exists (n - 1 - i), (n - 1 - 0). split; [right; lia|]. split; [lia | now apply Turn]. }
      assert (Cn : joint n (rlabels y) = true <-> one_region g).
      { assert (Gd : good X n (fun _ => S m) (rlabels y)).
        { apply (good_heights X n (heights (S m) 0)); [easy|]. exact (c_labels _ _ _ _ Q). }
        rewrite (joint_spec X n (S m) (rlabels y) half symmetric Gd), (region_colours n g G). fold X. split.
        - intros H f E r c r' c' W W'. apply In' in W as I, W' as I'. now apply H.
        - intros H f E i j i' j' _ _ _ _ W W'. now apply H. }
      rewrite Sm, Sd, Cn. tauto. }
    split.
    - intros [H1 H2 H3 H4 H5 H6 H7]. apply Rows in H2 as (A1 & A2). split; [split; [split; [exact A1 | exact A2]|]|]; [|exact H3].
      apply (Cols A1). split; [exact H1|]. split; [exact H4 | now apply H7].
    - intros (((A1 & A2) & A3) & A4). apply (Cols A1) in A3. destruct A3 as (B1 & B2 & B3).
      constructor; auto; try (intros; rewrite no_least; lia). now apply Rows.
  Qed.
End Known.

(** ** Mirrored *)

Section Flip.
  Variable R : ruleset.
  Variable n m b : nat.
  Variables g h : grid.
  Hypothesis n_positive : 0 < n.
  Hypothesis middle_column : m < n.
  Hypothesis G : is_grid n g.
  Hypothesis H : is_grid n h.
  Hypothesis mirror : forall r c, r < n -> c < n -> whiteb h r c = whiteb g r (n - 1 - c).

  Lemma flip_core r w a x : Core R n g r w a x -> Core R n h r (rev w) (rev a) (mirror_rest x).
  Proof.
    intros [K1 K2 K3 K4 K5 K6 K7].
    assert (M : forall i j, j < n -> whiteb h i j = whiteb g i (n - 1 - j)) by (intros; now apply (mirror_any n g h n_positive G H mirror)).
    assert (Lm : forall k j, j < n -> last_square h k j = last_square g k (n - 1 - j))
      by (intros; now apply (last_mirrored n g h n_positive G H mirror)).
    constructor; unfold mirror_rest; cbn [rlabels rside rsome].
    - rewrite K1. unfold last_of. symmetry. apply rev_map_seq. intros j Hj. now apply Lm.
    - rewrite K2. unfold above_of. symmetry. apply rev_map_seq. intros j Hj. simpl Nat.add. now rewrite !Lm.
    - apply good_canon. apply (good_heights _ n (fun _ => r)); [easy|]. apply (good_mirrored (whiteb g)); [exact M|].
      apply (good_heights _ n (heights r 0)); [easy | exact K3].
    - intros Ed. rewrite (K4 Ed). split; intros (i & j & Hj & Hi & W); exists i, (n - 1 - j).
      + assert (j < n) by now apply (white_inside n g i j G W). rewrite M by lia.
        replace (n - 1 - (n - 1 - j)) with j by lia. split; [lia | easy].
      + assert (j < n) by now apply (white_inside n h i j H W). rewrite <- M by lia. split; [lia | easy].
    - rewrite K5. split; intros (i & j & Hi & W); exists i, (n - 1 - j); (split; [easy|]).
      + assert (j < n) by now apply (white_inside n g i j G W). rewrite M by lia. now replace (n - 1 - (n - 1 - j)) with j by lia.
      + assert (j < n) by now apply (white_inside n h i j H W). now rewrite <- M by lia.
    - intros i Hi. rewrite (row_part_mirrored n g h n_positive G H mirror). now apply accepts_rev, K6.
    - intros Ed Hr. destruct (K7 Ed Hr) as (c & W). exists (n - 1 - c).
      assert (c < n) by now apply (white_inside n g 0 c G W). rewrite M by lia. now replace (n - 1 - (n - 1 - c)) with c by lia.
  Qed.

  Lemma flip_state r j : j < n -> state_at R h r j = state_at R g r (n - 1 - j).
  Proof. intros Hj. unfold state_at. now rewrite (column_part_mirrored n g h n_positive G H mirror). Qed.

  Lemma flip_key r k : KeyKnown R n m b g r true k -> KeyKnown R n m b h r false k.
  Proof.
    intros (Rn & E). split.
    - intros j Hj. rewrite (column_part_mirrored n g h n_positive G H mirror) by easy. apply Rn. lia.
    - rewrite E. f_equal. apply map_ext_in. intros j Hj. apply in_seq in Hj. unfold pair_class.
      rewrite !flip_state by lia. now replace (n - 1 - (n - 1 - j)) with j by lia.
  Qed.
End Flip.
