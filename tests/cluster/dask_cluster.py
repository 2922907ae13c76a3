"""British 13 × 13 by pinwheel, in many blocks, on a Dask cluster of four worker processes: one is killed, one lies, one has too little memory.

Run by .ci/cluster, with gridcheck and the packages distributed and blake3 at hand.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from common import CLUSTER, PIECES, SIZE, check, check_refusals, check_refused, files, gridcheck, wrapper

# Counts its first piece correctly, and then adds two grids to each of its blocks, with valid checks.
LIAR = '''
import os, subprocess, sys
from pathlib import Path
from blake3 import blake3

env = {**os.environ, "PATH": os.environ["REAL_PATH"]}
ended = subprocess.run(["gridcheck", *sys.argv[1:]], env=env)
lie = Path(__file__).with_name("lie")
if ended.returncode == 0 and not lie.exists():
    sums = Path(sys.argv[sys.argv.index("--sums") + 1])
    header, *lines = sums.read_text().splitlines()
    records = [line.rsplit(" ", 1)[0] for line in lines]
    blocks = [record.split(" ") for record in records if ":" in record]
    forged = [f"{block} {int(grids) + 2}" for block, grids in blocks]
    piece, number, total = records[-1].split(" ")
    forged.append(f"{piece} {number} {int(total) + 2 * len(blocks)}")
    checks = [blake3("\\n".join([header, record]).encode()).hexdigest()[:8] for record in forged]
    checked = [" ".join(pair) for pair in zip(forged, checks)]
    sums.write_text("\\n".join([header, *checked]) + "\\n")
    lie.write_text(sums.name)
sys.exit(ended.returncode)
'''


# Reports that this worker was given a piece.
SMALL = '''
import os, sys
from pathlib import Path

Path(__file__).with_name("used").touch()
os.environ["PATH"] = os.environ["REAL_PATH"]
os.execvp("gridcheck", ["gridcheck", *sys.argv[1:]])
'''


def start(log, *args, env=None):
    """Starts a process with its own process group, like a separate machine: killing it also kills its children."""
    return subprocess.Popen(["dask", *args], stdout=log, stderr=log, start_new_session=True, env=env)


def until(what, seconds, find):
    for _ in range(seconds * 20):
        found = find()
        if found:
            return found
        time.sleep(0.05)
    sys.exit(f"FAILED: waited {seconds} seconds for {what}")


def counting(worker):
    """Returns the file to which a worker's gridcheck is writing blocks, if there is one."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            group = os.getpgid(int(process.name))
            command = (process / "cmdline").read_bytes().decode().split("\0")
        except (OSError, UnicodeDecodeError):
            continue
        if group == worker.pid and command[0].endswith("gridcheck") and "--sums" in command:
            path = Path(command[command.index("--sums") + 1])
            if path.exists() and path.read_text().count("\n") > 5:
                return path
    return None


def main(temporary):
    sums, processes = temporary / "sums", []
    scheduler = str(temporary / "scheduler.json")
    with open(temporary / "dask.log", "w") as log:
        try:
            processes.append(start(log, "scheduler", "--scheduler-file", scheduler, "--host", "127.0.0.1", "--port", "0", "--no-dashboard"))
            until("the scheduler", 180, lambda: Path(scheduler).exists())
            lying = wrapper(temporary / "liar", LIAR)
            arguments = ("worker", "--scheduler-file", scheduler, "--local-directory", str(temporary / "dask"), "--no-nanny", "--nthreads", "1", "--no-dashboard")
            address = json.loads(Path(scheduler).read_text())["address"]
            command = lambda folder, pieces, *options: [sys.executable, str(CLUSTER / "dask_pieces.py"), address, str(folder), pieces, *options]
            asked = command(sums, PIECES, "--size", SIZE, "--engine", "pinwheel")
            check_refused(asked, sums, "has no worker", "a cluster without a worker")
            nowhere = [*asked[:2], "tcp://127.0.0.1:1", *asked[3:]]
            check_refused(nowhere, sums, "no Dask scheduler", "an address without a scheduler")
            small = wrapper(temporary / "small", SMALL)
            memory_and_env = [("1e9", None), ("1e9", None), ("1e9", lying), ("1e8", small)]
            workers = [start(log, *arguments, "--resources", f"MEMORY={memory}", env=env) for memory, env in memory_and_env]
            processes.extend(workers)
            until("all workers", 180, lambda: (temporary / "dask.log").read_text().count("Registered to") == len(workers))
            check_refused(command(sums, "100", "--size", "17"), sums, "a piece needs", "a piece that needs more memory than any worker has")
            check_refusals(command, temporary)
            client = subprocess.Popen(asked, stdout=subprocess.DEVNULL)
            processes.append(client)

            begun = until("a worker at work with others' pieces done", 180, lambda: len(files(sums)) > 5 and counting(workers[0]))
            os.killpg(workers[0].pid, signal.SIGKILL)
            workers[0].wait()
            _, said = gridcheck("sums", begun, codes=(0, 1))
            check("is begun" in said, f"a worker was killed in the middle of {begun.name}")
            check(client.wait(timeout=900) == 0, "all pieces were counted")
            check("no total" not in gridcheck("sums", *files(sums))[1], "the piece of the killed worker among them")
            check(not (temporary / "small" / "used").exists(), "the worker with too little memory was given none")

            total, _ = gridcheck("count", "--size", SIZE)
            forged = (temporary / "liar" / "lie").read_text()
            check(gridcheck("sums", *files(sums))[0] != total, f"{forged} is false, and by itself nobody sees it")
            out, said = gridcheck("sums", *files(sums), "--recheck", "200", "--seed", "1", codes=(1,))
            check(out == "" and f"/{forged} cannot be trusted: no total" in said, f"200 blocks counted again find {forged}, and it alone")

            false = temporary / "false.sums"
            shutil.move(sums / forged, false)
            check(gridcheck("sums", *files(sums), "--missing")[0] == Path(forged).stem, "without it its piece is missing")
            check(subprocess.run(asked, stdout=subprocess.DEVNULL).returncode == 0, "it was counted again")
            out, said = gridcheck("sums", *files(sums), false, codes=(1,))
            check(out == "" and "contradict one another" in said, "the false file contradicts the new one")
            out, said = gridcheck("sums", *files(sums), false, "--recount", codes=(1,))
            check(said.endswith(f"{false} cannot be trusted"), "and is found to be the false one of the two")
            check(gridcheck("sums", *files(sums), "--recheck", "20", "--seed", "2")[0] == total, f"the total is that of one count, {total}")
        except SystemExit:
            log.flush()
            print((temporary / "dask.log").read_text()[-4000:], file=sys.stderr)
            raise
        finally:
            for process in processes:
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                except PermissionError:
                    process.kill()


with tempfile.TemporaryDirectory() as folder:
    main(Path(folder))
