"""Checks published counts of crossword grids, and checks whether a grid is valid.

Each function asks the command of the same name, with options of the same names, and returns what `--format json` prints, with
exact numbers. `gridcheck COMMAND --help` describes each option in full. What functions have in common:

- `size` is the number of rows of a square, or `(rows, columns)`; 1 to 64 each.
- `rules` is the name of a built-in rule set (`gridcheck rules` lists them; the default is "british"), the path of a TOML file, the
  text of one, or a dict with its keys, as in `{"extends": "american", "min_word": 4}`.
- `where` is a constraint, as in "words <= 14", or several. Grids meet all of them.
- `given` is a partial grid with which grids agree: "#" black, "." white, "?" open. `lattice=True`, or a phase from 1 to 4, makes
  every square in an even row and an even column black.
- A file is its path, its content as bytes or as text with a newline, a `Grid`, its rows, or several grids.
- `threads` is the number of threads, by default one per processor. `memory` is a limit in bytes, or a text as in "6G".
  `time_limit` is in seconds, or a text as in "10m". If it ends the work without an answer, that is an `Error` whose `exit_code` is 3.
- `progress(done, of, text)` is called at most four times a second while the work has a measure, and once at its end.

Errors: `Error` with the line that the command prints, or `TypeError` for a value of a wrong type. Ctrl-C raises `KeyboardInterrupt`
within half a second. A remark on how a question or a file was understood is a warning of the kind `Note`. Work goes on without
Python's global lock, on threads of its own.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn, overload

from . import _native
from ._errors import Error
from ._native import Grid, Word, __version__
from ._notes import Note, Progress, note
from ._reports import Comparison, Findings, Grids, Report
from ._request import Request
from ._types import (
    AuditReport,
    CheckReport,
    CompleteReport,
    ConvertReport,
    CountReport,
    DistributionReport,
    ExtremeReport,
    FillReport,
    RecurrenceReport,
    RepairReport,
    SymmetryReport,
    ValidateReport,
)
from ._values import Conditions, Rules, Several, Size, Source, Time, _is_whole, _path

__all__ = [
    "Comparison",
    "Error",
    "Findings",
    "Grid",
    "Grids",
    "Note",
    "Puzzle",
    "Report",
    "Word",
    "__version__",
    "audit",
    "certify",
    "check",
    "classes",
    "compare",
    "complete",
    "count",
    "distribution",
    "extreme",
    "fill",
    "grids",
    "rank",
    "read",
    "recurrence",
    "repair",
    "sample",
    "validate",
]

for _class in (Comparison, Error, Findings, Grids, Note, Report):
    _class.__module__ = __name__


def count(
    size: Size,
    *,
    rules: Rules | None = None,
    where: Conditions | None = None,
    given: Source | None = None,
    lattice: bool | int = False,
    engine: str | None = None,
    threads: int | None = None,
    memory: int | str | None = None,
    time_limit: Time | None = None,
    progress: Progress | None = None,
) -> int:
    """Returns the number of grids that obey the rules, exactly.

    `engine` names one engine; the default is the fastest that can count the grids.

    >>> count(9)
    68956
    >>> count((5, 7), rules="american", where=["words <= 14"])
    34
    """
    request = Request("count", progress).within(time_limit).question(size, rules, where, given, lattice, threads)
    return note(request.option("engine", engine).option("memory", memory).report(CountReport)).count


def compare(
    size: Size,
    *,
    rules: Rules | None = None,
    where: Conditions | None = None,
    given: Source | None = None,
    lattice: bool | int = False,
    engines: Iterable[str] | str | None = None,
    against: Source | None = None,
    threads: int | None = None,
    time_limit: Time | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Asks several unrelated engines, and compares their counts and their sets of grids.

    `engines` names them; the default is all that can do this in reasonable time. `against` is a published list of grids, one more party.
    The answer has `agree`, `parties` (each with `name`, `count`, `agrees`, and a `digest` of its grids if it lists them), `list`,
    `differences` and `left_out`. A notebook shows it as a table.

    >>> compare(7).agree
    True
    >>> report = compare(5, against=list(grids(5))[1:])
    >>> report.agree, report.list.missing
    (False, 1)
    """
    request = Request("compare", progress).within(time_limit).question(size, rules, where, given, lattice, threads)
    return request.each("engines", engines).file("against", against).report(Comparison)


def grids(
    size: Size,
    *,
    rules: Rules | None = None,
    where: Conditions | None = None,
    given: Source | None = None,
    lattice: bool | int = False,
    primitive: bool = False,
    maximal: bool = False,
    most: str | None = None,
    fewest: str | None = None,
    limit: int | None = None,
    engine: str | None = None,
    threads: int | None = None,
    time_limit: Time | None = None,
    progress: Progress | None = None,
) -> Iterator[Grid]:
    """Iterates over every grid that obeys the rules, lazily, in an order that does not depend on the number of threads.

    The search waits while no grid is taken, and ends when the iterator is dropped. `primitive` takes one grid of each class under
    the square's symmetries, `maximal` those to which no white square can be added without losing a word, `most` and `fewest` those
    that reach an extreme of a measure, and `limit` the first ones. Wrong arguments are reported before the first grid is asked for
    only if their types are wrong; `Error` comes with the first grid.

    >>> first = next(grids(5))
    >>> first.rows
    ('...##', '.#.##', '.....', '##.#.', '##...')
    >>> sum(1 for grid in grids(7, where="words >= 12"))
    62
    """
    request = Request("list", progress).within(time_limit).question(size, rules, where, given, lattice, threads)
    request.option("primitive", primitive).option("maximal", maximal).option("most", most).option("fewest", fewest)
    found = request.option("limit", limit).option("engine", engine).grids()
    return (grid for grid, _ in found)


def validate(
    source: Source | Puzzle,
    *,
    rules: Rules | None = None,
    profile: str | None = None,
    where: Conditions | None = None,
    select: Iterable[str] | str | None = None,
    ignore: Iterable[str] | str | None = None,
    suggest: bool = False,
    time_limit: Time | None = None,
    progress: Progress | None = None,
) -> Findings:
    """Judges finished grids: returns a report for each, with every broken rule and its place.

    `source` is a file, a folder, or grids. `profile` names the rules of a house instead of a rule set, or is "auto". `select` and
    `ignore` are codes of findings. `suggest` adds how many squares a repair changes. Each report has `file`, `line`, `valid` and
    `findings`, each with `code`, `severity`, `message` and `squares`. For files and folders the nearest gridcheck.toml counts, as for
    the command.

    >>> found = validate(Grid.from_rows(["...", "...", "..."]))
    >>> found.valid, found.findings[0].code
    (False, 'GC008')
    >>> validate(list(grids(7))).valid
    True
    """
    request = Request("validate", progress).within(time_limit).rules(rules).option("profile", profile).each("where", where)
    request.each("select", select).each("ignore", ignore).option("suggest", suggest)
    content = source.content if isinstance(source, Puzzle) else source
    return Findings(request.files("files", [content], "source", label="grid").reports(ValidateReport))


def distribution(
    size: Size,
    by: Iterable[str] | str,
    *,
    rules: Rules | None = None,
    where: Conditions | None = None,
    given: Source | None = None,
    lattice: bool | int = False,
    engine: str | None = None,
    threads: int | None = None,
    memory: int | str | None = None,
    time_limit: Time | None = None,
    progress: Progress | None = None,
) -> dict[tuple[int, ...], int]:
    """Returns the number of grids for each combination of values of the measures `by`.

    Measures are letters, blacks, words, checked, unchecked, lengths and others: see `gridcheck count --help`. Keys are tuples with one
    value for each measure, so `pandas.Series(distribution(...))` has one level of index for each.

    >>> distribution(5, by="words")
    {(4,): 4, (5,): 4, (6,): 9}
    >>> distribution(5, by=["letters", "words"])[21, 6]
    1
    """
    request = Request("count", progress).within(time_limit).question(size, rules, where, given, lattice, threads)
    request.joined("by", by).option("engine", engine).option("memory", memory)
    return {tuple(row["values"]): row.grids for row in note(request.report(DistributionReport)).grids}


def extreme(
    size: Size,
    *,
    most: str | None = None,
    fewest: str | None = None,
    rules: Rules | None = None,
    where: Conditions | None = None,
    given: Source | None = None,
    lattice: bool | int = False,
    engine: str | None = None,
    threads: int | None = None,
    memory: int | str | None = None,
    time_limit: Time | None = None,
    progress: Progress | None = None,
) -> ExtremeReport:
    """Returns the largest value of the measure `most`, or the smallest of `fewest`, and the number of grids that reach it.

    The answer has `value`, None if there is no grid, and `grids`.

    >>> best = extreme(7, most="words")
    >>> best.value, best.grids
    (12, 62)
    """
    if (most is None) == (fewest is None):
        raise TypeError("extreme: expected one of most and fewest")
    request = Request("count", progress).within(time_limit).question(size, rules, where, given, lattice, threads)
    return request.option("most", most).option("fewest", fewest).option("engine", engine).option("memory", memory).report(ExtremeReport)


def classes(
    size: Size,
    *,
    rules: Rules | None = None,
    where: Conditions | None = None,
    threads: int | None = None,
    memory: int | str | None = None,
    time_limit: Time | None = None,
    progress: Progress | None = None,
) -> SymmetryReport:
    """Returns the number of grids of each of Keith's symmetry types, and of essentially different grids.

    The answer has `types` (each with `type`, as "A", `grids` and `primitive`, the number of classes), `total` and `primitive`. Types
    that would take too long are named in `left_out`.

    >>> found = classes(7)
    >>> {row.type: row.grids for row in found.types}, found.primitive
    ({'A': 6, 'h': 12, 'r': 12, 't': 36, 'N': 584}, 182)
    """
    request = Request("count", progress).within(time_limit).question(size, rules, where, None, False, threads)
    return request.option("by", "symmetry").option("memory", memory).report(SymmetryReport)


def sample(
    size: Size,
    *,
    count: int | None = None,
    seed: int | None = None,
    rank: int | None = None,
    rules: Rules | None = None,
    profile: str | None = None,
    where: Conditions | None = None,
    given: Source | None = None,
    lattice: bool | int = False,
    wild: bool = False,
    with_repetition: bool = False,
    sums: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    time_limit: Time | None = None,
    progress: Progress | None = None,
) -> Grids:
    """Draws grids at random, one by default, and returns them with their ranks. With `rank` it returns the grid of that rank.

    Each grid is equally likely. The exception is `profile` without `wild`: it draws grids as the house prints them. A seed draws the
    same grids everywhere; without one, the log "gridcheck" names the seed that was picked. `sums` is a file of a finished count, which
    saves counting. The list is empty if there is nothing to draw from. A notebook shows it as a sheet.

    >>> drawn = sample(7, count=2, seed=1)
    >>> drawn.ranks
    (580, 454)
    >>> sample(7, rank=454)[0] == drawn[1]
    True
    """
    request = Request("sample", progress).within(time_limit).question(size, rules, where, given, lattice, threads)
    request.option("count", count).option("seed", seed).rank(rank).option("profile", profile).path("sums", sums)
    drawn = list(request.option("with_repetition", with_repetition).option("wild", wild).grids())
    found = Grids(grid for grid, _ in drawn)
    found.ranks = tuple(rank for _, rank in drawn)
    return found


@overload
def rank(grid: Grid, *, size: Size | None = ..., rules: Rules | None = ..., profile: str | None = ..., where: Conditions | None = ..., given: Source | None = ..., lattice: bool | int = ..., sums: str | os.PathLike[str] | None = ..., threads: int | None = ..., time_limit: Time | None = ..., progress: Progress | None = ...) -> int | None: ...
@overload
def rank(grid: Several, *, size: Size | None = ..., rules: Rules | None = ..., profile: str | None = ..., where: Conditions | None = ..., given: Source | None = ..., lattice: bool | int = ..., sums: str | os.PathLike[str] | None = ..., threads: int | None = ..., time_limit: Time | None = ..., progress: Progress | None = ...) -> list[int | None]: ...
def rank(
    grid: Source,
    *,
    size: Size | None = None,
    rules: Rules | None = None,
    profile: str | None = None,
    where: Conditions | None = None,
    given: Source | None = None,
    lattice: bool | int = False,
    sums: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    time_limit: Time | None = None,
    progress: Progress | None = None,
) -> int | None | list[int | None]:
    """Returns the rank of a grid, the number by which `sample` draws it: its number among all grids of the rules, from 0.

    For several grids, or a file, it returns a list. The rank of a grid that the question does not ask for is None.

    >>> rank(sample(7, count=2, seed=1))
    [580, 454]
    """
    request = Request("sample", progress).within(time_limit).population(rules, where, given, lattice, threads)
    if size is not None:
        request.size(size)
    found = request.option("profile", profile).path("sums", sums).file("rank_of", grid, "grid").reports(Report)
    ranks: list[int | None] = [report["rank"] for report in found]
    return ranks[0] if isinstance(grid, Grid) else ranks


def recurrence(
    height: int,
    *,
    rules: Rules | None = None,
    symmetry: str = "none",
    terms: int = 12,
    time_limit: Time | None = None,
    progress: Progress | None = None,
) -> RecurrenceReport:
    """Finds and proves the recurrence of the numbers of grids with `height` rows, 1 to 10, and any number of columns.

    The answer has the first `terms`, `coefficients` (of a(n-1), a(n-2), ...), `holds_from`, `numerator` and `denominator` of the
    generating function, and `growth`. `symmetry` is "none" or "rot180".

    >>> found = recurrence(4, rules="american", terms=8)
    >>> found.terms, found.order
    ([0, 0, 1, 7, 19, 37, 85, 207], 8)
    """
    request = Request("recurrence", progress).within(time_limit).option("height", height).rules(rules)
    return request.option("symmetry", symmetry).option("terms", terms).report(RecurrenceReport)


class Puzzle:
    """A puzzle file: its grid, its texts and its clues. It is as it was read, whatever becomes of the file."""

    def __init__(self, name: str, content: bytes, document: dict[str, Any]) -> None:
        self.name = name
        """The name of the file."""
        self.content = content
        """The bytes of the file."""
        self.document = document
        """The puzzle as an ipuz document, a value of JSON: title, author, puzzle, solution, clues and others."""

    @property
    def title(self) -> str | None:
        """The title, if there is one."""
        return self.document.get("title")

    @property
    def author(self) -> str | None:
        """The author, if there is one."""
        return self.document.get("author")

    @property
    def clues(self) -> dict[str, Any]:
        """The clues for each direction, as ipuz has them."""
        clues: dict[str, Any] = self.document.get("clues", {})
        return clues

    @property
    def grid(self) -> Grid:
        """The black and white squares.

        Raises `Error` if there are bars or voids, which a `Grid` does not have.
        """
        report = self._convert().option("to", "line").report(ConvertReport)
        return Grid.from_rows(report.text.strip().split("/"))

    def write(self, path: str | os.PathLike[str], *, force: bool = False) -> None:
        """Writes the puzzle, in the format of the ending of the path: .puz, .ipuz, .jpz, .xd, .exolve or .txt.

        The file is written completely or not at all. A warning of the kind `Note` names what the format cannot store. A file that
        exists is replaced only with `force`.
        """
        self._convert().path("out", path, "path").option("force", force).called("force", "force=True").report(ConvertReport)

    def _convert(self) -> Request:
        return Request("convert").files("files", [self.content], label=self.name)

    def __repr__(self) -> str:
        return f"<Puzzle {self.name}: {self.title or 'without a title'}>"

    def _repr_svg_(self) -> str:
        return self.grid._repr_svg_()


def read(source: str | os.PathLike[str] | bytes) -> Puzzle:
    """Reads a puzzle file of any known format: .puz, Across Lite text, ipuz, Exolve, .xd, JPZ, Qxw, the Guardian's JSON, or a grid.

    `source` is its path, or its content as bytes. Raises `Error` with the line and the column if the file cannot be read.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        name, content = "puzzle", bytes(source)
    else:
        path = Path(_path("source", source, "a path or bytes"))
        name, content = path.name, None
    request = Request("convert").option("to", "ipuz").files("files", [path if content is None else content], "source", label=name)
    report = request.report(ConvertReport)
    return Puzzle(name, path.read_bytes() if content is None else content, json.loads(report.text))


def complete(
    grid: Source,
    *,
    rules: Rules | None = None,
    profile: str | None = None,
    where: Conditions | None = None,
    time_limit: Time | None = None,
    threads: int | None = None,
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> CompleteReport:
    """Analyses a partly painted grid, with "?" for open squares.

    The answer has `completions`, the number of valid grids that it can become (None with the reason in `not_counted`, if the time is
    over), `forced` (rows), `forced_squares`, and `white`, for each square the number of completions in which it is white. By rules for
    barred grids it has `forced_edges`, and in the place of `white` the numbers of completions with `bars` at the right of each square and
    below it.

    >>> found = complete(["?????", "?????", "??.??", "?????", "#????"])
    >>> found.completions, found.forced
    (6, ['.???#', '?????', '??.??', '?????', '#???.'])
    """
    request = Request("complete", progress).rules(rules).option("profile", profile).each("where", where)
    request.option("time_limit", time_limit).threads(threads).option("memory", memory)
    return request.file("grid", grid).report(CompleteReport)


def repair(
    source: Source,
    *,
    rules: Rules | None = None,
    profile: str | None = None,
    where: Conditions | None = None,
    keep: Source | None = None,
    count: int = 1,
    every: bool = False,
    time_limit: Time | None = None,
    progress: Progress | None = None,
) -> list[RepairReport]:
    """Finds the nearest valid grids of each grid: those in which the fewest squares change.

    `keep` is a partial grid of squares that stay. At most `count` nearest grids are listed, or with `every` all of them. Each report has
    `changes`, the number of changed squares, and `grids`, each with `rows` and `changed`.

    >>> (found,) = repair(["...", "...", "..."])
    >>> found.changes, found.grids[0].rows
    (1, ['...', '.#.', '...'])
    """
    request = Request("repair", progress).rules(rules).option("profile", profile).each("where", where)
    request.file("keep", keep).option("all", every, "every").option("count", None if every else count)
    return request.option("time_limit", time_limit).file("file", source, "source", label="grid").reports(RepairReport)


def fill(
    grid: Source | int,
    words: str | os.PathLike[str] | Iterable[str],
    *,
    list: int | None = None,
    best: bool | str = False,
    count: bool = False,
    compare: bool = False,
    estimate: int | None = None,
    min_score: int | None = None,
    theme: Iterable[str] | str | None = None,
    require: Iterable[str] | str | None = None,
    pangram: bool | str = False,
    ban: Iterable[str] | str | None = None,
    no_shared: int | None = None,
    one_form: bool = False,
    repeat: bool = False,
    strict: bool = False,
    vary: bool = False,
    engine: Iterable[str] | str | None = None,
    seed: int | None = None,
    time_limit: Time | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Sequence[FillReport]:
    """Fills a grid, whose letters are kept, with words of a list.

    `grid` is a grid, or a number of rows and columns without a black square. `words` is the path of a list, or the words, as "WORD" or
    "WORD;score". By default it returns one report with the `rows` of a fill, or with the reason why there is none. `list=N` returns the
    first N fills, `best` the fill with the best words ("mean" or "minimum"), `count=True` their number, `compare=True` the answers
    of several engines, and `estimate=N` an estimate from N probes. One fill or `best` can be asked to have the words of `theme` and `require`,
    and every letter from A to Z (`pangram=True`) or of a text.

    >>> fill(2, ["an", "to", "at", "no"])[0].rows
    ['AN', 'TO']
    >>> fill(2, ["an", "to", "at", "no"], count=True)[0].count
    2
    """
    request = Request("fill", progress).words(words).option("list", list).option("best", best).option("count", count)
    request.option("compare", compare).option("estimate", estimate).option("min_score", min_score).each("theme", theme)
    request.each("require", require).option("pangram", pangram).each("ban", ban).option("no_shared", no_shared)
    request.option("one_form", one_form)
    request.option("repeat", repeat).option("strict", strict).option("vary", vary).each("engine", engine)
    request.option("seed", seed).option("time_limit", time_limit).threads(threads)
    return (request.option("size", grid, "grid") if _is_whole(grid) else request.file("grid", grid)).reports(FillReport)


def audit(
    *claims: str | os.PathLike[str] | bytes,
    figure: str | None = None,
    max_size: int | None = None,
    state: str | os.PathLike[str] | None = None,
    results: str | os.PathLike[str] | None = None,
    time_limit: Time | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> AuditReport:
    """Checks published counts: which ones hold, how surely, and why the others are wrong.

    `claims` are files of claims, or names of built-in sources; the default is all that come with the program. `figure` audits one
    number, as in "A323839(9)". The answer has `claims`, each with its `verdict`, the value `right` and `reasons`, and `well`, False if
    a claim is wrong.

    >>> report = audit("ho-2021", figure="346")
    >>> [(claim.printed, claim.verdict, claim.right) for claim in report.claims], report.well
    ([('346', 'refuted', 650)], False)
    """
    request = Request("audit", progress).files("claims", claims).option("figure", figure).option("max_size", max_size)
    request.path("state", state).path("results", results).option("time_limit", time_limit).threads(threads)
    return request.report(AuditReport)


def certify(
    size: Size,
    out: str | os.PathLike[str],
    *,
    rules: Rules | None = None,
    where: Conditions | None = None,
    given: Source | None = None,
    lattice: bool | int = False,
    threads: int | None = None,
    time_limit: Time | None = None,
    progress: Progress | None = None,
) -> CheckReport:
    """Makes the folder `out`, which proves "exactly these grids", and returns the result of checking it, as `check` does."""
    request = Request("certify", progress).within(time_limit).question(size, rules, where, given, lattice, threads)
    return request.path("out", out).report(CheckReport)


def check(
    folder: str | os.PathLike[str],
    *,
    rules: Rules | None = None,
    time_limit: Time | None = None,
    threads: int | None = None,
    memory: int | str | None = None,
    progress: Progress | None = None,
) -> CheckReport:
    """Checks a certificate, without the translation into clauses and without a solver.

    The answer has `accepted`, `verdict`, and what is proved, tested, and taken on trust. With `rules` the certificate must be of these
    rules.
    """
    request = Request("check", progress).path("folder", folder).rules(rules).option("time_limit", time_limit)
    return request.threads(threads).option("memory", memory).report(CheckReport)


def _main() -> NoReturn:
    """Runs the program `gridcheck`, as the command of the wheel."""
    import signal

    # The program handles it itself, and must not wake Python.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _native.main(["gridcheck", *sys.argv[1:]])
