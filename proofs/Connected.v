(** Decides connectedness by a flood fill, and proves that the fill is the closure of adjacency.

    A sweep carries what is reached down the rows and along every run. Sweeps down and up
    alternate until nothing changes: then the reached set is closed under adjacency. *)

From Coq Require Import Arith List Bool Lia Relations.
From Gridcheck Require Import Spec Lines Decide.
Import ListNotations.

(** Fills the runs of [w] that hold a square of [s], of [u], or, if [carry], the first square. *)
Fixpoint spread (carry : bool) (w s u : list bool) : list bool :=
  match w with
  | [] => []
  | b :: w' =>
      let x := b && (carry || hd false s || hd false u) in
      let rest := spread x w' (tl s) (tl u) in
      (b && (x || hd false rest)) :: rest
  end.

(** A sweep down the rows. *)
Fixpoint sweep (up : list bool) (ws rs : grid) : grid :=
  match ws with
  | [] => []
  | w :: ws' => let r := spread false w (hd [] rs) up in r :: sweep r ws' (tl rs)
  end.

(** The same with the result's rows in reverse order. *)
Fixpoint sweep_rev (up : list bool) (ws rs acc : grid) : grid :=
  match ws with
  | [] => acc
  | w :: ws' => let r := spread false w (hd [] rs) up in sweep_rev r ws' (tl rs) (r :: acc)
  end.

Fixpoint row_eqb (a b : list bool) : bool :=
  match a, b with
  | [], [] => true
  | x :: a', y :: b' => eqb x y && row_eqb a' b'
  | _, _ => false
  end.
Fixpoint grid_eqb (a b : grid) : bool :=
  match a, b with
  | [], [] => true
  | x :: a', y :: b' => row_eqb x y && grid_eqb a' b'
  | _, _ => false
  end.

(** [wsr] is [rev ws]; [rs] is what is reached so far. *)
Fixpoint fill (fuel : nat) (ws wsr rs : grid) : bool :=
  match fuel with
  | 0 => false
  | S fuel' =>
      let d := sweep_rev [] ws rs [] in
      let u := sweep_rev [] wsr d [] in
      if grid_eqb u ws then true else if grid_eqb u rs then false else fill fuel' ws wsr u
  end.

Definition blank (w : list bool) : list bool := map (fun _ => false) w.
Fixpoint mark (w : list bool) : list bool :=
  match w with [] => [] | true :: w' => true :: blank w' | false :: w' => false :: mark w' end.
(** The first white square alone. *)
Fixpoint seed (ws : grid) : grid :=
  match ws with
  | [] => []
  | w :: ws' => if existsb (fun b => b) w then mark w :: map blank ws' else blank w :: seed ws'
  end.

Definition one_regionb (n : nat) (g : grid) : bool := fill (S (n * n)) g (rev_append g []) (seed g).

(** ** Comparison *)

Lemma row_eqb_spec a : forall b, row_eqb a b = true <-> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; simpl; try easy.
  rewrite andb_true_iff, IH, eqb_true_iff. split; [intros (-> & ->); easy | intros [= -> ->]; easy].
Qed.

Lemma grid_eqb_spec a : forall b, grid_eqb a b = true <-> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; simpl; try easy.
  rewrite andb_true_iff, IH, row_eqb_spec. split; [intros (-> & ->); easy | intros [= -> ->]; easy].
Qed.

Definition le_row (a b : list bool) : Prop := Forall2 (fun x y => x = true -> y = true) a b.
Definition le_grid (a b : grid) : Prop := Forall2 le_row a b.

Lemma le_row_nth a b : le_row a b -> forall i, nth i a false = true -> nth i b false = true.
Proof. induction 1; intros [|i]; simpl; auto. Qed.

Lemma le_grid_white a b : le_grid a b -> forall r c, whiteb a r c = true -> whiteb b r c = true.
Proof.
  unfold whiteb. induction 1; intros [|r] c; simpl; auto. now apply le_row_nth.
Qed.

Lemma le_row_refl a : le_row a a.
Proof. induction a; constructor; auto. Qed.

Lemma le_grid_trans a : forall b c, le_grid a b -> le_grid b c -> le_grid a c.
Proof.
  assert (T : forall x y z, le_row x y -> le_row y z -> le_row x z).
  { unfold le_row. intros x y z H. revert z. induction H; intros z H'; inversion H'; subst; constructor; auto. }
  unfold le_grid. intros b c H. revert c. induction H; intros z H'; inversion H'; subst; constructor; eauto.
Qed.

Lemma le_grid_rev a b : le_grid a b -> le_grid (rev a) (rev b).
Proof.
  unfold le_grid. induction 1; simpl; [constructor|]. apply Forall2_app; [easy | now constructor].
Qed.

Lemma le_row_antisym a b : le_row a b -> le_row b a -> a = b.
Proof.
  unfold le_row. induction 1; intros H'; inversion H'; subst; [easy|]. f_equal; [|auto].
  destruct x, y; try easy; [symmetry; auto | auto].
Qed.

Lemma le_grid_antisym a b : le_grid a b -> le_grid b a -> a = b.
Proof.
  unfold le_grid. induction 1; intros H'; inversion H'; subst; [easy|]. f_equal; [|auto].
  now apply le_row_antisym.
Qed.

Fixpoint weight (g : grid) : nat := match g with [] => 0 | a :: g' => count_true a + weight g' end.

Lemma count_true_cons x a : count_true (x :: a) = (if x then 1 else 0) + count_true a.
Proof. unfold count_true. now destruct x. Qed.

Lemma le_row_count a b : le_row a b -> count_true a <= count_true b /\ (count_true a = count_true b -> a = b).
Proof.
  induction 1 as [|x y a b Hxy H (IH1 & IH2)]; [easy|]. rewrite !count_true_cons.
  destruct x, y; try (specialize (Hxy eq_refl); easy); split; try lia; intros E; f_equal; apply IH2; lia.
Qed.

Lemma le_grid_weight a b : le_grid a b -> weight a <= weight b /\ (weight a = weight b -> a = b).
Proof.
  induction 1 as [|x y a b Hxy H (IH1 & IH2)]; [easy|]. simpl.
  destruct (le_row_count x y Hxy) as (H1 & H2). split; [lia|].
  intros E. f_equal; [apply H2 | apply IH2]; lia.
Qed.

Lemma weight_bound n g : (forall row, In row g -> length row = n) -> weight g <= length g * n.
Proof.
  induction g as [|a g IH]; intros H; simpl; [lia|].
  specialize (IH ltac:(intros; apply H; now right)).
  assert (count_true a <= length a).
  { unfold count_true. clear. induction a as [|x a IH]; simpl; [lia | destruct x; simpl; lia]. }
  rewrite (H a) in H0 by now left. lia.
Qed.

(** ** Spreading along a row *)

Lemma spread_below w : forall k s u, le_row (spread k w s u) w.
Proof.
  induction w as [|b w IH]; intros; simpl; constructor.
  - intros H. now apply andb_true_iff in H.
  - apply IH.
Qed.

Lemma spread_above w : forall k s u, le_row s w -> le_row s (spread k w s u).
Proof.
  induction w as [|b w IH]; intros k s u H; inversion H; subst; simpl; constructor.
  - intros ->. match goal with E : true = true -> _ |- _ => rewrite (E eq_refl) end.
    simpl. now rewrite !orb_true_r.
  - now apply IH.
Qed.

Lemma spread_seed w : forall k s u i, nth i u false = true -> nth i w false = true ->
  nth i (spread k w s u) false = true.
Proof.
  induction w as [|b w IH]; intros k s u [|i] Hu Hw; simpl in *; try easy.
  - subst b. rewrite (hd_nth u), Hu. simpl. now rewrite !orb_true_r.
  - apply IH; [now rewrite nth_tl | easy].
Qed.

Lemma spread_carry w s u : nth 0 w false = true -> nth 0 (spread true w s u) false = true.
Proof. destruct w; simpl; [easy|]. intros ->. easy. Qed.

Lemma spread_right w : forall k s u i, nth i (spread k w s u) false = true ->
  nth (S i) w false = true -> nth (S i) (spread k w s u) false = true.
Proof.
  induction w as [|b w IH]; intros k s u i H Hw; [simpl in Hw; easy|].
  simpl in Hw. destruct i as [|i]; simpl in H |- *.
  - apply andb_true_iff in H. destruct H as (Hb & H). apply orb_true_iff in H. destruct H as [H|H].
    + rewrite H. now apply spread_carry.
    + now rewrite hd_nth in H.
  - now apply IH.
Qed.

Lemma spread_left w : forall k s u i, nth (S i) (spread k w s u) false = true ->
  nth i w false = true -> nth i (spread k w s u) false = true.
Proof.
  induction w as [|b w IH]; intros k s u i H Hw; [destruct i; easy|].
  destruct i as [|i]; simpl in *.
  - subst b. rewrite (hd_nth (spread _ w _ _)), H. now rewrite orb_true_r.
  - now apply IH.
Qed.

Lemma spread_sound (P : nat -> Prop) w : forall (o : nat) k s u,
  (k = true -> nth 0 w false = true -> P o) ->
  (forall i, nth i s false = true \/ nth i u false = true -> nth i w false = true -> P (o + i)) ->
  (forall i, nth i w false = true -> nth (S i) w false = true -> (P (o + i) <-> P (o + S i))) ->
  forall i, nth i (spread k w s u) false = true -> P (o + i).
Proof.
  induction w as [|b w IH]; intros o k s u Hk Hs Hw; [intros [|i]; easy|].
  cbn [spread]. set (x := b && (k || hd false s || hd false u)).
  assert (X : x = true -> P o).
  { unfold x. rewrite andb_true_iff, !orb_true_iff. intros (-> & [[E|E]|E]).
    - now apply Hk.
    - rewrite <- (Nat.add_0_r o). apply Hs; [left; now rewrite <- hd_nth | easy].
    - rewrite <- (Nat.add_0_r o). apply Hs; [right; now rewrite <- hd_nth | easy]. }
  assert (G : forall i, nth i (spread x w (tl s) (tl u)) false = true -> P (S o + i)).
  { apply IH.
    - intros E Hn. assert (b = true) by (unfold x in E; now apply andb_true_iff in E). subst b.
      rewrite <- (Nat.add_1_r o). apply (Hw 0); [easy | easy |]. rewrite Nat.add_0_r. now apply X.
    - intros i Hi Hn. simpl. rewrite plus_n_Sm. apply Hs; [now rewrite <- !nth_tl | easy].
    - intros i Hi Hi'. simpl. rewrite !plus_n_Sm. now apply (Hw (S i)). }
  intros [|i].
  - simpl. rewrite Nat.add_0_r, andb_true_iff, orb_true_iff. intros (-> & [E|E]); [now apply X|].
    rewrite <- (Nat.add_0_r o). apply (Hw 0); [easy | |].
    + rewrite hd_nth in E. simpl. now apply (le_row_nth _ _ (spread_below w x (tl s) (tl u))).
    + rewrite Nat.add_1_r, <- (Nat.add_0_r (S o)). apply G. now rewrite <- hd_nth.
  - intros H. rewrite <- plus_n_Sm. apply (G i). exact H.
Qed.

(** ** Sweeps *)

Lemma sweep_rev_spec ws : forall up rs acc, sweep_rev up ws rs acc = rev (sweep up ws rs) ++ acc.
Proof. induction ws; intros; simpl; [easy|]. now rewrite IHws, <- app_assoc. Qed.

Lemma sweep_below ws : forall up rs, le_grid (sweep up ws rs) ws.
Proof. induction ws; intros; simpl; constructor; [apply spread_below | apply IHws]. Qed.

Lemma sweep_above ws : forall up rs, le_grid rs ws -> le_grid rs (sweep up ws rs).
Proof.
  induction ws as [|w ws IH]; intros up rs H; inversion H; subst; simpl; constructor.
  - now apply spread_above.
  - now apply IH.
Qed.

Lemma sweep_sideways ws : forall up rs r c, whiteb ws r c = true -> whiteb ws r (S c) = true ->
  (whiteb (sweep up ws rs) r c = true <-> whiteb (sweep up ws rs) r (S c) = true).
Proof.
  induction ws as [|w ws IH]; intros up rs [|r] c H1 H2; unfold whiteb in *; simpl in *;
    [destruct c; easy | destruct c; easy | |].
  - split; intros H; [now apply spread_right | now apply spread_left].
  - now apply IH.
Qed.

Lemma sweep_down ws : forall up rs r c, whiteb (sweep up ws rs) r c = true -> whiteb ws (S r) c = true ->
  whiteb (sweep up ws rs) (S r) c = true.
Proof.
  induction ws as [|w ws IH]; intros up rs r c H1 H2; [unfold whiteb in *; simpl in *; destruct c; easy|].
  destruct r as [|r].
  - destruct ws as [|w' ws]; [unfold whiteb in H2; simpl in H2; destruct c; easy|].
    unfold whiteb in *. simpl in *. now apply spread_seed.
  - unfold whiteb in *. simpl in *. now apply IH.
Qed.

Lemma sweep_sound (P : nat -> nat -> Prop) ws : forall (o : nat) up rs,
  (forall c, nth c up false = true -> whiteb ws 0 c = true -> P o c) ->
  (forall r c, whiteb rs r c = true -> whiteb ws r c = true -> P (o + r) c) ->
  (forall r c, whiteb ws r c = true -> whiteb ws r (S c) = true -> (P (o + r) c <-> P (o + r) (S c))) ->
  (forall r c, whiteb ws r c = true -> whiteb ws (S r) c = true -> P (o + r) c -> P (o + S r) c) ->
  forall r c, whiteb (sweep up ws rs) r c = true -> P (o + r) c.
Proof.
  induction ws as [|w ws IH]; intros o up rs Hu Hr Hh Hv r c.
  - unfold whiteb. simpl. destruct r, c; easy.
  - cbn [sweep]. set (out := spread false w (hd [] rs) up).
    assert (G : forall c, nth c out false = true -> P o c).
    { apply (spread_sound (P o) w 0 false (hd [] rs) up).
      - easy.
      - intros i [H|H] Hw; simpl; [|now apply Hu].
        rewrite <- (Nat.add_0_r o). apply Hr; [|easy]. unfold whiteb. destruct rs; [simpl in H; destruct i; easy | easy].
      - intros i Hi Hi'. specialize (Hh 0 i Hi Hi'). now rewrite Nat.add_0_r in Hh. }
    destruct r as [|r].
    + rewrite Nat.add_0_r. apply G.
    + intros H. rewrite <- plus_n_Sm. apply (IH (S o) out (tl rs)).
      * intros i Hi Hw. specialize (Hv 0 i). rewrite Nat.add_0_r, Nat.add_1_r in Hv. apply Hv; [|easy | now apply G].
        unfold whiteb. simpl. now apply (le_row_nth _ _ (spread_below w false (hd [] rs) up)).
      * intros r' i Hi Hw. simpl. rewrite plus_n_Sm. apply (Hr (S r') i); [|easy].
        unfold whiteb in *. now rewrite <- nth_tl.
      * intros r' i. simpl. rewrite plus_n_Sm. apply (Hh (S r') i).
      * intros r' i. simpl. rewrite !plus_n_Sm. apply (Hv (S r') i).
      * exact H.
Qed.

(** ** Grids upside down *)

Lemma whiteb_rev g r c : r < length g -> whiteb (rev g) r c = whiteb g (length g - S r) c.
Proof. intros H. unfold whiteb. now rewrite rev_nth. Qed.

Lemma whiteb_length g r c : whiteb g r c = true -> r < length g.
Proof.
  unfold whiteb. intros H. destruct (le_lt_dec (length g) r); [|easy].
  rewrite (nth_overflow g) in H by easy. destruct c; easy.
Qed.

Lemma le_grid_length a b : le_grid a b -> length a = length b.
Proof. induction 1; simpl; congruence. Qed.

(** ** One round of the fill: a sweep down and a sweep up *)

Definition down_part (ws rs : grid) : grid := sweep [] ws rs.
Definition round (ws rs : grid) : grid := rev (sweep [] (rev ws) (rev (down_part ws rs))).

Lemma round_above ws rs : le_grid rs ws -> le_grid rs (down_part ws rs) /\ le_grid (down_part ws rs) (round ws rs).
Proof.
  intros H. split; [now apply sweep_above|]. unfold round.
  rewrite <- (rev_involutive (down_part ws rs)) at 1. apply le_grid_rev, sweep_above.
  apply le_grid_rev, sweep_below.
Qed.

Lemma round_below ws rs : le_grid (round ws rs) ws.
Proof.
  unfold round. pose proof (sweep_below (rev ws) [] (rev (down_part ws rs))) as B.
  apply le_grid_rev in B. now rewrite rev_involutive in B.
Qed.

(** The linked squares of [p], which [P] stands for, are all that a round adds. *)
Lemma round_sound (P : nat -> nat -> Prop) ws rs :
  (forall r c, whiteb rs r c = true -> P r c) ->
  (forall r c, whiteb ws r c = true -> whiteb ws r (S c) = true -> (P r c <-> P r (S c))) ->
  (forall r c, whiteb ws r c = true -> whiteb ws (S r) c = true -> (P r c <-> P (S r) c)) ->
  forall r c, whiteb (round ws rs) r c = true -> P r c.
Proof.
  intros Hr Hh Hv.
  assert (D : forall r c, whiteb (down_part ws rs) r c = true -> P r c).
  { apply (sweep_sound P ws 0 [] rs).
    - intros [|c]; easy.
    - intros r c H _. now apply Hr.
    - apply Hh.
    - intros r c H1 H2. simpl. now apply Hv. }
  set (d := down_part ws rs) in *.
  assert (Ld : length d = length ws) by (apply le_grid_length, sweep_below).
  pose proof (sweep_below (rev ws) [] (rev d)) as B.
  pose proof (le_grid_length _ _ B) as Lu. rewrite rev_length in Lu.
  intros r c H. unfold round in H. fold d in H.
  assert (Hl : r < length ws) by (apply whiteb_length in H; rewrite rev_length in H; lia).
  rewrite whiteb_rev in H by lia. rewrite Lu in H.
  set (Q := fun r c => P (length ws - S r) c).
  assert (G : Q (0 + (length ws - S r)) c).
  { apply (sweep_sound Q (rev ws) 0 [] (rev d)).
    - intros [|i]; easy.
    - intros r' c' H1 H2. apply whiteb_length in H2 as H3. rewrite rev_length in H3.
      rewrite whiteb_rev, Ld in H1 by lia. unfold Q. simpl. now apply D.
    - intros r' c' H1 H2. apply whiteb_length in H2 as H3. rewrite rev_length in H3.
      rewrite whiteb_rev in H1, H2 by lia. unfold Q. simpl. now apply Hh.
    - intros r' c' H1 H2. apply whiteb_length in H2 as H3. rewrite rev_length in H3.
      rewrite whiteb_rev in H1, H2 by lia. unfold Q. simpl.
      replace (length ws - S r') with (S (length ws - S (S r'))) in * by lia.
      intros HP. apply Hv; assumption.
    - exact H. }
  unfold Q in G. simpl in G. now replace (length ws - S (length ws - S r)) with r in G by lia.
Qed.

(** A round that adds nothing leaves a closed set. *)
Lemma round_closed ws rs : le_grid rs ws -> round ws rs = rs ->
  (forall r c, whiteb ws r c = true -> whiteb ws r (S c) = true ->
     (whiteb rs r c = true <-> whiteb rs r (S c) = true)) /\
  (forall r c, whiteb ws r c = true -> whiteb ws (S r) c = true ->
     (whiteb rs r c = true <-> whiteb rs (S r) c = true)).
Proof.
  intros Hle E. destruct (round_above ws rs Hle) as (H1 & H2). rewrite E in H2.
  assert (Ed : down_part ws rs = rs) by now apply le_grid_antisym.
  assert (Eu : rev (sweep [] (rev ws) (rev rs)) = rs) by (unfold round in E; now rewrite Ed in E).
  pose proof (le_grid_length _ _ Hle) as L.
  assert (Es : rev rs = sweep [] (rev ws) (rev rs)) by (rewrite <- Eu at 1; apply rev_involutive).
  unfold down_part in Ed. split.
  - intros r c W1 W2. rewrite <- Ed. now apply sweep_sideways.
  - intros r c W1 W2. split.
    + intros H. rewrite <- Ed in H |- *. now apply sweep_down.
    + intros H. apply whiteb_length in W2 as Hl.
      pose proof (sweep_down (rev ws) [] (rev rs) (length ws - S (S r)) c) as S.
      rewrite <- Es in S. rewrite whiteb_rev, L in S by lia.
      replace (length ws - Datatypes.S (length ws - Datatypes.S (Datatypes.S r))) with (Datatypes.S r) in S by lia.
      specialize (S H). rewrite !whiteb_rev in S by lia.
      rewrite L in S.
      replace (length ws - Datatypes.S (Datatypes.S (length ws - Datatypes.S (Datatypes.S r)))) with r in S by lia.
      now apply S.
Qed.

(** ** The seed *)

Lemma nth_blank w i : nth i (blank w) false = false.
Proof. unfold blank. revert i. induction w; intros [|i]; simpl; auto. Qed.

Lemma whiteb_blank ws r c : whiteb (map blank ws) r c = false.
Proof.
  unfold whiteb. revert r. induction ws as [|w ws IH]; intros [|r]; simpl; try (destruct c; easy); auto.
  apply nth_blank.
Qed.

Lemma le_blank w : le_row (blank w) w.
Proof. induction w; constructor; easy. Qed.

Lemma le_mark w : le_row (mark w) w.
Proof.
  induction w as [|[|] w IH]; simpl; constructor; auto; [apply le_blank].
Qed.

Lemma seed_below ws : le_grid (seed ws) ws.
Proof.
  induction ws as [|w ws IH]; simpl; [constructor|].
  destruct (existsb _ w); constructor; [apply le_mark | | apply le_blank | easy].
  clear. induction ws; constructor; [apply le_blank | easy].
Qed.

Lemma mark_unique w : forall i j, nth i (mark w) false = true -> nth j (mark w) false = true -> i = j.
Proof.
  induction w as [|[|] w IH]; intros [|i] [|j]; simpl; try easy; rewrite ?nth_blank; try easy.
  intros H1 H2. f_equal. now apply IH.
Qed.

Lemma mark_exists w : existsb (fun b => b) w = true -> exists i, nth i (mark w) false = true.
Proof.
  induction w as [|[|] w IH]; simpl; try easy; [now exists 0|].
  intros H. destruct (IH H) as (i & Hi). now exists (S i).
Qed.

Lemma seed_unique ws : forall r c r' c', whiteb (seed ws) r c = true -> whiteb (seed ws) r' c' = true ->
  (r, c) = (r', c').
Proof.
  induction ws as [|w ws IH]; intros r c r' c'; simpl; [unfold whiteb; destruct r, c; easy|].
  destruct (existsb _ w).
  - destruct r as [|r], r' as [|r']; pose proof (whiteb_blank ws) as N; unfold whiteb in *;
      simpl; rewrite ?N; try easy.
    intros H1 H2. f_equal. now apply mark_unique with w.
  - destruct r as [|r], r' as [|r']; unfold whiteb; simpl; rewrite ?nth_blank; try easy.
    intros H1 H2. specialize (IH r c r' c' H1 H2). congruence.
Qed.

Lemma seed_exists ws r c : whiteb ws r c = true -> exists r' c', whiteb (seed ws) r' c' = true.
Proof.
  revert r. induction ws as [|w ws IH]; intros r H; [unfold whiteb in H; simpl in H; destruct r, c; easy|].
  simpl. destruct (existsb (fun b => b) w) eqn:E.
  - destruct (mark_exists w E) as (i & Hi). now exists 0, i.
  - destruct r as [|r].
    + exfalso. unfold whiteb in H. simpl in H.
      assert (In true w).
      { rewrite <- H. apply nth_In. destruct (le_lt_dec (length w) c); [|easy].
        rewrite nth_overflow in H; easy. }
      assert (existsb (fun b => b) w = true) by (apply existsb_exists; now exists true). congruence.
    + destruct (IH r H) as (r' & c' & H'). now exists (S r'), c'.
Qed.

(** ** The fill decides [one_region]. *)

Lemma fill_round fuel ws rs : fill (S fuel) ws (rev ws) rs =
  (if grid_eqb (round ws rs) ws then true else if grid_eqb (round ws rs) rs then false
   else fill fuel ws (rev ws) (round ws rs)).
Proof. cbn [fill]. cbv zeta. now rewrite !sweep_rev_spec, !app_nil_r. Qed.

Lemma step_sym g p q : step g p q -> step g q p.
Proof. destruct p, q. unfold step. intuition. Qed.

Lemma linked_sym g p q : clos_refl_trans _ (step g) p q -> clos_refl_trans _ (step g) q p.
Proof.
  induction 1; [apply rt_step; now apply step_sym | apply rt_refl | now apply rt_trans with y].
Qed.

Section Fill.
  Variable ws : grid.
  Variables r0 c0 : nat.
  Hypothesis white0 : whiteb ws r0 c0 = true.

  Let linked r c := clos_refl_trans _ (step ws) (r0, c0) (r, c).

  Lemma linked_side r c : whiteb ws r c = true -> whiteb ws r (S c) = true -> (linked r c <-> linked r (S c)).
  Proof.
    intros H1 H2. split; intros H; (eapply rt_trans; [exact H|]); apply rt_step; simpl;
      (split; [assumption|]); (split; [assumption|]); left; intuition.
  Qed.

  Lemma linked_down r c : whiteb ws r c = true -> whiteb ws (S r) c = true -> (linked r c <-> linked (S r) c).
  Proof.
    intros H1 H2. split; intros H; (eapply rt_trans; [exact H|]); apply rt_step; simpl;
      (split; [assumption|]); (split; [assumption|]); right; intuition.
  Qed.

  Lemma fill_spec fuel : forall rs, le_grid rs ws -> whiteb rs r0 c0 = true ->
    (forall r c, whiteb rs r c = true -> linked r c) -> weight ws - weight rs < fuel ->
    (fill fuel ws (rev ws) rs = true <-> one_region ws).
  Proof.
    induction fuel as [|fuel IH]; intros rs Hle H0 Hl Hw; [lia|]. rewrite fill_round.
    destruct (round_above ws rs Hle) as (U1 & U2).
    pose proof (le_grid_trans _ _ _ U1 U2) as U.
    pose proof (round_below ws rs) as B.
    assert (L' : forall r c, whiteb (round ws rs) r c = true -> linked r c).
    { apply round_sound; [easy | apply linked_side | apply linked_down]. }
    destruct (grid_eqb (round ws rs) ws) eqn:E1.
    - apply grid_eqb_spec in E1. split; [intros _ | easy].
      intros r c r' c' W W'. rewrite E1 in L'.
      apply rt_trans with (r0, c0); [apply linked_sym|]; now apply L'.
    - destruct (grid_eqb (round ws rs) rs) eqn:E2.
      + split; [easy|]. intros O. exfalso. apply grid_eqb_spec in E2.
        destruct (round_closed ws rs Hle E2) as (C1 & C2).
        assert (G : forall p q, clos_refl_trans_n1 _ (step ws) p q ->
                    (let (r, c) := p in whiteb rs r c = true) -> let (r, c) := q in whiteb rs r c = true).
        { intros p q H. induction H as [|[r c] [r' c'] Hs _ IHc]; [easy|]. intros Hp. specialize (IHc Hp).
          simpl in IHc. destruct Hs as (W1 & W2 & [(-> & [->| ->])|(-> & [->| ->])]).
          - now apply (C1 _ _ W1 W2).
          - now apply (C1 _ _ W2 W1).
          - now apply (C2 _ _ W1 W2).
          - now apply (C2 _ _ W2 W1). }
        assert (Eq : rs = ws).
        { apply le_grid_antisym; [easy|].
          assert (F : forall r c, whiteb ws r c = true -> whiteb rs r c = true).
          { intros r c W. apply (G (r0, c0) (r, c)); [|exact H0].
            apply clos_rt_rtn1. apply O; assumption. }
          pose proof Hle as Hle'. clear - F Hle'.
          induction Hle' as [|x y a b Hxy H IH]; constructor.
          - assert (F0 : forall c, nth c y false = true -> nth c x false = true) by (intros c Hc; now apply (F 0 c)).
            clear - F0 Hxy. induction Hxy as [|p q x y Hpq H IH]; constructor.
            + intros ->. now apply (F0 0).
            + apply IH. intros c. apply (F0 (S c)).
          - apply IH. intros r c. apply (F (S r) c). }
        rewrite Eq in E2. rewrite Eq, E2 in E1.
        assert (T : grid_eqb ws ws = true) by now apply grid_eqb_spec. congruence.
      + apply IH; [easy | | easy |].
        * now apply (le_grid_white _ _ U).
        * destruct (le_grid_weight _ _ U) as (W1 & W2). destruct (le_grid_weight _ _ B) as (W3 & _).
          assert (weight rs <> weight (round ws rs)).
          { intros Eq. apply W2 in Eq. rewrite <- Eq in E2.
            assert (grid_eqb rs rs = true) by now apply grid_eqb_spec. congruence. }
          lia.
  Qed.
End Fill.

Theorem one_regionb_spec n g : is_grid n g -> (one_regionb n g = true <-> one_region g).
Proof.
  intros G. unfold one_regionb. rewrite <- rev_alt.
  assert (W : weight g <= n * n).
  { destruct G as (L & H). rewrite <- L at 1. now apply weight_bound. }
  destruct (existsb (fun row => existsb (fun b => b) row) g) eqn:E.
  - assert (Ex : exists r c, whiteb g r c = true).
    { apply existsb_exists in E. destruct E as (row & Hrow & E). apply existsb_exists in E.
      destruct E as (b & Hb & ->). apply (In_nth _ _ []) in Hrow. destruct Hrow as (r & _ & <-).
      apply (In_nth _ _ false) in Hb. destruct Hb as (c & _ & Hc). now exists r, c. }
    destruct Ex as (r & c & Hrc). destruct (seed_exists g r c Hrc) as (r0 & c0 & H0).
    assert (white0 : whiteb g r0 c0 = true) by now apply (le_grid_white _ _ (seed_below g)).
    apply (fill_spec g r0 c0 white0 (S (n * n)) (seed g)).
    + apply seed_below.
    + easy.
    + intros r' c' H'. assert (Eq : (r', c') = (r0, c0)) by now apply (seed_unique g).
      rewrite Eq. apply rt_refl.
    + lia.
  - assert (N : forall r c, whiteb g r c = true -> False).
    { intros r c H. assert (T : existsb (fun row => existsb (fun b => b) row) g = true).
      { apply existsb_exists. exists (nth r g []). pose proof (whiteb_length _ _ _ H).
        split; [now apply nth_In|]. apply existsb_exists. exists true. split; [|easy].
        unfold whiteb in H. rewrite <- H. apply nth_In.
        destruct (le_lt_dec (length (nth r g [])) c); [|easy]. rewrite nth_overflow in H; easy. }
      congruence. }
    split; [intros _ r c r' c' Wh; now apply N in Wh|]. intros _.
    rewrite fill_round.
    assert (Eq : round g (seed g) = g).
    { pose proof (round_below g (seed g)) as B. pose proof (le_grid_length _ _ B).
      apply le_grid_antisym; [easy|]. clear - B N.
      induction B as [|x y a b Hxy H IH]; constructor.
      - assert (F0 : forall c, nth c y false = true -> False) by (intros c; apply (N 0 c)).
        clear - F0 Hxy. induction Hxy as [|p q x y Hpq H IH]; constructor.
        + intros ->. now destruct (F0 0).
        + apply IH. intros c. apply (F0 (S c)).
      - apply IH. intros r c. apply (N (S r) c). }
    rewrite Eq. assert (T : grid_eqb g g = true) by now apply grid_eqb_spec. now rewrite T.
Qed.
