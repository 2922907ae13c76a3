(** Counts another kind of grid by the same means: those whose white squares are connected, without any rule about words.

    [Regions.v] knows no crossword, and a sum over merged states needs no more than an automaton that reads rows ([sweep_spec]).
    Here the automaton holds the labels of the border, or that the only region has left the border ([Closed]). The counts are
    the terms of OEIS A059525. *)

From Coq Require Import Arith NArith List Bool Lia.
From Gridcheck Require Import Spec Lines Decide Connected Validator Search Sanity Regions Transfer Merging Upper TransferCorrect.
Import ListNotations.

(** ** Automata that read rows *)

Section Sweep.
  Variable S : Type.
  Variable eqb : S -> S -> bool.
  Hypothesis eqb_eq : forall a b, eqb a b = true -> a = b.
  Variable next : S -> list bool -> option S.
  Variable ends : S -> bool.
  Variable rows : list (list bool).

  Fixpoint reads (s : S) (g : grid) : bool :=
    match g with
    | [] => ends s
    | w :: g' => match next s w with Some s' => reads s' g' | None => false end
    end.

  Fixpoint merge (s : S) (k : N) (t : list (S * N)) : list (S * N) :=
    match t with
    | [] => [(s, k)]
    | (s', k') :: t' => if eqb s s' then (s', (k + k')%N) :: t' else (s', k') :: merge s k t'
    end.
  Definition sweep_row (t : list (S * N)) : list (S * N) :=
    fold_left (fun acc p => fold_left (fun acc w =>
      match next (fst p) w with Some s' => merge s' (snd p) acc | None => acc end) rows acc) t [].
  Fixpoint sweep (k : nat) (t : list (S * N)) : N :=
    match k with
    | 0 => sum (fun p => if ends (fst p) then snd p else 0%N) t
    | Datatypes.S k' => sweep k' (sweep_row t)
    end.

  Definition worth (k : nat) (s : S) : N := sum (fun g => if reads s g then 1%N else 0%N) (lists k rows).
  Definition total (k : nat) (t : list (S * N)) : N := sum (fun p => (snd p * worth k (fst p))%N) t.

  Lemma worth_succ k s : worth (Datatypes.S k) s =
    sum (fun w => match next s w with Some s' => worth k s' | None => 0%N end) rows.
  Proof.
    unfold worth. cbn [lists].
    enough (Gen : forall ws, sum (fun g => if reads s g then 1%N else 0%N) (flat_map (fun x => map (cons x) (lists k rows)) ws) =
      sum (fun w => match next s w with Some s' => sum (fun g => if reads s' g then 1%N else 0%N) (lists k rows) | None => 0%N end) ws)
      by apply Gen.
    induction ws as [|w ws IH]; [easy|]. cbn [flat_map]. rewrite sum_app, sum_map, IH. cbn [reads]. simpl.
    f_equal. destruct (next s w); [easy | now apply sum_zero].
  Qed.

  Lemma merge_total k s j t : total k (merge s j t) = (j * worth k s + total k t)%N.
  Proof.
    unfold total. induction t as [|(s', j') t IH]; cbn [merge]; [reflexivity|].
    destruct (eqb s s') eqn:E; [apply eqb_eq in E as ->; simpl; lia|]. simpl. rewrite IH. lia.
  Qed.

  Lemma total_cons k s j t : total k ((s, j) :: t) = (j * worth k s + total k t)%N.
  Proof. reflexivity. Qed.

  Lemma sweep_row_total k t : total k (sweep_row t) = total (Datatypes.S k) t.
  Proof.
    unfold sweep_row.
    assert (Row : forall s j ws acc, total k (fold_left (fun acc w =>
        match next s w with Some s' => merge s' j acc | None => acc end) ws acc) =
      (j * sum (fun w => match next s w with Some s' => worth k s' | None => 0 end) ws + total k acc)%N).
    { intros s j. induction ws as [|w ws IH]; intros acc; simpl; [lia|]. rewrite IH.
      destruct (next s w); [rewrite merge_total; lia | lia]. }
    assert (Gen : forall acc, total k (fold_left (fun acc p => fold_left (fun acc w =>
        match next (fst p) w with Some s' => merge s' (snd p) acc | None => acc end) rows acc) t acc) =
      (total (Datatypes.S k) t + total k acc)%N).
    { induction t as [|(s, j) t IH]; intros acc; cbn [fold_left fst snd]; [easy|]. rewrite IH, Row, total_cons, worth_succ. lia. }
    rewrite Gen. change (total k []) with 0%N. lia.
  Qed.

  Theorem sweep_spec : forall k s, sweep k [(s, 1%N)] = sum (fun g => if reads s g then 1%N else 0%N) (lists k rows).
  Proof.
    assert (Gen : forall k t, sweep k t = total k t).
    { induction k as [|k IH]; intros t; cbn [sweep].
      - unfold total, worth. cbn [lists]. apply sum_ext. intros (s, j) _. simpl. destruct (ends s); lia.
      - rewrite IH. apply sweep_row_total. }
    intros k s. rewrite Gen, total_cons. change (total k []) with 0%N. unfold worth. lia.
  Qed.
End Sweep.

(** ** Labels, and a region that has left the border *)

Inductive border := Open (L : list nat) | Closed.
Definition same_border (a b : border) : bool :=
  match a, b with
  | Open L, Open L' => if list_eq_dec Nat.eq_dec L L' then true else false
  | Closed, Closed => true
  | _, _ => false
  end.
Definition square_step (s : border) (c : nat) (b : bool) : option border :=
  match s with
  | Open L =>
      match lstep L c b with
      | Some L' => Some (Open L')
      | None => if forallb (Nat.eqb 0) (upd c 0 L) then Some Closed else None
      end
  | Closed => if b then None else Some Closed
  end.
Fixpoint squares_step (s : border) (c : nat) (w : list bool) : option border :=
  match w with
  | [] => Some s
  | b :: w' => match square_step s c b with Some s' => squares_step s' (S c) w' | None => None end
  end.
Definition row_step (s : border) (w : list bool) : option border :=
  match squares_step s 0 w with Some (Open L) => Some (Open (canon L)) | s' => s' end.
Definition one_region_ends (s : border) : bool :=
  match s with Open L => existsb (fun x => negb (x =? 0)) L &&& all_one L | Closed => true end.

(** The number of n x n grids whose white squares are one region. *)
Definition animals (n : nat) : N := sweep border same_border row_step one_region_ends (bits n) n [(Open (repeat 0 n), 1%N)].

Lemma same_border_eq a b : same_border a b = true -> a = b.
Proof. destruct a, b; simpl; try easy. now destruct (list_eq_dec Nat.eq_dec L L0) as [->|]. Qed.

Section Animal.
  Variable n : nat.
  Variable g : grid.
  Hypothesis G : is_grid n g.
  Hypothesis n_positive : 0 < n.
  Let X := whiteb g.

  Definition placed (r c i j : nat) : Prop := i < heights r c j /\ X i j = true.
  Definition one_animal : Prop := (exists r c, white g r c) /\ one_region g.

  (** What the automaton knows after [c] squares of row [r]. *)
  Definition border_known (r c : nat) (s : border) : Prop :=
    match s with
    | Open L => good X n (heights r c) L
    | Closed => (exists i j, placed r c i j) /\ (forall j, j < n -> top X (heights r c) j = false) /\
        forall f, even X n (heights r c) f -> forall i j i' j', placed r c i j -> placed r c i' j' -> f i j = f i' j'
    end.

  Lemma placed_inside r c i j : placed r c i j -> i < n /\ j < n.
  Proof. intros (_ & W). now apply (inside n g G). Qed.

  (** Two colours that no neighbours share: then there are two regions. *)
  Lemma two_regions f i j i' j' : even X n (fun _ => n) f -> X i j = true -> X i' j' = true -> f i j <> f i' j' -> ~ one_animal.
  Proof.
    intros E W W' D (_ & O). apply D. exact (proj1 (region_colours n g G) O f E i j i' j' W W').
  Qed.

  (** A colouring of what is placed, and false elsewhere, is even if the border's squares are false where they meet white ones. *)
  Lemma even_cut r c f : r < n -> c < n -> even X n (heights r c) f ->
    (forall j, j < n -> top X (heights r c) j = true -> X (heights r c j) j = true -> at_top f (heights r c) j = false) ->
    (forall j, c = S j -> X r j = true -> X r c = true -> f r j = false) ->
    even X n (fun _ => n) (fun i j => if i <? heights r c j then f i j else false).
  Proof.
    intros Hr Hc (V & H) Down Right. unfold top, at_top in Down. split.
    - intros i j Hj Hi W W'.
      destruct (Nat.ltb_spec i (heights r c j)) as [L1|L1], (Nat.ltb_spec (S i) (heights r c j)) as [L2|L2]; try lia; auto.
      assert (E : heights r c j = S i) by lia. specialize (Down j Hj). rewrite E in Down. now apply Down.
    - intros i j Hj Hi _ W W'.
      destruct (Nat.ltb_spec i (heights r c j)) as [L1|L1], (Nat.ltb_spec i (heights r c (S j))) as [L2|L2]; auto.
      + assert (E : i = r /\ c = S j).
        { unfold heights in L1, L2. destruct (Nat.ltb_spec j c), (Nat.ltb_spec (S j) c); lia. }
        destruct E as (-> & E). apply Right; auto. now rewrite E.
      + unfold heights in L1, L2. destruct (Nat.ltb_spec j c), (Nat.ltb_spec (S j) c); lia.
  Qed.

  Lemma square_known r c s : r < n -> c < n -> border_known r c s ->
    match square_step s c (X r c) with
    | Some s' => border_known r (S c) s'
    | None => ~ one_animal
    end.
  Proof.
    intros Hr Hc K. assert (Hh : heights r c c = r) by (unfold heights; now rewrite Nat.ltb_irrefl).
    assert (Raise : forall j, j < n -> raise (heights r c) c j = heights r (S c) j).
    { intros j Hj. now apply (heights_succ n n_positive). }
    assert (Grow : forall f, even X n (heights r (S c)) f -> even X n (heights r c) f).
    { intros f (V & H). split; intros i j Hj; intros; [apply V | apply H]; auto;
        unfold heights in *; repeat match goal with |- context [?a <? ?b] => destruct (Nat.ltb_spec a b) end;
        repeat match goal with H : context [?a <? ?b] |- _ => destruct (Nat.ltb_spec a b) end; lia. }
    assert (Black : X r c = false -> forall i j, placed r (S c) i j -> placed r c i j).
    { intros B i j (Hi & W). split; [|exact W]. destruct (placed_inside r (S c) i j (conj Hi W)) as (_ & Hj).
      unfold heights in Hi |- *. destruct (Nat.ltb_spec j (S c)), (Nat.ltb_spec j c); try lia.
      assert (j = c) by lia. subst j. destruct (Nat.eq_dec i r) as [Ei|]; [|lia]. subst i. exfalso. clear - B W. unfold X in *. congruence. }
    destruct s as [L|]; cbn [square_step border_known] in *.
    - pose proof (lstep_good X n (heights r c) c Hc) as Z. rewrite Hh in Z.
      assert (Z1 : forall k, c = S k -> heights r c k = S r).
      { intros k ->. unfold heights. destruct (Nat.ltb_spec k (S k)); [easy | lia]. }
      assert (Z2 : S c < n -> heights r c (S c) <= r).
      { intros _. unfold heights. destruct (Nat.ltb_spec (S c) c); lia. }
      specialize (Z Z1 Z2 L K). destruct (lstep L c (X r c)) as [L'|].
      + apply (good_heights X n (raise (heights r c) c)); [exact Raise | exact Z].
      + destruct Z as (B & T & f & Ef & F1 & F2). pose proof K as (G1 & G2 & G3 & G4 & G5).
        assert (N : forall j, nth j (upd c 0 L) 0 = if j =? c then 0 else nth j L 0) by (intros; apply nth_upd; lia).
        destruct (forallb (Nat.eqb 0) (upd c 0 L)) eqn:Al.
        * rewrite forallb_forall in Al.
          assert (Z0 : forall j, j < n -> j <> c -> top X (heights r c) j = false).
          { intros j Hj Nj. destruct (top X (heights r c) j) eqn:Tj; [|easy]. apply (G2 j Hj) in Tj.
            assert (In0 : In (nth j (upd c 0 L) 0) (upd c 0 L)) by (apply nth_In; rewrite upd_length; lia).
            apply Al, Nat.eqb_eq in In0. rewrite N in In0. destruct (Nat.eqb_spec j c); [easy|]. now symmetry in In0. }
          cbn [border_known]. split; [|split].
          -- unfold top in T. rewrite Hh in T. destruct r as [|i]; [easy|]. exists i, c. split; [|exact T].
             unfold heights. destruct (Nat.ltb_spec c (S c)); lia.
          -- intros j Hj. unfold top. rewrite <- Raise by easy. fold (top X (raise (heights r c) c) j). rewrite top_raise, Hh.
             destruct (Nat.eqb_spec j c) as [->|]; [exact B | now apply Z0].
          -- intros f' E' i j i' j' P P'. apply Grow in E'. apply (Black B) in P, P'.
             assert (A : forall a, a < n -> top X (heights r c) a = true -> at_top f' (heights r c) a = at_top f' (heights r c) c).
             { intros a Ha Ta. destruct (Nat.eq_dec a c) as [->|Na]; [easy|]. now rewrite Z0 in Ta. }
             destruct (placed_inside _ _ _ _ P), (placed_inside _ _ _ _ P'), P, P'.
             now rewrite !(G5 f' _ E' A).
        * assert (Ex : exists j, j < n /\ j <> c /\ top X (heights r c) j = true).
          { destruct (existsb (fun x => negb (0 =? x)) (upd c 0 L)) eqn:Ex.
            - apply existsb_exists in Ex. destruct Ex as (x & Hx & Nx). apply (In_nth _ _ 0) in Hx. destruct Hx as (j & Hj & <-).
              rewrite upd_length in Hj. rewrite N in Nx. destruct (Nat.eqb_spec j c); [easy|]. exists j. split; [lia|]. split; [easy|].
              apply G2; [lia|]. intros Q. now rewrite Q in Nx.
            - exfalso. assert (Y : forallb (Nat.eqb 0) (upd c 0 L) = true); [|congruence]. apply forallb_forall. intros x Hx.
              destruct (0 =? x) eqn:E; [easy|]. assert (Y : existsb (fun x => negb (0 =? x)) (upd c 0 L) = true); [|congruence].
              apply existsb_exists. exists x. now rewrite E. }
          destruct Ex as (j & Hj & Nj & Tj).
          assert (E : even X n (fun _ => n) (fun i j => if i <? heights r c j then f i j else false)).
          { apply even_cut; auto.
            - intros a Ha Ta Wa. destruct (Nat.eq_dec a c) as [->|Na]; [rewrite Hh in Wa; congruence | now apply F2].
            - intros a _ _ W. congruence. }
          pose proof (F2 j Hj Nj Tj) as F3. unfold top, at_top in *.
          destruct (heights r c c) as [|i] eqn:E1; [easy|]. destruct (heights r c j) as [|i'] eqn:E2; [easy|]. simpl in F1, F3.
          refine (two_regions _ i c i' j E T Tj _). rewrite E1, E2.
          destruct (Nat.ltb_spec i (S i)); [|lia]. destruct (Nat.ltb_spec i' (S i')); [|lia]. congruence.
    - destruct K as ((i0 & j0 & P0) & Tp & Al). destruct (X r c) eqn:B.
      + set (f := fun (_ _ : nat) => true).
        assert (E : even X n (fun _ => n) (fun i j => if i <? heights r c j then f i j else false)).
        { apply even_cut; auto.
          - now split.
          - intros j Hj Tj. rewrite Tp in Tj by easy. discriminate.
          - intros j -> W. specialize (Tp j ltac:(lia)). unfold top in Tp.
            assert (Eh : heights r (S j) j = S r) by (unfold heights; destruct (Nat.ltb_spec j (S j)); lia).
            rewrite Eh in Tp. congruence. }
        destruct P0 as (P1 & P2). refine (two_regions _ i0 j0 r c E P2 B _). rewrite Hh, Nat.ltb_irrefl.
        destruct (Nat.ltb_spec i0 (heights r c j0)); [easy | lia].
      + cbn [border_known]. split; [|split].
        * exists i0, j0. destruct (placed_inside _ _ _ _ P0) as (_ & Hj). destruct P0 as (P1 & P2). split; [|easy].
          rewrite <- Raise by easy. unfold raise. destruct (Nat.eqb_spec j0 c) as [->|]; lia.
        * intros j Hj. unfold top. rewrite <- Raise by easy. fold (top X (raise (heights r c) c) j). rewrite top_raise, Hh.
          destruct (Nat.eqb_spec j c) as [->|]; [exact B | now apply Tp].
        * intros f E i j i' j' P P'. apply (Al f (Grow f E)); now apply Black.
  Qed.

  Lemma row_known r s : r < n -> border_known r 0 s ->
    match row_step s (map (X r) (seq 0 n)) with Some s' => border_known (S r) 0 s' | None => ~ one_animal end.
  Proof.
    intros Hr K. unfold row_step.
    assert (Gen : forall k c s, c + k = n -> border_known r c s ->
      match squares_step s c (map (X r) (seq c k)) with Some s' => border_known r n s' | None => ~ one_animal end).
    { induction k as [|k IH]; intros c s0 Hc K0; cbn [seq map squares_step]; [now replace n with c by lia|].
      pose proof (square_known r c s0 Hr ltac:(lia) K0) as Q. destruct (square_step s0 c (X r c)) as [s1|]; [|exact Q].
      apply IH; [lia | exact Q]. }
    specialize (Gen n 0 s eq_refl K). destruct (squares_step s 0 _) as [[L|]|]; [| |exact Gen]; cbn [border_known] in *.
    - apply good_canon, (good_heights X n (heights r n)); [|exact Gen]. intros j Hj. now apply heights_row.
    - assert (E : forall j, j < n -> heights r n j = heights (S r) 0 j) by (intros; now apply heights_row).
      destruct Gen as ((i & j & P) & Tp & Al).
      assert (Pe : forall i j, placed (S r) 0 i j -> placed r n i j).
      { intros a c (P1 & P2). pose proof (proj2 (inside n g G a c P2)) as Hc. split; [now rewrite E|easy]. }
      split; [|split].
      + exists i, j. destruct (placed_inside _ _ _ _ P) as (_ & Hj). destruct P. split; [now rewrite <- E | easy].
      + intros a Ha. unfold top in *. rewrite <- E by easy. now apply Tp.
      + intros f (V & H) a c a' c' P1 P2. apply (Al f); auto.
        split; intros x y Hy; rewrite ?E by lia; [apply V; lia | intros; apply H; auto; rewrite <- E; auto; lia].
  Qed.

  Lemma end_known s : border_known n 0 s -> (one_region_ends s = true <-> one_animal).
  Proof.
    intros K. assert (In' : forall i j, X i j = true -> i < n /\ j < n) by (intros i j W; now apply (inside n g G)).
    assert (Pl : forall i j, X i j = true -> placed n 0 i j) by (intros i j W; split; [apply In' in W; unfold heights; simpl; lia | easy]).
    unfold one_animal. rewrite (region_colours n g G). destruct s as [L|]; cbn [one_region_ends border_known] in *.
    - pose proof K as (G1 & G2 & G3 & G4 & G5). rewrite and_true, all_one_spec, existsb_exists. split.
      + intros ((x & Hx & Nx) & A). apply (In_nth _ _ 0) in Hx. destruct Hx as (j & Hj & <-).
        assert (Nj : nth j L 0 <> 0) by (intros Q; now rewrite Q in Nx). rewrite G1 in Hj. pose proof (proj1 (G2 j Hj) Nj) as Tj.
        split.
        * unfold top in Tj. destruct (heights n 0 j) as [|i]; [easy|]. now exists i, j.
        * intros f E r c r' c' W W'.
          assert (Al : forall a, a < n -> top X (heights n 0) a = true -> at_top f (heights n 0) a = at_top f (heights n 0) j).
          { intros a Ha Ta. apply (A _ (G3 f E)); [now apply G2 | easy]. }
          rewrite (G5 f _ E Al r c), (G5 f _ E Al r' c'); auto; try (now apply Pl); now apply In' in W, W'.
      + intros ((r & c & W) & O). split.
        * destruct (existsb (fun x => negb (x =? 0)) L) eqn:Ex; [now apply existsb_exists in Ex|]. exfalso.
          assert (Z : forall a, a < n -> top X (heights n 0) a = true -> False).
          { intros a Ha Ta. apply (G2 a Ha) in Ta. assert (Y : existsb (fun x => negb (x =? 0)) L = true); [|congruence].
            apply existsb_exists. exists (nth a L 0). split; [apply nth_In; lia|]. now destruct (Nat.eqb_spec (nth a L 0) 0). }
          assert (E : even X n (heights n 0) (fun _ _ => true)) by now split.
          destruct (Pl r c W) as (P1 & _). destruct (In' r c W) as (_ & Hc).
          pose proof (G5 _ false E ltac:(intros a Ha Ta; exfalso; eauto) r c Hc P1 W). discriminate.
        * intros k Kr i j Hi Hj.
          assert (Li : forall a, nth a L 0 <> 0 -> a < n).
          { intros a Ha. destruct (le_lt_dec n a); [|easy]. now rewrite nth_overflow in Ha by lia. }
          destruct (G4 k Kr) as (f & E & F). pose proof (proj1 (G2 i (Li i Hi)) Hi) as Ti. pose proof (proj1 (G2 j (Li j Hj)) Hj) as Tj.
          rewrite <- (F i (Li i Hi) Ti), <- (F j (Li j Hj) Tj). unfold top, at_top in *.
          destruct (heights n 0 i) as [|a]; [easy|]. destruct (heights n 0 j) as [|a']; [easy|]. now apply O.
    - destruct K as ((i & j & P) & Tp & Al). split; [|easy]. intros _. split; [exists i, j; exact (proj2 P)|].
      intros f E r c r' c' W W'. apply (Al f E); now apply Pl.
  Qed.

  Lemma reads_known : reads border row_step one_region_ends (Open (repeat 0 n)) g = true <-> one_animal.
  Proof.
    assert (Eg : g = map (fun r => map (X r) (seq 0 n)) (seq 0 n)).
    { apply map_nth_seq with (@nil bool); [now destruct G|]. intros r Hr. symmetry. now apply (row_map n g G). }
    assert (Gen : forall k r s, r + k = n -> border_known r 0 s ->
      (reads border row_step one_region_ends s (map (fun r => map (X r) (seq 0 n)) (seq r k)) = true <-> one_animal)).
    { induction k as [|k IH]; intros r s Hr K; cbn [seq map reads].
      - rewrite Nat.add_0_r in Hr. subst r. now apply end_known.
      - pose proof (row_known r s ltac:(lia) K) as Q. destruct (row_step s _) as [s'|]; [apply IH; [lia | exact Q]|].
        split; [easy | intros H; now apply Q in H]. }
    rewrite Eg at 1. apply Gen; [easy|]. cbn [border_known]. apply (good_heights X n (fun _ => 0)); [easy|]. apply good_start.
  Qed.
End Animal.

(** The sweep counts the grids whose white squares are one region. *)
Theorem animals_correct : forall n, 0 < n -> number_of n (fun g => (exists r c, white g r c) /\ one_region g) (animals n).
Proof.
  intros n Hn. exists (filter (reads border row_step one_region_ends (Open (repeat 0 n))) (lists n (bits n))). split; [|split].
  - apply NoDup_filter, lists_NoDup, lists_NoDup. repeat constructor; simpl; intuition easy.
  - intros g. rewrite filter_In.
    assert (E : In g (lists n (bits n)) <-> is_grid n g).
    { unfold is_grid. split.
      - intros H. apply lists_spec in H. destruct H as (L & H). split; [exact L|]. intros w Hw. now apply bits_length, H.
      - intros (L & H). apply lists_spec. split; [exact L|]. intros w Hw. now apply bits_length, H. }
    rewrite E. split; intros (G & H); (split; [exact G|]); now apply (reads_known n g G Hn).
  - unfold animals. rewrite sweep_spec by exact same_border_eq. symmetry. apply sum_filter.
Qed.

(** The first terms of OEIS A059525. *)
Theorem animals_4 : number_of 4 (fun g => (exists r c, white g r c) /\ one_region g) 11506.
Proof. pose proof (animals_correct 4 ltac:(lia)) as H. replace (animals 4) with 11506%N in H by now vm_compute. exact H. Qed.
Theorem animals_5 : number_of 5 (fun g => (exists r c, white g r c) /\ one_region g) 2301877.
Proof. pose proof (animals_correct 5 ltac:(lia)) as H. replace (animals 5) with 2301877%N in H by now vm_compute. exact H. Qed.
Theorem animals_6 : number_of 6 (fun g => (exists r c, white g r c) /\ one_region g) 1732082741.
Proof. pose proof (animals_correct 6 ltac:(lia)) as H. replace (animals 6) with 1732082741%N in H by now vm_compute. exact H. Qed.
