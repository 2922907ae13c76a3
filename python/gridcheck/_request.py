"""Turns arguments of Python into a request to the library, and its reports into values of Python."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from . import _native
from ._native import Grid
from ._notes import Progress, _report
from ._reports import R, report_of
from ._types import AnyRequest
from ._values import _kind, _path, _several, _text, _toml, _whole, is_path


class Request:
    """The options of a command. What is in memory is passed on as it is."""

    def __init__(self, command: str, progress: Progress | None = None) -> None:
        if progress is not None and not callable(progress):
            raise TypeError(f"progress: expected a function, got {_kind(progress)}")
        self._command = command
        self._options: dict[str, Any] = {}
        self._progress = progress

    def option(self, name: str, value: object) -> Request:
        """Adds an option with a text, a number or True. None and False add nothing."""
        if value is True:
            self._options[name] = True
        elif value is not None and value is not False:
            self._options[name] = value if isinstance(value, str) else _whole(name, value, "a text or a whole number")
        return self

    def each(self, name: str, values: object) -> Request:
        """Adds an option with several texts, or with the only one."""
        if values is not None:
            self._options[name] = [_text(name, value) for value in _several(name, values)]
        return self

    def joined(self, name: str, values: object) -> Request:
        """Adds an option with several values between commas."""
        return self.option(name, ",".join(_text(name, value) for value in _several(name, values)))

    def size(self, size: object) -> Request:
        """Adds the size of the grids."""
        if isinstance(size, (tuple, list)) and len(size) == 2:
            return self.option("size", "x".join(str(_whole("size", side)) for side in size))
        return self.option("size", str(_whole("size", size, "a whole number or a pair (rows, columns)")))

    def question(
        self, size: object, rules: object, where: object, given: object, lattice: object, threads: object
    ) -> Request:
        """Adds the options of a question about all grids of a size."""
        return self.size(size).population(rules, where, given, lattice, threads)

    def population(self, rules: object, where: object, given: object, lattice: object, threads: object) -> Request:
        """Adds the options of a question about all grids of a size, without the size."""
        self.rules(rules).each("where", where).file("given", given)
        if lattice is not False and lattice is not None:
            self._options["lattice"] = True if lattice is True else _whole("lattice", lattice)
        return self.threads(threads)

    def threads(self, threads: object) -> Request:
        """Adds the number of threads."""
        return self if threads is None else self.option("jobs", _whole("threads", threads))

    def rules(self, rules: object) -> Request:
        """Adds the rules: a name, a path, the text of a file, or its keys."""
        if isinstance(rules, Mapping):
            for key, value in rules.items():
                _toml(key, value)
            self._options["rules"] = dict(rules)
        elif rules is not None:
            self._options["rules"] = rules if isinstance(rules, str) and not is_path(rules) else _path("rules", rules)
        return self

    def path(self, name: str, path: object) -> Request:
        """Adds a path."""
        return self if path is None else self.option(name, _path(name, path))

    def number(self, name: str, value: object) -> Request:
        """Adds a whole number, unless it is None."""
        return self if value is None else self.option(name, _whole(name, value))

    def file(self, parameter: str, source: object, option: str | None = None) -> Request:
        """Adds a file by its path, or with its content. The option has the name of the parameter, unless another is given."""
        if source is not None:
            self._options[option or parameter] = _input(parameter, source)
        return self

    def files(self, parameter: str, sources: Iterable[object]) -> Request:
        """Adds several files by their paths, or with their contents."""
        self._options[parameter] = [_input(f"{parameter}-{number}", source) for number, source in enumerate(sources, 1)]
        return self

    def words(self, words: object) -> Request:
        """Adds a list of words: its path, or the words in memory."""
        if isinstance(words, (str, os.PathLike)):
            return self.path("words", words)
        lines = "\n".join(_text("words", word) for word in _several("words", words))
        self._options["words"] = {"name": "words", "bytes": lines.encode(errors="surrogateescape")}
        return self

    def only_file(self, parameter: str, source: object) -> Request:
        """Adds a file or a folder by its path, or the content of a file, as the only one of the files."""
        self._options["files"] = [_input(parameter, source)]
        return self

    def grids(self) -> Iterator[tuple[Grid, int | None]]:
        """Puts the request, and yields its grids with their ranks, as far as these are known."""
        grids = _native.GridIterator(self._named(), _report, self._progress)
        return ((grid, grids.rank) for grid in grids)

    def reports(self, kind: type[R]) -> list[R]:
        """Puts the request, and returns the reports, which are of this kind."""
        lines = _native.ask(self._named(), _report, self._progress)
        return [report_of(json.loads(line), kind) for line in lines]

    def report(self, kind: type[R]) -> R:
        """Puts a request with one report, which is of this kind."""
        (report,) = self.reports(kind)
        return report

    def _named(self) -> AnyRequest:
        return cast(AnyRequest, {self._command: self._options})


def _input(name: str, source: object) -> str | dict[str, object]:
    """Returns the path of a file, or its content with a name for messages."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return {"name": name, "bytes": bytes(source)}
    if is_path(source):
        return _path(name, source)
    return {"name": name, "bytes": _written(name, source).encode(errors="surrogateescape")}


def _written(name: str, source: object) -> str:
    """Returns grids as a text."""
    if isinstance(source, (str, Grid)):
        return str(source)
    parts = _several(name, source) if not isinstance(source, Mapping) else [None]
    for kind, separator in ((str, "\n"), (Grid, "\n\n")):
        if all(isinstance(part, kind) for part in parts):
            return separator.join(map(str, parts))
    raise TypeError(f"{name}: expected a path, a grid, several grids, rows, text or bytes, got {_kind(source)}")
