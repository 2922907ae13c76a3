(** Counts valid grids under the half turn by a transfer matrix: it visits states, not grids.

    Rows are placed from the top, square by square, down to the middle. A state holds what the rest of
    the grid can see: of each column its last square, its word so far and its number of white squares;
    the labels of [Regions.v]; the words of the row above and of the row at hand. The lower half is the
    upper half turned, so it has the same state, mirrored: [fits] decides validity of the whole grid
    from the state alone. After each row equal states are merged and their numbers of prefixes added,
    in a search tree, and so are states that are mirror images. Only sums depend on the tree. So the
    proof needs one property of the order: states that compare as equal are equal.
    [TransferCorrect.v] has the proof. *)

From Coq Require Import Arith NArith List Bool.
From Gridcheck Require Import Spec Lines Decide Search Regions Meet.
Import ListNotations.

(** ** States *)

(** A column: its last square is white; it and the square above it are white; its word after all
    squares placed; its white squares, counted up to the least number wanted. *)
Record cell := Cell { cwhite : bool; cabove : bool; cword : wstate; ccount : nat }.

(** [ahead] has the columns that the row at hand has not reached, and [behind] the others, last
    first; the last one's word is a square behind, because it depends on the square to the right.
    Before the row at hand, a column and its image left [open] squares between them. *)
Record state := State {
  ahead : list cell; behind : list cell; labels : list nat;
  upper : wstate; lower : pstate; whites : nat; side : bool; some : bool; open : nat }.

Definition blank : cell := Cell false false Out 0.
Definition start (n : nat) : state := State (repeat blank n) [] (repeat 0 n) Out POut 0 false false n.

Definition more (R : ruleset) (b : bool) (k : nat) : nat :=
  if b then Nat.min (min_white_per_row R) (S k) else k.

(** The last column reads its new square: [b] is the square to the right. *)
Definition settle (R : ruleset) (cells : list cell) (b : bool) : option (list cell) :=
  match cells with
  | [] => Some []
  | x :: rest =>
      let l := match rest with [] => false | y :: _ => cwhite y end in
      match wstep R (cword x) (cwhite x, l || b) with
      | None => None
      | Some q => Some (Cell (cwhite x) (cabove x) q (ccount x) :: rest)
      end
  end.

(** How many squares between a column and its image are looked through; for speed alone. *)
Definition look_through : nat := 3.

(** The column read last and its image, which may be ahead, can still be one column. *)
Definition pair_possible (R : ruleset) (open : nat) (cells ahead : list cell) : bool :=
  if 2 + look_through <? open then true
  else match cells with
       | [] => true
       | y :: _ =>
           let c := length cells in
           let a := length ahead in
           if a <? c then
             match open with
             | S (S t) =>
                 if look_through <? t then true else possible R t (cword y) (cword (nth (c - 1 - a) cells blank))
             | _ => true
             end
           else
             let t := pred open in
             if look_through <? t then true else possible R t (cword y) (cword (nth (a - c) ahead blank))
       end.

(** The end of a row. *)
Definition finish (R : ruleset) (s : state) : option state :=
  if close R (upper s) &&& pclose R (lower s) &&& (min_white_per_row R <=? whites s)
     &&& (if edges R then some s else true)
  then match settle R (behind s) false with
       | None => None
       | Some cells =>
           if pair_possible R (open s) cells []
           then Some (State (rev_append cells []) [] (canon (labels s)) Out POut 0 (side s) (some s) (open s - 2))
           else None
       end
  else None.

(** One square more, without a look at the end of the row; [None] if no valid grid has it here. *)
Definition square (R : ruleset) (s : state) (b : bool) : option state :=
  match ahead s with
  | [] => None
  | x :: rest =>
      match wstep R (upper s) (cwhite x, cabove x || b) with
      | None => None
      | Some upper' =>
      match pstep R (lower s) b (if cwhite x then Some true else None) with
      | None => None
      | Some lower' =>
      match (if b then true else close R (cword x)) with
      | false => None
      | true =>
      match settle R (behind s) b with
      | None => None
      | Some cells =>
      match pair_possible R (open s) cells (ahead s) with
      | false => None
      | true =>
      match (if connected R then lstep (labels s) (length (behind s)) b else Some (labels s)) with
      | None => None
      | Some labels' =>
          let ends := match behind s, rest with [], _ => true | _, [] => true | _, _ => false end in
          Some (State rest (Cell b (b && cwhite x) (cword x) (more R b (ccount x)) :: cells) labels'
                  upper' lower' (more R b (whites s))
                  (if edges R then side s || (b && ends) else false) (some s || b) (open s))
      end end end end end end
  end.

(** One square more, and the end of the row after its last square. *)
Definition step (R : ruleset) (s : state) (b : bool) : option state :=
  match square R s b with
  | None => None
  | Some s' => match ahead s' with [] => finish R s' | _ => Some s' end
  end.

Fixpoint run (R : ruleset) (s : state) (bs : list bool) : option state :=
  match bs with
  | [] => Some s
  | b :: bs' => match step R s b with Some s' => run R s' bs' | None => None end
  end.

(** ** The middle: a column with its image, and the last row with its neighbour below *)

Fixpoint columns_join (R : ruleset) (o : nat) (xs ys : list cell) : bool :=
  match xs, ys with
  | x :: xs', y :: ys' =>
      join R o (cword x) (cword y)
      &&& (min_white_per_row R <=? ccount x + ccount y - (if cwhite x then o else 0))
      &&& columns_join R o xs' ys'
  | _, _ => true
  end.

Fixpoint last_row (o : nat) (xs ys : list cell) : list letter :=
  match xs, ys with
  | x :: xs', y :: ys' =>
      (cwhite x, cabove x || (if o =? 0 then cwhite y else cabove y)) :: last_row o xs' ys'
  | _, _ => []
  end.

(** The state after the upper half fits its own image; [o] rows, 0 or 1, belong to both. *)
Definition fits (R : ruleset) (o : nat) (s : state) : bool :=
  let xs := ahead s in
  let ys := rev_append xs [] in
  some s &&& (if edges R then side s else true)
  &&& columns_join R o xs ys
  &&& accepts R Out (last_row o xs ys)
  &&& (if connected R then joint (length xs) (labels s) else true).

(** ** Merging *)

Notation "c ;; d" := (match c with Eq => d | Lt => Lt | Gt => Gt end) (at level 60, right associativity).

Definition cmp_bool (a b : bool) : comparison :=
  match a, b with false, true => Lt | true, false => Gt | _, _ => Eq end.
Definition cmp_word (a b : wstate) : comparison :=
  match a, b with
  | Out, Out => Eq
  | Out, _ => Lt
  | _, Out => Gt
  | Run k m u l, Run k' m' u' l' => Nat.compare k k' ;; Nat.compare m m' ;; Nat.compare u u' ;; cmp_bool l l'
  end.
Definition cmp_pword (a b : pstate) : comparison :=
  match a, b with
  | POut, POut => Eq
  | POut, _ => Lt
  | _, POut => Gt
  | PRun k s m u l, PRun k' s' m' u' l' =>
      Nat.compare k k' ;; Nat.compare s s' ;; Nat.compare m m' ;; Nat.compare u u' ;; cmp_bool l l'
  end.
Definition cmp_cell (a b : cell) : comparison :=
  cmp_bool (cwhite a) (cwhite b) ;; cmp_bool (cabove a) (cabove b) ;; cmp_word (cword a) (cword b) ;;
  Nat.compare (ccount a) (ccount b).
Fixpoint cmp_list {A} (cmp : A -> A -> comparison) (a b : list A) : comparison :=
  match a, b with
  | [], [] => Eq
  | [], _ => Lt
  | _, [] => Gt
  | x :: a', y :: b' => cmp x y ;; cmp_list cmp a' b'
  end.
Definition cmp_state (a b : state) : comparison :=
  cmp_list cmp_cell (ahead a) (ahead b) ;; cmp_list Nat.compare (labels a) (labels b) ;;
  cmp_bool (side a) (side b) ;; cmp_bool (some a) (some b) ;; cmp_list cmp_cell (behind a) (behind b) ;;
  cmp_word (upper a) (upper b) ;; cmp_pword (lower a) (lower b) ;; Nat.compare (whites a) (whites b) ;;
  Nat.compare (open a) (open b).

(** A search tree of states, each with its number of prefixes; balanced for speed alone. *)
Inductive tree := Leaf | Node (l : tree) (s : state) (k : N) (r : tree) (h : nat).

Definition height (t : tree) : nat := match t with Leaf => 0 | Node _ _ _ _ h => h end.
Definition node (l : tree) (s : state) (k : N) (r : tree) : tree :=
  let a := height l in let b := height r in Node l s k r (S (if a <=? b then b else a)).

Definition balance (l : tree) (s : state) (k : N) (r : tree) : tree :=
  let a := height l in
  let b := height r in
  if S b <? a then
    match l with
    | Leaf => node l s k r
    | Node ll ls lk lr _ =>
        if height lr <=? height ll then node ll ls lk (node lr s k r)
        else match lr with
             | Leaf => node l s k r
             | Node m1 ms mk m2 _ => node (node ll ls lk m1) ms mk (node m2 s k r)
             end
    end
  else if S a <? b then
    match r with
    | Leaf => node l s k r
    | Node rl rs rk rr _ =>
        if height rl <=? height rr then node (node l s k rl) rs rk rr
        else match rl with
             | Leaf => node l s k r
             | Node m1 ms mk m2 _ => node (node l s k m1) ms mk (node m2 rs rk rr)
             end
    end
  else node l s k r.

Fixpoint insert (s : state) (k : N) (t : tree) : tree :=
  match t with
  | Leaf => Node Leaf s k Leaf 1
  | Node l s' k' r h =>
      match cmp_state s s' with
      | Eq => Node l s' (k + k') r h
      | Lt => balance (insert s k l) s' k' r
      | Gt => balance l s' k' (insert s k r)
      end
  end.

Fixpoint fold_tree {T} (visit : state -> N -> T -> T) (t : tree) (acc : T) : T :=
  match t with
  | Leaf => acc
  | Node l s k r _ => fold_tree visit r (visit s k (fold_tree visit l acc))
  end.

(** ** The count *)

(** Visits the states that [k] squares more lead to, once for each way. *)
Fixpoint squares {T} (R : ruleset) (k : nat) (s : state) (visit : state -> T -> T) (acc : T) : T :=
  match k with
  | 0 => visit s acc
  | S k' =>
      let acc := match step R s false with Some s' => squares R k' s' visit acc | None => acc end in
      match step R s true with Some s' => squares R k' s' visit acc | None => acc end
  end.

(** The state of the same rows read from the right, where no square of the next row is placed. *)
Definition mirrored (s : state) : state :=
  State (rev_append (ahead s) []) (behind s) (canon (rev_append (labels s) []))
    (upper s) (lower s) (whites s) (side s) (some s) (open s).

(** One of a state and its mirror image stands for both: as many valid grids have either. *)
Definition lesser (s : state) : state :=
  let s' := mirrored s in match cmp_state s s' with Gt => s' | _ => s end.

Definition next_row (R : ruleset) (n : nat) (t : tree) : tree :=
  fold_tree (fun s k t' => squares R n s (fun s' t' => insert (lesser s') k t') t') t Leaf.

Fixpoint rows (R : ruleset) (n m : nat) (t : tree) : tree :=
  match m with 0 => t | S m' => rows R n m' (next_row R n t) end.

(** After the first half of a middle row, its other squares are the same in reverse order. *)
Definition ends_well (R : ruleset) (o : nat) (s : state) : bool :=
  match run R s (tl (map cwhite (behind s))) with Some s' => fits R o s' | None => false end.

Definition endings (R : ruleset) (o h : nat) (s : state) : N :=
  squares R h s (fun s' k => if ends_well R o s' then N.succ k else k) 0%N.

Definition half_turn (R : ruleset) : bool := match symmetric_under R with Rot180 => true | _ => false end.

(** 1 if there is a middle row, and else 0. *)
Definition odd_rows (n : nat) : nat := n - 2 * Nat.div2 n.

(** The squares after the rows whose states are merged: the last row above the middle and half of the
    middle row. Their states are not stored, because this last level has more of them than all others. *)
Definition last_squares (n : nat) : nat :=
  let m := Nat.div2 n in
  (m - pred m) * n + (if odd_rows n =? 0 then 0 else S m).

Definition transfer (R : ruleset) (n : nat) : N :=
  let o := odd_rows n in
  let h := last_squares n in
  fold_tree (fun s k total => (total + k * endings R o h s)%N)
    (rows R n (pred (Nat.div2 n)) (Node Leaf (start n) 1 Leaf 1)) 0%N.
