(** Decides [valid], and counts the valid grids by trying every grid. *)

From Coq Require Import Arith NArith List Bool Lia FinFun.
From Gridcheck Require Import Spec Lines Decide Connected.
Import ListNotations.

Definition has (l : list bool) : bool := existsb (fun b => b) l.

(** Reversal in linear time. *)
Definition flip (l : list bool) : list bool := rev_append l [].
Definition flip_rows (g : grid) : grid := rev_append g [].

(** The images of [g] under [group s]; [t] is its transposition. *)
Definition images (s : symmetry) (g t : grid) : list grid :=
  let half_turn := flip_rows (map flip g) in
  match s with
  | Asymmetric => []
  | Rot180 => [half_turn]
  | Rot90 => [flip_rows t; half_turn; map flip t]
  | Mirror => [map flip g]
  | Mirrors => [map flip g; flip_rows g; half_turn]
  | Diagonal => [t]
  | Diagonals => [t; flip_rows (map flip t); half_turn]
  | Full => [flip_rows t; half_turn; map flip t; map flip g; flip_rows g; t; flip_rows (map flip t)]
  end.

Definition edges_ok (n : nat) (g t : grid) : bool :=
  has (nth 0 g []) &&& has (nth (n - 1) g []) &&& has (nth 0 t []) &&& has (nth (n - 1) t []).

Definition white_enough (least : nat) (g : grid) : bool :=
  forallb (fun l => least <=? count_true l) g.

(** Decides [valid R n g] for an n × n grid. *)
Definition validb (R : ruleset) (n : nat) (g : grid) : bool :=
  let t := transpose n g in
  existsb has g &&& rows_ok R [] t &&& rows_ok R [] g
  &&& (if edges R then edges_ok n g t else true)
  &&& (match min_white_per_row R with
       | 0 => true
       | least => white_enough least g &&& white_enough least t
       end)
  &&& forallb (grid_eqb g) (images (symmetric_under R) g t)
  &&& (if connected R then one_regionb n g else true).

(** All lists of [k] elements of [l]. *)
Fixpoint lists {A} (k : nat) (l : list A) : list (list A) :=
  match k with
  | 0 => [[]]
  | S k' => flat_map (fun x => map (cons x) (lists k' l)) l
  end.
Definition all_grids (n : nat) : list grid := lists n (lists n [false; true]).

(** The number of valid grids, by trying every grid. *)
Definition count (R : ruleset) (n : nat) : N := N.of_nat (length (filter (validb R n) (all_grids n))).

(** ** The decision is right. *)

Lemma has_spec l : has l = true <-> exists i, nth i l false = true.
Proof.
  unfold has. rewrite existsb_exists. split.
  - intros (b & Hb & ->). apply (In_nth _ _ false) in Hb. destruct Hb as (i & _ & Hi). now exists i.
  - intros (i & Hi). exists true. split; [|easy]. rewrite <- Hi. apply nth_In.
    destruct (le_lt_dec (length l) i); [|easy]. rewrite nth_overflow in Hi; easy.
Qed.

Lemma some_white g : existsb has g = true <-> exists r c, white g r c.
Proof.
  rewrite existsb_exists. split.
  - intros (l & Hl & Hh). apply has_spec in Hh. destruct Hh as (c & Hc).
    apply (In_nth _ _ []) in Hl. destruct Hl as (r & _ & <-). now exists r, c.
  - intros (r & c & H). exists (nth r g []). split; [|apply has_spec; now exists c].
    apply nth_In. now apply (whiteb_length g r c).
Qed.

Lemma edges_ok_spec n g : is_grid n g ->
  (edges_ok n g (transpose n g) = true <->
   (exists c, white g 0 c) /\ (exists c, white g (n - 1) c) /\
   (exists r, white g r 0) /\ (exists r, white g r (n - 1))).
Proof.
  intros G. unfold edges_ok. rewrite !and_true, !has_spec.
  assert (T : forall c, (exists i, nth i (nth c (transpose n g) []) false = true) <-> (exists r, white g r c)).
  { intros c. split; intros (i & Hi); exists i; now apply (transpose_row n g c i G). }
  rewrite !T. unfold white. tauto.
Qed.

Lemma row_tally n g i m : is_grid n g -> i < n ->
  (tally (row g i) 0 n m <-> m = count_true (nth i g [])).
Proof.
  intros G Hi. rewrite (tally_count _ (fun c => nth c (nth i g []) false)) by (intros; reflexivity).
  now rewrite <- (map_nth_seq false (nth i g []) _ n (grid_row n g i G Hi)) by reflexivity.
Qed.

Lemma white_enough_spec n g least : is_grid n g ->
  (white_enough least g = true <-> forall i, i < n -> exists m, tally (row g i) 0 n m /\ least <= m).
Proof.
  intros G. unfold white_enough. rewrite forallb_forall. split.
  - intros H i Hi. exists (count_true (nth i g [])). split; [now apply row_tally|].
    apply Nat.leb_le, H, nth_In. destruct G; lia.
  - intros H l Hl. apply (In_nth _ _ []) in Hl. destruct Hl as (i & Hi & <-).
    destruct (H i) as (m & Ht & Hm); [destruct G; lia|].
    apply (row_tally n) in Ht; [|easy|destruct G; lia]. apply Nat.leb_le. lia.
Qed.

Lemma tally_ext P Q s k m : (forall i, P i <-> Q i) -> tally P s k m -> tally Q s k m.
Proof.
  intros E H. induction H; [apply tally_none | apply tally_yes | apply tally_no]; try easy; now rewrite <- E.
Qed.

(** ** Images under the symmetries of the square *)

Lemma flip_rev l : flip l = rev l.
Proof. symmetry. apply rev_alt. Qed.

Lemma map_flip g : map flip g = map (@rev bool) g.
Proof. apply map_ext, flip_rev. Qed.

Lemma flip_rows_rev g : flip_rows g = rev g.
Proof. symmetry. apply rev_alt. Qed.

Lemma rev_grid n g : is_grid n g -> is_grid n (rev g).
Proof.
  intros (L & H). split; [now rewrite rev_length|]. intros l Hl. apply H. now apply in_rev.
Qed.

Lemma flip_grid n g : is_grid n g -> is_grid n (map (@rev bool) g).
Proof.
  intros (L & H). split; [now rewrite map_length|]. intros l Hl.
  apply in_map_iff in Hl. destruct Hl as (l' & <- & Hl). rewrite rev_length. now apply H.
Qed.

Lemma rev_white n g r c : is_grid n g -> r < n -> whiteb (rev g) r c = whiteb g (n - 1 - r) c.
Proof.
  intros (L & _) Hr. rewrite whiteb_rev by lia. rewrite L. now replace (n - S r) with (n - 1 - r) by lia.
Qed.

Lemma flip_white n g r c : is_grid n g -> r < n -> c < n ->
  whiteb (map (@rev bool) g) r c = whiteb g r (n - 1 - c).
Proof.
  intros G Hr Hc. unfold whiteb.
  change (@nil bool) with (rev (@nil bool)) at 1. rewrite map_nth.
  pose proof (grid_row n g r G Hr) as L. rewrite rev_nth by lia. rewrite L.
  now replace (n - S c) with (n - 1 - c) by lia.
Qed.

(** [h] is the image whose square (r, c) has the colour of the square [t n (r, c)] of [g]. *)
Definition is_image (n : nat) (g : grid) (t : transform) (h : grid) : Prop :=
  is_grid n h /\ forall r c, r < n -> c < n ->
    whiteb h r c = let (r', c') := t n (r, c) in whiteb g r' c'.

Lemma image_unchanged n g t h : is_grid n g -> is_image n g t h ->
  (grid_eqb g h = true <-> unchanged n g t).
Proof.
  intros G (Gh & H). rewrite grid_eqb_spec. split.
  - intros E r c Hr Hc. specialize (H r c Hr Hc). rewrite <- E in H. unfold whiteb in H. unfold white.
    destruct (t n (r, c)) as (r', c'). now rewrite H.
  - intros U. apply (grid_ext n); [easy | easy |]. intros r c Hr Hc. rewrite (H r c Hr Hc).
    specialize (U r c Hr Hc). destruct (t n (r, c)) as (r', c'). unfold white, whiteb in *.
    destruct (nth c (nth r g []) false), (nth c' (nth r' g []) false); intuition.
Qed.

Lemma images_spec n g s : is_grid n g ->
  Forall2 (is_image n g) (group s) (images s g (transpose n g)).
Proof.
  intros G. pose proof (transpose_grid n g G) as T.
  assert (I1 : is_image n g half (rev (map (@rev bool) g))).
  { split; [now apply rev_grid, flip_grid|]. intros r c Hr Hc. simpl.
    rewrite (rev_white n) by auto using flip_grid. apply flip_white; auto; lia. }
  assert (I2 : is_image n g quarter (rev (transpose n g))).
  { split; [now apply rev_grid|]. intros r c Hr Hc. simpl.
    rewrite (rev_white n) by auto. now apply transpose_white. }
  assert (I3 : is_image n g three_quarter (map (@rev bool) (transpose n g))).
  { split; [now apply flip_grid|]. intros r c Hr Hc. simpl.
    rewrite (flip_white n) by auto. now apply transpose_white. }
  assert (I4 : is_image n g left_right (map (@rev bool) g)).
  { split; [now apply flip_grid|]. intros r c Hr Hc. simpl. now apply flip_white. }
  assert (I5 : is_image n g top_bottom (rev g)).
  { split; [now apply rev_grid|]. intros r c Hr Hc. simpl. now apply rev_white. }
  assert (I6 : is_image n g main_diagonal (transpose n g)).
  { split; [easy|]. intros r c Hr Hc. simpl. now apply transpose_white. }
  assert (I7 : is_image n g anti_diagonal (rev (map (@rev bool) (transpose n g)))).
  { split; [now apply rev_grid, flip_grid|]. intros r c Hr Hc. simpl.
    rewrite (rev_white n) by auto using flip_grid.
    rewrite (flip_white n) by (auto; lia). now apply transpose_white. }
  destruct s; cbn [group images]; cbv zeta; rewrite ?map_flip, ?flip_rows_rev; repeat (apply Forall2_cons; [assumption|]); apply Forall2_nil.
Qed.

Lemma symmetry_spec n g s : is_grid n g ->
  (forallb (grid_eqb g) (images s g (transpose n g)) = true <-> forall t, In t (group s) -> unchanged n g t).
Proof.
  intros G. induction (images_spec n g s G) as [|t h ts hs Hi _ IH]; simpl; [easy|].
  rewrite andb_true_iff, IH, (image_unchanged n g t h) by easy. split.
  - intros (H1 & H2) u [<-|Hu]; auto.
  - intros H. split; [apply H; now left | intros u Hu; apply H; now right].
Qed.

Theorem validb_spec R n g : is_grid n g -> (validb R n g = true <-> valid R n g).
Proof.
  intros G. pose proof (transpose_grid n g G) as T. unfold validb, valid. cbv zeta. rewrite !and_true.
  rewrite some_white, (symmetry_spec n) by easy.
  pose proof (words_spec R n g G) as W. unfold words_valid in W.
  assert (E : (if edges R then edges_ok n g (transpose n g) else true) = true <->
    (edges R = true -> (exists c, white g 0 c) /\ (exists c, white g (n - 1) c) /\
                       (exists r, white g r 0) /\ (exists r, white g r (n - 1)))).
  { rewrite <- (edges_ok_spec n g G). destruct (edges R); intuition easy. }
  assert (M : match min_white_per_row R with
       | 0 => true
       | least => white_enough least g &&& white_enough least (transpose n g)
       end = true <->
    (forall i, i < n -> (exists m, tally (row g i) 0 n m /\ min_white_per_row R <= m) /\
                        (exists m, tally (column g i) 0 n m /\ min_white_per_row R <= m))).
  { assert (A : white_enough (min_white_per_row R) g = true /\
                white_enough (min_white_per_row R) (transpose n g) = true <->
      (forall i, i < n -> (exists m, tally (row g i) 0 n m /\ min_white_per_row R <= m) /\
                          (exists m, tally (column g i) 0 n m /\ min_white_per_row R <= m))).
    { rewrite !(white_enough_spec n) by easy. split.
      - intros (H1 & H2) i Hi. split; [auto|]. destruct (H2 i Hi) as (m & Hm & Hl).
        exists m. split; [|easy]. apply tally_ext with (2 := Hm). intros j. now apply transpose_row.
      - intros H. split; intros i Hi; destruct (H i Hi) as (H1 & (m & Hm & Hl)); [easy|].
        exists m. split; [|easy]. apply tally_ext with (2 := Hm). intros j. symmetry. now apply transpose_row. }
    rewrite <- A. destruct (min_white_per_row R) eqn:Z; [|apply and_true].
    split; [|easy]. intros _. unfold white_enough. now rewrite !forallb_forall. }
  assert (C : (if connected R then one_regionb n g else true) = true <-> (connected R = true -> one_region g)).
  { rewrite <- (one_regionb_spec n g G). destruct (connected R); intuition easy. }
  rewrite E, M, C. tauto.
Qed.

(** ** [count] counts. *)

Lemma lists_spec {A} (l : list A) k : forall x, In x (lists k l) <-> length x = k /\ forall y, In y x -> In y l.
Proof.
  induction k as [|k IH]; intros x; simpl.
  - split; [intros [<-|[]]; easy | intros (H & _); destruct x; [now left | easy]].
  - rewrite in_flat_map. split.
    + intros (a & Ha & H). apply in_map_iff in H. destruct H as (b & <- & Hb). apply IH in Hb.
      destruct Hb as (Hb & Hc). simpl. split; [lia|]. intros y [<-|Hy]; auto.
    + intros (H1 & H2). destruct x as [|a x]; [easy|]. exists a. split; [apply H2; now left|].
      apply in_map_iff. exists x. split; [easy|]. apply IH. split; [simpl in H1; lia|].
      intros y Hy. apply H2. now right.
Qed.

Lemma NoDup_flat_map {A B K} (f : A -> list B) (ka : A -> K) (kb : B -> K) l :
  NoDup (map ka l) -> (forall a, In a l -> NoDup (f a)) -> (forall a b, In a l -> In b (f a) -> kb b = ka a) ->
  NoDup (flat_map f l).
Proof.
  induction l as [|a l IH]; intros H1 H2 H3; simpl; [constructor|].
  inversion H1 as [|? ? Hn Hd]; subst.
  assert (A1 : NoDup (f a)) by (apply H2; now left).
  assert (A2 : NoDup (flat_map f l)) by (apply IH; [easy | |]; intros; [apply H2 | apply H3]; auto; now right).
  assert (A3 : forall b, In b (f a) -> ~ In b (flat_map f l)).
  { intros b Hb Hc. apply in_flat_map in Hc. destruct Hc as (a' & Ha' & Hc). apply Hn.
    rewrite <- (H3 a b) by auto using in_eq. rewrite (H3 a' b) by auto using in_cons. now apply in_map. }
  clear - A1 A2 A3. induction (f a) as [|b m IH]; simpl; [easy|].
  inversion A1; subst. constructor.
  - rewrite in_app_iff. intros [H|H]; [easy|]. apply (A3 b); [now left | easy].
  - apply IH; [easy|]. intros b' Hb'. apply A3. now right.
Qed.

Lemma lists_NoDup {A} (l : list A) k : NoDup l -> NoDup (lists k l).
Proof.
  intros N. induction k as [|k IH]; simpl; [repeat constructor; auto|].
  apply (NoDup_flat_map (fun x => map (cons x) (lists k l)) Some (fun b => match b with [] => None | x :: _ => Some x end)).
  - apply Injective_map_NoDup; [intros x y [= ->]; easy | easy].
  - intros x _. apply Injective_map_NoDup; [intros a b [= ->]; easy | easy].
  - intros a b _ Hb. apply in_map_iff in Hb. now destruct Hb as (b' & <- & _).
Qed.

Lemma all_grids_spec n g : In g (all_grids n) <-> is_grid n g.
Proof.
  unfold all_grids, is_grid. pose proof (lists_spec (lists n [false; true]) n g) as S. rewrite S. split; intros (H1 & H2); (split; [easy|]); intros l Hl.
  - apply H2 in Hl. now apply lists_spec in Hl.
  - apply lists_spec. split; [now apply H2|]. intros [|] _; simpl; auto.
Qed.

Lemma all_grids_NoDup n : NoDup (all_grids n).
Proof.
  apply lists_NoDup, lists_NoDup. repeat constructor; simpl; intuition easy.
Qed.

(** [number_of] determines its number. *)
Theorem number_of_unique n P k k' : number_of n P k -> number_of n P k' -> k = k'.
Proof.
  intros (a & Na & Ha & <-) (b & Nb & Hb & <-). f_equal.
  apply Nat.le_antisymm; apply NoDup_incl_length; auto; intros g Hg.
  - now apply Hb, Ha.
  - now apply Ha, Hb.
Qed.

(** [count R n] is the number of n × n grids that are valid. *)
Theorem count_spec R n : number_of n (valid R n) (count R n).
Proof.
  exists (filter (validb R n) (all_grids n)). split; [apply NoDup_filter, all_grids_NoDup|].
  split; [|easy]. intros g. rewrite filter_In, all_grids_spec. split; intros (H1 & H2); (split; [easy|]).
  - now apply validb_spec.
  - now apply (validb_spec R n g).
Qed.
