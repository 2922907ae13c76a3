#!/usr/bin/env python3
"""Counts the pieces of a long count on a Dask cluster (pip install distributed). Start it again to count missing pieces.

    dask scheduler & dask worker tcp://HOST:8786 --nthreads 1 --nworkers 8 --resources MEMORY=4e9 ...
    python cluster/dask_pieces.py tcp://HOST:8786 FOLDER 100 --size 17 [other options of gridcheck count]

All workers share the folder, and every worker has gridcheck on its PATH. If workers state their memory in bytes, as above, a piece goes
only to a worker that has as much as `cluster/memory` says. If a worker is lost, another one continues its piece where
the file ends.
"""

import sys
from pathlib import Path

from distributed import Client, as_completed

import pieces as counting


def main(address, folder, pieces, *options):
    folder = Path(folder).resolve()
    missing = counting.missing(folder, pieces)
    with Client(address) as client:
        # Workers that come later get it too.
        client.upload_file(counting.__file__)
        workers = client.scheduler_info()["workers"].values()
        needed = counting.memory(options) if any("MEMORY" in worker["resources"] for worker in workers) else None
        resources = {"MEMORY": needed} if needed else None
        futures = []
        for piece in missing:
            command = counting.command(piece, pieces, folder, options)
            futures.append(client.submit(counting.count, command, resources=resources, retries=3, pure=False))
        for future in as_completed(futures):
            print(future.result()[1] if future.status == "finished" else future.exception(), flush=True)
    return counting.exit_code(folder, pieces)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 3 else __doc__)
