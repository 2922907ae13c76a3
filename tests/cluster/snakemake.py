"""British 13 × 13 with Snakemake; the process of a piece is killed in the middle, and the piece is continued.

Run by .ci/snakemake, with gridcheck and the package snakemake at hand.
"""

import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from common import CLUSTER, PIECES, SIZE, check, check_refusals, check_refused, check_run, dying, files, gridcheck


def main(temporary):
    sums = temporary / "sums"
    env = dying(temporary / "dying", "os.getpid()")
    def command(folder, pieces, *options, resources=()):
        config = [f"folder={folder}", f"pieces={pieces}", f"options={shlex.join(options)}"]
        return ["snakemake", "--quiet", "all", "--snakefile", str(CLUSTER / "Snakefile"), "--cores", "2", "--directory", str(temporary), *resources, "--config", *config]

    asked = command(sums, PIECES, "--size", SIZE)
    little = command(sums, PIECES, "--size", SIZE, resources=["--resources", "mem_mb=20"])
    check_refused(little, sums, "a piece needs", "a piece that needs more memory than --resources allows", env)
    check_refusals(command, temporary, env, makes_folder=False)
    for name in ["n{#}x", "{piece}", "a}b"]:
        check_refused(command(temporary / name, "2", "--size", "7"), temporary / name, "braces", f"a folder called {name}")
    # A shell would run this name.
    strange = temporary / "it's $(touch ran) `touch ran`; touch ran"
    ended = subprocess.run(command(strange, "2", "--size", "7"), capture_output=True, text=True)
    check((strange / "total").exists(), f"a folder has its pieces, whatever a shell makes of its name {ended.stderr if ended.returncode else ''}")
    check(not (temporary / "ran").exists(), "no shell makes anything of it")
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
