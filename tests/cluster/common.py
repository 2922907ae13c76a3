"""Shared code of the scheduler tests: paths, running gridcheck, and a worker that gives wrong counts."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLUSTER = ROOT / "cluster"
SIZE, PIECES = "13", "16"


def gridcheck(*args, codes=(0,)):
    """Runs gridcheck. Returns its standard output and standard error. Any other exit code than `codes` ends the test."""
    ended = subprocess.run(["gridcheck", *map(str, args)], capture_output=True, text=True)
    if ended.returncode not in codes:
        sys.exit(f"gridcheck {args} ended with {ended.returncode}: {ended.stdout} {ended.stderr}")
    return ended.stdout.strip(), ended.stderr.strip()


def files(folder):
    return sorted(str(path) for path in Path(folder).glob("*.sums"))


def check(holds, what):
    if not holds:
        sys.exit(f"FAILED: {what}")
    print(f"ok: {what}", flush=True)


def wrapper(folder, body):
    """Installs a script called gridcheck in a folder that precedes the real one. Returns the environment that finds it."""
    folder = Path(folder)
    folder.mkdir()
    program = folder / "gridcheck"
    program.write_text(f"#!{sys.executable}\n{body}")
    program.chmod(0o755)
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "REAL_PATH": os.environ["PATH"]}
