(** Defines a packed form of the transfer matrix: pairs of columns are class numbers, and the classes of a state are one machine integer.

    Columns [c] and [n - 1 - c] are a pair. What the rest of the grid sees of a pair is which letters between its halves
    complete both columns, so pairs that agree in this are one class. Classes are computed from the middle row upwards:
    two pairs of states are in one class if each step leads both to the same class ([classify]). A state is the last row,
    its squares below a white square, the labels of the regions, two flags, and the classes of all pairs, packed.

    States of one row and one set of squares below white ones are a bucket. A bucket collects its states from the level
    before ([buckets]), so that two levels and one bucket are in memory. A bucket and its mirror image are stored once. A bucket
    that is complete is frozen ([freeze]): its keys are a tree of classes, so that a row finds the next keys class by class,
    and leaves out many at once.
    A long count can be evaluated in shares ([packed_shares]). Counters are machine integers too: the answer is [None] if one would
    overflow. [PackedCorrect.v] has the proof. *)

From Coq Require Import ZArith Uint63 Arith NArith PArith List Bool FMapPositive.
From Gridcheck Require Import Spec Lines Decide Search Regions Meet Transfer Merging Similar Fast.
Import ListNotations.

(** ** Classes of pairs *)

(** The letters of a row for its columns: a square is checked if a neighbour to the left or right is white. *)
Fixpoint row_writes (l : bool) (w : list bool) : list letter :=
  match w with
  | [] => []
  | b :: w' => (b, l || match w' with [] => false | c :: _ => c end) :: row_writes b w'
  end.

Definition three : list letter := [(false, false); (true, false); (true, true)].
Definition code (l : letter) : nat := let (b, x) := l in if b then if x then 2 else 1 else 0.
Definition steps : list (letter * letter) := flat_map (fun x => map (pair x) three) three.
Definition step_index (p : nat * nat) : nat := 3 * fst p + snd p.

(** The codes of the letters that a row writes into each of the first [k] pairs. *)
Definition pair_codes (k : nat) (w : list bool) : list (nat * nat) :=
  let c := map code (row_writes false w) in combine (firstn k c) (rev c).

(** Of each class but 0, [successors] has what each step leads to: a class, and the class of the pair the other way round.
    The class 0 leads nowhere. *)
Record classes := Classes { class_table : Map.t (Map.t N); successors : list (list (N * N)) }.
Definition no_classes : classes := Classes (Map.empty _) [].
Definition class_of (C : classes) (q q' : wstate) : N :=
  match Map.find (word_key q) (class_table C) with
  | Some t => match Map.find (word_key q') t with Some c => c | None => 0%N end
  | None => 0%N
  end.

(** What each step leads to from a pair of states; and, where the next row is the middle row, which letters of it will do. *)
Definition moves (R : ruleset) (C : classes) (q q' : wstate) : list (N * N) :=
  map (fun p : letter * letter => let (x, y) := p in
    match wstep R q x with
    | Some a => match wstep R q' y with Some b => (class_of C a b, class_of C b a) | None => (0%N, 0%N) end
    | None => (0%N, 0%N)
    end) steps.
Definition middles (R : ruleset) (q q' : wstate) : list (N * N) :=
  map (fun x => match wstep R q x with
    | Some a => if join R 0 a q' then (1%N, 1%N) else (0%N, 0%N)
    | None => (0%N, 0%N)
    end) three.

Fixpoint distinct {A} (eqb : A -> A -> bool) (l : list A) : list A :=
  match l with
  | [] => []
  | x :: l' => let d := distinct eqb l' in if existsb (eqb x) d then d else x :: d
  end.

Definition leads (v : list (N * N)) : bool := existsb (fun p : N * N => negb (N.eqb (fst p) 0 && N.eqb (snd p) 0)) v.
Fixpoint same_moves (u v : list (N * N)) : bool :=
  match u, v with
  | [], [] => true
  | (a, b) :: u', (c, d) :: v' => if N.eqb a c then if N.eqb b d then same_moves u' v' else false else false
  | _, _ => false
  end.
(** The place of [v] in the list, where the first place is [i]. *)
Fixpoint place_in (i : N) (v : list (N * N)) (vs : list (list (N * N))) : N :=
  match vs with [] => 0%N | u :: vs' => if same_moves u v then i else place_in (N.succ i) v vs' end.

Definition classify (vector : wstate -> wstate -> list (N * N)) (states : list wstate) : classes :=
  let vs := distinct same_moves (filter leads (flat_map (fun q => map (vector q) states) states)) in
  Classes (table word_key (fun q => table word_key (fun q' =>
    let v := vector q q' in if leads v then place_in 1 v vs else 0%N) states) states) vs.

(** The states of a column after [r] letters. *)
Fixpoint word_level (R : ruleset) (r : nat) : list wstate :=
  match r with
  | 0 => [Out]
  | S r' => distinct (fun a b => Pos.eqb (word_key a) (word_key b))
      (flat_map (fun q => flat_map (fun x => match wstep R q x with Some q' => [q'] | None => [] end) three) (word_level R r'))
  end.

(** The classes after [m - k] rows, after one row more, and so on to those after [m] rows, which the middle row follows. *)
Fixpoint class_levels (R : ruleset) (m k : nat) : list classes :=
  match k with
  | 0 => [classify (middles R) (word_level R m)]
  | S k' =>
      let l := class_levels R m k' in
      classify (moves R (hd no_classes l)) (word_level R (m - S k')) :: l
  end.

(** ** Keys *)

(** A table that is read by the bits of a key, the lowest first. *)
Inductive tree (A : Type) := Here (v : A) | Split (l r : tree A).
Fixpoint tabulate {A} (d : nat) (f : N -> A) : tree A :=
  match d with
  | 0 => Here A (f 0%N)
  | S d' => Split A (tabulate d' (fun z => f (N.double z))) (tabulate d' (fun z => f (N.succ_double z)))
  end.
Fixpoint look {A} (t : tree A) (k : int) : A :=
  match t with
  | Here _ v => v
  | Split _ l r => if (k land 1 =? 0)%uint63 then look l (k >> 1)%uint63 else look r (k >> 1)%uint63
  end.

Definition int_of (c : N) : int := of_Z (Z.of_N c).
Definition successor (C : classes) (s : nat) (c : N) : N * N :=
  match c with 0%N => (0%N, 0%N) | _ => nth s (nth (N.to_nat (N.pred c)) (successors C) []) (0%N, 0%N) end.
(** The numbers of nine steps of a class, or of its pair the other way round. *)
Inductive nine := Nine (a b c d e f g h i : int).
(** A class, which steps it has or its pair the other way round, one bit a step, and what each of them leads to. *)
Inductive link := Link (own mask : int) (ahead turned : nine).
Definition own (x : link) : int := match x with Link c _ _ _ => c end.
Definition step_bit (s : nat) : int := (1 << int_of (N.of_nat s))%uint63.
Definition step_mask (C : classes) (c : N) : int :=
  fold_right (fun s m => let (a, b) := successor C s c in if N.eqb a 0 && N.eqb b 0 then m else (step_bit s lor m)%uint63) 0%uint63 (seq 0 9).
Definition nine_of (f : nat -> N) : nine :=
  let g s := int_of (f s) in Nine (g 0) (g 1) (g 2) (g 3) (g 4) (g 5) (g 6) (g 7) (g 8).
Definition link_of (C : classes) (c : N) : link :=
  Link (int_of c) (step_mask C c) (nine_of (fun s => fst (successor C s c))) (nine_of (fun s => snd (successor C s c))).
Definition nth_of_nine (s : nat) : nine -> int :=
  match s with
  | 0 => fun '(Nine a _ _ _ _ _ _ _ _) => a
  | 1 => fun '(Nine _ b _ _ _ _ _ _ _) => b
  | 2 => fun '(Nine _ _ c _ _ _ _ _ _) => c
  | 3 => fun '(Nine _ _ _ d _ _ _ _ _) => d
  | 4 => fun '(Nine _ _ _ _ e _ _ _ _) => e
  | 5 => fun '(Nine _ _ _ _ _ f _ _ _) => f
  | 6 => fun '(Nine _ _ _ _ _ _ g _ _) => g
  | 7 => fun '(Nine _ _ _ _ _ _ _ h _) => h
  | _ => fun '(Nine _ _ _ _ _ _ _ _ i) => i
  end.
Definition pick_step (flip : bool) (s : nat) : link -> int :=
  let f := nth_of_nine s in if flip then fun '(Link _ _ _ t) => f t else fun '(Link _ _ t _) => f t.

(** The steps of a row: how each pair's next class is found, its place in the key, and the steps from there on, nine bits a pair.
    Of more than seven pairs the last have no bits. *)
Inductive route := End | Go (next : link -> int) (place steps : int) (more : route).
Definition route_steps (p : route) : int := match p with End => 0%uint63 | Go _ _ steps _ => steps end.
Fixpoint route_of (b place : int) (flip : bool) (codes : list (nat * nat)) : route :=
  match codes with
  | [] => End
  | p :: codes' =>
      let more := route_of b (place + b)%uint63 flip codes' in
      Go (pick_step flip (step_index p)) place (step_bit (step_index p) lor (route_steps more << 9))%uint63 more
  end.

(** For each of the three letters of the middle row, which classes it completes. *)
Definition middle_tables (b : nat) (C : classes) : list (tree int) :=
  map (fun s => tabulate b (fun c => int_of (fst (successor C s c)))) (seq 0 3).
Definition middle_trees (tables : list (tree int)) (codes : list (nat * nat)) : list (tree int) :=
  map (fun p : nat * nat => nth (fst p) tables (Here int 0%uint63)) codes.

Fixpoint key_ends (b : int) (ts : list (tree int)) (k : int) : bool :=
  match ts with
  | [] => true
  | t :: ts' => if (look t k =? 0)%uint63 then false else key_ends b ts' (k >> b)%uint63
  end.
Fixpoint first_key (b : int) (c : int) (k : nat) : int :=
  match k with 0 => 0%uint63 | S k' => ((first_key b c k' << b) + c)%uint63 end.

(** ** Rows *)

(** Which letters of a row may be checked by its neighbours above and below; a tree that is read square by square. *)
Inductive marks := Stop | Good | Next (free checked : marks).
Fixpoint row_marks (R : ruleset) (q : wstate) (w : list bool) : marks :=
  match w with
  | [] => if close R q then Good else Stop
  | b :: w' =>
      let go l := match wstep R q l with Some q' => row_marks R q' w' | None => Stop end in
      let u := go (b, false) in
      let v := if b then go (true, true) else u in
      match u, v with Stop, Stop => Stop | _, _ => Next u v end
  end.
(** The letters that [a] or [c] has are checked. *)
Fixpoint legal (t : marks) (a c : list bool) : bool :=
  match t with
  | Stop => false
  | Good => true
  | Next u v => match a, c with x :: a', y :: c' => legal (if x || y then v else u) a' c' | _, _ => false end
  end.
Definition possible_row (t : marks) : bool := match t with Stop => false | _ => true end.

Fixpoint both_white (a b : list bool) : list bool :=
  match a, b with x :: a', y :: b' => (x && y) :: both_white a' b' | _, _ => [] end.

(** The labels of the last row's regions, and whether a square on the left or right edge, and any square, is white. *)
Record rest := Rest { rlabels : list nat; rside : bool; rsome : bool }.
Definition next_rest (R : ruleset) (x : rest) (w : list bool) : option rest :=
  match row_labels (rlabels x) 0 w with
  | None => None
  | Some l =>
      let any := rsome x || existsb (fun b => b) w in
      if (if edges R then any else true)
      then Some (Rest (canon l) (if edges R then rside x || hd false w || last w false else false) any)
      else None
  end.
Definition mirror_rest (x : rest) : rest := Rest (canon (rev (rlabels x))) (rside x) (rsome x).

(** The middle row [w] makes one region of the grid, which meets the edges. *)
Definition rest_ends (R : ruleset) (n : nat) (x : rest) (w : list bool) : bool :=
  match next_rest R x w with
  | None => false
  | Some y => rsome y &&& (if edges R then rside y else true) &&& joint n (rlabels y)
  end.

(** ** Stores and tries *)

(** A binary tree with values at its nodes, found by positive numbers. *)
Inductive store (A : Type) := Tip | Bin (o : option A) (l r : store A).
Fixpoint upd_store {A} (k : positive) (f : option A -> A) (t : store A) : store A :=
  let o := match t with Tip _ => None | Bin _ o _ _ => o end in
  let l := match t with Tip _ => Tip A | Bin _ _ l _ => l end in
  let r := match t with Tip _ => Tip A | Bin _ _ _ r => r end in
  match k with
  | xH => Bin A (Some (f o)) l r
  | xO k' => Bin A o (upd_store k' f l) r
  | xI k' => Bin A o l (upd_store k' f r)
  end.
Fixpoint find_store {A} (k : positive) (t : store A) : option A :=
  match t with
  | Tip _ => None
  | Bin _ o l r => match k with xH => o | xO k' => find_store k' l | xI k' => find_store k' r end
  end.
Fixpoint fold_store {A T} (visit : A -> T -> T) (t : store A) (acc : T) : T :=
  match t with
  | Tip _ => acc
  | Bin _ o l r => fold_store visit r (fold_store visit l (match o with Some x => visit x acc | None => acc end))
  end.

Definition squares_code (w : list bool) : positive := fold_right (fun (b : bool) p => if b then xI p else xO p) xH w.
Definition rest_code (x : rest) : positive :=
  put (if rside x then 1 else 0) (put (if rsome x then 1 else 0) (fold_right put xH (rlabels x))).

(** Keys and their numbers; [Spoilt] takes the place of a number that overflows. *)
Inductive trie := Empty | Leaf (k c : int) | Fork (p b : int) (l r : trie) | Spoilt.
Definition fork (k : int) (t : trie) (k' : int) (t' : trie) : trie :=
  let x := (k lxor k')%uint63 in
  let b := (x land (0 - x))%uint63 in
  let p := (k land (b - 1))%uint63 in
  if (k land b =? 0)%uint63 then Fork p b t t' else Fork p b t' t.
Fixpoint insert_key (k c : int) (t : trie) : trie :=
  match t with
  | Empty => Leaf k c
  | Leaf k' c' =>
      if (k =? k')%uint63 then let s := (c + c')%uint63 in if (s <? c)%uint63 then Spoilt else Leaf k s
      else fork k (Leaf k c) k' t
  | Fork p b l r =>
      if (k land (b - 1) =? p)%uint63
      then if (k land b =? 0)%uint63 then Fork p b (insert_key k c l) r else Fork p b l (insert_key k c r)
      else fork k (Leaf k c) p t
  | Spoilt => Spoilt
  end.
Fixpoint sound (t : trie) : bool :=
  match t with Fork _ _ l r => sound l &&& sound r | Spoilt => false | _ => true end.

(** The same, frozen: a tree that has the class of the first pair, then the class of the second, and so on, and ends with the number.
    Keys that begin alike share their first nodes. A mask has the steps of the keys below it, nine bits a pair: a row whose
    steps are not within it follows none of them. *)
Inductive cells := Done | Cell (c : int) | Pair (x : link) (more : cells) | Both (mask : int) (l r : cells).
Fixpoint mask_of (es : cells) : int :=
  match es with
  | Pair (Link _ m _ _) more => (m lor (mask_of more << 9))%uint63
  | Both m _ _ => m
  | _ => 0%uint63
  end.
Definition both (l r : cells) : cells :=
  match l, r with Done, _ => r | _, Done => l | _, _ => Both (mask_of l lor mask_of r)%uint63 l r end.
Definition within (steps mask : int) : bool := (steps land mask =? steps)%uint63.

Fixpoint chain (links : tree link) (b : int) (n : nat) (k c : int) : cells :=
  match n with 0 => Cell c | S n' => Pair (look links k) (chain links b n' (k >> b)%uint63 c) end.
Fixpoint some_key (t : trie) : int := match t with Leaf k _ => k | Fork _ _ l _ => some_key l | _ => 0%uint63 end.
(** All keys have the class [c] in this place. *)
Fixpoint agree (ones place c : int) (t : trie) : bool :=
  match t with
  | Leaf k _ => ((k >> place) land ones =? c)%uint63
  | Fork _ _ l r => agree ones place c l &&& agree ones place c r
  | _ => true
  end.
(** The keys of a trie from a place on, where [n] classes are left. *)
Fixpoint freeze (links : tree link) (b : int) (n : nat) (place : int) : trie -> cells :=
  match n with
  | 0 => fix go t := match t with Leaf _ c => Cell c | Fork _ _ l r => both (go l) (go r) | _ => Done end
  | S n' => fix go t :=
      match t with
      | Leaf k c => chain links b n (k >> place)%uint63 c
      | Fork _ q l r =>
          let ones := ((1 << b) - 1)%uint63 in
          let next := (place + b)%uint63 in
          let k := (some_key l >> place)%uint63 in
          (* A fork at a bit of this class does not agree, so it is not asked. *)
          if (if (q <? 1 << next)%uint63 then false else agree ones place (k land ones)%uint63 t)
          then Pair (look links k) (freeze links b n' next t)
          else both (go l) (go r)
      | _ => Done
      end
  end.
Definition freezer (b n : nat) (C : classes) : trie -> cells :=
  freeze (tabulate b (link_of C)) (int_of (N.of_nat b)) n 0%uint63.

(** ** Levels *)

(** The states of one last row: for each rest, and each choice of the squares below a white square, the keys. *)
Record source := Source {
  srow : list bool; smarks : marks; sgroups : list (rest * list (list bool * cells)) }.

(** A row that may follow; [vflip] tells that the mirror image of what results is meant. *)
Record visitor := Visitor { vrow : list bool; vflip : bool; vroute : route }.

(** A row and its mirror image are followed together, and lead to the lesser of them. *)
Definition follows (R : ruleset) (w : list bool) : list (list bool * bool) :=
  filter (fun p => possible_row (row_marks R Out (fst p)))
    match cmp_list cmp_bool w (rev w) with
    | Lt => [(w, false); (rev w, true)]
    | Eq => [(w, false)]
    | Gt => []
    end.
Definition plans (R : ruleset) (n : nat) : list (list bool * list (list bool * bool)) :=
  filter (fun p => match snd p with [] => false | _ => true end) (map (fun w => (w, follows R w)) (bits n)).

(** The row of a route follows the keys; [k] is the next key as far as it is known. *)
Fixpoint pull (p : route) (k : int) (es : cells) (t : trie) : trie :=
  match es with
  | Done => t
  | Cell c => insert_key k c t
  | Pair x more =>
      match p with
      | End => t
      | Go next place _ p' => let c := next x in if (c =? 0)%uint63 then t else pull p' (k + (c << place))%uint63 more t
      end
  | Both m l r => if within (route_steps p) m then pull p k r (pull p k l t) else t
  end.
(** The row follows one of the keys at least. Most rows follow none of a group, and this is found sooner than the next rest. *)
Fixpoint follows_some (p : route) (es : cells) : bool :=
  match es with
  | Done => false
  | Cell _ => true
  | Pair x more => match p with End => false | Go next _ _ p' => if (next x =? 0)%uint63 then false else follows_some p' more end
  | Both m l r => if within (route_steps p) m then if follows_some p l then true else follows_some p r else false
  end.
Definition pull_group (R : ruleset) (v : visitor) (x : rest) (las : list (list bool * cells)) (acc : store (rest * trie))
    : store (rest * trie) :=
  if existsb (fun p => follows_some (vroute v) (snd p)) las
  then match next_rest R x (vrow v) with
    | None => acc
    | Some y =>
        let y' := if vflip v then mirror_rest y else y in
        upd_store (rest_code y') (fun o => (y', fold_left (fun t p => pull (vroute v) 0%uint63 (snd p) t) las
          (match o with Some (_, t) => t | None => Empty end))) acc
    end
  else acc.
Definition pull_source (R : ruleset) (v : visitor) (s : source) (acc : store (rest * trie)) : store (rest * trie) :=
  fold_left (fun acc g => pull_group R v (fst g) (snd g) acc) (sgroups s) acc.

(** The part of a source that a row may follow. It depends on the squares that both rows have, so many rows share it. *)
Fixpoint legal_ones (m : marks) (below : list bool) (las : list (list bool * cells)) : list (list bool * cells) :=
  match las with
  | [] => []
  | e :: las' => let (a, _) := e in if legal m a below then e :: legal_ones m below las' else legal_ones m below las'
  end.
Fixpoint narrow (m : marks) (below : list bool) (gs : list (rest * list (list bool * cells))) : list (rest * list (list bool * cells)) :=
  match gs with
  | [] => []
  | (x, las) :: gs' =>
      match legal_ones m below las with
      | [] => narrow m below gs'
      | las' => (x, las') :: narrow m below gs'
      end
  end.
(** A source with its parts. *)
Definition parted : Type := (source * store (list (rest * list (list bool * cells))))%type.
Definition part (rows : list (list bool)) (s : source) : parted :=
  (s, fold_left (fun t w =>
    let below := both_white (srow s) w in
    match find_store (squares_code below) t with
    | Some _ => t
    | None => upd_store (squares_code below) (fun _ => narrow (smarks s) below (sgroups s)) t
    end) rows (Tip _)).
Definition part_of (v : visitor) (p : parted) : source :=
  let s := fst p in
  let below := both_white (srow s) (vrow v) in
  Source (srow s) (smarks s)
    match find_store (squares_code below) (snd p) with Some gs => gs | None => narrow (smarks s) below (sgroups s) end.

(** The squares of the bucket's row that will be below a white square. *)
Definition bucket_above (v : visitor) (s : source) : list bool :=
  let a := both_white (srow s) (vrow v) in if vflip v then rev a else a.
Definition sort_source (vs : list visitor) (p : parted) (t : store (list bool * list (visitor * source)))
    : store (list bool * list (visitor * source)) :=
  fold_left (fun t v =>
    let s := part_of v p in
    let a := bucket_above v s in
    upd_store (squares_code a) (fun o => (a, (v, s) :: match o with Some (_, l) => l | None => [] end)) t) vs t.

(** Visits the keys of each bucket, rest by rest. *)
Definition buckets {T} (R : ruleset) (vs : list visitor) (level : list parted)
    (visit : list bool -> rest -> trie -> T -> T) (acc : T) : T :=
  fold_store (fun p acc =>
    fold_store (fun y acc => visit (fst p) (fst y) (snd y) acc)
      (fold_left (fun s vs => pull_source R (fst vs) (snd vs) s) (snd p) (Tip _)) acc)
    (fold_left (fun t s => sort_source vs s t) level (Tip _)) acc.

Definition visitors (b k : nat) (l : list (list bool * bool)) : list visitor :=
  map (fun p => Visitor (fst p) (snd p) (route_of (int_of (N.of_nat b)) 0%uint63 (snd p) (pair_codes k (fst p)))) l.

Definition keep (ice : trie -> cells) (a : list bool) (x : rest) (t : trie) (acc : option (store (rest * list (list bool * cells))))
    : option (store (rest * list (list bool * cells))) :=
  match acc with
  | None => None
  | Some s =>
      if sound t
      then match t with
           | Empty => acc
           | _ => Some (upd_store (rest_code x)
               (fun o => (x, (a, ice t) :: match o with Some (_, l) => l | None => [] end)) s)
           end
      else None
  end.

(** The next level; [ice] freezes its keys. *)
Definition next_level (R : ruleset) (b k : nat) (ice : trie -> cells)
    (ps : list (list bool * list (list bool * bool))) (level : list source) : option (list source) :=
  let parts := map (part (flat_map (fun p => map fst (snd p)) ps)) level in
  fold_left (fun acc p =>
    match acc with
    | None => None
    | Some out =>
        match buckets R (visitors b k (snd p)) parts (keep ice) (Some (Tip _)) with
        | None => None
        | Some s => Some (Source (fst p) (row_marks R Out (fst p)) (fold_store cons s []) :: out)
        end
    end) ps (Some []).

(** ** The middle row *)

Definition plus (total : option int) (c : int) : option int :=
  match total with
  | None => None
  | Some s => let s' := (s + c)%uint63 in if (s' <? s)%uint63 then None else Some s'
  end.
Fixpoint count_keys (b : int) (tss : list (list (tree int))) (t : trie) (total : option int) : option int :=
  match t with
  | Empty => total
  | Leaf k c => fold_left (fun total ts => if key_ends b ts k then plus total c else total) tss total
  | Fork _ _ l r => count_keys b tss r (count_keys b tss l total)
  | Spoilt => None
  end.

(** The middle rows: they equal their reverse. *)
Definition middle_row (x : list bool) : list bool := x ++ tl (rev x).
(** Each with its marks and with its tables. *)
Definition middle_choices (R : ruleset) (m : nat) (tables : list (tree int)) : list (list bool * (marks * list (tree int))) :=
  map (fun x => let v := middle_row x in (v, (row_marks R Out v, middle_trees tables (pair_codes (S m) v)))) (bits (S m)).
(** Those that may follow the row [w]. *)
Definition middles_below (w : list bool) (vs : list (list bool * (marks * list (tree int))))
    : list (list bool * (marks * list (tree int))) :=
  filter (fun v => legal (fst (snd v)) (both_white w (fst v)) (both_white (rev w) (fst v))) vs.

Definition finish (R : ruleset) (n : nat) (b : int) (w : list bool) (m : marks) (vs : list (list bool * (marks * list (tree int))))
    (a : list bool) (x : rest) (t : trie) (total : option int) : option int :=
  match t with
  | Empty => total
  | _ => count_keys b (map (fun v => snd (snd v))
      (filter (fun v => legal m a (both_white w (fst v)) &&& rest_ends R n x (fst v)) vs)) t total
  end.

Definition last_level (R : ruleset) (n b : nat)
    (ps : list (list bool * list (list bool * bool))) (middle : list (list bool * (marks * list (tree int))))
    (level : list source) (total : option int) : option int :=
  let parts := map (part (flat_map (fun p => map fst (snd p)) ps)) level in
  fold_left (fun total p =>
    buckets R (visitors b (S (Nat.div2 n)) (snd p)) parts
      (finish R n (int_of (N.of_nat b)) (fst p) (row_marks R Out (fst p)) (middles_below (fst p) middle)) total) ps total.

(** Counts the grids that begin with the states of a level. The rows from there to the middle row are of [ps]. One of them is of
    the [shares]: the second before the middle row, or the only one that is left. One share is followed to the end before the
    next, so that the largest level is never in memory as a whole. *)
Fixpoint count_levels (R : ruleset) (n b : nat) (ps : list (list bool * list (list bool * bool)))
    (shares : list (list (list bool * list (list bool * bool)))) (cs : list classes) (level : list source) : option int :=
  let k := S (Nat.div2 n) in
  let middle C := middle_choices R (Nat.div2 n) (middle_tables b C) in
  match cs with
  | _ :: cs' =>
      match cs' with
      | [] => None
      | C :: [] => let vs := middle C in fold_left (fun total chosen => last_level R n b chosen vs level total) shares (Some 0%uint63)
      | C :: D :: [] =>
          let vs := middle D in
          fold_left (fun total chosen =>
            match next_level R b k (freezer b k C) chosen level with
            | None => None
            | Some level' => last_level R n b ps vs level' total
            end) shares (Some 0%uint63)
      | C :: _ =>
          match next_level R b k (freezer b k C) ps level with
          | None => None
          | Some level' => count_levels R n b ps shares cs' level'
          end
      end
  | [] => None
  end.

(** ** The count *)

(** The bits that the number of a class needs. *)
Definition width (cs : list classes) : nat :=
  N.to_nat (N.size (fold_right (fun C m => N.max (N.of_nat (length (successors C))) m) 1%N cs)).
Definition fits_in (b : nat) (C : classes) : bool := N.ltb (N.of_nat (length (successors C))) (N.pow 2 (N.of_nat b)).

Definition first_level (R : ruleset) (n b : nat) (C : classes) : list source :=
  let w := repeat false n in
  let k := first_key (int_of (N.of_nat b)) (int_of (class_of C Out Out)) (S (Nat.div2 n)) in
  [Source w (row_marks R Out w) [(Rest (repeat 0 n) false false, [(w, freezer b (S (Nat.div2 n)) C (Leaf k 1%uint63))])]].

(** The rules that the packed form knows. *)
Definition packable (R : ruleset) : bool := half_turn R &&& connected R &&& (min_white_per_row R =? 0).

(** Every [k]-th element of a list, from the place [i] on, where places begin with 0. *)
Fixpoint share {A} (k i : nat) (l : list A) : list A :=
  match l with
  | [] => []
  | x :: l' => match i with 0 => x :: share k (Nat.pred k) l' | S i' => share k i' l' end
  end.

(** Of [k] shares of the number of valid grids those with the numbers [is]. A share follows every [k]-th row into the level
    that is usually the largest, the one before the last. The levels before it are made once. [None] for other rules, an even
    size or less than 3, and where a key or counter would overflow. *)
Definition packed_shares (R : ruleset) (n k : nat) (is : list nat) : option N :=
  let m := Nat.div2 n in
  if packable R &&& (1 <=? m) &&& (n =? S (2 * m)) then
    let cs := class_levels R m m in
    let b := width cs in
    if (1 <=? b) &&& (b * S m <=? 62) &&& forallb (fits_in b) cs then
      let ps := plans R n in
      match count_levels R n b ps (map (fun i => share k i ps) is) cs (first_level R n b (hd no_classes cs)) with
      | Some total => Some (Z.to_N (to_Z total))
      | None => None
      end
    else None
  else None.

(** The number of valid grids, as one share. *)
Definition packed (R : ruleset) (n : nat) : option N := packed_shares R n 1 [0].
