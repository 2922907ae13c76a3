#!/bin/sh
# Fails when a file states something without proof, tells the kernel to be less strict, loads other code, or hides a part
# of what is printed. Words are looked for across line breaks, and in comments too: a comment can do without them.
words='Admitted|admit|Axiom|Axioms|Conjecture|Conjectures|Parameter|Parameters|give_up|Unset|bypass_check|Primitive|Register'
words="$words|Load|Declare|ML|native_compute|Coercion|Arguments|Implicit|Canonical"
if grep -nwE "$words" "$@"; then
    echo "forbidden.sh: the lines above state something without proof, or hide or load something" >&2
    exit 1
fi
# Premises have these words inside of a section, where they become part of each statement. Outside they are axioms.
awk '
    FNR == 1 { depth = 0 }
    /^[ \t]*Section[ \t]/ { depth++ }
    /^[ \t]*End[ \t]/ { depth-- }
    /(^|[^A-Za-z0-9_])(Variables?|Hypothes[ie]s|Context)([^A-Za-z0-9_]|$)/ && depth < 1 {
        print FILENAME ":" FNR ":" $0
        found = 1
    }
    END { exit found }
' "$@" || {
    echo "forbidden.sh: the lines above are premises outside of a section" >&2
    exit 1
}
