#!/usr/bin/env python3
"""Counts the pieces of a long count with HyperQueue (pip install hyperqueue). Start it again to count missing pieces.

    python cluster/hyperqueue_pieces.py SERVER FOLDER 100 --size 17 [other options of gridcheck count]

SERVER is the folder of a server (hq server start --server-dir SERVER, hq worker start, hq alloc add slurm ...), or `local` for only
this machine. All workers share FOLDER, and every worker has gridcheck on its PATH. A piece requests the memory (resource `mem`, in MiB,
which workers find out) that `cluster/memory` says.
"""

import contextlib
import sys
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


def main(server, folder, pieces, *options):
    folder = Path(folder).resolve()
    missing = counting.missing(folder, pieces)
    if not missing:
        return 0
    # A failed piece does not stop the others.
    job = Job(max_fails=None, default_workdir=folder)
    # The worker of a local cluster has only processors to give.
    needed = None if server == "local" else counting.memory(options)
    for piece in missing:
        command = ["sh", "-c", COUNT, f"{folder}/{piece}.err", *counting.command(piece, pieces, folder, options)]
        # HyperQueue counts memory in MiB.
        request = ResourceRequest(cpus=1, resources={"mem": needed // 2**20} if needed else {})
        job.program(command, resources=request, stdout=f"{folder}/{piece}.out")
    with contextlib.ExitStack() as stack:
        if server == "local":
            client = stack.enter_context(LocalCluster(worker_config=WorkerConfig())).client()
        else:
            client = Client(server)
        # A task that was lost with its worker counts as failed here. The pieces decide.
        client.wait_for_jobs([client.submit(job)], raise_on_error=False)
    return counting.exit_code(folder, pieces)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 3 else __doc__)
