#!/usr/bin/env python3
"""Counts the pieces of a long count on a Dask cluster (pip install distributed). Start it again to count missing pieces.

    dask scheduler & dask worker tcp://HOST:8786 --nthreads 1 --nworkers 4 --resources MEMORY=15e9 ...
    python cluster/dask_pieces.py tcp://HOST:8786 FOLDER 100 --size 17 [--jobs N] [other options of gridcheck count]

All workers share the folder, and every worker has gridcheck on its PATH. A worker counts one piece at a time; with --jobs N a piece has N
threads. If workers state their memory in bytes, as above, a piece goes only to a worker that has as much as `cluster/memory` says. If a
worker is lost, another one continues its piece where the file ends.
"""

from pathlib import Path

from distributed import Client, as_completed

import pieces as counting


def connected(address):
    """Returns a client of the scheduler. Ends the script if there is none at the address."""
    try:
        return Client(address, timeout=30)
    except (OSError, ValueError) as error:
        counting.refuse(f"no Dask scheduler at {address}: {error}")


def main(address, folder, pieces, *options):
    folder = Path(folder).resolve()
    missing = counting.missing(folder, pieces, options)
    if not missing:
        return 0
    with connected(address) as client:
        workers = client.scheduler_info(n_workers=-1)["workers"].values()
        if not workers:
            counting.refuse(f"the scheduler at {address} has no worker: start one, as in dask worker {address} --nthreads 1")
        stated = [worker["resources"]["MEMORY"] for worker in workers if "MEMORY" in worker["resources"]]
        needed = counting.memory(options) if stated else None
        counting.refuse_without(needed, max(stated, default=None))
        counting.make(folder)
        # Workers that come later get it too.
        client.upload_file(counting.__file__)
        resources = {"MEMORY": needed} if needed else None
        futures = []
        for piece in missing:
            command = counting.command(piece, pieces, folder, options)
            futures.append(client.submit(counting.count, command, resources=resources, retries=3, pure=False))
        for future in as_completed(futures):
            print(future.result()[1] if future.status == "finished" else future.exception(), flush=True)
    return counting.exit_code(folder, pieces, options)


if __name__ == "__main__":
    counting.start(main, __doc__)
