"""Puzzle files as paths and bytes, ranks, versions, and types for mypy."""

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import gridcheck
import pytest

FIXTURE = Path(__file__, "../../../fixtures/tour/first.xd").resolve()


def test_a_file_is_read_from_its_bytes_too() -> None:
    by_path, by_bytes = gridcheck.read(FIXTURE), gridcheck.read(FIXTURE.read_bytes())
    assert by_bytes.name == "puzzle" and by_bytes.grid == by_path.grid and by_bytes.document == by_path.document


def test_a_rank_draws_its_grid() -> None:
    drawn = gridcheck.sample(7, rank=454)
    assert drawn.ranks == (454,) and gridcheck.rank(drawn[0]) == 454
    assert gridcheck.sample(7, count=0) == []


def test_the_version_is_that_of_the_package() -> None:
    assert gridcheck.__version__ == importlib.metadata.version("gridcheck")


def test_a_type_checker_refuses_unknown_attributes_of_reports(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    asks = {
        "compare(5)": "agree",
        "fill(2, ['an'])[0]": "rows",
        "check('proof')": "accepted",
        "validate('grid')[0].findings[0]": "code",
        "extreme(5, most='words')": "value",
        "classes(5)": "types",
        "recurrence(4)": "terms",
        "complete('grid')": "completions",
        "repair('grid')[0]": "changes",
        "audit()": "claims",
    }
    lines = [f"gridcheck.{ask}.{word}" for ask, key in asks.items() for word in (key, "nonsense")]
    code = tmp_path / "code.py"
    code.write_text("import gridcheck\n" + "\n".join(lines) + "\n")
    run = subprocess.run([sys.executable, "-m", "mypy", "--strict", code.name], cwd=tmp_path, capture_output=True, text=True)
    faults = [line for line in run.stdout.splitlines() if ": error: " in line]
    assert len(faults) == len(asks) and all('"nonsense"' in line for line in faults), run.stdout
