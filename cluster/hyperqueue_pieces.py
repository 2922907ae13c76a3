#!/usr/bin/env python3
"""Counts the pieces of a long count with HyperQueue (pip install hyperqueue). Start it again to count missing pieces.

    python cluster/hyperqueue_pieces.py SERVER FOLDER 100 --size 17 [other options of gridcheck count]

SERVER is the folder of a server (hq server start --server-dir SERVER, hq worker start, hq alloc add slurm ...), or `local` for only
this machine. All workers share FOLDER, and every worker has gridcheck on its PATH. A piece requests the memory (resource `mem`, in MiB,
which workers find out) that `gridcheck count --estimate` expects.
"""

import contextlib
import json
import subprocess
import sys
from pathlib import Path

from hyperqueue import Client, Job, LocalCluster
from hyperqueue.cluster import WorkerConfig
from hyperqueue.ffi.protocol import ResourceRequest


def memory(pieces, options):
    """Returns the expected peak memory of each piece in MiB; none if the engine has no estimate."""
    asked = ["gridcheck", "count", *options, "--jobs", "1", "--pieces", pieces, "--estimate", "--format", "json"]
    ended = subprocess.run(asked, capture_output=True, text=True)
    pieces = json.loads(ended.stdout)["pieces"] if ended.returncode == 0 else []
    return {str(piece["piece"]): piece["memory_bytes"] // 2**20 + 1 for piece in pieces}


def main(server, folder, pieces, *options):
    folder = Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    missing = [str(Path(__file__).with_name("missing")), str(folder), pieces]
    missing = subprocess.run(missing, check=True, capture_output=True, text=True).stdout.split()
    if not missing:
        return 0
    # A failed piece does not stop the others.
    job = Job(max_fails=None, default_workdir=folder)
    # The worker of a local cluster has only processors to give.
    needed = {} if server == "local" else memory(pieces, options)
    for piece in missing:
        piece_options = ["--pieces", pieces, "--piece", piece, "--sums", f"{folder}/{piece}.sums", "--resume"]
        outputs = dict(stdout=f"{folder}/{piece}.out", stderr=f"{folder}/{piece}.err")
        request = ResourceRequest(cpus=1, resources={"mem": needed[piece]} if piece in needed else {})
        job.program(["gridcheck", "count", *options, "--jobs", "1", *piece_options], resources=request, **outputs)
    with contextlib.ExitStack() as stack:
        if server == "local":
            client = stack.enter_context(LocalCluster(worker_config=WorkerConfig())).client()
        else:
            client = Client(server)
        return 0 if client.wait_for_jobs([client.submit(job)], raise_on_error=False) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 3 else __doc__)
