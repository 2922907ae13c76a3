(** Decides validity, up to connectedness, and proves that the decision agrees with [Spec]. *)

From Coq Require Import Arith List Bool Lia.
From Gridcheck Require Import Spec Lines.
Import ListNotations.

Definition whiteb (g : grid) (r c : nat) : bool := nth c (nth r g []) false.

(** ** Words and crossings by neighbours *)

(** A line without white squares from [n] on. *)
Definition bounded (n : nat) (l : nat -> Prop) : Prop := forall i, n <= i -> ~ l i.

Definition has_neighbour (l : nat -> Prop) (i : nat) : Prop := l (S i) \/ exists j, i = S j /\ l j.

Section Line.
  Variable l : nat -> Prop.
  Hypothesis l_dec : forall i, l i \/ ~ l i.
  Variable n : nat.
  Hypothesis l_bounded : bounded n l.

  Lemma run_start i : l i ->
    exists s, s <= i /\ (forall j, s <= j <= i -> l j) /\ (forall j, S j = s -> ~ l j).
  Proof.
    induction i as [|i IH]; intros H.
    - exists 0. repeat split; try easy. intros j Hj. now replace j with 0 by lia.
    - destruct (l_dec i) as [Hi|Hi].
      + destruct (IH Hi) as (s & Hs & Hin & Hb). exists s. repeat split; try easy; [lia|].
        intros j Hj. destruct (Nat.eq_dec j (S i)) as [->|]; [easy | apply Hin; lia].
      + exists (S i). repeat split; try easy.
        * intros j Hj. now replace j with (S i) by lia.
        * intros j [= ->]. easy.
  Qed.

  Lemma run_end i : l i -> exists e, i < e /\ (forall j, i <= j < e -> l j) /\ ~ l e.
  Proof.
    assert (G : forall d i, n - i <= d -> l i -> exists e, i < e /\ (forall j, i <= j < e -> l j) /\ ~ l e).
    { induction d as [|d IH]; intros x Hd Hx.
      - exfalso. apply (l_bounded x); [lia | easy].
      - destruct (l_dec (S x)) as [Hs|Hs].
        + destruct (IH (S x)) as (e & He & Hin & Hb); [lia | easy |].
          exists e. repeat split; try easy; [lia|].
          intros j Hj. destruct (Nat.eq_dec j x) as [->|]; [easy | apply Hin; lia].
        + exists (S x). repeat split; try easy; [lia|].
          intros j Hj. now replace j with x by lia. }
    intros H. now apply (G (n - i) i).
  Qed.

  (** Every white square lies in a run. *)
  Lemma run_around i : l i -> exists s k, run l s k /\ s <= i < s + k.
  Proof.
    intros H. destruct (run_start i H) as (s & Hs & Hin & Hb).
    destruct (run_end i H) as (e & He & Hin' & Hb').
    exists s, (e - s). split; [|lia]. split; [lia|]. split; [|split].
    - intros j Hj. destruct (le_lt_dec j i); [apply Hin; lia | apply Hin'; lia].
    - now replace (s + (e - s)) with e by lia.
    - easy.
  Qed.

  (** A second statement of words: a white square lies in a word when it has a white neighbour. *)
  Theorem in_word_neighbour i : in_word l i <-> l i /\ has_neighbour l i.
  Proof.
    split.
    - intros (s & k & ((H1 & H2 & H3 & H4) & H5) & Hi). split; [now apply H2|].
      destruct (Nat.eq_dec i s) as [->|].
      + left. apply H2. lia.
      + right. exists (i - 1). split; [lia|]. apply H2. lia.
    - intros (Hi & Hn). destruct (run_around i Hi) as (s & k & Hr & Hk).
      exists s, k. split; [|easy]. split; [easy|]. destruct Hr as (H1 & H2 & H3 & H4).
      destruct (Nat.eq_dec k 1) as [->|]; [|lia]. exfalso. assert (i = s) by lia. subst i.
      destruct Hn as [Hn|(j & -> & Hj)].
      + apply H3. now rewrite Nat.add_1_r.
      + now apply (H4 j).
  Qed.
End Line.

(** ** Words by patterns *)

Lemma tally_exists P (f : nat -> bool) s k :
  (forall i, s <= i < s + k -> (P i <-> f i = true)) -> tally P s k (count_true (map f (seq s k))).
Proof.
  intros H. induction k as [|k IH]; [constructor|].
  rewrite seq_S, map_app, count_true_app. cbn [map].
  specialize (IH ltac:(intros i Hi; apply H; lia)). pose proof (H (s + k) ltac:(lia)) as E.
  unfold count_true at 2. simpl. destruct (f (s + k)) eqn:F; simpl.
  - rewrite Nat.add_1_r. apply tally_yes; [easy | now apply E].
  - rewrite Nat.add_0_r. apply tally_no; [easy|]. intros Q. apply E in Q. easy.
Qed.

Lemma tally_unique P s k m m' : tally P s k m -> tally P s k m' -> m = m'.
Proof.
  intros H. revert m'. induction H; intros m' H'; inversion H'; subst; try easy; f_equal; auto.
Qed.

Lemma tally_count P (f : nat -> bool) s k m :
  (forall i, s <= i < s + k -> (P i <-> f i = true)) ->
  tally P s k m <-> m = count_true (map f (seq s k)).
Proof.
  intros H. pose proof (tally_exists P f s k H) as E. split.
  - intros T. now apply tally_unique with (1 := T).
  - now intros ->.
Qed.

Lemma word_ok_pattern R (ch : nat -> Prop) (f : nat -> bool) s k :
  (forall i, s <= i < s + k -> (ch i <-> f i = true)) ->
  (word_ok R ch s k <-> word_pattern_ok R (map f (seq s k))).
Proof.
  intros H. unfold word_ok, word_pattern_ok. rewrite map_length, seq_length.
  assert (S1 : forall i j, s <= i -> i + j <= s + k ->
             (unchecked ch i j <-> stretch (map f (seq s k)) (i - s) j)).
  { intros i j Hi Hj. unfold unchecked, stretch. rewrite map_length, seq_length. split.
    - intros Hu. split; [lia|]. intros x Hx.
      rewrite nth_indep with (d' := f 0) by (rewrite map_length, seq_length; lia).
      rewrite map_nth, seq_nth by lia. apply not_true_is_false. intros E.
      apply (Hu (s + x)); [lia|]. apply H; [lia | easy].
    - intros (_ & Hx) x Hr C. apply H in C; [|lia].
      specialize (Hx (x - s) ltac:(lia)).
      rewrite nth_indep with (d' := f 0) in Hx by (rewrite map_length, seq_length; lia).
      rewrite map_nth, seq_nth in Hx by lia. replace (s + (x - s)) with x in Hx by lia. congruence. }
  assert (L : forall i j, stretch (map f (seq s k)) i j -> i + j <= k).
  { intros i j (Hl & _). now rewrite map_length, seq_length in Hl. }
  split; intros (H1 & H2 & H3 & H4 & H5 & H6); (split; [easy|]); (split; [easy|]);
    (split; [|split; [|split]]).
  - destruct H3 as (m & Ht & He). apply (tally_count _ f) in Ht; [|easy]. now subst.
  - intros i j Hs. pose proof (L _ _ Hs). apply (H4 (s + i) j); [lia | lia |].
    apply S1; [lia | lia |]. now replace (s + i - s) with i by lia.
  - intros j Hs. pose proof (L _ _ Hs). apply (H5 j); [lia|].
    apply S1; [lia | lia |]. now rewrite Nat.sub_diag.
  - intros j Hs. pose proof (L _ _ Hs).
    destruct (le_lt_dec j k).
    + apply (H6 j); [lia|]. apply S1; [lia | lia |]. now replace (s + k - j - s) with (k - j) by lia.
    + lia.
  - exists (count_true (map f (seq s k))). split; [now apply tally_exists | easy].
  - intros i j Hi Hj Hu. apply S1 in Hu; [|lia|lia]. now apply H4 in Hu.
  - intros j Hj Hu. apply S1 in Hu; [|lia|lia]. rewrite Nat.sub_diag in Hu. now apply H5 in Hu.
  - intros j Hj Hu. apply S1 in Hu; [|lia|lia].
    replace (s + k - j - s) with (k - j) in Hu by lia. now apply H6 in Hu.
Qed.

(** ** One line, with the crossings of its squares *)

Lemma run_ext (l l' : nat -> Prop) s k : (forall i, l i <-> l' i) -> run l s k -> run l' s k.
Proof.
  intros E (H1 & H2 & H3 & H4). split; [easy|]. split; [|split].
  - intros i Hi. now apply E, H2.
  - now rewrite <- E.
  - intros i Hi. rewrite <- E. now apply H4.
Qed.

Lemma run_one_alone (l : nat -> Prop) s : run l s 1 -> ~ has_neighbour l s.
Proof.
  intros (_ & _ & H3 & H4) [H|(j & -> & Hj)].
  - apply H3. now rewrite Nat.add_1_r.
  - now apply (H4 j).
Qed.

(** [across] tells which squares lie in a word across the line. *)
Lemma accepts_line R ls (l across : nat -> Prop) n :
  (forall i, l i \/ ~ l i) -> bounded n l ->
  (forall i, line_of ls i <-> l i) ->
  (forall i, l i -> (across i <-> crossed_of ls i = true)) ->
  (accepts R Out ls = true <->
   line_ok R l (fun i => in_word l i /\ across i) /\ (forall s, run l s 1 -> across s)).
Proof.
  intros Hd Hn Hl Ha. rewrite accepts_spec.
  assert (W : forall s k, run l s k -> 2 <= k ->
    (word_ok R (fun i => in_word l i /\ across i) s k <-> pattern_ok R (map (crossed_of ls) (seq s k)))).
  { intros s k Hr Hk. rewrite pattern_two by (rewrite map_length, seq_length; lia).
    apply word_ok_pattern. intros i Hi.
    assert (l i) by (destruct Hr as (_ & H2 & _); now apply H2).
    rewrite <- Ha by easy. split; [easy|]. intros H'. split; [|easy].
    exists s, k. split; [split|]; easy. }
  split.
  - intros H. assert (H' : forall s k, run l s k -> pattern_ok R (map (crossed_of ls) (seq s k))).
    { intros s k Hr. apply H. now apply run_ext with (l := l). }
    split; [split|].
    + intros s k (Hr & Hk). apply W; auto.
    + intros Hs s Hr. apply H' in Hr. simpl in Hr. destruct Hr. congruence.
    + intros s Hr. pose proof (H' s 1 Hr) as Hp. simpl in Hp. destruct Hp.
      apply Ha; [|easy]. destruct Hr as (_ & H2 & _). apply H2. lia.
  - intros ((H1 & H2) & H3) s k Hr.
    assert (Hr' : run l s k) by now apply run_ext with (l := line_of ls).
    destruct (le_lt_dec 2 k).
    + apply W; [easy | easy |]. apply H1. now split.
    + assert (k = 1) by (destruct Hr; lia). subst k. simpl. split.
      * destruct (single_cells R) eqn:E; [easy|]. exfalso. now apply (H2 eq_refl s).
      * apply Ha; [|now apply H3]. destruct Hr' as (_ & H4 & _). apply H4. lia.
Qed.

(** ** Letters of a row, from the rows above and below *)

Fixpoint letters (up cur down : list bool) : list letter :=
  match cur with
  | [] => []
  | b :: cur' => (b, hd false up || hd false down) :: letters (tl up) cur' (tl down)
  end.

Lemma nth_tl {A} (d : A) i l : nth i (tl l) d = nth (S i) l d.
Proof. destruct l; [destruct i|]; easy. Qed.

Lemma hd_nth (l : list bool) : hd false l = nth 0 l false.
Proof. now destruct l. Qed.

Lemma nth_letters cur : forall up down i, i < length cur ->
  nth i (letters up cur down) (false, false) = (nth i cur false, nth i up false || nth i down false).
Proof.
  induction cur as [|b cur IH]; intros up down i Hi; simpl in Hi; [lia|].
  destruct i as [|i]; simpl; [now rewrite !hd_nth|].
  rewrite IH by lia. now rewrite !nth_tl.
Qed.

Lemma letters_length cur : forall up down, length (letters up cur down) = length cur.
Proof. induction cur as [|b cur IH]; intros; simpl; [easy | now rewrite IH]. Qed.

Lemma letters_rev n up cur down : length cur = n -> (up = [] \/ length up = n) -> (down = [] \/ length down = n) ->
  letters (rev up) (rev cur) (rev down) = rev (letters up cur down).
Proof.
  intros Lc Lu Ld. apply nth_ext with (false, false) (false, false).
  - now rewrite rev_length, !letters_length, rev_length.
  - intros i Hi. rewrite letters_length, rev_length in Hi.
    rewrite nth_letters by now rewrite rev_length.
    rewrite (rev_nth (letters up cur down)) by now rewrite letters_length.
    rewrite letters_length, nth_letters by lia.
    rewrite (rev_nth cur) by easy.
    assert (F : forall l : list bool, l = [] \/ length l = n ->
              nth i (rev l) false = nth (length cur - S i) l false).
    { intros l [->|L]; [simpl; destruct i, (length cur - S _); easy|]. rewrite rev_nth by lia. now rewrite L, Lc. }
    now rewrite !F.
Qed.

Lemma letters_swap cur : forall up down, letters up cur down = letters down cur up.
Proof. induction cur; intros; simpl; [easy|]. now rewrite IHcur, orb_comm. Qed.

(** The row above row [r]; above the first row is none. *)
Definition above (g : grid) (r : nat) : list bool := match r with 0 => [] | S q => nth q g [] end.
Definition row_letters (g : grid) (r : nat) : list letter :=
  letters (above g r) (nth r g []) (nth (S r) g []).

Fixpoint rows_ok (R : ruleset) (up : list bool) (rows : grid) : bool :=
  match rows with
  | [] => true
  | cur :: rest => accepts R Out (letters up cur (hd [] rest)) &&& rows_ok R cur rest
  end.

Lemma rows_ok_spec R rows : forall up,
  rows_ok R up rows = true <->
  forall r, r < length rows ->
    accepts R Out (letters (match r with 0 => up | S q => nth q rows [] end)
                           (nth r rows []) (nth (S r) rows [])) = true.
Proof.
  induction rows as [|cur rest IH]; intros up; simpl; [split; [lia | easy]|].
  rewrite and_true, IH. split.
  - intros (H1 & H2) [|r] Hr; [now destruct rest|].
    specialize (H2 r ltac:(lia)). destruct r; exact H2.
  - intros H. split.
    + specialize (H 0 ltac:(lia)). now destruct rest.
    + intros r Hr. specialize (H (S r) ltac:(lia)). destruct r; exact H.
Qed.

(** ** Grids as matrices *)

Lemma grid_row n g r : is_grid n g -> r < n -> length (nth r g []) = n.
Proof. intros (L & H) Hr. apply H. apply nth_In. lia. Qed.

Lemma white_inside n g r c : is_grid n g -> white g r c -> r < n /\ c < n.
Proof.
  intros (L & H) W. unfold white in W.
  destruct (le_lt_dec n r).
  - rewrite (nth_overflow g) in W by lia. destruct c; easy.
  - split; [easy|]. destruct (le_lt_dec n c); [|easy].
    rewrite nth_overflow in W; [easy|]. rewrite (grid_row n); [lia | now split | easy].
Qed.

Lemma row_bounded n g r : is_grid n g -> bounded n (row g r).
Proof. intros H i Hi W. apply (white_inside n) in W; [lia | easy]. Qed.

Lemma column_bounded n g c : is_grid n g -> bounded n (column g c).
Proof. intros H i Hi W. apply (white_inside n) in W; [lia | easy]. Qed.

Lemma white_dec g r c : white g r c \/ ~ white g r c.
Proof. unfold white. destruct (nth c (nth r g []) false); [now left | now right]. Qed.

Lemma grid_ext n a b : is_grid n a -> is_grid n b ->
  (forall r c, r < n -> c < n -> whiteb a r c = whiteb b r c) -> a = b.
Proof.
  intros Ha Hb H. apply nth_ext with [] []; [destruct Ha, Hb; lia|].
  intros r Hr. assert (r < n) by (destruct Ha; lia).
  apply nth_ext with false false; [now rewrite !(grid_row n)|].
  intros c Hc. rewrite (grid_row n) in Hc by easy. now apply H.
Qed.

Fixpoint zip_cons (a : list bool) (b : grid) : grid :=
  match a, b with x :: a', l :: b' => (x :: l) :: zip_cons a' b' | _, _ => [] end.
Definition transpose (n : nat) (g : grid) : grid := fold_right zip_cons (repeat [] n) g.

Lemma zip_cons_length a : forall b, length a = length b -> length (zip_cons a b) = length a.
Proof. induction a; intros [|l b] H; simpl in *; try easy. f_equal. apply IHa. lia. Qed.

Lemma zip_cons_nth a : forall b i, length a = length b -> i < length a ->
  nth i (zip_cons a b) [] = nth i a false :: nth i b [].
Proof.
  induction a as [|x a IH]; intros [|l b] i H Hi; simpl in *; try lia.
  destruct i; [easy|]. apply IH; lia.
Qed.

Lemma transpose_rect n m g : length g = m -> (forall row, In row g -> length row = n) ->
  length (transpose n g) = n /\
  (forall c, c < n -> length (nth c (transpose n g) []) = m) /\
  (forall r c, c < n -> whiteb (transpose n g) c r = whiteb g r c).
Proof.
  revert m. induction g as [|a g IH]; intros m Hm H; simpl in Hm; subst m.
  - simpl. split; [now rewrite repeat_length|]. split.
    + intros c Hc. now rewrite nth_repeat.
    + intros r c Hc. unfold whiteb. rewrite nth_repeat. destruct r, c; easy.
  - destruct (IH (length g) eq_refl) as (H1 & H2 & H3); [intros; apply H; now right|].
    assert (La : length a = n) by (apply H; now left).
    unfold transpose in *. simpl. split; [|split].
    + rewrite zip_cons_length; lia.
    + intros c Hc. rewrite zip_cons_nth by lia. simpl. now rewrite H2.
    + intros r c Hc. unfold whiteb. rewrite zip_cons_nth by lia.
      destruct r; simpl; [easy|]. now apply H3.
Qed.

Lemma transpose_grid n g : is_grid n g -> is_grid n (transpose n g).
Proof.
  intros (L & H). destruct (transpose_rect n n g L H) as (H1 & H2 & _). split; [easy|].
  intros row Hr. apply (In_nth _ _ []) in Hr. destruct Hr as (c & Hc & <-). apply H2. lia.
Qed.

Lemma transpose_white n g r c : is_grid n g -> whiteb (transpose n g) c r = whiteb g r c.
Proof.
  intros G. destruct (le_lt_dec n c) as [Hc|Hc].
  - assert (E : whiteb (transpose n g) c r = false).
    { apply not_true_is_false. intros W. pose proof (transpose_grid n g G) as T.
      apply (white_inside n _ _ _ T) in W. lia. }
    rewrite E. symmetry. apply not_true_is_false. intros W.
    apply (white_inside n _ _ _ G) in W. lia.
  - destruct G as (L & H). now apply (transpose_rect n n g L H).
Qed.

Lemma transpose_row n g c i : is_grid n g -> (row (transpose n g) c i <-> column g c i).
Proof.
  intros G. unfold row, column, white. fold (whiteb (transpose n g) c i). fold (whiteb g i c).
  now rewrite transpose_white.
Qed.

(** ** Rows and columns together *)

Lemma row_letters_line n g r i : is_grid n g -> r < n -> (line_of (row_letters g r) i <-> row g r i).
Proof.
  intros G Hr. unfold line_of, row_letters, row, white.
  destruct (le_lt_dec n i) as [Hi|Hi].
  - rewrite (nth_overflow (letters _ _ _)) by now rewrite letters_length, (grid_row n).
    rewrite (nth_overflow (nth r g [])) by now rewrite (grid_row n). easy.
  - rewrite nth_letters by now rewrite (grid_row n). easy.
Qed.

Lemma row_letters_crossed n g r i : is_grid n g -> r < n -> i < n ->
  crossed_of (row_letters g r) i = nth i (above g r) false || nth i (nth (S r) g []) false.
Proof.
  intros G Hr Hi. unfold crossed_of, row_letters. now rewrite nth_letters by now rewrite (grid_row n).
Qed.

Lemma crossing n g r c : is_grid n g -> white g r c ->
  (in_word (column g c) r <-> crossed_of (row_letters g r) c = true).
Proof.
  intros G W. pose proof (white_inside n g r c G W) as (Hr & Hc).
  rewrite (in_word_neighbour _ (fun i => white_dec g i c) n (column_bounded n g c G)).
  rewrite (row_letters_crossed n) by easy. rewrite orb_true_iff. unfold has_neighbour, column.
  split.
  - intros (_ & [H|(j & -> & H)]); [now right | now left].
  - intros [H|H]; (split; [easy|]).
    + right. destruct r; simpl in H; [destruct c; easy | now exists r].
    + now left.
Qed.

Lemma row_accepts R n g r : is_grid n g -> r < n ->
  (accepts R Out (row_letters g r) = true <->
   line_ok R (row g r) (fun c => checked g r c) /\
   (forall c, run (row g r) c 1 -> in_word (column g c) r)).
Proof.
  intros G Hr.
  apply (accepts_line R (row_letters g r) (row g r) (fun c => in_word (column g c) r) n).
  - intros i. apply white_dec.
  - now apply row_bounded.
  - intros i. now apply (row_letters_line n).
  - intros i W. now apply (crossing n).
Qed.

Lemma line_ok_empty R l ch n : bounded n l -> (forall i, i < n -> ~ l i) -> line_ok R l ch.
Proof.
  intros B E. assert (N : forall s k, ~ run l s k).
  { intros s k (H1 & H2 & _). destruct (le_lt_dec n s).
    - apply (B s); [easy | apply H2; lia].
    - apply (E s); [easy | apply H2; lia]. }
  split; [intros s k (Hr & _); now apply N in Hr | intros _ s; apply N].
Qed.

Lemma rows_spec R n g : is_grid n g ->
  (rows_ok R [] g = true <->
   (forall r, line_ok R (row g r) (fun c => checked g r c)) /\
   (forall r c, run (row g r) c 1 -> in_word (column g c) r)).
Proof.
  intros G. rewrite rows_ok_spec.
  assert (L : length g = n) by now destruct G.
  split.
  - intros H. assert (A : forall r, r < n -> accepts R Out (row_letters g r) = true).
    { intros r Hr. apply H. lia. }
    split.
    + intros r. destruct (le_lt_dec n r).
      * apply line_ok_empty with n; [now apply row_bounded|].
        intros i _ W. apply (white_inside n) in W; [lia | easy].
      * now apply (row_accepts R n), A.
    + intros r c Hr. assert (white g r c) by (destruct Hr as (_ & H2 & _); apply H2; lia).
      assert (r < n) by now apply (white_inside n g r c).
      specialize (A r H1). apply (row_accepts R n) in A; [|easy|easy]. now apply A.
  - intros (H1 & H2) r Hr. apply (row_accepts R n); [easy | lia |]. split; [apply H1 | apply H2].
Qed.

Lemma in_word_ext (l l' : nat -> Prop) i : (forall j, l j <-> l' j) -> in_word l i -> in_word l' i.
Proof.
  intros E (s & k & (Hr & Hk) & Hi). exists s, k. split; [|easy]. split; [|easy].
  now apply run_ext with (l := l).
Qed.

Lemma line_ok_ext R (l l' ch ch' : nat -> Prop) :
  (forall j, l j <-> l' j) -> (forall j, ch j <-> ch' j) -> line_ok R l ch -> line_ok R l' ch'.
Proof.
  intros E C (H1 & H2).
  assert (E' : forall j, l' j <-> l j) by (intros; now rewrite E).
  split.
  - intros s k (Hr & Hk). apply (run_ext l' l) in Hr; [|easy].
    destruct (H1 s k (conj Hr Hk)) as (A1 & A2 & (m & A3 & A3') & A4 & A5 & A6).
    assert (U : forall i j, unchecked ch' i j -> unchecked ch i j).
    { intros i j Hu x Hx. rewrite C. now apply Hu. }
    split; [easy|]. split; [easy|]. split; [|split; [|split]].
    + exists m. split; [|easy]. clear - C A3.
      induction A3; [apply tally_none | apply tally_yes | apply tally_no]; try easy; now rewrite <- C.
    + intros i j Hi Hj Hu. now apply (A4 i j); auto.
    + intros j Hj Hu. now apply (A5 j); auto.
    + intros j Hj Hu. now apply (A6 j); auto.
  - intros Hs s Hr. apply (H2 Hs s). now apply run_ext with (l := l').
Qed.

Lemma transpose_column n g r i : is_grid n g -> (column (transpose n g) r i <-> row g r i).
Proof.
  intros G. unfold row, column, white. fold (whiteb (transpose n g) i r). fold (whiteb g r i).
  now rewrite transpose_white.
Qed.

Lemma transpose_checked n g r c : is_grid n g -> (checked (transpose n g) c r <-> checked g r c).
Proof.
  intros G. unfold checked.
  assert (A : in_word (row (transpose n g) c) r <-> in_word (column g c) r).
  { split; apply in_word_ext; intros j; [|symmetry]; now apply transpose_row. }
  assert (B : in_word (column (transpose n g) r) c <-> in_word (row g r) c).
  { split; apply in_word_ext; intros j; [|symmetry]; now apply transpose_column. }
  tauto.
Qed.

Lemma columns_spec R n g : is_grid n g ->
  (rows_ok R [] (transpose n g) = true <->
   (forall c, line_ok R (column g c) (fun r => checked g r c)) /\
   (forall r c, run (column g c) r 1 -> in_word (row g r) c)).
Proof.
  intros G. rewrite (rows_spec R n) by now apply transpose_grid. split; intros (H1 & H2); split.
  - intros c. apply line_ok_ext with (3 := H1 c); intros j; [now apply transpose_row | now apply transpose_checked].
  - intros r c Hr. apply (run_ext _ (row (transpose n g) c)) in Hr; [|intros; symmetry; now apply transpose_row].
    apply H2 in Hr. apply in_word_ext with (2 := Hr). intros j. now apply transpose_column.
  - intros c. apply line_ok_ext with (3 := H1 c); intros j; symmetry; [now apply transpose_row | now apply transpose_checked].
  - intros c r Hr. apply (run_ext _ (column g c)) in Hr; [|intros; now apply transpose_row].
    apply H2 in Hr. apply in_word_ext with (2 := Hr). intros j. symmetry. now apply transpose_column.
Qed.

(** The words part of [valid]. *)
Definition words_valid (R : ruleset) (g : grid) : Prop :=
  (forall r c, white g r c -> in_word (row g r) c \/ in_word (column g c) r) /\
  (forall r, line_ok R (row g r) (fun c => checked g r c)) /\
  (forall c, line_ok R (column g c) (fun r => checked g r c)).

Theorem words_spec R n g : is_grid n g ->
  (rows_ok R [] g = true /\ rows_ok R [] (transpose n g) = true <-> words_valid R g).
Proof.
  intros G. rewrite (rows_spec R n), (columns_spec R n) by easy. split.
  - intros ((H1 & H2) & (H3 & H4)). split; [|split; assumption].
    intros r c W.
    destruct (run_around (row g r) (fun i => white_dec g r i) n (row_bounded n g r G) c W) as (s & k & Hr & Hk).
    destruct (le_lt_dec 2 k).
    + left. exists s, k. split; [split|]; easy.
    + right. assert (k = 1) by (destruct Hr; lia). subst k. assert (s = c) by lia. subst s. now apply H2.
  - intros (H1 & H2 & H3). split; (split; [assumption|]).
    + intros r c Hr. assert (W : white g r c) by (destruct Hr as (_ & H4 & _); apply H4; lia).
      destruct (H1 r c W) as [H|H]; [|easy]. exfalso.
      apply (in_word_neighbour _ (fun i => white_dec g r i) n (row_bounded n g r G)) in H.
      now apply (run_one_alone _ _ Hr).
    + intros r c Hr. assert (W : white g r c) by (destruct Hr as (_ & H4 & _); apply H4; lia).
      destruct (H1 r c W) as [H|H]; [easy|]. exfalso.
      apply (in_word_neighbour _ (fun i => white_dec g i c) n (column_bounded n g c G)) in H.
      now apply (run_one_alone _ _ Hr).
Qed.

(** A second statement of checked letters: white, with a white neighbour in both directions. *)
Theorem checked_neighbours n g r c : is_grid n g ->
  (checked g r c <-> white g r c /\ has_neighbour (row g r) c /\ has_neighbour (column g c) r).
Proof.
  intros G. unfold checked.
  rewrite (in_word_neighbour _ (fun i => white_dec g r i) n (row_bounded n g r G)).
  rewrite (in_word_neighbour _ (fun i => white_dec g i c) n (column_bounded n g c G)).
  unfold row, column. tauto.
Qed.
