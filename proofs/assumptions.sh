#!/bin/sh
# Prints the statement of every theorem and corollary of the named files, and what its proof rests on.
set -e
mkdir -p build
{
    echo "From Coq Require Import NArith."
    echo "From Gridcheck Require Import Spec Validator $*."
    echo "Set Printing Width 110."
    echo "Local Open Scope N_scope."
    for file in "$@"; do
        sed -nE 's/^(Theorem|Corollary) ([A-Za-z0-9_]+).*/Check \2. Print Assumptions \2./p' "$file.v"
    done
} > build/Assumptions.v
coqc -q -Q . Gridcheck build/Assumptions.v
