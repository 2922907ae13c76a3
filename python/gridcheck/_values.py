"""The kinds of arguments, and how they are checked."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from typing import Any, Union

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

Time = Union[float, str]
"""A time in seconds, or as in "10m"."""


def is_path(source: object) -> bool:
    """Returns True if a file is meant by its path, and not by its content."""
    return isinstance(source, os.PathLike) or isinstance(source, str) and "\n" not in source


def _kind(value: object) -> str:
    return type(value).__name__


def _is_truth(value: object) -> bool:
    """Returns True for True and False, also those of NumPy."""
    return isinstance(value, bool) or _kind(value) in ("bool", "bool_")


def _is_whole(value: object) -> bool:
    """Returns True for whole numbers, also those of NumPy."""
    return hasattr(value, "__index__") and not _is_truth(value)


def _whole(name: str, value: object, expected: str = "a whole number") -> int:
    if not _is_whole(value):
        raise TypeError(f"{name}: expected {expected}, got {_kind(value)}")
    return operator.index(value)  # type: ignore[arg-type]


_WORDS = {
    "boolean": "True or False",
    "integer": "a whole number",
    "number": "a number",
    "string": "a text",
    "list": "several texts",
    "object": "a dict",
}


def _value(name: str, value: Any, kinds: Sequence[Sequence[str | int | None]]) -> object:
    """Returns the value of an option that takes these kinds of values."""
    for kind, *bounds in kinds:
        if kind == "boolean" and _is_truth(value):
            return bool(value)
        if kind == "integer" and _is_whole(value):
            return _within(name, operator.index(value), "a whole number", bounds)
        if kind == "number" and isinstance(value, Real) and not _is_truth(value):
            return _within(name, float(value), "a number", bounds)
        if kind == "string" and isinstance(value, str):
            return str(value)
    words = [_WORDS[str(kind)] for kind, *_ in kinds]
    expected = " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
    raise TypeError(f"{name}: expected {expected}, got {_kind(value)}")


def _within(name: str, value: Any, noun: str, bounds: Sequence[Any]) -> Any:
    least, most = bounds
    if (least is None or value >= least) and (most is None or value <= most) and value not in (float("inf"), float("-inf")):
        return value
    limits = "".join(f" {word} {bound}" for word, bound in (("from", least), ("to", most)) if bound is not None)
    raise Error(f"{name}: expected {noun}{limits}, got {value}", 2)


def _text(name: str, value: object, expected: str = "a text") -> str:
    if isinstance(value, str):
        return value
    raise TypeError(f"{name}: expected {expected}, got {_kind(value)}")


def _several(name: str, values: object, expected: str = "a text or several") -> list[object]:
    if isinstance(values, (str, os.PathLike)):
        return [values]
    if isinstance(values, Iterable) and not isinstance(values, (bytes, bytearray, Mapping)):
        return list(values)
    raise TypeError(f"{name}: expected {expected}, got {_kind(values)}")


def _path(name: str, path: object, expected: str = "a text or a path") -> str:
    """Returns a path that is neither an option nor standard input for the command."""
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"{name}: expected {expected}, got {_kind(path)}")
    path = os.fsdecode(path)
    try:
        path.encode()
    except UnicodeEncodeError:
        raise Error(f"{name}: a path that is not UTF-8: {path!r}", 2) from None
    return os.path.join(os.curdir, path) if path.startswith("-") else path


def _rules(rules: Mapping[Any, object]) -> dict[str, object]:
    """Returns the keys of a rule set, with values that a rule file can have."""
    return {_text("rules", key, "names of rules as keys"): _rule(key, value) for key, value in rules.items()}


def _rule(key: object, value: Any) -> object:
    if isinstance(value, Mapping):
        # The unchecked letters of each length, as in {4: 1, 5: "1..2"}.
        return {str(length): str(_rule(f"{key}: {length}", number)) for length, number in value.items()}
    if isinstance(value, str):
        return value
    if _is_truth(value):
        return bool(value)
    return _whole(f"rules: {key}", value, "a text, a whole number, True, False or a dict")
