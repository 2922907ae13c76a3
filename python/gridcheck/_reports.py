"""The answers of commands: the JSON that they print, with keys as attributes and exact numbers."""

from __future__ import annotations

from html import escape
from typing import Any, List, Type, TypeVar

from . import _native
from ._native import Grid
from ._report import Report as Report
from ._types import DIGITS, CompareReport, Finding, ValidateReport

R = TypeVar("R", bound=Report)

_MAX = 60


class Comparison(CompareReport):
    """The answer of compare: `agree`, and for each of `parties` its `name`, `count`, `seconds` and `agrees`."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        row = "<tr><td>{}</td><td style='text-align:right'>{}</td><td>{:.3f} s</td><td>{}</td></tr>".format
        parties = [*self.parties, *filter(None, [self.list])]
        rows = "".join(
            row(escape(party["name"]), party.get("count", ""), party["seconds"], "yes" if party["agrees"] else "<b>NO</b>")
            for party in parties
        )
        verdict = "They agree." if self.agree else "<b>They do not agree.</b>"
        heading = "<tr><th>party</th><th>count</th><th>time</th><th>agrees?</th></tr>"
        return f"<table>{heading}{rows}</table><p>{escape(str(self.size))}, rules {escape(self.rules)}: {verdict}</p>"


class Findings(List[ValidateReport]):
    """The answer of validate: a report for each grid, with its place, `valid` and its findings."""

    @property
    def valid(self) -> bool:
        """True if every grid is valid, and there is one."""
        return bool(self) and all(report.valid for report in self)

    @property
    def findings(self) -> list[Finding]:
        """The findings in all grids."""
        return [finding for report in self for finding in report.findings]


class Grids(list[Grid]):
    """Several grids. A notebook shows them as a sheet."""

    ranks: tuple[int | None, ...] = ()
    """The rank of each grid among all grids of its rules, if the command knows it."""

    def _repr_html_(self) -> str:
        more = f"<p>and {len(self) - _MAX} more</p>" if len(self) > _MAX else ""
        return (_native.sheet(self[:_MAX]) if self else "<p>no grids</p>") + more


def report_of(answer: dict[str, Any], kind: Type[R]) -> R:
    """Returns an answer of a kind, with reports for the objects in it."""
    report = kind(answer)
    for key, value in answer.items():
        # Most values stay as they are, and an answer can have many thousand reports.
        if type(value) is dict or type(value) is list or key in DIGITS:
            report[key] = _value(value, key in DIGITS, kind._parts.get(key, Report))
    return report


def _value(value: Any, is_number: bool, kind: type[Report]) -> Any:
    if type(value) is dict:
        return report_of(value, kind)
    if type(value) is list:
        for place, part in enumerate(value):
            if is_number or type(part) is dict or type(part) is list:
                value[place] = _value(part, is_number, kind)
        return value
    return int(value) if is_number and isinstance(value, str) else value
