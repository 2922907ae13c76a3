#!/bin/sh
# Plants unproved statements in a copy and sees the checks fail; tries gridcheck-proved on good and bad input.
set -u
failures=0
say() { echo "$1: $2"; [ "$1" = ok ] || failures=$((failures + 1)); }
# expect NAME WANTED GOT
expect() { if [ "$2" = "$3" ]; then say ok "$1"; else say FAILED "$1: expected '$2', got '$3'"; fi; }

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
fresh() { rm -rf "$copy/proofs"; mkdir "$copy/proofs"; cp *.v *.sh Makefile assumptions*.txt "$copy/proofs/"; }

fresh
(cd "$copy/proofs" && make -s words) > /dev/null 2>&1
expect "the proofs as they are pass" 0 $?
fresh
printf 'Theorem planted : 1 = 2.\nAdmitted.\n' >> "$copy/proofs/Tally.v"
(cd "$copy/proofs" && make -s words) > /dev/null 2>&1
expect "a planted Admitted is found" 2 $?
fresh
printf '#[local] Axiom planted : 1 = 2.\n' >> "$copy/proofs/Tally.v"
(cd "$copy/proofs" && make -s words) > /dev/null 2>&1
expect "a planted Axiom is found" 2 $?

# The kernel's own list finds it too, whatever word introduced it. A variable outside of a section is an axiom.
fresh
cat >> "$copy/proofs/Search.v" <<'END'
Variable planted : forall R n, search R n = N.succ (count R n).
Theorem search_wrong R n : search R n = N.succ (count R n).
Proof. apply planted. Qed.
END
(cd "$copy/proofs" && make -s assumptions-search.log) > /dev/null 2>&1
expect "the copy compiles" 0 $?
expect "its log names the axiom" 1 "$(grep -c 'planted : ' "$copy/proofs/assumptions-search.log")"
make -s assumptions-search.log > /dev/null 2>&1
expect "the true log names none" 0 "$(grep -c '^Axioms' assumptions-search.log)"

program=build/gridcheck-proved
expect "british 7" 650 "$($program count british 7)"
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
bad "no arguments" $program

[ $failures -eq 0 ] || { echo "$failures tests failed" >&2; exit 1; }
