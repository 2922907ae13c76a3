(** Classes of grids under the eight symmetries of the square: what they are, and how they are counted.

    The representative of a class is its grid with the least [code], its squares read as a
    binary number. *)

From Coq Require Import Arith NArith List Bool Lia.
From Gridcheck Require Import Spec Lines Decide Connected Validator Search Tally Sanity.
Import ListNotations.

Definition identity : transform := fun n p => p.
Definition eight : list transform := identity :: group Full.

(** [h] is an image of [g] under one of the eight symmetries. *)
Definition equivalent (n : nat) (g h : grid) : Prop :=
  exists t, In t eight /\ is_image n g t h.

(** [k] is the number of classes of the n × n grids that satisfy [P]. *)
Definition number_of_classes (n : nat) (P : grid -> Prop) (k : N) : Prop :=
  exists reps,
    (forall g, In g reps -> is_grid n g /\ P g) /\
    (forall g, is_grid n g -> P g -> exists h, In h reps /\ equivalent n g h) /\
    ForallOrdPairs (fun a b => ~ equivalent n a b) reps /\ N.of_nat (length reps) = k.

(** ** The eight symmetries form a group. *)

Definition inside (n : nat) (p : nat * nat) : Prop := fst p < n /\ snd p < n.
Definition same (n : nat) (t u : nat * nat -> nat * nat) : Prop := forall r c, r < n -> c < n -> t (r, c) = u (r, c).

Lemma eight_inside n t r c : In t eight -> r < n -> c < n -> inside n (t n (r, c)).
Proof.
  intros [<-|H] Hr Hc; [easy|]. unfold inside. now apply (group_range n Full).
Qed.

Ltac compute_places :=
  intros ? ? ? ?;
  cbv beta iota delta [identity half quarter three_quarter left_right top_bottom main_diagonal anti_diagonal];
  f_equal; lia.
Ltac try_symmetry v := exists v; split; [simpl; tauto | compute_places].
Ltac pick := first
  [ try_symmetry identity
  | try_symmetry half
  | try_symmetry quarter
  | try_symmetry three_quarter
  | try_symmetry left_right
  | try_symmetry top_bottom
  | try_symmetry main_diagonal
  | try_symmetry anti_diagonal ].

Ltac cases H := simpl in H; repeat (destruct H as [<-|H]); [..|now destruct H].

Lemma eight_compose n t u : In t eight -> In u eight ->
  exists v, In v eight /\ same n (fun p => t n (u n p)) (v n).
Proof. intros Ht Hu. unfold same. cases Ht; cases Hu; pick. Qed.

Lemma eight_inverse n t : In t eight -> exists u, In u eight /\ same n (fun p => t n (u n p)) (fun p => p).
Proof. intros Ht. unfold same. cases Ht; pick. Qed.

(** The groups of the types are carried into themselves by each of the eight symmetries. *)
Lemma eight_stable n u s : In u eight -> In s [Full; Mirrors; Rot90; Diagonals; Rot180] -> stable n u s.
Proof. intros Hu Hs t Ht. cases Hs; cases Hu; cases Ht; pick. Qed.

(** ** Images *)

Lemma image_compose n g h k t u v : In u eight -> same n (fun p => t n (u n p)) (v n) ->
  is_image n g t h -> is_image n h u k -> is_image n g v k.
Proof.
  intros Hu E (_ & H) (K & H'). split; [easy|]. intros r c Hr Hc. rewrite (H' r c Hr Hc).
  destruct (eight_inside n u r c Hu Hr Hc) as (A & B). specialize (E r c Hr Hc). cbn beta in E.
  rewrite <- E. destruct (u n (r, c)) as (r', c'). now apply H.
Qed.

Lemma image_unique n g t a b : is_image n g t a -> is_image n g t b -> a = b.
Proof.
  intros (A & HA) (B & HB). apply (grid_ext n); [easy | easy |].
  intros r c Hr Hc. now rewrite HA, HB.
Qed.

Lemma equivalent_trans n a b c : equivalent n a b -> equivalent n b c -> equivalent n a c.
Proof.
  intros (t & Ht & H) (u & Hu & K). destruct (eight_compose n t u Ht Hu) as (v & Hv & E).
  exists v. split; [easy|]. now apply (image_compose n a b c t u v).
Qed.

Lemma image_identity n g : is_grid n g -> is_image n g identity g.
Proof. intros G. now split. Qed.

Lemma equivalent_sym n a b : is_grid n a -> equivalent n a b -> equivalent n b a.
Proof.
  intros A (t & Ht & H). destruct (eight_inverse n t Ht) as (u & Hu & E). exists u. split; [easy|].
  split; [easy|]. intros r c Hr Hc. destruct H as (_ & H).
  destruct (eight_inside n u r c Hu Hr Hc) as (X & Y). specialize (E r c Hr Hc). cbn beta in E.
  destruct (u n (r, c)) as (r', c'). cbn [fst snd] in *. rewrite (H r' c' X Y), E. easy.
Qed.

(** All images of [g], itself first. *)
Definition all_images (n : nat) (g : grid) : list grid := g :: images Full g (transpose n g).

Lemma all_images_spec n g h : is_grid n g -> (In h (all_images n g) <-> equivalent n g h).
Proof.
  intros G. pose proof (images_spec n g Full G) as F. pose proof (image_identity n g G) as I.
  assert (A : Forall2 (is_image n g) eight (all_images n g)) by now constructor.
  clear F I. unfold equivalent. revert A. generalize eight, (all_images n g). intros ts hs A.
  induction A as [|t k ts ks Hk A IH]; simpl; [split; [easy | now intros (? & ? & _)]|]. split.
  - intros [<-|H]; [exists t; split; [now left | easy]|]. apply IH in H. destruct H as (u & Hu & H).
    exists u. split; [now right | easy].
  - intros (u & [<-|Hu] & H); [left; now apply (image_unique n g t)|]. right. apply IH. now exists u.
Qed.

(** ** The least image *)

Definition code_row (l : list bool) (k : N) : N :=
  fold_left (fun (k : N) (b : bool) => if b then N.succ_double k else N.double k) l k.
Definition code (g : grid) : N := fold_left (fun k l => code_row l k) g 0%N.

Definition canonical (n : nat) (g : grid) : bool :=
  let k := code g in forallb (fun h => N.leb k (code h)) (images Full g (transpose n g)).

Lemma code_row_inj (a : list bool) : forall (b : list bool) (x y : N), length a = length b -> code_row a x = code_row b y -> a = b /\ x = y.
Proof.
  induction a as [|p a IH]; intros [|q b] x y L E; simpl in *; try easy.
  injection L as L. unfold code_row in *. simpl in E. apply IH in E; [|easy]. destruct E as (-> & E).
  destruct p, q; (split; [f_equal|]); lia.
Qed.

Lemma code_inj n (a : grid) : forall (b : grid) (x y : N), length a = length b ->
  (forall l, In l a -> length l = n) -> (forall l, In l b -> length l = n) ->
  fold_left (fun k l => code_row l k) a x = fold_left (fun k l => code_row l k) b y -> a = b /\ x = y.
Proof.
  induction a as [|p a IH]; intros [|q b] x y L Ha Hb E; simpl in *; try easy.
  injection L as L. apply IH in E; auto. destruct E as (-> & E).
  apply code_row_inj in E; [|now rewrite Ha, Hb by auto]. destruct E as (-> & ->). easy.
Qed.

Lemma least_exists {A} (f : A -> N) l : forall a, exists m, In m (a :: l) /\ forall x, In x (a :: l) -> (f m <= f x)%N.
Proof.
  induction l as [|b l IH]; intros a.
  - exists a. split; [now left|]. intros x [<-|[]]. lia.
  - destruct (IH b) as (m & Hm & H). destruct (N.le_gt_cases (f a) (f m)) as [L|L].
    + exists a. split; [now left|]. intros x [<-|Hx]; [lia|]. specialize (H x Hx). lia.
    + exists m. split; [now right|]. intros x [<-|Hx]; [lia|]. now apply H.
Qed.

(** A property that symmetries respect. *)
Definition respected (n : nat) (P : grid -> Prop) : Prop :=
  forall g h, is_grid n g -> equivalent n g h -> P g -> P h.

Lemma ordered_pairs {A} (Q : A -> A -> Prop) l :
  NoDup l -> (forall a b, In a l -> In b l -> Q a b -> a = b) -> ForallOrdPairs (fun a b => ~ Q a b) l.
Proof.
  induction 1 as [|a l Hn Hd IH]; intros H; [constructor|]. constructor.
  - apply Forall_forall. intros b Hb Q'. apply Hn. rewrite (H a b); [easy | now left | now right | easy].
  - apply IH. intros x y Hx Hy. apply H; now right.
Qed.

(** The classes are counted by their canonical grids. *)
Theorem classes_by_canonical n P k : respected n P ->
  number_of n (fun g => P g /\ canonical n g = true) k -> number_of_classes n P k.
Proof.
  intros HP (reps & Hd & Hr & Hk). exists reps. split; [|split; [|split]].
  - intros g Hg. apply Hr in Hg. tauto.
  - intros g G Pg.
    destruct (least_exists code (images Full g (transpose n g)) g) as (m & Hm & Hl).
    assert (E : equivalent n g m) by now apply all_images_spec. exists m. split; [|easy].
    assert (M : is_grid n m) by now destruct E as (t & _ & M & _).
    apply Hr. split; [easy|]. split; [now apply (HP g)|]. unfold canonical. cbv zeta.
    apply forallb_forall. intros h Hh. apply N.leb_le, Hl.
    apply (all_images_spec n g h G). apply equivalent_trans with m; [easy|].
    apply (all_images_spec n m h M). now right.
  - apply ordered_pairs; [easy|]. intros a b Ha Hb E.
    apply Hr in Ha, Hb. destruct Ha as (A & _ & CA), Hb as (B & _ & CB).
    assert (L : forall x y, is_grid n x -> canonical n x = true -> equivalent n x y -> (code x <= code y)%N).
    { intros x y X C Q. apply (all_images_spec n x y X) in Q. destruct Q as [<-|Q]; [lia|].
      unfold canonical in C. cbv zeta in C. rewrite forallb_forall in C. now apply N.leb_le, C. }
    pose proof (L a b A CA E). pose proof (L b a B CB (equivalent_sym n a b A E)).
    assert (EC : code a = code b) by lia. unfold code in EC.
    apply (code_inj n) in EC; [tauto | | |].
    + destruct A, B. congruence.
    + apply A.
    + apply B.
  - easy.
Qed.

(** ** What symmetries respect *)

Lemma core_respected R n : respected n (core R n).
Proof.
  intros g h G E C. apply (all_images_spec n g h G) in E.
  pose proof (transpose_grid n g G) as T. pose proof (core_transpose R n g G C) as CT.
  unfold all_images, images in E. cbv zeta in E. rewrite !map_flip, !flip_rows_rev in E.
  assert (F : forall x, is_grid n x -> core R n x -> core R n (rev (map (@rev bool) x))).
  { intros x X Y. apply core_rev; [now apply flip_grid|]. now apply core_flip. }
  simpl in E. repeat (destruct E as [<-|E]); [..|destruct E];
    auto using core_rev, core_flip.
Qed.

Lemma invariant_respected n s : In s [Full; Mirrors; Rot90; Diagonals; Rot180] -> respected n (invariant s n).
Proof.
  intros Hs g h G (u & Hu & I) H. refine (image_invariant n g h u s I _ _ _ H).
  - intros r c Hr Hc. now apply eight_inside.
  - apply group_range.
  - now apply eight_stable.
Qed.

Lemma not_invariant_respected n s : In s [Full; Mirrors; Rot90; Diagonals; Rot180] ->
  respected n (fun g => ~ invariant s n g).
Proof.
  intros Hs g h G E H I. apply H. apply (invariant_respected n s Hs h g); [|now apply equivalent_sym | easy].
  now destruct E as (t & _ & K & _).
Qed.

Lemma respected_and n P Q : respected n P -> respected n Q -> respected n (fun g => P g /\ Q g).
Proof. intros HP HQ g h G E (A & B). split; [now apply (HP g) | now apply (HQ g)]. Qed.

(** Every symmetry keeps a British grid valid. *)
Theorem british_respected n : respected n (valid british n).
Proof.
  intros g h G E V. apply valid_core in V. destruct V as (C & I). apply valid_core.
  split; [now apply (core_respected british n g)|]. apply (invariant_respected n Rot180 ltac:(simpl; tauto) g h G E I).
Qed.

Lemma types_respected n :
  respected n (type_A n) /\ respected n (type_h n) /\ respected n (type_r n) /\ respected n (type_t n) /\
  respected n (type_N n).
Proof.
  assert (S1 : In Full [Full; Mirrors; Rot90; Diagonals; Rot180]) by (simpl; tauto).
  assert (S2 : In Mirrors [Full; Mirrors; Rot90; Diagonals; Rot180]) by (simpl; tauto).
  assert (S3 : In Rot90 [Full; Mirrors; Rot90; Diagonals; Rot180]) by (simpl; tauto).
  assert (S4 : In Diagonals [Full; Mirrors; Rot90; Diagonals; Rot180]) by (simpl; tauto).
  unfold type_A, type_h, type_r, type_t, type_N.
  pose proof (invariant_respected n) as Y. pose proof (not_invariant_respected n) as Z.
  split; [exact (Y _ S1)|]. split; [exact (respected_and n _ _ (Y _ S2) (Z _ S1))|].
  split; [exact (respected_and n _ _ (Y _ S3) (Z _ S1))|].
  split; [exact (respected_and n _ _ (Y _ S4) (Z _ S1))|].
  exact (respected_and n _ _ (Z _ S2) (respected_and n _ _ (Z _ S3) (Z _ S4))).
Qed.

(** ** The number of classes is unique. *)

Lemma pairs_apart n a : ForallOrdPairs (fun x y => ~ equivalent n x y) a ->
  (forall x, In x a -> is_grid n x) ->
  forall b, (forall x, In x a -> exists y, In y b /\ equivalent n x y) -> length a <= length b.
Proof.
  intros Ha Hg b Hb.
  assert (E : exists ys, length ys = length a /\ incl ys b /\ NoDup ys /\
              forall y, In y ys -> exists x, In x a /\ equivalent n x y).
  { revert Hg Hb. induction Ha as [|x a Hx Ha IH]; intros Hg Hb.
    - exists []. split; [easy|]. split; [intros y []|]. split; [constructor | intros y []].
    - destruct IH as (ys & L & I & D & C).
      + intros z Hz. apply Hg. now right.
      + intros z Hz. apply Hb. now right.
      + destruct (Hb x ltac:(now left)) as (y & Hy & Exy). exists (y :: ys).
        split; [simpl; lia|]. split; [intros z [<-|Hz]; auto|]. split.
        * constructor; [|easy]. intros Hin. destruct (C y Hin) as (x' & Hx' & Ex').
          rewrite Forall_forall in Hx. apply (Hx x' Hx'). apply equivalent_trans with y; [easy|].
          apply equivalent_sym; [apply Hg; now right | easy].
        * intros z [<-|Hz]; [exists x; split; [now left | easy]|].
          destruct (C z Hz) as (x' & Hx' & Ex'). exists x'. split; [now right | easy]. }
  destruct E as (ys & L & I & D & _). rewrite <- L. now apply NoDup_incl_length.
Qed.

Theorem number_of_classes_unique n P k k' : number_of_classes n P k -> number_of_classes n P k' -> k = k'.
Proof.
  intros (a & A1 & A2 & A3 & <-) (b & B1 & B2 & B3 & <-). f_equal. apply Nat.le_antisymm.
  - apply (pairs_apart n a A3); [intros x Hx; now apply A1|]. intros x Hx. destruct (A1 x Hx). now apply B2.
  - apply (pairs_apart n b B3); [intros x Hx; now apply B1|]. intros x Hx. destruct (B1 x Hx). now apply A2.
Qed.
