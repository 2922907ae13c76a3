(** Counts valid grids by a pruned depth-first search, and proves that it counts them all.

    The search places rows from the top, square by square. A square whose image under the symmetry
    group is already placed is forced. A prefix is given up when a word of the row above, a word
    of the row at hand or a word of a column can no longer obey the rules. Under a half turn, the
    middle row's columns are known from both ends. When all rows that remain are forced, only
    columns are looked at. The last step decides validity of the whole
    grid, so pruning needs one property only: no valid grid is lost. *)

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

Definition is_above (s : source) : bool := match s with Above _ _ => true | _ => false end.

(** Splits a plan before its last rows all of whose squares are found above. *)
Fixpoint split_forced (p : list (list source)) : list (list source) * list (list source) :=
  match p with
  | [] => ([], [])
  | srcs :: p' =>
      let (todo, tail) := split_forced p' in
      match todo with
      | [] => if forallb is_above srcs then ([], srcs :: tail) else ([srcs], tail)
      | _ => (srcs :: todo, tail)
      end
  end.

(** [stack] holds the rows placed so far and [bits] the squares of the row at hand, last first. *)
Definition look (stack : grid) (bits : list bool) (s : source) : option bool :=
  match s with
  | Free => None
  | Above a c => Some (nth c (nth a stack []) false)
  | Left d => Some (nth d bits false)
  end.

(** The square below the one at hand, if it is known before this row is placed. *)
Definition peek (stack : grid) (s : source) : option bool :=
  match s with
  | Above a c => if a =? 0 then None else Some (nth c (nth (a - 1) stack []) false)
  | _ => None
  end.

(** ** Words of the row at hand: the row below may not be known, so that of [len] letters [sure]
    are known to be crossed and [may] can be. *)

Inductive pstate := POut | PRun (len sure may unch : nat) (lead : bool).

Definition can_be_enough (how : checking) (len sure may : nat) : bool :=
  match how with
  | All => may =? len
  | CeilHalf => (sure <=? Nat.div2 (S len)) &&& (Nat.div2 (S len) <=? may)
  | EitherHalf => (sure <=? Nat.div2 (S len)) &&& (Nat.div2 len <=? may)
  | AtLeastHalf => Nat.div2 (S len) <=? may
  | Any => true
  end.

Definition pclose (R : ruleset) (p : pstate) : bool :=
  match p with
  | POut => true
  | PRun len sure may unch _ =>
      if len =? 1 then single_cells R &&& (may =? 1)
      else (min_word R <=? len) &&& withinb (max_unchecked_run_at_ends R) unch
           &&& can_be_enough (letters_checked R) len sure may
  end.

(** The state after one more white square: crossed, uncrossed or either ([None]). *)
Definition pgrow (p : pstate) (x : option bool) : pstate :=
  match p, x with
  | POut, Some true => PRun 1 1 1 0 false
  | POut, Some false => PRun 1 0 0 1 true
  | POut, None => PRun 1 0 1 0 false
  | PRun len sure may unch lead, Some true => PRun (S len) (S sure) (S may) 0 false
  | PRun len sure may unch lead, Some false => PRun (S len) sure may (S unch) lead
  | PRun len sure may unch lead, None => PRun (S len) sure (S may) 0 false
  end.

Definition palive (R : ruleset) (p : pstate) : bool :=
  match p with
  | POut => true
  | PRun len _ _ unch lead =>
      (if len =? 1 then true else withinb (max_word R) len)
      &&& withinb (max_unchecked_run R) unch
      &&& (if lead then withinb (max_unchecked_run_at_ends R) unch else true)
  end.

Definition pstep (R : ruleset) (p : pstate) (b : bool) (x : option bool) : option pstate :=
  if b then let p' := pgrow p x in if palive R p' then Some p' else None
  else if pclose R p then Some POut else None.

(** ** The middle row

    Under a half turn the part of a column below the middle row is the part of the opposite column
    above it, upside down. So the run through a white square of the middle row has the squares of
    both columns' last runs, and its own. *)

Definition has_half (s : symmetry) : bool :=
  match s with Asymmetric | Mirror | Diagonal => false | _ => true end.

Definition len (q : wstate) : nat := match q with Out => 0 | Run len _ _ _ => len end.
Definition chk (q : wstate) : nat := match q with Out => 0 | Run _ chk _ _ => chk end.

(** A black and a white square between columns in states [q] and [q'] can be part of a valid grid. *)
Definition middle_ok (R : ruleset) (q q' : wstate) : bool * bool :=
  let k := S (len q + len q') in
  let m := chk q + chk q' in
  (close R q &&& close R q',
   if k =? 1 then true
   else (min_word R <=? k)
        &&& (if enoughb (letters_checked R) k m then true else enoughb (letters_checked R) k (S m))).

Fixpoint middles (R : ruleset) (qs qs' : list wstate) : list (bool * bool) :=
  match qs, qs' with
  | q :: qs1, q' :: qs1' => middle_ok R q q' :: middles R qs1 qs1'
  | _, _ => []
  end.

(** What colours the squares of the next row can have; everything, unless it is the middle row. *)
Definition allowed (R : ruleset) (n : nat) (todo tail : list (list source)) (qs : list wstate)
    : list (bool * bool) :=
  match todo with
  | [] => if has_half (symmetric_under R) &&& (n =? S (2 * length tail)) then middles R qs (rev_append qs []) else []
  | _ => []
  end.

Definition hopeless (a : bool * bool) : bool := if fst a then false else negb (snd a).

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

(** Places [b] below [c], which is below [u], in a column in state [q]; [d] is below [b], if known. *)
Definition place (R : ruleset) (st : rowstate) (u c : bool) (d : option bool) (q : wstate) (b : bool)
    : option rowstate :=
  match wstep R (rw st) (c, u || b) with
  | None => None
  | Some rw' =>
      match pstep R (pw st) b (if c then Some true else d) with
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
    (down : list (option bool)) (may : list (bool * bool)) (qs : list wstate) (st : rowstate) (visit : list bool -> list wstate -> T -> T) (acc : T) : T :=
  match srcs with
  | [] => match finish R st with None => acc | Some out' => visit (bits st) out' acc end
  | s :: srcs' =>
      let go (b : bool) (acc : T) :=
        match place R st (hd false up) (hd false cur) (hd None down) (hd Out qs) b with
        | None => acc
        | Some st' => walk R stack srcs' (tl up) (tl cur) (tl down) (tl may) (tl qs) st' visit acc
        end in
      match look stack (bits st) s with
      | Some b => go b acc
      | None =>
          let a := hd (true, true) may in
          let acc := if fst a then go false acc else acc in
          if snd a then go true acc else acc
      end
  end.

Definition start : rowstate := RowState Out POut None [] [].

(** The columns' states, where there are any left to look at, after the row [bs]. *)
Fixpoint columns (R : ruleset) (left : bool) (qs : list wstate) (bs : list bool) : option (list wstate) :=
  match qs with
  | [] => Some []
  | q :: qs' =>
      let b := hd false bs in
      match wstep R q (b, left || hd false (tl bs)) with
      | None => None
      | Some q' =>
          match columns R b qs' (tl bs) with Some r => Some (q' :: r) | None => None end
      end
  end.

Definition found (stack : grid) (s : source) : bool :=
  match look stack [] s with Some b => b | None => false end.

(** The rows that remain are all forced. *)
Fixpoint tail_walk {T} (R : ruleset) (n : nat) (tail : list (list source)) (qs : list wstate)
    (stack : grid) (visit : grid -> T -> T) (acc : T) : T :=
  match tail with
  | [] => let g := rev_append stack [] in if validb R n g then visit g acc else acc
  | srcs :: tail' =>
      let next := map (found stack) srcs in
      match columns R false qs next with
      | None => acc
      | Some qs' => tail_walk R n tail' qs' (next :: stack) visit acc
      end
  end.

(** What is known of the row below the row at hand; below the last row is nothing. *)
Definition known (n : nat) (stack : grid) (todo tail : list (list source)) : list (option bool) :=
  match todo, tail with
  | srcs :: _, _ => map (peek stack) srcs
  | [], srcs :: _ => map (peek stack) srcs
  | [], [] => repeat (Some false) n
  end.

Fixpoint rows_walk {T} (R : ruleset) (n : nat) (todo tail : list (list source)) (up cur : list bool)
    (qs : list wstate) (stack : grid) (visit : grid -> T -> T) (acc : T) : T :=
  match todo with
  | [] => tail_walk R n tail (firstn (Nat.div2 (S n)) qs) stack visit acc
  | srcs :: todo' =>
      let may := allowed R n todo' tail qs in
      if existsb hopeless may then acc
      else
        walk R stack srcs up cur (known n stack todo' tail) may qs start
          (fun bits out acc =>
             let next := rev_append bits [] in
             rows_walk R n todo' tail cur next (rev_append out []) (next :: stack) visit acc) acc
  end.

(** Visits every valid grid once. *)
Definition visit_valid {T} (R : ruleset) (n : nat) (visit : grid -> T -> T) (acc : T) : T :=
  let (todo, tail) := split_forced (plan (symmetric_under R) n) in
  rows_walk R n todo tail [] (repeat false n) (repeat Out n) [] visit acc.

Definition search (R : ruleset) (n : nat) : N := visit_valid R n (fun _ k => N.succ k) 0%N.
Definition search_list (R : ruleset) (n : nat) : list grid := visit_valid R n cons [].

(** ** The same search with lists of results *)

Fixpoint walk_list (R : ruleset) (stack : grid) (srcs : list source) (up cur : list bool)
    (down : list (option bool)) (may : list (bool * bool)) (qs : list wstate) (st : rowstate)
    : list (list bool * list wstate) :=
  match srcs with
  | [] => match finish R st with None => [] | Some out' => [(bits st, out')] end
  | s :: srcs' =>
      let go (b : bool) :=
        match place R st (hd false up) (hd false cur) (hd None down) (hd Out qs) b with
        | None => []
        | Some st' => walk_list R stack srcs' (tl up) (tl cur) (tl down) (tl may) (tl qs) st'
        end in
      match look stack (bits st) s with
      | Some b => go b
      | None =>
          let a := hd (true, true) may in
          (if fst a then go false else []) ++ (if snd a then go true else [])
      end
  end.

Fixpoint tail_list (R : ruleset) (n : nat) (tail : list (list source)) (qs : list wstate)
    (stack : grid) : list grid :=
  match tail with
  | [] => if validb R n (rev stack) then [rev stack] else []
  | srcs :: tail' =>
      let next := map (found stack) srcs in
      match columns R false qs next with
      | None => []
      | Some qs' => tail_list R n tail' qs' (next :: stack)
      end
  end.

Fixpoint rows_list (R : ruleset) (n : nat) (todo tail : list (list source)) (up cur : list bool)
    (qs : list wstate) (stack : grid) : list grid :=
  match todo with
  | [] => tail_list R n tail (firstn (Nat.div2 (S n)) qs) stack
  | srcs :: todo' =>
      let may := allowed R n todo' tail qs in
      if existsb hopeless may then []
      else
        flat_map (fun p => rows_list R n todo' tail cur (rev (fst p)) (rev (snd p)) (rev (fst p) :: stack))
          (walk_list R stack srcs up cur (known n stack todo' tail) may qs start)
  end.

Definition valid_list (R : ruleset) (n : nat) : list grid :=
  let (todo, tail) := split_forced (plan (symmetric_under R) n) in
  rows_list R n todo tail [] (repeat false n) (repeat Out n) [].

Lemma walk_fold {T} R stack srcs : forall up cur down may qs st (visit : list bool -> list wstate -> T -> T) acc,
  walk R stack srcs up cur down may qs st visit acc =
  fold_left (fun acc p => visit (fst p) (snd p) acc) (walk_list R stack srcs up cur down may qs st) acc.
Proof.
  induction srcs as [|s srcs IH]; intros; cbn [walk walk_list].
  - now destruct (finish R st).
  - cbv zeta. destruct (look stack (bits st) s) as [b|].
    + destruct (place _ _ _ _ _ _ b); [apply IH | easy].
    + rewrite fold_left_app. destruct (fst (hd (true, true) may)), (snd (hd (true, true) may));
        repeat match goal with |- context [place R st ?a ?b ?c ?d ?e] => destruct (place R st a b c d e) end;
        rewrite ?IH; easy.
Qed.

Lemma fold_left_flat_map {A B T} (f : A -> list B) (h : T -> B -> T) l : forall acc,
  fold_left h (flat_map f l) acc = fold_left (fun acc a => fold_left h (f a) acc) l acc.
Proof. induction l; intros; simpl; [easy|]. now rewrite fold_left_app, IHl. Qed.

Lemma fold_left_ext' {A T} (f h : T -> A -> T) l : (forall t a, In a l -> f t a = h t a) ->
  forall acc, fold_left f l acc = fold_left h l acc.
Proof. induction l as [|a l IH]; intros E acc; simpl in *; [easy|]. rewrite E by auto. apply IH. auto. Qed.

Lemma tail_fold {T} R n tail : forall qs stack (visit : grid -> T -> T) acc,
  tail_walk R n tail qs stack visit acc =
  fold_left (fun acc g => visit g acc) (tail_list R n tail qs stack) acc.
Proof.
  induction tail as [|srcs tail IH]; intros; cbn [tail_walk tail_list]; cbv zeta.
  - rewrite <- rev_alt. now destruct (validb R n (rev stack)).
  - destruct (columns _ _ _ _); [apply IH | easy].
Qed.

Lemma rows_fold {T} R n tail todo : forall up cur qs stack (visit : grid -> T -> T) acc,
  rows_walk R n todo tail up cur qs stack visit acc =
  fold_left (fun acc g => visit g acc) (rows_list R n todo tail up cur qs stack) acc.
Proof.
  induction todo as [|srcs todo IH]; intros; cbn [rows_walk rows_list]; cbv zeta.
  - apply tail_fold.
  - destruct (existsb hopeless _); [easy|].
    rewrite walk_fold, fold_left_flat_map. apply fold_left_ext'. intros. rewrite <- !rev_alt. apply IH.
Qed.

Theorem visit_valid_fold {T} R n (visit : grid -> T -> T) acc :
  visit_valid R n visit acc = fold_left (fun acc g => visit g acc) (valid_list R n) acc.
Proof. unfold visit_valid, valid_list. destruct (split_forced _). apply rows_fold. Qed.

(** ** No grid is listed twice. *)

Lemma place_bits R st u c d q b st' : place R st u c d q b = Some st' -> bits st' = b :: bits st.
Proof.
  unfold place. destruct (wstep R (rw st) _); [|easy]. destruct (pstep _ _ _ _); [|easy].
  destruct (settle _ _ _); [|easy]. destruct b; [intros [= <-]; easy|].
  destruct (wstep R q _); [intros [= <-]; easy | easy].
Qed.

Lemma walk_list_bits R stack srcs : forall up cur down may qs st p,
  In p (walk_list R stack srcs up cur down may qs st) ->
  exists l, fst p = l ++ bits st /\ length l = length srcs.
Proof.
  induction srcs as [|s srcs IH]; intros up cur down may qs st p; cbn [walk_list]; cbv zeta.
  - destruct (finish R st); [intros [<-|[]]; now exists [] | easy].
  - assert (G : forall b, In p match place R st (hd false up) (hd false cur) (hd None down) (hd Out qs) b with
        | None => []
        | Some st' => walk_list R stack srcs (tl up) (tl cur) (tl down) (tl may) (tl qs) st' end ->
        exists l, fst p = l ++ bits st /\ length l = S (length srcs)).
    { intros b. destruct (place _ _ _ _ _ _ b) as [st'|] eqn:E; [|easy]. intros H.
      apply IH in H. destruct H as (l & H1 & H2). apply place_bits in E. rewrite E in H1.
      exists (l ++ [b]). split; [now rewrite <- app_assoc | rewrite app_length; simpl; lia]. }
    destruct (look stack (bits st) s) as [b|]; [apply G|].
    rewrite in_app_iff. intros [H|H].
    + destruct (fst (hd (true, true) may)); [now apply G in H | easy].
    + destruct (snd (hd (true, true) may)); [now apply G in H | easy].
Qed.

Lemma NoDup_app {A} (a b : list A) : NoDup a -> NoDup b -> (forall x, In x a -> ~ In x b) -> NoDup (a ++ b).
Proof.
  induction 1; intros Hb Hd; simpl; [easy|]. constructor.
  - rewrite in_app_iff. intros [Hi|Hi]; [easy|]. apply (Hd x); [now left | easy].
  - apply IHNoDup; [easy|]. intros y Hy. apply Hd. now right.
Qed.

Lemma walk_list_NoDup R stack srcs : forall up cur down may qs st,
  NoDup (map fst (walk_list R stack srcs up cur down may qs st)).
Proof.
  induction srcs as [|s srcs IH]; intros up cur down may qs st; cbn [walk_list]; cbv zeta.
  - destruct (finish R st); simpl; repeat constructor; auto.
  - destruct (look stack (bits st) s) as [b|].
    + destruct (place _ _ _ _ _ _ b); [apply IH | constructor].
    + rewrite map_app. apply NoDup_app.
      * destruct (fst (hd (true, true) may)); [|constructor].
        destruct (place _ _ _ _ _ _ false); [apply IH | constructor].
      * destruct (snd (hd (true, true) may)); [|constructor].
        destruct (place _ _ _ _ _ _ true); [apply IH | constructor].
      * intros x. destruct (fst (hd (true, true) may)); [|easy]. destruct (snd (hd (true, true) may)); [|easy].
        destruct (place R st _ _ _ _ false) as [s1|] eqn:E1; [|easy].
        destruct (place R st _ _ _ _ true) as [s2|] eqn:E2; [|easy]. intros H1 H2.
        apply place_bits in E1, E2.
        apply in_map_iff in H1, H2. destruct H1 as (p1 & <- & H1), H2 as (p2 & H & H2).
        apply walk_list_bits in H1, H2. destruct H1 as (l1 & F1 & L1), H2 as (l2 & F2 & L2).
        rewrite E1 in F1. rewrite E2 in F2. rewrite F1, F2 in H.
        assert (K : forall (a b : list bool), length a = length b -> forall x y, a ++ x = b ++ y -> x = y).
        { induction a as [|z a IHa]; intros [|z' b']; simpl; try easy. intros L x y [= _ Hx]. apply (IHa b'); auto. }
        apply K in H; [easy | lia].
Qed.

Lemma tail_list_prefix R n tail : forall qs stack g, In g (tail_list R n tail qs stack) ->
  exists rows, g = rev stack ++ rows /\ length rows = length tail /\
    forall i, i < length tail -> length (nth i rows []) = length (nth i tail []).
Proof.
  induction tail as [|srcs tail IH]; intros qs stack g; cbn [tail_list]; cbv zeta.
  - destruct (validb R n (rev stack)); [intros [<-|[]] | easy]. exists []. now rewrite app_nil_r.
  - destruct (columns _ _ _ _); [|easy]. intros H. apply IH in H. destruct H as (rows & -> & Hr & Hl).
    simpl rev. exists (map (found stack) srcs :: rows). split; [now rewrite <- app_assoc|].
    split; [simpl; lia|]. intros [|i] Hi; simpl; [apply map_length | apply Hl; simpl in Hi; lia].
Qed.

Lemma rows_list_prefix R n tail todo : forall up cur qs stack g,
  In g (rows_list R n todo tail up cur qs stack) ->
  exists rows, g = rev stack ++ rows /\ length rows = length (todo ++ tail) /\
    forall i, i < length (todo ++ tail) -> length (nth i rows []) = length (nth i (todo ++ tail) []).
Proof.
  induction todo as [|srcs todo IH]; intros up cur qs stack g; cbn [rows_list].
  - apply tail_list_prefix.
  - cbv zeta. destruct (existsb hopeless _); [easy|].
    rewrite in_flat_map. intros (p & Hp & Hg). apply walk_list_bits in Hp. destruct Hp as (l & Hl & L).
    apply IH in Hg. destruct Hg as (rows & -> & Hr & Hlen). simpl rev. exists (rev (fst p) :: rows).
    split; [now rewrite <- app_assoc|]. split; [simpl; lia|].
    intros [|i] Hi; simpl.
    + rewrite rev_length, Hl, app_length, L. simpl. lia.
    + apply Hlen. simpl in Hi. lia.
Qed.

Lemma tail_list_NoDup R n tail : forall qs stack, NoDup (tail_list R n tail qs stack).
Proof.
  induction tail as [|srcs tail IH]; intros; cbn [tail_list]; cbv zeta.
  - destruct (validb R n (rev stack)); repeat constructor; auto.
  - destruct (columns _ _ _ _); [apply IH | constructor].
Qed.

Lemma rows_list_NoDup R n tail todo : forall up cur qs stack, NoDup (rows_list R n todo tail up cur qs stack).
Proof.
  induction todo as [|srcs todo IH]; intros up cur qs stack; cbn [rows_list].
  - apply tail_list_NoDup.
  - cbv zeta. destruct (existsb hopeless _); [constructor|].
    apply (NoDup_flat_map _ (fun p => rev (fst p)) (fun g => nth (length stack) g [])).
    + rewrite <- (map_map fst (@rev bool)). apply Injective_map_NoDup; [|apply walk_list_NoDup].
      intros a b E. rewrite <- (rev_involutive a), E. apply rev_involutive.
    + intros p _. apply IH.
    + intros p g _ Hg. apply rows_list_prefix in Hg. destruct Hg as (rows & -> & _). simpl.
      rewrite <- app_assoc. rewrite app_nth2; rewrite rev_length; [|lia]. now rewrite Nat.sub_diag.
Qed.

Lemma tail_list_sound R n tail : forall qs stack g, In g (tail_list R n tail qs stack) -> validb R n g = true.
Proof.
  induction tail as [|srcs tail IH]; intros qs stack g; cbn [tail_list]; cbv zeta.
  - destruct (validb R n (rev stack)) eqn:E; [intros [<-|[]]; exact E | easy].
  - destruct (columns _ _ _ _); [apply IH | easy].
Qed.

Lemma rows_list_sound R n tail todo : forall up cur qs stack g,
  In g (rows_list R n todo tail up cur qs stack) -> validb R n g = true.
Proof.
  induction todo as [|srcs todo IH]; intros up cur qs stack g; cbn [rows_list].
  - apply tail_list_sound.
  - cbv zeta. destruct (existsb hopeless _); [easy|].
    rewrite in_flat_map. intros (p & Hp & Hg). now apply IH in Hg.
Qed.

(** ** No valid grid is lost: the partial automaton *)

Definition sim (q : wstate) (p : pstate) : Prop :=
  match q, p with
  | Out, POut => True
  | Run len chk unch lead, PRun len' sure may unch' lead' =>
      len = len' /\ chk <= len /\ sure <= chk <= may /\ may <= len /\ unch' <= unch /\ (lead' = true -> lead = true)
  | _, _ => False
  end.

Lemma withinb_le l j k : j <= k -> withinb l k = true -> withinb l j = true.
Proof. rewrite !withinb_spec. intros H1 H2. now apply within_le with k. Qed.

Lemma close_sim R q p : close R q = true -> sim q p -> pclose R p = true.
Proof.
  destruct q as [|len chk unch lead], p as [|len' sure may unch' lead']; simpl; try easy.
  intros H (<- & Hc & (Hs & Hm) & Hl & Hu & _). destruct (Nat.eqb_spec len 1) as [->|Hne].
  - apply and_true in H. destruct H as (-> & H). apply Nat.eqb_eq in H. subst chk. simpl.
    apply Nat.eqb_eq. lia.
  - apply and_true in H. destruct H as (H & E). apply and_true in H. destruct H as (-> & H).
    rewrite (withinb_le _ _ _ Hu H). simpl.
    assert (M : Nat.div2 len <= Nat.div2 (S len)) by (rewrite !Nat.div2_div; apply Nat.div_le_mono; lia).
    unfold can_be_enough, enoughb in *.
    destruct (letters_checked R); rewrite ?and_true, ?orb_true_iff, ?Nat.eqb_eq, ?Nat.leb_le in *; lia || easy.
Qed.

(** What is known of a letter agrees with it. *)
Definition agrees (x : option bool) (b : bool) : Prop := x = None \/ x = Some b.

Lemma grow_sim q p x b : sim q p -> agrees x b -> sim (grow q b) (pgrow p x).
Proof.
  intros S [->| ->]; destruct q as [|len chk unch lead], p as [|len' sure may unch' lead']; simpl in S; try easy;
    destruct b; simpl; intuition (lia || easy).
Qed.

Lemma alive_sim R q p : alive R q = true -> sim q p -> palive R p = true.
Proof.
  destruct q as [|len chk unch lead], p as [|len' sure may unch' lead']; simpl; try easy.
  intros H (<- & _ & _ & _ & Hu & Hd). rewrite !and_true in *. destruct H as ((H1 & H2) & H3).
  split; [split; [easy | now apply withinb_le with unch]|].
  destruct lead'; [|easy]. rewrite Hd in H3 by easy. now apply withinb_le with unch.
Qed.

Lemma wstep_sim R q p b x y q' : wstep R q (b, x) = Some q' -> sim q p -> (b = true -> agrees y x) ->
  exists p', pstep R p b y = Some p' /\ sim q' p'.
Proof.
  unfold wstep, pstep. simpl fst. simpl snd. intros H S Hy. destruct b; cbv zeta in *.
  - destruct (alive R (grow q x)) eqn:A; [|easy]. injection H as <-.
    pose proof (grow_sim q p y x S (Hy eq_refl)) as G. rewrite (alive_sim R _ _ A G). now exists (pgrow p y).
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

(** [may] allows the colour [b]. *)
Definition allows (a : bool * bool) (b : bool) : bool := if b then snd a else fst a.

Lemma walk_complete R stack bs : forall srcs up cur down seen may qs st qn cols pending,
  length cur = length bs ->
  (forall i, i < length bs -> allows (nth i may (true, true)) (nth i bs false) = true) ->
  (forall i, i < length bs -> agrees (nth i seen None) (nth i down false)) ->
  obeys stack (bits st) srcs bs ->
  accepts R (rw st) (letters up cur bs) = true ->
  accepts R qn (letters cur bs down) = true -> sim qn (pw st) ->
  settle R st (hd false bs) = Some pending ->
  col_steps R (hd false (bits st)) qs bs = Some cols ->
  In (rev bs ++ bits st, rev cols ++ pending) (walk_list R stack srcs up cur seen may qs st).
Proof.
  induction bs as [|b bs IH]; intros srcs up cur down seen may qs st qn cols pending Lc Hm Hk Ho Hr Hn Hs Hp Hc.
  - destruct srcs; [|easy]. destruct cur; [|easy]. simpl in Hr, Hn, Hc. injection Hc as <-.
    cbn [walk_list]. unfold finish. rewrite Hr, (close_sim R qn (pw st) Hn Hs).
    simpl in Hp. rewrite Hp. now left.
  - destruct srcs as [|s srcs]; [easy|]. destruct cur as [|c cur]; [easy|].
    simpl in Ho. destruct Ho as (Hl & Ho). simpl in Lc. injection Lc as Lc.
    cbn [letters accepts] in Hr. cbn [letters accepts] in Hn. cbn [hd tl] in Hr, Hn.
    destruct (wstep R (rw st) (c, hd false up || b)) as [rw'|] eqn:Er; [|easy].
    destruct (wstep R qn (b, c || hd false down)) as [qn'|] eqn:En; [|easy].
    destruct (wstep_sim R qn (pw st) b _ (if c then Some true else hd None seen) qn' En Hs) as (pw' & Ep & Hs').
    { intros _. destruct c; [now right|]. specialize (Hk 0 ltac:(simpl; lia)).
      destruct seen, down; exact Hk. }
    cbn [hd] in Hp. cbn [col_steps] in Hc.
    destruct (wstep R (hd Out qs) (b, hd false (bits st) || hd false bs)) as [q'|] eqn:Eq; [|easy].
    destruct (col_steps R b (tl qs) bs) as [cols'|] eqn:Ec; [|easy]. injection Hc as <-.
    assert (G : exists st', place R st (hd false up) c (hd None seen) (hd Out qs) b = Some st' /\
      bits st' = b :: bits st /\ rw st' = rw' /\ pw st' = pw' /\
      settle R st' (hd false bs) = Some (q' :: pending)).
    { unfold place. rewrite Er, Ep, Hp. destruct b.
      - eexists. split; [reflexivity|]. simpl. repeat (split; [reflexivity|]).
        unfold settle. simpl. now rewrite Eq.
      - rewrite wstep_black in Eq. rewrite Eq. eexists. split; [reflexivity|]. easy. }
    destruct G as (st' & Epl & Eb & Erw & Epw & Est).
    assert (M : In (rev (b :: bs) ++ bits st, rev (q' :: cols') ++ pending)
                   (walk_list R stack srcs (tl up) cur (tl seen) (tl may) (tl qs) st')).
    { simpl rev. rewrite <- !app_assoc. simpl. rewrite <- Eb.
      apply (IH srcs (tl up) cur (tl down) (tl seen) (tl may) (tl qs) st' qn'); try assumption.
      - intros i Hi. rewrite nth_tl. apply (Hm (S i)). simpl. lia.
      - intros i Hi. rewrite !nth_tl. apply Hk. simpl. lia.
      - now rewrite Eb.
      - now rewrite Erw.
      - now rewrite Epw.
      - now rewrite Eb. }
    cbn [walk_list hd tl]. cbv zeta.
    destruct Hl as [Hl|Hl]; rewrite Hl.
    + apply in_app_iff. specialize (Hm 0 ltac:(simpl; lia)). cbn [nth] in Hm.
      assert (E0 : nth 0 may (true, true) = hd (true, true) may) by now destruct may.
      rewrite E0 in Hm. destruct b; simpl in Hm; rewrite Hm, Epl; [now right | now left].
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

Lemma firstn_succ {A} (d : A) (l : list A) k : k < length l -> firstn k l ++ [nth k l d] = firstn (S k) l.
Proof.
  revert k. induction l as [|x l IH]; intros [|k] K; simpl in *; try lia; [easy|].
  f_equal. apply IH. lia.
Qed.

Lemma skipn_tl {A} (l : list A) : forall k, tl (skipn k l) = skipn (S k) l.
Proof. induction l as [|x l IH]; intros [|k]; try reflexivity. apply (IH k). Qed.

(** *** What is known of a column's last run *)

(** The run at the head of [h], the letters of a column so far, last first. *)
Fixpoint lead (h : list letter) : list bool :=
  match h with (true, x) :: h' => x :: lead h' | _ => [] end.

Definition measures (q : wstate) (h : list letter) : Prop :=
  len q = length (lead h) /\ chk q = count_true (lead h).

Lemma grow_measure q x : len (grow q x) = S (len q) /\ chk (grow q x) = (if x then S (chk q) else chk q).
Proof. destruct q, x; easy. Qed.

Lemma count_true_head x l : count_true (x :: l) = if x then S (count_true l) else count_true l.
Proof. now destruct x. Qed.

Lemma wstep_measures R q h l q' : measures q h -> wstep R q l = Some q' -> measures q' (l :: h).
Proof.
  intros (H1 & H2) E. unfold wstep in E. destruct l as [[|] x]; simpl in E; cbv zeta in E.
  - destruct (alive R (grow q x)); [|easy]. injection E as <-. destruct (grow_measure q x) as (G1 & G2).
    split; [simpl; lia|]. rewrite G2. cbn [lead]. rewrite count_true_head, H2. easy.
  - destruct (close R q); [|easy]. now injection E as <-.
Qed.

(** Reading on from [q], the run at hand ends well after the head of [h]. *)
Lemma accepts_lead R h : forall q, accepts R q h = true -> exists q2, close R q2 = true /\
  len q2 = len q + length (lead h) /\ chk q2 = chk q + count_true (lead h).
Proof.
  induction h as [|[[|] x] h IH]; intros q H; cbn [accepts] in H.
  - exists q. simpl. unfold count_true. simpl. split; [easy | lia].
  - unfold wstep in H. cbn [fst snd] in H. cbv zeta in H. destruct (alive R (grow q x)); [|easy].
    destruct (IH _ H) as (q2 & C & L & K). exists q2. destruct (grow_measure q x) as (G1 & G2).
    split; [easy|]. cbn [lead length]. rewrite count_true_head. rewrite G1 in L. rewrite G2 in K.
    split; [lia|]. destruct x; lia.
  - unfold wstep in H. cbn [fst] in H. destruct (close R q) eqn:C; [|easy].
    exists q. simpl. unfold count_true. simpl. split; [easy | lia].
Qed.

Lemma col_steps_nth R bs : forall left qs cols, col_steps R left qs bs = Some cols ->
  length cols = length bs /\ forall i, i < length bs ->
  wstep R (nth i qs Out) (nth i (cross_letters left bs) (false, false)) = Some (nth i cols Out).
Proof.
  induction bs as [|b bs IH]; intros left qs cols H; cbn [col_steps] in H.
  - injection H as <-. split; [easy | simpl; lia].
  - destruct (wstep R (hd Out qs) (b, left || hd false bs)) as [q'|] eqn:E; [|easy].
    destruct (col_steps R b (tl qs) bs) as [r|] eqn:E2; [|easy]. injection H as <-.
    destruct (IH _ _ _ E2) as (L & N). split; [simpl; lia|].
    intros [|i] Hi; cbn [cross_letters nth].
    + rewrite <- E. now destruct qs.
    + rewrite <- N by (simpl in Hi; lia). f_equal. symmetry. apply nth_tl.
Qed.

(** A white square of the middle row belongs to a run that can obey the rules. *)
Lemma middle_white R q q' x h : measures q' h -> accepts R q ((true, x) :: h) = true ->
  snd (middle_ok R q q') = true.
Proof.
  intros (M1 & M2) H. destruct (accepts_lead R _ q H) as (q2 & C & L & K).
  cbn [lead length] in L, K. rewrite count_true_head in K. unfold middle_ok. cbv zeta. cbn [snd].
  assert (L' : len q2 = S (len q + len q')) by lia.
  destruct q2 as [|l c u d]; [easy|]. cbn [len chk] in L', K. rewrite <- L'.
  unfold close in C. destruct (l =? 1); [easy|]. rewrite !and_true in C. destruct C as ((C1 & C2) & C3).
  rewrite C1. destruct (enoughb (letters_checked R) l (chk q + chk q')) eqn:E; [easy|].
  rewrite <- C3. f_equal. destruct x; [lia|]. exfalso.
  assert (c = chk q + chk q') by lia. congruence.
Qed.

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

  Lemma peek_good k c stack :
    S k < n -> c < n ->
    (forall i, i < k -> nth i stack [] = nth (k - 1 - i) g []) ->
    agrees (peek stack (source_of (symmetric_under R) n (S k) c)) (nth c (nth (S k) g []) false).
  Proof.
    intros Hk Hc Hs. unfold source_of.
    destruct (find _ _) as [tr|] eqn:F; [|now left].
    apply find_some in F. destruct F as (Hin & He).
    assert (U : unchanged n g tr).
    { assert (V : valid R n g) by now apply validb_spec. unfold valid in V. now apply V. }
    specialize (U (S k) c Hk Hc). unfold earlier in He.
    destruct (tr n (S k, c)) as (r', c'). unfold white in U.
    assert (E : nth c' (nth r' g []) false = nth c (nth (S k) g []) false).
    { destruct (nth c' (nth r' g []) false), (nth c (nth (S k) g []) false); intuition. }
    destruct (Nat.ltb_spec r' (S k)) as [L|L]; cbn [peek]; [|now left].
    destruct (Nat.eqb_spec (S k - 1 - r') 0) as [Z|Z]; [now left | right].
    rewrite <- E, Hs by lia. now replace (k - 1 - (S k - 1 - r' - 1)) with r' by lia.
  Qed.

  Definition plan_row (k : nat) : list source := map (source_of (symmetric_under R) n k) (seq 0 n).

  Lemma nth_plan_row {A} (f : source -> A) k i d : i < n ->
    nth i (map f (plan_row k)) d = f (source_of (symmetric_under R) n k i).
  Proof.
    intros Hi. unfold plan_row. rewrite map_map.
    rewrite nth_indep with (d' := f (source_of (symmetric_under R) n k 0)) by (rewrite map_length, seq_length; lia).
    rewrite map_nth with (f := fun x => f (source_of (symmetric_under R) n k x)). now rewrite seq_nth.
  Qed.

  Lemma known_good k d stack todo tail :
    S k + d = n -> todo ++ tail = map plan_row (seq (S k) d) ->
    (forall i, i < k -> nth i stack [] = nth (k - 1 - i) g []) ->
    forall i, i < n -> agrees (nth i (known n stack todo tail) None) (nth i (nth (S k) g []) false).
  Proof.
    intros Hd E Hs i Hi.
    assert (G : forall srcs rest, srcs :: rest = map plan_row (seq (S k) d) ->
              agrees (nth i (map (peek stack) srcs) None) (nth i (nth (S k) g []) false)).
    { intros srcs rest E'. destruct d as [|d]; [easy|]. cbn [seq map] in E'. injection E' as -> _.
      rewrite nth_plan_row by easy. apply peek_good; [lia | easy | easy]. }
    unfold known. destruct todo as [|srcs todo].
    - destruct tail as [|srcs tail]; [|now apply (G srcs tail)].
      destruct d; [|easy]. right.
      rewrite (nth_overflow g) by (destruct g_grid; lia).
      replace (nth i [] false) with false by now destruct i.
      clear - Hi. revert i Hi. induction n as [|m IH]; intros [|i] Hi; simpl; try lia; [easy | apply IH; lia].
    - now apply (G srcs (todo ++ tail)).
  Qed.

  Lemma found_row k stack : k < n ->
    (forall i, i < k -> nth i stack [] = nth (k - 1 - i) g []) ->
    forallb is_above (plan_row k) = true -> map (found stack) (plan_row k) = nth k g [].
  Proof.
    intros Hk Hs Hf. apply nth_ext with false false.
    - unfold plan_row. rewrite !map_length, seq_length. symmetry. now apply grid_row.
    - intros c Hc. unfold plan_row in Hc. rewrite !map_length, seq_length in Hc.
      rewrite nth_plan_row by easy.
      rewrite forallb_forall in Hf.
      assert (A : is_above (source_of (symmetric_under R) n k c) = true).
      { apply Hf. unfold plan_row. apply in_map_iff. exists c. split; [easy|]. apply in_seq. lia. }
      pose proof (source_good k c stack (map (fun i => nth (c - 1 - i) (nth k g []) false) (seq 0 c)) Hk Hc Hs) as G.
      cbv zeta in G. unfold found.
      destruct (source_of (symmetric_under R) n k c) as [|a c'|d]; try easy. cbn [look] in *.
      destruct G as [G|G]; [| easy | now injection G].
      intros i Hi. rewrite nth_indep with (d' := nth (c - 1 - 0) (nth k g []) false)
        by (rewrite map_length, seq_length; lia).
      rewrite map_nth with (f := fun i => nth (c - 1 - i) (nth k g []) false). now rewrite seq_nth.
  Qed.

  Lemma rem_head k c : k < n -> c < n ->
    nth 0 (skipn k (row_letters t c)) (false, false) = nth k (row_letters t c) (false, false).
  Proof.
    intros Hk Hc. rewrite <- (firstn_skipn k (row_letters t c)) at 2.
    rewrite app_nth2; rewrite firstn_length, row_letters_t_length by lia; [|lia]. f_equal. lia.
  Qed.

  Lemma rem_nonempty k c : k < n -> c < n -> skipn k (row_letters t c) <> [].
  Proof.
    intros Hk Hc E. apply (f_equal (@length letter)) in E.
    rewrite skipn_length, row_letters_t_length in E by lia. simpl in E. lia.
  Qed.

  Lemma columns_ok k left bs m : k < n -> forall c qs, c + m <= n -> bs = skipn c (nth k g []) ->
    left = (match c with 0 => false | S j => nth j (nth k g []) false end) ->
    Forall2 (fun q ls => accepts R q ls = true) qs (map (fun c => skipn k (row_letters t c)) (seq c m)) ->
    exists cols, columns R left qs bs = Some cols /\
      Forall2 (fun q ls => accepts R q ls = true) cols (map (fun c => skipn (S k) (row_letters t c)) (seq c m)).
  Proof.
    intros Hk. revert left bs. induction m as [|m IH]; intros left bs c qs Hm Eb El Ha.
    - inversion Ha; subst. exists []. split; [easy | constructor].
    - cbn [seq map] in Ha. inversion Ha as [|q ? qs' ? Hq Hqs]; subst qs.
      pose proof (rem_head k c Hk ltac:(lia)) as Hh. pose proof (rem_nonempty k c Hk ltac:(lia)) as Hne.
      pose proof (skipn_tl (row_letters t c) k) as Ht.
      destruct (skipn k (row_letters t c)) as [|l ls]; [easy|]. cbn [nth] in Hh. cbn [tl] in Ht.
      pose proof (cross_row k Hk) as C.
      assert (L : l = (nth c (nth k g []) false, left || nth (S c) (nth k g []) false)).
      { rewrite Hh.
        transitivity (nth c (map (fun c => nth k (row_letters t c) (false, false)) (seq 0 n)) (false, false)).
        - symmetry.
          rewrite nth_indep with (d' := nth k (row_letters t 0) (false, false)) by (rewrite map_length, seq_length; lia).
          rewrite map_nth with (f := fun c => nth k (row_letters t c) (false, false)). now rewrite seq_nth by lia.
        - rewrite C, nth_cross_letters by (rewrite (grid_row n) by easy; lia).
          rewrite El. now destruct c. }
      assert (B0 : hd false bs = nth c (nth k g []) false).
      { rewrite Eb, hd_nth. rewrite <- (firstn_skipn c (nth k g [])) at 2.
        rewrite app_nth2; rewrite firstn_length, (grid_row n) by easy; [f_equal; lia | lia]. }
      assert (Et : tl bs = skipn (S c) (nth k g [])) by (rewrite Eb; apply skipn_tl).
      assert (B1 : hd false (tl bs) = nth (S c) (nth k g []) false).
      { rewrite Et, hd_nth. destruct (le_lt_dec n (S c)) as [O|O].
        - rewrite nth_overflow by (rewrite skipn_length, (grid_row n) by easy; lia).
          rewrite nth_overflow by (rewrite (grid_row n) by easy; lia). easy.
        - rewrite <- (firstn_skipn (S c) (nth k g [])) at 2.
          rewrite app_nth2; rewrite firstn_length, (grid_row n) by easy; [f_equal; lia | lia]. }
      cbn [accepts] in Hq. rewrite L in Hq. cbn [columns]. cbv zeta. rewrite B0, B1.
      destruct (wstep R q _) as [q'|]; [|easy].
      destruct (IH (nth c (nth k g []) false) (tl bs) (S c) qs' ltac:(lia) Et eq_refl Hqs) as (cols & E & Hc).
      rewrite E. exists (q' :: cols). split; [easy|]. cbn [seq map]. constructor; [|easy].
      now rewrite <- Ht.
  Qed.

  Lemma stack_next k stack : k < n ->
    (forall i, i < k -> nth i stack [] = nth (k - 1 - i) g []) ->
    forall i, i < S k -> nth i (nth k g [] :: stack) [] = nth (S k - 1 - i) g [].
  Proof.
    intros Hk Hs [|i] Hi; cbn [nth]; [f_equal; lia|]. rewrite Hs by lia. f_equal. lia.
  Qed.

  Lemma rev_next k stack : k < n -> rev stack = firstn k g -> rev (nth k g [] :: stack) = firstn (S k) g.
  Proof.
    intros Hk Hst. simpl rev. rewrite Hst. apply firstn_succ with (d := []). destruct g_grid. lia.
  Qed.

  Lemma tail_complete m d : forall k qs stack,
    m <= n -> d = n - k -> k <= n ->
    (forall i, i < k -> nth i stack [] = nth (k - 1 - i) g []) -> rev stack = firstn k g ->
    (forall srcs, In srcs (map plan_row (seq k d)) -> forallb is_above srcs = true) ->
    Forall2 (fun q ls => accepts R q ls = true) qs (map (fun c => skipn k (row_letters t c)) (seq 0 m)) ->
    In g (tail_list R n (map plan_row (seq k d)) qs stack).
  Proof.
    induction d as [|d IH]; intros k qs stack Hm Hd Hk Hs Hst Hf Hq.
    - assert (k = n) by lia. subst k. cbn [seq map tail_list].
      assert (E : rev stack = g).
      { rewrite Hst. destruct g_grid as (Lg & _). rewrite <- Lg. apply firstn_all. }
      rewrite E, g_valid. now left.
    - assert (Hkn : k < n) by lia. cbn [seq map tail_list]. cbv zeta.
      rewrite found_row; [|easy|easy|apply Hf; now left].
      destruct (columns_ok k false (nth k g []) m Hkn 0 qs Hm eq_refl eq_refl Hq) as (cols & E & Hc).
      rewrite E. apply IH; try easy; try lia.
      + now apply stack_next.
      + now apply rev_next.
      + intros srcs Hsrcs. apply Hf. now right.
  Qed.

  Lemma Forall2_firstn {A B} (P : A -> B -> Prop) m : forall a b,
    Forall2 P a b -> Forall2 P (firstn m a) (firstn m b).
  Proof. induction m; intros a b H; [constructor|]. destruct H; simpl; constructor; auto. Qed.

  Lemma firstn_seq m k s : m <= k -> firstn m (seq s k) = seq s m.
  Proof.
    revert k s. induction m as [|m IH]; intros k s H; [easy|]. destruct k; [lia|]. simpl. f_equal. apply IH. lia.
  Qed.

  (** *** The middle row *)

  Definition hist (c k : nat) : list letter := rev (firstn k (row_letters t c)).

  Lemma hist_next c k : c < n -> k < n -> hist c (S k) = nth k (row_letters t c) (false, false) :: hist c k.
  Proof.
    intros Hc Hk. unfold hist. rewrite <- (firstn_succ (false, false)) by now rewrite row_letters_t_length.
    now rewrite rev_app_distr.
  Qed.

  Lemma half_symmetric r c : has_half (symmetric_under R) = true -> r < n -> c < n ->
    whiteb g r c = whiteb g (n - 1 - r) (n - 1 - c).
  Proof.
    intros Hh Hr Hc. assert (V : valid R n g) by now apply validb_spec.
    assert (U : unchanged n g half).
    { unfold valid in V. apply V. destruct (symmetric_under R); simpl in *; try easy; tauto. }
    specialize (U r c Hr Hc). cbn in U. unfold white in U. unfold whiteb.
    destruct (nth c (nth r g []) false), (nth (n - 1 - c) (nth (n - 1 - r) g []) false); intuition.
  Qed.

  Lemma outside r c : n <= c -> whiteb g r c = false.
  Proof.
    intros H. apply not_true_is_false. intros W. apply (white_inside n g r c g_grid) in W. lia.
  Qed.

  Lemma column_turned c : has_half (symmetric_under R) = true -> c < n ->
    row_letters t c = rev (row_letters t (n - 1 - c)).
  Proof.
    intros Hh Hc. apply nth_ext with (false, false) (false, false).
    - now rewrite rev_length, !row_letters_t_length by lia.
    - intros r Hr. rewrite row_letters_t_length in Hr by easy.
      rewrite rev_nth by (rewrite row_letters_t_length; lia). rewrite row_letters_t_length by lia.
      unfold row_letters. rewrite !nth_letters by (rewrite (grid_row n); auto using t_grid; lia).
      fold (whiteb t c r). fold (whiteb t (S c) r). fold (whiteb t (n - 1 - c) (n - S r)).
      fold (whiteb t (S (n - 1 - c)) (n - S r)).
      rewrite !above_t. unfold t. rewrite !transpose_white by easy.
      replace (n - S r) with (n - 1 - r) by lia. f_equal; [now apply half_symmetric|].
      rewrite orb_comm. f_equal.
      + destruct (le_lt_dec n (S c)) as [O|O].
        * rewrite outside by easy. now replace (n - 1 - c) with 0 by lia.
        * rewrite (half_symmetric r (S c)) by easy. destruct (n - 1 - c) eqn:E; [lia|]. f_equal. lia.
      + destruct c as [|j]; [rewrite outside by lia; easy|].
        rewrite (half_symmetric r j) by (easy || lia). f_equal. lia.
  Qed.

  Lemma below_middle k c : has_half (symmetric_under R) = true -> n = S (2 * k) -> c < n ->
    skipn (S k) (row_letters t c) = hist (n - 1 - c) k.
  Proof.
    intros Hh Hn Hc. rewrite (column_turned c Hh Hc), skipn_rev, row_letters_t_length by lia.
    unfold hist. f_equal. f_equal. lia.
  Qed.

  Lemma middles_nth qs : forall qs' i, length qs = length qs' -> i < length qs ->
    nth i (middles R qs qs') (true, true) = middle_ok R (nth i qs Out) (nth i qs' Out).
  Proof.
    induction qs as [|q qs IH]; intros [|q' qs'] i L Hi; simpl in *; try lia.
    destruct i; [easy|]. apply IH; lia.
  Qed.

  Lemma column_rest k c qs : k < n -> c < n ->
    Forall2 (fun q ls => accepts R q ls = true) qs (map (fun c => skipn k (row_letters t c)) (seq 0 n)) ->
    exists x, accepts R (nth c qs Out) ((whiteb g k c, x) :: skipn (S k) (row_letters t c)) = true.
  Proof.
    intros Hk Hc Hq.
    assert (A : accepts R (nth c qs Out) (skipn k (row_letters t c)) = true).
    { assert (G : forall m s a, Forall2 (fun q ls => accepts R q ls = true) a
                    (map (fun c => skipn k (row_letters t c)) (seq s m)) -> forall i, i < m ->
                  accepts R (nth i a Out) (skipn k (row_letters t (s + i))) = true).
      { induction m as [|m IH]; intros s a H i Hi; [lia|]. cbn [seq map] in H. inversion H; subst.
        destruct i as [|i]; cbn [nth]; [now rewrite Nat.add_0_r|].
        rewrite <- plus_n_Sm. apply (IH (S s)); [easy | lia]. }
      apply (G n 0 qs Hq c Hc). }
    pose proof (rem_head k c Hk Hc) as Hh. pose proof (rem_nonempty k c Hk Hc) as Hne.
    pose proof (skipn_tl (row_letters t c) k) as Ht.
    destruct (skipn k (row_letters t c)) as [|l ls]; [easy|]. cbn [nth tl] in Hh, Ht. rewrite Ht in A.
    assert (E : fst l = whiteb g k c).
    { rewrite Hh. unfold row_letters. rewrite nth_letters by (rewrite (grid_row n); auto using t_grid).
      cbn [fst]. fold (whiteb t c k). unfold t. now apply transpose_white. }
    destruct l as [b x]. cbn [fst] in E. subst b. now exists x.
  Qed.

  Lemma allowed_good k qs todo tail :
    k + S (length todo + length tail) = n ->
    Forall2 (fun q ls => accepts R q ls = true) qs (map (fun c => skipn k (row_letters t c)) (seq 0 n)) ->
    (forall c, c < n -> measures (nth c qs Out) (hist c k)) ->
    forall c, c < n -> allows (nth c (allowed R n todo tail qs) (true, true)) (whiteb g k c) = true.
  Proof.
    intros Hk Hq Hm c Hc.
    assert (D : allows (nth c [] (true, true)) (whiteb g k c) = true) by (destruct c, (whiteb g k _); easy).
    unfold allowed. destruct todo as [|srcs todo]; [|exact D].
    destruct (has_half (symmetric_under R)) eqn:Hh; [|exact D].
    destruct (Nat.eqb_spec n (S (2 * length tail))) as [Hn|Hn]; [|exact D].
    simpl in Hk. assert (Ek : k = length tail) by lia.
    assert (Lq : length qs = n).
    { clear - Hq. assert (L : forall (a : list wstate) (b : list (list letter)),
        Forall2 (fun q ls => accepts R q ls = true) a b -> length a = length b) by (induction 1; simpl; lia).
      apply L in Hq. now rewrite map_length, seq_length in Hq. }
    rewrite <- rev_alt, middles_nth by (rewrite ?rev_length; lia).
    rewrite (rev_nth qs) by lia. rewrite Lq. replace (n - S c) with (n - 1 - c) by lia.
    assert (Hkn : k < n) by lia.
    destruct (column_rest k c qs Hkn Hc Hq) as (x & A).
    destruct (column_rest k (n - 1 - c) qs Hkn ltac:(lia) Hq) as (x' & A').
    assert (Eb : whiteb g k (n - 1 - c) = whiteb g k c).
    { rewrite (half_symmetric k c) by (easy || lia). f_equal. lia. }
    rewrite Eb in A'. destruct (whiteb g k c); cbn [allows].
    - rewrite (below_middle k c) in A by (easy || lia).
      apply (middle_white R _ _ x (hist (n - 1 - c) k)); [apply Hm; lia | exact A].
    - unfold middle_ok. cbn [fst]. cbn [accepts] in A, A'. unfold wstep in A, A'. cbn [fst] in A, A'.
      destruct (close R (nth c qs Out)); [|easy]. now destruct (close R (nth (n - 1 - c) qs Out)).
  Qed.

  Lemma allowed_not_hopeless k qs todo tail :
    k + S (length todo + length tail) = n ->
    Forall2 (fun q ls => accepts R q ls = true) qs (map (fun c => skipn k (row_letters t c)) (seq 0 n)) ->
    (forall c, c < n -> measures (nth c qs Out) (hist c k)) ->
    existsb hopeless (allowed R n todo tail qs) = false.
  Proof.
    intros Hk Hq Hm. apply not_true_is_false. intros H. apply existsb_exists in H.
    destruct H as (a & Ha & H). apply (In_nth _ _ (true, true)) in Ha. destruct Ha as (c & Hc & Ea).
    assert (Hn : c < n).
    { assert (L : forall x y, length (middles R x y) <= length x).
      { induction x as [|q x IH]; intros [|q' y]; simpl; try lia. specialize (IH y). lia. }
      assert (Lq : length qs = n).
      { clear - Hq. assert (L : forall (a : list wstate) (b : list (list letter)),
          Forall2 (fun q ls => accepts R q ls = true) a b -> length a = length b) by (induction 1; simpl; lia).
        apply L in Hq. now rewrite map_length, seq_length in Hq. }
      unfold allowed in Hc. destruct todo; [|simpl in Hc; lia].
      destruct (has_half _); [|simpl in Hc; lia]. destruct (n =? _); [|simpl in Hc; lia].
      specialize (L qs (rev_append qs [])). lia. }
    pose proof (allowed_good k qs todo tail Hk Hq Hm c Hn) as G. rewrite Ea in G.
    unfold hopeless in H. destruct a as [[|] [|]], (whiteb g k c); easy.
  Qed.

  Lemma measures_next k qs cols : k < n -> length (nth k g []) = n ->
    col_steps R false qs (nth k g []) = Some cols ->
    (forall c, c < n -> measures (nth c qs Out) (hist c k)) ->
    forall c, c < n -> measures (nth c cols Out) (hist c (S k)).
  Proof.
    intros Hk Hl Hc Hm c Hcn. destruct (col_steps_nth _ _ _ _ _ Hc) as (_ & N).
    specialize (N c ltac:(lia)). rewrite hist_next by easy.
    assert (E : nth c (cross_letters false (nth k g [])) (false, false) = nth k (row_letters t c) (false, false)).
    { rewrite <- (cross_row k Hk).
      rewrite nth_indep with (d' := nth k (row_letters t 0) (false, false)) by (rewrite map_length, seq_length; lia).
      rewrite map_nth with (f := fun c => nth k (row_letters t c) (false, false)). now rewrite seq_nth by lia. }
    rewrite E in N. apply (wstep_measures R _ _ _ _ (Hm c Hcn) N).
  Qed.

  Lemma rows_complete tail todo : forall k d up qs stack,
    k + d = n -> todo ++ tail = map plan_row (seq k d) ->
    (forall srcs, In srcs tail -> forallb is_above srcs = true) ->
    (forall i, i < k -> nth i stack [] = nth (k - 1 - i) g []) -> rev stack = firstn k g ->
    (k = 0 \/ forall c d, length c <= n -> letters up c d = letters (above g (k - 1)) c d) ->
    Forall2 (fun q ls => accepts R q ls = true) qs (map (fun c => skipn k (row_letters t c)) (seq 0 n)) ->
    (forall c, c < n -> measures (nth c qs Out) (hist c k)) ->
    In g (rows_list R n todo tail up (previous k) qs stack).
  Proof.
    induction todo as [|srcs todo IH]; intros k d up qs stack Hd Hp Hf Hs Hst Hup Hq Hme.
    - cbn [rows_list]. cbn [app] in Hp. subst tail.
      assert (M' : forall j, Nat.div2 (S j) <= j).
      { intros j. rewrite Nat.div2_div. destruct j; [easy|]. apply Nat.div_le_upper_bound; lia. }
      pose proof (M' n) as M.
      apply (tail_complete (Nat.div2 (S n))); try easy; try lia.
      apply (Forall2_firstn _ (Nat.div2 (S n))) in Hq.
      now rewrite firstn_map, firstn_seq in Hq by easy.
    - destruct d as [|d]; [easy|]. cbn [app seq map] in Hp. injection Hp as -> Hp.
      assert (Hkn : k < n) by lia. cbn [rows_list]. cbv zeta.
      assert (Hlen : k + S (length todo + length tail) = n).
      { apply (f_equal (@length _)) in Hp. rewrite app_length, map_length, seq_length in Hp. cbn [length] in Hp |- *. lia. }
      rewrite (allowed_not_hopeless k qs todo tail Hlen Hq Hme). apply in_flat_map.
      set (next := nth k g []). pose proof (grid_row n g k g_grid Hkn) as Ln. fold next in Ln.
      destruct (col_steps_ok R next false qs _ Hq) as (cols & Ec & Hcols).
      { rewrite map_map. unfold next. rewrite <- (cross_row k Hkn). apply map_ext_in.
        intros c Hc. apply in_seq in Hc. apply rem_head; lia. }
      { intros ls Hls. apply in_map_iff in Hls. destruct Hls as (c & <- & Hc). apply in_seq in Hc.
        apply rem_nonempty; lia. }
      exists (rev next, rev cols). split.
      + pose proof (walk_complete R stack next
          (plan_row k) up (previous k) (nth (S k) g []) (known n stack todo tail)
          (allowed R n todo tail qs) qs start Out cols []) as W.
        rewrite !app_nil_r in W. apply W.
        * rewrite previous_length; lia.
        * rewrite Ln. intros c Hc. now apply allowed_good.
        * rewrite Ln. apply known_good with (d := d); [lia | easy | easy].
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
        apply IH with (d := d); try lia; try easy.
        * now apply stack_next.
        * now apply rev_next.
        * right. intros c e Hc. replace (S k - 1) with k by lia.
          destruct k as [|j]; simpl previous; [now apply letters_black_up | easy].
        * rewrite map_map in Hcols. erewrite map_ext_in; [exact Hcols|].
          intros c Hc. symmetry. apply skipn_tl.
        * now apply (measures_next k qs cols).
  Qed.
End Complete.

Lemma split_forced_spec p : forall todo tail, split_forced p = (todo, tail) ->
  todo ++ tail = p /\ forall srcs, In srcs tail -> forallb is_above srcs = true.
Proof.
  induction p as [|srcs p IH]; intros todo tail; simpl; [intros [= <- <-]; easy|].
  destruct (split_forced p) as [todo' tail'] eqn:E. destruct (IH _ _ eq_refl) as (H1 & H2).
  destruct todo' as [|x todo'].
  - destruct (forallb is_above srcs) eqn:F; intros [= <- <-]; simpl in *; (split; [congruence|]); [|easy].
    intros s [<-|Hs]; [easy | now apply H2].
  - intros [= <- <-]. split; [simpl in *; congruence | easy].
Qed.

(** ** The main theorems *)

Lemma Forall2_repeat {A B} (P : A -> B -> Prop) x l : (forall y, In y l -> P x y) ->
  Forall2 P (repeat x (length l)) l.
Proof. induction l; intros H; simpl; constructor; [apply H; now left | apply IHl; intros; apply H; now right]. Qed.

Theorem valid_list_spec R n g : In g (valid_list R n) <-> is_grid n g /\ valid R n g.
Proof.
  unfold valid_list. destruct (split_forced (plan (symmetric_under R) n)) as [todo tail] eqn:E.
  destruct (split_forced_spec _ _ _ E) as (Hp & Hf). split.
  - intros H. pose proof (rows_list_sound _ _ _ _ _ _ _ _ _ H) as V.
    apply rows_list_prefix in H. destruct H as (rows & -> & L & Hl). simpl in *.
    rewrite Hp in L, Hl. unfold plan in L, Hl. rewrite map_length, seq_length in L, Hl.
    assert (G : is_grid n rows).
    { split; [easy|]. intros row Hr. apply (In_nth _ _ []) in Hr. destruct Hr as (i & Hi & <-).
      rewrite Hl by lia.
      rewrite nth_indep with (d' := map (source_of (symmetric_under R) n 0) (seq 0 n))
        by (rewrite map_length, seq_length; lia).
      rewrite map_nth with (f := fun r => map (source_of (symmetric_under R) n r) (seq 0 n)).
      now rewrite map_length, seq_length. }
    split; [easy|]. now apply validb_spec.
  - intros (G & V). apply (validb_spec R n g G) in V.
    apply (rows_complete R n g G V tail todo 0 n); try lia; try easy; try now left.
    2: { intros c Hc. assert (O : nth c (repeat Out n) Out = Out).
         { apply (repeat_spec n). apply nth_In. now rewrite repeat_length. }
         rewrite O. now split. }
    assert (E' : repeat Out n = repeat Out (length (map (fun c => skipn 0 (row_letters (transpose n g) c)) (seq 0 n))))
      by now rewrite map_length, seq_length.
    rewrite E'. apply Forall2_repeat. intros ls Hls. apply in_map_iff in Hls.
    destruct Hls as (c & <- & Hc). apply in_seq in Hc. simpl skipn. apply (column_good R n g G V). lia.
Qed.

Theorem valid_list_NoDup R n : NoDup (valid_list R n).
Proof. unfold valid_list. destruct (split_forced _). apply rows_list_NoDup. Qed.

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
