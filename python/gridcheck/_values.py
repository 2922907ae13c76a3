"""The kinds of arguments, and how they are checked."""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Union

from ._errors import Error
from ._native import Grid

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
    try:
        path.encode()
    except UnicodeEncodeError:
        raise Error(f"{name}: a path that is not UTF-8: {path!r}", 2) from None
    return os.path.join(os.curdir, path) if path.startswith("-") else path


def _toml(key: object, value: object) -> str:
    if not isinstance(key, str):
        raise TypeError(f"rules: expected names of rules, got {_kind(key)}")
    if isinstance(value, (bool, int, str)):
        return json.dumps(value, ensure_ascii=False)
    raise TypeError(f"rules: {key}: expected a text, a whole number, True or False, got {_kind(value)}")
