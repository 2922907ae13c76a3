#!/usr/bin/env python3
"""Fills grids with gridcheck and with its two peers, ingrid_core (crates.io) and blacksquare (PyPI), one after the other in one run.

Usage:
    fill_beside_peers.py score LIST SECONDS GRID...   the best mean score in so many seconds
    fill_beside_peers.py time LIST SECONDS GRID...    one fill, within so many seconds
    fill_beside_peers.py first LIST SECONDS GRID...   the same with words of at least 50, the median of five runs, and the failures

LIST has lines WORD;SCORE. A GRID is a file of # and `.`, or Gecode's examples/crossword.cpp, which holds 72 grids. gridcheck and
ingrid_core are on the PATH, and the package blacksquare can be imported. Prints a table of Markdown; times are of the processor.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

BLACKSQUARE = """
import sys
from blacksquare import BLACK, EMPTY, Crossword, WordList
rows = open(sys.argv[1]).read().split()
scores = dict(line.strip().split(";")[:2] for line in open(sys.argv[2]))
words = WordList({word: float(score) for word, score in scores.items()})
grid = [[BLACK if cell == "#" else EMPTY for cell in row] for row in rows]
filled = Crossword(grid=grid, symmetry=None).fill(words, timeout=float(sys.argv[3]), show_progress=False)
if filled is None:
    sys.exit(1)
for r in range(len(rows)):
    print("".join("#" if rows[r][c] == "#" else str(filled[r, c].value) for c in range(len(rows[r]))))
"""


def grids(path):
    """Returns the grids of a file, by name."""
    text = path.read_text()
    if path.suffix != ".cpp":
        return {path.stem: [line for line in text.split("\n") if line]}
    found = {}
    pattern = r"\* Name: ([^\n,]+),.*?const int g\d+\[\] = \{(.*?)\};"
    for name, body in re.findall(pattern, text, re.S):
        numbers = [int(number) for number in re.findall(r"\d+", re.sub(r"//[^\n]*", "", body))]
        width, height, blacks = numbers[:3]
        black = set(zip(numbers[3 : 3 + 2 * blacks : 2], numbers[4 : 4 + 2 * blacks : 2]))
        found[name] = ["".join("#" if (c, r) in black else "." for c in range(width)) for r in range(height)]
    return found


def run(command, seconds):
    """Runs a command. Returns its output, or None if it failed or took longer, and its processor time in seconds."""
    before = os.times()
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
        out = ended.stdout if ended.returncode == 0 else None
    except subprocess.TimeoutExpired:
        out = None
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return out, spent


def words(rows):
    """Returns the words of a filled grid."""
    columns = ["".join(column) for column in zip(*rows)]
    return [word.upper() for line in rows + columns for word in re.split("[#]", line) if len(word) > 1]


def rows_of(out, height):
    rows = [line.strip() for line in (out or "").split("\n") if re.fullmatch(r"[A-Za-z#.]+", line.strip())]
    return [row.replace(".", "#") for row in rows[:height]] if len(rows) >= height else None


def fills(program, command, rows, scores, least, seconds, runs):
    """Returns the scores of the words of a fill, and the times of all runs; None instead of the scores if a run failed."""
    marks, times = None, []
    for _ in range(runs):
        out, spent = run(command, seconds + 30)
        times.append(spent)
        found = rows_of(out, len(rows))
        if not found:
            return None, times
        used = words(found)
        if wrong := [word for word in used if scores.get(word, -1) < least]:
            sys.exit(f"{program}: words that the list lacks or that score less than {least}: {wrong}")
        if [re.sub("[^#]", ".", row) for row in found] != rows:
            sys.exit(f"{program}: another grid")
        marks = [scores[word] for word in used]
    return marks, times


def main(what, words_path, seconds, *paths):
    scores = {word.upper(): float(score) for word, score in (line.strip().split(";")[:2] for line in open(words_path))}
    named = {name: rows for path in paths for name, rows in grids(Path(path)).items()}
    programs = ["gridcheck", "ingrid_core", "blacksquare"]
    columns = ["mean", "below 50"] if what == "score" else ["s"]
    # The best fill may use every word in gridcheck and in blacksquare; ingrid_core has no search for it but a minimum score.
    least = {"score": 0, "time": 0, "first": 50}[what]
    runs = 5 if what == "first" else 1
    print("| grid | size |" + "".join(f" {program}, {column} |" for program in programs for column in columns))
    print("|---|---|" + "---:|" * len(programs) * len(columns))
    results = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "grid.txt"
        # blacksquare has no minimum score.
        allowed = Path(folder) / "words.txt"
        allowed.write_text("".join(f"{word};{score:g}\n" for word, score in scores.items() if score >= least))
        for name, rows in named.items():
            file.write_text("\n".join(rows) + "\n")
            limit = float(seconds)
            best = ["--best", "--seconds", seconds] if what == "score" else ["--budget", f"{seconds}s", "--min-score", str(least)]
            commands = {
                "gridcheck": ["gridcheck", "fill", str(file), "--black", "#", "--words", words_path, "--distinct", *best],
                "ingrid_core": ["ingrid_core", str(file), "--wordlist", words_path, "--min-score", str(50 if what == "score" else least)],
                "blacksquare": [sys.executable, "-c", BLACKSQUARE, str(file), str(allowed), seconds],
            }
            line, result = f"| {name} | {len(rows)} × {len(rows[0])} |", {}
            for program in programs:
                marks, times = fills(program, commands[program], rows, scores, least, limit, runs)
                spent = statistics.median(times)
                mean = sum(marks) / len(marks) if marks else None
                low = sum(mark < 50 for mark in marks) / len(marks) if marks else None
                result[program] = (mean, low) if what == "score" else (spent if marks else None,)
                shown = [f"{mean:.1f}", f"{low:.0%}"] if what == "score" and marks else [f"{spent:.2f}"] if marks else ["–"] * len(columns)
                line += "".join(f" {text} |" for text in shown)
            results.append(result)
            print(line, flush=True)
    print("|  | mean |" if what == "score" else "|  | filled |", end="")
    for program in programs:
        done = [result[program] for result in results if result[program][0] is not None]
        if what == "score":
            print(f" {sum(m for m, _ in done) / max(len(done), 1):.1f} ({len(done)}) | {sum(l for _, l in done) / max(len(done), 1):.0%} |", end="")
        else:
            print(f" {len(done)}, {sum(s for s, in done):.1f} s |", end="")
    print()


main(*sys.argv[1:])
