#!/bin/sh
# Fails if what Coq printed, the second file, is not what the first file lists; names the first line that differs.
# If the change is meant, copy the second file over the first.
awk -v list="$1" -v printed="$2" '
    BEGIN {
        do {
            line++
            more = (getline expected < list) > 0
            also = (getline got < printed) > 0
            if (!more) expected = "the end"
            if (!also) got = "the end"
        } while (more && also && expected == got)
        if (!more && !also) exit 0
        gsub(/^ +/, "", expected); gsub(/^ +/, "", got)
        print "compare.sh: " list ":" line ": expected \"" expected "\", Coq printed \"" got "\" (" printed ")" > "/dev/stderr"
        exit 1
    }'
