#!/usr/bin/env bash
# Counts pieces as a Slurm job array, one task per piece. All nodes share the folder.
#   memory="$(cluster/memory --size 17)" && sbatch --array=1-100 --mem="${memory}M" cluster/slurm.sh FOLDER 100 --size 17 [other options of gridcheck count]
# With --cpus-per-task=N a piece has N threads, and `cluster/memory --size 17 --jobs N` says its memory. To count missing pieces afterwards:
#   missing="$(cluster/missing FOLDER 100 --size 17 | paste -sd,)" && sbatch --array="$missing" --mem=... cluster/slurm.sh FOLDER 100 --size 17
#SBATCH --job-name=gridcheck
#SBATCH --cpus-per-task=1
#SBATCH --mem=14G
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail
if [ $# -lt 3 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
  echo "usage: sbatch --array=1-PIECES cluster/slurm.sh FOLDER PIECES --size 17 [other options of gridcheck count]" >&2
  exit 2
fi
folder="$1" pieces="$2"
shift 2
# Slurm copies this script, so `cluster/missing` is not beside it. This refuses a folder of another count.
"${GRIDCHECK:-gridcheck}" count "$@" --pieces "$pieces" --missing-in "$folder" >/dev/null
jobs=(--jobs "${SLURM_CPUS_PER_TASK:-1}")
for option in "$@"; do
  case "$option" in --jobs | --jobs=*) jobs=() ;; esac
done
# gridcheck finds the limit of a control group, where the site sets one. This states the limit for other sites.
memory=()
if [ -n "${SLURM_MEM_PER_NODE:-}" ] && [ "$SLURM_MEM_PER_NODE" -gt 0 ]; then
  memory=(--memory "${SLURM_MEM_PER_NODE}MiB")
fi
mkdir -p "$folder"
exec "${GRIDCHECK:-gridcheck}" count "$@" "${jobs[@]}" "${memory[@]}" \
  --pieces "$pieces" --piece "$SLURM_ARRAY_TASK_ID" --sums "$folder/$SLURM_ARRAY_TASK_ID.sums" --resume
