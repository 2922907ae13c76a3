#!/usr/bin/env bash
# Counts pieces with GNU parallel, on this machine or (--sshlogin, in PARALLEL) on many that share the folder. Start it again to count
# missing pieces.
#   cluster/parallel.sh FOLDER PIECES --size 17 [other options of gridcheck count]
set -euo pipefail
folder="$1" pieces="$2"
shift 2
mkdir -p "$folder"
"$(dirname "$0")/missing" "$folder" "$pieces" |
  parallel --halt soon,fail=20% --retries 3 --joblog "$folder/jobs.log" \
    "${GRIDCHECK:-gridcheck}" count "$@" --jobs 1 --pieces "$pieces" --piece {} --sums "$folder/{}.sums" --resume
