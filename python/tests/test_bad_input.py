"""Wrong types, names, sizes and files: one line, TypeError or gridcheck.Error, and nothing half written."""

import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any, Callable

import gridcheck
import numpy
import pytest
from gridcheck import Grid

TYPES: list[Callable[[], Any]] = [
    lambda: gridcheck.count("9"),
    lambda: gridcheck.count(9.0),
    lambda: gridcheck.count(True),
    lambda: gridcheck.count(None),
    lambda: gridcheck.count((5, 5, 5)),
    lambda: gridcheck.count((5, "5")),
    lambda: gridcheck.count(5, rules=7),
    lambda: gridcheck.count(5, rules={"min_word": 3.5}),
    lambda: gridcheck.count(5, rules={3: "min_word"}),
    lambda: gridcheck.count(5, where=3),
    lambda: gridcheck.count(5, where=[3.5]),
    lambda: gridcheck.count(5, given=5),
    lambda: gridcheck.count(5, lattice="yes"),
    lambda: gridcheck.count(5, threads="2"),
    lambda: gridcheck.count(5, memory=1.5),
    lambda: gridcheck.count(5, progress="tqdm"),
    lambda: gridcheck.count(5, by="words"),
    lambda: gridcheck.extreme(5),
    lambda: gridcheck.extreme(5, most="words", fewest="words"),
    lambda: gridcheck.validate(5),
    lambda: gridcheck.validate([Grid.from_rows(["..."]), "..."]),
    lambda: gridcheck.read(5),
    lambda: gridcheck.rank({}),
    lambda: gridcheck.fill(2, 5),
    lambda: gridcheck.sample(5, seed="one"),
    lambda: gridcheck.sample(5, sums=5),
    lambda: gridcheck.audit(5),
    lambda: Grid.from_rows("..."),
    lambda: Grid.from_rows([1]),
    lambda: Grid(),
]


@pytest.mark.parametrize("ask", TYPES)
def test_wrong_types_are_type_errors_of_one_line(ask: Callable[[], Any]) -> None:
    with pytest.raises(TypeError) as raised:
        ask()
    assert "\n" not in str(raised.value)


# Each line names the parameter, what is expected, and what was found.
TYPE_LINES: list[tuple[Callable[[], Any], str]] = [
    (lambda: gridcheck.count("9"), "size: expected a whole number or a pair (rows, columns), got str"),
    (lambda: gridcheck.count((5, 5, 5)), "size: expected a whole number or a pair (rows, columns), got a tuple of 3"),
    (lambda: gridcheck.count(5, rules=7), "rules: expected a text, a path or a dict, got int"),
    (lambda: gridcheck.count(5, rules={"min_word": 3.5}), "rules: min_word: expected a text, a whole number, True, False or a dict, got float"),
    (lambda: gridcheck.count(5, rules={3: "min_word"}), "rules: expected names of rules as keys, got int"),
    (lambda: gridcheck.count(5, where=3), "where: expected a text or several, got int"),
    (lambda: gridcheck.count(5, where=[3]), "where: expected texts, got int"),
    (lambda: gridcheck.count(5, lattice="yes"), "lattice: expected a whole number or True or False, got str"),
    (lambda: gridcheck.count(5, engine=5), "engine: expected a text, got int"),
    (lambda: gridcheck.count(5, threads="2"), "threads: expected a whole number, got str"),
    (lambda: gridcheck.count(5, memory=1.5), "memory: expected a whole number or a text, got float"),
    (lambda: gridcheck.count(5, time_limit=b"1"), "time_limit: expected a number or a text, got bytes"),
    (lambda: gridcheck.distribution(5, by=[]), "by: expected a text or several, got an empty list"),
    (lambda: gridcheck.distribution(5, by=[4]), "by: expected texts, got int"),
    (lambda: gridcheck.grids(5, primitive="no"), "primitive: expected True or False, got str"),
    (lambda: gridcheck.validate(5), "source: expected a path, a grid, several grids, rows, text or bytes, got int"),
    (lambda: gridcheck.validate([Grid.from_rows(["..."]), "..."]), "source: expected a path, a grid, several grids, rows, text or bytes, got a list of Grid, str"),
    (lambda: gridcheck.repair(["..."], every=1), "every: expected True or False, got int"),
    (lambda: gridcheck.complete(["???"] * 3, time_limit=[1]), "time_limit: expected a number or a text, got list"),
    (lambda: gridcheck.read(5), "source: expected a path or bytes, got int"),
    (lambda: gridcheck.fill(2, 5), "words: expected a path or texts, got int"),
    (lambda: gridcheck.fill(2, ["an", 5]), "words: expected texts, got int"),
    (lambda: gridcheck.fill(True, ["an"]), "grid: expected a path"),
    (lambda: gridcheck.sample(5, seed="one"), "seed: expected a whole number, got str"),
    (lambda: gridcheck.sample(5, rank="one"), "rank: expected a whole number, got str"),
    (lambda: gridcheck.sample(5, sums=5), "sums: expected a text or a path, got int"),
    (lambda: gridcheck.audit("ho-2021", figure=1.5), "figure: expected a whole number or a text, got float"),
    (lambda: gridcheck.recurrence("4"), "height: expected a whole number, got str"),
    (lambda: Grid.from_numpy([[True]]), "array: expected a NumPy array of bool with two dimensions, got list"),
]


@pytest.mark.parametrize(("ask", "line"), TYPE_LINES)
def test_type_errors_name_the_parameter_the_expected_and_the_found(ask: Callable[[], Any], line: str) -> None:
    with pytest.raises(TypeError) as raised:
        ask()
    assert str(raised.value).startswith(line)


VALUES: list[tuple[Callable[[], Any], str]] = [
    (lambda: gridcheck.count(2**70), "expected whole numbers from 1 to 64"),
    (lambda: gridcheck.count(5, threads=0), "threads: expected a whole number from 1 to 1024, got 0"),
    (lambda: gridcheck.count(5, threads=-1), "threads: expected a whole number from 1 to 1024, got -1"),
    (lambda: gridcheck.count(5, lattice=5), "lattice: expected a whole number from 1 to 4, got 5"),
    (lambda: gridcheck.count(5, memory=-1), "memory: expected a whole number from 0, got -1"),
    (lambda: gridcheck.count(5, time_limit=-0.5), "time_limit: expected a number from 0, got -0.5"),
    (lambda: gridcheck.count(5, time_limit=float("nan")), "time_limit: expected a number from 0, got nan"),
    (lambda: gridcheck.count(5, time_limit="soon"), "time_limit: soon: expected a time as in 30s, 10m or 1h30m"),
    (lambda: gridcheck.sample(5, count=-1), "count: expected a whole number from 0, got -1"),
    (lambda: gridcheck.sample(5, rank=17), "there is no grid of rank 17"),
    (lambda: gridcheck.sample(5, rank=1, seed=1), "rank cannot be combined with seed"),
    (lambda: gridcheck.repair(["..."] * 3, rules="ho", profile="auto"), "rules cannot be combined with profile auto"),
    (lambda: gridcheck.fill(2, ["an", "to"], vary=True), "vary needs list"),
    (lambda: gridcheck.fill(2, ["an", "to"], best=True), "no score, which the best fill needs"),
    (lambda: gridcheck.count(5, rules="--help"), "no built-in rule set `./--help`"),
    (lambda: gridcheck.count(5, rules="-"), "no built-in rule set `./-`"),
    (lambda: gridcheck.count(5, given="-"), "./-: No such file"),
    (lambda: gridcheck.count(5, given="a\0b"), "NUL byte"),
    (lambda: gridcheck.count(5, engine=""), "no engine ``"),
    (lambda: gridcheck.validate("-"), "./-: No such file"),
    (lambda: gridcheck.validate(b"\xff\xfe\x00"), "grid:"),
    (lambda: gridcheck.validate("x\udcff\n"), "grid:1:"),
    (lambda: gridcheck.validate(Path("no such file")), "no such file: No such file"),
    (lambda: gridcheck.validate([]), "grid"),
    (lambda: gridcheck.read("/"), "a folder"),
    (lambda: gridcheck.read(Path(__file__)), "test_bad_input.py:"),
    (lambda: gridcheck.certify(5, "/proc/none"), "/proc/none"),
    (lambda: next(gridcheck.grids(5, rules="none")), "no built-in rule set `none`"),
    (lambda: gridcheck.sample(5, profile="none"), "no profile `none`"),
    (lambda: Grid.from_rows([]), "at least one square"),
    (lambda: Grid.from_rows(["." * 65]), "64"),
    (lambda: Grid.from_rows(["...", ".."]), "row 2"),
    (lambda: Grid.from_rows([".x."]), "row 1, column 2"),
    (lambda: Grid.from_rows(["...\n..."]), "row 1, column 4"),
    (lambda: Grid.from_rows(["...", ""]), "at least one square"),
]


@pytest.mark.parametrize(("ask", "line"), VALUES)
def test_wrong_values_are_errors_of_one_line(ask: Callable[[], Any], line: str) -> None:
    with pytest.raises(gridcheck.Error) as raised:
        ask()
    assert line in str(raised.value) and "\n" not in str(raised.value)
    assert "gridcheck-" not in str(raised.value), "the temporary folder is an internal matter"


def test_files_are_written_completely_or_not_at_all(tmp_path: Path) -> None:
    source = tmp_path / "grid.txt"
    source.write_text(".....\n.#.#.\n.....\n.#.#.\n.....\n")
    puzzle = gridcheck.read(source)
    puzzle.write(tmp_path / "puzzle.ipuz")
    before = (tmp_path / "puzzle.ipuz").read_bytes()
    for path, line in [("puzzle.ipuz", "puzzle.ipuz: the file exists: use force=True to replace it, or name another one"), ("puzzle.doc", "puzzle.doc"), ("none/puzzle.puz", "none")]:
        with pytest.raises(gridcheck.Error, match=line):
            puzzle.write(tmp_path / path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["grid.txt", "puzzle.ipuz"]
    assert (tmp_path / "puzzle.ipuz").read_bytes() == before
    puzzle.write(tmp_path / "puzzle.ipuz", force=True)


def test_no_error_names_an_option_of_the_command_line() -> None:
    for ask, _ in VALUES:
        with pytest.raises(gridcheck.Error) as raised:
            ask()
        # A name that begins so is from the test.
        assert " --" not in str(raised.value).replace("`./--help`", ""), raised.value


def test_numbers_of_numpy_are_numbers() -> None:
    three, yes = numpy.int64(3), numpy.bool_(True)
    assert gridcheck.count(numpy.int32(5), rules={"min_word": three, "connected": yes}, threads=numpy.uint8(1)) == 17
    assert gridcheck.count(7, lattice=numpy.int64(1)) == gridcheck.count(7, lattice=1)
    assert gridcheck.count(5, time_limit=numpy.float32(60)) == 17


def test_notes_are_warnings() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert gridcheck.count(4) == 5
    assert [warning.category for warning in caught] == [gridcheck.Note]
    assert "size 4 is even" in str(caught[0].message) and caught[0].filename == __file__


def test_too_little_memory_is_an_error_with_its_exit_code() -> None:
    with pytest.raises(gridcheck.Error, match="not enough memory") as raised:
        gridcheck.count(15, engine="pinwheel", memory="1k")
    assert raised.value.exit_code == 75


def test_an_exception_of_progress_stops_the_work() -> None:
    def progress(done: int, of: int, text: str) -> None:
        raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        gridcheck.count(21, progress=progress)


def test_a_dropped_iterator_ends_its_threads() -> None:
    grids = gridcheck.grids(13)
    assert next(grids).size == (13, 13)
    del grids
    code = "import gridcheck; grids = gridcheck.grids(13); next(grids); next(grids)"
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0
