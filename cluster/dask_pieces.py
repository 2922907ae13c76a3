#!/usr/bin/env python3
"""Counts the pieces of a long count on a Dask cluster (pip install distributed); started again it counts what is missing.

    dask scheduler & dask worker tcp://HOST:8786 --nthreads 1 --nworkers 8 ...
    python cluster/dask_pieces.py tcp://HOST:8786 FOLDER 100 --size 17 [what else gridcheck count takes]

The folder is one that all workers share. A piece whose worker is lost is counted elsewhere, from where its file ends. Every worker
has gridcheck on its PATH.
"""

import subprocess
import sys
import time
from pathlib import Path

from distributed import Client, as_completed


def count(piece, pieces, folder, asked):
    """Counts one piece, on a worker."""
    dealt = ["--pieces", str(pieces), "--piece", str(piece), "--sums", f"{folder}/{piece}.sums", "--resume"]
    while True:
        ended = subprocess.run(["gridcheck", "count", *asked, "--jobs", "1", *dealt], capture_output=True, text=True)
        if ended.returncode == 0:
            return ended.stdout.strip()
        # A worker was given up that is still counting: wait for what it finds.
        if "another run of gridcheck" not in ended.stderr:
            raise RuntimeError(ended.stderr.strip())
        time.sleep(5)


def main(address, folder, pieces, *asked):
    folder = Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    missing = [str(Path(__file__).with_name("missing")), str(folder), pieces]
    missing = [int(line) for line in subprocess.run(missing, check=True, capture_output=True, text=True).stdout.split()]
    failed = 0
    with Client(address) as client:
        futures = client.map(count, missing, pieces=int(pieces), folder=str(folder), asked=asked, retries=3, pure=False)
        for future in as_completed(futures):
            failed += future.status != "finished"
            print(future.result() if future.status == "finished" else future.exception(), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 3 else __doc__)
