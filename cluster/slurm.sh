#!/usr/bin/env bash
# Counts pieces as a Slurm job array, one task per piece. All nodes share the folder.
#   sbatch --array=1-100 --mem="$(cluster/memory --size 17)M" cluster/slurm.sh FOLDER 100 --size 17 [other options of gridcheck count]
# To count missing pieces afterwards:
#   sbatch --array="$(cluster/missing FOLDER 100 | paste -sd,)" cluster/slurm.sh FOLDER 100 --size 17
#SBATCH --job-name=gridcheck
#SBATCH --cpus-per-task=1
#SBATCH --mem=12G
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail
folder="$1" pieces="$2"
shift 2
# gridcheck finds the limit of a control group, where the site sets one. This states the limit for other sites.
memory=()
if [ -n "${SLURM_MEM_PER_NODE:-}" ] && [ "$SLURM_MEM_PER_NODE" -gt 0 ]; then
  memory=(--memory "${SLURM_MEM_PER_NODE}MiB")
fi
mkdir -p "$folder"
exec "${GRIDCHECK:-gridcheck}" count "$@" --jobs "${SLURM_CPUS_PER_TASK:-1}" "${memory[@]}" \
  --pieces "$pieces" --piece "$SLURM_ARRAY_TASK_ID" --sums "$folder/$SLURM_ARRAY_TASK_ID.sums" --resume
