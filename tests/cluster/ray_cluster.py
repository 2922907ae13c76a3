"""British 13 × 13 on a Ray cluster on this machine; the process of a piece is killed in the middle, and the piece is continued.

Run by .ci/ray, with gridcheck and the package ray at hand.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from common import CLUSTER, PIECES, SIZE, check, files, gridcheck, wrapper

# Kills the worker process of Ray once, together with gridcheck, while it counts the piece of this number.
DIES = '''
import os, signal, subprocess, sys, time
from pathlib import Path

died = Path(__file__).with_name("died")
os.environ["PATH"] = os.environ["REAL_PATH"]
if "--piece 5 " in " ".join(sys.argv) and "--sums" in sys.argv and not died.exists():
    died.touch()
    process = subprocess.Popen(["gridcheck", *sys.argv[1:]])
    time.sleep(0.1)
    process.kill()
    os.kill(os.getppid(), signal.SIGKILL)
os.execvp("gridcheck", ["gridcheck", *sys.argv[1:]])
'''


def main(temporary):
    sums = temporary / "sums"
    env = wrapper(temporary / "dying", DIES) | {"RAY_USAGE_STATS_ENABLED": "0"}
    ray = lambda *args: subprocess.run(["ray", *args], env=env, capture_output=True, text=True)
    started = ray("start", "--head", "--port", "6399", "--num-cpus", "2", "--include-dashboard", "false", "--temp-dir", str(temporary / "ray"))
    check(started.returncode == 0, f"a cluster of one machine starts {started.stderr[-2000:] if started.returncode else ''}")
    try:
        asked = [sys.executable, str(CLUSTER / "ray_pieces.py"), "127.0.0.1:6399", str(sums), PIECES, "--size", SIZE, "--engine", "pinwheel"]
        run = lambda: subprocess.run(asked, env=env, capture_output=True, text=True)
        ended = run()
        check(ended.returncode == 0, f"all pieces were counted {ended.stderr[-2000:] if ended.returncode else ''}")
        check((temporary / "dying" / "died").exists(), "a process was killed in the middle of piece 5")
        check(len(files(sums)) == int(PIECES), "there is a file for each piece")
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
