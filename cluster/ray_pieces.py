#!/usr/bin/env python3
"""Counts the pieces of a long count on a Ray cluster (pip install ray). Start it again to count missing pieces.

    ray start --head & ray start --address HOST:6379 ...
    python cluster/ray_pieces.py HOST:6379 FOLDER 100 --size 17 [--jobs N] [other options of gridcheck count]

All machines share the folder, and gridcheck is on the PATH of each. A piece goes only to a machine that has a free processor (N with
--jobs N), and as much free memory as `cluster/memory` says. If a machine or a process is lost, the piece is continued where its file ends.
"""

import logging
import socket
from pathlib import Path

import ray

import pieces as counting

# The workers need no file from here: the function is sent to them.
ray.cloudpickle.register_pickle_by_value(counting)
count = ray.remote(max_retries=3, retry_exceptions=True)(counting.count)


def connect(address):
    """Connects to the cluster. Ends the script if there is none at the address."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        # Ray itself waits for minutes.
        if port.isdecimal():
            socket.create_connection((host, int(port)), timeout=30).close()
        ray.init(address=address, log_to_driver=False, logging_level=logging.WARNING)
    except (OSError, ValueError, RuntimeError) as error:
        counting.refuse(f"no Ray cluster at {address}: {error}")


def main(address, folder, pieces, *options):
    folder = Path(folder).resolve()
    missing, threads = counting.missing(folder, pieces, options), counting.threads(options)
    if not missing:
        return 0
    needed = counting.memory(options)
    connect(address)
    nodes = [node["Resources"] for node in ray.nodes() if node["Alive"]]
    largest = max((node.get("CPU", 0) for node in nodes), default=0)
    if largest < threads:
        counting.refuse(f"a piece asks for {threads} processors, and the largest machine has {int(largest)}: use fewer --jobs")
    counting.refuse_without(needed, max((node.get("memory", 0) for node in nodes if node.get("CPU", 0) >= threads), default=0))
    counting.make(folder)
    waiting = [
        count.options(num_cpus=threads, memory=needed).remote(counting.command(piece, pieces, folder, options))
        for piece in missing
    ]
    while waiting:
        ended, waiting = ray.wait(waiting)
        for piece in ended:
            try:
                print(ray.get(piece)[1], flush=True)
            except ray.exceptions.RayError as error:
                print(error, flush=True)
    return counting.exit_code(folder, pieces, options)


if __name__ == "__main__":
    counting.start(main, __doc__)
