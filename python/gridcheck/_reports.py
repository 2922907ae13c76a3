"""The answers of commands: the JSON that they print, with keys as attributes and exact numbers."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from . import _native
from ._native import Grid

DIGITS = frozenset(
    "coefficients completions count counts denominator figure found_in_them grids multiplicity numerator pairs primitive "
    "published rank reproduced right terms total white word_squares".split()
)
"""The keys of numbers that JSON has as text, because other readers of JSON would round them."""

_MOST = 60


class Report(dict[str, Any]):
    """An answer as `--format json` prints it; `docs/schema/answers.json` describes each. Keys are attributes too.

    It is a dict, so json.dumps and pandas take it. Squares are pairs (row, column) from 1. Counts are exact int.
    """

    __slots__ = ()

    def __getattr__(self, key: str) -> Any:
        try:
            return self[key]
        except KeyError:
            raise AttributeError(f"no key {key!r}; there are {', '.join(self)}") from None

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self]


class Comparison(Report):
    """The answer of compare: `agree`, and for each of `parties` its `name`, `count`, `seconds` and `agrees`."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        row = "<tr><td>{}</td><td style='text-align:right'>{}</td><td>{:.3f} s</td><td>{}</td></tr>".format
        parties = [*self.parties, *filter(None, [self.list])]
        rows = "".join(
            row(escape(party.name), party.get("count", ""), party.seconds, "yes" if party.agrees else "<b>NO</b>")
            for party in parties
        )
        verdict = "They agree." if self.agree else "<b>They do not agree.</b>"
        heading = "<tr><th>party</th><th>count</th><th>time</th><th>agrees?</th></tr>"
        return f"<table>{heading}{rows}</table><p>{escape(str(self.size))}, rules {escape(self.rules)}: {verdict}</p>"


class Findings(list[Report]):
    """The answer of validate: a report for each grid, with its place, `valid` and its findings."""

    @property
    def valid(self) -> bool:
        """True if every grid is valid, and there is one."""
        return bool(self) and all(report.valid for report in self)

    @property
    def findings(self) -> list[Report]:
        """The findings in all grids."""
        return [finding for report in self for finding in report.findings]


class Grids(list[Grid]):
    """Several grids. A notebook shows them as a sheet."""

    ranks: tuple[int | None, ...] = ()
    """The rank of each grid among all grids of its rules, if the command knows it."""

    def _repr_html_(self) -> str:
        more = f"<p>and {len(self) - _MOST} more</p>" if len(self) > _MOST else ""
        return (_native.sheet(self[:_MOST]) if self else "<p>no grids</p>") + more


def report_of(answer: dict[str, Any]) -> Report:
    """Returns an answer, with reports for the objects in it."""
    kind = Comparison if "parties" in answer and "agree" in answer else Report
    return kind((key, _value(value, key in DIGITS)) for key, value in answer.items())


def _value(value: Any, is_number: bool) -> Any:
    if isinstance(value, dict):
        return report_of(value)
    if isinstance(value, list):
        return [_value(part, is_number) for part in value]
    return int(value) if is_number and isinstance(value, str) else value
