"""Ctrl-C, progress, threads and speed, and the command of the wheel."""

import os
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from pathlib import Path
from typing import Any, Callable

import gridcheck
import pytest

COMMAND = str(Path(sysconfig.get_path("scripts"), "gridcheck"))

LONG = {
    "count": "gridcheck.count(21)",
    "compare": "gridcheck.compare(15, engines=['pinwheel', 'window'])",
    "grids": "sum(1 for grid in gridcheck.grids(13))",
    "distribution": "gridcheck.distribution(17, by=['letters', 'words'])",
    "sample": "gridcheck.sample(19)",
    "recurrence": "gridcheck.recurrence(10, rules='american')",
    "complete": "gridcheck.complete(['?' * 21] * 21, time_limit=600)",
    "fill": "gridcheck.fill(5, map(''.join, itertools.product('abcd', repeat=5)), count=True)",
    "audit": "gridcheck.audit(time_limit=600)",
    "certify": "gridcheck.certify(13, folder)",
}


@pytest.mark.skipif(os.name == "nt", reason="sends a signal of Unix")
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_stops_within_half_a_second(name: str, tmp_path: Path) -> None:
    # Other programs may delay this one, but not three times.
    waits = [wait_after_ctrl_c(LONG[name], tmp_path / "proof")]
    while waits[-1] >= 0.5 and len(waits) < 3:
        waits.append(wait_after_ctrl_c(LONG[name], tmp_path / "proof"))
    assert min(waits) < 0.5, waits
    assert not list(tmp_path.iterdir()), "an unfinished folder stays"


def wait_after_ctrl_c(question: str, folder: Path) -> float:
    """Returns the time between Ctrl-C and the exception, in seconds."""
    code = f"""
import itertools, signal, time, gridcheck
# A program that is started in the background can begin with the signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
folder = {str(folder)!r}
print("ready", flush=True)
try:
    {question}
except KeyboardInterrupt as stop:
    print("stopped", time.time(), stop, flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    time.sleep(1.5)
    assert process.poll() is None, "the question is too easy for this test"
    sent = time.time()
    process.send_signal(signal.SIGINT)
    try:
        output, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    word, when, *_ = output.split()
    assert word == "stopped" and process.returncode == 0
    return float(when) - sent


def test_python_goes_on_meanwhile() -> None:
    steps = 0
    worker = threading.Thread(target=gridcheck.count, args=(11,), kwargs={"engine": "backtrack"})
    worker.start()
    while worker.is_alive():
        steps += 1
        time.sleep(0.001)
    assert steps > 20


def test_a_waiting_iterator_delays_no_other_question() -> None:
    grids = gridcheck.grids(11)
    next(grids)
    time.sleep(0.3)
    assert gridcheck.count(9) == 68956 and sum(1 for grid in gridcheck.grids(7)) == 650
    assert next(grids).size == (11, 11)


LIMITED: dict[str, Callable[[], Any]] = {
    "count": lambda: gridcheck.count(21, time_limit=0.5),
    "compare": lambda: gridcheck.compare(15, engines=["pinwheel", "window"], time_limit="1s"),
    "grids": lambda: sum(1 for grid in gridcheck.grids(13, time_limit=0.5)),
    "distribution": lambda: gridcheck.distribution(17, by=["letters", "words"], time_limit=0.5),
    "sample": lambda: gridcheck.sample(19, time_limit=0.5),
    "recurrence": lambda: gridcheck.recurrence(10, rules="american", time_limit=0.5),
}


@pytest.mark.parametrize("name", LIMITED)
def test_a_time_limit_ends_a_long_question(name: str) -> None:
    begun = time.monotonic()
    with pytest.raises(gridcheck.Error, match="^the time of [01](.5)? s was over") as raised:
        LIMITED[name]()
    assert raised.value.exit_code == 3 and time.monotonic() - begun < 30


def test_progress_comes_at_most_four_times_a_second_and_at_the_end() -> None:
    told: list[float] = []
    begun = time.monotonic()
    gridcheck.count(11, engine="backtrack", progress=lambda *made: told.append(time.monotonic()))
    assert 1 <= len(told) <= 4 * (time.monotonic() - begun) + 2
    assert all(later - earlier > 0.2 for earlier, later in zip(told, told[1:-1]))


def test_progress_is_told_with_a_sentence() -> None:
    told: list[tuple[int, int, str]] = []
    gridcheck.count(11, engine="backtrack", progress=lambda *made: told.append(made))
    assert told and all(0 <= done <= of and text.startswith("backtrack: ") for done, of, text in told)
    assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)


def test_progress_fits_tqdm() -> None:
    from tqdm import tqdm

    with tqdm(disable=None) as bar:

        def progress(done: int, of: int, text: str) -> None:
            bar.total = of
            bar.set_description_str(text)
            bar.update(done - bar.n)

        gridcheck.count(11, engine="backtrack", progress=progress)


def test_the_command_is_the_program() -> None:
    def run(*arguments: str, **options: object) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([COMMAND, *arguments], capture_output=True, text=True, timeout=120, **options)  # type: ignore[call-overload,no-any-return]

    assert run("count", "5").stdout == "17\n"
    assert run("--version").stdout.startswith("gridcheck ")
    assert "--lattice" in run("count", "--help").stdout
    assert run("validate", "-", input="...\n...\n...\n").returncode == 1
    refused = run("count", "--size", "65")
    assert refused.returncode == 2 and refused.stderr.startswith("gridcheck: invalid value '65'")
    assert "`gridcheck count --size 5 --cite`" in run("count", "--size", "5", "--cite").stdout
    head = subprocess.run(f"'{COMMAND}' list --size 9 | head -1; echo ${{PIPESTATUS[0]}}", shell=True, executable="/bin/bash", capture_output=True, text=True)
    assert head.stdout.splitlines()[-1] == "0" and head.stderr == ""


@pytest.mark.skipif(os.name == "nt", reason="sends a signal of Unix")
@pytest.mark.parametrize(("number", "code", "words"), [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "interrupted by SIGTERM")])
def test_the_command_ends_by_a_signal_as_the_program_does(number: signal.Signals, code: int, words: str) -> None:
    process = subprocess.Popen([COMMAND, "count", "--size", "21"], stderr=subprocess.PIPE, text=True)
    time.sleep(2)
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == code and errors.splitlines()[-1].startswith(f"gridcheck: {words}") and "Traceback" not in errors


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks as Unix does")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_starts_its_own_threads() -> None:
    assert gridcheck.count(5) == 17
    child = os.fork()
    if child == 0:
        # The threads that wait for the next question are only in the first process.
        os._exit(0 if [gridcheck.count(5), gridcheck.count(7)] == [17, 650] else 1)
    end = time.time() + 60
    ended, status = 0, 0
    while ended == 0 and time.time() < end:
        time.sleep(0.02)
        ended, status = os.waitpid(child, os.WNOHANG)
    if ended == 0:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert (ended, status) == (child, 0)
    assert gridcheck.count(5) == 17


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_short_questions_use_the_same_threads() -> None:
    def threads() -> int:
        return len(os.listdir("/proc/self/task"))

    gridcheck.count(5, threads=2)
    before = threads()
    for _ in range(50):
        gridcheck.count(5, threads=2)
    # Another thread may just be ending.
    assert threads() <= before + 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_many_questions_take_no_more_memory() -> None:
    def pages() -> int:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])

    def ask(times: int) -> None:
        for _ in range(times):
            gridcheck.count(5)
            gridcheck.validate(grid)

    grid = next(gridcheck.grids(7))
    ask(300)
    before = pages()
    ask(3000)
    # A page has 4 kB: 3,000 questions leave less than 0.5 kB each.
    assert pages() - before < 375
