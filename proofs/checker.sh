#!/bin/sh
# Checks the compiled proofs of the named files by coqchk, and fails if it names an axiom of these files or an unsafe term.
# The standard library is taken as it is.
set -e
modules=""
for file in "$@"; do modules="$modules -norec Gridcheck.$file"; done
coqchk -silent -o -Q . Gridcheck $modules > checker.found 2>&1
cat checker.found
if grep -q 'Gridcheck\.' checker.found || [ "$(grep -c '<none>$' checker.found)" != 3 ]; then
    echo "checker.sh: coqchk names axioms or unsafe terms" >&2
    exit 1
fi
rm checker.found
