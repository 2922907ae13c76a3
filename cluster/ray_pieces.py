#!/usr/bin/env python3
"""Counts the pieces of a long count on a Ray cluster (pip install ray). Start it again to count missing pieces.

    ray start --head & ray start --address HOST:6379 ...
    python cluster/ray_pieces.py HOST:6379 FOLDER 100 --size 17 [other options of gridcheck count]

All machines share the folder, and gridcheck is on the PATH of each. A piece goes only to a machine that has a free processor, and as much
free memory as `gridcheck count --estimate` expects. If a machine or a process is lost, the piece is continued where its file ends.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

import ray


@ray.remote(num_cpus=1, max_retries=3, retry_exceptions=True)
def count(piece, pieces, folder, options):
    """Counts one piece. Returns the exit code and the output. Bad use (2) is not tried again, any other failure is."""
    piece_options = ["--pieces", pieces, "--piece", str(piece), "--sums", f"{folder}/{piece}.sums", "--resume"]
    while True:
        process = subprocess.run(["gridcheck", "count", *options, "--jobs", "1", *piece_options], capture_output=True, text=True)
        if process.returncode in (0, 2) and "another run of gridcheck" not in process.stderr:
            return process.returncode, (process.stdout or process.stderr).strip()
        # Ray may have given up a process that is still counting: wait for its result.
        if "another run of gridcheck" not in process.stderr:
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
    missing = subprocess.run(missing, check=True, capture_output=True, text=True).stdout.split()
    needed = memory(pieces, options)
    ray.init(address=address)
    waiting = [count.options(memory=needed.get(int(piece))).remote(piece, pieces, str(folder), options) for piece in missing]
    failed = 0
    while waiting:
        ended, waiting = ray.wait(waiting)
        for piece in ended:
            try:
                code, said = ray.get(piece)
            except ray.exceptions.RayError as error:
                code, said = 1, error
            failed += code != 0
            print(said, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 3 else __doc__)
