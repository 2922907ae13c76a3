(** Decides a column from its two halves, each read towards the middle.

    Under a half turn the lower half of a column is the upper half of the opposite one, upside down.
    The automaton of [Lines.v] reads both halves from their ends; [join] decides the whole column from
    the two states. All runs but the one through the middle are decided already, because a run obeys
    the rules read either way. With an odd number of rows both halves end with the middle letter. *)

From Coq Require Import Arith List Bool Lia.
From Gridcheck Require Import Spec Lines Decide Sanity.
Import ListNotations.

(** The state after the letters [ls], if no limit is broken for good. *)
Fixpoint wrun (R : ruleset) (q : wstate) (ls : list letter) : option wstate :=
  match ls with
  | [] => Some q
  | l :: ls' => match wstep R q l with Some q' => wrun R q' ls' | None => None end
  end.

Lemma accepts_app R a : forall q b,
  accepts R q (a ++ b) = match wrun R q a with Some q' => accepts R q' b | None => false end.
Proof. induction a as [|l a IH]; intros; simpl; [easy|]. destruct (wstep R q l); auto. Qed.

Lemma wrun_app R a : forall q b,
  wrun R q (a ++ b) = match wrun R q a with Some q' => wrun R q' b | None => None end.
Proof. induction a as [|l a IH]; intros; simpl; [easy|]. destruct (wstep R q l); auto. Qed.

Definition wlen (q : wstate) : nat := match q with Out => 0 | Run len _ _ _ => len end.
Definition wchk (q : wstate) : nat := match q with Out => 0 | Run _ chk _ _ => chk end.
Definition wunch (q : wstate) : nat := match q with Out => 0 | Run _ _ unch _ => unch end.
Definition wlead (q : wstate) : bool := match q with Out => true | Run _ _ _ lead => lead end.

(** The halves of a column in states [q] and [q'] meet; they share [o] letters, 0 or 1. *)
Definition join (R : ruleset) (o : nat) (q q' : wstate) : bool :=
  let k := wlen q + wlen q' - o in
  let m := wchk q + wchk q' - (if wunch q =? 0 then o else 0) in
  if k =? 0 then true
  else if k =? 1 then single_cells R &&& (m =? 1)
  else (min_word R <=? k) &&& withinb (max_word R) k &&& enoughb (letters_checked R) k m
       &&& withinb (max_unchecked_run R) (wunch q + wunch q' - o)
       &&& (if wlead q then withinb (max_unchecked_run_at_ends R) (wlen q + wunch q' - o) else true)
       &&& (if wlead q' then withinb (max_unchecked_run_at_ends R) (wlen q' + wunch q - o) else true).

(** Some letters for the [t] squares between the halves in states [q] and [q'] make a good column. *)
Fixpoint possible (R : ruleset) (t : nat) (q q' : wstate) : bool :=
  match t with
  | 0 => join R 0 q q'
  | S t' => existsb (fun l => match wstep R q l with Some q1 => possible R t' q1 q' | None => false end)
              [(false, false); (true, true); (true, false)]
  end.

(** ** The run at the end of what is read *)

Fixpoint trail (cur : list bool) (ls : list letter) : list bool :=
  match ls with
  | [] => cur
  | (true, x) :: ls' => trail (x :: cur) ls'
  | (false, _) :: ls' => trail [] ls'
  end.

Lemma wrun_describes R ls : forall q cur q', describes q cur -> no_breach R cur -> wrun R q ls = Some q' ->
  describes q' (trail cur ls) /\ no_breach R (trail cur ls).
Proof.
  induction ls as [|[[|] x] ls IH]; intros q cur q' D B E; simpl in E |- *.
  - now injection E as <-.
  - unfold wstep in E. simpl in E. cbv zeta in E. destruct (alive R (grow q x)) eqn:A; [|easy].
    apply (IH (grow q x)); [now apply describes_grow | now apply (alive_spec R q cur x D B) | easy].
  - unfold wstep in E. simpl in E. destruct (close R q); [|easy].
    apply (IH Out); [easy | apply no_breach_nil | easy].
Qed.

Lemma trail_snoc ls : forall cur l, trail cur (ls ++ [l]) =
  if fst l then snd l :: trail cur ls else [].
Proof. induction ls as [|[[|] x] ls IH]; intros cur [[|] y]; simpl; auto; now rewrite IH. Qed.

Lemma trail_split R ls : forall q, wrun R Out ls = Some q ->
  exists ls1, ls = ls1 ++ map (pair true) (rev (trail [] ls)) /\ wrun R Out ls1 = Some Out /\ stops (rev ls1).
Proof.
  induction ls as [|[b x] ls IH] using rev_ind; intros q E.
  - now exists [].
  - rewrite wrun_app in E. destruct (wrun R Out ls) as [q1|] eqn:E1; [|easy].
    rewrite trail_snoc. destruct b; simpl fst; simpl snd; cbv iota.
    + destruct (IH q1 eq_refl) as (ls1 & H1 & H2 & H3). exists ls1. split; [|easy].
      simpl rev. rewrite map_app, app_assoc, <- H1. easy.
    + exists (ls ++ [(false, x)]). rewrite app_nil_r. split; [easy|]. split.
      * rewrite wrun_app, E1. simpl in E |- *. unfold wstep in *. simpl in *. destruct (close R q1); [easy | easy].
      * rewrite rev_app_distr. easy.
Qed.

Lemma runs_of_whites w : forall cur rest, runs_of cur (map (pair true) w ++ rest) = runs_of (rev w ++ cur) rest.
Proof. induction w as [|x w IH]; intros; simpl; [easy|]. now rewrite IH, <- app_assoc. Qed.

Lemma runs_of_stop cur rest : stops rest ->
  runs_of cur rest = (match cur with [] => [] | _ => [rev cur] end) ++ runs_of [] rest.
Proof.
  destruct rest as [|[[|] x] rest]; simpl; try easy; destruct cur; easy.
Qed.

(** A column whose halves end in the runs [ca] and [cb] is decided by the run through the middle. *)
Lemma middle_run R a b q q' : wrun R Out a = Some q -> wrun R Out b = Some q' ->
  (accepts R Out (a ++ rev b) = true <-> pattern_ok R (rev (trail [] a) ++ trail [] b)).
Proof.
  intros Ea Eb. rewrite accepts_app, Ea.
  destruct (wrun_describes R a Out [] q ltac:(easy) (no_breach_nil R) Ea) as (D & B).
  rewrite (accepts_runs R (rev b) q (trail [] a) D B).
  destruct (trail_split R b q' Eb) as (b1 & H1 & H2 & H3).
  set (cb := trail [] b) in *. rewrite H1, rev_app_distr, <- map_rev, rev_involutive.
  rewrite runs_of_whites, runs_of_stop by easy.
  assert (O : forall w, In w (runs_of [] (rev b1)) -> pattern_ok R w).
  { assert (A : accepts R Out b1 = true) by (rewrite <- (app_nil_r b1), accepts_app, H2; easy).
    apply accepts_rev in A. apply (accepts_runs R (rev b1) Out []); [easy | apply no_breach_nil | easy]. }
  assert (E : rev (trail [] a) ++ cb = rev (rev cb ++ trail [] a)) by now rewrite rev_app_distr, rev_involutive.
  rewrite E. destruct (rev cb ++ trail [] a) as [|x l].
  - simpl. split; [easy | intros _; exact O].
  - split.
    + intros H. apply H. now left.
    + intros H w [<-|Hw]; [exact H | now apply O].
Qed.

(** ** The run through the middle *)

Lemma describes_parts q cur : describes q cur ->
  wlen q = length cur /\ wchk q = count_true cur /\ wunch q <= length cur /\
  (forall x, x < wunch q -> nth x cur true = false) /\
  (wunch q < length cur -> nth (wunch q) cur true = true) /\ wlead q = (wunch q =? length cur).
Proof.
  destruct q as [|len chk unch lead]; simpl.
  - intros ->. simpl. repeat split; intros; lia.
  - intros (_ & -> & H). intuition.
Qed.

Lemma count_true_cons x l : count_true (x :: l) = (if x then 1 else 0) + count_true l.
Proof. unfold count_true. now destruct x. Qed.

Lemma join_spec R o q q' a b : describes q a -> no_breach R a -> describes q' b -> no_breach R b ->
  o = 0 \/ o = 1 /\ (a = [] /\ b = [] \/ exists x a0 b0, a = x :: a0 /\ b = x :: b0) ->
  (join R o q q' = true <-> pattern_ok R (rev a ++ skipn o b)).
Proof.
  intros D (B1 & B2 & B3) D' (B1' & B2' & B3') HO.
  destruct (describes_parts q a D) as (Pl & Pc & Pu & Ps & Pn & Pd).
  destruct (describes_parts q' b D') as (Pl' & Pc' & Pu' & Ps' & Pn' & Pd').
  clear D D'. set (w := rev a ++ skipn o b).
  assert (Ho : o <= 1 /\ (o = 1 -> length a = 0 -> length b = 0) /\ (o = 1 -> length b = 0 -> length a = 0)).
  { destruct HO as [->|(-> & [(-> & ->)|(x & a0 & b0 & -> & ->)])]; simpl; lia. }
  assert (Lw : length w = length a + length b - o).
  { unfold w. rewrite app_length, rev_length, skipn_length. lia. }
  assert (Na : forall p, p < length a -> nth p w true = nth (length a - S p) a true).
  { intros p Hp. unfold w. rewrite app_nth1 by now rewrite rev_length. now rewrite rev_nth. }
  assert (Nb : forall p, length a <= p -> nth p w true = nth (p - length a + o) b true).
  { intros p Hp. unfold w. rewrite app_nth2; rewrite rev_length; [|easy].
    destruct HO as [->|(-> & _)]; [now rewrite Nat.add_0_r|].
    rewrite Nat.add_1_r. destruct b; [simpl; now destruct (p - length a) | easy]. }
  assert (Nb' : forall p, length a <= p + o -> nth p w true = nth (p + o - length a) b true).
  { intros p Hp. destruct (le_lt_dec (length a) p) as [L|L].
    - rewrite Nb by easy. f_equal. lia.
    - rewrite Na by easy. replace (length a - S p) with 0 by lia. replace (p + o - length a) with 0 by lia.
      destruct HO as [->|(-> & [(-> & ->)|(x & a0 & b0 & -> & ->)])]; [lia | easy | easy]. }
  assert (Cw : count_true w = wchk q + wchk q' - (if wunch q =? 0 then o else 0)).
  { unfold w. rewrite count_true_app, count_true_rev, Pc, Pc'.
    destruct HO as [->|(-> & [(-> & ->)|(x & a0 & b0 & -> & ->)])].
    - simpl. destruct (wunch q =? 0); lia.
    - unfold count_true. simpl. destruct (wunch q =? 0); lia.
    - simpl skipn. rewrite !count_true_cons. destruct x.
      + assert (Z : wunch q = 0).
        { destruct (wunch q) eqn:E; [easy|]. specialize (Ps 0 ltac:(lia)). easy. }
        rewrite Z. simpl. lia.
      + assert (Z : wunch q <> 0).
        { intros E. rewrite E in Pn. specialize (Pn ltac:(simpl; lia)). easy. }
        destruct (Nat.eqb_spec (wunch q) 0); [easy | lia]. }
  (* An unchecked stretch lies in one half, or reaches from the last unchecked letters of one to those of the other. *)
  assert (Un : forall p, (forall x, x < p -> nth x a true = false) -> p <= length a -> p <= wunch q).
  { intros p Hp Hl. destruct (le_lt_dec p (wunch q)) as [|L]; [easy|]. specialize (Pn ltac:(lia)).
    specialize (Hp (wunch q) L). congruence. }
  assert (Un' : forall p, (forall x, x < p -> nth x b true = false) -> p <= length b -> p <= wunch q').
  { intros p Hp Hl. destruct (le_lt_dec p (wunch q')) as [|L]; [easy|]. specialize (Pn' ltac:(lia)).
    specialize (Hp (wunch q') L). congruence. }
  assert (St : forall i j, stretch w i j ->
    stretch a (length a - i - j) j /\ i + j <= length a \/
    stretch b (i + o - length a) j /\ length a <= i + o \/
    i < length a /\ length a < i + j /\ length a - i <= wunch q /\ i + j + o - length a <= wunch q').
  { intros i j (H1 & H2). rewrite Lw in H1. destruct (le_lt_dec (i + j) (length a)) as [L1|L1].
    - left. split; [|easy]. split; [lia|]. intros x Hx.
      replace x with (length a - S (length a - S x)) by lia. rewrite <- Na by lia. apply H2. lia.
    - right. destruct (le_lt_dec (length a) (i + o)) as [L2|L2].
      + left. split; [|easy]. split; [lia|]. intros x Hx.
        replace x with (x + length a - o + o - length a) by lia. rewrite <- Nb' by lia. apply H2. lia.
      + right. split; [lia|]. split; [lia|]. split.
        * apply Un; [|lia]. intros x Hx. replace x with (length a - S (length a - S x)) by lia.
          rewrite <- Na by lia. apply H2. lia.
        * apply Un'; [|lia]. intros x Hx. replace x with (x + length a - o + o - length a) by lia.
          rewrite <- Nb' by lia. apply H2. lia. }
  assert (Cross : stretch w (length a - wunch q) (wunch q + wunch q' - o)).
  { split; [lia|]. intros x Hx. destruct (le_lt_dec (length a) x) as [L|L].
    - rewrite Nb' by lia. apply Ps'. lia.
    - rewrite Na by easy. apply Ps. lia. }
  unfold join. cbv zeta. rewrite Pl, Pl', <- Lw, <- Cw.
  destruct (Nat.eqb_spec (length w) 0) as [Z|Z].
  { destruct w; [easy | simpl in Z; lia]. }
  destruct (Nat.eqb_spec (length w) 1) as [O|O].
  { destruct w as [|x [|y w]]; simpl in O; try lia. simpl. rewrite and_true, Nat.eqb_eq.
    unfold count_true. destruct x; simpl; intuition lia. }
  rewrite pattern_two by lia. unfold word_pattern_ok.
  rewrite !and_true, Nat.leb_le, !withinb_spec, enoughb_spec, Pd, Pd'. split.
  - intros (((((H1 & H2) & H3) & H4) & H5) & H6). repeat split; auto.
    + intros i j S. destruct (St i j S) as [(S1 & _)|[(S1 & _)|(S1 & S2 & S3 & S4)]]; eauto.
      apply within_le with (1 := H4). lia.
    + intros j S. destruct (Nat.eq_dec j 0) as [->|J]; [apply within_0|].
      destruct (St 0 j S) as [(S1 & S2)|[(S1 & S2)|(S1 & S2 & S3 & S4)]].
      * apply B3; [lia|]. now rewrite Nat.sub_0_r in S1.
      * destruct S as (S & S'). rewrite Lw in S.
        assert (Ea : wunch q = length a).
        { destruct (Nat.eq_dec (length a) 0) as [|Na0]; [lia|]. enough (length a <= wunch q) by lia.
          apply Un; [|easy]. intros x Hx. specialize (S' 0 ltac:(lia)). rewrite Na in S' by lia.
          now replace x with (length a - 1) by lia. }
        rewrite Ea, Nat.eqb_refl in H5. apply within_le with (length a + wunch q' - o); [now apply withinb_spec|].
        destruct S1 as (S1 & S1'). enough (j <= wunch q') by lia.
        apply Un'; [|lia]. intros x Hx. apply S1'. lia.
      * destruct (Nat.eqb_spec (wunch q) (length a)) as [E|E]; [|lia].
        apply within_le with (length a + wunch q' - o); [now apply withinb_spec | lia].
    + intros j S. destruct (Nat.eq_dec j 0) as [->|J]; [apply within_0|].
      assert (Lj : j <= length w) by (destruct S; lia).
      destruct (St _ j S) as [(S1 & S2)|[(S1 & S2)|(S1 & S2 & S3 & S4)]].
      * destruct S as (S & S'). rewrite Lw in *.
        assert (Eb : wunch q' = length b).
        { destruct (Nat.eq_dec (length b) 0) as [|Nb0]; [lia|]. enough (length b <= wunch q') by lia.
          apply Un'; [|easy]. intros x Hx. specialize (S' (length a - 1) ltac:(lia)). rewrite Nb' in S' by lia.
          now replace x with (length a - 1 + o - length a) by lia. }
        rewrite Eb, Nat.eqb_refl in H6. apply within_le with (length b + wunch q - o); [now apply withinb_spec|].
        destruct S1 as (S1 & S1'). enough (j <= wunch q) by lia.
        apply Un; [|lia]. intros x Hx. apply S1'. lia.
      * apply B3'; [destruct S1; lia|]. rewrite Lw in S1.
        now replace (length a + length b - o - j + o - length a) with (length b - j) in S1 by lia.
      * rewrite Lw in *. destruct (Nat.eqb_spec (wunch q') (length b)) as [E|E]; [|lia].
        apply within_le with (length b + wunch q - o); [now apply withinb_spec | lia].
  - intros (H1 & H2 & H3 & H4 & H5 & H6). repeat split; auto.
    + eauto.
    + destruct (Nat.eqb_spec (wunch q) (length a)) as [E|]; [|easy]. apply withinb_spec, H5.
      rewrite E, Nat.sub_diag in Cross. exact Cross.
    + destruct (Nat.eqb_spec (wunch q') (length b)) as [E|]; [|easy]. apply withinb_spec, H6.
      rewrite E in Cross. rewrite Lw in *.
      replace (length a + length b - o - (length b + wunch q - o)) with (length a - wunch q) by lia.
      now replace (length b + wunch q - o) with (wunch q + length b - o) by lia.
Qed.

(** ** A column from its two halves *)

Lemma join_even R a b q q' : wrun R Out a = Some q -> wrun R Out b = Some q' ->
  (accepts R Out (a ++ rev b) = true <-> join R 0 q q' = true).
Proof.
  intros Ea Eb. rewrite (middle_run R a b q q' Ea Eb).
  destruct (wrun_describes R a Out [] q ltac:(easy) (no_breach_nil R) Ea) as (D & B).
  destruct (wrun_describes R b Out [] q' ltac:(easy) (no_breach_nil R) Eb) as (D' & B').
  rewrite (join_spec R 0 q q' _ _ D B D' B') by now left. easy.
Qed.

Lemma join_odd R a b l q q' : wrun R Out (a ++ [l]) = Some q -> wrun R Out (b ++ [l]) = Some q' ->
  (accepts R Out (a ++ l :: rev b) = true <-> join R 1 q q' = true).
Proof.
  intros Ea Eb. assert (Eb0 : exists q0, wrun R Out b = Some q0).
  { rewrite wrun_app in Eb. destruct (wrun R Out b) as [q0|]; [now exists q0 | easy]. }
  destruct Eb0 as (q0 & Eb0).
  destruct (wrun_describes R _ Out [] q ltac:(easy) (no_breach_nil R) Ea) as (D & B).
  destruct (wrun_describes R _ Out [] q' ltac:(easy) (no_breach_nil R) Eb) as (D' & B').
  assert (E : a ++ l :: rev b = (a ++ [l]) ++ rev b) by now rewrite <- app_assoc.
  rewrite E, (middle_run R _ b q q0 Ea Eb0). rewrite trail_snoc in *.
  destruct l as [[|] x]; simpl fst in *; simpl snd in *; cbv iota in *.
  - rewrite (join_spec R 1 q q' _ _ D B D' B'); [easy|]. right. split; [easy|]. right.
    exists x, (trail [] a), (trail [] b). easy.
  - rewrite (join_spec R 1 q q' [] [] D B D' B') by (right; split; [easy | now left]). simpl.
    split; [easy|]. intros _.
    destruct (wrun_describes R b Out [] q0 ltac:(easy) (no_breach_nil R) Eb0) as (D0 & B0).
    rewrite wrun_app, Eb0 in Eb. simpl in Eb. unfold wstep in Eb. simpl in Eb.
    destruct (close R q0) eqn:C; [|easy]. apply (close_spec R q0 _ D0 B0) in C.
    apply pattern_ok_rev in C. now rewrite rev_involutive in C.
Qed.

Lemma possible_column R b mid : forall a q q', wrun R Out a = Some q -> wrun R Out b = Some q' ->
  accepts R Out (a ++ mid ++ rev b) = true -> possible R (length mid) q q' = true.
Proof.
  induction mid as [|l mid IH]; intros a q q' Ea Eb A; cbn [length possible app] in *.
  - now apply (join_even R a b q q' Ea Eb).
  - assert (E : a ++ l :: mid ++ rev b = (a ++ [l]) ++ mid ++ rev b) by now rewrite <- app_assoc.
    rewrite E in A. pose proof A as A'. rewrite accepts_app in A'.
    destruct (wrun R Out (a ++ [l])) as [q1|] eqn:E1; [|easy].
    specialize (IH _ _ _ E1 Eb A). rewrite wrun_app, Ea in E1. cbn [wrun] in E1.
    apply existsb_exists. exists (if fst l then l else (false, false)). destruct l as [[|] x].
    + split; [destruct x; simpl; tauto|]. simpl fst. cbv iota.
      destruct (wstep R q (true, x)); [|easy]. injection E1 as ->. exact IH.
    + split; [simpl; tauto|]. simpl fst. cbv iota. change (wstep R q (false, x)) with (wstep R q (false, false)) in E1.
      destruct (wstep R q (false, false)); [|easy]. injection E1 as ->. exact IH.
Qed.
