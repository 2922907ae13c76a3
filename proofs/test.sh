#!/bin/sh
# Plants unproved statements in a copy and sees the checks fail; tries gridcheck-proved on good and bad input.
set -u
failures=0
say() { printf '%s: %s\n' "$1" "$2"; [ "$1" = ok ] || failures=$((failures + 1)); }
# expect NAME WANTED GOT
expect() { if [ "$2" = "$3" ]; then say ok "$1"; else say FAILED "$1: expected '$2', got '$3'"; fi; }

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
fresh() { rm -rf "$copy/proofs"; mkdir "$copy/proofs"; cp *.v *.sh Makefile _CoqProject assumptions*.txt names*.txt axioms*.txt "$copy/proofs/"; }
# refused NAME LINE TARGET: in the copy, this target of the Makefile fails with one line, which matches the pattern LINE.
refused() {
    (cd "$copy/proofs" && make -s "$3") > "$copy/said" 2>&1
    expect "$1 is refused: exit" 2 $?
    grep -v '^make' "$copy/said" > "$copy/line"
    expect "$1 is refused: one line" 1 "$(wc -l < "$copy/line")"
    grep -q "$2" "$copy/line" || say FAILED "$1 is refused: expected '$2', got '$(cat "$copy/line")'"
}

fresh
(cd "$copy/proofs" && make -s words) > /dev/null 2>&1
expect "the proofs as they are pass" 0 $?

# A sentence that states something without proof, or that gives another meaning to what is written or printed.
while read -r plant; do
    fresh
    printf '%s\n' "$plant" >> "$copy/proofs/Tally.v"
    refused "a planted '$plant'" "^forbidden.sh: Tally.v:$(wc -l < "$copy/proofs/Tally.v"): " words
done <<'END'
Theorem planted : 1 = 2. Admitted.
#[local] Axiom planted : 1 = 2.
Axiom planted : 1 = 2.
Admit Obligations.
Variable planted : 1 = 2.
Hypothesis planted : 1 = 2.
Context (planted : 1 = 2).
Load planted.
Declare ML Module "planted".
Reset search_tally.
Unset Guard Checking.
Unset Positivity Checking.
Unset Universe Checking.
Set Definitional UIP.
#[bypass_check(guard)] Fixpoint planted (n : nat) : False := planted n.
Global Set Printing Depth 3.
Set Printing Width 9.
Arguments count {R} n.
Coercion planted : nat >-> ruleset.
Canonical planted.
Add Printing Coercion planted.
Module Spec. Definition british := american. End Spec.
Module Spec := Validator.
Include Validator.
Notation british := american.
Local Notation count := (fun (_ : ruleset) (_ : nat) => 346%N).
Notation "a = b" := (a <> b) : type_scope.
Infix "=" := N.lt : N_scope.
Reserved Notation "a = b".
Number Notation N planted planted : N_scope.
Fixpoint planted (a b : nat) : Prop := True where "a = b" := (planted a b).
Record planted := Planted { hidden :> nat }.
Open Scope Z_scope.
Delimit Scope nat_scope with N.
Bind Scope nat_scope with N.
Extract Constant validb => "fun _ _ _ -> true".
From Gridcheck.program Require Import Spec.
From Gridcheck Require Import program.Spec.
From Gridcheck Require Import Planted.
From Gridcheck Require Spec.
From Planted Require Import Spec.
Require Import Gridcheck.program.Spec.
Require Export Spec.
Import Validator.
Definition british' := american. Require Import Spec.
Definition spec := 1. Require Spec.
Definition spеc := american.
END
fresh
printf 'Declare\n  ML Module "planted".\n' >> "$copy/proofs/Tally.v"
refused "a planted Declare ML Module over two lines" '^forbidden.sh: Tally.v:' words
fresh
printf 'Notation mir := (map (@rev bool)).\n' >> "$copy/proofs/Spec.v"
refused "a notation in Spec.v" '^forbidden.sh: Spec.v:' words

# Another file that could take the place of one of the proofs.
for plant in program/Spec.v program/Spec.vo build/Spec.v a/b/Spec.v Planted.v Planted.vo Spec.vio program/_CoqProject; do
    fresh
    mkdir -p "$copy/proofs/$(dirname "$plant")"
    cp Spec.v "$copy/proofs/$plant"
    refused "a planted $plant" "^forbidden.sh: $plant: " words
done
fresh
mkdir "$copy/other" && cp Spec.v "$copy/other/" && ln -s "$copy/other" "$copy/proofs/linked"
refused "a planted Spec.v in a linked folder" '^forbidden.sh: linked/Spec.v: ' words
for plant in 's|^-Q . |-R . |' 's|^-Q .*|&\n-Q program Gridcheck|' 's|^Spec.v|program/Spec.v|' '/^Spec.v/d'; do
    fresh
    sed -i "$plant" "$copy/proofs/_CoqProject"
    refused "a _CoqProject changed by $plant" '^forbidden.sh: _CoqProject: ' words
done
fresh
git -C "$copy/proofs" init -q && cp Spec.vo "$copy/proofs/" && git -C "$copy/proofs" add -f Spec.vo
refused "a compiled file under version control" '^forbidden.sh: Spec.vo: ' words

# The kernel's own list finds an axiom whatever word introduced it, and prints a name that hides another with its module.
# compiled FILES: the copy has these files compiled, and those that Tally.v needs.
compiled() { fresh; for file in Spec Lines Decide Connected Validator Search "$@"; do cp $file.vo "$copy/proofs/"; done; }

# What a printed name stands for, whatever the words are by which it was given another meaning.
make -s names-tally.log assumptions-tally.log > /dev/null 2>&1
compiles() { (cd "$copy/proofs" && make -s Tally.vo) > /dev/null 2>&1; expect "$1 compiles" 0 $?; }
# unlike NAME LINE LOG: this log of the copy is not what Tally.v has without the plant.
unlike() {
    compiles "$1"
    printf 'check-tally: %s\n\tsh ./compare.sh %s %s\n' "$3" "$PWD/$3" "$3" >> "$copy/proofs/Makefile"
    refused "$1" "$2" check-tally
}
compiled
mkdir "$copy/proofs/program"
printf 'From Gridcheck Require Export Spec.\nDefinition british := american.\n' > "$copy/proofs/program/Spec.v"
(cd "$copy/proofs" && coqc -q -Q . Gridcheck program/Spec.v)
forged='Theorem british_7 : count british 7 = 312%N.
Proof. rewrite <- search_correct; vm_cast_no_check (eq_refl 312%N). Qed.'
printf 'From Gridcheck.program Require Import Spec.\n%s\n' "$forged" >> "$copy/proofs/Tally.v"
(cd "$copy/proofs" && make -s assumptions-tally.log) > /dev/null 2>&1
expect "another Spec.v prints the name of the true one" 1 "$(grep -c ': Validator.count Spec.british 7 = 312' "$copy/proofs/assumptions-tally.log")"
compiles "another Spec.v in a subfolder"
refused "another Spec.v in a subfolder" '^names.sh: the library Gridcheck.program.Spec is loaded from ' names-tally.log
compiled
mkdir "$copy/others/Planted" -p
printf 'Definition british := 0.\n' > "$copy/others/Planted/Spec.v"
(cd "$copy/others" && coqc -q -R Planted Planted Planted/Spec.v)
printf 'From Planted Require Spec.\n' >> "$copy/proofs/Tally.v"
export COQPATH="$copy/others"
compiles "a library of others"
refused "a library of others" '^names.sh: the library Planted.Spec is loaded from ' names-tally.log
unset COQPATH
for plant in 'Module Spec. Definition british := american. End Spec. Import Spec.' 'Notation british := american.' \
    'Local Notation british := american.' 'Definition british := american.'; do
    compiled
    printf '%s\n%s\n' "$plant" "$forged" >> "$copy/proofs/Tally.v"
    unlike "a theorem after '$plant'" '^compare.sh: .*Coq printed "Constant Gridcheck.*american\|Coq printed "Constant Gridcheck.Tally' names-tally.log
done
# The argument in braces is not printed.
compiled
sed -i 's/^Definition search_tally (R/Definition search_tally {planted : bool} (R/; s/\(^\|[^_]\)search_tally R/\1@search_tally true R/' "$copy/proofs/Tally.v"
unlike "an argument that is not printed" '^compare.sh: .*Coq printed "Arguments Tally.search_tally {planted}' names-tally.log

compiled
cat >> "$copy/proofs/Tally.v" <<'END'
Variable planted : forall R n, search R n = N.succ (count R n).
Theorem search_wrong R n : search R n = N.succ (count R n).
Proof. apply planted. Qed.
Definition british := american.
Theorem british_7 : count british 7 = 312%N.
Proof. rewrite <- search_correct; vm_cast_no_check (eq_refl 312%N). Qed.
Notation count := (fun (_ : ruleset) (_ : nat) => 346%N).
Theorem ho_7 : count ho 7 = 346%N.
Proof. reflexivity. Qed.
END
log="$copy/proofs/assumptions-tally.log"
(cd "$copy/proofs" && make -s assumptions-tally.log) > /dev/null 2>&1
expect "the copy compiles" 0 $?
expect "its log names the axiom" 1 "$(grep -c 'planted : ' "$log")"
expect "its log names the module of the other british" 1 "$(grep -c ': Validator.count Tally.british 7 = 312' "$log")"
expect "its log shows no theorem about british" 0 "$(grep -c 'Validator.count Spec.british' "$log")"
expect "its log shows no theorem about count and ho" 0 "$(grep -c 'Validator.count Spec.ho' "$log")"
make -s assumptions-tally.log > /dev/null 2>&1
expect "the true log names no axiom" 0 "$(grep -c '^Axioms' assumptions-tally.log)"
compiled
printf '(*\nTheorem ho_7 : count ho 7 = 346%%N.\n*)\n' >> "$copy/proofs/Tally.v"
(cd "$copy/proofs" && make -s assumptions-tally.log) > /dev/null 2>&1
expect "a theorem in a comment is none" 2 $?
compiled
printf '#[bypass_check(guard)] Fixpoint planted (n : nat) : False := planted n.\n' >> "$copy/proofs/Tally.v"
(cd "$copy/proofs" && make -s Tally.vo && sh ./checker.sh Tally) > /dev/null 2>&1
expect "the other checker finds an unsafe term" 1 $?

# breaks NAME FILE OLD NEW PROOF: with this one change in the transfer matrix, its proof does not compile any more.
breaks() {
    case $2 in
        Fast) compiled Tally Sanity Regions Meet Transfer Merging Upper Mirrored TransferCorrect Similar ;;
        Packed) compiled Tally Sanity Regions Meet Transfer Merging Upper Mirrored TransferCorrect Similar Fast ;;
        *) compiled Tally Sanity Regions Meet ;;
    esac
    sed -i "s/$3/$4/" "$copy/proofs/$2.v"
    cmp -s "$2.v" "$copy/proofs/$2.v" && say FAILED "$1: nothing was changed"
    (cd "$copy/proofs" && make -s "$2.vo") > /dev/null 2>&1
    expect "$1: the changed definition compiles" 0 $?
    (cd "$copy/proofs" && make -s "$5.vo") > /dev/null 2>&1
    expect "$1: its proof does not" 2 $?
}
breaks "an error in mirroring" Transfer 'rev_append (ahead s) \[\]) (behind s)' '(ahead s)) (behind s)' Mirrored
breaks "an error in step" Transfer 'cabove x || b' 'cabove x' Upper
breaks "an error in the columns of fits" Transfer 'ccount x + ccount y - (if cwhite x then o else 0)' 'ccount x + ccount y' Upper
breaks "an error in the regions of fits" Transfer 'if connected R then joint (length xs) (labels s) else true' 'true' Upper
breaks "an error in merging" Transfer 'Node l s. (k + k.) r h' 'Node l s k r h' Merging
breaks "an error in equality of states" Transfer 'Nat.compare (ccount a) (ccount b)' 'Eq' Merging
breaks "an error in the fast step" Fast 'fabove x || b' 'fabove x' FastCorrect
breaks "an error in its labels" Fast 'relabel l u back, relabel l u front' 'relabel l u back, front' FastCorrect
breaks "an error in its merging" Fast "One w' x' (k + k')%N" "One w' x' k'" FastCorrect
breaks "an error in its outlook" Fast '(after (true, false) p)' 'p' FastCorrect
breaks "an error in its equality of codes" Fast 'cmp_list cmp_key (codes a) (codes b)' 'Eq' FastCorrect
breaks "an error in its equality of states" Fast 'Nat.compare (fcount a) (fcount b)' 'Eq' FastCorrect
breaks "an error in the classes of pairs" Packed 'if N.eqb b d then same_moves' 'if true then same_moves' PackedCorrect
breaks "an error in the mirrored class" Packed 'class_of C a b, class_of C b a' 'class_of C a b, class_of C a b' PackedCorrect
breaks "an error in packing" Packed 'k + (c << place)' 'k + c' PackedCorrect
breaks "an error in the steps of a class" Packed 'f t else fun .(Link _ _ t _)' "f t else fun '(Link _ _ _ t)" PackedCorrect
breaks "an error in the width of a key" Packed 'b \* S m <=? 62' 'b * S m <=? 99' PackedCorrect
breaks "an error in the masks" Packed 'mask_of more << 9' 'mask_of more << 8' PackedCorrect
breaks "an error in freezing" Packed 'agree ones place c l &&& agree ones place c r' 'agree ones place c l' PackedCorrect
breaks "an error in what a row follows" Packed 'then true else follows_some p r' 'then true else false' PackedCorrect
breaks "an error in pulling" Packed 'in if vflip v then rev a else a\.' 'in a.' PackedCorrect
breaks "an error in the rows that follow" Packed '(w, false); (rev w, true)' '(w, false)' PackedCorrect
breaks "an error in mirrored labels" Packed 'canon (rev (rlabels x))' 'rlabels x' PackedCorrect
breaks "an error in a key's overflow" Packed 'then Spoilt else Leaf k s' 'then Leaf k s else Leaf k s' PackedCorrect
breaks "an error in the total's overflow" Packed "then None else Some s'" "then Some s' else Some s'" PackedCorrect
breaks "an error in a share" Packed 'share k (Nat.pred k)' 'share k k' PackedCorrect
breaks "an error in the rows of a share" Packed '(freezer b k C) chosen level' '(freezer b k C) ps level' PackedCorrect
breaks "an error in the sum of the shares" Packed "vs level' total" "vs level' (Some 0%uint63)" PackedCorrect

# The fixed list of axioms. PackedCorrect has two theorems that rest on them.
compiled Tally Sanity Regions Meet Transfer Merging Upper Mirrored TransferCorrect Similar Fast Packed PackedKeys PackedKnown PackedCorrect
(cd "$copy/proofs" && sh ./assumptions.sh PackedCorrect) > "$copy/said" 2>&1
expect "axioms of primitive integers are one line" 2 "$(grep -c '^Closed under the axioms of primitive integers in axioms.txt$' "$copy/said")"
sed -i '/^Uint63.land_spec/,/^PrimInt63.land /d' "$copy/proofs/axioms.txt"
(cd "$copy/proofs" && sh ./assumptions.sh PackedCorrect) > "$copy/said" 2>&1
expect "an axiom that is not in the list is printed" 2 "$(grep -c '^Uint63.land_spec' "$copy/said")"
grep -v 'Uint63.land_spec' axioms-loaded.txt > "$copy/proofs/axioms-loaded.txt"
(cd "$copy/proofs" && sh ./checker.sh PackedKeys) > /dev/null 2>&1
expect "the other checker finds an axiom that is not in the list" 1 $?

program=build/gridcheck-proved
expect "british 7" 650 "$($program count british 7)"
expect "british 7 by the search" 650 "$($program count --search british 7)"
expect "british 7 unpacked" 650 "$($program count --unpacked british 7)"
expect "american 8" 2190 "$($program count american 8)"
printf 'extends = "american" # with a comment\nedges = false\n' > "$copy/loose.toml"
expect "a TOML file" 397 "$($program count "$copy/loose.toml" 7)"
json='{"name":"x","min_word":3,"single_cells":false,"checking":"all","connected":true,"symmetry":"rot180"}'
expect "a JSON object" 397 "$($program count "$json" 7)"
expect "validate its own list" "17 valid" "$($program list british 5 | $program validate british | sort | uniq -c | sed 's/^ *//')"
expect "rows on lines" "valid invalid" "$(printf '...\n...\n...\n\n..#\n...\n...\n' | $program validate american | tr '\n' ' ' | sed 's/ $//')"
expect "referee" "valid invalid invalid" \
    "$(printf 'rules american\n.../.../...\n\n..#/.../...\nrules british\n.../.../...\n' | $program referee | tr '\n' ' ' | sed 's/ $//')"

# bad NAME COMMAND...: one line on standard error, nothing else, exit 2.
bad() {
    name=$1; shift
    "$@" > "$copy/out" 2> "$copy/err" < "${input:-/dev/null}"
    expect "$name: exit" 2 $?
    expect "$name: one line" 1 "$(wc -l < "$copy/err")"
    expect "$name: no output" 0 "$(wc -c < "$copy/out")"
}
bad "unknown rules" $program count nosuch 5
bad "size 0" $program count british 0
bad "size x" $program list british x
bad "a folder" $program count "$copy" 5
printf 'minword = 3\n' > "$copy/key.toml"
bad "unknown key" $program count "$copy/key.toml" 5
printf 'min_word = "three"\n' > "$copy/value.toml"
bad "wrong value" $program count "$copy/value.toml" 5
printf '.../..\n' > "$copy/ragged"
input="$copy/ragged" bad "ragged grid" $program validate british
printf '..?/.../...\n' > "$copy/strange"
input="$copy/strange" bad "strange square" $program validate british
printf '.../.../...\n' > "$copy/norules"
input="$copy/norules" bad "referee without rules" $program referee
bad "an option it lacks" $program count --nosuch british 5
bad "no arguments" $program

[ $failures -eq 0 ] || { echo "$failures tests failed" >&2; exit 1; }
