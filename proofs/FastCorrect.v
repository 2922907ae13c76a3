(** Proves that the fast transfer matrix counts the valid grids: [fast_correct].

    A fast state inside a row stands for a state of [Transfer.v] when its nodes are those of that state's words and its
    labels, cut at the new square, are that state's labels ([Sim]). Then a step of one is a step of the other
    ([fstep_sim]), so a walk over a row visits the same states ([walk_row]). Items that are merged stand for similar states
    ([same_similar]), which as many good ways follow ([value_similar]). So a trie is a sum ([sum_add]), and each row keeps
    the sum ([next_row_line]). *)

From Coq Require Import Arith NArith PArith List Bool Lia FMapPositive.
From Gridcheck Require Import Spec Lines Decide Connected Validator Search Sanity Regions Meet Transfer Merging Upper Mirrored
  TransferCorrect Similar Fast.
Import ListNotations.

(** ** The most frequent case of [joint] *)

Lemma one_label_spec a l : one_label a l = true -> forall i, nth i l 0 <> 0 -> nth i l 0 = a.
Proof.
  induction l as [|x l IH]; simpl; intros H [|i] Hi; try easy.
  - destruct x; [easy|]. destruct (S x =? a) eqn:E; [now apply Nat.eqb_eq|easy].
  - apply IH; [|easy]. destruct x; [easy|]. now destruct (S x =? a).
Qed.

Lemma facing_spec xs : forall ys, facing xs ys <> 0 -> exists j, nth j xs 0 = facing xs ys /\ nth j ys 0 <> 0.
Proof.
  induction xs as [|x xs IH]; intros [|y ys] H; [easy | easy | now destruct x |].
  destruct x as [|x]; [|destruct y as [|y]].
  - destruct (IH ys) as (j & A & B); [exact H|]. now exists (S j).
  - destruct (IH ys) as (j & A & B); [exact H|]. now exists (S j).
  - now exists 0.
Qed.

Lemma joined_joint l : joined l = true -> joint (length l) l = true.
Proof.
  unfold joined. rewrite <- rev_alt. intros J.
  assert (F : facing l (rev l) <> 0) by (intros E; now rewrite E in J).
  destruct (facing_spec l (rev l) F) as (j & A & B).
  assert (O : one_label (facing l (rev l)) l = true) by now destruct (facing l (rev l)).
  pose proof (one_label_spec _ l O) as One. set (a := facing l (rev l)) in *. set (n := length l) in *.
  assert (Hj : j < n).
  { destruct (le_lt_dec n j); [|easy]. rewrite nth_overflow in A by easy. congruence. }
  rewrite rev_nth in B by easy. fold n in B. replace (n - S j) with (n - 1 - j) in B by lia.
  assert (T : forall p, nth p (twice l) 0 = if p <? n then 2 * nth p l 0 else pred (2 * nth (p - n) l 0)).
  { intros p. now apply nth_twice. }
  unfold joint. apply all_one_spec.
  destruct (unites_spec (map (fun j => (j, n + (n - 1 - j))) (seq 0 n)) (twice l)) as (Z & U).
  intros k K. apply U in K. destruct K as (K & P).
  assert (E : forall i, nth i (twice l) 0 <> 0 -> k i = k j).
  { intros i Hi. pose proof Hi as Hi'. rewrite T in Hi'. destruct (Nat.ltb_spec i n) as [L|L].
    - apply K; [easy|]. rewrite !T. destruct (Nat.ltb_spec i n), (Nat.ltb_spec j n); try lia. rewrite (One i), A by lia. easy.
    - transitivity (k (n + (n - 1 - j))).
      + apply K; [easy|]. rewrite !T. destruct (Nat.ltb_spec i n), (Nat.ltb_spec (n + (n - 1 - j)) n); try lia.
        replace (n + (n - 1 - j) - n) with (n - 1 - j) by lia. rewrite (One (i - n)), (One (n - 1 - j)) by lia. easy.
      + symmetry. apply P.
        * apply in_map_iff. exists j. split; [easy|]. apply in_seq. lia.
        * rewrite T. destruct (Nat.ltb_spec j n); lia.
        * rewrite T. destruct (Nat.ltb_spec (n + (n - 1 - j)) n); [lia|]. replace (n + (n - 1 - j) - n) with (n - 1 - j) by lia. lia. }
  intros x y Hx Hy. apply Z in Hx, Hy. now rewrite (E x Hx), (E y Hy).
Qed.

Lemma ffit_fits R o s : length (labels s) = length (ahead s) -> ffit R o s = fits R o s.
Proof.
  intros L. unfold ffit, fits. cbv zeta. rewrite <- L. destruct (joined (labels s)) eqn:J; [|easy].
  now rewrite (joined_joint _ J).
Qed.

(** ** What a fast state stands for *)

Section Sim.
  Variable R : ruleset.
  Variable mate : wstate -> mates.
  Hypothesis mate_right : mates_right R mate.

  Let node := expand R mate.
  Let rnode := expand R (fun _ => no_mates).
  Let pnode_ := pexpand R.

  Definition fcell_of (d : nat) (x : cell) : fcell := FCell (cwhite x) (cabove x) (node d (cword x)) (ccount x).

  Lemma node_name d q : wname (node d q) = q.
  Proof. now destruct d. Qed.
  Lemma node_key d q : wkey (node d q) = word_key q.
  Proof. now destruct d. Qed.
  Lemma node_mates d q : wmates (node d q) = mate q.
  Proof. now destruct d. Qed.

  Lemma follow_node m d q w c : follow (expand R m (S d) q) w c = option_map (expand R m d) (wstep R q (w, c)).
  Proof. now destruct w, c. Qed.

  Lemma closes_node m d q : closes (expand R m (S d) q) = close R q.
  Proof. unfold closes. cbn [expand wblack]. unfold wstep. cbn [fst]. now destruct (close R q). Qed.

  Lemma pclose_node d p : match pblack (pnode_ (S d) p) with Some _ => true | None => false end = pclose R p.
  Proof. unfold pnode_. cbn [pexpand pblack]. unfold pstep. now destruct (pclose R p). Qed.

  Lemma pfollow_node d p (b w : bool) :
    (if b then if w then pcrossed (pnode_ (S d) p) else pmaybe (pnode_ (S d) p) else pblack (pnode_ (S d) p)) =
    option_map (pnode_ d) (pstep R p b (if w then Some true else None)).
  Proof. now destruct b, w. Qed.

  Lemma can_possible t d d' q q' : can R t (node d q) (node d' q') = possible R t q q'.
  Proof.
    unfold can. rewrite node_key, node_mates, !node_name. destruct (Map.find _ _) eqn:E; [|easy].
    now apply (proj1 mate_right) in E.
  Qed.

  Definition behind_of (d : nat) (l : list cell) : list fcell :=
    match l with [] => [] | y :: l' => fcell_of (S d) y :: map (fcell_of d) l' end.

  Record Sim (d : nat) (s : state) (f : fstate) : Prop := {
    sim_ahead : fahead f = map (fcell_of (S d)) (ahead s);
    sim_behind : fbehind f = behind_of d (behind s);
    sim_labels : labels s = rev (fback f) ++ ffront f;
    sim_back : length (fback f) = length (behind s);
    sim_front : length (ffront f) = length (ahead s);
    sim_place : fplace f = place_of (length (ahead s)) (length (behind s));
    sim_upper : fupper f = rnode (S (length (ahead s))) (upper s);
    sim_lower : flower f = pnode_ (S (length (ahead s))) (lower s);
    sim_whites : fwhites f = whites s;
    sim_side : fside f = side s;
    sim_some : fsome f = some s }.

  Lemma settle_sim d l b :
    fsettle (behind_of d l) b = option_map (map (fcell_of d)) (Transfer.settle R l b).
  Proof.
    destruct l as [|x l]; [easy|]. cbn [behind_of fsettle Transfer.settle]. cbv zeta. cbn [fword fwhite fabove fcount fcell_of].
    unfold node. rewrite follow_node.
    assert (E : match map (fcell_of d) l with [] => false | y :: _ => fwhite y end = match l with [] => false | y :: _ => cwhite y end)
      by now destruct l.
    rewrite E. now destruct (wstep R (cword x) _).
  Qed.

  Lemma settle_length l b cells : Transfer.settle R l b = Some cells -> length cells = length l.
  Proof.
    destruct l as [|x l]; simpl; [now intros [= <-]|]. destruct (wstep R _ _); [|easy]. now intros [= <-].
  Qed.

  Lemma pair_sim d e cells ahead o : (ahead <> [] -> e = early o) ->
    fpair R e (late o) (place_of (length ahead) (length cells)) (map (fcell_of d) cells) (map (fcell_of (S d)) ahead) =
    pair_possible R o cells ahead.
  Proof.
    intros He. unfold fpair, pair_possible, late. destruct cells as [|y cells]; [now destruct (2 + look_through <? o)|].
    cbn [map]. unfold place_of. set (c := length (y :: cells)).
    assert (N : forall t (l : list cell) d' i, can_at R (Some t) (fword (fcell_of d y)) (map (fcell_of d') l) i =
                possible R t (cword y) (cword (nth i l blank))).
    { intros t l d' i. unfold can_at. destruct (nth_error l i) as [z|] eqn:E.
      - rewrite (map_nth_error _ _ _ E). cbn [fword fcell_of]. rewrite can_possible. now rewrite (nth_error_nth _ _ _ E).
      - assert (E' : nth_error (map (fcell_of d') l) i = None) by (apply nth_error_None; rewrite map_length; now apply nth_error_None).
        rewrite E'. cbn [fword fcell_of]. rewrite node_name, nth_overflow by now apply nth_error_None. easy. }
    cbv zeta. destruct (Nat.ltb_spec (length ahead) c) as [A|A].
    - destruct (2 + look_through <? o); [easy|]. destruct o as [|[|t]]; [easy | easy |].
      destruct (look_through <? t); [easy|]. apply (N t (y :: cells)).
    - rewrite He by (destruct ahead; [simpl in A; subst c; simpl in A; lia | easy]). unfold early.
      destruct (2 + look_through <? o); [easy|]. cbv zeta.
      destruct (look_through <? pred o); [easy|]. apply N.
  Qed.

  Lemma flstep_sim u back front b :
    lstep (rev back ++ u :: front) (length back) b =
    option_map (fun p => rev (fst p) ++ snd p) (flstep u back front b) /\
    match flstep u back front b with Some (back', front') => length back' = S (length back) /\ length front' = length front | None => True end.
  Proof.
    assert (U : nth (length back) (rev back ++ u :: front) 0 = u).
    { rewrite app_nth2; rewrite rev_length; [|lia]. now rewrite Nat.sub_diag. }
    assert (Up : forall v, upd (length back) v (rev back ++ u :: front) = rev (v :: back) ++ front).
    { intros v. simpl rev. rewrite <- app_assoc. simpl. rewrite <- (rev_length back). generalize (rev back). intros l.
      induction l as [|x l IH]; simpl; [easy|]. now rewrite IH. }
    assert (L : match length back with 0 => 0 | S k => nth k (rev back ++ u :: front) 0 end = match back with [] => 0 | y :: _ => y end).
    { destruct back as [|y back]; [easy|]. simpl length. simpl rev. rewrite <- app_assoc. simpl app.
      rewrite app_nth2; rewrite rev_length; [|lia]. now rewrite Nat.sub_diag. }
    assert (Mx : forall l, list_max (rev l) = list_max l).
    { induction l as [|x l IH]; [easy|]. simpl rev. rewrite list_max_app, IH. simpl. lia. }
    assert (Rl : forall a b, relabel a b (rev back ++ u :: front) = rev (relabel a b back) ++ relabel a b (u :: front)).
    { intros x y. unfold relabel. now rewrite map_app, map_rev. }
    assert (Ex : forall p (l : list nat), existsb p (rev l) = existsb p l).
    { intros p l. induction l as [|x l IH]; [easy|]. simpl rev. rewrite existsb_app, IH. simpl. rewrite orb_false_r. apply orb_comm. }
    unfold lstep, flstep. cbv zeta. rewrite U, L. set (l := match back with [] => 0 | y :: _ => y end). destruct b.
    - destruct u as [|u].
      + simpl Nat.eqb at 1. cbv iota. rewrite Up. destruct l as [|l]; simpl Nat.eqb; cbv iota; cbn [option_map fst snd]; (split; [|now simpl]).
        * f_equal. f_equal. unfold fresh. rewrite list_max_app, Mx. simpl list_max. easy.
        * easy.
      + simpl Nat.eqb at 1. cbv iota. destruct ((l =? 0) || (l =? S u)) eqn:E; cbn [option_map fst snd].
        * split; [|now simpl]. simpl rev. now rewrite <- app_assoc.
        * apply orb_false_iff in E. destruct E as (_ & E). split; [|unfold relabel; simpl; now rewrite !map_length].
          f_equal. rewrite Rl. simpl rev. rewrite <- app_assoc. simpl. rewrite Nat.eqb_sym in E. simpl in E. now rewrite E.
    - destruct u as [|u].
      + simpl. split; [|easy]. now rewrite <- app_assoc.
      + simpl Nat.eqb at 1. cbv iota. rewrite Up, existsb_app, Ex. cbn [existsb]. simpl Nat.eqb at 1. cbn [orb].
        destruct (existsb (Nat.eqb (S u)) back || existsb (Nat.eqb (S u)) front); cbn [option_map fst snd]; now split.
  Qed.

  Lemma fstep_sim d s f b : Sim d s f -> 
    match square R s b with
    | None => fstep R (early (open s)) (late (open s)) f b = None
    | Some s' => exists f', fstep R (early (open s)) (late (open s)) f b = Some f' /\ Sim d s' f'
    end.
  Proof.
    intros [SA SB SL SK SF SP SU SW S1 S2 S3]. unfold square, fstep. rewrite SA.
    destruct (ahead s) as [|x rest] eqn:A; [easy|]. cbn [map]. destruct (ffront f) as [|u front]; [easy|].
    cbn [fwhite fabove fword fcount fcell_of] in *. rewrite SU, SW. cbn [length]. unfold rnode. rewrite follow_node.
    destruct (wstep R (upper s) _) as [upper'|]; cbn [option_map]; [|easy].
    rewrite pfollow_node. destruct (pstep R (lower s) b _) as [lower'|]; cbn [option_map]; [|easy].
    assert (Cl : closes (node (S d) (cword x)) = close R (cword x)) by apply closes_node. rewrite Cl.
    destruct (if b then true else close R (cword x)); [|easy].
    rewrite SB, settle_sim. destruct (Transfer.settle R (behind s) b) as [cells|] eqn:C; cbn [option_map]; [|easy].
    apply settle_length in C. rewrite SP, <- C.
    change (FCell (cwhite x) (cabove x) (node (S d) (cword x)) (ccount x) :: map (fcell_of (S d)) rest) with (map (fcell_of (S d)) (x :: rest)).
    rewrite pair_sim by easy. rewrite <- SK in C. destruct (pair_possible R (open s) cells (x :: rest)); [|easy].
    destruct (flstep_sim u (fback f) front b) as (E & Lb). rewrite <- SL, <- C in E. rewrite E.
    assert (Go : forall back' front', length back' = S (length (fback f)) -> length front' = length front ->
      let f' := FState (map (fcell_of (S d)) rest) (FCell b (b && cwhite x) (node (S d) (cword x)) (more R b (ccount x)) :: map (fcell_of d) cells)
         front' back' (next_place (place_of (length (x :: rest)) (length cells))) (rnode (S (length rest)) upper')
         (pnode_ (S (length rest)) lower') (more R b (fwhites f))
         (if edges R then fside f || b && match behind_of d (behind s) with [] => true | _ :: _ => match map (fcell_of (S d)) rest with [] => true | _ :: _ => false end end else false) (fsome f || b) in
      Sim d (State rest (Cell b (b && cwhite x) (cword x) (more R b (ccount x)) :: cells) (rev back' ++ front') upper' lower' (more R b (whites s))
         (if edges R then side s || b && match behind s with [] => true | _ :: _ => match rest with [] => true | _ :: _ => false end end else false)
         (some s || b) (open s)) f').
    { intros back' front' L1 L2. constructor; cbn -[place_of next_place behind_of]; try easy.
      - simpl. lia.
      - simpl in SF. lia.
      - apply place_next.
      - now rewrite S1.
      - rewrite S2. destruct (behind s), rest; easy.
      - now rewrite S3. }
    destruct (connected R).
    - destruct (flstep u (fback f) front b) as [(back', front')|]; cbn [option_map fst snd]; [|easy].
      destruct Lb as (L1 & L2). eexists. split; [reflexivity|]. now apply Go.
    - eexists. split; [reflexivity|]. rewrite SL. replace (rev (fback f) ++ u :: front) with (rev (u :: fback f) ++ front).
      + now apply Go.
      + simpl rev. now rewrite <- app_assoc.
  Qed.

  (** ** Rows *)

  (** A state between two rows. *)
  Definition between (n o : nat) (s : state) : Prop :=
    behind s = [] /\ upper s = Out /\ lower s = POut /\ whites s = 0 /\ length (ahead s) = n /\ length (labels s) = n /\ open s = o.
  Definition line_of (d : nat) (s : state) : fline := FLine (map (fcell_of d) (ahead s)) (labels s) (side s) (some s).

  Lemma state_of_line d n o s : between n o s -> state_of o (line_of d s) = s.
  Proof.
    intros (B & U & L & W & _ & _ & O). unfold state_of, line_of. cbn [lcells llabels lside lsome].
    rewrite map_map. rewrite (map_ext _ (fun x => x)).
    - rewrite map_id. destruct s. simpl in *. now subst.
    - intros [a b c k]. unfold cell_of, fcell_of. cbn [fwhite fabove fword fcount cwhite cabove cword ccount]. now rewrite node_name.
  Qed.

  Lemma begin_sim d n o s : between n o s ->
    Sim d s (begin n (rnode (S n) Out) (pnode_ (S n) POut) (line_of (S d) s)).
  Proof.
    intros (B & U & L & W & A & La & _). unfold begin, line_of. cbn [lcells llabels lside lsome].
    constructor; cbn [fahead fbehind ffront fback fplace fupper flower fwhites fside fsome]; rewrite ?B, ?A, ?U, ?L; try easy.
    unfold place_of. simpl. now rewrite Nat.sub_0_r.
  Qed.

  Definition shape (n : nat) (s : state) : Prop := length (ahead s) + length (behind s) = n.

  Lemma square_shape s b s' : square R s b = Some s' ->
    open s' = open s /\ length (ahead s) = S (length (ahead s')) /\ length (behind s') = S (length (behind s)).
  Proof.
    unfold square. destruct (ahead s) as [|x rest]; [easy|].
    destruct (wstep R _ _); [|easy]. destruct (pstep R _ _ _); [|easy]. destruct (if b then true else _); [|easy].
    destruct (Transfer.settle R (behind s) b) as [cells|] eqn:C; [|easy]. apply settle_length in C.
    destruct (pair_possible R _ _ _); [|easy]. destruct (if connected R then _ else _); [|easy].
    intros [= <-]. simpl. now rewrite C.
  Qed.

  Lemma finish_sim d s f : Sim d s f -> ahead s = [] ->
    ffinish R (late (open s)) f = option_map (line_of d) (Transfer.finish R s).
  Proof.
    intros [SA SB SL SK SF SP SU SW S1 S2 S3] A. unfold ffinish, Transfer.finish.
    rewrite SU, SW, S1, S3, A. simpl length. rewrite pclose_node. unfold rnode. rewrite closes_node.
    destruct (close R (upper s) &&& pclose R (lower s) &&& (min_white_per_row R <=? whites s) &&& (if edges R then some s else true)); [|easy].
    rewrite SB, settle_sim. destruct (Transfer.settle R (behind s) false) as [cells|] eqn:C; cbn [option_map]; [|easy].
    apply settle_length in C. rewrite SP, A, <- C. rewrite (pair_sim d None cells []) by easy.
    destruct (pair_possible R (open s) cells []); [|easy]. cbn [option_map]. unfold line_of. cbn [ahead labels side some].
    rewrite <- !rev_alt, map_rev. rewrite A in SF. destruct (ffront f); [|easy]. rewrite app_nil_r in SL. now rewrite SL, S2.
  Qed.

  Lemma finish_between n d s f s' : Sim d s f -> ahead s = [] -> shape n s -> Transfer.finish R s = Some s' ->
    between n (open s - 2) s'.
  Proof.
    intros [SA SB SL SK SF SP SU SW S1 S2 S3] A Sh. unfold Transfer.finish.
    destruct (close R (upper s) &&& _ &&& _ &&& _); [|easy].
    destruct (Transfer.settle R (behind s) false) as [cells|] eqn:C; [|easy]. apply settle_length in C.
    destruct (pair_possible R (open s) cells []); [|easy]. intros [= <-]. unfold shape in Sh. rewrite A in Sh. simpl in Sh.
    repeat split; cbn [ahead labels]; rewrite <- ?rev_alt, ?rev_length; [congruence|].
    unfold canon. rewrite map_length, SL, app_length, rev_length, SK, SF, A. simpl. lia.
  Qed.

  Lemma walk_row {T} d n o (v : fstate -> T -> T) (v' : state -> T -> T) :
    (forall s f acc, Sim d s f -> ahead s = [] -> shape n s -> open s = o ->
       v f acc = match Transfer.finish R s with Some s' => v' s' acc | None => acc end) ->
    forall k s f acc, Sim d s f -> shape n s -> open s = o -> length (ahead s) = S k ->
      walk R (early o) (late o) (S k) f v acc = squares R (S k) s v' acc.
  Proof.
    intros H. induction k as [|k IH]; intros s f acc Sm Sh O L.
    - assert (G : forall b acc, match fstep R (early o) (late o) f b with Some f' => v f' acc | None => acc end =
                  match Transfer.step R s b with Some s' => v' s' acc | None => acc end).
      { intros b a. unfold Transfer.step. pose proof (fstep_sim d s f b Sm) as Q. rewrite O in Q.
        destruct (square R s b) as [s'|] eqn:E; [|now rewrite Q]. destruct Q as (f' & -> & Sm').
        apply square_shape in E. destruct E as (E1 & E2 & E3). destruct (ahead s') eqn:A; [|simpl in *; lia].
        apply H; try easy; [|congruence]. unfold shape in *. rewrite A. simpl in *. lia. }
      cbn [walk squares]. cbv zeta. rewrite (G false). now rewrite (G true).
    - assert (G : forall b acc, match fstep R (early o) (late o) f b with Some f' => walk R (early o) (late o) (S k) f' v acc | None => acc end =
                  match Transfer.step R s b with Some s' => squares R (S k) s' v' acc | None => acc end).
      { intros b a. unfold Transfer.step. pose proof (fstep_sim d s f b Sm) as Q. rewrite O in Q.
        destruct (square R s b) as [s'|] eqn:E; [|now rewrite Q]. destruct Q as (f' & -> & Sm').
        apply square_shape in E. destruct E as (E1 & E2 & E3). destruct (ahead s') eqn:A; [simpl in *; lia|].
        apply IH; try easy; [|congruence|rewrite A; simpl in *; lia]. unfold shape in *. rewrite A. simpl in *. lia. }
      change (walk R (early o) (late o) (S (S k)) f v acc) with
        (let acc := match fstep R (early o) (late o) f false with Some f' => walk R (early o) (late o) (S k) f' v acc | None => acc end in
         match fstep R (early o) (late o) f true with Some f' => walk R (early o) (late o) (S k) f' v acc | None => acc end).
      change (squares R (S (S k)) s v' acc) with
        (let acc := match Transfer.step R s false with Some s' => squares R (S k) s' v' acc | None => acc end in
         match Transfer.step R s true with Some s' => squares R (S k) s' v' acc | None => acc end).
      cbv zeta. rewrite (G false). now rewrite (G true).
  Qed.

  Lemma walk_whole {T} d n o (v : fstate -> T -> T) (v' : state -> T -> T) :
    (forall s f acc, Sim d s f -> ahead s = [] -> shape n s -> open s = o ->
       v f acc = match Transfer.finish R s with Some s' => v' s' acc | None => acc end) ->
    forall k s f acc, Sim d s f -> shape n s -> open s = o -> length (ahead s) = k -> 0 < k ->
      walk R (early o) (late o) k f v acc = squares R k s v' acc.
  Proof. intros H [|k] s f acc Sm Sh O L P; [lia|]. now apply (walk_row d n o v v' H). Qed.

  Lemma walk_part {T} d n o j (v : fstate -> T -> T) (v' : state -> T -> T) : 0 < j ->
    (forall s f acc, Sim d s f -> length (ahead s) = j -> shape n s -> open s = o -> v f acc = v' s acc) ->
    forall k s f acc, Sim d s f -> shape n s -> open s = o -> length (ahead s) = k + j ->
      walk R (early o) (late o) k f v acc = squares R k s v' acc.
  Proof.
    intros J H. induction k as [|k IH]; intros s f acc Sm Sh O L; [now apply H|].
    assert (G : forall b acc, match fstep R (early o) (late o) f b with Some f' => walk R (early o) (late o) k f' v acc | None => acc end =
                match Transfer.step R s b with Some s' => squares R k s' v' acc | None => acc end).
    { intros b a. unfold Transfer.step. pose proof (fstep_sim d s f b Sm) as Q. rewrite O in Q.
      destruct (square R s b) as [s'|] eqn:E; [|now rewrite Q]. destruct Q as (f' & -> & Sm').
      apply square_shape in E. destruct E as (E1 & E2 & E3). destruct (ahead s') eqn:A; [simpl in *; lia|].
      apply IH; try easy; [|congruence|rewrite A; simpl in *; lia]. unfold shape in *. rewrite A. simpl in *. lia. }
    cbn [walk squares]. cbv zeta. rewrite (G false). now rewrite (G true).
  Qed.

  Lemma frun_sim d n o : forall bs s f, Sim d s f -> shape n s -> open s = o -> length bs = length (ahead s) -> 0 < length bs ->
    match frun R (early o) (late o) f bs with
    | None => run R s bs = None
    | Some f' => exists s', Sim d s' f' /\ ahead s' = [] /\ shape n s' /\ open s' = o /\ run R s bs = Transfer.finish R s'
    end.
  Proof.
    induction bs as [|b bs IH]; intros s f Sm Sh O L P; [simpl in P; lia|]. cbn [frun run]. unfold Transfer.step.
    pose proof (fstep_sim d s f b Sm) as Q. rewrite O in Q. destruct (square R s b) as [s'|] eqn:E; [|now rewrite Q].
    destruct Q as (f' & -> & Sm'). apply square_shape in E. destruct E as (E1 & E2 & E3).
    assert (Sh' : shape n s') by (unfold shape in *; lia). simpl in L. destruct bs as [|b' bs].
    - cbn [frun run]. destruct (ahead s') eqn:A; [|simpl in *; lia]. exists s'. split; [exact Sm'|]. split; [easy|]. split; [exact Sh'|].
      split; [congruence|]. now destruct (Transfer.finish R s').
    - destruct (ahead s') eqn:A; [simpl in *; lia|]. apply IH; auto; [congruence | rewrite A; simpl in *; lia | simpl; lia].
  Qed.

  Lemma ffits_sim d n o k s f : Sim d s f -> ahead s = [] -> shape n s -> open s = o ->
    ffits R k o f = match Transfer.finish R s with Some s' => fits R k s' | None => false end.
  Proof.
    intros Sm A Sh O. unfold ffits. rewrite <- O, (finish_sim d s f Sm A).
    destruct (Transfer.finish R s) as [s'|] eqn:E; [|easy]. cbn [option_map].
    pose proof (finish_between n d s f s' Sm A Sh E) as B. rewrite (state_of_line d n _ s' B).
    apply ffit_fits. destruct B as (_ & _ & _ & _ & B5 & B6 & _). congruence.
  Qed.

  Lemma fends_well_sim d n o s f : Sim d s f -> shape n s -> open s = o ->
    length (behind s) = S (length (ahead s)) -> 0 < length (ahead s) -> fends_well R o f = ends_well R 1 s.
  Proof.
    intros Sm Sh O L P. unfold fends_well, ends_well.
    assert (E : tl (map fwhite (fbehind f)) = tl (map cwhite (behind s))).
    { rewrite (sim_behind _ _ _ Sm). destruct (behind s); [easy|]. cbn [behind_of map tl]. now rewrite map_map. }
    rewrite E. set (bs := tl (map cwhite (behind s))).
    assert (Lb : length bs = length (ahead s)) by (subst bs; destruct (behind s); [easy | simpl in *; rewrite map_length; lia]).
    pose proof (frun_sim d n o bs s f Sm Sh O Lb ltac:(lia)) as Q. destruct (frun R _ _ f bs) as [f'|]; [|now rewrite Q].
    destruct Q as (s' & Sm' & A & Sh' & O' & ->). now apply (ffits_sim d n).
  Qed.

  Lemma squares_add {T} j k (v : state -> T -> T) : forall s acc,
    squares R (j + k) s v acc = squares R j s (fun s' acc => squares R k s' v acc) acc.
  Proof.
    induction j as [|j IH]; intros s acc; [easy|]. cbn [Nat.add squares]. cbv zeta.
    destruct (Transfer.step R s false), (Transfer.step R s true); now rewrite ?IH.
  Qed.

  Let count_good (s : state) (k : N) : N := if ends_well R 1 s then N.succ k else k.

  Lemma fmiddle_sim d n o s k : n = S (2 * Nat.div2 n) -> 1 < n -> between n o s ->
    fmiddle R n (rnode (S n) Out) (pnode_ (S n) POut) o (line_of (S d) s) k = squares R (S (Nat.div2 n)) s count_good k.
  Proof.
    intros En N B. pose proof B as (B1 & _ & _ & _ & B5 & _ & B7). unfold fmiddle.
    apply (walk_part d n o (Nat.div2 n)); [lia | | now apply (begin_sim d n o) | unfold shape; rewrite B1; simpl; lia | easy | lia].
    intros s3 f3 acc3 Sm3 L3 Sh3 O3. now rewrite (fends_well_sim d n o s3 f3) by (easy || (unfold shape in Sh3; lia)).
  Qed.

  Lemma fendings_sim d n o s : 1 < n -> (o = 1 -> odd_rows n = 1) -> between n o s ->
    fendings R n (rnode (S n) Out) (pnode_ (S n) POut) o (line_of (S (S d)) s) =
    endings R (odd_rows n) (if o =? 1 then S (Nat.div2 n) else last_squares n) s.
  Proof.
    intros N Odd B. pose proof B as (B1 & B2 & B3 & B4 & B5 & B6 & B7). unfold fendings, endings.
    assert (Sm := begin_sim (S d) n o s B).
    assert (Sh : shape n s) by (unfold shape; rewrite B1; simpl; lia).
    pose proof (rows_parity n) as Pn. destruct (Nat.eqb_spec o 1) as [O1|O1].
    { specialize (Odd O1). destruct Pn as [(_ & E)|(En & _)]; [lia|]. rewrite Odd. now apply (fmiddle_sim (S d)). }
    assert (H : last_squares n = n + (if odd_rows n =? 0 then 0 else S (Nat.div2 n))).
    { unfold last_squares. cbv zeta. f_equal. replace (Nat.div2 n - pred (Nat.div2 n)) with 1 by lia. lia. }
    rewrite H. destruct Pn as [(En & ->)|(En & ->)]; simpl Nat.eqb; cbv iota.
    - rewrite Nat.add_0_r. destruct n as [|k]; [lia|].
      apply (walk_row (S d) (S k) o); auto. intros s1 f acc Sm1 A Sh1 O. rewrite (ffits_sim (S d) (S k) o 0 s1 f) by easy.
      destruct (Transfer.finish R s1) as [s2|] eqn:E; [|easy].
      destruct (finish_between _ _ _ _ _ Sm1 A Sh1 E) as (C1 & _). unfold ends_well. now rewrite C1.
    - rewrite squares_add. apply (walk_whole (S d) n o); auto; [|lia]. intros s1 f acc Sm1 A Sh1 O. rewrite <- O, (finish_sim (S d) s1 f Sm1 A).
      destruct (Transfer.finish R s1) as [s2|] eqn:E; cbn [option_map]; [|easy].
      pose proof (finish_between _ _ _ _ _ Sm1 A Sh1 E) as C. now apply (fmiddle_sim d).
  Qed.
End Sim.

(** ** Items with the same code *)

(** Letters that cannot make a good column have the shortest code. *)
Lemma wstep_black R q x : wstep R q (false, x) = wstep R q (false, false).
Proof. easy. Qed.

Lemma span_possible R q' mid : forall q, span R mid q q' = true -> possible R (length mid) q q' = true.
Proof.
  induction mid as [|l mid IH]; intros q E; [exact E|]. cbn [length possible]. apply existsb_exists.
  unfold span in E. cbn [wrun] in E. destruct (wstep R q l) as [q1|] eqn:W; [|easy]. apply IH in E.
  exists (if fst l then l else (false, false)). destruct l as [[|] x]; cbn [fst].
  - split; [destruct x; simpl; tauto|]. now rewrite W.
  - split; [simpl; tauto|]. rewrite wstep_black in W. now rewrite W.
Qed.

Lemma outlook_none R t q q' p p' : outlook R t q q' p = xO p' ->
  p = p' /\ forall mid, length mid = t -> span R mid q q' = false.
Proof.
  destruct t as [|t]; cbn [outlook].
  - destruct (join R 0 q q') eqn:J; [easy|]. intros [= <-]. split; [easy|]. now intros [|l mid] L.
  - destruct (possible R (S t) q q') eqn:Q; [easy|]. intros [= <-]. split; [easy|]. intros mid L.
    destruct (span R mid q q') eqn:E; [|easy]. apply span_possible in E. rewrite L in E. congruence.
Qed.

(** Equal codes: the same letters make a good column. *)
Lemma outlook_same R t : forall q q' z z' p p', outlook R t q q' p = outlook R t z z' p' ->
  p = p' /\ forall mid, length mid = t -> span R mid q q' = span R mid z z'.
Proof.
  induction t as [|t IH]; intros q q' z z' p p' E.
  - cbn [outlook] in E. destruct (join R 0 q q') eqn:J, (join R 0 z z') eqn:J'; try easy; injection E as E; (split; [easy|]);
      intros [|l mid] L; try easy; unfold span; cbn [wrun]; congruence.
  - destruct (outlook R (S t) z z' p') as [c'|c'|] eqn:E'.
    3: { cbn [outlook] in E'. now destruct (possible R (S t) z z'). }
    2: { apply outlook_none in E, E'. destruct E as (<- & E), E' as (<- & E'). split; [easy|]. intros mid L. now rewrite E, E'. }
    cbn [outlook] in E, E'. destruct (possible R (S t) q q'); [|easy]. destruct (possible R (S t) z z'); [|easy].
    cbv zeta in E, E'. injection E as E. injection E' as E'. rewrite <- E' in E. clear E' c'.
    assert (A : forall l p p', match wstep R q l with Some q1 => outlook R t q1 q' p | None => xO p end =
                               match wstep R z l with Some q1 => outlook R t q1 z' p' | None => xO p' end ->
      p = p' /\ forall mid, length mid = t -> span R (l :: mid) q q' = span R (l :: mid) z z').
    { intros l a a' F. unfold span. cbn [wrun]. destruct (wstep R q l) as [q1|], (wstep R z l) as [z1|].
      - now apply IH.
      - apply outlook_none in F. exact F.
      - symmetry in F. apply outlook_none in F. destruct F as (<- & F). split; [easy|]. intros mid L. symmetry. now apply F.
      - injection F as <-. now split. }
    apply A in E. destruct E as (E & A1). apply A in E. destruct E as (E & A2). apply A in E. destruct E as (E & A3).
    split; [easy|]. intros [|[[|] x] mid] L; [easy | |]; injection L as L.
    + destruct x; auto.
    + specialize (A1 mid L). unfold span in *. cbn [wrun] in *. now rewrite !(wstep_black R _ x).
Qed.

Lemma cmp_key_eq a : forall b, cmp_key a b = Eq -> a = b.
Proof. induction a; intros [b|b|] H; simpl in H; try easy; f_equal; auto. Qed.

Section Items.
  Variable R : ruleset.
  Variable mate : wstate -> mates.
  Hypothesis mate_right : mates_right R mate.
  Variable d : nat.
  Let F := fcell_of R mate d.

  Lemma outlook_of_node t x y : outlook_of R t (fword (F x)) (fword (F y)) = outlook R t (cword x) (cword y) xH.
  Proof.
    unfold outlook_of, F, fcell_of. cbn [fword]. rewrite node_key, node_mates, !node_name.
    destruct (Map.find _ _) eqn:E; [|easy]. now apply (proj2 mate_right) in E.
  Qed.

  Lemma squares_same l : forall l', cmp_list cmp_squares (map F l) (map F l') = Eq -> forall j,
    cwhite (nth j l blank) = cwhite (nth j l' blank) /\
    (cwhite (nth j l blank) = true -> cabove (nth j l blank) = cabove (nth j l' blank)) /\
    ccount (nth j l blank) = ccount (nth j l' blank).
  Proof.
    induction l as [|x l IH]; intros [|y l'] E j; cbn [map cmp_list] in E; try easy.
    apply then_eq in E. destruct E as (E1 & E2). destruct j as [|j]; cbn [nth]; [|now apply IH].
    unfold cmp_squares, F, fcell_of in E1. cbn [fwhite fabove fcount] in E1.
    apply then_eq in E1. destruct E1 as (W & E1). apply then_eq in E1. destruct E1 as (A & C).
    apply cmp_bool_eq in W. apply Nat.compare_eq in C. split; [easy|]. split; [|easy].
    intros T. rewrite T in A. now apply cmp_bool_eq in A.
  Qed.

  Lemma words_same l : forall l', cmp_list cmp_fcell (map F l) (map F l') = Eq ->
    map cword l = map cword l' /\ cmp_list cmp_squares (map F l) (map F l') = Eq.
  Proof.
    induction l as [|x l IH]; intros [|y l'] E; cbn [map cmp_list] in *; try easy.
    apply then_eq in E. destruct E as (E1 & E2). unfold cmp_fcell in E1. apply then_eq in E1. destruct E1 as (K & C).
    apply IH in E2. destruct E2 as (E2 & E3). rewrite C, E3. split; [|easy].
    unfold F, fcell_of in K. cbn [fword] in K. rewrite !node_key in K. apply cmp_key_eq, word_key_inj in K. congruence.
  Qed.

  Lemma pairs_same t k : forall xs ys xs' ys', length xs = length xs' -> length ys = length xs -> length ys' = length xs' ->
    pair_codes R t k (map F xs) (map F ys) = pair_codes R t k (map F xs') (map F ys') ->
    forall j, j < k -> j < length xs ->
    outlook R t (cword (nth j xs blank)) (cword (nth j ys blank)) xH = outlook R t (cword (nth j xs' blank)) (cword (nth j ys' blank)) xH.
  Proof.
    induction k as [|k IH]; intros [|x xs] [|y ys] [|x' xs'] [|y' ys'] L1 L2 L3 E j Hj Hl; simpl in L1, L2, L3, Hl; try lia.
    cbn [map pair_codes] in E.
    assert (E1 : outlook_of R t (fword (F x)) (fword (F y)) = outlook_of R t (fword (F x')) (fword (F y'))) by congruence.
    assert (E2 : pair_codes R t k (map F xs) (map F ys) = pair_codes R t k (map F xs') (map F ys')) by congruence.
    rewrite !outlook_of_node in E1. destruct j as [|j]; cbn [nth]; [exact E1|]. apply IH; auto; lia.
  Qed.

  Lemma same_similar n t o s s' : between n o s -> between n o s' ->
    same (item_of R n t (line_of R mate d s)) (item_of R n t (line_of R mate d s')) = true -> similar R t s s'.
  Proof.
    intros (_ & _ & _ & _ & L & _) (_ & _ & _ & _ & L' & _). unfold same, item_of, line_of. cbn [codes line lcells llabels lside lsome].
    cbv zeta. destruct (_ ;; _) eqn:E; try easy. intros _.
    apply then_eq in E. destruct E as (E1 & E). apply then_eq in E. destruct E as (E2 & E).
    apply then_eq in E. destruct E as (E3 & E). apply then_eq in E. destruct E as (E4 & E5).
    apply (cmp_list_eq Nat.compare Nat.compare_eq) in E1. apply (cmp_list_eq cmp_key cmp_key_eq) in E2.
    apply cmp_bool_eq in E4, E5. fold F in E2, E3.
    assert (E3' : cmp_list cmp_squares (map F (ahead s)) (map F (ahead s')) = Eq).
    { destruct (few_outlooks R &&& (t <=? look_through)); [exact E3 | now apply words_same]. }
    constructor; auto; try (intros j; apply (squares_same _ _ E3' j)).
    intros j mid Hj Hm. destruct (few_outlooks R &&& (t <=? look_through)).
    2: { apply words_same in E3. destruct E3 as (E3 & _).
      assert (Q : forall l k, cword (nth k l blank) = nth k (map cword l) Out).
      { intros l k. change Out with (cword blank) at 1. now rewrite map_nth. }
      rewrite !Q, !map_rev, E3. easy. }
    - injection E2 as _ E2. rewrite <- !rev_alt, <- !map_rev in E2.
      apply (outlook_same R t _ _ _ _ xH xH); [|easy]. rewrite L in Hj.
      apply (pairs_same t (Nat.div2 (S n)) (ahead s) (rev (ahead s)) (ahead s') (rev (ahead s'))); rewrite ?rev_length; try lia; auto.
      destruct (rows_parity (S n)); lia.
  Qed.
End Items.

(** ** Tries *)

Section Tries.
  (** Items that are the same have the same value. *)
  Variable P : item -> Prop.
  Variable F : item -> N.
  Hypothesis alike : forall a b, P a -> P b -> same a b = true -> F a = F b.
  Local Open Scope N_scope.

  Fixpoint all_trie (t : trie) : Prop :=
    match t with
    | Empty => True
    | One _ x _ => P x
    | Many l => Forall (fun p => P (fst p)) l
    | Fork a b => all_trie a /\ all_trie b
    end.
  Definition sum_list (l : list (item * N)) : N := sum (fun p => snd p * F (fst p)) l.
  Fixpoint sum_trie (t : trie) : N :=
    match t with
    | Empty => 0
    | One _ x k => k * F x
    | Many l => sum_list l
    | Fork a b => sum_trie a + sum_trie b
    end.

  Lemma sum_add_to x k l : P x -> Forall (fun p => P (fst p)) l ->
    Forall (fun p => P (fst p)) (add_to x k l) /\ sum_list (add_to x k l) = k * F x + sum_list l.
  Proof.
    intros Hx. unfold sum_list. induction 1 as [|(x', k') l Hp Hl (I1 & I2)]; cbn [add_to].
    - split; [now constructor|]. simpl. lia.
    - cbn [fst] in Hp. destruct (same x x') eqn:E; simpl; (split; [now constructor|]).
      + apply alike in E; [|easy|easy]. lia.
      + rewrite I2. lia.
  Qed.

  Lemma sum_both fuel : forall w w' x k x' k', P x -> P x' ->
    all_trie (both fuel w w' x k x' k') /\ sum_trie (both fuel w w' x k x' k') = k * F x + k' * F x'.
  Proof.
    assert (M : forall x k x' k', P x -> P x' -> all_trie (Many [(x, k); (x', k')]) /\
      sum_trie (Many [(x, k); (x', k')]) = k * F x + k' * F x').
    { intros. split; [now repeat constructor|]. unfold sum_trie, sum_list. simpl. lia. }
    induction fuel as [|fuel IH]; intros w w' x k x' k' A B; cbn [both]; [now apply M|].
    destruct (next_bit w) as [([|], v)|]; destruct (next_bit w') as [([|], v')|]; try (now apply M);
      cbn [all_trie sum_trie]; try (split; [easy | lia]); destruct (IH v v' x k x' k' A B); (split; [easy | lia]).
  Qed.

  Lemma sum_add t : forall w x k, P x -> all_trie t ->
    all_trie (add w x k t) /\ sum_trie (add w x k t) = k * F x + sum_trie t.
  Proof.
    induction t as [|w' x' k'|l|a IHa b IHb]; intros w x k Hx A; cbn [add].
    - split; [easy|]. simpl. lia.
    - simpl in A. destruct (same x x') eqn:E; [|now apply sum_both].
      apply alike in E; [|easy|easy]. split; [easy|]. simpl. lia.
    - now apply sum_add_to.
    - destruct A as (A & B). destruct (next_bit w) as [([|], v)|]; cbn [all_trie sum_trie].
      + destruct (IHb v x k Hx B) as (C & ->). split; [easy | lia].
      + destruct (IHa v x k Hx A) as (C & ->). split; [easy | lia].
      + destruct (IHa w x k Hx A) as (C & ->). split; [easy | lia].
  Qed.

  Lemma fold_trie_sum {T} (Q : T -> N -> Prop) (visit : item -> N -> T -> T) :
    (forall x k acc y, P x -> Q acc y -> Q (visit x k acc) (k * F x + y)) ->
    forall t acc y, all_trie t -> Q acc y -> Q (fold_trie visit t acc) (sum_trie t + y).
  Proof.
    intros H. induction t as [|w x k|l|a IHa b IHb]; intros acc y A B; cbn [fold_trie sum_trie all_trie] in *.
    - now rewrite N.add_0_l.
    - now apply H.
    - unfold sum_list. revert acc y B. induction A as [|(x, k) l Hx Hl IH]; intros acc y B; [now rewrite N.add_0_l|].
      simpl. replace (k * F x + sum (fun p => snd p * F (fst p)) l + y) with (sum (fun p => snd p * F (fst p)) l + (k * F x + y)) by lia.
      apply IH. now apply H.
    - replace (sum_trie a + sum_trie b + y) with (sum_trie b + (sum_trie a + y)) by lia. apply IHb; [easy|]. now apply IHa.
  Qed.
End Tries.

(** ** The count *)

Lemma repeat_map {A B} (f : A -> B) x k : repeat (f x) k = map f (repeat x k).
Proof. induction k; simpl; congruence. Qed.

(** The squares after the rows whose states are merged. *)
Lemma last_level R n : 1 < n -> let k := merged_rows R n in
  half_squares n - k * n = (if n - 2 * k =? 1 then S (Nat.div2 n) else last_squares n) /\
  2 * k < n /\ (n - 2 * k = 1 -> odd_rows n = 1) /\ S k <= Nat.div2 n + odd_rows n.
Proof.
  intros H. cbv zeta. unfold merged_rows. pose proof (half_squares_rows n) as E.
  assert (E' : half_squares n = pred (Nat.div2 n) * n + last_squares n) by easy.
  destruct (rows_parity n) as [(En & Eo)|(En & Eo)]; rewrite Eo in *; simpl Nat.eqb in E; cbv iota in E;
    set (m := Nat.div2 n) in *; clearbody m; destruct m as [|m]; try lia; simpl pred in *;
    destruct (few_outlooks R); rewrite ?Nat.add_0_r, ?Nat.add_1_r; simpl pred.
  1, 2, 4: replace (n - 2 * m =? 1) with false by (symmetry; apply Nat.eqb_neq; lia); repeat split; lia.
  replace (n - 2 * S m =? 1) with true by (symmetry; apply Nat.eqb_eq; lia). repeat split; lia.
Qed.

Section Fast.
  Variable R : ruleset.
  Variable n : nat.
  Hypothesis large : 1 < n.
  Hypothesis turned : half_turn R = true.
  Variable mate : wstate -> mates.
  Hypothesis mate_right : mates_right R mate.

  Let M := Nat.div2 n + odd_rows n.
  Let out := expand R (fun _ => no_mates) (S n) Out.
  Let pout := pexpand R (S n) POut.
  Let line_after (r : nat) := line_of R mate (S M - r).

  (** Lines and items after [r] rows, and the number of good ways from each. *)
  Definition line_at (r : nat) (l : fline) : Prop :=
    exists s, l = line_after r s /\ between n (n - 2 * r) s /\ reached R n r s.
  Definition line_value (r : nat) (l : fline) : N := value R n r (state_of (n - 2 * r) l).
  Definition at_row (r : nat) (x : item) : Prop := x = item_of R n (n - 2 * r) (line x) /\ line_at r (line x).
  Definition item_value (r : nat) (x : item) : N := line_value r (line x).

  Lemma line_value_of r s : between n (n - 2 * r) s -> line_value r (line_after r s) = value R n r s.
  Proof. intros B. unfold line_value, line_after. now rewrite (state_of_line R mate _ n). Qed.

  Lemma at_row_alike r a b : 2 * r < n -> at_row r a -> at_row r b -> same a b = true -> item_value r a = item_value r b.
  Proof.
    intros Hr (Ea & s & La & Ba & Ka) (Eb & s' & Lb & Bb & Kb) E. unfold item_value. rewrite La, Lb, !line_value_of by easy.
    apply value_similar; auto. replace (n - r - r) with (n - 2 * r) by lia.
    rewrite Ea, Eb, La, Lb in E. now apply (same_similar R mate mate_right (S M - r) n _ (n - 2 * r)).
  Qed.

  Lemma lesser_at r l : r <= Nat.div2 n -> line_at r l -> line_at r (flesser l) /\ line_value r (flesser l) = line_value r l.
  Proof.
    intros Hr (s & -> & B & p & K).
    assert (E : fmirrored (line_after r s) = line_after r (mirrored s)).
    { unfold fmirrored, line_after, line_of, mirrored. cbn [lcells llabels lside lsome ahead labels side some].
      rewrite <- !rev_alt. f_equal. now rewrite map_rev. }
    assert (B' : between n (n - 2 * r) (mirrored s)).
    { destruct B as (B1 & B2 & B3 & B4 & B5 & B6 & B7). unfold mirrored.
      repeat split; cbn [behind upper lower whites ahead labels open]; rewrite <- ?rev_alt, ?rev_length; auto.
      unfold canon. now rewrite map_length, rev_length. }
    unfold flesser. cbv zeta. rewrite E.
    assert (A : line_at r (line_after r s)) by (exists s; split; [easy|]; split; [easy | now exists p]).
    destruct (cmp_line (line_after r s) (line_after r (mirrored s))); [easy | easy |]. split.
    - exists (mirrored s). split; [easy|]. split; [easy|]. exists (mirrored_squares n (r * n) p).
      apply reached_mirrored; auto. lia.
    - rewrite !line_value_of by easy. apply (value_mirrored R n ltac:(lia) turned r s p Hr K).
  Qed.

  Lemma run_between d : forall bs s f s', Sim R mate d s f -> shape n s -> length bs = length (ahead s) -> 0 < length bs ->
    run R s bs = Some s' -> between n (open s - 2) s'.
  Proof.
    intros bs s f s' Sm Sh L P E. pose proof (frun_sim R mate mate_right d n (open s) bs s f Sm Sh eq_refl L P) as Q.
    destruct (frun R _ _ f bs) as [f'|]; [|congruence]. destruct Q as (s1 & Sm1 & A1 & Sh1 & O1 & E1).
    rewrite E in E1. symmetry in E1. rewrite <- O1. exact (finish_between R mate n d s1 f' s' Sm1 A1 Sh1 E1).
  Qed.

  Lemma value_after r s : S r <= Nat.div2 n -> value R n r s = ways R n s (value R n (S r)).
  Proof.
    intros Hr. pose proof (rows_inside n ltac:(lia) (S r) Hr) as B. simpl in B. unfold value. rewrite <- ways_add. f_equal. simpl. lia.
  Qed.

  Lemma next_row_line r t : 2 * S r < n -> all_trie (at_row r) t ->
    all_trie (at_row (S r)) (fnext_row R n out pout (n - 2 * r) t) /\
    sum_trie (item_value (S r)) (fnext_row R n out pout (n - 2 * r) t) = sum_trie (item_value r) t.
  Proof.
    intros Hr A. assert (Hm : S r <= Nat.div2 n) by (destruct (rows_parity n); lia).
    set (o := n - 2 * r). set (P := fun t x => all_trie (at_row (S r)) t /\ sum_trie (item_value (S r)) t = x).
    enough (E : P (fnext_row R n out pout o t) (sum_trie (item_value r) t + 0)%N) by now rewrite N.add_0_r in E.
    unfold fnext_row. apply (fold_trie_sum (at_row r)); [|easy | now split].
    intros x k acc y (_ & s & E0 & B & K) Q. unfold item_value at 1. rewrite E0, line_value_of by easy.
    assert (D : exists d, S M - r = S d /\ S M - S r = d).
    { exists (M - r). unfold M. destruct (rows_parity n); lia. }
    destruct D as (d & D1 & D2). unfold line_after. rewrite D1.
    pose proof (begin_sim R mate d n o s B) as Sm.
    pose proof B as (B1 & _ & _ & _ & B5 & _ & B7). assert (Sh : shape n s) by (unfold shape; rewrite B1; simpl; lia).
    set (v' := fun (s' : state) t' => let z := item_of R n (o - 2) (flesser (line_of R mate d s')) in add (path_of z) z k t').
    unfold out, pout. cbv zeta. rewrite (fun v H => walk_whole R mate mate_right d n o v v' H n s); [| | exact Sm | exact Sh | exact B7 | exact B5 | lia].
    - rewrite (value_after r) by easy. rewrite <- ways_scale. apply squares_ways; [|easy].
      intros bs s' acc' x' L E (Q1 & Q2). unfold v'. cbv zeta.
      assert (Bs : between n (n - 2 * S r) s').
      { replace (n - 2 * S r) with (open s - 2) by (rewrite B7; unfold o; lia).
        apply (run_between d bs s _ s' Sm Sh); [congruence | lia | easy]. }
      assert (A' : line_at (S r) (line_after (S r) s')).
      { exists s'. split; [easy|]. split; [easy|]. apply (reached_run R n ltac:(lia) turned r s bs s'); auto. }
      destruct (lesser_at (S r) _ Hm A') as (C1 & C2). rewrite line_value_of in C2 by easy.
      unfold line_after in C1, C2. rewrite D2 in C1, C2.
      set (z := item_of R n (o - 2) (flesser (line_of R mate d s'))).
      assert (Az : at_row (S r) z).
      { split; [|exact C1]. unfold z at 1. replace (o - 2) with (n - 2 * S r) by (unfold o; lia). easy. }
      destruct (sum_add (at_row (S r)) (item_value (S r)) (fun a b => at_row_alike (S r) a b Hr) acc' (path_of z) z k Az Q1) as (G1 & G2).
      split; [exact G1|]. rewrite G2, Q2. unfold item_value. change (line z) with (flesser (line_of R mate d s')). now rewrite C2.
    - intros s1 f1 acc1 Sm1 A1 Sh1 O1. pose proof (finish_sim R mate mate_right d s1 f1 Sm1 A1) as Q1. rewrite O1 in Q1.
      rewrite Q1. destruct (Transfer.finish R s1); easy.
  Qed.

  Lemma rows_line k : forall r t, k = 0 \/ 2 * (r + k) < n -> all_trie (at_row r) t ->
    all_trie (at_row (r + k)) (frows R n out pout k (n - 2 * r) t) /\
    sum_trie (item_value (r + k)) (frows R n out pout k (n - 2 * r) t) = sum_trie (item_value r) t.
  Proof.
    induction k as [|k IH]; intros r t Hr A; cbn [frows]; [now rewrite Nat.add_0_r|].
    destruct (next_row_line r t ltac:(lia) A) as (B & E).
    replace (n - 2 * r - 2) with (n - 2 * S r) by lia. rewrite <- E, <- plus_n_Sm. apply (IH (S r)); [lia | easy].
  Qed.

  Lemma count_from : fcount_from R n out pout (expand R mate (S M) Out) = value R n 0 (start n).
  Proof.
    unfold fcount_from. cbv zeta. set (k := merged_rows R n). destruct (last_level R n large) as (Hl & Hk & Ho & Hd). fold k in Hl, Hk, Ho, Hd.
    assert (L : first_line n (expand R mate (S M) Out) = line_after 0 (start n)).
    { unfold first_line, line_after, line_of, start. cbn [ahead labels side some]. rewrite Nat.sub_0_r. f_equal.
      exact (repeat_map (fcell_of R mate (S M)) blank n). }
    rewrite L. set (y := item_of R n n (line_after 0 (start n))).
    assert (B : between n (n - 2 * 0) (start n)).
    { unfold start. repeat split; cbn [ahead labels open]; rewrite ?repeat_length; lia. }
    assert (A : at_row 0 y).
    { split; [unfold y; now rewrite Nat.sub_0_r|]. exists (start n). split; [easy|]. split; [easy|]. apply reached_start; lia || easy. }
    destruct (sum_add (at_row 0) (item_value 0) (fun a b => at_row_alike 0 a b ltac:(lia)) Empty (path_of y) y 1%N A I) as (T1 & T2).
    destruct (rows_line k 0 _ ltac:(right; exact Hk) T1) as (U1 & U2). rewrite T2 in U2.
    change (item_value 0 y) with (line_value 0 (line_after 0 (start n))) in U2. rewrite line_value_of in U2 by easy.
    cbn [sum_trie] in U2. rewrite N.add_0_r, N.mul_1_l in U2. rewrite <- U2.
    change (0 + k) with k in *. change (2 * 0) with 0 in *. rewrite Nat.sub_0_r in *.
    set (t := frows R n out pout k n _) in *.
    rewrite <- (N.add_0_r (sum_trie _ _)).
    apply (fold_trie_sum (at_row k) (item_value k) (fun total x => total = x)); [|exact U1 | easy].
    intros x j acc z (_ & s & E0 & Bs & K) ->. cbn beta. unfold item_value. rewrite E0, line_value_of by easy.
    enough (E : fendings R n out pout (n - 2 * k) (line_after k s) = value R n k s) by (rewrite E; lia).
    assert (D : exists d, S M - k = S (S d)).
    { exists (M - k - 1). unfold M. lia. }
    destruct D as (d & D). unfold line_after. rewrite D. unfold out, pout.
    rewrite (fendings_sim R mate mate_right d n _ s large Ho Bs). unfold endings, value. rewrite Hl.
    rewrite <- (N.add_0_r (ways _ _ _ _)). apply (squares_ways R (fun a x => a = x)); [|easy].
    intros bs s' a w _ _ ->. unfold good_end. destruct (ends_well R (odd_rows n) s'); lia.
  Qed.

  Lemma fast_grids : fcount_from R n out pout (expand R mate (S M) Out) = transfer R n.
  Proof.
    rewrite count_from. symmetry. apply (transfer_ways R n (reached R n)).
    - apply reached_start; lia || easy.
    - intros r s bs s' Hr. apply reached_run; lia || easy.
    - intros r s Hr. apply lesser_reached; lia || easy.
  Qed.
End Fast.

(** The fast transfer matrix counts exactly the grids that trying every grid counts. *)
Theorem fast_correct : forall R n, half_turn R = true -> fast R n = count R n.
Proof.
  intros R n T. rewrite <- transfer_correct by easy. unfold fast.
  destruct (n <=? 1) eqn:E; [easy|]. destruct (largest_fast <? n); [easy|]. simpl orb. cbv iota zeta.
  rewrite !nodes_expand, pnodes_expand. apply fast_grids; [now apply Nat.leb_gt in E | easy | apply find_mates_right].
Qed.

(** Evaluates a count by the fast transfer matrix in the kernel, once, when the proof is closed. *)
Ltac by_transfer k := rewrite <- fast_correct by reflexivity; vm_cast_no_check (eq_refl k).
