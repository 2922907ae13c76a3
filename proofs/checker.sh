#!/bin/sh
# Checks the compiled proofs of the named files by coqchk. Fails if it names an unsafe term, or an axiom that is not in axioms-loaded.txt:
# those of primitive integers, and those that Coq's libraries load with ssreflect. The standard library is taken as it is.
set -e
export LC_ALL=C
found=$(mktemp)
trap 'rm -f "$found" "$found.axioms"' EXIT
modules=""
for file in "$@"; do modules="$modules -norec Gridcheck.$file"; done
coqchk -silent -o -Q . Gridcheck $modules > "$found" 2>&1
cat "$found"
sed -n 's/^    \([A-Za-z]\)/\1/p' "$found" | sort > "$found.axioms"
if grep -q 'Gridcheck\.' "$found" || [ "$(grep -c '<none>$' "$found")" != 3 ] || [ -n "$(comm -23 "$found.axioms" axioms-loaded.txt)" ]; then
    echo "checker.sh: coqchk names axioms or unsafe terms" >&2
    exit 1
fi
