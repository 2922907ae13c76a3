#!/bin/sh
# figures.sh MOST FILE...: the extracted program counts every set and size, up to the size MOST, whose count the kernel has proved.
# The files are what assumptions.sh has printed. Both transfer matrices count, the packed one and the other.
set -eu
most=$1; shift
proved=$(sed -nE 's/^ +: Validator\.count Spec\.([a-z_0-9]+) ([0-9]+) = ([0-9]+)$/\1 \2 \3/p' "$@" | sort -u)
number=0
while read -r rules size count; do
    [ "$size" -le "$most" ] || continue
    for method in "" --unpacked; do
        got=$(build/gridcheck-proved count $method "$(echo "$rules" | tr _ -)" "$size")
        [ "$got" = "$count" ] || { echo "figures.sh: count $method $rules $size: expected $count, got $got" >&2; exit 1; }
        number=$((number + 1))
    done
done <<END
$proved
END
[ "$number" -ge 40 ] || { echo "figures.sh: only $number counts were compared" >&2; exit 1; }
echo "$number counts of the program are those of the kernel"
