"""Asks the package the questions of fixtures/questions.json, which tests/it/questions.rs asks the program."""

import json
import re
from pathlib import Path
from typing import Any, Callable

import gridcheck
import pytest

QUESTIONS: list[dict[str, Any]] = json.loads(Path(__file__, "../../../fixtures/questions.json").resolve().read_text("utf-8"))


def ask_count(size: Any, **options: Any) -> dict[str, Any]:
    if options.get("by") == "symmetry":
        return gridcheck.classes(size)
    if "by" in options:
        by = options.pop("by").split(",")
        found = gridcheck.distribution(size, by, **options)
        grids = [{"values": list(values), "grids": grids} for values, grids in found.items()]
        return {"by": by, "grids": grids, "count": sum(found.values())}
    if "most" in options or "fewest" in options:
        return gridcheck.extreme(size, **options)
    return {"count": gridcheck.count(size, **options)}


def rows(grids: Any) -> list[dict[str, Any]]:
    return [{"rows": list(grid.rows)} for grid in grids]


def ask_sample(size: Any, **options: Any) -> list[dict[str, Any]]:
    drawn = gridcheck.sample(size, **options)
    return [{"rank": rank, **grid} for rank, grid in zip(drawn.ranks, rows(drawn))]


ASK: dict[str, Callable[..., Any]] = {
    "audit": lambda input, **options: gridcheck.audit("\n".join(input).encode() if isinstance(input, list) else input, **options),
    "check": lambda input, **options: gridcheck.check(input, **options),
    "compare": lambda size, engines=None, **options: gridcheck.compare(size, engines=engines and engines.split(","), **options),
    "complete": lambda input, **options: gridcheck.complete(input, **options),
    "count": ask_count,
    "fill": lambda size, words, **options: gridcheck.fill(size, words, **options),
    "list": lambda size, **options: rows(gridcheck.grids(size, **options)),
    "recurrence": lambda height, **options: gridcheck.recurrence(height, **options),
    "repair": lambda input, **options: gridcheck.repair(input, **options),
    "sample": ask_sample,
    "validate": lambda input, **options: gridcheck.validate(input, **options),
}

NAMES = {"jobs": "threads", "time-limit": "time_limit"}


def has(value: Any, expected: Any, key: str = "") -> bool:
    """Returns True if the value has all that is expected. Numbers that JSON has as text are numbers here."""
    if isinstance(expected, dict):
        return all(part in value and has(value[part], wanted, part) for part, wanted in expected.items())
    if isinstance(expected, list):
        return len(value) == len(expected) and all(has(*pair, key) for pair in zip(value, expected))
    if key in gridcheck._types.DIGITS and isinstance(expected, str):
        return isinstance(value, int) and value == int(expected)
    return bool(value == expected)


def without_option(error: str) -> str:
    """Returns the part of the command's error that does not concern its command line."""
    found = re.fullmatch(r"invalid value '.*?' for '.*?': (.*?)(?: \(see gridcheck .*\))?", error, re.DOTALL)
    # Rules that are values have no place in a file.
    return re.sub(r", as in 13, .*$", "", found[1]) if found else re.sub(r"^rules\.toml:\d+:\d+: ", "", error)


# What the command says and, for the same fault, the library.
IN_OTHER_WORDS = {
    "--externals": "external:toulbar2; the command's option --externals FILE describes more",
    "for '--jobs <K>'": "threads: expected a whole number from 1 to 1024, got ",
    "for '--lattice [<PHASE>]'": "lattice: expected a whole number from 1 to 4, got ",
    "possible values: mean, minimum": "best: expected mean, minimum, true or false",
    "a value is required for '<FILE|FOLDER>": "expected the name of a file or folder, and it is empty",
}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: json.dumps(question)[:60])
def test_package_answers_as_the_program(question: dict[str, Any]) -> None:
    question = dict(question)
    ask, answer, error = ASK[question.pop("ask")], question.pop("answer", None), question.pop("error", None)
    options = {NAMES.get(name, name): value for name, value in question.items()}
    if isinstance(options.get("size"), list):
        options["size"] = tuple(options["size"])
    if error is not None:
        with pytest.raises(gridcheck.Error) as raised:
            ask(**options)
        # Files from memory have other names.
        found = str(raised.value).replace("claims-1:", "grid:")
        # How a value is spelt wrong is a matter of the command line: the library says it in other words.
        expected = next((words for shell, words in IN_OTHER_WORDS.items() if shell in error), without_option(error))
        assert expected in found, found
        assert raised.value.exit_code == 2
    else:
        found = ask(**options)
        assert has(found if isinstance(found, list) else [found], answer), found


def test_reports_have_the_class_of_their_shape() -> None:
    (report,) = gridcheck.validate(["...", "...", "..."], suggest=True)
    kinds = [type(part) for part in (report, report.findings[0], report.repair)]
    assert kinds == [gridcheck._types.ValidateReport, gridcheck._types.Finding, gridcheck._types.Suggestion]
    compared = gridcheck.compare(5)
    assert type(compared) is gridcheck.Comparison and isinstance(compared.parties[0], gridcheck._types.Engine)
