"""The script for Slurm without Slurm: the variables of a task are set by hand. Run by .ci/cluster, with gridcheck at hand."""

import os
import subprocess
import tempfile
from pathlib import Path

from common import CLUSTER, check, check_refusals, check_refused, check_strange_names, files, gridcheck


def main(temporary):
    command = lambda folder, pieces, *options: ["bash", str(CLUSTER / "slurm.sh"), str(folder), pieces, *options]
    task = lambda number, **more: {**os.environ, "SLURM_ARRAY_TASK_ID": number, **more}
    sums = temporary / "sums"
    for number in "123":
        env = task(number, SLURM_CPUS_PER_TASK="2", SLURM_MEM_PER_NODE="500")
        ended = subprocess.run(command(sums, "3", "--size", "9"), env=env, capture_output=True, text=True)
        check(ended.returncode == 0, f"task {number} counts its piece {ended.stderr}")
    check(gridcheck("sums", *files(sums))[0] == gridcheck("count", "--size", "9")[0], "the total is that of one count")
    check_refused(command(sums, "3", "--size", "9"), sums, "usage", "a run outside an array")
    check_refused(command(sums, "3", "--size", "9"), sums, "piece 4 of 3", "a task beyond the last piece", task("4"))
    check_refusals(command, temporary, task("2"))

    def both(asked, **more):
        """Runs both tasks of an array."""
        subprocess.run(asked, env=task("1"), **more)
        return subprocess.run(asked, env=task("2"), **more)

    check_strange_names(command, temporary, both)


with tempfile.TemporaryDirectory() as folder:
    main(Path(folder))
