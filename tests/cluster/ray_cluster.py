"""British 13 × 13 on a Ray cluster on this machine; the process of a piece is killed in the middle, and the piece is continued.

Run by .ci/ray, with gridcheck and the package ray at hand.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from common import CLUSTER, PIECES, SIZE, check, check_run, dying, files, gridcheck


def main(temporary):
    sums = temporary / "sums"
    # The parent of gridcheck is the worker process of Ray.
    env = dying(temporary / "dying", "os.getppid()") | {"RAY_USAGE_STATS_ENABLED": "0"}
    ray = lambda *args: subprocess.run(["ray", *args], env=env, capture_output=True, text=True)
    started = ray("start", "--head", "--port", "6399", "--num-cpus", "2", "--include-dashboard", "false", "--temp-dir", str(temporary / "ray"))
    check(started.returncode == 0, f"a cluster of one machine starts {started.stderr[-2000:] if started.returncode else ''}")
    try:
        asked = [sys.executable, str(CLUSTER / "ray_pieces.py"), "127.0.0.1:6399", str(sums), PIECES, "--size", SIZE, "--engine", "pinwheel"]
        run = lambda: subprocess.run(asked, env=env, capture_output=True, text=True)
        ended = run()
        check_run(ended, temporary / "dying", sums)
        total, _ = gridcheck("count", "--size", SIZE)
        check(gridcheck("sums", *files(sums))[0] == total, f"the total is that of one count, {total}")
        os.remove(sums / "3.sums")
        again = run()
        check(again.returncode == 0 and again.stdout.count("piece") == 1, "a missing piece is counted again, and it alone")
        check(gridcheck("sums", *files(sums))[0] == total, "with it the total is the same")
        wrong = subprocess.run([*asked[:3], str(temporary / "wrong"), "4", "--size", "1x"], env=env, capture_output=True, text=True)
        check(wrong.returncode == 1 and "1x" in wrong.stdout, "bad use ends with what gridcheck says")
    finally:
        ray("stop", "--force")


with tempfile.TemporaryDirectory() as folder:
    main(Path(folder))
