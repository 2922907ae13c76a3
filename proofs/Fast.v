(** Defines a fast form of the transfer matrix: automata are tables of pointers, labels are cut at the new square, and a
    trie finds states that may be merged.

    It counts the same as [Transfer.v]: [FastCorrect.v] has the proof. An automaton's state is a node that points to its
    successors, which are computed once: [expand]. Each number of steps that may follow has its own nodes, so that there
    are no cycles. A node also holds tables of the columns that may be its image. Near the middle, states are merged as soon
    as the same letters complete their columns ([outlook]), even if the columns differ. [Similar.v] says why they may be. *)

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

(** Which letters for the [t] squares between a column and its image make a good column, written before the bits of [p]. *)
Fixpoint outlook (R : ruleset) (t : nat) (q q' : wstate) (p : positive) : positive :=
  match t with
  | 0 => if join R 0 q q' then xI p else xO p
  | S t' =>
      if possible R t q q' then
        let after l p := match wstep R q l with Some q1 => outlook R t' q1 q' p | None => xO p end in
        xI (after (false, false) (after (true, true) (after (true, false) p)))
      else xO p
  end.

(** The columns that may be the image: for each [t], whether any letters make a good column, and which. *)
Record mates := Mates { mpossible : list (Map.t bool); moutlook : list (Map.t positive) }.
Definition no_mates : mates := Mates [] [].

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

(** Where each letter must be checked, few columns differ in what they ask of the squares that follow. By other rules
    most do, so that to compare what they ask costs more than it saves. *)
Definition few_outlooks (R : ruleset) : bool := match letters_checked R with All => true | _ => false end.

(** For each [t] that is looked through, a table of [f t]. *)
Definition tables {B} (f : nat -> wstate -> B) (words : list wstate) : list (Map.t B) :=
  map (fun t => table word_key (f t) words) (seq 0 (S look_through)).
Definition mate_table (R : ruleset) (words : list wstate) (q : wstate) : mates :=
  Mates (tables (fun t => possible R t q) words) 
    (if few_outlooks R then tables (fun t q' => outlook R t q q' xH) words else []).
Definition find_mates (m : Map.t mates) (q : wstate) : mates :=
  match Map.find (word_key q) m with Some x => x | None => no_mates end.

(** What [find_mates] finds is right. *)
Definition mates_right (R : ruleset) (mate : wstate -> mates) : Prop :=
  (forall q q' t b, Map.find (word_key q') (nth t (mpossible (mate q)) (Map.empty bool)) = Some b -> b = possible R t q q') /\
  (forall q q' t c, Map.find (word_key q') (nth t (moutlook (mate q)) (Map.empty positive)) = Some c -> c = outlook R t q q' xH).

Lemma tables_right {B} (f : nat -> wstate -> B) words q' t b :
  Map.find (word_key q') (nth t (tables f words) (Map.empty B)) = Some b -> b = f t q'.
Proof.
  unfold tables. destruct (le_lt_dec (S look_through) t) as [H|H].
  - rewrite nth_overflow by now rewrite map_length, seq_length. now rewrite Map.gempty.
  - rewrite nth_indep with (d' := (fun t => table word_key (f t) words) 0) by now rewrite map_length, seq_length.
    rewrite map_nth with (d := 0), seq_nth by easy. simpl Nat.add. apply table_find. exact word_key_inj.
Qed.

Lemma no_mates_right R : mates_right R (fun _ => no_mates).
Proof. split; intros q q' [|t] b; simpl; now rewrite Map.gempty. Qed.

Lemma find_mates_right R words : mates_right R (find_mates (table word_key (mate_table R words) words)).
Proof.
  split; intros q q' t b; unfold find_mates; destruct (Map.find (word_key q) _) eqn:E;
    try (apply no_mates_right with (q := q)); (apply table_find in E; [|exact word_key_inj]); subst.
  - exact (tables_right (fun t => possible R t q) words q' t b).
  - cbn [moutlook mate_table]. destruct (few_outlooks R); [exact (tables_right (fun t q' => outlook R t q q' xH) words q' t b)|].
    destruct t; simpl; now rewrite Map.gempty.
Qed.

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
  match Map.find (wkey y) (nth t (mpossible (wmates x)) (Map.empty bool)) with
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

(** One of a line and its mirror image. *)
Definition cmp_line (a b : fline) : comparison :=
  cmp_list Nat.compare (llabels a) (llabels b) ;;
  cmp_list (fun x y => cmp_key (wkey (fword x)) (wkey (fword y))) (lcells a) (lcells b).
Definition fmirrored (s : fline) : fline :=
  FLine (rev_append (lcells s) []) (canon (rev_append (llabels s) [])) (lside s) (lsome s).
Definition flesser (s : fline) : fline :=
  let s' := fmirrored s in match cmp_line s s' with Gt => s' | _ => s end.

(** A line, and codes if few squares are between a column and its image and [few_outlooks]: one for the squares, and
    [outlook] for each column with its image. *)
Record item := Item { codes : list positive; line : fline }.

Definition outlook_of (R : ruleset) (t : nat) (x y : wnode) : positive :=
  match Map.find (wkey y) (nth t (moutlook (wmates x)) (Map.empty positive)) with
  | Some c => c
  | None => outlook R t (wname x) (wname y) xH
  end.
Fixpoint pair_codes (R : ruleset) (t k : nat) (xs ys : list fcell) : list positive :=
  match k, xs, ys with
  | S k', x :: xs', y :: ys' => outlook_of R t (fword x) (fword y) :: pair_codes R t k' xs' ys'
  | _, _, _ => []
  end.
Fixpoint squares_code (xs : list fcell) : positive :=
  match xs with
  | [] => xH
  | x :: xs' => if fwhite x then if fabove x then xI (xI (squares_code xs')) else xI (xO (squares_code xs'))
                else xO (squares_code xs')
  end.
Definition item_of (R : ruleset) (n t : nat) (s : fline) : item :=
  let xs := lcells s in
  Item (if few_outlooks R &&& (t <=? look_through)
        then squares_code xs :: pair_codes R t (Nat.div2 (S n)) xs (rev_append xs [])
        else []) s.

(** As many good ways follow both lines: the columns are equal, or their codes are. *)
Definition cmp_squares (a b : fcell) : comparison :=
  cmp_bool (fwhite a) (fwhite b) ;; (if fwhite a then cmp_bool (fabove a) (fabove b) else Eq) ;;
  Nat.compare (fcount a) (fcount b).
Definition cmp_fcell (a b : fcell) : comparison := cmp_key (wkey (fword a)) (wkey (fword b)) ;; cmp_squares a b.
Definition same (a b : item) : bool :=
  match cmp_list Nat.compare (llabels (line a)) (llabels (line b)) ;; cmp_list cmp_key (codes a) (codes b) ;;
        cmp_list (match codes a with [] => cmp_fcell | _ => cmp_squares end) (lcells (line a)) (lcells (line b)) ;;
        cmp_bool (lside (line a)) (lside (line b)) ;; cmp_bool (lsome (line a)) (lsome (line b))
  with Eq => true | _ => false end.

(** A trie of items by the bits of their codes, or of their columns' keys if there are none, and then by their labels in
    unary. An item that is alone is not branched further; items with equal bits are a list. [path] is what is left of the bits. *)
Inductive path := Path (p : positive) (codes : list positive) (cells : list fcell) (labels : list nat).
Inductive trie := Empty | One (at_ : path) (x : item) (k : N) | Many (l : list (item * N)) | Fork (a b : trie).

Definition next_label (labels : list nat) : option (bool * path) :=
  match labels with
  | S l :: labels' => Some (true, Path xH [] [] (l :: labels'))
  | 0 :: labels' => Some (false, Path xH [] [] labels')
  | [] => None
  end.
Fixpoint next_cell (cells : list fcell) (labels : list nat) : option (bool * path) :=
  match cells with
  | [] => next_label labels
  | x :: rest =>
      match wkey (fword x) with
      | xI p => Some (true, Path p [] rest labels)
      | xO p => Some (false, Path p [] rest labels)
      | xH => next_cell rest labels
      end
  end.
Fixpoint next_code (codes : list positive) (cells : list fcell) (labels : list nat) : option (bool * path) :=
  match codes with
  | [] => next_cell cells labels
  | xI p :: rest => Some (true, Path p rest cells labels)
  | xO p :: rest => Some (false, Path p rest cells labels)
  | xH :: rest => next_code rest cells labels
  end.
Definition next_bit (w : path) : option (bool * path) :=
  let '(Path p codes cells labels) := w in
  match p with
  | xI p' => Some (true, Path p' codes cells labels)
  | xO p' => Some (false, Path p' codes cells labels)
  | xH => next_code codes cells labels
  end.
Definition path_of (x : item) : path :=
  Path xH (codes x) (match codes x with [] => lcells (line x) | _ => [] end) (llabels (line x)).

Fixpoint add_to (x : item) (k : N) (l : list (item * N)) : list (item * N) :=
  match l with
  | [] => [(x, k)]
  | (x', k') :: l' => if same x x' then (x', (k + k')%N) :: l' else (x', k') :: add_to x k l'
  end.

(** A trie of two items; [fuel] bounds its depth. *)
Fixpoint both (fuel : nat) (w w' : path) (x : item) (k : N) (x' : item) (k' : N) : trie :=
  match fuel with
  | 0 => Many [(x, k); (x', k')]
  | S fuel' =>
      match next_bit w, next_bit w' with
      | Some (true, v), Some (true, v') => Fork Empty (both fuel' v v' x k x' k')
      | Some (false, v), Some (false, v') => Fork (both fuel' v v' x k x' k') Empty
      | Some (false, v), Some (true, v') => Fork (One v x k) (One v' x' k')
      | Some (true, v), Some (false, v') => Fork (One v' x' k') (One v x k)
      | _, _ => Many [(x, k); (x', k')]
      end
  end.
Definition both_fuel : nat := 32 * 32.

Fixpoint add (w : path) (x : item) (k : N) (t : trie) : trie :=
  match t with
  | Empty => One w x k
  | One w' x' k' => if same x x' then One w' x' (k + k')%N else both both_fuel w w' x k x' k'
  | Many l => Many (add_to x k l)
  | Fork a b =>
      match next_bit w with
      | Some (true, v) => Fork a (add v x k b)
      | Some (false, v) => Fork (add v x k a) b
      | None => Fork (add w x k a) b
      end
  end.

Fixpoint fold_trie {T} (visit : item -> N -> T -> T) (t : trie) (acc : T) : T :=
  match t with
  | Empty => acc
  | One _ x k => visit x k acc
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
    fold_trie (fun x k t' => walk R e l n (begin n out pout (line x))
      (fun f t' => match ffinish R l f with
                   | Some s => let y := item_of R n (open - 2) (flesser s) in add (path_of y) y k t'
                   | None => t'
                   end) t')
      t Empty.

  Fixpoint frows (k open : nat) (t : trie) : trie :=
    match k with 0 => t | S k' => frows k' (open - 2) (fnext_row open t) end.

  (** The end of the last row fits its own image. *)
  Definition ffits (o open : nat) (f : fstate) : bool :=
    match ffinish R (late open) f with None => false | Some s => ffit R o (state_of (open - 2) s) end.

  Definition fends_well (open : nat) (f : fstate) : bool :=
    match frun R (early open) (late open) f (tl (map fwhite (fbehind f))) with None => false | Some f' => ffits 1 open f' end.

  (** The good middle rows, of which half the squares are walked. *)
  Definition fmiddle (open : nat) (s : fline) (k : N) : N :=
    walk R (early open) (late open) (S (Nat.div2 n)) (begin n out pout s)
      (fun f k => if fends_well open f then N.succ k else k) k.

  (** The good ways from a line after which the middle row comes, or one more row before the middle. *)
  Definition fendings (open : nat) (s : fline) : N :=
    if open =? 1 then fmiddle open s 0%N
    else walk R (early open) (late open) n (begin n out pout s) (fun f k =>
      if odd_rows n =? 0 then if ffits 0 open f then N.succ k else k
      else match ffinish R (late open) f with None => k | Some s' => fmiddle (open - 2) s' k end) 0%N.

  (** Rows after which states are merged. *)
  Definition merged_rows : nat := pred (Nat.div2 n) + if few_outlooks R then odd_rows n else 0.

  Definition first_line (x : wnode) : fline := FLine (repeat (FCell false false x 0) n) (repeat 0 n) false false.

  Definition fcount_from (x : wnode) : N :=
    let k := merged_rows in let open := n - 2 * k in
    let y := item_of R n n (first_line x) in
    fold_trie (fun y k total => (total + k * fendings open (line y))%N) (frows k n (add (path_of y) y 1 Empty)) 0%N.
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
    let out := known R (fun _ => no_mates) (nodes R (fun _ => no_mates) (word_states R (S n)) (S n) (S n)) (S n) Out in
    let pout := pknown R (pnodes R (pword_states R (S n)) (S n) (S n)) (S n) POut in
    fcount_from R n out pout x.
