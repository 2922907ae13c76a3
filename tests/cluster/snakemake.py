"""British 13 × 13 with Snakemake; the process of a piece is killed in the middle, and the piece is continued.

Run by .ci/snakemake, with gridcheck and the package snakemake at hand.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from common import CLUSTER, PIECES, SIZE, check, check_run, dying, files, gridcheck


def main(temporary):
    sums = temporary / "sums"
    env = dying(temporary / "dying", "os.getpid()")
    config = [f"folder={sums}", f"pieces={PIECES}", f"options=--size {SIZE}"]
    asked = ["snakemake", "--snakefile", str(CLUSTER / "Snakefile"), "--cores", "2", "--directory", str(temporary), "--config", *config]
    run = lambda: subprocess.run(asked, env=env, capture_output=True, text=True)
    ended = run()
    check_run(ended, temporary / "dying", sums)
    total, _ = gridcheck("count", "--size", SIZE)
    check((sums / "total").read_text().strip() == total, f"the total is that of one count, {total}")
    (sums / "3.sums").unlink()
    (sums / "total").unlink()
    check(run().returncode == 0 and (sums / "total").read_text().strip() == total, "a missing piece is counted again")


with tempfile.TemporaryDirectory() as folder:
    main(Path(folder))
