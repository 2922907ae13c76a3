#!/bin/sh
# Prints the files of this project that the theorems of the named files load, and what each name in a statement stands for: its kind,
# its full name, and the arguments that are not printed. Coq prints a name by its shortest suffix, so another file Spec.v in a
# subfolder could have the printed name Spec.british too.
# Fails if a library is neither Coq's own nor a file of this folder.
. ./asking.sh

# Without notations and implicit arguments, each constant of a statement is a printed word.
{
    head_of_file "$@"
    echo "Print Libraries."
    echo "Set Printing All."
    theorems "$@" | sed 's/.*/Check &./'
} | ask "Statements_$1" > "build/statements_$1.txt"
libraries=$(sed -nE 's/^  ([A-Z][A-Za-z0-9_.]*)$/\1/p' "build/statements_$1.txt")
keywords=$(printf '%s\n' _ forall fun exists let in match with end as return if then else fix cofix where Prop Set Type SProp)
words=$(sed -n 's/^     //p' "build/statements_$1.txt" | grep -oE "[A-Za-z_][A-Za-z0-9_.']*" | sed 's/\.$//' | grep -vxF "$keywords" | sort -u)

# A name of this project has a dot, because nothing of it is imported.
{
    head_of_file "$@"
    echo "Set Printing Width 10000."
    for library in $libraries; do echo "Locate Library $library."; done
    for word in $words; do
        case $word in
            *.*) echo "About $word." ;;
            *) echo "Locate Term $word." ;;
        esac
    done
} | ask "Names_$1" > "build/names_$1.txt"

coq=$(coqc -where)
awk -v coq="$coq/" -v here="$(pwd -P)/" '
    function fail(what) { print "names.sh: " what > "/dev/stderr"; failed = 1; exit 1 }
    / has been loaded from file / {
        name = path = $0
        sub(/ has been loaded from file .*/, "", name)
        sub(/.* has been loaded from file /, "", path)
        if (name ~ /^Coq\./ && index(path, coq) == 1) next
        if (sub(/^Gridcheck\./, "", name) == 0 || path != here name ".vo")
            fail("the library " $1 " is loaded from " path "; expected the libraries of Coq, and the files in " here)
        print "library " $1
        next
    }
    /^Arguments .*[{[]/ { print }
    /^Expands to: / { print $3, $NF }
    # What Locate prints: the names that end so. Those with a remark are printed otherwise.
    /^(Constant|Inductive|Constructor|Variable|Notation) / && !/ \(shorter name / { print $1, $2 }
    END { exit failed }
' "build/names_$1.txt" > "build/listed_$1.txt" || exit 1
sort -u "build/listed_$1.txt"
