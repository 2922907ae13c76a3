"""Turns arguments of Python into those of a command, and its output into values of Python."""

from __future__ import annotations

import json
import logging
import operator
import os
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Union

from . import _native
from ._errors import Error
from ._native import Grid
from ._reports import Report

Size = Union[int, tuple[int, int]]
"""The number of rows of a square, or (rows, columns); 1 to 64 each."""

Rules = Union[str, "os.PathLike[str]", Mapping[str, object]]
"""The name of a built-in rule set, the path of a TOML file, the text of one, or its keys."""

Conditions = Union[str, Iterable[str]]
"""Constraints as in "words <= 14" or "length 3 = 0"; grids meet all of them."""

Several = Union[str, "os.PathLike[str]", bytes, Sequence[str], Sequence[Grid]]
"""A source of grids that is no `Grid`."""

Source = Union[Several, Grid]
"""The path of a file; its content as bytes, or as text with a newline; a grid; the rows of one; or several grids."""

Progress = Callable[[int, int, str], object]
"""Receives the finished part, the whole, and a sentence about both."""

_log = logging.getLogger("gridcheck")
_FOLDER = os.path.dirname(__file__)


class Note(UserWarning):
    """A remark on how a question or a file was understood. The command prints it on standard error."""


class Command:
    """The arguments of a command. What it reads from memory is in files of a temporary folder until the command ends."""

    def __init__(self, name: str, progress: Progress | None = None) -> None:
        if progress is not None and not callable(progress):
            raise TypeError(f"progress: expected a function, got {_kind(progress)}")
        self._arguments = [name]
        self._progress = progress
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def __enter__(self) -> Command:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._clean()

    def option(self, name: str, value: object) -> Command:
        """Adds an option with a number or a text. None and False add nothing, and True adds the option alone."""
        if value is True:
            self._arguments.append(f"--{name}")
        elif value is not None and value is not False:
            self._arguments.append(f"--{name}={_text(name, value)}")
        return self

    def path(self, name: str, path: object) -> Command:
        """Adds an option with a path."""
        return self if path is None else self.option(name, _path(name, path))

    def source(self, name: str, source: object) -> Command:
        """Adds a file, or grids from memory, as the next argument."""
        self._arguments.append(self._source(name, source))
        return self

    def output(self) -> bytes:
        """Runs the command, and returns its output."""
        try:
            _, output = _native.run(self._arguments, _report, self._progress)
        except Error as error:
            raise self._named(error) from None
        return output if self._folder is None else output.replace(self._prefix(json=True), b"").replace(self._prefix(), b"")

    def _clean(self) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    def _prefix(self, json: bool = False) -> bytes:
        """Returns the start of the paths of files from memory, which answers leave out."""
        if self._folder is None:
            return b""
        prefix = os.path.join(self._folder.name, "")
        return (prefix.replace("\\", "\\\\") if json else prefix).encode(errors="surrogateescape")

    def _named(self, error: Error) -> Error:
        if self._folder is None:
            return error
        message = str(error).encode(errors="surrogateescape").replace(self._prefix(), b"")
        return Error(message.decode(errors="surrogateescape"), error.exit_code)

    def _file(self, name: str, content: bytes) -> str:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="gridcheck-", ignore_cleanup_errors=True)
        path = Path(self._folder.name, name)
        path.write_bytes(content)
        return str(path)

    def _source(self, name: str, source: object) -> str:
        if isinstance(source, (bytes, bytearray, memoryview)):
            return self._file(name, bytes(source))
        if is_path(source):
            return _path(name, source)
        if isinstance(source, (str, Grid)):
            return self._file(name, str(source).encode(errors="surrogateescape"))
        if isinstance(source, Iterable) and not isinstance(source, Mapping):
            parts = list(source)
            for kind, separator in ((str, "\n"), (Grid, "\n\n")):
                if all(isinstance(part, kind) for part in parts):
                    return self._file(name, separator.join(map(str, parts)).encode(errors="surrogateescape"))
        raise TypeError(f"{name}: expected a path, a grid, several grids, rows, text or bytes, got {_kind(source)}")


def _report(line: str) -> None:
    """Makes a warning of a note, and passes other lines on to the log `gridcheck`."""
    text = line[len("note: ") :] if line.startswith("note: ") else None
    if text is None:
        _log.info("%s", line)
        return
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and os.path.dirname(frame.f_code.co_filename) == _FOLDER:
        frame, level = frame.f_back, level + 1
    warnings.warn(text, Note, stacklevel=level)


def note(report: Report) -> Report:
    """Warns of the notes of a report of which the caller sees only a part."""
    for line in report.notes:
        _report(f"note: {line}")
    return report


def is_path(source: object) -> bool:
    """Returns True if a file is meant by its path, and not by its content."""
    return isinstance(source, os.PathLike) or isinstance(source, str) and "\n" not in source


def _kind(value: object) -> str:
    return type(value).__name__


def _whole(name: str, value: object, expected: str = "a whole number") -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name}: expected {expected}, got {_kind(value)}")
    return operator.index(value)


def _text(name: str, value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        raise TypeError(f"{name}: expected a text or a whole number, got float")
    return str(_whole(name, value, "a text or a whole number"))


def _several(name: str, values: object) -> list[object]:
    if values is None:
        return []
    if isinstance(values, (str, os.PathLike)):
        return [values]
    if isinstance(values, Iterable):
        return list(values)
    raise TypeError(f"{name}: expected a text or several, got {_kind(values)}")


def _path(name: str, path: object) -> str:
    """Returns a path that is neither an option nor standard input for the command."""
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"{name}: expected a text or a path, got {_kind(path)}")
    path = os.fsdecode(path)
    return os.path.join(os.curdir, path) if path.startswith("-") else path


def _toml(key: object, value: object) -> str:
    if not isinstance(key, str):
        raise TypeError(f"rules: expected names of rules, got {_kind(key)}")
    if isinstance(value, (bool, int, str)):
        return json.dumps(value, ensure_ascii=False)
    raise TypeError(f"rules: {key}: expected a text, a whole number, True or False, got {_kind(value)}")

