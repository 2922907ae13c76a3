"""British 13 × 13 by the engine that is quickest, with HyperQueue; a piece fails at first and is submitted again, and a task is lost.

Run by .ci/cluster, with gridcheck and the package hyperqueue at hand.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from hyperqueue import LocalCluster

from common import CLUSTER, PIECES, SIZE, check, check_refusals, check_refused, failing, files, gridcheck, wrapper

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
    env = failing(temporary / "failing")
    command = lambda folder, pieces, *options: [sys.executable, str(CLUSTER / "hyperqueue_pieces.py"), "local", str(folder), pieces, *options]
    asked = command(sums, PIECES, "--size", SIZE)
    run = lambda: subprocess.run(asked, env=env, stderr=subprocess.DEVNULL).returncode
    failed = subprocess.run(asked, env=env, capture_output=True, text=True)
    check(failed.returncode == 1 and "piece 5 is not whole: this machine is broken" in failed.stderr, "a piece has failed, and is named with the reason")
    check("no worker" not in failed.stderr, "no worker is missed where one takes the pieces")
    check(gridcheck("sums", *files(sums), "--missing")[0] == "5", "it is the one that is missing")
    check(gridcheck("sums", *files(sums), codes=(1,))[0] == "", "there is no total without it")
    check(run() == 0, "it was submitted again")
    check(len(files(sums)) == int(PIECES), "there is a file for each piece")
    total, _ = gridcheck("count", "--size", SIZE)
    check(gridcheck("sums", *files(sums))[0] == total, f"the total is that of one count, {total}")
    asked[3], env = str(temporary / "lost"), wrapper(temporary / "losing", LOST)
    check(run() == 0, "a task was lost, and every piece is there")
    check(gridcheck("sums", *files(asked[3]))[0] == total, "the total is the same")
    nowhere = [*asked[:2], str(temporary / "nowhere"), str(temporary / "new"), *asked[4:]]
    check_refused(nowhere, temporary / "new", "no HyperQueue server", "a folder without a server")
    check_refusals(command, temporary)
    named = temporary / "n%{JOB_ID}x"
    check_refused(command(named, "2", "--size", "7"), named, "HyperQueue replaces", "a folder that HyperQueue would call otherwise")
    # A server without a worker: the script waits, as workers can come, and says so.
    with LocalCluster() as cluster:
        without_worker = [*asked[:2], cluster.cluster.server_dir, *nowhere[3:]]
        waiting = subprocess.Popen(without_worker, stderr=subprocess.PIPE, text=True)
        said = ""
        while "no worker has taken a piece: each requests cpus=1 and mem=" not in said and waiting.poll() is None:
            said += waiting.stderr.readline()
        check(waiting.poll() is None, "a piece that no worker takes is reported, with the memory that it requests")
        waiting.kill()


with tempfile.TemporaryDirectory() as folder:
    main(Path(folder))
