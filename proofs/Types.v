(** Counts Keith's types and classes without a visit of all grids: from a total and from the grids with more symmetry.

    A British grid has exactly one of the types A, h, r, t and N. The first four have another symmetry than the half
    turn, so a search under a larger group lists them, and there are few. The others are the difference to the total, and a
    class of them has exactly four grids ([classes_of_N]): the grid, its mirror image, its transposition and that
    image's mirror image. *)

From Coq Require Import Arith NArith List Bool Lia.
From Gridcheck Require Import Spec Lines Decide Connected Validator Search Sanity Tally Classes Results.
Import ListNotations.

Notation mir := (map (@rev bool)).

(** ** Counting by parts *)

Lemma number_of_or n (P Q : grid -> Prop) a b : (forall g, is_grid n g -> P g -> Q g -> False) ->
  number_of n P a -> number_of n Q b -> number_of n (fun g => P g \/ Q g) (a + b).
Proof.
  intros D (la & A1 & A2 & <-) (lb & B1 & B2 & <-). exists (la ++ lb). split; [|split].
  - assert (E : forall x, In x la -> ~ In x lb) by (intros x Ha Hb; apply A2 in Ha; apply B2 in Hb; now apply (D x)).
    clear A2 B2. induction A1 as [|x la Hx A1 IH]; [easy|]. simpl. constructor.
    + rewrite in_app_iff. intros [H|H]; [easy|]. apply (E x); [now left | easy].
    + apply IH. intros y Hy. apply E. now right.
  - intros g. rewrite in_app_iff, A2, B2. tauto.
  - rewrite app_length. lia.
Qed.

Lemma number_of_some n (P : grid -> Prop) (q : grid -> bool) (Q : grid -> Prop) k : (forall g, is_grid n g -> (q g = true <-> Q g)) ->
  number_of n P k -> exists j, number_of n (fun g => P g /\ Q g) j.
Proof.
  intros H (l & D & I & _). exists (N.of_nat (length (filter q l))), (filter q l). split; [now apply NoDup_filter|].
  split; [|easy]. intros g. rewrite filter_In, I. split.
  - intros ((G & Hp) & Hq). apply H in Hq; tauto.
  - intros (G & Hp & Hq). apply H in Hq; tauto.
Qed.

(** ** Grids that the half turn leaves unchanged *)

Section Turned.
  Variable n : nat.
  Variable g : grid.
  Hypothesis G : is_grid n g.
  Hypothesis half_fixed : rev (mir g) = g.

  Let T := transpose n g.

  Lemma mirrored_rows : mir g = rev g.
  Proof. rewrite <- half_fixed at 2. now rewrite rev_involutive. Qed.

  Lemma transpose_rev : transpose n (rev g) = mir T.
  Proof.
    pose proof (transpose_grid n g G) as GT. unfold T.
    rewrite <- (transpose_twice n g G) at 1. rewrite <- transpose_flip by easy. apply transpose_twice. now apply flip_grid.
  Qed.

  Lemma mirrored_columns : mir T = rev T.
  Proof. rewrite <- transpose_rev, <- mirrored_rows. unfold T. now apply transpose_flip. Qed.

  Lemma transposed_turned : rev (mir T) = T.
  Proof. now rewrite mirrored_columns, rev_involutive. Qed.

  Lemma invariant_images s : invariant s n g <-> forall h, In h (images s g T) -> g = h.
  Proof.
    rewrite <- (invariantb_spec s n g G). unfold invariantb. fold T. rewrite forallb_forall. split; intros H h Hh.
    - apply grid_eqb_spec. now apply H.
    - apply grid_eqb_spec. now apply H.
  Qed.

  Ltac images_are := rewrite invariant_images; unfold images; cbv zeta; rewrite !map_flip, !flip_rows_rev; simpl;
    rewrite ?half_fixed, ?transposed_turned.

  Lemma mirrors_mir : invariant Mirrors n g <-> mir g = g.
  Proof.
    images_are. rewrite <- mirrored_rows. split; [intros H; symmetry; apply H; tauto|].
    intros H h. rewrite H. intros [<-|[<-|[<-|[]]]]; easy.
  Qed.

  Lemma rot90_rev : invariant Rot90 n g <-> rev T = g.
  Proof.
    images_are. rewrite mirrored_columns. split; [intros H; symmetry; apply H; tauto|].
    intros H h. rewrite H. intros [<-|[<-|[<-|[]]]]; easy.
  Qed.

  Lemma diagonals_transpose : invariant Diagonals n g <-> T = g.
  Proof.
    images_are. split; [intros H; symmetry; apply H; tauto|].
    intros H h. rewrite H. intros [<-|[<-|[<-|[]]]]; easy.
  Qed.

  Lemma full_both : invariant Full n g <-> mir g = g /\ T = g.
  Proof.
    images_are. rewrite mirrored_columns, <- mirrored_rows. split.
    - intros H. split; symmetry; apply H; tauto.
    - intros (H & D). rewrite D, <- mirrored_rows, H. intros h. tauto.
  Qed.

  Lemma two_of_three : (mir g = g -> rev T = g -> T = g) /\ (mir g = g -> T = g -> rev T = g) /\ (rev T = g -> T = g -> mir g = g).
  Proof.
    pose proof mirrored_rows as R. split; [|split].
    - intros M H. rewrite <- (rev_involutive T), H, <- R. easy.
    - intros M D. now rewrite D, <- R.
    - intros H D. rewrite R. now rewrite D in H.
  Qed.

  (** The images of a grid of type N. *)
  Definition four : list grid := [g; mir g; T; rev T].

  Lemma four_images h : In h (all_images n g) <-> In h four.
  Proof.
    unfold all_images, images, four. cbv zeta. fold T. rewrite !map_flip, !flip_rows_rev. simpl.
    rewrite half_fixed, transposed_turned, mirrored_columns, mirrored_rows. tauto.
  Qed.

  Lemma four_apart : type_N n g -> NoDup four.
  Proof.
    unfold type_N. rewrite mirrors_mir, rot90_rev, diagonals_transpose. intros (M & R & D).
    pose proof mirrored_rows as E. unfold four.
    assert (A1 : mir g <> T) by (intros H; apply R; rewrite <- H, E; apply rev_involutive).
    assert (A2 : mir g <> rev T).
    { intros H. apply D. rewrite E in H. apply (f_equal (@rev _)) in H. now rewrite !rev_involutive in H. }
    assert (A3 : T <> rev T).
    { intros H. apply M. rewrite <- mirrored_columns, <- transpose_rev in H. unfold T in H.
      apply (f_equal (transpose n)) in H. rewrite !transpose_twice in H; [|rewrite <- E; now apply flip_grid | easy].
      now rewrite E. }
    repeat constructor; simpl; intuition congruence.
  Qed.
End Turned.

(** ** Types *)

(** Grids that are valid under a rule set with the half turn. *)
Definition half_turned (n : nat) (P : grid -> Prop) : Prop := forall g, is_grid n g -> P g -> rev (mir g) = g.

Lemma british_half_turned n : half_turned n (valid british n).
Proof.
  intros g G V. destruct V as (_ & _ & _ & _ & _ & _ & S & _).
  apply (invariantb_spec Rot180 n g G) in S. unfold invariantb, images in S. cbv zeta in S. simpl in S.
  rewrite andb_true_r, map_flip, flip_rows_rev in S. apply grid_eqb_spec in S. now symmetry.
Qed.

Lemma type_exists n g : is_grid n g -> rev (mir g) = g ->
  type_A n g \/ type_h n g \/ type_r n g \/ type_t n g \/ type_N n g.
Proof.
  intros G H. unfold type_A, type_h, type_r, type_t, type_N.
  rewrite (mirrors_mir n g G H), (rot90_rev n g G H), (diagonals_transpose n g G H), (full_both n g G H).
  destruct (two_of_three n g H) as (E1 & E2 & E3).
  assert (X : forall a b : grid, a = b \/ a <> b) by (intros a b; destruct (grid_eqb a b) eqn:E; [left; now apply grid_eqb_spec | right; intros Q; apply grid_eqb_spec in Q; congruence]).
  destruct (X (mir g) g), (X (rev (transpose n g)) g), (X (transpose n g) g); tauto.
Qed.

Lemma types_apart n g : is_grid n g -> rev (mir g) = g ->
  (type_A n g -> ~ (type_h n g \/ type_r n g \/ type_t n g \/ type_N n g)) /\
  (type_h n g -> ~ (type_r n g \/ type_t n g \/ type_N n g)) /\
  (type_r n g -> ~ (type_t n g \/ type_N n g)) /\ (type_t n g -> ~ type_N n g).
Proof.
  intros G H. unfold type_A, type_h, type_r, type_t, type_N.
  rewrite (mirrors_mir n g G H), (rot90_rev n g G H), (diagonals_transpose n g G H), (full_both n g G H).
  destruct (two_of_three n g H) as (E1 & E2 & E3). tauto.
Qed.

Lemma types_add n (P : grid -> Prop) a h r t m : half_turned n P ->
  number_of n (fun g => P g /\ type_A n g) a -> number_of n (fun g => P g /\ type_h n g) h ->
  number_of n (fun g => P g /\ type_r n g) r -> number_of n (fun g => P g /\ type_t n g) t ->
  number_of n (fun g => P g /\ type_N n g) m -> number_of n P (a + (h + (r + (t + m)))).
Proof.
  intros HP A H R T M.
  apply (number_of_ext n (fun g => P g /\ type_A n g \/ P g /\ type_h n g \/ P g /\ type_r n g \/ P g /\ type_t n g \/ P g /\ type_N n g)).
  - intros g G. split; [tauto|]. intros Pg. pose proof (type_exists n g G (HP g G Pg)). tauto.
  - repeat apply number_of_or; auto; intros g G X Y;
      assert (Z : rev (mir g) = g) by (apply (HP g G); tauto); pose proof (types_apart n g G Z); tauto.
Qed.

(** The grids of type N are those that are left. *)
Lemma type_N_left n (P : grid -> Prop) a h r t total : half_turned n P -> number_of n P total ->
  number_of n (fun g => P g /\ type_A n g) a -> number_of n (fun g => P g /\ type_h n g) h ->
  number_of n (fun g => P g /\ type_r n g) r -> number_of n (fun g => P g /\ type_t n g) t ->
  number_of n (fun g => P g /\ type_N n g) (total - (a + (h + (r + t)))).
Proof.
  intros HP K A H R T. destruct (number_of_some n P (type_Nb n) (type_N n) total) as (m & M); [|easy|].
  - intros g G. now apply types_spec.
  - pose proof (number_of_unique n P _ _ K (types_add n P a h r t m HP A H R T M)) as E.
    replace (total - (a + (h + (r + t))))%N with m by lia. exact M.
Qed.

(** ** Classes of type N *)

Lemma canonical_exists n (P : grid -> Prop) g : respected n P -> is_grid n g -> P g ->
  exists m, equivalent n g m /\ is_grid n m /\ P m /\ canonical n m = true.
Proof.
  intros HP G Pg. destruct (least_exists code (images Full g (transpose n g)) g) as (m & Hm & Hl).
  assert (E : equivalent n g m) by now apply all_images_spec. exists m.
  assert (M : is_grid n m) by now destruct E as (t & _ & M & _).
  split; [easy|]. split; [easy|]. split; [now apply (HP g)|]. unfold canonical. cbv zeta.
  apply forallb_forall. intros h Hh. apply N.leb_le, Hl.
  apply (all_images_spec n g h G). apply equivalent_trans with m; [easy|].
  apply (all_images_spec n m h M). now right.
Qed.

Lemma canonical_unique n a b : is_grid n a -> is_grid n b -> canonical n a = true -> canonical n b = true ->
  equivalent n a b -> a = b.
Proof.
  intros A B CA CB E.
  assert (L : forall x y, is_grid n x -> canonical n x = true -> equivalent n x y -> (code x <= code y)%N).
  { intros x y X C Q. apply (all_images_spec n x y X) in Q. destruct Q as [<-|Q]; [lia|].
    unfold canonical in C. cbv zeta in C. rewrite forallb_forall in C. now apply N.leb_le, C. }
  pose proof (L a b A CA E). pose proof (L b a B CB (equivalent_sym n a b A E)).
  assert (EC : code a = code b) by lia. unfold code in EC.
  apply (code_inj n) in EC; [tauto | | |]; [destruct A, B; congruence | apply A | apply B].
Qed.

Lemma NoDup_flat {A B} (f : A -> list B) l : NoDup l -> (forall x, In x l -> NoDup (f x)) ->
  (forall x y z, In x l -> In y l -> In z (f x) -> In z (f y) -> x = y) -> NoDup (flat_map f l).
Proof.
  induction 1 as [|x l Hx D IH]; intros Hf Hd; simpl; [constructor|].
  assert (I : NoDup (flat_map f l)).
  { apply IH; [intros; apply Hf; now right | intros a b c Ha Hb; apply Hd; now right]. }
  assert (E : forall z, In z (f x) -> ~ In z (flat_map f l)).
  { intros z Hz Hy. apply in_flat_map in Hy. destruct Hy as (y & Hy & Hz'). apply Hx.
    rewrite (Hd x y z); [easy | now left | now right | easy | easy]. }
  specialize (Hf x ltac:(now left)). induction Hf as [|z k Hz Hk IHk]; [easy|]. simpl. constructor.
  - rewrite in_app_iff. intros [Q|Q]; [easy|]. apply (E z); [now left | easy].
  - apply IHk. intros w Hw. apply E. now right.
Qed.

(** Of [4 k] grids of type N, [k] are canonical. *)
Lemma canonical_of_N n (P : grid -> Prop) k : respected n P -> half_turned n P -> (forall g, is_grid n g -> P g -> type_N n g) ->
  number_of n P (4 * k) -> number_of n (fun g => P g /\ canonical n g = true) k.
Proof.
  intros HP HH HN (l & D & I & K). set (reps := filter (canonical n) l).
  assert (Hr : forall g, In g reps <-> is_grid n g /\ P g /\ canonical n g = true).
  { intros g. unfold reps. rewrite filter_In, I. tauto. }
  assert (F : forall g h, is_grid n g -> P g -> (In h (four n g) <-> equivalent n g h)).
  { intros g h G Pg. rewrite <- (four_images n g G (HH g G Pg)). now apply all_images_spec. }
  assert (L : length (flat_map (four n) reps) = length l).
  { assert (D' : NoDup (flat_map (four n) reps)).
    { apply NoDup_flat.
      - now apply NoDup_filter.
      - intros g Hg. apply Hr in Hg. destruct Hg as (G & Pg & _). apply four_apart; auto.
      - intros a b c Ha Hb Hc Hc'. apply Hr in Ha, Hb. destruct Ha as (A & Pa & Ca), Hb as (B & Pb & Cb).
        apply F in Hc, Hc'; [|easy..]. apply (canonical_unique n); auto.
        apply equivalent_trans with c; [easy|]. now apply equivalent_sym. }
    apply Nat.le_antisymm; apply NoDup_incl_length; [easy | | easy |].
    - intros h Hh. apply in_flat_map in Hh. destruct Hh as (g & Hg & Hh). apply Hr in Hg. destruct Hg as (G & Pg & _).
      apply F in Hh; [|easy..]. apply I. split; [now destruct Hh as (t & _ & X & _) | now apply (HP g)].
    - intros h Hh. apply I in Hh. destruct Hh as (G & Ph).
      destruct (canonical_exists n P h HP G Ph) as (m & E & M & Pm & Cm). apply in_flat_map. exists m.
      split; [now apply Hr|]. apply F; [easy..|]. now apply equivalent_sym. }
  assert (L4 : forall rs, length (flat_map (four n) rs) = 4 * length rs).
  { induction rs as [|x rs IH]; [easy|]. cbn [flat_map]. rewrite app_length, IH. unfold four. simpl. lia. }
  rewrite L4 in L. exists reps. split; [now apply NoDup_filter|]. split; [exact Hr|]. lia.
Qed.

Lemma british_N_respected n : respected n (fun g => valid british n g /\ type_N n g).
Proof. apply respected_and; [apply british_respected | apply types_respected]. Qed.

Theorem classes_of_N n k : number_of n (fun g => valid british n g /\ type_N n g) (4 * k) ->
  number_of_classes n (fun g => valid british n g /\ type_N n g) k.
Proof.
  intros H. apply classes_by_canonical; [apply british_N_respected|].
  apply canonical_of_N; [apply british_N_respected | | tauto | easy].
  intros g G (V & _). now apply (british_half_turned n).
Qed.

(** ** The larger groups *)

(** British grids under another group that has the half turn. *)
Definition british_under (s : symmetry) : ruleset := Rules 3 None true CeilHalf (Some 2) (Some 1) true true s 0.

Lemma british_under_spec s n g : In half (group s) ->
  (valid (british_under s) n g <-> valid british n g /\ invariant s n g).
Proof.
  intros Hs. rewrite !valid_core. unfold invariant. split.
  - intros (C & S). split; [|easy]. split; [easy|]. intros t [<-|[]]. now apply S.
  - intros ((C & _) & S). now split.
Qed.

(** Of the grids under a group, those of its own type, and those of them that are canonical. *)
Lemma type_tally s n (p : nat -> grid -> bool) (P : nat -> grid -> Prop) k c : In half (group s) ->
  (forall g, is_grid n g -> (p n g = true <-> P n g)) -> (forall g, P n g -> invariant s n g) ->
  search_tally (british_under s) n [p n; least p n] = [k; c] ->
  number_of n (fun g => valid british n g /\ P n g) k /\
  number_of n (fun g => valid british n g /\ P n g /\ canonical n g = true) c.
Proof.
  intros Hs Hp HP E. split.
  - apply (number_of_ext n (fun g => valid (british_under s) n g /\ P n g)).
    + intros g G. rewrite british_under_spec by easy. specialize (HP g). tauto.
    + apply (tally_number _ n _ _ 0 (p n) k _ E); easy.
  - apply (number_of_ext n (fun g => valid (british_under s) n g /\ (P n g /\ canonical n g = true))).
    + intros g G. rewrite british_under_spec by easy. specialize (HP g). tauto.
    + apply (tally_number _ n _ _ 1 (least p n) c _ E); [easy | easy |].
      intros g G. unfold least. rewrite and_true, (Hp g G). tauto.
Qed.

(** Keith's column of a size from the total and four searches. *)
Theorem keith_column n total a h r t h' r' t' m :
  count british n = total ->
  search_tally (british_under Full) n [type_Ab n; least type_Ab n] = [a; a] ->
  search_tally (british_under Mirrors) n [type_hb n; least type_hb n] = [h'; h] ->
  search_tally (british_under Rot90) n [type_rb n; least type_rb n] = [r'; r] ->
  search_tally (british_under Diagonals) n [type_tb n; least type_tb n] = [t'; t] ->
  total = (a + (h' + (r' + t')) + 4 * m)%N ->
  grids_by_type n a h' r' t' (4 * m) /\ classes_by_type n a h r t m (a + (h + (r + (t + m)))).
Proof.
  intros Total EA EH ER ET Sum.
  assert (S : forall g, is_grid n g -> (type_Ab n g = true <-> type_A n g) /\ (type_hb n g = true <-> type_h n g) /\
    (type_rb n g = true <-> type_r n g) /\ (type_tb n g = true <-> type_t n g) /\ (type_Nb n g = true <-> type_N n g))
    by (intros; now apply types_spec).
  apply (type_tally _ n type_Ab type_A) in EA; [|simpl; tauto | intros g G; now apply S | easy].
  apply (type_tally _ n type_hb type_h) in EH; [|simpl; tauto | intros g G; now apply S | now intros g (H & _)].
  apply (type_tally _ n type_rb type_r) in ER; [|simpl; tauto | intros g G; now apply S | now intros g (H & _)].
  apply (type_tally _ n type_tb type_t) in ET; [|simpl; tauto | intros g G; now apply S | now intros g (H & _)].
  destruct EA as (A1 & A2), EH as (H1 & H2), ER as (R1 & R2), ET as (T1 & T2).
  assert (K : number_of n (valid british n) total) by (rewrite <- Total; apply count_spec).
  assert (M1 : number_of n (fun g => valid british n g /\ type_N n g) (4 * m)).
  { replace (4 * m)%N with (total - (a + (h' + (r' + t'))))%N by lia.
    apply type_N_left; auto. apply british_half_turned. }
  assert (M2 : number_of n (fun g => valid british n g /\ type_N n g /\ canonical n g = true) m).
  { apply (number_of_ext n (fun g => (valid british n g /\ type_N n g) /\ canonical n g = true)); [tauto|].
    apply canonical_of_N; [apply british_N_respected | | tauto | easy]. intros g G (V & _). now apply (british_half_turned n). }
  split; [unfold grids_by_type; tauto|]. destruct (types_respected n) as (Q1 & Q2 & Q3 & Q4 & Q5).
  assert (C : forall (Ty : grid -> Prop) k, respected n Ty ->
    number_of n (fun g => valid british n g /\ Ty g /\ canonical n g = true) k -> number_of_classes n (fun g => valid british n g /\ Ty g) k).
  { intros Ty k Q X. apply classes_by_canonical; [apply respected_and; [apply british_respected | easy]|].
    apply (number_of_ext n (fun g => valid british n g /\ Ty g /\ canonical n g = true)); [tauto | easy]. }
  unfold classes_by_type. repeat (split; [now apply C|]). apply classes_by_canonical; [apply british_respected|].
  assert (Sw : forall (Ty : grid -> Prop) k, number_of n (fun g => valid british n g /\ Ty g /\ canonical n g = true) k ->
    number_of n (fun g => (valid british n g /\ canonical n g = true) /\ Ty g) k).
  { intros Ty k. apply number_of_ext. tauto. }
  apply types_add; auto. intros g G (V & _). now apply (british_half_turned n).
Qed.
