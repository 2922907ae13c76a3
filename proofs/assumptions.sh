#!/bin/sh
# Prints the statement of every theorem and corollary of the named files, and what its proof rests on.
# Where that is nothing but axioms of primitive integers, each as in axioms.txt, one line stands for them.
. ./asking.sh
{
    head_of_file "$@"
    theorems "$@" | sed 's/.*/Check &. Print Assumptions &./'
} | ask "Assumptions_$1" > "build/assumptions_$1.txt"
theorems "$@" | sed 's/^Gridcheck\.//' > "build/theorems_$1.txt"
awk -v known=axioms.txt -v theorems="build/theorems_$1.txt" '
    function end_of_axiom() { if (axiom != "" && !(axiom in allowed)) strange = 1; axiom = "" }
    function end_of_list() {
        end_of_axiom()
        if (list != "") printf "%s", strange ? list : "Closed under the axioms of primitive integers in axioms.txt\n"
        list = ""; strange = 0
    }
    BEGIN {
        while ((getline line < known) > 0) {
            if (line !~ /^ / && text != "") { allowed[text]; text = "" }
            text = text line "\n"
        }
        allowed[text]
        while ((getline line < theorems) > 0) is_theorem[line]
    }
    $0 in is_theorem { end_of_list() }
    $0 == "Axioms:" { list = "Axioms:\n"; next }
    list != "" {
        if ($0 !~ /^ /) end_of_axiom()
        axiom = axiom $0 "\n"
        list = list $0 "\n"
        next
    }
    { print }
    END { end_of_list() }
' "build/assumptions_$1.txt"
