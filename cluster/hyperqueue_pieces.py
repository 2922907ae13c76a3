#!/usr/bin/env python3
"""Counts the pieces of a long count with HyperQueue (pip install hyperqueue). Start it again to count missing pieces.

    python cluster/hyperqueue_pieces.py SERVER FOLDER 100 --size 17 [--jobs N] [other options of gridcheck count]

SERVER is the folder of a server, or `local` for only this machine. The program `hq` starts a server and its workers (hq server start
--server-dir SERVER, hq worker start --server-dir SERVER, hq alloc add slurm ...). The package for Python does not have it: it is on the page
of releases of the project, https://github.com/It4innovations/hyperqueue/releases, and must be of the same version. All workers share
FOLDER, and every worker has gridcheck on its PATH. A piece requests N processors, or one, and the memory (resource `mem`, in MiB, which
workers find out) that `cluster/memory` says.
"""

import contextlib
import sys
import time
from pathlib import Path

from hyperqueue import Client, Job, LocalCluster
from hyperqueue.cluster import WorkerConfig
from hyperqueue.ffi.protocol import ResourceRequest

import pieces as counting


# Runs a command with its messages in the file $0. A worker that is lost can leave its gridcheck at work on the piece: then wait for it.
COUNT = """
until "$@" 2>"$0"; do
  code=$?
  grep -q "another run of gridcheck" "$0" || exit "$code"
  sleep 5
done
"""

# Seconds after which it is reported that no worker takes a piece. The interface for Python does not list workers.
PATIENCE = 10


def waiting(probe, request):
    """Returns a function that HyperQueue calls every second. It reports once that no worker has run the job `probe`."""
    start, said = time.time(), False

    def look(jobs):
        nonlocal said
        if not said and time.time() >= start + PATIENCE and not jobs[probe]["completed"]:
            said = True
            print(f"no worker has taken a piece: each requests {request}; hq worker list shows the workers", file=sys.stderr, flush=True)

    return look


def connected(server):
    """Returns a client of the server. Ends the script if there is none."""
    try:
        return Client(server)
    # The package raises no narrower type.
    except Exception as error:
        counting.refuse(f"no HyperQueue server in {server}: {str(error).partition('Stack backtrace')[0]}")


def main(server, folder, pieces, *options):
    folder = Path(folder).resolve()
    if "%{" in str(folder):
        counting.refuse(f"{folder}: HyperQueue replaces what follows %{{ in a name: use another folder")
    missing, threads = counting.missing(folder, pieces, options), counting.threads(options)
    if not missing:
        return 0
    # The worker of a local cluster has only processors to give.
    needed = None if server == "local" else counting.memory(options)
    with contextlib.ExitStack() as stack:
        if server == "local":
            client = stack.enter_context(LocalCluster(worker_config=WorkerConfig(cores=threads if threads > 1 else None))).client()
        else:
            client = connected(server)
        counting.make(folder)
        # HyperQueue counts memory in MiB.
        request = ResourceRequest(cpus=threads, resources={"mem": needed // 2**20} if needed else {})
        # A failed piece does not stop the others.
        job, probe = Job(max_fails=None, default_workdir=folder), Job(default_workdir=folder)
        # A worker that can take a piece runs this at once.
        probe.program(["true"], resources=request, stdout=None, stderr=None)
        for piece in missing:
            command = ["sh", "-c", COUNT, f"{folder}/{piece}.err", *counting.command(piece, pieces, folder, options)]
            job.program(command, resources=request, stdout=f"{folder}/{piece}.out")
        asked = f"cpus={threads}" + (f" and mem={needed // 2**20}" if needed else "")
        probed, submitted = client.submit(probe), client.submit(job)
        # A task that was lost with its worker counts as failed here. The pieces decide.
        client.connection.wait_for_jobs((probed.id, submitted.id), waiting(probed.id, asked))
    for piece in counting.missing(folder, pieces, options):
        reason = folder / f"{piece}.err"
        lines = reason.read_text().split("\n") if reason.exists() else []
        print(f"piece {piece} is not whole: {next(iter(lines[-2:]), '') or 'it was not counted'}", file=sys.stderr)
    return counting.exit_code(folder, pieces, options)


if __name__ == "__main__":
    counting.start(main, __doc__)
