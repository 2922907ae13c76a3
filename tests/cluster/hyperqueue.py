"""British 13 × 13 by the engine that is quickest, with HyperQueue; a piece fails at first and is submitted again, and a task is lost.

Run by .ci/cluster, with gridcheck and the package hyperqueue at hand.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from common import CLUSTER, PIECES, SIZE, check, files, gridcheck, wrapper

# Fails once, at the piece of this number.
FAILS = '''
import os, sys
from pathlib import Path

failed = Path(__file__).with_name("failed")
if "--piece 5 " in " ".join(sys.argv) and not failed.exists():
    failed.touch()
    sys.exit("this machine is broken")
os.environ["PATH"] = os.environ["REAL_PATH"]
os.execvp("gridcheck", ["gridcheck", *sys.argv[1:]])
'''

# Counts the piece of this number, and is lost before it can say so.
LOST = '''
import os, signal, subprocess, sys

os.environ["PATH"] = os.environ["REAL_PATH"]
if "--piece 7 " in " ".join(sys.argv):
    subprocess.run(["gridcheck", *sys.argv[1:]], check=True)
    os.kill(os.getpid(), signal.SIGKILL)
os.execvp("gridcheck", ["gridcheck", *sys.argv[1:]])
'''


def main(temporary):
    sums = temporary / "sums"
    env = wrapper(temporary / "failing", FAILS)
    asked = [sys.executable, str(CLUSTER / "hyperqueue_pieces.py"), "local", str(sums), PIECES, "--size", SIZE]
    run = lambda: subprocess.run(asked, env=env, stderr=subprocess.DEVNULL).returncode
    check(run() == 1, "a piece has failed")
    check(gridcheck("sums", *files(sums), "--missing")[0] == "5", "it is the one that is missing")
    check(gridcheck("sums", *files(sums), codes=(1,))[0] == "", "there is no total without it")
    check(run() == 0, "it was submitted again")
    check(len(files(sums)) == int(PIECES), "there is a file for each piece")
    total, _ = gridcheck("count", "--size", SIZE)
    check(gridcheck("sums", *files(sums))[0] == total, f"the total is that of one count, {total}")
    asked[3], env = str(temporary / "lost"), wrapper(temporary / "losing", LOST)
    check(run() == 0, "a task was lost, and every piece is there")
    check(gridcheck("sums", *files(asked[3]))[0] == total, "the total is the same")


with tempfile.TemporaryDirectory() as folder:
    main(Path(folder))
