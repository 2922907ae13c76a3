(** Counts, in one pass of the search, the valid grids that satisfy each of several predicates. *)

From Coq Require Import Arith NArith List Bool Lia.
From Gridcheck Require Import Spec Lines Decide Connected Validator Search.
Import ListNotations.

Fixpoint bump (ps : list (grid -> bool)) (g : grid) (ks : list N) : list N :=
  match ps, ks with
  | p :: ps', k :: ks' => (if p g then N.succ k else k) :: bump ps' g ks'
  | _, _ => []
  end.

Definition search_tally (R : ruleset) (n : nat) (ps : list (grid -> bool)) : list N :=
  visit_valid R n (bump ps) (map (fun _ => 0%N) ps).

Lemma bump_fold (l : list grid) : forall (ps : list (grid -> bool)) (ks : list N), length ks = length ps ->
  fold_left (fun ks g => bump ps g ks) l ks =
  map (fun pk : (grid -> bool) * N =>
         fold_left (fun k g => if fst pk g then N.succ k else k) l (snd pk)) (combine ps ks).
Proof.
  induction l as [|g l IH]; intros ps ks H.
  - simpl. revert ks H. induction ps as [|p ps IH]; intros [|k ks] H; simpl in *; try easy.
    f_equal. apply IH. lia.
  - cbn [fold_left]. rewrite IH.
    + revert ks H. induction ps as [|p ps IHp]; intros [|k ks] H; simpl in *; try easy.
      f_equal. apply IHp. lia.
    + revert ks H. induction ps as [|p ps IHp]; intros [|k ks] H; simpl in *; try easy.
      f_equal. apply IHp. lia.
Qed.

Theorem search_tally_spec R n ps : search_tally R n ps = map (search_where R n) ps.
Proof.
  unfold search_tally, search_where. rewrite visit_valid_fold, bump_fold by apply map_length.
  induction ps as [|p ps IH]; [easy|]. cbn [map combine]. rewrite IH. f_equal.
  now rewrite visit_valid_fold.
Qed.

(** The tally's [i]-th number counts the valid grids that satisfy the [i]-th predicate. *)
Theorem tally_number R n ps ks i p k (P : grid -> Prop) :
  search_tally R n ps = ks -> nth_error ps i = Some p -> nth_error ks i = Some k ->
  (forall g, is_grid n g -> (p g = true <-> P g)) ->
  number_of n (fun g => valid R n g /\ P g) k.
Proof.
  intros E Hp Hk H. rewrite search_tally_spec in E. subst ks.
  rewrite (map_nth_error _ _ _ Hp) in Hk. injection Hk as <-. now apply search_where_spec.
Qed.

Lemma number_of_ext n P Q k : (forall g, is_grid n g -> (P g <-> Q g)) -> number_of n P k -> number_of n Q k.
Proof.
  intros H (gs & H1 & H2 & H3). exists gs. split; [easy|]. split; [|easy].
  intros g. rewrite H2. split; intros (G & X); (split; [easy|]); now apply H.
Qed.

Lemma number_of_count R n k : number_of n (valid R n) k -> count R n = k.
Proof. apply number_of_unique, count_spec. Qed.

(** ** Predicates *)

Definition everything (g : grid) : bool := true.

(** Every row and every column has at least [least] white squares. *)
Definition bright (least n : nat) (g : grid) : Prop :=
  forall i, i < n -> (exists m, Spec.tally (row g i) 0 n m /\ least <= m) /\
                     (exists m, Spec.tally (column g i) 0 n m /\ least <= m).
Definition brightb (least n : nat) (g : grid) : bool :=
  white_enough least g &&& white_enough least (transpose n g).

Lemma brightb_spec least n g : is_grid n g -> (brightb least n g = true <-> bright least n g).
Proof.
  intros G. unfold brightb. rewrite and_true, !(white_enough_spec n) by auto using transpose_grid. split.
  - intros (H1 & H2) i Hi. split; [auto|]. destruct (H2 i Hi) as (m & Hm & Hl).
    exists m. split; [|easy]. apply tally_ext with (2 := Hm). intros j. now apply transpose_row.
  - intros H. split; intros i Hi; destruct (H i Hi) as (H1 & (m & Hm & Hl)); [easy|].
    exists m. split; [|easy]. apply tally_ext with (2 := Hm). intros j. symmetry. now apply transpose_row.
Qed.

(** The grid is unchanged under every element of the group. *)
Definition invariant (s : symmetry) (n : nat) (g : grid) : Prop :=
  forall t, In t (group s) -> unchanged n g t.
Definition invariantb (s : symmetry) (n : nat) (g : grid) : bool :=
  forallb (grid_eqb g) (images s g (transpose n g)).

Lemma invariantb_spec s n g : is_grid n g -> (invariantb s n g = true <-> invariant s n g).
Proof. apply symmetry_spec. Qed.

(** Keith's symmetry types of a grid that a half turn leaves unchanged. *)
Definition type_A n g := invariant Full n g.
Definition type_h n g := invariant Mirrors n g /\ ~ invariant Full n g.
Definition type_r n g := invariant Rot90 n g /\ ~ invariant Full n g.
Definition type_t n g := invariant Diagonals n g /\ ~ invariant Full n g.
Definition type_N n g := ~ invariant Mirrors n g /\ ~ invariant Rot90 n g /\ ~ invariant Diagonals n g.

Definition type_Ab n g := invariantb Full n g.
Definition type_hb n g := invariantb Mirrors n g &&& negb (invariantb Full n g).
Definition type_rb n g := invariantb Rot90 n g &&& negb (invariantb Full n g).
Definition type_tb n g := invariantb Diagonals n g &&& negb (invariantb Full n g).
Definition type_Nb n g := negb (invariantb Mirrors n g) &&& negb (invariantb Rot90 n g)
                          &&& negb (invariantb Diagonals n g).

Lemma invariantb_false s n g : is_grid n g -> (negb (invariantb s n g) = true <-> ~ invariant s n g).
Proof. intros G. rewrite negb_true_iff, <- (invariantb_spec s n g G). now destruct (invariantb s n g). Qed.

Lemma types_spec n g : is_grid n g ->
  (type_Ab n g = true <-> type_A n g) /\ (type_hb n g = true <-> type_h n g) /\
  (type_rb n g = true <-> type_r n g) /\ (type_tb n g = true <-> type_t n g) /\
  (type_Nb n g = true <-> type_N n g).
Proof.
  intros G. unfold type_Ab, type_hb, type_rb, type_tb, type_Nb, type_A, type_h, type_r, type_t, type_N.
  rewrite !and_true, !(invariantb_false _ n g G), !(invariantb_spec _ n g G). tauto.
Qed.
