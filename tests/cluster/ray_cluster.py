"""British 13 × 13 on a Ray cluster on this machine; the process of a piece is killed in the middle, and the piece is continued.

Run by .ci/ray, with gridcheck and the package ray at hand.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from common import CLUSTER, PIECES, SIZE, check, check_refusals, check_refused, check_run, dying, files, gridcheck


def main(temporary):
    sums = temporary / "sums"
    # The parent of gridcheck is the worker process of Ray.
    env = dying(temporary / "dying", "os.getppid()") | {"RAY_USAGE_STATS_ENABLED": "0"}
    ray = lambda *args: subprocess.run(["ray", *args], env=env, capture_output=True, text=True)
    started = ray("start", "--head", "--port", "6399", "--num-cpus", "2", "--memory", "1000000000", "--include-dashboard", "false", "--temp-dir", str(temporary / "ray"))
    check(started.returncode == 0, f"a cluster of one machine starts {started.stderr[-2000:] if started.returncode else ''}")
    try:
        command = lambda folder, pieces, *options: [sys.executable, str(CLUSTER / "ray_pieces.py"), "127.0.0.1:6399", str(folder), pieces, *options]
        asked = command(sums, PIECES, "--size", SIZE, "--engine", "pinwheel")
        check_refused(command(sums, "100", "--size", "17"), sums, "a piece needs", "a piece that needs more memory than any machine has", env)
        check_refused(command(sums, PIECES, "--size", SIZE, "--jobs", "64"), sums, "64 processors", "a piece with too many threads", env)
        check_refusals(command, temporary, env)
        run = lambda: subprocess.run(asked, env=env, capture_output=True, text=True)
        ended = run()
        check_run(ended, temporary / "dying", sums)
        total, _ = gridcheck("count", "--size", SIZE)
        check(gridcheck("sums", *files(sums))[0] == total, f"the total is that of one count, {total}")
        os.remove(sums / "3.sums")
        again = run()
        check(again.returncode == 0 and again.stdout.count("piece") == 1, "a missing piece is counted again, and it alone")
        check(gridcheck("sums", *files(sums))[0] == total, "with it the total is the same")
        threads = subprocess.run(command(temporary / "threads", "2", "--size", "11", "--jobs", "2"), env=env, capture_output=True, text=True)
        check(threads.returncode == 0, f"pieces with two threads are counted {threads.stderr if threads.returncode else ''}")
    finally:
        ray("stop", "--force")
    check_refused([*asked[:3], str(temporary / "new"), *asked[4:]], temporary / "new", "no Ray cluster", "an address without a cluster", env)


with tempfile.TemporaryDirectory() as folder:
    main(Path(folder))
