(** Defines valid crossword grids and what it means to count them.

    This file is all that a reader must trust: the theorems of [Results.v]
    speak of these definitions. Rows and columns are numbered from 0. *)

From Coq Require Import Arith List Relations NArith.
Import ListNotations.

(** A grid is a list of rows; [true] is a white square, [false] a black one.
    A square outside of the grid is not white. *)
Definition grid := list (list bool).
Definition is_grid (n : nat) (g : grid) : Prop :=
  length g = n /\ forall row, In row g -> length row = n.
Definition white (g : grid) (r c : nat) : Prop := nth c (nth r g []) false = true.
(** A line tells which of its squares are white. *)
Definition row (g : grid) (r : nat) : nat -> Prop := fun c => white g r c.
Definition column (g : grid) (c : nat) : nat -> Prop := fun r => white g r c.
(** A run is a maximal stretch of white squares: here [k] squares from [s].
    A word is a run of two or more. *)
Definition run (line : nat -> Prop) (s k : nat) : Prop :=
  1 <= k /\ (forall i, s <= i < s + k -> line i) /\
  ~ line (s + k) /\ (forall i, S i = s -> ~ line i).
Definition word (line : nat -> Prop) (s k : nat) : Prop := run line s k /\ 2 <= k.
Definition in_word (line : nat -> Prop) (i : nat) : Prop :=
  exists s k, word line s k /\ s <= i < s + k.
(** A square is checked when it lies in an across word and in a down word. *)
Definition checked (g : grid) (r c : nat) : Prop :=
  in_word (row g r) c /\ in_word (column g c) r.

(** A rule set. A limit [None] stands for "unlimited". *)
Inductive checking := All | CeilHalf | EitherHalf | AtLeastHalf | Any.
Inductive symmetry :=
  Asymmetric | Rot180 | Rot90 | Mirror | Mirrors | Diagonal | Diagonals | Full.
Record ruleset := Rules {
  min_word : nat;                          max_word : option nat;
  single_cells : bool;                     letters_checked : checking;
  max_unchecked_run : option nat;          max_unchecked_run_at_ends : option nat;
  edges : bool;                            connected : bool;
  symmetric_under : symmetry;              min_white_per_row : nat }.
Definition within (limit : option nat) (k : nat) : Prop :=
  match limit with Some most => k <= most | None => True end.
(** [tally P s k m]: of the numbers from [s] to [s + k - 1], [m] satisfy [P]. *)
Inductive tally (P : nat -> Prop) (s : nat) : nat -> nat -> Prop :=
| tally_none : tally P s 0 0
| tally_yes k m : tally P s k m -> P (s + k) -> tally P s (S k) (S m)
| tally_no k m : tally P s k m -> ~ P (s + k) -> tally P s (S k) m.
(** A word of [k] letters may have [m] checked letters. *)
Definition enough (how : checking) (k m : nat) : Prop :=
  match how with
  | All => m = k
  | CeilHalf => m = (k + 1) / 2
  | EitherHalf => m = (k + 1) / 2 \/ m = k / 2
  | AtLeastHalf => k <= 2 * m
  | Any => True
  end.
(** The [j] letters from [i] are all unchecked. *)
Definition unchecked (ch : nat -> Prop) (i j : nat) : Prop :=
  forall x, i <= x < i + j -> ~ ch x.
(** The word of [k] letters from [s] obeys the rules; [ch] tells the checked letters. *)
Definition word_ok (R : ruleset) (ch : nat -> Prop) (s k : nat) : Prop :=
  min_word R <= k /\ within (max_word R) k /\
  (exists m, tally ch s k m /\ enough (letters_checked R) k m) /\
  (forall i j, s <= i -> i + j <= s + k -> unchecked ch i j -> within (max_unchecked_run R) j) /\
  (forall j, j <= k -> unchecked ch s j -> within (max_unchecked_run_at_ends R) j) /\
  (forall j, j <= k -> unchecked ch (s + k - j) j -> within (max_unchecked_run_at_ends R) j).
Definition line_ok (R : ruleset) (line ch : nat -> Prop) : Prop :=
  (forall s k, word line s k -> word_ok R ch s k) /\
  (single_cells R = false -> forall s, ~ run line s 1).

(** The eight symmetries of the square, and the groups a rule set may ask for. *)
Definition transform := nat -> nat * nat -> nat * nat.
Definition half : transform := fun n '(r, c) => (n - 1 - r, n - 1 - c).
Definition quarter : transform := fun n '(r, c) => (c, n - 1 - r).
Definition three_quarter : transform := fun n '(r, c) => (n - 1 - c, r).
Definition left_right : transform := fun n '(r, c) => (r, n - 1 - c).
Definition top_bottom : transform := fun n '(r, c) => (n - 1 - r, c).
Definition main_diagonal : transform := fun n '(r, c) => (c, r).
Definition anti_diagonal : transform := fun n '(r, c) => (n - 1 - c, n - 1 - r).
Definition group (s : symmetry) : list transform :=
  match s with
  | Asymmetric => []
  | Rot180 => [half]
  | Rot90 => [quarter; half; three_quarter]
  | Mirror => [left_right]
  | Mirrors => [left_right; top_bottom; half]
  | Diagonal => [main_diagonal]
  | Diagonals => [main_diagonal; anti_diagonal; half]
  | Full => [quarter; half; three_quarter; left_right; top_bottom; main_diagonal; anti_diagonal]
  end.
Definition unchanged (n : nat) (g : grid) (t : transform) : Prop :=
  forall r c, r < n -> c < n -> (white g r c <-> let (r', c') := t n (r, c) in white g r' c').
(** All white squares form one region: any two are linked by steps to a neighbour. *)
Definition step (g : grid) (p q : nat * nat) : Prop :=
  let (r, c) := p in let (r', c') := q in white g r c /\ white g r' c' /\
  (r = r' /\ (c' = S c \/ c = S c') \/ c = c' /\ (r' = S r \/ r = S r')).
Definition one_region (g : grid) : Prop := forall r c r' c',
  white g r c -> white g r' c' -> clos_refl_trans _ (step g) (r, c) (r', c').
Definition valid (R : ruleset) (n : nat) (g : grid) : Prop :=
  (exists r c, white g r c) /\
  (forall r c, white g r c -> in_word (row g r) c \/ in_word (column g c) r) /\
  (forall r, line_ok R (row g r) (fun c => checked g r c)) /\
  (forall c, line_ok R (column g c) (fun r => checked g r c)) /\
  (edges R = true -> (exists c, white g 0 c) /\ (exists c, white g (n - 1) c) /\
                     (exists r, white g r 0) /\ (exists r, white g r (n - 1))) /\
  (forall i, i < n -> (exists m, tally (row g i) 0 n m /\ min_white_per_row R <= m) /\
                      (exists m, tally (column g i) 0 n m /\ min_white_per_row R <= m)) /\
  (forall t, In t (group (symmetric_under R)) -> unchanged n g t) /\
  (connected R = true -> one_region g).
(** [k] is the number of n × n grids that satisfy [P]. *)
Definition number_of (n : nat) (P : grid -> Prop) (k : N) : Prop :=
  exists gs, NoDup gs /\ (forall g, In g gs <-> is_grid n g /\ P g) /\ N.of_nat (length gs) = k.

(** The built-in rule sets. *)
Definition british := Rules 3 None true CeilHalf (Some 2) (Some 1) true true Rot180 0.
Definition american := Rules 3 None false All (Some 2) (Some 1) true true Rot180 0.
Definition american_loose := Rules 3 None false All (Some 2) (Some 1) false true Rot180 0.
(** Ho states six rules: the half turn, an odd size, one region, half of each word checked (rounded up), at most two adjacent
    unchecked letters, and not two at a word's start or end. He does not say whether a word may have two letters, or whether
    the outer rows may be black. These are the usual answers; [Results.v] and [Nightly.v] have the others. *)
Definition ho := Rules 3 None true CeilHalf (Some 2) (Some 1) true true Rot180 0.
Definition min_4 := Rules 4 None true CeilHalf (Some 2) (Some 1) true true Rot180 0.
Definition either_half := Rules 3 None true EitherHalf (Some 2) (Some 1) true true Rot180 0.
Definition no_pairs := Rules 3 None true CeilHalf (Some 1) (Some 1) true true Rot180 0.
