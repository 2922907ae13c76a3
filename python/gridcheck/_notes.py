"""Passes notes and progress on to Python."""

from __future__ import annotations

import logging
import os
import sys
import warnings
from collections.abc import Callable

from ._reports import R

Progress = Callable[[int, int, str], object]
"""Receives the finished part, the whole, and a sentence about both."""

_log = logging.getLogger("gridcheck")
_FOLDER = os.path.dirname(__file__)


class Note(UserWarning):
    """A remark on how a question or a file was understood. The command prints it on standard error."""


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


def note(report: R) -> R:
    """Warns of the notes of a report of which the caller sees only a part."""
    for line in report["notes"]:
        _report(f"note: {line}")
    return report
