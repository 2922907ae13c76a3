#!/usr/bin/env python3
"""Counts the pieces of a long count on a Ray cluster (pip install ray). Start it again to count missing pieces.

    ray start --head & ray start --address HOST:6379 ...
    python cluster/ray_pieces.py HOST:6379 FOLDER 100 --size 17 [other options of gridcheck count]

All machines share the folder, and gridcheck is on the PATH of each. A piece goes only to a machine that has a free processor, and as much
free memory as `cluster/memory` says. If a machine or a process is lost, the piece is continued where its file ends.
"""

import sys
from pathlib import Path

import ray

import pieces as counting

# The workers need no file from here: the function is sent to them.
ray.cloudpickle.register_pickle_by_value(counting)
count = ray.remote(num_cpus=1, max_retries=3, retry_exceptions=True)(counting.count)


def main(address, folder, pieces, *options):
    folder = Path(folder).resolve()
    missing = counting.missing(folder, pieces)
    needed = counting.memory(options)
    ray.init(address=address)
    waiting = [
        count.options(memory=needed).remote(counting.command(piece, pieces, folder, options)) for piece in missing
    ]
    while waiting:
        ended, waiting = ray.wait(waiting)
        for piece in ended:
            try:
                print(ray.get(piece)[1], flush=True)
            except ray.exceptions.RayError as error:
                print(error, flush=True)
    return counting.exit_code(folder, pieces)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 3 else __doc__)
