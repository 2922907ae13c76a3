#!/usr/bin/env python3
"""Counts the pieces of a long count on a Dask cluster (pip install distributed). Start it again to count missing pieces.

    dask scheduler & dask worker tcp://HOST:8786 --nthreads 1 --nworkers 8 --resources MEMORY=4e9 ...
    python cluster/dask_pieces.py tcp://HOST:8786 FOLDER 100 --size 17 [other options of gridcheck count]

All workers share the folder, and every worker has gridcheck on its PATH. If workers state their memory in bytes, as above, a piece goes
only to a worker that has as much as `gridcheck count --estimate` expects. If a worker is lost, another one continues its piece where
the file ends.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

from distributed import Client, as_completed


def count(piece, pieces, folder, options):
    """Counts one piece on a worker. Returns the exit code and the output. Bad use (2) is not tried again, any other failure is."""
    piece_options = ["--pieces", str(pieces), "--piece", str(piece), "--sums", f"{folder}/{piece}.sums", "--resume"]
    while True:
        process = subprocess.run(["gridcheck", "count", *options, "--jobs", "1", *piece_options], capture_output=True, text=True)
        if process.returncode == 0:
            return 0, process.stdout.strip()
        # The scheduler gave up a worker that is still counting: wait for its result.
        if "another run of gridcheck" not in process.stderr:
            if process.returncode == 2:
                return 2, process.stderr.strip()
            raise RuntimeError(process.stderr.strip())
        time.sleep(5)


def memory(pieces, options):
    """Returns the expected peak memory of each piece in bytes; none if the engine has no estimate."""
    asked = ["gridcheck", "count", *options, "--jobs", "1", "--pieces", pieces, "--estimate", "--format", "json"]
    ended = subprocess.run(asked, capture_output=True, text=True)
    pieces = json.loads(ended.stdout)["pieces"] if ended.returncode == 0 else []
    return {piece["piece"]: piece["memory_bytes"] for piece in pieces}


def main(address, folder, pieces, *options):
    folder = Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    missing = [str(Path(__file__).with_name("missing")), str(folder), pieces]
    missing = [int(line) for line in subprocess.run(missing, check=True, capture_output=True, text=True).stdout.split()]
    failed = 0
    with Client(address) as client:
        workers = client.scheduler_info()["workers"].values()
        needed = memory(pieces, options) if any("MEMORY" in worker["resources"] for worker in workers) else {}
        futures = []
        for piece in missing:
            resources = {"MEMORY": needed[piece]} if piece in needed else None
            futures.append(client.submit(count, piece, int(pieces), str(folder), options, resources=resources, retries=3, pure=False))
        for future in as_completed(futures):
            code, said = future.result() if future.status == "finished" else (1, future.exception())
            failed += code != 0
            print(said, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 3 else __doc__)
