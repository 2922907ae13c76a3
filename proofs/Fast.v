(** Defines a fast form of the transfer matrix: automata are tables of pointers, labels are cut at the new square, and a
    trie finds equal states.

    It counts the same as [Transfer.v]. A fast state stands for a state of [Transfer.v] ([Sim]), a fast step does what [step]
    does ([fstep_sim]), and [FastCorrect.v] proves that sums are the same. An automaton's state is a node that points to its
    successors, which are computed once: [expand]. Each number of steps that may follow has its own nodes, so that
    there are no cycles. A node also holds a table of the columns that may be its image. *)

From Coq Require Import Arith NArith PArith List Bool Lia FMapPositive.
From Gridcheck Require Import Spec Lines Decide Search Regions Meet Transfer.
Import ListNotations.

Module Map := PositiveMap.

(** ** Keys: automaton states as binary numbers *)

(** Writes [k] in unary before the bits of [p]. *)
Fixpoint put (k : nat) (p : positive) : positive :=
  match k with 0 => xO p | S k' => xI (put k' p) end.

Lemma put_inj a : forall b p q, put a p = put b q -> a = b /\ p = q.
Proof.
  induction a as [|a IH]; intros [|b] p q E; simpl in E; try easy; injection E as E; [now subst|].
  destruct (IH _ _ _ E). now subst.
Qed.

Definition flag (b : bool) : positive := if b then 2%positive else 3%positive.
Definition word_key (q : wstate) : positive :=
  match q with Out => xH | Run k m u l => put u (put m (put k (flag l))) end.
Definition pword_key (p : pstate) : positive :=
  match p with POut => xH | PRun k s m u l => put u (put s (put m (put k (flag l)))) end.

Lemma flag_inj a b : flag a = flag b -> a = b.
Proof. now destruct a, b. Qed.

Lemma put_not_one k p : put k p <> xH.
Proof. now destruct k. Qed.

Ltac put_inj := repeat match goal with
  | H : put _ _ = put _ _ |- _ => apply put_inj in H; destruct H
  | H : flag _ = flag _ |- _ => apply flag_inj in H
  end.

Lemma word_key_inj a b : word_key a = word_key b -> a = b.
Proof.
  destruct a, b; simpl; intros H; try easy; try (now apply put_not_one in H); try (symmetry in H; now apply put_not_one in H).
  put_inj. now subst.
Qed.

Lemma pword_key_inj a b : pword_key a = pword_key b -> a = b.
Proof.
  destruct a, b; simpl; intros H; try easy; try (now apply put_not_one in H); try (symmetry in H; now apply put_not_one in H).
  put_inj. now subst.
Qed.

(** A table of a function's values at some keys. *)
Definition table {A B} (key : A -> positive) (f : A -> B) (l : list A) : Map.t B :=
  fold_right (fun x m => Map.add (key x) (f x) m) (Map.empty B) l.

Lemma table_find {A B} (key : A -> positive) (f : A -> B) l x y : (forall a b, key a = key b -> a = b) ->
  Map.find (key x) (table key f l) = Some y -> y = f x.
Proof.
  intros I. induction l as [|a l IH]; simpl; [now rewrite Map.gempty|].
  destruct (Pos.eq_dec (key x) (key a)) as [E|E].
  - apply I in E. subst. rewrite Map.gss. now intros [= ->].
  - rewrite Map.gso by easy. exact IH.
Qed.

(** ** Nodes *)

(** The columns that may be the image: whether letters for [t] squares between the two make a good column. *)
Definition mates := list (Map.t bool).

Inductive wnode := WNode {
  wname : wstate; wkey : positive; wmates : mates;
  wblack : option wnode; wcrossed : option wnode; walone : option wnode }.
Inductive pnode := PNode { pblack : option pnode; pcrossed : option pnode; pmaybe : option pnode }.

Section Expand.
  Variable R : ruleset.
  Variable mate : wstate -> mates.

  (** The node of a state for [d] steps. *)
  Fixpoint expand (d : nat) (q : wstate) : wnode :=
    match d with
    | 0 => WNode q (word_key q) (mate q) None None None
    | S d' => WNode q (word_key q) (mate q) (option_map (expand d') (wstep R q (false, false)))
                (option_map (expand d') (wstep R q (true, true))) (option_map (expand d') (wstep R q (true, false)))
    end.
  Fixpoint pexpand (d : nat) (p : pstate) : pnode :=
    match d with
    | 0 => PNode None None None
    | S d' => PNode (option_map (pexpand d') (pstep R p false None)) (option_map (pexpand d') (pstep R p true (Some true)))
                (option_map (pexpand d') (pstep R p true None))
    end.

  (** The same, each node once: nodes for one step more point to those of the last table. *)
  Definition known (m : Map.t wnode) (d : nat) (q : wstate) : wnode :=
    match Map.find (word_key q) m with Some x => x | None => expand d q end.
  Definition pknown (m : Map.t pnode) (d : nat) (p : pstate) : pnode :=
    match Map.find (pword_key p) m with Some x => x | None => pexpand d p end.

  (** [words] has the states to write into the tables, of words of at most [most] letters. *)
  Fixpoint nodes (words : list wstate) (most d : nat) : Map.t wnode :=
    match d with
    | 0 => table word_key (expand 0) words
    | S d' =>
        let m := nodes words most d' in
        table word_key (fun q => WNode q (word_key q) (mate q) (option_map (known m d') (wstep R q (false, false)))
          (option_map (known m d') (wstep R q (true, true))) (option_map (known m d') (wstep R q (true, false))))
          (filter (fun q => wlen q + d <=? most) words)
    end.
  Definition plen (p : pstate) : nat := match p with POut => 0 | PRun k _ _ _ _ => k end.
  Fixpoint pnodes (words : list pstate) (most d : nat) : Map.t pnode :=
    match d with
    | 0 => table pword_key (pexpand 0) words
    | S d' =>
        let m := pnodes words most d' in
        table pword_key (fun p => PNode (option_map (pknown m d') (pstep R p false None))
          (option_map (pknown m d') (pstep R p true (Some true))) (option_map (pknown m d') (pstep R p true None)))
          (filter (fun p => plen p + d <=? most) words)
    end.

  Lemma option_map_ext {A B} (f g : A -> B) x : (forall a, f a = g a) -> option_map f x = option_map g x.
  Proof. intros E. destruct x; simpl; congruence. Qed.

  Lemma nodes_expand words most d : forall q, known (nodes words most d) d q = expand d q.
  Proof.
    induction d as [|d IH]; intros q; unfold known; cbn [nodes]; cbv zeta.
    - destruct (Map.find _ _) eqn:E; [|easy]. now apply table_find in E; [|exact word_key_inj].
    - destruct (Map.find _ _) eqn:E; [|easy]. apply table_find in E; [|exact word_key_inj]. subst. cbn [expand].
      f_equal; now apply option_map_ext.
  Qed.

  Lemma pnodes_expand words most d : forall p, pknown (pnodes words most d) d p = pexpand d p.
  Proof.
    induction d as [|d IH]; intros p; unfold pknown; cbn [pnodes]; cbv zeta.
    - destruct (Map.find _ _) eqn:E; [|easy]. now apply table_find in E; [|exact pword_key_inj].
    - destruct (Map.find _ _) eqn:E; [|easy]. apply table_find in E; [|exact pword_key_inj]. subst. cbn [pexpand].
      f_equal; now apply option_map_ext.
  Qed.
End Expand.

(** The states of words of at most [most] letters; one that is missing only costs time. *)
Definition word_states (R : ruleset) (most : nat) : list wstate :=
  Out :: filter (alive R)
    (flat_map (fun k => flat_map (fun m => map (fun u => Run k m u (u =? k)) (seq 0 (S (k - m)))) (seq 0 (S k))) (seq 1 most)).
Definition pword_states (R : ruleset) (most : nat) : list pstate :=
  POut :: filter (palive R)
    (flat_map (fun k => flat_map (fun m => flat_map (fun s => map (fun u => PRun k s m u (u =? k)) (seq 0 (S (k - m))))
      (seq 0 (S m))) (seq 0 (S k))) (seq 1 most)).

Definition mate_table (R : ruleset) (words : list wstate) (q : wstate) : mates :=
  map (fun t => table word_key (possible R t q) words) (seq 0 (S look_through)).
Definition find_mates (m : Map.t mates) (q : wstate) : mates :=
  match Map.find (word_key q) m with Some x => x | None => [] end.

(** What [find_mates] finds is right. *)
Definition mates_right (R : ruleset) (mate : wstate -> mates) : Prop :=
  forall q q' t b, Map.find (word_key q') (nth t (mate q) (Map.empty bool)) = Some b -> b = possible R t q q'.

Lemma mate_table_right R words : mates_right R (mate_table R words).
Proof.
  intros q q' t b. unfold mate_table. destruct (le_lt_dec (S look_through) t) as [H|H].
  - rewrite nth_overflow by now rewrite map_length, seq_length. now rewrite Map.gempty.
  - rewrite nth_indep with (d' := (fun t => table word_key (possible R t q) words) 0) by now rewrite map_length, seq_length.
    rewrite map_nth with (d := 0), seq_nth by easy. simpl Nat.add. apply table_find. exact word_key_inj.
Qed.

Lemma find_mates_right R words : mates_right R (find_mates (table word_key (mate_table R words) words)).
Proof.
  intros q q' t b. unfold find_mates. destruct (Map.find (word_key q) _) eqn:E.
  - apply table_find in E; [|exact word_key_inj]. subst. apply mate_table_right.
  - destruct t; simpl; now rewrite Map.gempty.
Qed.

Lemma no_mates_right R : mates_right R (fun _ => []).
Proof. intros q q' t b. destruct t; simpl; now rewrite Map.gempty. Qed.

(** ** States *)

Record fcell := FCell { fwhite : bool; fabove : bool; fword : wnode; fcount : nat }.

(** Where the image of the column read last is found: among those ahead, or among those behind. *)
Inductive place := Before (i : nat) | Past (i : nat).
Definition place_of (a c : nat) : place := if a <? c then Past (c - 1 - a) else Before (a - c).
Definition next_place (p : place) : place :=
  match p with
  | Before 0 => Past 1
  | Before 1 => Past 0
  | Before (S (S i)) => Before i
  | Past i => Past (S (S i))
  end.

Lemma place_next a c : next_place (place_of (S a) c) = place_of a (S c).
Proof.
  unfold place_of. destruct (Nat.ltb_spec (S a) c), (Nat.ltb_spec a (S c)); try lia.
  - simpl. f_equal. lia.
  - destruct (S a - c) as [|[|k]] eqn:E; simpl; f_equal; try lia.
  - destruct (S a - c) as [|[|k]] eqn:E; simpl; f_equal; try lia.
Qed.

(** Inside a row. The labels of the columns behind are in reverse order. *)
Record fstate := FState {
  fahead : list fcell; fbehind : list fcell; ffront : list nat; fback : list nat; fplace : place;
  fupper : wnode; flower : pnode; fwhites : nat; fside : bool; fsome : bool }.

(** Between two rows. *)
Record fline := FLine { lcells : list fcell; llabels : list nat; lside : bool; lsome : bool }.

(** How many squares are between a column and its image, if they are few enough to look through: the image read in an
    earlier row, and in this row. *)
Definition early (open : nat) : option nat :=
  if 2 + look_through <? open then None else let t := pred open in if look_through <? t then None else Some t.
Definition late (open : nat) : option nat :=
  if 2 + look_through <? open then None
  else match open with S (S t) => if look_through <? t then None else Some t | _ => None end.

Definition follow (x : wnode) (white crossed : bool) : option wnode :=
  if white then if crossed then wcrossed x else walone x else wblack x.

Definition closes (x : wnode) : bool := match wblack x with Some _ => true | None => false end.

Definition can (R : ruleset) (t : nat) (x y : wnode) : bool :=
  match Map.find (wkey y) (nth t (wmates x) (Map.empty bool)) with
  | Some b => b
  | None => possible R t (wname x) (wname y)
  end.

Definition fsettle (cells : list fcell) (b : bool) : option (list fcell) :=
  match cells with
  | [] => Some []
  | x :: rest =>
      let l := match rest with [] => false | y :: _ => fwhite y end in
      match follow (fword x) (fwhite x) (l || b) with
      | None => None
      | Some q => Some (FCell (fwhite x) (fabove x) q (fcount x) :: rest)
      end
  end.

Definition can_at (R : ruleset) (t : option nat) (x : wnode) (cells : list fcell) (i : nat) : bool :=
  match t with
  | None => true
  | Some t => match nth_error cells i with Some y => can R t x (fword y) | None => possible R t (wname x) Out end
  end.

Definition fpair (R : ruleset) (e l : option nat) (p : place) (cells ahead : list fcell) : bool :=
  match cells with
  | [] => true
  | y :: _ => match p with Before i => can_at R e (fword y) ahead i | Past i => can_at R l (fword y) cells i end
  end.

(** The labels behind and ahead after a square whose label was [u] before. *)
Definition flstep (u : nat) (back front : list nat) (b : bool) : option (list nat * list nat) :=
  if b then
    let l := match back with [] => 0 | y :: _ => y end in
    match u with
    | 0 => match l with
           | 0 => Some (S (Nat.max (list_max back) (list_max front)) :: back, front)
           | _ => Some (l :: back, front)
           end
    | _ => if (l =? 0) || (l =? u) then Some (u :: back, front) else Some (u :: relabel l u back, relabel l u front)
    end
  else match u with
       | 0 => Some (0 :: back, front)
       | _ => if existsb (Nat.eqb u) back || existsb (Nat.eqb u) front then Some (0 :: back, front) else None
       end.

Definition fstep (R : ruleset) (e l : option nat) (f : fstate) (b : bool) : option fstate :=
  match fahead f, ffront f with
  | x :: rest, u :: front =>
      match follow (fupper f) (fwhite x) (fabove x || b) with
      | None => None
      | Some upper' =>
      match (if b then if fwhite x then pcrossed (flower f) else pmaybe (flower f) else pblack (flower f)) with
      | None => None
      | Some lower' =>
      match (if b then true else closes (fword x)) with
      | false => None
      | true =>
      match fsettle (fbehind f) b with
      | None => None
      | Some cells =>
      match fpair R e l (fplace f) cells (fahead f) with
      | false => None
      | true =>
      match (if connected R then flstep u (fback f) front b else Some (u :: fback f, front)) with
      | None => None
      | Some (back', front') =>
          let ends := match fbehind f, rest with [], _ => true | _, [] => true | _, _ => false end in
          Some (FState rest (FCell b (b && fwhite x) (fword x) (more R b (fcount x)) :: cells) front' back'
            (next_place (fplace f)) upper' lower' (more R b (fwhites f))
            (if edges R then fside f || (b && ends) else false) (fsome f || b))
      end end end end end end
  | _, _ => None
  end.

(** The end of a row, and the begin of the next one. *)
Definition ffinish (R : ruleset) (l : option nat) (f : fstate) : option fline :=
  if closes (fupper f) &&& match pblack (flower f) with Some _ => true | None => false end
     &&& (min_white_per_row R <=? fwhites f) &&& (if edges R then fsome f else true)
  then match fsettle (fbehind f) false with
       | None => None
       | Some cells =>
           if fpair R None l (fplace f) cells []
           then Some (FLine (rev_append cells []) (canon (rev_append (fback f) [])) (fside f) (fsome f))
           else None
       end
  else None.

Definition begin (n : nat) (out : wnode) (pout : pnode) (s : fline) : fstate :=
  FState (lcells s) [] (llabels s) [] (Before n) out pout 0 (lside s) (lsome s).

(** Visits the states after [k] squares more of a row. *)
Fixpoint walk {T} (R : ruleset) (e l : option nat) (k : nat) (f : fstate) (visit : fstate -> T -> T) (acc : T) : T :=
  match k with
  | 0 => visit f acc
  | S k' =>
      let acc := match fstep R e l f false with Some f' => walk R e l k' f' visit acc | None => acc end in
      match fstep R e l f true with Some f' => walk R e l k' f' visit acc | None => acc end
  end.

Fixpoint frun (R : ruleset) (e l : option nat) (f : fstate) (bs : list bool) : option fstate :=
  match bs with
  | [] => Some f
  | b :: bs' => match fstep R e l f b with Some f' => frun R e l f' bs' | None => None end
  end.

(** ** Merging *)

Fixpoint cmp_key (a b : positive) : comparison :=
  match a, b with
  | xI a', xI b' | xO a', xO b' => cmp_key a' b'
  | xH, xH => Eq
  | xH, _ | xO _, xI _ => Lt
  | _, _ => Gt
  end.
Definition cmp_fcell (a b : fcell) : comparison :=
  cmp_key (wkey (fword a)) (wkey (fword b)) ;; cmp_bool (fwhite a) (fwhite b) ;; cmp_bool (fabove a) (fabove b) ;;
  Nat.compare (fcount a) (fcount b).
Definition cmp_line (a b : fline) : comparison :=
  cmp_list Nat.compare (llabels a) (llabels b) ;; cmp_list cmp_fcell (lcells a) (lcells b) ;;
  cmp_bool (lside a) (lside b) ;; cmp_bool (lsome a) (lsome b).

Definition fmirrored (s : fline) : fline :=
  FLine (rev_append (lcells s) []) (canon (rev_append (llabels s) [])) (lside s) (lsome s).
Definition flesser (s : fline) : fline :=
  let s' := fmirrored s in match cmp_line s s' with Gt => s' | _ => s end.

(** A trie of states by the bits of their columns' keys and then by their labels in unary. A state that is alone is not
    branched further; states with equal bits are a list. [path] is what is left of the bits. *)
Inductive path := Path (p : positive) (cells : list fcell) (labels : list nat).
Inductive trie := Empty | One (at_ : path) (s : fline) (k : N) | Many (l : list (fline * N)) | Fork (a b : trie).

Fixpoint next_cell (cells : list fcell) (labels : list nat) : option (bool * path) :=
  match cells with
  | x :: rest =>
      match wkey (fword x) with
      | xI p => Some (true, Path p rest labels)
      | xO p => Some (false, Path p rest labels)
      | xH => next_cell rest labels
      end
  | [] =>
      match labels with
      | S l :: labels' => Some (true, Path xH [] (l :: labels'))
      | 0 :: labels' => Some (false, Path xH [] labels')
      | [] => None
      end
  end.
Definition next_bit (w : path) : option (bool * path) :=
  let '(Path p cells labels) := w in
  match p with
  | xI p' => Some (true, Path p' cells labels)
  | xO p' => Some (false, Path p' cells labels)
  | xH => next_cell cells labels
  end.
Definition path_of (s : fline) : path := Path xH (lcells s) (llabels s).

Fixpoint add_to (s : fline) (k : N) (l : list (fline * N)) : list (fline * N) :=
  match l with
  | [] => [(s, k)]
  | (s', k') :: l' => match cmp_line s s' with Eq => (s', (k + k')%N) :: l' | _ => (s', k') :: add_to s k l' end
  end.

(** A trie of two states; [fuel] bounds its depth. *)
Fixpoint both (fuel : nat) (w w' : path) (s : fline) (k : N) (s' : fline) (k' : N) : trie :=
  match fuel with
  | 0 => Many [(s, k); (s', k')]
  | S fuel' =>
      match next_bit w, next_bit w' with
      | Some (true, v), Some (true, v') => Fork Empty (both fuel' v v' s k s' k')
      | Some (false, v), Some (false, v') => Fork (both fuel' v v' s k s' k') Empty
      | Some (false, v), Some (true, v') => Fork (One v s k) (One v' s' k')
      | Some (true, v), Some (false, v') => Fork (One v' s' k') (One v s k)
      | _, _ => Many [(s, k); (s', k')]
      end
  end.
Definition both_fuel : nat := 32 * 32.

Fixpoint add (w : path) (s : fline) (k : N) (t : trie) : trie :=
  match t with
  | Empty => One w s k
  | One w' s' k' =>
      match cmp_line s s' with Eq => One w' s' (k + k')%N | _ => both both_fuel w w' s k s' k' end
  | Many l => Many (add_to s k l)
  | Fork a b =>
      match next_bit w with
      | Some (true, v) => Fork a (add v s k b)
      | Some (false, v) => Fork (add v s k a) b
      | None => Fork (add w s k a) b
      end
  end.

Fixpoint fold_trie {T} (visit : fline -> N -> T -> T) (t : trie) (acc : T) : T :=
  match t with
  | Empty => acc
  | One _ s k => visit s k acc
  | Many l => fold_left (fun acc p => visit (fst p) (snd p) acc) l acc
  | Fork a b => fold_trie visit b (fold_trie visit a acc)
  end.

(** ** The count *)

(** The state that a line stands for. *)
Definition cell_of (x : fcell) : cell := Cell (fwhite x) (fabove x) (wname (fword x)) (fcount x).
Definition state_of (open : nat) (s : fline) : state :=
  State (map cell_of (lcells s)) [] (llabels s) Out POut 0 (lside s) (lsome s) open.

(** One label, and a column whose image has it too: the regions are joined. *)
Fixpoint one_label (a : nat) (l : list nat) : bool :=
  match l with [] => true | x :: l' => if match x with 0 => true | _ => x =? a end then one_label a l' else false end.
Fixpoint facing (xs ys : list nat) : nat :=
  match xs, ys with
  | S x :: _, S _ :: _ => S x
  | _ :: xs', _ :: ys' => facing xs' ys'
  | _, _ => 0
  end.
Definition joined (l : list nat) : bool :=
  match facing l (rev_append l []) with 0 => false | a => one_label a l end.

(** [fits], which looks for the most frequent case first. *)
Definition ffit (R : ruleset) (o : nat) (s : state) : bool :=
  let xs := ahead s in
  let ys := rev_append xs [] in
  some s &&& (if edges R then side s else true)
  &&& columns_join R o xs ys
  &&& accepts R Out (last_row o xs ys)
  &&& (if connected R then if joined (labels s) then true else joint (length xs) (labels s) else true).

Section Count.
  Variable R : ruleset.
  Variable n : nat.
  (** The automata of rows before the first square. *)
  Variable out : wnode.
  Variable pout : pnode.

  Definition fnext_row (open : nat) (t : trie) : trie :=
    let e := early open in let l := late open in
    fold_trie (fun s k t' => walk R e l n (begin n out pout s)
      (fun f t' => match ffinish R l f with Some s' => let s' := flesser s' in add (path_of s') s' k t' | None => t' end) t')
      t Empty.

  Fixpoint frows (k open : nat) (t : trie) : trie :=
    match k with 0 => t | S k' => frows k' (open - 2) (fnext_row open t) end.

  (** The end of the last row fits its own image. *)
  Definition ffits (o open : nat) (f : fstate) : bool :=
    match ffinish R (late open) f with None => false | Some s => ffit R o (state_of (open - 2) s) end.

  Definition fends_well (open : nat) (f : fstate) : bool :=
    match frun R (early open) (late open) f (tl (map fwhite (fbehind f))) with None => false | Some f' => ffits 1 open f' end.

  Definition fendings (open : nat) (s : fline) : N :=
    walk R (early open) (late open) n (begin n out pout s) (fun f k =>
      if odd_rows n =? 0 then if ffits 0 open f then N.succ k else k
      else match ffinish R (late open) f with
           | None => k
           | Some s' =>
               let open := open - 2 in
               walk R (early open) (late open) (S (Nat.div2 n)) (begin n out pout s')
                 (fun f' k => if fends_well open f' then N.succ k else k) k
           end) 0%N.

  Definition first_line (x : wnode) : fline := FLine (repeat (FCell false false x 0) n) (repeat 0 n) false false.

  Definition fcount_from (x : wnode) : N :=
    let k := pred (Nat.div2 n) in let open := n - 2 * k in
    fold_trie (fun s k total => (total + k * fendings open s)%N) (frows k n (add (path_of (first_line x)) (first_line x) 1 Empty)) 0%N.
End Count.

(** Beyond this size the tables would be large, and no count is feasible. *)
Definition largest_fast : nat := 16.

Definition fast (R : ruleset) (n : nat) : N :=
  if (n <=? 1) || (largest_fast <? n) then transfer R n
  else
    let rows := Nat.div2 n + odd_rows n in
    let words := word_states R rows in
    let mate := find_mates (table word_key (mate_table R words) words) in
    let x := known R mate (nodes R mate (word_states R (S rows)) (S rows) (S rows)) (S rows) Out in
    let out := known R (fun _ => []) (nodes R (fun _ => []) (word_states R (S n)) (S n) (S n)) (S n) Out in
    let pout := pknown R (pnodes R (pword_states R (S n)) (S n) (S n)) (S n) POut in
    fcount_from R n out pout x.
