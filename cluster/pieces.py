"""Shared by the scripts for Dask, HyperQueue, Ray and Snakemake: which pieces are missing, what they need, and the command that counts one."""

import subprocess
import sys
import time
from pathlib import Path


def refuse(reason):
    """Ends the script with one line and exit code 2."""
    print(" ".join(str(reason).split()), file=sys.stderr)
    sys.exit(2)


def start(main, text):
    """Runs a script with its arguments. With too few it ends with the usage, which is the line of its documentation with `python`."""
    if len(sys.argv) < 5:
        refuse("usage: " + next(line for line in text.splitlines() if line.lstrip().startswith("python ")))
    sys.exit(main(*sys.argv[1:]))


def make(folder):
    """Makes the folder of a count, or ends the script."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        refuse(f"{folder}: {error.strerror}")


def missing(folder, pieces, options):
    """Returns the numbers of the pieces whose files are incomplete or missing in a folder. Ends the script if the folder is of another
    count, or has a damaged file, with the line that says so."""
    asked = [str(Path(__file__).with_name("missing")), str(folder), pieces, *options]
    ended = subprocess.run(asked, capture_output=True, text=True)
    if ended.returncode != 0:
        refuse(ended.stderr)
    return ended.stdout.split()


def exit_code(folder, pieces, options):
    """Returns the exit code of a script: 0 if every piece is there, even if the scheduler has lost tasks on the way, else 1."""
    return 1 if missing(folder, pieces, options) else 0


def memory(options):
    """Returns the memory to request for a piece in bytes, from measured peaks with a margin; none if there is no such measurement."""
    asked = [str(Path(__file__).with_name("memory")), *options]
    ended = subprocess.run(asked, capture_output=True, text=True)
    if ended.returncode != 0:
        print(f"{ended.stderr.strip()}: no memory is requested", file=sys.stderr)
        return None
    return int(ended.stdout) * 2**20


def refuse_without(needed, largest):
    """Ends the script if no worker has the memory for a piece. `largest` is that of the best worker; none if no worker states it."""
    if needed and largest is not None and needed > largest:
        has = f"no worker has more than {int(largest) // 10**6} MB"
        refuse(f"a piece needs {needed // 10**6} MB, and {has}: add a larger one, or use fewer --jobs")


def threads(options):
    """Returns the threads of a piece: those of --jobs, or 1."""
    for option, value in zip(options, [*options[1:], ""]):
        name, has_value, text = option.partition("=")
        if name == "--jobs":
            text = text if has_value else value
            if not text.isdecimal() or int(text) < 1:
                refuse("--jobs: expected a number of threads, at least 1")
            return int(text)
    return 1


def default_jobs(options):
    """Returns the option for one thread, unless the options state a number."""
    return [] if any(option.partition("=")[0] == "--jobs" for option in options) else ["--jobs", "1"]


def command(piece, pieces, folder, options):
    """Returns the command that counts a piece, or continues it."""
    piece_options = ["--pieces", pieces, "--piece", piece, "--sums", f"{folder}/{piece}.sums", "--resume"]
    return ["gridcheck", "count", *options, *default_jobs(options), *piece_options]


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
