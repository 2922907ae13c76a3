"""British 13 × 13 with Snakemake; the process of a piece is killed in the middle, and the piece is continued.

Run by .ci/snakemake, with gridcheck and the package snakemake at hand.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from common import CLUSTER, PIECES, SIZE, check, files, gridcheck, wrapper

# Dies once, together with gridcheck, while it counts the piece of this number.
DIES = '''
import os, signal, subprocess, sys, time
from pathlib import Path

died = Path(__file__).with_name("died")
os.environ["PATH"] = os.environ["REAL_PATH"]
if "--piece 5 " in " ".join(sys.argv) and not died.exists():
    died.touch()
    process = subprocess.Popen(["gridcheck", *sys.argv[1:]])
    time.sleep(0.1)
    process.kill()
    os.kill(os.getpid(), signal.SIGKILL)
os.execvp("gridcheck", ["gridcheck", *sys.argv[1:]])
'''


def main(temporary):
    sums = temporary / "sums"
    env = wrapper(temporary / "dying", DIES)
    config = [f"folder={sums}", f"pieces={PIECES}", f"options=--size {SIZE}"]
    asked = ["snakemake", "--snakefile", str(CLUSTER / "Snakefile"), "--cores", "2", "--directory", str(temporary), "--config", *config]
    run = lambda: subprocess.run(asked, env=env, capture_output=True, text=True)
    ended = run()
    check(ended.returncode == 0, f"all pieces were counted {ended.stderr[-2000:] if ended.returncode else ''}")
    check((temporary / "dying" / "died").exists(), "a process was killed in the middle of piece 5")
    check(len(files(sums)) == int(PIECES), "there is a file for each piece")
    total, _ = gridcheck("count", "--size", SIZE)
    check((sums / "total").read_text().strip() == total, f"the total is that of one count, {total}")
    (sums / "3.sums").unlink()
    (sums / "total").unlink()
    check(run().returncode == 0 and (sums / "total").read_text().strip() == total, "a missing piece is counted again")


with tempfile.TemporaryDirectory() as folder:
    main(Path(folder))
