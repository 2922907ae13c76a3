"""Shared code of the scheduler tests: paths, running gridcheck, and programs in its place that fail."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLUSTER = ROOT / "cluster"
SIZE, PIECES = os.environ.get("GRIDCHECK_CLUSTER_SIZE", "13"), "16"


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


# Fails once, at the piece of this number.
FAILS = '''
import os, sys
from pathlib import Path

failed = Path(__file__).with_name("failed")
if "--piece 5 " in " ".join(sys.argv) and not failed.exists():
    failed.touch()
    sys.exit("this machine is broken")
os.environ["PATH"] = os.environ["REAL_PATH"]
os.execvp("gridcheck", ["gridcheck", *sys.argv[1:]])
'''


def failing(folder):
    """Installs a script that fails once. Returns the environment that finds it."""
    return wrapper(folder, FAILS)


# Dies once while it counts the piece of this number, together with gridcheck. PROCESS is the process that dies.
DIES = '''
import os, signal, subprocess, sys, time
from pathlib import Path

died = Path(__file__).with_name("died")
os.environ["PATH"] = os.environ["REAL_PATH"]
if "--piece 5 " in " ".join(sys.argv) and "--sums" in sys.argv and not died.exists():
    died.touch()
    process = subprocess.Popen(["gridcheck", *sys.argv[1:]])
    time.sleep(0.1)
    process.kill()
    os.kill(PROCESS, signal.SIGKILL)
os.execvp("gridcheck", ["gridcheck", *sys.argv[1:]])
'''


def dying(folder, process):
    """Installs a script that dies once. Returns the environment that finds it."""
    return wrapper(folder, DIES.replace("PROCESS", process))


def check_run(ended, folder, sums):
    """Checks a run of all pieces in which a process was killed."""
    check(ended.returncode == 0, f"all pieces were counted {ended.stderr[-2000:] if ended.returncode else ''}")
    check((folder / "died").exists(), "a process was killed in the middle of piece 5")
    check(len(files(sums)) == int(PIECES), "there is a file for each piece")


# Names of folders that a template or a shell would replace, or run.
STRANGE = ["f{= system('touch ran') =}", "n{#}x", "{}", "{1}", "+plus", "%a %{JOB_ID}", "two\nlines", "it's $(touch ran) `touch ran`; touch ran"]


def check_strange_names(command, temporary, run=subprocess.run):
    """Checks that pieces are counted into folders with strange names, and that nothing else is written. The names are relative."""
    place = Path(temporary) / "strange"
    place.mkdir()
    for name in STRANGE:
        ended = run(command(name, "2", "--size", "7"), cwd=place, capture_output=True, text=True)
        counted = [Path(file).name for file in files(place / name)] == ["1.sums", "2.sums"]
        check(ended.returncode == 0 and counted, f"a folder called {name!r} has its pieces {ended.stderr if ended.returncode else ''}")
    check(sorted(path.name for path in place.iterdir()) == sorted(STRANGE), "nothing else is written")


def contents(folder):
    """Returns the names and bytes of the files in a folder; none if there is no folder."""
    folder = Path(folder)
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else None


def check_refused(asked, folder, say, what, env=None):
    """Checks that a command fails with one line that has this text, and writes nothing into the folder."""
    before = contents(folder)
    ended = subprocess.run(asked, capture_output=True, text=True, env=env, timeout=120)
    lines = ended.stderr.strip().splitlines()
    well = ended.returncode != 0 and len(lines) == 1 and say in lines[0] and contents(folder) == before
    check(well, f"{what} is refused in one line{'' if well else f': {ended.returncode} {ended.stdout} {ended.stderr}'}")


def check_refusals(command, temporary, env=None, makes_folder=True):
    """Checks the refusals that all scripts share. `command` returns the command of a script for a folder, a number of pieces and options."""
    if makes_folder:
        check_refused(command("/proc/new", "3", "--size", "9"), "/proc/new", "/proc/new", "a folder that cannot be made", env)
    check_refused(command(Path(temporary) / "new", "3"), Path(temporary) / "new", "--size 17", "a count without options", env)
    temporary = Path(temporary) / "refusals"
    folder = temporary / "sums"
    folder.mkdir(parents=True)
    for piece in "123":
        gridcheck("count", "--size", "9", "--pieces", "3", "--piece", piece, "--sums", folder / f"{piece}.sums")
    (folder / "2.sums").unlink()
    check_refused(command(folder, "3", "--size", "11"), folder, "these are the sums of another problem", "a folder of another size", env)
    check_refused(command(folder, "3", "--size", "9", "--most", "words"), folder, "another question", "a folder of another question", env)
    check_refused(command(folder, "4", "--size", "9"), folder, "not of a count in 4 pieces", "a folder of another number of pieces", env)
    check_refused(command(folder, "3", "--size", "9", "--engine", "pinwheel"), folder, "engine window", "a folder of another engine", env)
    check_refused(command(temporary / "new", "0", "--size", "9"), temporary / "new", "0 pieces", "a count in no pieces", env)
    check_refused(command(temporary / "new", "3", "--size", "9x"), temporary / "new", "9x", "bad use", env)
    whole = (folder / "1.sums").read_bytes()
    for damaged, say in [(whole[:-3] + b"x\n", "damaged"), (bytes(100), "expected the first line")]:
        (folder / "1.sums").write_bytes(damaged)
        check_refused(command(folder, "3", "--size", "9"), folder, say, f"a damaged file ({say})", env)
