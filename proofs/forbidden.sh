#!/bin/sh
# Fails when a file states something without proof, or tells the kernel to be less strict.
# The words are looked for in comments too: a comment can do without them.
words='Admitted|admit|Axiom|Axioms|Conjecture|Conjectures|Parameter|Parameters|give_up|Unset|bypass_check|Primitive|Register|Declare ML Module|native_compute'
if grep -nwE "$words" "$@"; then
    echo "forbidden.sh: the lines above state something without proof" >&2
    exit 1
fi
