"""Turns arguments of Python into a request to the library, and its reports into values of Python."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, cast

from . import _native
from ._native import Grid
from ._notes import Progress, _report
from ._reports import R, report_of
from ._types import OPTIONS, AnyRequest
from ._values import _kind, _path, _rules, _several, _text, _value, _whole, is_path


class Caller(NamedTuple):
    """The names, the time limit and the functions that a caller lends to a request."""

    names: dict[str, str]
    """The parameters whose options have other names."""
    limit: float | str | None
    """The time after which the request is stopped."""
    report: Callable[[str], object]
    progress: Progress | None


class Request:
    """The options of a command. What is in memory is passed on as it is."""

    def __init__(self, command: str, progress: Progress | None = None) -> None:
        if progress is not None and not callable(progress):
            raise TypeError(f"progress: expected a function, got {_kind(progress)}")
        self._command = command
        self._options: dict[str, Any] = {}
        # The parameters of Python whose options have other names, and an option that no function has.
        self._names = {"externals": "the command's option --externals"}
        self._progress = progress
        self._limit: float | str | None = None

    def _named(self, option: str, parameter: str | None) -> str:
        """Returns the name of the parameter of an option, which stands in errors too."""
        if parameter is not None:
            self._names[option] = parameter
        return parameter or option

    def option(self, option: str, value: object, parameter: str | None = None) -> Request:
        """Adds an option, whose kinds of values the schema says. None and False add nothing."""
        if value is not None:
            value = _value(self._named(option, parameter), value, OPTIONS[self._command][option])
            if value is not False:
                self._options[option] = value
        return self

    def called(self, option: str, words: str) -> Request:
        """Sets the words for an option in errors of the library."""
        self._names[option] = words
        return self

    def each(self, name: str, values: object) -> Request:
        """Adds an option with several texts, or with the only one."""
        if values is not None:
            self._options[name] = [_text(name, value, "texts") for value in _several(name, values)]
        return self

    def joined(self, name: str, values: object) -> Request:
        """Adds an option with one or more values between commas."""
        texts = [_text(name, value, "texts") for value in _several(name, values)]
        if not texts:
            raise TypeError(f"{name}: expected a text or several, got an empty {_kind(values)}")
        return self.option(name, ",".join(texts))

    def size(self, size: object) -> Request:
        """Adds the size of the grids."""
        expected = "a whole number or a pair (rows, columns)"
        if isinstance(size, (tuple, list)) and len(size) == 2:
            text = "x".join(str(_whole("size", side, f"{expected} of whole numbers")) for side in size)
        elif isinstance(size, (tuple, list)):
            raise TypeError(f"size: expected {expected}, got a {_kind(size)} of {len(size)}")
        else:
            text = str(_whole("size", size, expected))
        self._options["size"] = text
        return self

    def question(
        self, size: object, rules: object, where: object, given: object, lattice: object, threads: object
    ) -> Request:
        """Adds the options of a question about all grids of a size."""
        return self.size(size).population(rules, where, given, lattice, threads)

    def population(self, rules: object, where: object, given: object, lattice: object, threads: object) -> Request:
        """Adds the options of a question about all grids of a size, without the size."""
        return self.rules(rules).each("where", where).file("given", given).option("lattice", lattice).threads(threads)

    def threads(self, threads: object) -> Request:
        """Adds the number of threads."""
        return self.option("jobs", threads, "threads")

    def rank(self, rank: object) -> Request:
        """Adds a rank, which may exceed a number of JSON."""
        return self if rank is None else self.option("rank", str(_whole("rank", rank)))

    def within(self, time_limit: object) -> Request:
        """Sets the time after which the request is stopped, if its command has no such option."""
        if time_limit is not None:
            self._limit = cast("float | str", _value("time_limit", time_limit, [["number", 0, None], ["string"]]))
        return self

    def rules(self, rules: object) -> Request:
        """Adds the rules: a name, a path, the text of a file, or its keys."""
        if isinstance(rules, Mapping):
            self._options["rules"] = _rules(rules)
        elif isinstance(rules, str) and not is_path(rules):
            self._options["rules"] = rules
        elif rules is not None:
            self._options["rules"] = _path("rules", rules, "a text, a path or a dict")
        return self

    def path(self, option: str, path: object, parameter: str | None = None) -> Request:
        """Adds a path."""
        if path is not None:
            self._options[option] = _path(self._named(option, parameter), path)
        return self

    def file(self, option: str, source: object, parameter: str | None = None, label: str | None = None) -> Request:
        """Adds a file by its path, or with its content, which has this label in messages."""
        if source is not None:
            name = self._named(option, parameter)
            self._options[option] = _input(name, source, label or name)
        return self

    def files(self, option: str, sources: Iterable[object], parameter: str | None = None, label: str | None = None) -> Request:
        """Adds several files by their paths, or with their contents. The label of a content ends in a number, unless it is given."""
        name = self._named(option, parameter)
        inputs = [_input(name, source, label or f"{name}-{number}") for number, source in enumerate(sources, 1)]
        self._options[option] = inputs
        return self

    def words(self, words: object) -> Request:
        """Adds a list of words: its path, or the words in memory."""
        if isinstance(words, (str, os.PathLike)):
            return self.path("words", words)
        lines = "\n".join(_text("words", word, "texts") for word in _several("words", words, "a path or texts"))
        self._options["words"] = {"name": "words", "bytes": lines.encode(errors="surrogateescape")}
        return self

    def grids(self) -> Iterator[tuple[Grid, int | None]]:
        """Puts the request, and yields its grids with their ranks, as far as these are known."""
        grids = _native.GridIterator(self._request(), self._caller())
        return ((grid, grids.rank) for grid in grids)

    def reports(self, kind: type[R]) -> list[R]:
        """Puts the request, and returns the reports, which are of this kind."""
        answers = json.loads(_native.ask(self._request(), self._caller()))
        # Each replaces its JSON: with both kept, Python's collector of cycles would look at all of them more often.
        for place, answer in enumerate(answers):
            answers[place] = report_of(answer, kind)
        return cast("list[R]", answers)

    def report(self, kind: type[R]) -> R:
        """Puts a request with one report, which is of this kind."""
        (report,) = self.reports(kind)
        return report

    def _caller(self) -> Caller:
        return Caller(self._names, self._limit, _report, self._progress)

    def _request(self) -> AnyRequest:
        return cast(AnyRequest, {self._command: self._options})


def _input(name: str, source: object, label: str) -> str | dict[str, object]:
    """Returns the path of a file, or its content with a label for messages."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return {"name": label, "bytes": bytes(source)}
    if is_path(source):
        return _path(name, source)
    return {"name": label, "bytes": _written(name, source).encode(errors="surrogateescape")}


def _written(name: str, source: object) -> str:
    """Returns grids as a text."""
    if isinstance(source, (str, Grid)):
        return str(source)
    expected = "a path, a grid, several grids, rows, text or bytes"
    parts = _several(name, source, expected)
    for kind, separator in ((str, "\n"), (Grid, "\n\n")):
        if all(isinstance(part, kind) for part in parts):
            return separator.join(map(str, parts))
    kinds = ", ".join(sorted({_kind(part) for part in parts}))
    raise TypeError(f"{name}: expected {expected}, got a {_kind(source)} of {kinds}")
