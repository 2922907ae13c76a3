"""Shared by the scripts for Dask, HyperQueue and Ray: which pieces are missing, what memory they need, and the command that counts one."""

import subprocess
import time
from pathlib import Path


def missing(folder, pieces):
    """Returns the numbers of the pieces whose files are incomplete or missing in a folder, which is made if there is none."""
    folder.mkdir(parents=True, exist_ok=True)
    asked = [str(Path(__file__).with_name("missing")), str(folder), pieces]
    return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.split()


def exit_code(folder, pieces):
    """Returns the exit code of a script: 0 if every piece is there, even if the scheduler has lost tasks on the way, else 1."""
    return 1 if missing(folder, pieces) else 0


def memory(options):
    """Returns the memory to request for a piece in bytes, from measured peaks with a margin; none if there is no such measurement."""
    asked = [str(Path(__file__).with_name("memory")), *options]
    ended = subprocess.run(asked, capture_output=True, text=True)
    return int(ended.stdout) * 2**20 if ended.returncode == 0 else None


def command(piece, pieces, folder, options):
    """Returns the command that counts a piece, or continues it."""
    piece_options = ["--pieces", pieces, "--piece", piece, "--sums", f"{folder}/{piece}.sums", "--resume"]
    return ["gridcheck", "count", *options, "--jobs", "1", *piece_options]


def count(command):
    """Counts one piece on a worker. Returns the exit code and the output. Bad use (2) is not tried again, any other failure is."""
    while True:
        process = subprocess.run(command, capture_output=True, text=True)
        if process.returncode == 0:
            return 0, process.stdout.strip()
        # The scheduler gave up a worker that is still counting: wait for its result.
        if "another run of gridcheck" not in process.stderr:
            if process.returncode == 2:
                return 2, process.stderr.strip()
            raise RuntimeError(process.stderr.strip())
        time.sleep(5)
