#!/bin/sh
# Fails when a file states something without proof, tells the kernel to be less strict, loads or renames something, or hides a part
# of what is printed. The arguments are all files of the proofs. The first fault is one line: file, line, and what is not allowed there.
# Words are looked for in comments too: a comment can do without them.
export LC_ALL=C
fail() { echo "forbidden.sh: $1" >&2; exit 1; }

# Coq finds a file of any subfolder by the last part of its name. So a second Spec.v, or a compiled one, could take the place of Spec.v.
known=$(for file in "$@"; do printf '%s\n' "$file"; for end in o ok os; do printf '%s\n' "$file$end"; done; done)
# What the Makefile and asking.sh write. No file of the proofs has such a name.
written='build/(Extract|(Assumptions|Statements|Names)_[A-Za-z]+)\.v(o|ok|os)?'
strange=$(find -L . -name '*.v' -o -name '*.v[iov]*' -o -name _CoqProject | sed 's|^\./||' |
    grep -vxF -e _CoqProject -e "$known" | grep -vxE "$written" | sort | head -n 1)
[ -z "$strange" ] || fail "$strange: not a file of the proofs; each has its place in this folder and in the Makefile"
# A compiled file that is newer than its source would not be compiled again.
committed=$(git ls-files 2> /dev/null | grep -E '\.v(o|ok|os|io)$' | head -n 1)
[ -z "$committed" ] || fail "$committed: a compiled file is under version control; expected its source alone"
# An editor reads this file. With other paths it would show other definitions than those that are checked.
{ echo "-Q . Gridcheck"; printf '%s\n' "$@"; } | cmp -s - _CoqProject ||
    fail "_CoqProject: expected the line '-Q . Gridcheck' and the files of the Makefile in their order, one a line"

awk '
    BEGIN {
        n = split("Admitted Admit admit Axiom Axioms Conjecture Conjectures Parameter Parameters give_up Obligation Obligations Primitive Register", list, " ")
        for (i = 1; i <= n; i++) why[list[i]] = "states something without proof"
        n = split("Set Unset bypass_check native_compute Polymorphic Cumulative", list, " ")
        for (i = 1; i <= n; i++) why[list[i]] = "changes what the kernel accepts or what is printed"
        n = split("Load Declare ML Cd Redirect Drop Reset Back BackTo Comments", list, " ")
        for (i = 1; i <= n; i++) why[list[i]] = "loads, hides or takes back something"
        n = split("Coercion Coercions Arguments Implicit Generalizable Canonical Identity SubClass Instance Existing Class Program Derive Add Remove", list, " ")
        for (i = 1; i <= n; i++) why[list[i]] = "hides a part of what is printed"
        n = split("Module Include Export Global Notation Infix Reserved Number Numeral String Scope Bind Delimit Undelimit Enable Disable", list, " ")
        for (i = 1; i <= n; i++) why[list[i]] = "gives another meaning to what is written"
        n = split("Extract Extraction", list, " ")
        for (i = 1; i <= n; i++) why[list[i]] = "changes the extracted program, and has its place in Extract.v"
        # The names, notations and scopes of the proofs. None of them is in Spec.v, and none can be read as another one.
        allowed["Module Map := PositiveMap."]
        allowed["Notation \"a &&& b\" := (if a then b else false) (at level 40, left associativity)."]
        allowed["Notation \"c ;; d\" := (match c with Eq => d | Lt => Lt | Gt => Gt end) (at level 60, right associativity)."]
        allowed["Notation mir := (map (@rev bool))."]
        allowed["Local Notation \"\047o\047\" := true (only parsing). Local Notation \"\047x\047\" := false (only parsing)."]
        allowed["Local Open Scope N_scope."]
        for (i = 1; i < ARGC; i++) sources[ARGV[i]]
    }
    function refuse(what) { print "forbidden.sh: " FILENAME ":" at ": " what > "/dev/stderr"; exit 1 }
    # Premises have these words inside of a section, where they become part of each statement. Outside they are axioms.
    function is_premise(word) { return word ~ /^(Variables?|Hypothes[ie]s|Context)$/ }
    function is_extraction(word) { return FILENAME == "Extract.v" && word ~ /^(Extract|Extraction)$/ }
    # Names of libraries have no dot, so none is in a subfolder, and each file of this project is one of the sources.
    function loads(sentence,    names, count, i) {
        if (sentence == "Import ListNotations.") return
        if (sentence !~ /^From (Coq|Gridcheck) Require Import( [A-Za-z0-9_]+)+\.$/)
            refuse("\"" substr(sentence, 1, 100) "\": expected \"From Coq\" or \"From Gridcheck\", \"Require Import\", and plain names of files")
        sub(/\.$/, "", sentence)
        count = split(sentence, names, " ")
        if (names[2] == "Gridcheck")
            for (i = 5; i <= count; i++) if (!((names[i] ".v") in sources)) refuse(names[i] ": not a file of the proofs")
    }
    FNR == 1 { depth = 0 }
    { at = FNR; line = $0; gsub(/^[ \t]+|[ \t]+$/, "", line); sub(/\r$/, "", line) }
    line in allowed && FILENAME != "Spec.v" { next }
    /^[ \t]*Section[ \t]/ { depth++ }
    /^[ \t]*End[ \t]/ { depth-- }
    line ~ /(^|[^A-Za-z0-9_])(Require|Import)([^A-Za-z0-9_]|$)/ {
        while (line !~ /\.$/ && (getline rest) > 0) { sub(/^[ \t]+/, "", rest); sub(/[ \t]+$/, "", rest); line = line " " rest }
        loads(line)
        next
    }
    {
        if (line ~ /#\[/) refuse("an attribute changes what the kernel accepts or where a command has its effect")
        if (line ~ /:>/) refuse(":> hides a part of what is printed")
        # As in: where "a = b" := (f a b). A quoted word of a comment has letters alone.
        text = line
        gsub(/"[A-Za-z]+"/, "", text)
        if (text ~ /"/ && FILENAME != "Extract.v") refuse("a quoted notation gives another meaning to what is written")
        text = line
        gsub(/\303\227/, "x", text)
        if (text ~ /[^\t -~]/) refuse("a sign that is not ASCII may look like another one")
        count = split(text, words, /[^A-Za-z0-9_]+/)
        for (i = 1; i <= count; i++) {
            word = words[i]
            if (is_premise(word) && depth < 1) refuse(word " outside of a section states something without proof")
            if (word in why && !is_extraction(word)) refuse(word " " why[word])
        }
    }
' "$@"
