#!/bin/sh
# Checks the compiled proofs of the named files by coqchk, and fails if it names an axiom of these files or an unsafe term.
# The standard library is taken as it is.
set -e
found=$(mktemp)
trap 'rm -f "$found"' EXIT
modules=""
for file in "$@"; do modules="$modules -norec Gridcheck.$file"; done
coqchk -silent -o -Q . Gridcheck $modules > "$found" 2>&1
cat "$found"
if grep -q 'Gridcheck\.' "$found" || [ "$(grep -c '<none>$' "$found")" != 3 ]; then
    echo "checker.sh: coqchk names axioms or unsafe terms" >&2
    exit 1
fi
