(** Counts valid grids by a pruned depth-first search, and proves that it counts them all.

    The search places rows from the top, square by square. A square whose image under the symmetry
    group is already placed is forced. A prefix is given up when a word of the row above, a word
    of the row at hand or a word of a column can no longer obey the rules. The last step decides
    validity of the whole grid, so pruning needs one property only: no valid grid is lost. *)

From Coq Require Import Arith NArith List Bool Lia Permutation FinFun.
From Gridcheck Require Import Spec Lines Decide Connected Validator.
Import ListNotations.

(** ** Forced squares *)

(** Where a square's colour is found: nowhere yet; in column [c] of the row [a + 1] rows up; or
    [d + 1] squares to the left. *)
Inductive source := Free | Above (a c : nat) | Left (d : nat).

Definition earlier (r c : nat) (p : nat * nat) : bool :=
  let (r', c') := p in (r' <? r) || ((r' =? r) && (c' <? c)).

Definition source_of (s : symmetry) (n r c : nat) : source :=
  match find (fun t : transform => earlier r c (t n (r, c))) (group s) with
  | None => Free
  | Some t => let (r', c') := t n (r, c) in
              if r' <? r then Above (r - 1 - r') c' else Left (c - 1 - c')
  end.

Definition plan (s : symmetry) (n : nat) : list (list source) :=
  map (fun r => map (source_of s n r) (seq 0 n)) (seq 0 n).

(** [stack] holds the rows placed so far and [bits] the squares of the row at hand, last first. *)
Definition look (stack : grid) (bits : list bool) (s : source) : option bool :=
  match s with
  | Free => None
  | Above a c => Some (nth c (nth a stack []) false)
  | Left d => Some (nth d bits false)
  end.

(** ** Words of the row at hand: the row below is not known, so letters are known to be crossed
    ([sure]) or may be. *)

Inductive pstate := POut | PRun (len sure : nat).

Definition sure_ok (how : checking) (len sure : nat) : bool :=
  match how with
  | CeilHalf | EitherHalf => sure <=? Nat.div2 (S len)
  | _ => true
  end.

Definition pclose (R : ruleset) (p : pstate) : bool :=
  match p with
  | POut => true
  | PRun len sure =>
      match len with
      | 1 => single_cells R
      | _ => (min_word R <=? len) &&& sure_ok (letters_checked R) len sure
      end
  end.

Definition pstep (R : ruleset) (p : pstate) (b y : bool) : option pstate :=
  if b then
    match p with
    | POut => Some (PRun 1 (if y then 1 else 0))
    | PRun len sure =>
        if (match len with 0 => true | _ => withinb (max_word R) (S len) end) then Some (PRun (S len) (if y then S sure else sure)) else None
    end
  else if pclose R p then Some POut else None.

(** ** One row, square by square *)

(** [rw]: the word of the row above; [pw]: the word of this row; [pend]: the column to the left, if
    its square is white, with the colour left of it; [bits]: this row; [out]: the columns' states. *)
Record rowstate := RowState {
  rw : wstate; pw : pstate; pend : option (wstate * bool); bits : list bool; out : list wstate }.

Definition settle (R : ruleset) (st : rowstate) (b : bool) : option (list wstate) :=
  match pend st with
  | None => Some (out st)
  | Some (q, l) => match wstep R q (true, l || b) with Some q' => Some (q' :: out st) | None => None end
  end.

(** Places [b] below [c], which is below [u], in a column in state [q]. *)
Definition place (R : ruleset) (st : rowstate) (u c : bool) (q : wstate) (b : bool) : option rowstate :=
  match wstep R (rw st) (c, u || b) with
  | None => None
  | Some rw' =>
      match pstep R (pw st) b c with
      | None => None
      | Some pw' =>
          match settle R st b with
          | None => None
          | Some out' =>
              if b then Some (RowState rw' pw' (Some (q, hd false (bits st))) (true :: bits st) out')
              else match wstep R q (false, false) with
                   | None => None
                   | Some q' => Some (RowState rw' pw' None (false :: bits st) (q' :: out'))
                   end
          end
      end
  end.

Definition finish (R : ruleset) (st : rowstate) : option (list wstate) :=
  if close R (rw st) &&& pclose R (pw st) then settle R st false else None.

Fixpoint walk {T} (R : ruleset) (stack : grid) (srcs : list source) (up cur : list bool)
    (qs : list wstate) (st : rowstate) (visit : list bool -> list wstate -> T -> T) (acc : T) : T :=
  match srcs with
  | [] => match finish R st with None => acc | Some out' => visit (bits st) out' acc end
  | s :: srcs' =>
      let go (b : bool) (acc : T) :=
        match place R st (hd false up) (hd false cur) (hd Out qs) b with
        | None => acc
        | Some st' => walk R stack srcs' (tl up) (tl cur) (tl qs) st' visit acc
        end in
      match look stack (bits st) s with
      | Some b => go b acc
      | None => go true (go false acc)
      end
  end.

Definition start : rowstate := RowState Out POut None [] [].

Fixpoint rows_walk {T} (R : ruleset) (n : nat) (todo : list (list source)) (up cur : list bool)
    (qs : list wstate) (stack : grid) (visit : grid -> T -> T) (acc : T) : T :=
  match todo with
  | [] => let g := rev stack in if validb R n g then visit g acc else acc
  | srcs :: todo' =>
      walk R stack srcs up cur qs start
        (fun bits out acc =>
           let next := rev bits in
           rows_walk R n todo' cur next (rev out) (next :: stack) visit acc) acc
  end.

(** Visits every valid grid once. *)
Definition visit_valid {T} (R : ruleset) (n : nat) (visit : grid -> T -> T) (acc : T) : T :=
  rows_walk R n (plan (symmetric_under R) n) [] (repeat false n) (repeat Out n) [] visit acc.

Definition search (R : ruleset) (n : nat) : N := visit_valid R n (fun _ k => N.succ k) 0%N.
Definition search_list (R : ruleset) (n : nat) : list grid := visit_valid R n cons [].

(** ** The same search with lists of results *)

Fixpoint walk_list (R : ruleset) (stack : grid) (srcs : list source) (up cur : list bool)
    (qs : list wstate) (st : rowstate) : list (list bool * list wstate) :=
  match srcs with
  | [] => match finish R st with None => [] | Some out' => [(bits st, out')] end
  | s :: srcs' =>
      let go (b : bool) :=
        match place R st (hd false up) (hd false cur) (hd Out qs) b with
        | None => []
        | Some st' => walk_list R stack srcs' (tl up) (tl cur) (tl qs) st'
        end in
      match look stack (bits st) s with
      | Some b => go b
      | None => go false ++ go true
      end
  end.

Fixpoint rows_list (R : ruleset) (n : nat) (todo : list (list source)) (up cur : list bool)
    (qs : list wstate) (stack : grid) : list grid :=
  match todo with
  | [] => if validb R n (rev stack) then [rev stack] else []
  | srcs :: todo' =>
      flat_map (fun p => rows_list R n todo' cur (rev (fst p)) (rev (snd p)) (rev (fst p) :: stack))
        (walk_list R stack srcs up cur qs start)
  end.

Definition valid_list (R : ruleset) (n : nat) : list grid :=
  rows_list R n (plan (symmetric_under R) n) [] (repeat false n) (repeat Out n) [].

Lemma walk_fold {T} R stack srcs : forall up cur qs st (visit : list bool -> list wstate -> T -> T) acc,
  walk R stack srcs up cur qs st visit acc =
  fold_left (fun acc p => visit (fst p) (snd p) acc) (walk_list R stack srcs up cur qs st) acc.
Proof.
  induction srcs as [|s srcs IH]; intros; cbn [walk walk_list].
  - now destruct (finish R st).
  - cbv zeta. destruct (look stack (bits st) s) as [b|].
    + destruct (place _ _ _ _ _ b); [apply IH | easy].
    + rewrite fold_left_app.
      destruct (place _ _ _ _ _ true), (place _ _ _ _ _ false); rewrite ?IH; easy.
Qed.

Lemma fold_left_flat_map {A B T} (f : A -> list B) (h : T -> B -> T) l : forall acc,
  fold_left h (flat_map f l) acc = fold_left (fun acc a => fold_left h (f a) acc) l acc.
Proof. induction l; intros; simpl; [easy|]. now rewrite fold_left_app, IHl. Qed.

Lemma fold_left_ext' {A T} (f h : T -> A -> T) l : (forall t a, f t a = h t a) ->
  forall acc, fold_left f l acc = fold_left h l acc.
Proof. intros E. induction l; intros; simpl; [easy|]. now rewrite E, IHl. Qed.

Lemma rows_fold {T} R n todo : forall up cur qs stack (visit : grid -> T -> T) acc,
  rows_walk R n todo up cur qs stack visit acc =
  fold_left (fun acc g => visit g acc) (rows_list R n todo up cur qs stack) acc.
Proof.
  induction todo as [|srcs todo IH]; intros; cbn [rows_walk rows_list]; cbv zeta.
  - now destruct (validb R n (rev stack)).
  - rewrite walk_fold, fold_left_flat_map. apply fold_left_ext'. intros. apply IH.
Qed.

Theorem visit_valid_fold {T} R n (visit : grid -> T -> T) acc :
  visit_valid R n visit acc = fold_left (fun acc g => visit g acc) (valid_list R n) acc.
Proof. apply rows_fold. Qed.

(** ** No grid is listed twice. *)

Lemma place_bits R st u c q b st' : place R st u c q b = Some st' -> bits st' = b :: bits st.
Proof.
  unfold place. destruct (wstep R (rw st) _); [|easy]. destruct (pstep _ _ _ _); [|easy].
  destruct (settle _ _ _); [|easy]. destruct b; [intros [= <-]; easy|].
  destruct (wstep R q _); [intros [= <-]; easy | easy].
Qed.

Lemma walk_list_bits R stack srcs : forall up cur qs st p,
  In p (walk_list R stack srcs up cur qs st) ->
  exists l, fst p = l ++ bits st /\ length l = length srcs.
Proof.
  induction srcs as [|s srcs IH]; intros up cur qs st p; cbn [walk_list]; cbv zeta.
  - destruct (finish R st); [intros [<-|[]]; now exists [] | easy].
  - assert (G : forall b, In p match place R st (hd false up) (hd false cur) (hd Out qs) b with
        | None => []
        | Some st' => walk_list R stack srcs (tl up) (tl cur) (tl qs) st' end ->
        exists l, fst p = l ++ bits st /\ length l = S (length srcs)).
    { intros b. destruct (place _ _ _ _ _ b) as [st'|] eqn:E; [|easy]. intros H.
      apply IH in H. destruct H as (l & H1 & H2). apply place_bits in E. rewrite E in H1.
      exists (l ++ [b]). split; [now rewrite <- app_assoc | rewrite app_length; simpl; lia]. }
    destruct (look stack (bits st) s) as [b|]; [apply G|].
    rewrite in_app_iff. intros [H|H]; now apply G in H.
Qed.

Lemma NoDup_app {A} (a b : list A) : NoDup a -> NoDup b -> (forall x, In x a -> ~ In x b) -> NoDup (a ++ b).
Proof.
  induction 1; intros Hb Hd; simpl; [easy|]. constructor.
  - rewrite in_app_iff. intros [Hi|Hi]; [easy|]. apply (Hd x); [now left | easy].
  - apply IHNoDup; [easy|]. intros y Hy. apply Hd. now right.
Qed.

Lemma walk_list_NoDup R stack srcs : forall up cur qs st,
  NoDup (map fst (walk_list R stack srcs up cur qs st)).
Proof.
  induction srcs as [|s srcs IH]; intros up cur qs st; cbn [walk_list]; cbv zeta.
  - destruct (finish R st); simpl; repeat constructor; auto.
  - destruct (look stack (bits st) s) as [b|].
    + destruct (place _ _ _ _ _ b); [apply IH | constructor].
    + rewrite map_app. apply NoDup_app.
      * destruct (place _ _ _ _ _ false); [apply IH | constructor].
      * destruct (place _ _ _ _ _ true); [apply IH | constructor].
      * intros x. destruct (place R st _ _ _ false) as [s1|] eqn:E1; [|easy].
        destruct (place R st _ _ _ true) as [s2|] eqn:E2; [|easy]. intros H1 H2.
        apply place_bits in E1, E2.
        apply in_map_iff in H1, H2. destruct H1 as (p1 & <- & H1), H2 as (p2 & H & H2).
        apply walk_list_bits in H1, H2. destruct H1 as (l1 & F1 & L1), H2 as (l2 & F2 & L2).
        rewrite E1 in F1. rewrite E2 in F2. rewrite F1, F2 in H.
        assert (K : forall (a b : list bool), length a = length b -> forall x y, a ++ x = b ++ y -> x = y).
        { induction a as [|z a IHa]; intros [|z' b']; simpl; try easy. intros L x y [= _ Hx]. apply (IHa b'); auto. }
        apply K in H; [easy | lia].
Qed.

Lemma rows_list_prefix R n todo : forall up cur qs stack g,
  In g (rows_list R n todo up cur qs stack) ->
  exists rows, g = rev stack ++ rows /\ length rows = length todo /\
    forall i, i < length todo -> length (nth i rows []) = length (nth i todo []).
Proof.
  induction todo as [|srcs todo IH]; intros up cur qs stack g; cbn [rows_list].
  - destruct (validb R n (rev stack)); [intros [<-|[]] | easy]. exists []. now rewrite app_nil_r.
  - rewrite in_flat_map. intros (p & Hp & Hg). apply walk_list_bits in Hp. destruct Hp as (l & Hl & L).
    apply IH in Hg. destruct Hg as (rows & -> & Hr & Hlen). simpl rev. exists (rev (fst p) :: rows).
    split; [now rewrite <- app_assoc|]. split; [simpl; lia|].
    intros [|i] Hi; simpl.
    + rewrite rev_length, Hl, app_length, L. simpl. lia.
    + apply Hlen. simpl in Hi. lia.
Qed.

Lemma rows_list_NoDup R n todo : forall up cur qs stack, NoDup (rows_list R n todo up cur qs stack).
Proof.
  induction todo as [|srcs todo IH]; intros up cur qs stack; cbn [rows_list].
  - destruct (validb R n (rev stack)); repeat constructor; auto.
  - apply (NoDup_flat_map _ (fun p => rev (fst p)) (fun g => nth (length stack) g [])).
    + rewrite <- (map_map fst (@rev bool)). apply Injective_map_NoDup; [|apply walk_list_NoDup].
      intros a b E. rewrite <- (rev_involutive a), E. apply rev_involutive.
    + intros p _. apply IH.
    + intros p g _ Hg. apply rows_list_prefix in Hg. destruct Hg as (rows & -> & _). simpl.
      rewrite <- app_assoc. rewrite app_nth2; rewrite rev_length; [|lia]. now rewrite Nat.sub_diag.
Qed.

Lemma rows_list_sound R n todo : forall up cur qs stack g,
  In g (rows_list R n todo up cur qs stack) -> validb R n g = true.
Proof.
  induction todo as [|srcs todo IH]; intros up cur qs stack g; cbn [rows_list].
  - destruct (validb R n (rev stack)) eqn:E; [intros [<-|[]]; exact E | easy].
  - rewrite in_flat_map. intros (p & Hp & Hg). now apply IH in Hg.
Qed.

(** ** No valid grid is lost: the partial automaton *)

Definition sim (q : wstate) (p : pstate) : Prop :=
  match q, p with
  | Out, POut => True
  | Run len chk _ _, PRun len' sure => len = len' /\ sure <= chk
  | _, _ => False
  end.

Lemma close_sim R q p : close R q = true -> sim q p -> pclose R p = true.
Proof.
  destruct q as [|len chk unch lead], p as [|len' sure]; simpl; try easy.
  intros H (<- & Hs).
  assert (G : forall m, (min_word R <=? m) && withinb (max_unchecked_run_at_ends R) unch
    && enoughb (letters_checked R) m chk = true -> (min_word R <=? m) &&& sure_ok (letters_checked R) m sure = true).
  { intros m E. apply andb_true_iff in E. destruct E as (E & E3). apply andb_true_iff in E. destruct E as (-> & _).
    assert (M : Nat.div2 m <= Nat.div2 (S m)) by (rewrite !Nat.div2_div; apply Nat.div_le_mono; lia).
    unfold sure_ok, enoughb in *. destruct (letters_checked R); try easy; apply Nat.leb_le.
    all: rewrite ?orb_true_iff, ?Nat.eqb_eq in E3; lia. }
  destruct len as [|[|len]]; [now apply G | now apply andb_true_iff in H | now apply G].
Qed.

Lemma wstep_sim R q p b x y q' : wstep R q (b, x) = Some q' -> sim q p -> (y = true -> x = true) ->
  exists p', pstep R p b y = Some p' /\ sim q' p'.
Proof.
  unfold wstep, pstep. simpl fst. simpl snd. intros H S Hy. destruct b.
  - cbv zeta in H. destruct (alive R (grow q x)) eqn:A; [|easy]. injection H as <-.
    destruct q as [|len chk unch lead], p as [|len' sure]; simpl in S; try easy.
    + eexists. split; [reflexivity|]. destruct x, y; simpl; try (split; lia);
      exfalso; now specialize (Hy eq_refl).
    + destruct S as (<- & Hs).
      assert (W : (match len with 0 => true | _ => withinb (max_word R) (Datatypes.S len) end) = true).
      { destruct len; [easy|]. destruct x; simpl in A; apply andb_true_iff in A; destruct A as (A & _);
          apply andb_true_iff in A; tauto. }
      rewrite W. eexists. split; [reflexivity|].
      destruct x, y; simpl; try (split; lia); exfalso; now specialize (Hy eq_refl).
  - destruct (close R q) eqn:C; [|easy]. injection H as <-.
    rewrite (close_sim R q p C S). now exists POut.
Qed.

(** ** No valid grid is lost: one row *)

(** The letters of the columns in one row; [left] is the square left of the first. *)
Fixpoint cross_letters (left : bool) (bs : list bool) : list letter :=
  match bs with [] => [] | b :: bs' => (b, left || hd false bs') :: cross_letters b bs' end.

(** The columns' states after one more row. *)
Fixpoint col_steps (R : ruleset) (left : bool) (qs : list wstate) (bs : list bool) : option (list wstate) :=
  match bs with
  | [] => Some []
  | b :: bs' =>
      match wstep R (hd Out qs) (b, left || hd false bs'), col_steps R b (tl qs) bs' with
      | Some q', Some r => Some (q' :: r)
      | _, _ => None
      end
  end.

(** Every square of the row is as its source says. *)
Fixpoint obeys (stack : grid) (bits : list bool) (srcs : list source) (bs : list bool) : Prop :=
  match srcs, bs with
  | [], [] => True
  | s :: srcs', b :: bs' =>
      (look stack bits s = None \/ look stack bits s = Some b) /\ obeys stack (b :: bits) srcs' bs'
  | _, _ => False
  end.

Lemma wstep_black R q x : wstep R q (false, x) = wstep R q (false, false).
Proof. reflexivity. Qed.

Lemma walk_complete R stack bs : forall srcs up cur down qs st qn cols pending,
  length cur = length bs ->
  obeys stack (bits st) srcs bs ->
  accepts R (rw st) (letters up cur bs) = true ->
  accepts R qn (letters cur bs down) = true -> sim qn (pw st) ->
  settle R st (hd false bs) = Some pending ->
  col_steps R (hd false (bits st)) qs bs = Some cols ->
  In (rev bs ++ bits st, rev cols ++ pending) (walk_list R stack srcs up cur qs st).
Proof.
  induction bs as [|b bs IH]; intros srcs up cur down qs st qn cols pending Lc Ho Hr Hn Hs Hp Hc.
  - destruct srcs; [|easy]. destruct cur; [|easy]. simpl in Hr, Hn, Hc. injection Hc as <-.
    cbn [walk_list]. unfold finish. rewrite Hr, (close_sim R qn (pw st) Hn Hs).
    simpl in Hp. rewrite Hp. now left.
  - destruct srcs as [|s srcs]; [easy|]. destruct cur as [|c cur]; [easy|].
    simpl in Ho. destruct Ho as (Hl & Ho). simpl in Lc. injection Lc as Lc.
    cbn [letters accepts] in Hr. cbn [letters accepts] in Hn. cbn [hd tl] in Hr, Hn.
    destruct (wstep R (rw st) (c, hd false up || b)) as [rw'|] eqn:Er; [|easy].
    destruct (wstep R qn (b, c || hd false down)) as [qn'|] eqn:En; [|easy].
    destruct (wstep_sim R qn (pw st) b _ c qn' En Hs) as (pw' & Ep & Hs').
    { intros ->. easy. }
    cbn [hd] in Hp. cbn [col_steps] in Hc.
    destruct (wstep R (hd Out qs) (b, hd false (bits st) || hd false bs)) as [q'|] eqn:Eq; [|easy].
    destruct (col_steps R b (tl qs) bs) as [cols'|] eqn:Ec; [|easy]. injection Hc as <-.
    assert (G : exists st', place R st (hd false up) c (hd Out qs) b = Some st' /\
      bits st' = b :: bits st /\ rw st' = rw' /\ pw st' = pw' /\
      settle R st' (hd false bs) = Some (q' :: pending)).
    { unfold place. rewrite Er, Ep, Hp. destruct b.
      - eexists. split; [reflexivity|]. simpl. repeat (split; [reflexivity|]).
        unfold settle. simpl. now rewrite Eq.
      - rewrite wstep_black in Eq. rewrite Eq. eexists. split; [reflexivity|]. easy. }
    destruct G as (st' & Epl & Eb & Erw & Epw & Est).
    assert (M : In (rev (b :: bs) ++ bits st, rev (q' :: cols') ++ pending)
                   (walk_list R stack srcs (tl up) cur (tl qs) st')).
    { simpl rev. rewrite <- !app_assoc. simpl. rewrite <- Eb.
      apply (IH srcs (tl up) cur (tl down) (tl qs) st' qn'); try assumption.
      - now rewrite Eb.
      - now rewrite Erw.
      - now rewrite Epw.
      - now rewrite Eb. }
    cbn [walk_list hd tl]. cbv zeta.
    destruct Hl as [Hl|Hl]; rewrite Hl.
    + apply in_app_iff. destruct b; rewrite Epl; [now right | now left].
    + now rewrite Epl.
Qed.

Lemma col_steps_ok R bs : forall left qs rem,
  Forall2 (fun q ls => accepts R q ls = true) qs rem ->
  map (fun ls => nth 0 ls (false, false)) rem = cross_letters left bs ->
  (forall ls, In ls rem -> ls <> []) ->
  exists cols, col_steps R left qs bs = Some cols /\
    Forall2 (fun q ls => accepts R q ls = true) cols (map (@tl letter) rem).
Proof.
  induction bs as [|b bs IH]; intros left qs rem Ha Hm Hne.
  - destruct rem; [|easy]. exists []. split; [easy | constructor].
  - destruct rem as [|ls rem]; [easy|]. inversion Ha as [|q ? qs' ? Hq Hqs]; subst.
    cbn [cross_letters map] in Hm. injection Hm as Hh Ht.
    destruct (IH b qs' rem Hqs Ht) as (cols & Ec & Hc); [intros; apply Hne; now right|].
    destruct ls as [|l ls]; [exfalso; apply (Hne []); [now left | easy]|].
    cbn [nth] in Hh. subst l. cbn [accepts] in Hq.
    destruct (wstep R q (b, left || hd false bs)) as [q'|] eqn:E; [|easy].
    exists (q' :: cols). cbn [col_steps hd tl]. rewrite E, Ec. split; [easy|].
    cbn [map tl]. now constructor.
Qed.

Lemma nth_cross_letters bs : forall left i, i < length bs ->
  nth i (cross_letters left bs) (false, false) =
  (nth i bs false, (match i with 0 => left | S j => nth j bs false end) || nth (S i) bs false).
Proof.
  induction bs as [|b bs IH]; intros left i Hi; simpl in Hi; [lia|].
  destruct i as [|i]; cbn [cross_letters nth]; [now rewrite hd_nth|].
  rewrite IH by lia. destruct i; easy.
Qed.

Lemma cross_letters_length bs : forall left, length (cross_letters left bs) = length bs.
Proof. induction bs; intros; simpl; auto. Qed.

(** ** No valid grid is lost: all rows *)

Lemma letters_black_up k : forall c d, length c <= k -> letters (repeat false k) c d = letters [] c d.
Proof.
  induction k as [|k IH]; intros [|b c] d H; simpl in *; try easy; try lia.
  f_equal. apply IH. lia.
Qed.

Lemma accepts_black R k : forall up d, accepts R Out (letters up (repeat false k) d) = true.
Proof. induction k as [|k IH]; intros; simpl; [easy|]. unfold wstep. simpl. apply IH. Qed.

Lemma firstn_succ (l : grid) k : k < length l -> firstn k l ++ [nth k l []] = firstn (S k) l.
Proof.
  revert k. induction l as [|x l IH]; intros [|k] K; simpl in *; try lia; [easy|].
  f_equal. apply IH. lia.
Qed.

Lemma skipn_tl {A} (l : list A) : forall k, tl (skipn k l) = skipn (S k) l.
Proof. induction l as [|x l IH]; intros [|k]; try reflexivity. apply (IH k). Qed.

Section Complete.
  Variable R : ruleset.
  Variable n : nat.
  Variable g : grid.
  Hypothesis g_grid : is_grid n g.
  Hypothesis g_valid : validb R n g = true.

  Let t := transpose n g.

  Lemma row_good r : r < n -> accepts R Out (row_letters g r) = true.
  Proof.
    intros Hr. assert (H : rows_ok R [] g = true).
    { unfold validb in g_valid. cbv zeta in g_valid. rewrite !and_true in g_valid. tauto. }
    apply rows_ok_spec with (r := r) in H; [exact H | destruct g_grid; lia].
  Qed.

  Lemma column_good c : c < n -> accepts R Out (row_letters t c) = true.
  Proof.
    intros Hc. assert (H : rows_ok R [] t = true).
    { unfold validb in g_valid. cbv zeta in g_valid. rewrite !and_true in g_valid. tauto. }
    apply rows_ok_spec with (r := c) in H; [exact H|]. destruct (transpose_grid n g g_grid). unfold t. lia.
  Qed.

  Lemma t_grid : is_grid n t. Proof. now apply transpose_grid. Qed.

  Lemma row_letters_t_length c : c < n -> length (row_letters t c) = n.
  Proof. intros Hc. unfold row_letters. rewrite letters_length. now apply grid_row, Hc; apply t_grid. Qed.

  Lemma above_t c k : nth k (above t c) false = match c with 0 => false | S j => whiteb g k j end.
  Proof.
    destruct c as [|j]; simpl; [now destruct k|]. now apply transpose_white.
  Qed.

  (** The columns' letters in row [k]. *)
  Lemma cross_row k : k < n ->
    map (fun c => nth k (row_letters t c) (false, false)) (seq 0 n) = cross_letters false (nth k g []).
  Proof.
    intros Hk. pose proof (grid_row n g k g_grid Hk) as L. symmetry. apply map_nth_seq with (false, false).
    - now rewrite cross_letters_length.
    - intros c Hc. rewrite nth_cross_letters by lia. unfold row_letters.
      rewrite nth_letters by (rewrite (grid_row n); auto using t_grid).
      fold (whiteb t c k). fold (whiteb t (S c) k). rewrite above_t. unfold t. rewrite !transpose_white by easy.
      unfold whiteb. destruct c; easy.
  Qed.

  Lemma source_good k c stack bits :
    k < n -> c < n ->
    (forall i, i < k -> nth i stack [] = nth (k - 1 - i) g []) ->
    (forall i, i < c -> nth i bits false = nth (c - 1 - i) (nth k g []) false) ->
    let s := source_of (symmetric_under R) n k c in
    look stack bits s = None \/ look stack bits s = Some (nth c (nth k g []) false).
  Proof.
    intros Hk Hc Hs Hb. cbv zeta. unfold source_of.
    destruct (find _ _) as [tr|] eqn:F; [|now left]. right.
    apply find_some in F. destruct F as (Hin & He).
    assert (U : unchanged n g tr).
    { assert (V : valid R n g) by now apply validb_spec. unfold valid in V. now apply V. }
    specialize (U k c Hk Hc). unfold earlier in He.
    destruct (tr n (k, c)) as (r', c'). unfold white in U.
    assert (E : nth c' (nth r' g []) false = nth c (nth k g []) false).
    { destruct (nth c' (nth r' g []) false), (nth c (nth k g []) false); intuition. }
    destruct (Nat.ltb_spec r' k) as [L|L]; cbn [look]; f_equal; rewrite <- E.
    - rewrite Hs by lia. now replace (k - 1 - (k - 1 - r')) with r' by lia.
    - simpl in He. apply andb_true_iff in He. destruct He as (H1 & H2).
      apply Nat.eqb_eq in H1. apply Nat.ltb_lt in H2. subst r'.
      rewrite Hb by lia. now replace (c - 1 - (c - 1 - c')) with c' by lia.
  Qed.

  Lemma obeys_row k stack : k < n ->
    (forall i, i < k -> nth i stack [] = nth (k - 1 - i) g []) ->
    obeys stack [] (map (source_of (symmetric_under R) n k) (seq 0 n)) (nth k g []).
  Proof.
    intros Hk Hs. pose proof (grid_row n g k g_grid Hk) as L.
    assert (G : forall bs c bits, c + length bs = n -> bs = skipn c (nth k g []) ->
      (forall i, i < c -> nth i bits false = nth (c - 1 - i) (nth k g []) false) ->
      obeys stack bits (map (source_of (symmetric_under R) n k) (seq c (length bs))) bs).
    { induction bs as [|b bs IH]; intros c bits Hlen E Hb; [easy|]. simpl in Hlen. cbn [length seq map obeys].
      assert (Eb : b = nth c (nth k g []) false).
      { pose proof (f_equal (fun l => nth 0 l false) E) as N. cbn [nth] in N.
        rewrite N. rewrite <- (firstn_skipn c (nth k g [])) at 2.
        rewrite app_nth2; rewrite firstn_length; [|lia]. f_equal. lia. }
      split.
      - rewrite Eb. apply source_good; [easy | lia | easy | easy].
      - apply IH; [lia | |].
        + pose proof (f_equal (@tl bool) E) as T. cbn [tl] in T. rewrite T.
          apply skipn_tl.
        + intros [|i] Hi; cbn [nth].
          * rewrite Eb. f_equal. lia.
          * rewrite Hb by lia. f_equal. lia. }
    specialize (G (nth k g []) 0 []). rewrite L in G. apply G; [lia | easy | lia].
  Qed.

  Definition previous (k : nat) : list bool := match k with 0 => repeat false n | S j => nth j g [] end.

  Lemma previous_length k : k <= n -> length (previous k) = n.
  Proof. destruct k; simpl; intros H; [apply repeat_length | now apply grid_row]. Qed.

  Lemma rows_complete d : forall k up qs stack,
    d = n - k -> k <= n ->
    (forall i, i < k -> nth i stack [] = nth (k - 1 - i) g []) -> rev stack = firstn k g ->
    (k = 0 \/ forall c d, length c <= n -> letters up c d = letters (above g (k - 1)) c d) ->
    Forall2 (fun q ls => accepts R q ls = true) qs (map (fun c => skipn k (row_letters t c)) (seq 0 n)) ->
    In g (rows_list R n (map (fun r => map (source_of (symmetric_under R) n r) (seq 0 n)) (seq k d))
            up (previous k) qs stack).
  Proof.
    induction d as [|d IH]; intros k up qs stack Hd Hk Hs Hst Hup Hq.
    - assert (k = n) by lia. subst k. cbn [seq map rows_list].
      assert (E : rev stack = g).
      { rewrite Hst. destruct g_grid as (Lg & _). rewrite <- Lg. apply firstn_all. }
      rewrite E, g_valid. now left.
    - assert (Hkn : k < n) by lia. cbn [seq map rows_list]. apply in_flat_map.
      set (next := nth k g []). pose proof (grid_row n g k g_grid Hkn) as Ln. fold next in Ln.
      destruct (col_steps_ok R next false qs _ Hq) as (cols & Ec & Hcols).
      { rewrite map_map. unfold next. rewrite <- (cross_row k Hkn). apply map_ext_in.
        intros c Hc. apply in_seq in Hc.
        rewrite <- (firstn_skipn k (row_letters t c)) at 2.
        rewrite app_nth2; rewrite firstn_length, row_letters_t_length by lia; [|lia].
        f_equal. lia. }
      { intros ls Hls. apply in_map_iff in Hls. destruct Hls as (c & <- & Hc). apply in_seq in Hc.
        intros E. apply (f_equal (@length letter)) in E.
        rewrite skipn_length, row_letters_t_length in E by lia. simpl in E. lia. }
      exists (rev next, rev cols). split.
      + pose proof (walk_complete R stack next
          (map (source_of (symmetric_under R) n k) (seq 0 n)) up (previous k) (nth (S k) g []) qs start Out cols [])
          as W.
        rewrite !app_nil_r in W. apply W.
        * rewrite previous_length; lia.
        * now apply obeys_row.
        * destruct k as [|j]; simpl previous.
          -- apply accepts_black.
          -- destruct Hup as [Hup|Hup]; [lia|].
             rewrite Hup by (rewrite (grid_row n); auto; lia). replace (S j - 1) with j by lia.
             apply row_good. lia.
        * destruct k as [|j]; simpl previous.
          -- rewrite letters_black_up by lia. apply (row_good 0). lia.
          -- apply (row_good (S j)). lia.
        * easy.
        * easy.
        * exact Ec.
      + cbn [fst snd]. rewrite !rev_involutive.
        change next with (previous (S k)) at 1.
        apply IH; try lia.
        * intros [|i] Hi; cbn [nth].
          -- unfold next. f_equal. lia.
          -- rewrite Hs by lia. f_equal. lia.
        * simpl rev. rewrite Hst. unfold next.
          apply firstn_succ. destruct g_grid. lia.
        * right. intros c e Hc. replace (S k - 1) with k by lia.
          destruct k as [|j]; simpl previous; [now apply letters_black_up | easy].
        * rewrite map_map in Hcols. erewrite map_ext_in; [exact Hcols|].
          intros c Hc. symmetry. apply skipn_tl.
  Qed.
End Complete.

(** ** The main theorems *)

Lemma Forall2_repeat {A B} (P : A -> B -> Prop) x l : (forall y, In y l -> P x y) ->
  Forall2 P (repeat x (length l)) l.
Proof. induction l; intros H; simpl; constructor; [apply H; now left | apply IHl; intros; apply H; now right]. Qed.

Theorem valid_list_spec R n g : In g (valid_list R n) <-> is_grid n g /\ valid R n g.
Proof.
  split.
  - intros H. unfold valid_list in H. pose proof (rows_list_sound _ _ _ _ _ _ _ _ H) as V.
    apply rows_list_prefix in H. destruct H as (rows & -> & L & Hl). simpl in *.
    unfold plan in L, Hl. rewrite map_length, seq_length in L, Hl.
    assert (G : is_grid n rows).
    { split; [easy|]. intros row Hr. apply (In_nth _ _ []) in Hr. destruct Hr as (i & Hi & <-).
      rewrite Hl by lia.
      rewrite nth_indep with (d' := map (source_of (symmetric_under R) n 0) (seq 0 n))
        by (rewrite map_length, seq_length; lia).
      rewrite map_nth with (f := fun r => map (source_of (symmetric_under R) n r) (seq 0 n)).
      now rewrite map_length, seq_length. }
    split; [easy|]. now apply validb_spec.
  - intros (G & V). apply (validb_spec R n g G) in V. unfold valid_list, plan.
    apply (rows_complete R n g G V n 0 []); try lia; try easy; try now left.
    assert (E : repeat Out n = repeat Out (length (map (fun c => skipn 0 (row_letters (transpose n g) c)) (seq 0 n))))
      by now rewrite map_length, seq_length.
    rewrite E. apply Forall2_repeat. intros ls Hls. apply in_map_iff in Hls.
    destruct Hls as (c & <- & Hc). apply in_seq in Hc. simpl skipn. apply (column_good R n g G V). lia.
Qed.

Theorem valid_list_NoDup R n : NoDup (valid_list R n).
Proof. apply rows_list_NoDup. Qed.

Lemma search_length R n : search R n = N.of_nat (length (valid_list R n)).
Proof.
  unfold search. rewrite visit_valid_fold.
  assert (G : forall (l : list grid) k, fold_left (fun k _ => N.succ k) l k = (k + N.of_nat (length l))%N).
  { induction l as [|x l IH]; intros k; simpl fold_left; simpl length; [lia|]. rewrite IH. lia. }
  rewrite G. lia.
Qed.

Theorem search_spec R n : number_of n (valid R n) (search R n).
Proof.
  exists (valid_list R n). split; [apply valid_list_NoDup|]. split; [apply valid_list_spec|].
  symmetry. apply search_length.
Qed.

(** The search counts exactly the grids that trying every grid counts. *)
Theorem search_correct R n : search R n = count R n.
Proof. exact (number_of_unique n (valid R n) _ _ (search_spec R n) (count_spec R n)). Qed.

(** The listing holds every valid grid, and each once. *)
Theorem search_list_correct R n :
  NoDup (search_list R n) /\ forall g, In g (search_list R n) <-> is_grid n g /\ valid R n g.
Proof.
  assert (E : search_list R n = rev (valid_list R n)).
  { unfold search_list. rewrite visit_valid_fold.
    assert (G : forall l a : list grid, fold_left (fun a g => g :: a) l a = rev l ++ a).
    { induction l as [|x l IH]; intros a; simpl; [easy|]. now rewrite IH, <- app_assoc. }
    now rewrite G, app_nil_r. }
  rewrite E. split; [apply NoDup_rev, valid_list_NoDup|].
  intros g. rewrite <- in_rev. apply valid_list_spec.
Qed.

(** The number of valid grids of which [p] holds, by the search. *)
Definition search_where (R : ruleset) (n : nat) (p : grid -> bool) : N :=
  visit_valid R n (fun g k => if p g then N.succ k else k) 0%N.

Theorem search_where_spec R n p (P : grid -> Prop) :
  (forall g, is_grid n g -> (p g = true <-> P g)) ->
  number_of n (fun g => valid R n g /\ P g) (search_where R n p).
Proof.
  intros H. exists (filter p (valid_list R n)). split; [apply NoDup_filter, valid_list_NoDup|]. split.
  - intros g. rewrite filter_In, valid_list_spec. split.
    + intros ((H1 & H2) & H3). split; [easy|]. split; [easy|]. now apply H.
    + intros (H1 & H2 & H3). split; [easy|]. now apply H.
  - unfold search_where. rewrite visit_valid_fold.
    assert (G : forall (l : list grid) k, fold_left (fun k g => if p g then N.succ k else k) l k
                = (k + N.of_nat (length (filter p l)))%N).
    { induction l as [|x l IH]; intros k; simpl fold_left; simpl filter; [simpl; lia|].
      rewrite IH. destruct (p x); simpl length; lia. }
    rewrite G. lia.
Qed.
