(** Decides connection by labels on the border of what is placed, and proves that labels decide it.

    A colouring gives each square a colour, and is even if neighbouring white squares have the same
    one. A grid is connected when every even colouring has one colour ([region_colours]). Squares are
    placed one by one; the border is the last square placed in each column. Equal labels say that two
    white border squares are linked by placed squares: a colouring of the border extends to an even
    one of all that is placed exactly when it respects the labels. So one square more is one step on
    labels ([lstep_good]), and a square and its half turn meet along the border ([joint_spec]). *)

From Coq Require Import Arith List Bool Lia Relations.
From Gridcheck Require Import Spec Lines Decide Connected.
Import ListNotations.

(** ** Connection by colourings *)

(** [even X n H f]: the colouring [f] is even on the squares (i, j) with j < n and i < H j, where [X] tells the white ones. *)
Definition even (X : nat -> nat -> bool) (n : nat) (H : nat -> nat) (f : nat -> nat -> bool) : Prop :=
  (forall i j, j < n -> S i < H j -> X i j = true -> X (S i) j = true -> f i j = f (S i) j) /\
  (forall i j, S j < n -> i < H j -> i < H (S j) -> X i j = true -> X i (S j) = true -> f i j = f i (S j)).

Lemma le_grid_pointwise a : forall b, le_grid a b -> (forall r c, whiteb b r c = true -> whiteb a r c = true) -> le_grid b a.
Proof.
  intros b Hle. induction Hle as [|x y a b Hxy H IH]; intros F; constructor.
  - assert (F0 : forall c, nth c y false = true -> nth c x false = true) by (intros c Hc; now apply (F 0 c)).
    clear - F0 Hxy. induction Hxy as [|p q x y Hpq H IH]; constructor.
    + intros ->. now apply (F0 0).
    + apply IH. intros c. apply (F0 (S c)).
  - apply IH. intros r c. apply (F (S r) c).
Qed.

Lemma fill_false ws fuel : forall rs, le_grid rs ws -> weight ws - weight rs < fuel ->
  fill fuel ws (rev ws) rs = false ->
  exists rs', le_grid rs rs' /\ le_grid rs' ws /\ round ws rs' = rs' /\ rs' <> ws.
Proof.
  induction fuel as [|fuel IH]; intros rs Hle Hw E; [lia|]. rewrite fill_round in E.
  destruct (round_above ws rs Hle) as (U1 & U2). pose proof (le_grid_trans _ _ _ U1 U2) as U.
  pose proof (round_below ws rs) as B.
  destruct (grid_eqb (round ws rs) ws) eqn:E1; [easy|].
  destruct (grid_eqb (round ws rs) rs) eqn:E2.
  - apply grid_eqb_spec in E2. exists rs. split; [now rewrite <- E2 at 2|]. split; [easy|]. split; [easy|].
    intros ->. rewrite E2 in E1. assert (T : grid_eqb ws ws = true) by now apply grid_eqb_spec. congruence.
  - destruct (IH (round ws rs) B) as (rs' & A1 & A2); [|easy|].
    + destruct (le_grid_weight _ _ U) as (W1 & W2). destruct (le_grid_weight _ _ B) as (W3 & _).
      assert (weight rs <> weight (round ws rs)).
      { intros Eq. apply W2 in Eq. rewrite <- Eq in E2.
        assert (grid_eqb rs rs = true) by now apply grid_eqb_spec. congruence. }
      lia.
    + exists rs'. split; [now apply le_grid_trans with (round ws rs) | easy].
Qed.

Lemma region_colours n g : is_grid n g ->
  (one_region g <->
   forall f, even (whiteb g) n (fun _ => n) f ->
   forall r c r' c', whiteb g r c = true -> whiteb g r' c' = true -> f r c = f r' c').
Proof.
  intros G. split.
  - intros O f (V & S) r c r' c' W W'. specialize (O r c r' c' W W').
    assert (Q : forall p q, clos_refl_trans _ (step g) p q -> f (fst p) (snd p) = f (fst q) (snd q)).
    { intros p q L. induction L as [[a b] [a' b'] L| |x y z _ IH1 _ IH2]; [|easy | congruence].
      destruct L as (W1 & W2 & L). simpl.
      destruct (white_inside n g a b G W1) as (Ha & Hb), (white_inside n g a' b' G W2) as (Ha' & Hb').
      destruct L as [(<- & [->| ->])|(<- & [->| ->])].
      - now apply S.
      - symmetry. now apply S.
      - now apply V.
      - symmetry. now apply V. }
    apply (Q _ _ O).
  - intros A. destruct (one_regionb n g) eqn:E; [now apply (one_regionb_spec n)|]. exfalso.
    unfold one_regionb in E. rewrite <- rev_alt in E.
    assert (W : weight g <= n * n).
    { destruct G as (L & H). rewrite <- L at 1. now apply weight_bound. }
    destruct (fill_false g (S (n * n)) (seed g) (seed_below g) ltac:(lia) E) as (rs & B1 & B2 & B3 & B4).
    destruct (round_closed g rs B2 B3) as (C1 & C2).
    apply B4, le_grid_antisym; [easy|]. apply le_grid_pointwise; [easy|]. intros r c Hrc.
    destruct (seed_exists g r c Hrc) as (r0 & c0 & H0).
    rewrite (A (whiteb rs) ) with (r' := r0) (c' := c0); auto.
    + now apply (le_grid_white _ _ B1).
    + assert (I : forall x y, (x = true <-> y = true) -> x = y) by (intros [|] [|]; intuition).
      split; intros; apply I; [now apply C2 | now apply C1].
    + now apply (le_grid_white _ _ (seed_below g)).
Qed.

(** ** Labels *)

Fixpoint upd {A} (i : nat) (v : A) (l : list A) : list A :=
  match l, i with
  | [], _ => []
  | _ :: l', 0 => v :: l'
  | x :: l', S i' => x :: upd i' v l'
  end.

Lemma upd_length {A} (v : A) l : forall i, length (upd i v l) = length l.
Proof. induction l; intros [|i]; simpl; auto. Qed.

Lemma nth_upd {A} (v d : A) l : forall i j, i < length l -> nth j (upd i v l) d = if j =? i then v else nth j l d.
Proof. induction l as [|x l IH]; intros [|i] [|j] H; simpl in *; try lia; auto. apply IH. lia. Qed.

Definition relabel (a b : nat) (L : list nat) : list nat := map (fun x => if x =? a then b else x) L.
Definition fresh (L : list nat) : nat := S (list_max L).

(** The colours [k] of the columns are equal where labels are; label 0 is a black square's. *)
Definition resp (L : list nat) (k : nat -> bool) : Prop :=
  forall i j, nth i L 0 <> 0 -> nth i L 0 = nth j L 0 -> k i = k j.

Lemma nth_relabel a b L i : a <> 0 -> nth i (relabel a b L) 0 = if nth i L 0 =? a then b else nth i L 0.
Proof.
  intros Ha. unfold relabel. destruct (le_lt_dec (length L) i) as [H|H].
  - rewrite !nth_overflow by now rewrite ?map_length. destruct (Nat.eqb_spec 0 a); lia.
  - rewrite nth_indep with (d' := if 0 =? a then b else 0) by now rewrite map_length.
    now rewrite map_nth with (f := fun x => if x =? a then b else x).
Qed.

Lemma resp_relabel L k p q : nth p L 0 <> 0 -> nth q L 0 <> 0 ->
  (resp (relabel (nth p L 0) (nth q L 0) L) k <-> resp L k /\ k p = k q).
Proof.
  intros Hp Hq. unfold resp. split.
  - intros H. split.
    + intros i j Hi E. apply H; rewrite !nth_relabel by easy; rewrite <- ?E; [|easy].
      destruct (Nat.eqb_spec (nth i L 0) (nth p L 0)); easy.
    + apply H; rewrite !nth_relabel by easy; rewrite Nat.eqb_refl; [easy|].
      destruct (Nat.eqb_spec (nth q L 0) (nth p L 0)); easy.
  - intros (H & E) i j. rewrite !nth_relabel by easy.
    destruct (Nat.eqb_spec (nth i L 0) (nth p L 0)) as [Ei|Ei], (Nat.eqb_spec (nth j L 0) (nth p L 0)) as [Ej|Ej].
    + intros _ _. apply H; congruence.
    + intros _ F. transitivity (k p); [apply H; congruence|]. rewrite E. apply H; congruence.
    + intros Z F. transitivity (k q); [apply H; congruence|]. rewrite <- E. symmetry. apply H; congruence.
    + intros Z F. now apply H.
Qed.

(** The labels after a square in column [c], white if [b]; [None] if a region has left the border. *)
Definition lstep (L : list nat) (c : nat) (b : bool) : option (list nat) :=
  let u := nth c L 0 in
  if b then
    let l := match c with 0 => 0 | S k => nth k L 0 end in
    if u =? 0 then Some (upd c (if l =? 0 then fresh L else l) L)
    else Some (if (l =? 0) || (l =? u) then L else relabel l u L)
  else if u =? 0 then Some L
  else let L' := upd c 0 L in if existsb (Nat.eqb u) L' then Some L' else None.

Section Border.
  Variable X : nat -> nat -> bool.
  Variable n : nat.

  Definition top (H : nat -> nat) (j : nat) : bool := match H j with 0 => false | S h => X h j end.
  Definition at_top (f : nat -> nat -> bool) (H : nat -> nat) (j : nat) : bool := f (pred (H j)) j.
  Definition raise (H : nat -> nat) (c : nat) : nat -> nat := fun j => if j =? c then S (H c) else H j.

  (** [L] labels the border at heights [H]: a column [j] holds [H j] placed squares. *)
  Definition good (H : nat -> nat) (L : list nat) : Prop :=
    length L = n /\
    (forall j, j < n -> (nth j L 0 <> 0 <-> top H j = true)) /\
    (forall f, even X n H f -> resp L (at_top f H)) /\
    (forall k, resp L k -> exists f, even X n H f /\ forall j, j < n -> top H j = true -> at_top f H j = k j) /\
    (forall f v, even X n H f -> (forall j, j < n -> top H j = true -> at_top f H j = v) ->
       forall i j, j < n -> i < H j -> X i j = true -> f i j = v).

  (** A region at the top of column [c] alone. *)
  Definition apart (H : nat -> nat) (c : nat) : Prop :=
    top H c = true /\
    exists f, even X n H f /\ at_top f H c = true /\
      forall j, j < n -> j <> c -> top H j = true -> at_top f H j = false.

  Lemma good_start : good (fun _ => 0) (repeat 0 n).
  Proof.
    assert (Z : forall j, nth j (repeat 0 n) 0 = 0).
    { intros j. destruct (nth_in_or_default j (repeat 0 n) 0) as [I|I]; [now apply repeat_spec in I | easy]. }
    split; [apply repeat_length|]. split; [|split; [|split]].
    - intros j _. rewrite Z. unfold top. easy.
    - intros f _ i j. now rewrite Z.
    - intros k _. exists (fun _ _ => true). split; [now split | easy].
    - intros f v _ _ i j _ Hi. lia.
  Qed.

  Section Step.
    Variable H : nat -> nat.
    Variable c : nat.
    Hypothesis c_inside : c < n.
    Hypothesis left_higher : forall k, c = S k -> H k = S (H c).
    Hypothesis right_lower : S c < n -> H (S c) <= H c.

    Lemma even_raise f : even X n (raise H c) f <->
      even X n H f /\ (top H c = true -> X (H c) c = true -> at_top f H c = f (H c) c) /\
      (forall k, c = S k -> top H k = true -> X (H c) c = true -> at_top f H k = f (H c) c).
    Proof.
      unfold even, raise, top, at_top. split.
      - intros (V & S). split; [split|split].
        + intros i j Hj Hi. apply V; [easy|]. destruct (Nat.eqb_spec j c); subst; lia.
        + intros i j Hj Hi Hi'. apply S; [easy | |].
          * destruct (Nat.eqb_spec j c); subst; lia.
          * destruct (Nat.eqb_spec (Datatypes.S j) c) as [E|E]; [rewrite <- E; lia | lia].
        + intros T W. destruct (H c) as [|h] eqn:E; [easy|]. apply V; auto. rewrite Nat.eqb_refl. lia.
        + intros k Ek T W. rewrite (left_higher k Ek) in *. simpl pred. rewrite Ek in W |- *.
          apply S; auto; rewrite <- ?Ek; auto.
          * destruct (Nat.eqb_spec k c); [lia|]. rewrite (left_higher k Ek). lia.
          * rewrite Nat.eqb_refl. lia.
      - intros ((V & S) & U & L). split.
        + intros i j Hj Hi W W'. destruct (Nat.eqb_spec j c) as [->|N]; [|now apply V].
          destruct (Nat.eq_dec (Datatypes.S i) (H c)) as [E|E]; [|apply V; auto; lia].
          rewrite <- E in U. now apply U.
        + intros i j Hj Hi Hi' W W'. destruct (Nat.eqb_spec j c) as [->|N].
          * destruct (Nat.eqb_spec (Datatypes.S c) c); [lia|]. specialize (right_lower Hj). apply S; auto; lia.
          * destruct (Nat.eqb_spec (Datatypes.S j) c) as [E|E]; [|now apply S].
            pose proof (left_higher j (eq_sym E)) as Hl.
            destruct (Nat.eq_dec i (H c)) as [->|Ne].
            -- specialize (L j (eq_sym E)). rewrite Hl in L. simpl in L. rewrite E in *. now apply L.
            -- apply S; auto. rewrite E. lia.
    Qed.

    Lemma top_raise j : top (raise H c) j = if j =? c then X (H c) c else top H j.
    Proof. unfold top, raise. now destruct (Nat.eqb_spec j c) as [->|]. Qed.

    Lemma at_top_raise f j : at_top f (raise H c) j = if j =? c then f (H c) c else at_top f H j.
    Proof. unfold at_top, raise. now destruct (Nat.eqb_spec j c) as [->|]. Qed.

    (** The colouring with another colour for the new square. *)
    Definition put (f : nat -> nat -> bool) (v : bool) : nat -> nat -> bool :=
      fun i j => if (i =? H c) && (j =? c) then v else f i j.

    Lemma put_old f v i j : i < H j -> put f v i j = f i j.
    Proof.
      intros Hi. unfold put. destruct (Nat.eqb_spec i (H c)), (Nat.eqb_spec j c); subst; simpl; auto. lia.
    Qed.

    Lemma put_new f v : put f v (H c) c = v.
    Proof. unfold put. now rewrite !Nat.eqb_refl. Qed.

    Lemma put_even f v : even X n H f -> even X n H (put f v).
    Proof.
      intros (V & S). split; intros; rewrite !put_old by lia; auto.
    Qed.

    Lemma put_top f v j : top H j = true -> at_top (put f v) H j = at_top f H j.
    Proof.
      unfold top, at_top. intros T. apply put_old. destruct (H j); [easy | simpl; lia].
    Qed.

    (** How the parts of [good] follow for the new labels [L']. *)
    Lemma good_raise L L' : good H L -> length L' = n ->
      (forall j, j < n -> (nth j L' 0 <> 0 <-> top (raise H c) j = true)) ->
      (forall f, even X n (raise H c) f -> resp L (at_top f H) -> resp L' (at_top f (raise H c))) ->
      (forall k, resp L' k -> exists k0, resp L k0 /\
         (forall j, j < n -> j <> c -> top H j = true -> k0 j = k j) /\
         (X (H c) c = true -> top H c = true -> k0 c = k c) /\
         (X (H c) c = true -> forall i, c = S i -> top H i = true -> k i = k c)) ->
      (forall f v, even X n (raise H c) f -> resp L (at_top f H) ->
         (forall j, j < n -> top (raise H c) j = true -> at_top f (raise H c) j = v) ->
         top H c = true -> at_top f H c = v) ->
      good (raise H c) L'.
    Proof.
      intros (G1 & G2 & G3 & G4 & G5) HL HZ HA HB HD.
      split; [easy|]. split; [easy|]. split; [|split].
      - intros f E. apply HA; [easy|]. apply G3. now apply even_raise in E.
      - intros k K. destruct (HB k K) as (k0 & K0 & K1 & K2 & K3). destruct (G4 k0 K0) as (f & E & F).
        exists (put f (k c)). split.
        + apply even_raise. split; [now apply put_even|]. rewrite put_new. split.
          * intros T W. rewrite put_top, F by easy. now apply K2.
          * intros i Ei T W. rewrite put_top, F by (easy || lia). rewrite K1 by (easy || lia).
            now apply K3 with (i := i).
        + intros j Hj. rewrite top_raise, at_top_raise. destruct (Nat.eqb_spec j c) as [->|N].
          * intros _. now rewrite put_new.
          * intros T. rewrite put_top, F by easy. now apply K1.
      - intros f v E F i j Hj Hi W. pose proof E as E'. apply even_raise in E. destruct E as (E & _).
        assert (O : forall i j, j < n -> i < H j -> X i j = true -> f i j = v).
        { apply G5; [easy|]. intros a Ha T. destruct (Nat.eq_dec a c) as [->|N].
          - now apply HD; [| apply G3 | |].
          - specialize (F a Ha). rewrite top_raise, at_top_raise in F.
            destruct (Nat.eqb_spec a c); [easy | now apply F]. }
        unfold raise in Hi. destruct (Nat.eqb_spec j c) as [->|N]; [|now apply O].
        destruct (Nat.eq_dec i (H c)) as [->|Ne]; [|apply O; auto; lia].
        specialize (F c Hj). rewrite top_raise, at_top_raise, Nat.eqb_refl in F. now apply F.
    Qed.

    Lemma fresh_new L i : nth i L 0 <> fresh L.
    Proof.
      unfold fresh. destruct (nth_in_or_default i L 0) as [I|I]; [|rewrite I; lia].
      pose proof (proj1 (list_max_le L (list_max L)) (le_n _)) as F. rewrite Forall_forall in F.
      specialize (F _ I). lia.
    Qed.

    Lemma lstep_good L : good H L ->
      match lstep L c (X (H c) c) with
      | Some L' => good (raise H c) L'
      | None => X (H c) c = false /\ apart H c
      end.
    Proof.
      intros G. pose proof G as (G1 & G2 & G3 & G4 & G5). unfold lstep. cbv zeta.
      pose proof (G2 c c_inside) as Gc.
      assert (Hl : c < length L) by lia.
      set (l := match c with 0 => 0 | S k => nth k L 0 end).
      assert (El : forall i, c = S i -> l = nth i L 0 /\ (l <> 0 <-> top H i = true) /\ i <> c).
      { intros i E. unfold l. rewrite E. repeat split; [apply G2; lia | apply G2; lia | lia]. }
      assert (Nl : l <> 0 -> exists i, c = S i) by (unfold l; destruct c as [|i]; [easy | now exists i]).
      destruct (X (H c) c) eqn:B.
      - destruct (Nat.eqb_spec (nth c L 0) 0) as [U|U].
        + (* Black above. *)
          assert (Tc : top H c = true -> False) by (intros T; apply Gc in T; lia).
          destruct (Nat.eqb_spec l 0) as [Z|Z].
          * (* A new region. *)
            assert (N : forall j, nth j (upd c (fresh L) L) 0 = if j =? c then fresh L else nth j L 0)
              by (intros; now apply nth_upd).
            apply (good_raise L); auto.
            -- now rewrite upd_length.
            -- intros j Hj. rewrite N, top_raise, B. destruct (Nat.eqb_spec j c); [unfold fresh; easy | now apply G2].
            -- intros f _ R i j. rewrite !N, !at_top_raise.
               destruct (Nat.eqb_spec i c) as [->|Ni], (Nat.eqb_spec j c) as [->|Nj]; auto.
               ++ intros _ E. now apply eq_sym, fresh_new in E.
               ++ intros _ E. now apply fresh_new in E.
            -- intros k K. exists k. split; [|split; [easy|split; [easy|]]].
               ++ intros i j Hi E. apply K; rewrite !N.
                  ** destruct (Nat.eqb_spec i c); [unfold fresh; lia | easy].
                  ** destruct (Nat.eqb_spec i c) as [->|]; [lia|]. destruct (Nat.eqb_spec j c) as [->|]; [lia | easy].
               ++ intros _ i E T. exfalso. apply El in E. destruct E as (_ & E & _). apply E in T. easy.
            -- intros f v _ _ _ T. now apply Tc in T.
          * (* The left region grows. *)
            destruct (Nl Z) as (i0 & E0). destruct (El i0 E0) as (Y1 & Y2 & Y3).
            assert (N : forall j, nth j (upd c l L) 0 = if j =? c then l else nth j L 0)
              by (intros; now apply nth_upd).
            apply (good_raise L); auto.
            -- now rewrite upd_length.
            -- intros j Hj. rewrite N, top_raise, B. destruct (Nat.eqb_spec j c); [easy | now apply G2].
            -- intros f E R i j. apply even_raise in E. destruct E as (_ & _ & E).
               specialize (E i0 E0 (proj1 Y2 Z) B). rewrite !N, !at_top_raise.
               destruct (Nat.eqb_spec i c) as [->|Ni], (Nat.eqb_spec j c) as [->|Nj]; auto; rewrite <- E.
               ++ intros _ F. apply R; congruence.
               ++ intros F F'. apply R; congruence.
            -- intros k K. exists k. split; [|split; [easy|split; [easy|]]].
               ++ intros i j Hi E. apply K; rewrite !N.
                  ** destruct (Nat.eqb_spec i c); [lia | easy].
                  ** destruct (Nat.eqb_spec i c) as [->|]; [lia|]. destruct (Nat.eqb_spec j c) as [->|]; [lia | easy].
               ++ intros _ i E T. rewrite E0 in E. injection E as <-. apply K; rewrite !N.
                  ** destruct (Nat.eqb_spec i0 c); congruence.
                  ** rewrite Nat.eqb_refl. destruct (Nat.eqb_spec i0 c); congruence.
            -- intros f v _ _ _ T. now apply Tc in T.
        + (* White above. *)
          assert (Tc : top H c = true) by now apply Gc.
          assert (D : forall f v, even X n (raise H c) f -> resp L (at_top f H) ->
            (forall j, j < n -> top (raise H c) j = true -> at_top f (raise H c) j = v) ->
            top H c = true -> at_top f H c = v).
          { intros f v E _ F _. apply even_raise in E. destruct E as (_ & E & _). rewrite E by easy.
            specialize (F c c_inside). rewrite top_raise, at_top_raise, Nat.eqb_refl in F. now apply F. }
          assert (Ztop : forall j, j < n -> (nth j L 0 <> 0 <-> top (raise H c) j = true)).
          { intros j Hj. rewrite top_raise, B. destruct (Nat.eqb_spec j c) as [->|]; [easy | now apply G2]. }
          assert (Same : forall f, even X n (raise H c) f -> forall j, at_top f (raise H c) j = at_top f H j).
          { intros f E j. apply even_raise in E. destruct E as (_ & E & _). rewrite at_top_raise.
            destruct (Nat.eqb_spec j c) as [->|]; [|easy]. symmetry. now apply E. }
          destruct ((l =? 0) || (l =? nth c L 0)) eqn:Z.
          * apply (good_raise L); auto.
            -- intros f E R i j. rewrite !(Same f E). now apply R.
            -- intros k K. exists k. split; [easy|]. split; [easy|]. split; [easy|].
               intros _ i E T. destruct (El i E) as (Y1 & Y2 & Y3). apply Y2 in T.
               apply orb_true_iff in Z. rewrite !Nat.eqb_eq in Z. destruct Z as [Z|Z]; [easy|].
               apply K; congruence.
          * apply orb_false_iff in Z. rewrite !Nat.eqb_neq in Z. destruct Z as (Z & Z').
            destruct (Nl Z) as (i0 & E0). destruct (El i0 E0) as (Y1 & Y2 & Y3). rewrite Y1 in *.
            assert (RR : forall k, resp (relabel (nth i0 L 0) (nth c L 0) L) k <-> resp L k /\ k i0 = k c)
              by (intros; now apply resp_relabel).
            apply (good_raise L); auto.
            -- unfold relabel. now rewrite map_length.
            -- intros j Hj. rewrite nth_relabel by easy. rewrite <- Ztop by easy.
               destruct (Nat.eqb_spec (nth j L 0) (nth i0 L 0)) as [E|E]; [rewrite E; easy | easy].
            -- intros f E R. apply RR. split.
               ++ intros i j. rewrite !(Same f E). apply R.
               ++ apply even_raise in E. destruct E as (_ & _ & E). rewrite !at_top_raise, Nat.eqb_refl.
                  destruct (Nat.eqb_spec i0 c); [easy|]. apply E; auto. now apply Y2.
            -- intros k K. apply RR in K. destruct K as (K & K'). exists k.
               split; [easy|]. split; [easy|]. split; [easy|].
               intros _ i E _. rewrite E0 in E. now injection E as <-.
      - destruct (Nat.eqb_spec (nth c L 0) 0) as [U|U].
        + (* Black below black. *)
          assert (Tc : top H c = true -> False) by (intros T; apply Gc in T; lia).
          apply (good_raise L); auto.
          * intros j Hj. rewrite top_raise, B. destruct (Nat.eqb_spec j c) as [->|]; [easy | now apply G2].
          * intros f _ R i j Hi E. rewrite !at_top_raise.
            destruct (Nat.eqb_spec i c) as [->|]; [lia|]. destruct (Nat.eqb_spec j c) as [->|]; [lia | now apply R].
          * intros k K. exists k. split; [easy|]. split; [easy|]. split; congruence.
          * intros f v _ _ _ T. now apply Tc in T.
        + (* Black below white. *)
          assert (N : forall j, nth j (upd c 0 L) 0 = if j =? c then 0 else nth j L 0)
            by (intros; now apply nth_upd).
          destruct (existsb (Nat.eqb (nth c L 0)) (upd c 0 L)) eqn:Ex.
          * apply existsb_exists in Ex. destruct Ex as (x & Hx & Ex). apply Nat.eqb_eq in Ex. subst x.
            apply (In_nth _ _ 0) in Hx. destruct Hx as (o & Ho & Eo). rewrite upd_length in Ho.
            rewrite N in Eo. destruct (Nat.eqb_spec o c) as [->|No]; [lia|].
            apply (good_raise L); auto.
            -- now rewrite upd_length.
            -- intros j Hj. rewrite N, top_raise, B. destruct (Nat.eqb_spec j c); [easy | now apply G2].
            -- intros f _ R i j. rewrite !N, !at_top_raise.
               destruct (Nat.eqb_spec i c) as [->|], (Nat.eqb_spec j c) as [->|]; auto; easy.
            -- intros k K. exists (fun j => if j =? c then k o else k j).
               assert (K' : forall i j, i <> c -> j <> c -> nth i L 0 <> 0 -> nth i L 0 = nth j L 0 -> k i = k j).
               { intros i j Hi Hj Zi E. apply K; rewrite !N;
                   destruct (Nat.eqb_spec i c), (Nat.eqb_spec j c); easy. }
               split; [|split; [|split]].
               ++ intros i j Hi E. destruct (Nat.eqb_spec i c) as [->|], (Nat.eqb_spec j c) as [->|]; auto;
                    apply K'; congruence.
               ++ intros j _ Hj _. destruct (Nat.eqb_spec j c); easy.
               ++ congruence.
               ++ congruence.
            -- intros f v _ R F T. rewrite (R c o U (eq_sym Eo)). specialize (F o ltac:(lia)).
               rewrite top_raise, at_top_raise in F. destruct (Nat.eqb_spec o c); [easy|]. apply F.
               apply G2; [lia|]. now rewrite Eo.
          * split; [easy|]. split; [now apply Gc|].
            assert (Al : forall j, j <> c -> nth j L 0 <> nth c L 0).
            { intros j Hj E. assert (Hj' : j < length L).
              { destruct (le_lt_dec (length L) j); [|easy]. rewrite nth_overflow in E by easy. lia. }
              assert (T : existsb (Nat.eqb (nth c L 0)) (upd c 0 L) = true); [|congruence].
              apply existsb_exists. exists (nth j (upd c 0 L) 0).
              split; [apply nth_In; now rewrite upd_length|]. rewrite N. apply Nat.eqb_eq.
              destruct (Nat.eqb_spec j c); congruence. }
            destruct (G4 (fun j => j =? c)) as (f & E & F).
            { intros i j Hi E. destruct (Nat.eqb_spec i c) as [->|Ni], (Nat.eqb_spec j c) as [->|Nj]; auto.
              - now apply eq_sym, Al in E.
              - now apply Al in E. }
            exists f. split; [easy|]. split.
            -- rewrite F by (auto; now apply Gc). apply Nat.eqb_refl.
            -- intros j Hj Nj T. rewrite F by easy. now apply Nat.eqb_neq.
    Qed.
  End Step.

  (** Other labels that tell the same regions apart. *)
  Lemma good_ext H L L' : good H L -> length L' = n -> (forall j, nth j L' 0 <> 0 <-> nth j L 0 <> 0) ->
    (forall k, resp L' k <-> resp L k) -> good H L'.
  Proof.
    intros (G1 & G2 & G3 & G4 & G5) HL HZ HR. split; [easy|]. split; [|split; [|split; [|exact G5]]].
    - intros j Hj. rewrite HZ. now apply G2.
    - intros f E. now apply HR, G3.
    - intros k K. now apply G4, HR.
  Qed.

  Lemma good_heights H H' L : (forall j, j < n -> H j = H' j) -> good H L -> good H' L.
  Proof.
    intros E (G1 & G2 & G3 & G4 & G5).
    assert (T : forall j, j < n -> top H j = top H' j) by (intros j Hj; unfold top; now rewrite E).
    assert (A : forall f j, j < n -> at_top f H j = at_top f H' j) by (intros f j Hj; unfold at_top; now rewrite E).
    assert (Ev : forall f, even X n H' f <-> even X n H f).
    { intros f. split; intros (V & S); split; intros i j Hj; [rewrite E by easy | rewrite !E by lia |
        rewrite <- E by easy | rewrite <- !E by lia]; auto. }
    split; [easy|]. split; [|split; [|split]].
    - intros j Hj. rewrite <- T by easy. now apply G2.
    - intros f F i j Hi Ej. assert (Li : i < n /\ j < n).
      { split; [destruct (le_lt_dec n i) | destruct (le_lt_dec n j)]; auto; [|rewrite Ej in Hi];
          rewrite nth_overflow in Hi by lia; easy. }
      rewrite <- !A by easy. apply G3; [now apply Ev | easy | easy].
    - intros k K. destruct (G4 k K) as (f & F & F'). exists f. split; [now apply Ev|].
      intros j Hj Tj. rewrite <- A by easy. apply F'; [easy|]. now rewrite T.
    - intros f v F Fv i j Hj Hi. apply G5; [now apply Ev | | easy | now rewrite E].
      intros a Ha Ta. rewrite A by easy. apply Fv; [easy|]. now rewrite <- T.
  Qed.
End Border.

(** ** Labels in order of appearance *)

Fixpoint index (x : nat) (L : list nat) : nat :=
  match L with [] => 0 | y :: L' => if x =? y then 0 else S (index x L') end.
(** A label becomes the number of the first column that has it. *)
Definition canon (L : list nat) : list nat := map (fun x => if x =? 0 then 0 else S (index x L)) L.

Lemma index_nth x L : In x L -> nth (index x L) L 0 = x.
Proof.
  induction L as [|y L IH]; [easy|]. simpl. destruct (Nat.eqb_spec x y) as [->|N]; [easy|].
  intros [->|I]; [easy | now apply IH].
Qed.

Lemma nth_canon L i : nth i (canon L) 0 = if nth i L 0 =? 0 then 0 else S (index (nth i L 0) L).
Proof.
  unfold canon. destruct (le_lt_dec (length L) i) as [H|H].
  - now rewrite !nth_overflow by now rewrite ?map_length.
  - rewrite nth_indep with (d' := if 0 =? 0 then 0 else S (index 0 L)) by now rewrite map_length.
    now rewrite map_nth with (f := fun x => if x =? 0 then 0 else S (index x L)).
Qed.

Lemma good_canon X n H L : good X n H L -> good X n H (canon L).
Proof.
  intros G. pose proof G as (G1 & _). apply (good_ext X n H L); auto.
  - unfold canon. now rewrite map_length.
  - intros j. rewrite nth_canon. destruct (Nat.eqb_spec (nth j L 0) 0); lia.
  - intros k.
    assert (E : forall i j, nth i L 0 <> 0 -> (nth i (canon L) 0 = nth j (canon L) 0 <-> nth i L 0 = nth j L 0)).
    { intros i j Hi. rewrite !nth_canon. destruct (Nat.eqb_spec (nth i L 0) 0) as [|_]; [easy|].
      destruct (Nat.eqb_spec (nth j L 0) 0) as [Z|Z]; [split; intros; congruence|].
      split; [|intros ->; easy]. intros Q. injection Q as Q.
      assert (I : forall p, nth p L 0 <> 0 -> In (nth p L 0) L).
      { intros p Hp. apply nth_In. destruct (le_lt_dec (length L) p); [|easy]. now rewrite nth_overflow in Hp. }
      rewrite <- (index_nth (nth i L 0) L) by auto. rewrite Q. now apply index_nth, I. }
    assert (Z : forall i, nth i (canon L) 0 <> 0 <-> nth i L 0 <> 0).
    { intros i. rewrite nth_canon. destruct (Nat.eqb_spec (nth i L 0) 0); lia. }
    split; intros K i j Hi Q.
    + apply K; [now apply Z | now apply E].
    + apply Z in Hi. apply K; [easy | now apply E].
Qed.

(** ** The border meets its image under the half turn. *)

Definition unite (D : list nat) (pq : nat * nat) : list nat :=
  let a := nth (fst pq) D 0 in let b := nth (snd pq) D 0 in
  if (a =? 0) || (b =? 0) then D else relabel a b D.

Definition all_one (D : list nat) : bool :=
  match filter (fun x => negb (x =? 0)) D with [] => true | x :: D' => forallb (Nat.eqb x) D' end.

(** The labels of the border, and after them those of its image. *)
Definition twice (L : list nat) : list nat := map (fun x => 2 * x) L ++ map (fun x => pred (2 * x)) L.

Definition joint (n : nat) (L : list nat) : bool :=
  all_one (fold_left unite (map (fun j => (j, n + (n - 1 - j))) (seq 0 n)) (twice L)).

Lemma unites_spec ps : forall D,
  (forall i, nth i (fold_left unite ps D) 0 <> 0 <-> nth i D 0 <> 0) /\
  forall k, resp (fold_left unite ps D) k <->
    resp D k /\ forall p q, In (p, q) ps -> nth p D 0 <> 0 -> nth q D 0 <> 0 -> k p = k q.
Proof.
  induction ps as [|[p q] ps IH]; intros D; simpl; [intuition|].
  destruct (IH (unite D (p, q))) as (Z & R).
  assert (U : (forall i, nth i (unite D (p, q)) 0 <> 0 <-> nth i D 0 <> 0) /\
              forall k, resp (unite D (p, q)) k <-> resp D k /\ (nth p D 0 <> 0 -> nth q D 0 <> 0 -> k p = k q)).
  { unfold unite. cbv zeta. simpl fst. simpl snd.
    destruct (Nat.eqb_spec (nth p D 0) 0) as [Hp|Hp]; simpl; [split; [easy|]; intuition|].
    destruct (Nat.eqb_spec (nth q D 0) 0) as [Hq|Hq]; simpl; [split; [easy|]; intuition|]. split.
    - intros i. rewrite nth_relabel by easy. destruct (Nat.eqb_spec (nth i D 0) (nth p D 0)); lia.
    - intros k. rewrite resp_relabel by easy. intuition. }
  destruct U as (Z' & R'). split; [intros i; now rewrite Z, Z'|].
  intros k. rewrite R, R'. split.
  - intros ((A & B) & C). split; [easy|]. intros x y [[= <- <-]|I] Hx Hy; [now apply B|].
    apply C; auto; now apply Z'.
  - intros (A & B). split; [split; [easy|]; intros; apply B; auto|].
    intros x y I Hx Hy. apply B; auto; now apply Z'.
Qed.

Lemma all_one_spec D : all_one D = true <->
  forall k, resp D k -> forall i j, nth i D 0 <> 0 -> nth j D 0 <> 0 -> k i = k j.
Proof.
  unfold all_one. split.
  - intros A k K i j Hi Hj.
    assert (I : forall i, nth i D 0 <> 0 -> In (nth i D 0) (filter (fun x => negb (x =? 0)) D)).
    { intros p Hp. apply filter_In. split; [|destruct (Nat.eqb_spec (nth p D 0) 0); easy].
      apply nth_In. destruct (le_lt_dec (length D) p); [|easy]. now rewrite nth_overflow in Hp. }
    pose proof (I i Hi) as Ii. pose proof (I j Hj) as Ij. apply K; [easy|].
    destruct (filter _ D) as [|x D']; [easy|]. rewrite forallb_forall in A.
    assert (Q : forall y, In y (x :: D') -> y = x).
    { intros y [<-|Hy]; [easy|]. apply A in Hy. apply Nat.eqb_eq in Hy. easy. }
    now rewrite (Q _ Ii), (Q _ Ij).
  - intros A. destruct (filter _ D) as [|x D'] eqn:F; [easy|]. apply forallb_forall. intros y Hy.
    assert (Ix : In x D /\ x <> 0).
    { assert (I : In x (x :: D')) by now left. rewrite <- F in I. apply filter_In in I.
      destruct (Nat.eqb_spec x 0); intuition easy. }
    assert (Iy : In y D /\ y <> 0).
    { assert (I : In y (x :: D')) by now right. rewrite <- F in I. apply filter_In in I.
      destruct (Nat.eqb_spec y 0); intuition easy. }
    destruct Ix as (Ix & Nx), Iy as (Iy & Ny).
    apply (In_nth _ _ 0) in Ix, Iy. destruct Ix as (i & _ & Ei), Iy as (j & _ & Ej).
    specialize (A (fun p => nth p D 0 =? x)).
    assert (K : resp D (fun p => nth p D 0 =? x)) by (intros p q _ ->; easy).
    specialize (A K i j ltac:(congruence) ltac:(congruence)). cbn beta in A. rewrite Ei, Nat.eqb_refl, Ej in A.
    rewrite Nat.eqb_sym. now symmetry.
Qed.

Lemma nth_twice n L p : length L = n -> nth p (twice L) 0 = if p <? n then 2 * nth p L 0 else pred (2 * nth (p - n) L 0).
Proof.
  intros E. unfold twice. destruct (Nat.ltb_spec p n) as [H|H].
  - rewrite app_nth1 by (rewrite map_length; lia). now rewrite map_nth with (f := fun x => 2 * x) (d := 0).
  - rewrite app_nth2 by (rewrite map_length; lia). rewrite map_length, E.
    now rewrite map_nth with (f := fun x => pred (2 * x)) (d := 0).
Qed.

Lemma resp_twice n L k : length L = n ->
  (resp (twice L) k <-> resp L k /\ resp L (fun j => k (n + j))).
Proof.
  intros E. assert (T : forall p, nth p (twice L) 0 = if p <? n then 2 * nth p L 0 else pred (2 * nth (p - n) L 0))
    by (intros; now apply nth_twice).
  assert (I : forall p, nth p L 0 <> 0 -> p < n).
  { intros p Hp. destruct (le_lt_dec n p); [|easy]. now rewrite nth_overflow in Hp by lia. }
  split.
  - intros K. split; intros i j Hi Q; pose proof (I i Hi) as Li; pose proof Hi as Hj; rewrite Q in Hj;
      pose proof (I j Hj) as Lj; apply K; rewrite !T.
    + destruct (Nat.ltb_spec i n); lia.
    + destruct (Nat.ltb_spec i n), (Nat.ltb_spec j n); lia.
    + destruct (Nat.ltb_spec (n + i) n); [lia|]. replace (n + i - n) with i by lia. lia.
    + destruct (Nat.ltb_spec (n + i) n), (Nat.ltb_spec (n + j) n); try lia.
      replace (n + i - n) with i by lia. replace (n + j - n) with j by lia. lia.
  - intros (K1 & K2) i j. rewrite !T. destruct (Nat.ltb_spec i n), (Nat.ltb_spec j n); intros Hi Q.
    + apply K1; lia.
    + lia.
    + lia.
    + specialize (K2 (i - n) (j - n)). cbn beta in K2. replace (n + (i - n)) with i in K2 by lia.
      replace (n + (j - n)) with j in K2 by lia. apply K2; lia.
Qed.

(** The grid is its first [M] rows and their image; for odd [n] the middle row belongs to both. *)
Lemma joint_spec X n M L : (n = 2 * M \/ S n = 2 * M) ->
  (forall i j, i < n -> j < n -> X i j = X (n - 1 - i) (n - 1 - j)) ->
  good X n (fun _ => M) L ->
  (joint n L = true <->
   forall f, even X n (fun _ => n) f ->
   forall i j i' j', i < n -> j < n -> i' < n -> j' < n -> X i j = true -> X i' j' = true -> f i j = f i' j').
Proof.
  intros HM Sym (G1 & G2 & G3 & G4 & G5). unfold joint.
  destruct (unites_spec (map (fun j => (j, n + (n - 1 - j))) (seq 0 n)) (twice L)) as (Z & U).
  assert (T : forall p, nth p (twice L) 0 = if p <? n then 2 * nth p L 0 else pred (2 * nth (p - n) L 0))
    by (intros; now apply nth_twice).
  assert (Z0 : forall p, p < n -> (nth p (twice L) 0 <> 0 <-> X (pred M) p = true /\ 0 < M)).
  { intros p Hp. rewrite T. destruct (Nat.ltb_spec p n); [|lia]. specialize (G2 p Hp). unfold top in G2.
    destruct M; simpl pred; [split; intros; [|lia]; destruct G2; lia || (exfalso; intuition lia)|]. intuition lia. }
  assert (Z1 : forall p, p < n -> (nth (n + p) (twice L) 0 <> 0 <-> X (pred M) p = true /\ 0 < M)).
  { intros p Hp. rewrite <- Z0 by easy. rewrite !T. destruct (Nat.ltb_spec p n); [|lia].
    destruct (Nat.ltb_spec (n + p) n); [lia|]. replace (n + p - n) with p by lia. lia. }
  assert (P : forall p q, In (p, q) (map (fun j => (j, n + (n - 1 - j))) (seq 0 n)) <-> p < n /\ q = n + (n - 1 - p)).
  { intros p q. rewrite in_map_iff. split.
    - intros (j & [= <- <-] & Hj). apply in_seq in Hj. lia.
    - intros (H1 & ->). exists p. split; [easy|]. apply in_seq. lia. }
  rewrite all_one_spec. split.
  - intros A f (V & S).
    set (f2 := fun i j => f (n - 1 - i) (n - 1 - j)).
    assert (E1 : even X n (fun _ => M) f) by (split; intros; [apply V | apply S]; auto; lia).
    assert (E2 : even X n (fun _ => M) f2).
    { unfold f2. split.
      - intros i j Hj Hi W W'. rewrite Sym in W, W' by lia. symmetry.
        replace (n - 1 - i) with (Datatypes.S (n - 1 - Datatypes.S i)) in * by lia. apply V; auto; lia.
      - intros i j Hj Hi _ W W'. rewrite Sym in W, W' by lia. symmetry.
        replace (n - 1 - j) with (Datatypes.S (n - 1 - Datatypes.S j)) in * by lia. apply S; auto; lia. }
    set (k := fun p => if p <? n then f (pred M) p else f2 (pred M) (p - n)).
    assert (K : resp (twice L) k).
    { apply (resp_twice n); [easy|]. pose proof (G3 f E1) as R1. pose proof (G3 f2 E2) as R2.
      unfold at_top in R1, R2.
      assert (I : forall p, nth p L 0 <> 0 -> p < n).
      { intros p Hp. destruct (le_lt_dec n p); [|easy]. now rewrite nth_overflow in Hp by lia. }
      split; intros i j Hi Q; pose proof (I i Hi) as Li; pose proof Hi as Hj; rewrite Q in Hj;
        pose proof (I j Hj) as Lj; unfold k.
      - destruct (Nat.ltb_spec i n), (Nat.ltb_spec j n); try lia. now apply R1.
      - destruct (Nat.ltb_spec (n + i) n), (Nat.ltb_spec (n + j) n); try lia.
        replace (n + i - n) with i by lia. replace (n + j - n) with j by lia. now apply R2. }
    assert (KU : resp (fold_left unite (map (fun j => (j, n + (n - 1 - j))) (seq 0 n)) (twice L)) k).
    { apply U. split; [easy|]. intros p q I Hp Hq. apply P in I. destruct I as (Lp & ->).
      apply Z0 in Hp; [|easy]. apply Z1 in Hq; [|lia]. destruct Hp as (Hp & M0), Hq as (Hq & _).
      rewrite Sym in Hq by lia. unfold k, f2. destruct (Nat.ltb_spec p n); [|lia].
      destruct (Nat.ltb_spec (n + (n - 1 - p)) n); [lia|].
      replace (n - 1 - (n + (n - 1 - p) - n)) with p by lia.
      replace (n - 1 - (n - 1 - p)) with p in Hq by lia.
      destruct HM as [HM|HM].
      - replace (n - 1 - pred M) with (Datatypes.S (pred M)) in * by lia. apply V; auto; lia.
      - f_equal. lia. }
    specialize (A k KU).
    assert (B : exists v, (forall j, j < n -> top X (fun _ => M) j = true -> at_top f (fun _ => M) j = v) /\
                          (forall j, j < n -> top X (fun _ => M) j = true -> at_top f2 (fun _ => M) j = v)).
    { assert (Tp : forall j, top X (fun _ => M) j = true <-> X (pred M) j = true /\ 0 < M).
      { intros j. unfold top. destruct M; simpl; [split; [easy | lia] | intuition lia]. }
      destruct (existsb (fun x => negb (x =? 0)) L) eqn:Ex.
      - apply existsb_exists in Ex. destruct Ex as (x & Hx & Nx). apply (In_nth _ _ 0) in Hx.
        destruct Hx as (p & Lp & Ep). exists (k p).
        assert (Np : nth p (fold_left unite (map (fun j => (j, n + (n - 1 - j))) (seq 0 n)) (twice L)) 0 <> 0).
        { apply Z. rewrite T. destruct (Nat.ltb_spec p n); [|lia]. rewrite Ep.
          destruct (Nat.eqb_spec x 0); [easy | lia]. }
        split; intros j Hj Tj; apply Tp in Tj.
        + transitivity (k j).
          * unfold k, at_top. destruct (Nat.ltb_spec j n); [easy | lia].
          * apply A; [|easy]. apply Z. now apply Z0.
        + transitivity (k (n + j)).
          * unfold k, at_top. destruct (Nat.ltb_spec (n + j) n); [lia|]. now replace (n + j - n) with j by lia.
          * apply A; [|easy]. apply Z. now apply Z1.
      - exists true. assert (N : forall j, j < n -> top X (fun _ => M) j = true -> False).
        { intros j Hj Tj. apply G2 in Tj; [|easy].
          assert (C : existsb (fun x => negb (x =? 0)) L = true); [|congruence].
          apply existsb_exists. exists (nth j L 0). split; [apply nth_In; lia|].
          destruct (Nat.eqb_spec (nth j L 0) 0); easy. }
        split; intros j Hj Tj; destruct (N j Hj Tj). }
    destruct B as (v & B1 & B2).
    assert (Q : forall i j, i < n -> j < n -> X i j = true -> f i j = v).
    { intros i j Hi Hj W. destruct (le_lt_dec M i) as [L'|L'].
      - rewrite <- (G5 f2 v E2 B2 (n - 1 - i) (n - 1 - j)); [| lia | lia | now rewrite <- Sym].
        unfold f2. f_equal; lia.
      - now apply (G5 f v E1 B1). }
    intros i j i' j' Hi Hj Hi' Hj' W W'. now rewrite (Q i j), (Q i' j').
  - intros A k KU. apply U in KU. destruct KU as (K & KP). apply (resp_twice n) in K; [|easy].
    destruct K as (K1 & K2). destruct (G4 _ K1) as (f1 & (V1 & S1) & F1), (G4 _ K2) as (f2 & (V2 & S2) & F2).
    unfold at_top in F1, F2.
    assert (Tp : forall j, X (pred M) j = true -> 0 < M -> top X (fun _ => M) j = true).
    { intros j. unfold top. now destruct M; simpl. }
    assert (KJ : forall j, j < n -> X (pred M) j = true -> X (pred M) (n - 1 - j) = true -> 0 < M ->
                 k j = k (n + (n - 1 - j))).
    { intros j Hj W W' M0. apply KP; [now apply P | now apply Z0 | apply Z1; [lia | easy]]. }
    set (f := fun i j => if i <? M then f1 i j else f2 (n - 1 - i) (n - 1 - j)).
    assert (E : even X n (fun _ => n) f).
    { unfold f. split.
      - intros i j Hj Hi W W'. destruct (Nat.ltb_spec i M) as [L1|L1], (Nat.ltb_spec (Datatypes.S i) M) as [L2|L2]; try lia.
        + now apply V1.
        + assert (i = pred M) as -> by lia. rewrite F1 by (lia || (apply Tp; [easy | lia])).
          rewrite Sym in W' by lia.
          destruct HM as [HM|HM].
          * replace (n - 1 - Datatypes.S (pred M)) with (pred M) in * by lia.
            rewrite F2 by (lia || (apply Tp; [easy | lia])). apply KJ; auto; lia.
          * pose proof W as W2. rewrite Sym in W2 by lia.
            replace (n - 1 - pred M) with (pred M) in W2 by lia.
            rewrite V2; [|lia | lia | easy | now replace (Datatypes.S (n - 1 - Datatypes.S (pred M))) with (pred M) by lia].
            replace (Datatypes.S (n - 1 - Datatypes.S (pred M))) with (pred M) by lia.
            rewrite F2 by (lia || (apply Tp; [easy | lia])). apply KJ; auto; lia.
        + rewrite Sym in W, W' by lia. symmetry.
          replace (n - 1 - i) with (Datatypes.S (n - 1 - Datatypes.S i)) in * by lia. apply V2; auto; lia.
      - intros i j Hj Hi _ W W'. destruct (Nat.ltb_spec i M); [now apply S1|].
        rewrite Sym in W, W' by lia. symmetry.
        replace (n - 1 - j) with (Datatypes.S (n - 1 - Datatypes.S j)) in * by lia. apply S2; auto; lia. }
    specialize (A f E).
    assert (Q : forall p, nth p (twice L) 0 <> 0 -> exists i j, i < n /\ j < n /\ X i j = true /\ f i j = k p).
    { intros p Hp. assert (Lp : p < n + n).
      { destruct (le_lt_dec (n + n) p); [|easy]. rewrite nth_overflow in Hp; [easy|].
        unfold twice. rewrite app_length, !map_length. lia. }
      destruct (le_lt_dec n p) as [L1|L1].
      - replace p with (n + (p - n)) in * by lia. set (q := p - n) in *.
        apply Z1 in Hp; [|lia]. destruct Hp as (W & M0).
        exists (n - 1 - pred M), (n - 1 - q). split; [lia|]. split; [lia|].
        split; [rewrite <- Sym by lia; easy|]. unfold f.
        destruct (Nat.ltb_spec (n - 1 - pred M) M) as [L2|L2].
        + assert (HM' : Datatypes.S n = 2 * M) by lia. replace (n - 1 - pred M) with (pred M) in * by lia.
          pose proof W as W2. rewrite Sym in W2 by lia. replace (n - 1 - pred M) with (pred M) in W2 by lia.
          rewrite F1 by (lia || (apply Tp; [easy | lia])).
          rewrite (KJ (n - 1 - q)); [| lia | easy | | easy].
          * f_equal. lia.
          * now replace (n - 1 - (n - 1 - q)) with q by lia.
        + replace (n - 1 - (n - 1 - pred M)) with (pred M) by lia. replace (n - 1 - (n - 1 - q)) with q by lia.
          apply F2; [lia|]. now apply Tp.
      - apply Z0 in Hp; [|easy]. destruct Hp as (W & M0). exists (pred M), p.
        split; [lia|]. split; [easy|]. split; [easy|]. unfold f. destruct (Nat.ltb_spec (pred M) M); [|lia].
        apply F1; [easy | now apply Tp]. }
    intros p q Hp Hq. apply Z in Hp, Hq. destruct (Q p Hp) as (i & j & I1 & I2 & I3 & <-).
    destruct (Q q Hq) as (i' & j' & J1 & J2 & J3 & <-). now apply A.
Qed.
