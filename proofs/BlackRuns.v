(** Counts grids by one more rule: no row and no column has more than a given number of black squares side by side. *)

From Coq Require Import Arith NArith List Bool Lia.
From Gridcheck Require Import Spec Lines Decide Validator Search Tally.
Import ListNotations.

(** No [k] squares side by side among the first [n] of the line are black, unless the limit allows [k]. *)
Definition blacks_within (limit : option nat) (n : nat) (line : nat -> Prop) : Prop :=
  forall s k, s + k <= n -> (forall i, s <= i < s + k -> ~ line i) -> within limit k.
(** The rule [max_black_run]. *)
Definition black_runs (limit : option nat) (n : nat) (g : grid) : Prop :=
  forall i, i < n -> blacks_within limit n (row g i) /\ blacks_within limit n (column g i).

(** [cur] is the number of black squares just before the line. *)
Fixpoint few_blacks (limit : option nat) (cur : nat) (l : list bool) : bool :=
  match l with
  | [] => true
  | true :: l' => few_blacks limit 0 l'
  | false :: l' => withinb limit (S cur) &&& few_blacks limit (S cur) l'
  end.
Definition black_runsb (limit : option nat) (n : nat) (g : grid) : bool :=
  forallb (few_blacks limit 0) g &&& forallb (few_blacks limit 0) (transpose n g).

Definition black_at (l : list bool) (s k : nat) : Prop := s + k <= length l /\ forall i, s <= i < s + k -> nth i l false = false.

Lemma black_at_cons x l s k : black_at (x :: l) (S s) k <-> black_at l s k.
Proof.
  unfold black_at. simpl length. split; intros (H & B); (split; [lia|]); intros i Hi.
  - apply (B (S i)). lia.
  - destruct i as [|i]; [lia|]. apply B. lia.
Qed.

Lemma few_blacks_from limit l : forall cur, within limit cur ->
  (few_blacks limit cur l = true <-> (forall s k, black_at l s k -> within limit k) /\ (forall k, black_at l 0 k -> within limit (cur + k))).
Proof.
  induction l as [|[|] l IH]; intros cur W; cbn [few_blacks].
  - split; [|easy]. intros _. split; [intros s k (H & _) | intros k (H & _)]; simpl in H.
    + replace k with 0 by lia. apply within_0.
    + now replace (cur + k) with cur by lia.
  - rewrite IH by apply within_0. split.
    + intros (A & _). split.
      * intros [|s] k B; [|apply (A s), (black_at_cons true), B]. destruct k; [apply within_0|].
        destruct B as (_ & B). now specialize (B 0 ltac:(lia)).
      * intros [|k] (_ & B); [now rewrite Nat.add_0_r|]. now specialize (B 0 ltac:(lia)).
    + intros (A & _). assert (A' : forall s k, black_at l s k -> within limit k) by (intros s k B; apply (A (S s)), black_at_cons, B).
      split; [exact A' | intros k; apply A'].
  - assert (P : forall k, black_at (false :: l) 0 (S k) <-> black_at l 0 k).
    { intros k. unfold black_at. simpl length. split; intros (H & B); (split; [lia|]); [intros i Hi; apply (B (S i)); lia|].
      intros [|i] Hi; [easy|]. apply B. lia. }
    rewrite and_true, withinb_spec. split.
    + intros (W' & F). apply IH in F; [|exact W']. destruct F as (A & C). split.
      * intros [|s] k B; [|apply (A s), (black_at_cons false), B]. destruct k as [|k]; [apply within_0|].
        apply within_le with (S cur + k); [now apply C, P | lia].
      * intros [|k] B; [now rewrite Nat.add_0_r|]. rewrite <- Nat.add_succ_comm. now apply C, P.
    + intros (A & C).
      assert (W' : within limit (S cur)).
      { rewrite <- Nat.add_1_r. apply C, P. split; [lia|]. intros i Hi. lia. }
      split; [exact W'|]. apply IH; [exact W'|]. split.
      * intros s k B. apply (A (S s)), black_at_cons, B.
      * intros k B. rewrite Nat.add_succ_comm. now apply C, P.
Qed.

Lemma few_blacks_spec limit n (l : list bool) (line : nat -> Prop) : length l = n -> (forall i, nth i l false = true <-> line i) ->
  (few_blacks limit 0 l = true <-> blacks_within limit n line).
Proof.
  intros <- E. rewrite few_blacks_from by apply within_0.
  assert (B : forall s k, black_at l s k <-> s + k <= length l /\ forall i, s <= i < s + k -> ~ line i).
  { intros s k. unfold black_at. split; intros (H & B); (split; [exact H|]); intros i Hi; specialize (B i Hi); rewrite <- E in *.
    - now rewrite B.
    - now apply not_true_is_false. }
  split; [intros (A & _) s k H L; apply (A s), B; now split|].
  intros H. assert (A : forall s k, black_at l s k -> within limit k) by (intros s k X; apply B in X; destruct X; now apply (H s)).
  split; [exact A | intros k; apply A].
Qed.

Lemma lines_blacks limit n (ls : grid) (line : nat -> nat -> Prop) : is_grid n ls -> (forall r i, nth i (nth r ls []) false = true <-> line r i) ->
  (forallb (few_blacks limit 0) ls = true <-> forall r, r < n -> blacks_within limit n (line r)).
Proof.
  intros G E. rewrite forallb_forall. split.
  - intros H r Hr. apply (few_blacks_spec limit n (nth r ls [])); [now apply grid_row | apply E|].
    apply H, nth_In. destruct G; lia.
  - intros H l Hl. apply (In_nth _ _ []) in Hl. destruct Hl as (r & Hr & <-). assert (r < n) by (destruct G; lia).
    apply (few_blacks_spec limit n _ (line r)); [now apply grid_row | apply E | now apply H].
Qed.

Lemma black_runsb_spec limit n g : is_grid n g -> (black_runsb limit n g = true <-> black_runs limit n g).
Proof.
  intros G. unfold black_runsb, black_runs. rewrite and_true.
  rewrite (lines_blacks limit n g (row g)) by (easy || (intros; reflexivity)).
  rewrite (lines_blacks limit n (transpose n g) (column g)) by (apply transpose_grid, G || (intros r i; now apply (transpose_row n g r i G))).
  split; [intros (A & B) i Hi | intros H]; [split; [now apply A | now apply B]|]. split; intros i Hi; now apply H.
Qed.

(** [ks] has the numbers of valid grids with no more than 0, 1, 2 and so on black squares side by side. *)
Definition by_black_runs (R : ruleset) (n : nat) (ks : list N) : Prop :=
  forall limit k, nth_error ks limit = Some k -> number_of n (fun g => valid R n g /\ black_runs (Some limit) n g) k.

Theorem search_black_runs R n ks :
  search_tally R n (map (fun limit => black_runsb (Some limit) n) (seq 0 (length ks))) = ks -> by_black_runs R n ks.
Proof.
  intros E limit k Hk. assert (L : limit < length ks) by (apply nth_error_Some; now rewrite Hk).
  apply (tally_number R n _ _ limit (black_runsb (Some limit) n) k _ E); [|exact Hk | intros g; apply black_runsb_spec].
  apply (map_nth_error (fun l => black_runsb (Some l) n)). rewrite (nth_error_nth' _ 0) by now rewrite seq_length.
  now rewrite seq_nth.
Qed.
