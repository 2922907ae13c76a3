#!/bin/sh
# Prints the statement of every theorem and corollary of the named files, and what its proof rests on.
. ./asking.sh
{
    head_of_file "$@"
    theorems "$@" | sed 's/.*/Check &. Print Assumptions &./'
} | ask "Assumptions_$1"
