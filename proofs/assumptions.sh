#!/bin/sh
# Prints the statement of every theorem and corollary of the named files, and what its proof rests on.
# The file that asks imports nothing of this project. So every name is printed with its module, and a definition or a
# notation that hides another one does not change the printed words.
set -e
mkdir -p build
{
    echo "From Coq Require Import NArith."
    for file in "$@"; do
        echo "From Gridcheck Require $file."
    done
    echo "Set Printing Width 110."
    echo "Set Printing Coercions."
    echo "Local Open Scope N_scope."
    for file in "$@"; do
        sed -nE "s/^(Theorem|Corollary) ([A-Za-z0-9_]+).*/Check Gridcheck.$file.\2. Print Assumptions Gridcheck.$file.\2./p" "$file.v"
    done
} > "build/Assumptions_$1.v"
coqc -q -Q . Gridcheck "build/Assumptions_$1.v"
