#!/usr/bin/env bash
# Counts pieces with GNU parallel, on this machine or (--sshlogin, in PARALLEL) on many that share the folder. Start it again to count
# missing pieces. With --jobs N each piece has N threads, and each machine as many pieces at a time as its processors allow.
#   cluster/parallel.sh FOLDER PIECES --size 17 [--jobs N] [other options of gridcheck count]
set -euo pipefail
if [ $# -lt 3 ]; then
  echo "usage: cluster/parallel.sh FOLDER PIECES --size 17 [other options of gridcheck count]" >&2
  exit 2
fi
folder="$1" pieces="$2"
shift 2
# GNU parallel takes a name of a log that begins with + for another one.
case "$folder" in
  /*) ;;
  *) folder="./$folder" ;;
esac
missing="$("$(dirname "$0")/missing" "$folder" "$pieces" "$@")"
[ -n "$missing" ] || exit 0
jobs="" previous=""
for option in "$@"; do
  case "$previous=$option" in
    *=--jobs=*) jobs="${option#*=}" ;;
    --jobs=*) jobs="$option" ;;
  esac
  previous="$option"
done
options=("$@")
at_a_time=()
if [ -z "$jobs" ]; then
  options+=(--jobs 1)
elif [ "$jobs" -gt 1 ]; then
  # A share of the processors of each machine, in percent with a decimal; GNU parallel rounds up.
  at_a_time=(--jobs "$((100 / jobs)).$((1000 / jobs % 10))%")
fi
mkdir -p "$folder"
quoted() {
  local word
  for word in "$@"; do printf "'%s' " "${word//\'/\'\\\'\'}"; done
}
# In a command on its command line GNU parallel replaces {#}, {= =} and more, also inside a name, and even runs Perl. So it has none and reads
# whole commands, which it leaves as they are. They end in a zero byte, because a name may have several lines.
for piece in $missing; do
  quoted "${GRIDCHECK:-gridcheck}" count "${options[@]}" --pieces "$pieces" --piece "$piece" --sums "$folder/$piece.sums" --resume
  printf '\0'
done | parallel --null --halt soon,fail=20% --retries 3 "${at_a_time[@]}" --joblog "$folder/jobs.log"
