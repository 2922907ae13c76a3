# Read by assumptions.sh and names.sh: how they ask Coq about the theorems of the files that are their arguments.
set -e
export LC_ALL=C
mkdir -p build
# Prints the head of a file that asks. It imports nothing of this project. So every name is printed with its file, and a definition or a
# notation that hides another one does not change the printed words.
head_of_file() {
    echo "From Coq Require Import NArith."
    for file in "$@"; do echo "Require Gridcheck.$file."; done
    echo "Set Printing Width 110."
    echo "Set Printing Coercions."
    echo "Local Open Scope N_scope."
}
# Prints the full name of every theorem and corollary.
theorems() {
    for file in "$@"; do sed -nE "s/^(Theorem|Corollary) ([A-Za-z0-9_]+).*/Gridcheck.$file.\2/p" "$file.v"; done
}
# Gives standard input to Coq as the file build/$1.v.
ask() {
    cat > "build/$1.v"
    coqc -q -Q . Gridcheck "build/$1.v"
}
