(** Judges one line of a grid by an automaton, and proves that it judges as [Spec] does.

    A letter is a pair: the square is white, and it has a white neighbour across the line.
    [runs_of] states runs a second time, as lists; [runs_of_spec] proves that both agree. *)

From Coq Require Import Arith List Bool Lia.
From Gridcheck Require Import Spec.
Import ListNotations.

(** Conjunction that stops at the first [false], also where the kernel evaluates it. *)
Notation "a &&& b" := (if a then b else false) (at level 40, left associativity).

Lemma and_true (a b : bool) : a &&& b = true <-> a = true /\ b = true.
Proof. destruct a; intuition easy. Qed.

Definition letter := (bool * bool)%type.

Definition withinb (limit : option nat) (k : nat) : bool :=
  match limit with Some most => k <=? most | None => true end.

Definition enoughb (how : checking) (k m : nat) : bool :=
  match how with
  | All => m =? k
  | CeilHalf => m =? Nat.div2 (S k)
  | EitherHalf => (m =? Nat.div2 (S k)) || (m =? Nat.div2 k)
  | AtLeastHalf => Nat.div2 (S k) <=? m
  | Any => true
  end.

(** Between squares: [Out] after a black square or at the start; [Run len chk unch lead] inside a
    run of [len] squares so far, [chk] of them crossed, the last [unch] of them uncrossed, and
    [lead] if all of them are uncrossed. *)
Inductive wstate := Out | Run (len chk unch : nat) (lead : bool).

Definition close (R : ruleset) (q : wstate) : bool :=
  match q with
  | Out => true
  | Run len chk unch _ =>
      if len =? 1 then single_cells R &&& (chk =? 1)
      else (min_word R <=? len) &&& withinb (max_unchecked_run_at_ends R) unch
           &&& enoughb (letters_checked R) len chk
  end.

(** The state after one more white square. *)
Definition grow (q : wstate) (x : bool) : wstate :=
  match q with
  | Out => if x then Run 1 1 0 false else Run 1 0 1 true
  | Run len chk unch lead =>
      if x then Run (S len) (S chk) 0 false else Run (S len) chk (S unch) lead
  end.

Definition alive (R : ruleset) (q : wstate) : bool :=
  match q with
  | Out => true
  | Run len chk unch lead =>
      (if len =? 1 then true else withinb (max_word R) len)
      &&& withinb (max_unchecked_run R) unch
      &&& (if lead then withinb (max_unchecked_run_at_ends R) unch else true)
  end.

Definition wstep (R : ruleset) (q : wstate) (l : letter) : option wstate :=
  if fst l then
    let q' := grow q (snd l) in if alive R q' then Some q' else None
  else if close R q then Some Out else None.

Fixpoint accepts (R : ruleset) (q : wstate) (ls : list letter) : bool :=
  match ls with
  | [] => close R q
  | l :: ls' => match wstep R q l with Some q' => accepts R q' ls' | None => false end
  end.

(** ** Patterns: the list of a run's letters, [true] where crossed. *)

Definition stretch (w : list bool) (i j : nat) : Prop :=
  i + j <= length w /\ forall x, i <= x < i + j -> nth x w true = false.

Definition count_true (w : list bool) : nat := length (filter (fun b => b) w).

(** A run whose letters are [w] obeys the rules. *)
Definition word_pattern_ok (R : ruleset) (w : list bool) : Prop :=
  min_word R <= length w /\ within (max_word R) (length w) /\
  enough (letters_checked R) (length w) (count_true w) /\
  (forall i j, stretch w i j -> within (max_unchecked_run R) j) /\
  (forall j, stretch w 0 j -> within (max_unchecked_run_at_ends R) j) /\
  (forall j, stretch w (length w - j) j -> within (max_unchecked_run_at_ends R) j).

Definition pattern_ok (R : ruleset) (w : list bool) : Prop :=
  match w with
  | [] => True
  | [x] => single_cells R = true /\ x = true
  | _ => word_pattern_ok R w
  end.

(** The patterns of a line's runs; [cur] holds the letters of the run at hand, last first. *)
Fixpoint runs_of (cur : list bool) (ls : list letter) : list (list bool) :=
  match ls with
  | [] => match cur with [] => [] | _ => [rev cur] end
  | (true, x) :: ls' => runs_of (x :: cur) ls'
  | (false, _) :: ls' => match cur with [] => runs_of [] ls' | _ => rev cur :: runs_of [] ls' end
  end.

(** ** Small facts *)

Lemma withinb_spec l k : withinb l k = true <-> within l k.
Proof. destruct l; simpl; [apply Nat.leb_le | tauto]. Qed.

Lemma within_le l j k : within l k -> j <= k -> within l j.
Proof. destruct l; simpl; lia. Qed.

Lemma within_0 l : within l 0.
Proof. destruct l; simpl; lia. Qed.

Lemma enoughb_spec how k m : enoughb how k m = true <-> enough how k m.
Proof.
  assert (H2 : forall a, Nat.div2 a = a / 2) by apply Nat.div2_div.
  destruct how; unfold enoughb, enough; rewrite ?H2, ?Nat.add_1_r.
  - apply Nat.eqb_eq.
  - apply Nat.eqb_eq.
  - rewrite orb_true_iff, !Nat.eqb_eq. tauto.
  - rewrite Nat.leb_le.
    pose proof (Nat.div_mod (S k) 2 ltac:(lia)). pose proof (Nat.mod_upper_bound (S k) 2 ltac:(lia)). lia.
  - tauto.
Qed.

Lemma count_true_app a b : count_true (a ++ b) = count_true a + count_true b.
Proof. unfold count_true. now rewrite filter_app, app_length. Qed.

Lemma count_true_rev w : count_true (rev w) = count_true w.
Proof.
  induction w as [|a w IH]; simpl; [easy|]. rewrite count_true_app, IH.
  unfold count_true. simpl. destruct a; simpl; lia.
Qed.

Lemma pattern_two R w : 2 <= length w -> (pattern_ok R w <-> word_pattern_ok R w).
Proof. destruct w as [|a [|b w]]; simpl length; [lia | lia | reflexivity]. Qed.

Lemma nth_flip (w : list bool) i : i < length w -> nth i w true = nth i w false.
Proof. intros H. now apply nth_indep. Qed.

(** ** The automaton's state describes the letters read so far. *)

(** [describes q cur]: [q] is the state after the run [rev cur]. *)
Definition describes (q : wstate) (cur : list bool) : Prop :=
  match q with
  | Out => cur = []
  | Run len chk unch lead =>
      cur <> [] /\ len = length cur /\ chk = count_true cur /\ unch <= len /\
      (forall x, x < unch -> nth x cur true = false) /\
      (unch < len -> nth unch cur true = true) /\ lead = (unch =? len)
  end.

Lemma describes_grow q cur x : describes q cur -> describes (grow q x) (x :: cur).
Proof.
  destruct q as [|len chk unch lead]; simpl.
  - intros ->. destruct x; simpl; repeat split; try easy; try lia.
    intros [|y] Hy; [easy | lia].
  - intros (Hne & -> & -> & Hle & Hlast & Hnext & ->).
    destruct x; unfold describes; simpl length; (split; [easy|]); (split; [easy|]); (split; [easy|]).
    + repeat split; try easy; try lia.
    + split; [lia|]. split; [|split].
      * intros [|y] Hy; simpl; [easy | apply Hlast; lia].
      * intros H. simpl. apply Hnext. lia.
      * reflexivity.
Qed.

(** No letter read so far breaks a limit. *)
Definition no_breach (R : ruleset) (cur : list bool) : Prop :=
  (2 <= length cur -> within (max_word R) (length cur)) /\
  (forall i j, stretch cur i j -> within (max_unchecked_run R) j) /\
  (forall j, j <= length cur -> stretch cur (length cur - j) j -> within (max_unchecked_run_at_ends R) j).

Lemma no_breach_nil R : no_breach R [].
Proof.
  unfold no_breach, stretch; simpl. split; [lia|].
  split; [intros i j [H _] | intros j H _]; assert (j = 0) as -> by lia; apply within_0.
Qed.

(** The state stays alive exactly as long as no limit is broken. *)
Lemma alive_spec R q cur x :
  describes q cur -> no_breach R cur -> (alive R (grow q x) = true <-> no_breach R (x :: cur)).
Proof.
  intros D B. pose proof (describes_grow _ _ x D) as D'.
  destruct (grow q x) as [|len chk unch lead]; [simpl in D'; easy|].
  destruct D' as (_ & Hlen & _ & Hle & Hlast & Hnext & Hlead).
  simpl alive. rewrite !and_true, withinb_spec.
  assert (M : (if len =? 1 then true else withinb (max_word R) len) = true <->
              (2 <= length (x :: cur) -> within (max_word R) (length (x :: cur)))).
  { rewrite <- Hlen. destruct len as [|[|len]]; [simpl in Hlen; lia | split; [lia | easy] |].
    cbn [Nat.eqb]. rewrite withinb_spec. split; [easy|]. intros H; apply H; lia. }
  rewrite M. unfold no_breach. destruct B as (_ & B1 & B2).
  assert (S0 : stretch (x :: cur) 0 unch) by (split; [lia | intros y Hy; apply Hlast; lia]).
  split.
  - intros ((H1 & H2) & H3). split; [easy|]. split.
    + intros [|i] j (Hj & Hw).
      * apply within_le with unch; [easy|].
        destruct (le_lt_dec j unch) as [|L]; [easy|]. exfalso.
        specialize (Hw unch ltac:(lia)). rewrite Hnext in Hw by (simpl in *; lia). easy.
      * apply (B1 i j). split; [simpl in *; lia|]. intros y Hy. apply (Hw (S y)). lia.
    + intros j Hj (Hj' & Hw).
      destruct (Nat.eq_dec j len) as [->|Hne].
      * destruct (Nat.eq_dec unch len) as [->|Hu].
        -- rewrite Hlead, Nat.eqb_refl, withinb_spec in H3. easy.
        -- exfalso. rewrite <- Hlen, Nat.sub_diag in Hw.
           specialize (Hw unch ltac:(lia)). rewrite Hnext in Hw by lia. easy.
      * cbn [length] in *. apply (B2 j); [lia|]. split; [lia|].
        intros y Hy. cbn [length] in *. specialize (Hw (S y)). cbn [nth] in Hw. apply Hw. lia.
  - intros (H1 & H2 & H3). split; [split; [easy|]|].
    + apply (H2 0). easy.
    + destruct lead; [|easy]. apply withinb_spec. symmetry in Hlead. apply Nat.eqb_eq in Hlead.
      apply H3; [lia|]. rewrite <- Hlen, Hlead in *. now rewrite Nat.sub_diag.
Qed.

Lemma stretch_rev w i j : stretch w i j -> stretch (rev w) (length w - i - j) j.
Proof.
  intros (H & Hx). split; [rewrite rev_length; lia|].
  intros x Hr. rewrite rev_nth by lia. apply Hx. lia.
Qed.

Lemma stretch_unrev w i j : stretch (rev w) i j -> stretch w (length w - i - j) j.
Proof. intros H. apply stretch_rev in H. now rewrite rev_involutive, rev_length in H. Qed.

(** A state that closes well has read a run that obeys the rules. *)
Lemma close_spec R q cur :
  describes q cur -> no_breach R cur -> (close R q = true <-> pattern_ok R (rev cur)).
Proof.
  intros D B. destruct q as [|len chk unch lead].
  - simpl in D. subst. simpl. tauto.
  - destruct D as (Hne & Hlen & Hchk & Hle & Hlast & Hnext & Hlead).
    destruct (Nat.eq_dec len 1) as [E|E].
    + subst len. destruct cur as [|x [|y cur]]; simpl in E; try lia.
      change (close R (Run (length [x]) chk unch lead)) with (single_cells R &&& (chk =? 1)).
      rewrite and_true, Nat.eqb_eq. subst chk.
      unfold count_true. destruct x; simpl; intuition lia.
    + assert (L : 2 <= length (rev cur)).
      { rewrite rev_length, <- Hlen. destruct cur; simpl in *; [easy | lia]. }
      rewrite (pattern_two R _ L). unfold word_pattern_ok. rewrite rev_length in *.
      rewrite count_true_rev, <- Hchk, <- Hlen.
      destruct B as (B0 & B1 & B2). rewrite <- Hlen in *.
      assert (C : close R (Run len chk unch lead) = (min_word R <=? len) &&&
          withinb (max_unchecked_run_at_ends R) unch &&& enoughb (letters_checked R) len chk).
      { simpl. destruct len as [|[|len']]; [lia | lia | easy]. }
      rewrite C, !and_true, Nat.leb_le, withinb_spec, enoughb_spec.
      split.
      * intros ((H1 & H2) & H3). split; [easy|]. split; [auto|]. split; [easy|]. split; [|split].
        -- intros i j H. apply stretch_unrev in H. now apply B1 in H.
        -- intros j H. assert (j <= len) by (destruct H; rewrite rev_length in *; lia).
           apply stretch_unrev in H. apply B2; [easy|]. now rewrite <- Hlen, Nat.sub_0_r in H.
        -- intros j H. apply within_le with unch; [easy|].
           destruct (le_lt_dec j unch) as [|Hlt]; [easy|]. exfalso.
           assert (len - j + j <= len) by (destruct H as [H _]; rewrite rev_length in H; lia).
           apply stretch_unrev in H. destruct H as (Ha & Hb).
           specialize (Hb unch ltac:(lia)). rewrite Hnext in Hb by lia. easy.
      * intros (H1 & H2 & H3 & H4 & H5 & H6). repeat split; auto.
        apply H6.
        assert (S0 : stretch cur 0 unch) by (split; [lia | intros y Hy; apply Hlast; lia]).
        apply stretch_rev in S0. now rewrite <- Hlen, Nat.sub_0_r in S0.
Qed.

(** A broken limit stays broken whatever follows. *)
Lemma pattern_no_breach R a cur : pattern_ok R (rev (a ++ cur)) -> no_breach R cur \/ length (a ++ cur) < 2.
Proof.
  intros H. destruct (le_lt_dec 2 (length (a ++ cur))) as [L|L]; [left | now right].
  rewrite pattern_two in H by now rewrite rev_length.
  unfold word_pattern_ok in H. rewrite rev_length, app_length in *.
  destruct H as (_ & H2 & _ & H4 & H5 & _).
  split; [|split].
  - intros _. apply within_le with (1 := H2). lia.
  - intros i j (Hj & Hx). apply (H4 (length cur - i - j)).
    split; [rewrite rev_length, app_length; lia|].
    intros y Hy. rewrite rev_nth; rewrite app_length; [|lia].
    rewrite app_nth2 by lia. apply Hx. lia.
  - intros j Hj (_ & Hx). apply (H5 j).
    split; [rewrite rev_length, app_length; lia|].
    intros y Hy. rewrite rev_nth; rewrite app_length; [|lia].
    rewrite app_nth2 by lia. apply Hx. lia.
Qed.

Lemma runs_of_breach R ls cur : cur <> [] -> ~ no_breach R cur ->
  exists w, In w (runs_of cur ls) /\ ~ pattern_ok R w.
Proof.
  intros Hne Hb.
  (* A single uncrossed letter is never good; with two letters a breach excludes the run. *)
  assert (E : forall a, ~ pattern_ok R (rev (a ++ cur))).
  { intros a H. destruct (pattern_no_breach _ _ _ H) as [|L]; [easy|].
    rewrite app_length in L. destruct cur as [|x [|y cur]]; simpl in L; [easy | | lia].
    destruct a; simpl in L; [|lia]. simpl in H. destruct H as (_ & ->). apply Hb.
    split; [simpl; lia|]. split.
    - intros i j (H1 & H2). destruct j; [apply within_0|].
      simpl in H1. assert (i = 0) by lia. subst. specialize (H2 0 ltac:(lia)). easy.
    - intros j Hj (H1 & H2). destruct j; [apply within_0|].
      cbn [length] in *. assert (j = 0) by lia. subst. specialize (H2 0 ltac:(lia)). easy. }
  enough (G : forall a, exists w, In w (runs_of (a ++ cur) ls) /\ ~ pattern_ok R w) by apply (G []).
  induction ls as [|[[|] x] ls IH]; intros a; simpl.
  - destruct (a ++ cur) eqn:Ea; [destruct a; simpl in Ea; congruence|].
    eexists. split; [left; reflexivity|]. rewrite <- Ea. now apply E.
  - apply (IH (x :: a)).
  - destruct (a ++ cur) eqn:Ea; [destruct a; simpl in Ea; congruence|].
    eexists. split; [left; reflexivity|]. rewrite <- Ea. now apply E.
Qed.

(** The automaton accepts exactly the lines all of whose runs obey the rules. *)
Theorem accepts_runs R ls : forall q cur, describes q cur -> no_breach R cur ->
  (accepts R q ls = true <-> forall w, In w (runs_of cur ls) -> pattern_ok R w).
Proof.
  induction ls as [|[[|] x] ls IH]; intros q cur D B; simpl.
  - rewrite (close_spec R q cur D B). destruct cur.
    + simpl. split; [easy|]. easy.
    + split; [intros H w [<-|[]]; exact H | intros H; apply H; now left].
  - unfold wstep; simpl fst; simpl snd; cbv iota.
    pose proof (alive_spec R q cur x D B) as A. cbv zeta.
    destruct (alive R (grow q x)) eqn:Eq.
    + apply IH; [now apply describes_grow | now apply A].
    + split; [easy|]. intros H. exfalso.
      destruct (runs_of_breach R ls (x :: cur)) as (w & Hw & Hbad); [easy | |].
      * intros N. apply A in N. congruence.
      * apply Hbad, H, Hw.
  - unfold wstep; simpl fst; cbv iota.
    pose proof (close_spec R q cur D B) as C.
    destruct (close R q) eqn:Eq.
    + rewrite (IH Out []) by (easy || apply no_breach_nil).
      destruct cur as [|y cur]; [tauto|]. split.
      * intros H w [<-|Hw]; [now apply C | now apply H].
      * intros H w Hw. apply H. now right.
    + split; [easy|]. intros H. exfalso.
      assert (N : ~ pattern_ok R (rev cur)) by (intros N; apply C in N; congruence).
      destruct cur as [|y cur]; [now apply N | apply N, H; now left].
Qed.

(** ** Runs by lists and runs by indices *)

Definition line_of (ls : list letter) (i : nat) : Prop := fst (nth i ls (false, false)) = true.
Definition crossed_of (ls : list letter) (i : nat) : bool := snd (nth i ls (false, false)).

Definition is_pattern_at (ls : list letter) (w : list bool) : Prop :=
  exists s, run (line_of ls) s (length w) /\ w = map (crossed_of ls) (seq s (length w)).

Definition letters_of_run (cur : list bool) : list letter := map (pair true) (rev cur).

Lemma letters_of_run_length cur : length (letters_of_run cur) = length cur.
Proof. unfold letters_of_run. now rewrite map_length, rev_length. Qed.

Lemma nth_letters_of_run cur rest i : i < length cur ->
  nth i (letters_of_run cur ++ rest) (false, false) = (true, nth i (rev cur) false).
Proof.
  intros H. rewrite app_nth1 by now rewrite letters_of_run_length. unfold letters_of_run.
  rewrite nth_indep with (d' := (true, false)) by now rewrite map_length, rev_length.
  now rewrite map_nth with (f := pair true).
Qed.

Definition stops (rest : list letter) : Prop :=
  match rest with [] => True | l :: _ => fst l = false end.

Lemma line_of_stop cur rest : stops rest -> ~ line_of (letters_of_run cur ++ rest) (length cur).
Proof.
  intros Hr. unfold line_of. rewrite app_nth2; rewrite letters_of_run_length; [|lia].
  rewrite Nat.sub_diag. destruct rest; simpl in *; [easy | now rewrite Hr].
Qed.

Lemma line_of_cur cur rest i : i < length cur -> line_of (letters_of_run cur ++ rest) i.
Proof. intros Hi. unfold line_of. now rewrite nth_letters_of_run. Qed.

(** The only run that starts within [cur] is [cur] itself, when a black square or the end follows. *)
Lemma run_at_cur cur rest s k : stops rest -> s <= length cur ->
  run (line_of (letters_of_run cur ++ rest)) s k -> s = 0 /\ k = length cur.
Proof.
  intros Hr Hs (H1 & H2 & H3 & H4). pose proof (line_of_stop cur rest Hr) as End.
  assert (s < length cur).
  { destruct (Nat.eq_dec s (length cur)) as [->|]; [|lia]. exfalso. apply End, H2. lia. }
  assert (s = 0).
  { destruct s as [|s]; [easy|]. exfalso. apply (H4 s eq_refl), line_of_cur. lia. }
  subst s. split; [easy|]. simpl in *.
  destruct (lt_eq_lt_dec k (length cur)) as [[L|L]|L]; [|easy|].
  - exfalso. apply H3, line_of_cur, L.
  - exfalso. apply End, H2. lia.
Qed.

Lemma run_cur cur rest : stops rest ->
  cur <> [] -> run (line_of (letters_of_run cur ++ rest)) 0 (length cur).
Proof.
  intros Hr Hne. split; [destruct cur; simpl; [easy | lia]|]. split; [|split].
  - intros i Hi. apply line_of_cur. lia.
  - now apply line_of_stop.
  - easy.
Qed.

Lemma map_nth_seq {A} (d : A) (w : list A) f n :
  length w = n -> (forall i, i < n -> f i = nth i w d) -> w = map f (seq 0 n).
Proof.
  intros L H. apply nth_ext with d (f 0).
  - now rewrite map_length, seq_length.
  - intros i Hi. rewrite map_nth, seq_nth by lia. simpl. symmetry. apply H. lia.
Qed.

Lemma pattern_cur cur rest :
  map (crossed_of (letters_of_run cur ++ rest)) (seq 0 (length cur)) = rev cur.
Proof.
  symmetry. apply map_nth_seq with false; [now rewrite rev_length|].
  intros i Hi. unfold crossed_of. now rewrite nth_letters_of_run.
Qed.

Lemma nth_later cur x ls i :
  nth (S (length cur) + i) (letters_of_run cur ++ (false, x) :: ls) (false, false)
  = nth i ls (false, false).
Proof.
  rewrite app_nth2; rewrite letters_of_run_length; [|lia].
  now replace (S (length cur) + i - length cur) with (S i) by lia.
Qed.

Lemma line_of_later cur x ls i :
  line_of (letters_of_run cur ++ (false, x) :: ls) (S (length cur) + i) <-> line_of ls i.
Proof. unfold line_of. now rewrite nth_later. Qed.

Lemma run_later cur x ls s k :
  run (line_of ls) s k <-> run (line_of (letters_of_run cur ++ (false, x) :: ls)) (S (length cur) + s) k.
Proof.
  unfold run. split; intros (H1 & H2 & H3 & H4); (split; [easy|]); (split; [|split]).
  - intros i Hi. replace i with (S (length cur) + (i - S (length cur))) by lia.
    apply line_of_later, H2. lia.
  - rewrite <- Nat.add_assoc, line_of_later. easy.
  - intros i Hi. destruct s.
    + assert (i = length cur) as -> by lia. now apply line_of_stop.
    + assert (i = S (length cur) + s) as -> by lia. rewrite line_of_later. now apply H4.
  - intros i Hi. rewrite <- (line_of_later cur x). apply H2. lia.
  - rewrite <- (line_of_later cur x), Nat.add_assoc. easy.
  - intros i Hi. rewrite <- (line_of_later cur x). apply H4. lia.
Qed.

Lemma map_later cur x ls s k :
  map (crossed_of (letters_of_run cur ++ (false, x) :: ls)) (seq (S (length cur) + s) k)
  = map (crossed_of ls) (seq s k).
Proof.
  revert s. induction k as [|k IH]; intros s; [easy|]. cbn [seq map]. f_equal.
  - unfold crossed_of. now rewrite nth_later.
  - rewrite <- IH. f_equal. f_equal. lia.
Qed.

(** The second statement of runs agrees with the first. *)
Theorem runs_of_spec ls : forall cur w,
  In w (runs_of cur ls) <-> is_pattern_at (letters_of_run cur ++ ls) w.
Proof.
  induction ls as [|[[|] x] ls IH]; intros cur w.
  - assert (P : is_pattern_at (letters_of_run cur ++ []) w <-> cur <> [] /\ w = rev cur).
    { split.
      - intros (s & Hr & Hw).
        assert (s <= length cur).
        { destruct Hr as (H1 & H2 & _). destruct (le_lt_dec s (length cur)); [easy|]. exfalso.
          specialize (H2 s ltac:(lia)). unfold line_of in H2.
          rewrite nth_overflow in H2; [easy|]. rewrite app_length, letters_of_run_length; simpl; lia. }
        destruct (run_at_cur cur [] s (length w)) as (-> & E); [easy | easy | easy |].
        rewrite E, pattern_cur in Hw. split; [|easy]. destruct Hr as (H1 & _).
        intros ->. simpl in E. lia.
      - intros (Hne & ->). exists 0. rewrite rev_length. split; [now apply run_cur|].
        now rewrite pattern_cur. }
    rewrite P. simpl. destruct cur as [|y cur].
    + simpl. split; [easy | now intros (H & _)].
    + split; [intros [<-|[]]; now split | intros (_ & ->); now left].
  - simpl. rewrite IH. unfold letters_of_run. simpl. rewrite map_app, <- app_assoc. simpl. easy.
  - assert (P : is_pattern_at (letters_of_run cur ++ (false, x) :: ls) w <->
                (cur <> [] /\ w = rev cur) \/ In w (runs_of [] ls)).
    { rewrite IH. change (letters_of_run [] ++ ls) with ls. split.
      - intros (s & Hr & Hw). destruct (le_lt_dec s (length cur)) as [L|L].
        + left. destruct (run_at_cur cur ((false, x) :: ls) s (length w)) as (-> & E); [easy | easy | easy |].
          rewrite E, pattern_cur in Hw. split; [|easy]. destruct Hr as (H1 & _).
          intros ->. simpl in E. lia.
        + right. replace s with (S (length cur) + (s - S (length cur))) in Hr, Hw by lia.
          exists (s - S (length cur)). rewrite map_later in Hw. split; [|easy].
          now apply (run_later cur x).
      - intros [(Hne & ->)|(s & Hr & Hw)].
        + exists 0. rewrite rev_length. split; [now apply run_cur|]. now rewrite pattern_cur.
        + exists (S (length cur) + s). rewrite map_later. split; [now apply run_later | easy]. }
    rewrite P. simpl. destruct cur as [|y cur].
    + split; [now right | intros [(H & _)|H]; [easy | easy]].
    + simpl. split.
      * intros [<-|H]; [left; now split | now right].
      * intros [(_ & ->)|H]; [now left | now right].
Qed.

(** The automaton accepts exactly the lines all of whose runs, by indices, obey the rules. *)
Theorem accepts_spec R ls :
  accepts R Out ls = true <->
  forall s k, run (line_of ls) s k -> pattern_ok R (map (crossed_of ls) (seq s k)).
Proof.
  rewrite (accepts_runs R ls Out []) by (easy || apply no_breach_nil). split.
  - intros H s k Hr. apply H. apply runs_of_spec. exists s. now rewrite map_length, seq_length.
  - intros H w Hw. apply runs_of_spec in Hw. destruct Hw as (s & Hr & ->). now apply H.
Qed.
