"""The options of requests and the keys of reports: docs/schema has the schemas. Written by `cargo run --release -p gridcheck-docs`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Dict, List, Literal, Tuple, TypedDict, Union

from ._report import Report

DIGITS = frozenset((
    "bars",
    "coefficients",
    "completions",
    "count",
    "counts",
    "denominator",
    "figure",
    "found_in_them",
    "grids",
    "multiplicity",
    "numerator",
    "pairs",
    "primitive",
    "published",
    "rank",
    "reproduced",
    "right",
    "terms",
    "total",
    "white",
    "word_squares",
))
"""The keys of numbers that JSON has as text, because other readers of JSON would round them."""

OPTIONS: Dict[str, Dict[str, List[List[Union[str, int, None]]]]] = {
    "audit": {
        "claims": [["list"]],
        "time_limit": [["number",0,None],["string"]],
        "figure": [["integer",0,None],["string"]],
        "max_size": [["integer",0,65535]],
        "state": [["string"]],
        "renew": [["boolean"]],
        "results": [["string"]],
        "expect": [["string"],["object"]],
        "jobs": [["integer",1,1024]],
    },
    "certify": {
        "size": [["integer",1,64],["list"],["string"]],
        "rules": [["string"],["object"]],
        "given": [["string"],["object"]],
        "lattice": [["integer",1,4],["boolean"]],
        "where": [["string"],["list"]],
        "jobs": [["integer",1,1024]],
        "prover": [["string"]],
        "engine": [["string"]],
        "witness": [["string"]],
        "externals": [["string"]],
        "out": [["string"]],
    },
    "check": {
        "folder": [["string"]],
        "rules": [["string"],["object"]],
        "time_limit": [["number",0,None],["string"]],
        "witness": [["string"]],
        "externals": [["string"]],
        "jobs": [["integer",1,1024]],
        "memory": [["integer",0,None],["string"]],
    },
    "compare": {
        "size": [["integer",1,64],["list"],["string"]],
        "rules": [["string"],["object"]],
        "given": [["string"],["object"]],
        "lattice": [["integer",1,4],["boolean"]],
        "where": [["string"],["list"]],
        "jobs": [["integer",1,1024]],
        "engines": [["string"],["list"]],
        "externals": [["string"]],
        "against": [["string"],["object"]],
        "out": [["string"]],
        "black": [["string"]],
        "white": [["string"]],
        "input_format": [["string"]],
        "spot_checks": [["integer",0,None]],
        "by": [["string"]],
        "seed": [["integer",0,None]],
        "patience": [["number",0,None],["string"]],
    },
    "complete": {
        "grid": [["string"],["object"]],
        "rules": [["string"],["object"]],
        "profile": [["string"]],
        "where": [["string"],["list"]],
        "time_limit": [["number",0,None],["string"]],
        "jobs": [["integer",1,1024]],
        "memory": [["integer",0,None],["string"]],
    },
    "convert": {
        "files": [["string"],["object"],["list"]],
        "glob": [["string"],["list"]],
        "to": [["string"]],
        "title": [["string"]],
        "author": [["string"]],
        "clues": [["string"],["object"]],
        "black": [["string"]],
        "white": [["string"]],
        "input_format": [["string"]],
        "out": [["string"]],
        "in_place": [["boolean"]],
        "force": [["boolean"]],
        "out_dir": [["string"]],
    },
    "count": {
        "size": [["integer",1,64],["list"],["string"]],
        "rules": [["string"],["object"]],
        "given": [["string"],["object"]],
        "lattice": [["integer",1,4],["boolean"]],
        "where": [["string"],["list"]],
        "jobs": [["integer",1,1024]],
        "engine": [["string"]],
        "externals": [["string"]],
        "by": [["string"]],
        "most": [["string"]],
        "fewest": [["string"]],
        "sums": [["string"]],
        "resume": [["boolean"]],
        "estimate": [["integer",0,None]],
        "pieces": [["integer",0,None]],
        "piece": [["integer",0,None]],
        "missing_in": [["string"]],
        "block": [["string"]],
        "memory": [["integer",0,None],["string"]],
    },
    "draw": {
        "files": [["string"],["object"],["list"]],
        "glob": [["string"],["list"]],
        "where": [["string"],["list"]],
        "black": [["string"]],
        "white": [["string"]],
        "input_format": [["string"]],
        "format": [["string"]],
        "is_beside_painting_page": [["boolean"]],
        "columns": [["integer",1,10000]],
        "order": [["string"]],
        "numbers": [["boolean"]],
        "mark": [["string"],["list"]],
        "open_edge": [["boolean"]],
        "lengths": [["boolean"]],
        "letters": [["boolean"]],
        "circles": [["boolean"]],
        "solution": [["boolean"]],
        "each_page": [["boolean"]],
        "with": [["list"]],
        "layout": [["string"]],
        "paper": [["string"]],
        "font": [["string"],["object"],["list"]],
        "no_system_fonts": [["boolean"]],
        "no_names": [["boolean"]],
        "scale": [["integer",1,256]],
        "halftone": [["integer",0,None]],
    },
    "explain": {
        "name": [["string"]],
        "list": [["boolean"]],
        "size": [["integer",1,64],["list"],["string"]],
        "count": [["integer",0,None],["string"]],
        "rules": [["string"],["object"]],
        "claims": [["list"]],
        "also": [["string"],["list"]],
        "changes": [["integer",0,255]],
        "time_limit": [["number",0,None],["string"]],
        "jobs": [["integer",1,1024]],
    },
    "fill": {
        "grid": [["string"],["object"]],
        "size": [["integer",0,None]],
        "words": [["string"],["object"],["list"]],
        "min_score": [["integer",None,None]],
        "best": [["boolean"],["string"]],
        "count": [["boolean"]],
        "list": [["integer",0,None]],
        "compare": [["boolean"]],
        "estimate": [["integer",0,None]],
        "candidates": [["string"]],
        "accents": [["string"]],
        "repeat": [["boolean"]],
        "strict": [["boolean"]],
        "ban": [["string"],["list"]],
        "prefer": [["string"],["object"],["list"]],
        "strict_list": [["boolean"]],
        "region": [["string"],["list"]],
        "require": [["string"],["list"]],
        "theme": [["string"],["list"]],
        "pangram": [["boolean"],["string"]],
        "slot": [["string"],["list"]],
        "no_shared": [["integer",0,None]],
        "one_form": [["boolean"]],
        "seconds": [["integer",0,None]],
        "vary": [["boolean"]],
        "up_to_transposition": [["boolean"]],
        "engine": [["string"],["list"]],
        "seed": [["integer",0,None]],
        "time_limit": [["number",0,None],["string"]],
        "title": [["string"]],
        "author": [["string"]],
        "clues": [["string"],["object"]],
        "black": [["string"]],
        "white": [["string"]],
        "input_format": [["string"]],
        "jobs": [["integer",1,1024]],
    },
    "find": {
        "files": [["string"],["object"],["list"]],
        "across": [["string"]],
        "down": [["string"]],
        "numbers": [["boolean"]],
        "like": [["string"],["object"]],
        "shared": [["boolean"]],
        "count": [["integer",1,None]],
        "size": [["integer",1,64],["list"],["string"]],
        "rules": [["string"],["object"]],
        "given": [["string"],["object"]],
        "lattice": [["integer",1,4],["boolean"]],
        "where": [["string"],["list"]],
        "time_limit": [["number",0,None],["string"]],
        "jobs": [["integer",1,1024]],
        "glob": [["string"],["list"]],
        "black": [["string"]],
        "white": [["string"]],
        "input_format": [["string"]],
    },
    "list": {
        "size": [["integer",1,64],["list"],["string"]],
        "rules": [["string"],["object"]],
        "given": [["string"],["object"]],
        "lattice": [["integer",1,4],["boolean"]],
        "where": [["string"],["list"]],
        "jobs": [["integer",1,1024]],
        "engine": [["string"]],
        "primitive": [["boolean"]],
        "maximal": [["boolean"]],
        "most": [["string"]],
        "fewest": [["string"]],
        "limit": [["integer",0,None]],
    },
    "recurrence": {
        "height": [["integer",0,None]],
        "rules": [["string"],["object"]],
        "symmetry": [["string"]],
        "terms": [["integer",0,65535]],
    },
    "repair": {
        "file": [["string"],["object"]],
        "rules": [["string"],["object"]],
        "where": [["string"],["list"]],
        "profile": [["string"]],
        "keep": [["string"],["object"]],
        "count": [["integer",0,None]],
        "all": [["boolean"]],
        "time_limit": [["number",0,None],["string"]],
        "black": [["string"]],
        "white": [["string"]],
        "input_format": [["string"]],
    },
    "rules": {
        "name": [["string"],["object"]],
        "profiles": [["boolean"]],
        "profile": [["string"]],
        "codes": [["boolean"]],
        "explain": [["string"]],
    },
    "sample": {
        "size": [["integer",1,64],["list"],["string"]],
        "rules": [["string"],["object"]],
        "given": [["string"],["object"]],
        "lattice": [["integer",1,4],["boolean"]],
        "where": [["string"],["list"]],
        "jobs": [["integer",1,1024]],
        "profile": [["string"]],
        "wild": [["boolean"]],
        "count": [["integer",0,None]],
        "seed": [["integer",0,None]],
        "with_repetition": [["boolean"]],
        "rank": [["integer",0,None],["string"]],
        "rank_of": [["string"],["object"]],
        "black": [["string"]],
        "white": [["string"]],
        "input_format": [["string"]],
        "sums": [["string"]],
    },
    "similar": {
        "file": [["string"],["object"]],
        "among": [["string"],["object"],["list"]],
        "glob": [["string"],["list"]],
        "count": [["integer",0,None]],
        "black": [["string"]],
        "white": [["string"]],
        "input_format": [["string"]],
    },
    "stats": {
        "files": [["string"],["object"],["list"]],
        "glob": [["string"],["list"]],
        "where": [["string"],["list"]],
        "black": [["string"]],
        "white": [["string"]],
        "input_format": [["string"]],
    },
    "sums": {
        "files": [["list"]],
        "rules": [["string"],["object"]],
        "out": [["string"]],
        "quorum": [["integer",0,None]],
        "recount": [["boolean"]],
        "recheck": [["integer",0,None]],
        "seed": [["integer",0,None]],
        "jobs": [["integer",1,1024]],
        "memory": [["integer",0,None],["string"]],
    },
    "words": {
        "pattern": [["string"]],
        "words": [["string"],["object"],["list"]],
        "min_score": [["integer",None,None]],
        "strict_list": [["boolean"]],
    },
    "validate": {
        "files": [["list"]],
        "glob": [["string"],["list"]],
        "changed_since": [["string"]],
        "allow_empty": [["boolean"]],
        "rules": [["string"],["object"]],
        "profile": [["string"]],
        "select": [["string"],["list"]],
        "ignore": [["string"],["list"]],
        "config": [["string"]],
        "no_config": [["boolean"]],
        "baseline": [["string"],["object"]],
        "where": [["string"],["list"]],
        "black": [["string"]],
        "white": [["string"]],
        "input_format": [["string"]],
        "suggest": [["boolean"]],
    },
}
"""The kinds of values that options take, with the least and the greatest number."""

Input = Union[str, Dict[str, object]]
"""The contents of a file."""


class AuditRequest(TypedDict, total=False):
    """Checks published counts: reports which ones hold, how surely, and why the others are wrong."""

    # Read claims from these files, or take the built-in ones of these sources, whose names head the tables, as in keith-2026. The default is all built-in claims.
    claims: Sequence[Input]
    # Spend at most this time on counting, as in 30s, 10m or 1h30m; 0s only compares figures with each other.
    time_limit: Union[float, str]
    # Audit only this figure, a term of the OEIS as in A323839(9) or a number as in 9,381; say how to check it.
    figure: Union[int, str]
    # Leave out claims about larger grids.
    max_size: Union[int, None]
    # Store the answers of engines in this file, and reuse those that it already has.
    state: Union[str, None]
    # With `state`: count again what the file has from other builds of this program.
    renew: bool
    # Take the totals of finished files of sums in this folder as answers of the engines that made them.
    results: Union[str, None]
    # Compare the verdicts with a page that `format` markdown has written.
    expect: Union[Input, None]
    # Use this many threads; the default is one per processor.
    jobs: int

Sizes = Union[int, Tuple[int, int], str]
"""One or more sizes, each once, in the order of the text."""

GridKind = Literal["blocks", "bars"]
"""The kind of a grid, by the ends of its words."""

UncheckedTable = Dict[str, str]
"""The allowed numbers of unchecked letters of a word, by its length, as in {"3": "0", "4": "0..1"}."""

Checking = Union[UncheckedTable, Literal["all", "ceil-half", "either-half", "at-least-half", "any"]]
"""The required number of checked letters of a word of k letters."""

Limit = Union[int, Literal["unlimited"]]
"""An upper limit that may be absent."""

Symmetry = Literal["none", "rot180", "rot90", "mirror", "mirrors", "diagonal", "diagonals", "all"]
"""A subgroup of the square's eight symmetries, up to conjugacy."""


class RuleKeys(TypedDict, total=False):
    """The keys of a rule file with their values."""

    # The name that reports use.
    name: str
    # The kind of grid: words end at black squares, or at bars.
    kind: GridKind
    # Every word has at least this many letters (2 to 64).
    min_word: int
    # `true` if a run of one square may occur. The square then lies in a word the other way.
    single_cells: bool
    # The required number of checked letters of a word.
    checking: Checking
    # The most adjacent unchecked letters anywhere inside a word.
    max_unchecked_run: Limit
    # The most adjacent unchecked letters at a word's start, and at its end.
    max_unchecked_run_at_ends: Limit
    # The first and last row and the first and last column each hold a white square.
    edges: bool
    # All white squares form one region, neighbours sharing a side.
    connected: bool
    # The group of symmetries that leave a grid unchanged.
    symmetry: Symmetry
    # Every row and every column has at least this many white squares.
    min_white_per_row: int
    # The most letters that a word may have.
    max_word: Limit
    # The most black squares side by side in a row or a column.
    max_black_run: Limit
    # The built-in set that has the rules for absent keys. The default is british.
    extends: str

RulesInput = Union[str, RuleKeys]
"""A rule set. In JSON it is a text, or the keys of a rule file with their values. A text is the text of a rule file if it has a line end or a `=`, and otherwise a name or a path."""


class _CertifyRequestKeys(TypedDict):
    """The keys that the request must have."""

    # Make this folder. It must not exist yet, or must be empty.
    out: str


class CertifyRequest(_CertifyRequestKeys, total=False):
    """Makes a folder with a proof that these grids and no others obey the rules, for other people's proof checkers too."""

    # Number of rows and columns, 1 to 64: one number for a square, as in 13, or rows x columns, as in 13x15.
    size: Union[Sizes, None]
    # The rule set: a built-in one (see `gridcheck rules`) or a TOML file. The default is british.
    rules: Union[RulesInput, None]
    # Take only grids that agree with this partial grid: # black, . white, ? open. A puzzle file works too.
    given: Union[Input, None]
    # Use the setters' lattice: every square in an even row and an even column, counted from 1, is black. Phase 2 shifts it by a column, 3 by a row, 4 by both.
    lattice: Union[int, bool]
    # The conditions on the grids.
    where: Union[str, Sequence[str]]
    # Use this many threads; the default is one per processor.
    jobs: int
    # Let this program find the proof that there are no more grids: cadical, cadical-lrat, or one of `externals` that writes LRAT or DRAT. The default is this program's own search.
    prover: Union[str, None]
    # List the grids for the prover with this engine, however long it takes.
    engine: Union[str, None]
    # Ask this engine as a witness, however long it takes, also where all colourings can be judged: for example external:proved.
    witness: Union[str, None]
    # Read descriptions of further programs from this TOML file. They extend external:NAME (built in: clingo, clingo-python, ganak, proved, pyganak and toulbar2) and certify `prover` (built in: cadical and cadical-lrat). Each is a table [NAME] with command and input (dimacs, plain-dimacs, asp or rules). An engine has count (the line it prints, with {count}); a prover has {proof} (the file it writes) in command. Optional keys are zero, exits, seconds (the time limit, 600 by default) and install. A program runs in an empty folder; gridcheck looks for the files that command names in the folder of FILE.toml and then in the current folder.
    externals: Union[str, None]


class _CheckRequestKeys(TypedDict):
    """The keys that the request must have."""

    # Check this folder, made by `gridcheck certify`.
    folder: str


class CheckRequest(_CheckRequestKeys, total=False):
    """Checks a certificate without using the translation into clauses or any solver."""

    # Require these rules: a built-in set or a TOML file. The check refuses the folder unless every key has the same value; the name does not matter.
    rules: Union[RulesInput, None]
    # Stop after this time, as in 30s, 10m or 1h30m. Without a verdict by then, the exit code is 3.
    time_limit: Union[float, str]
    # Ask this engine as a witness, however long it takes, also where all colourings can be judged: for example external:proved.
    witness: Union[str, None]
    # Read descriptions of further programs from this TOML file. They extend external:NAME (built in: clingo, clingo-python, ganak, proved, pyganak and toulbar2) and certify `prover` (built in: cadical and cadical-lrat). Each is a table [NAME] with command and input (dimacs, plain-dimacs, asp or rules). An engine has count (the line it prints, with {count}); a prover has {proof} (the file it writes) in command. Optional keys are zero, exits, seconds (the time limit, 600 by default) and install. A program runs in an empty folder; gridcheck looks for the files that command names in the folder of FILE.toml and then in the current folder.
    externals: Union[str, None]
    # Use this many threads; the default is one per processor.
    jobs: int
    # Use at most this much memory, as in 6G or 500MiB. It is a number with k, M, G or T (thousands, millions, ...) or with KiB, MiB, GiB or TiB (1024, ...). The program ends at the limit with exit code 75. With little memory pinwheel takes longer. The default is what the machine or the container has.
    memory: Union[int, str]


class CompareRequest(TypedDict, total=False):
    """Runs several engines on one problem, and compares their numbers and sets of grids."""

    # Number of rows and columns, 1 to 64: one number for a square, as in 13, or rows x columns, as in 13x15.
    size: Union[Sizes, None]
    # The rule set: a built-in one (see `gridcheck rules`) or a TOML file. The default is british.
    rules: Union[RulesInput, None]
    # Take only grids that agree with this partial grid: # black, . white, ? open. A puzzle file works too.
    given: Union[Input, None]
    # Use the setters' lattice: every square in an even row and an even column, counted from 1, is black. Phase 2 shifts it by a column, 3 by a row, 4 by both.
    lattice: Union[int, bool]
    # The conditions on the grids.
    where: Union[str, Sequence[str]]
    # Use this many threads; the default is one per processor.
    jobs: int
    # The names of the engines to ask; the default is all that are fast enough.
    engines: Union[str, Sequence[str]]
    # Read descriptions of further programs from this TOML file. They extend external:NAME (built in: clingo, clingo-python, ganak, proved, pyganak and toulbar2) and certify `prover` (built in: cadical and cadical-lrat). Each is a table [NAME] with command and input (dimacs, plain-dimacs, asp or rules). An engine has count (the line it prints, with {count}); a prover has {proof} (the file it writes) in command. Optional keys are zero, exits, seconds (the time limit, 600 by default) and install. A program runs in an empty folder; gridcheck looks for the files that command names in the folder of FILE.toml and then in the current folder.
    externals: Union[str, None]
    # Compare a published list of grids, or a puzzle file, with the engines.
    against: Union[Input, None]
    # With `against`: sort the list's grids, and those that it lacks, into this new folder: matched.txt, missing.txt, invalid.txt, duplicates.txt and extra.txt (valid, but no engine has it).
    out: Union[str, None]
    # Read this character as black, where the grid is ambiguous (as in 0 and 1). Every other character is then a white square, # too, and every other letter stands in one.
    black: Union[str, None]
    # With `black`: read only this character as a white square without a letter.
    white: Union[str, None]
    # Read every file in this format where its content does not show the format; text is a list of grids.
    input_format: Union[str, None]
    # Compare on this many random small parts of the problem instead of the whole.
    spot_checks: Union[int, None]
    # Compare the numbers of grids by these measures, as in gridcheck count `by`. Engines that cannot measure are not asked.
    by: str
    # With `spot_checks`: draw the parts with this seed; without it, one is picked and printed.
    seed: Union[int, None]
    # With `spot_checks`: leave an engine out of a part if it takes longer than this, as in 30s, 10m or 1h30m. The default is a minute.
    patience: Union[float, str]


class _CompleteRequestKeys(TypedDict):
    """The keys that the request must have."""

    # Complete this painted grid: # black, . white, ? open, and in a barred grid r, b and + for bars; or a puzzle file.
    grid: Input


class CompleteRequest(_CompleteRequestKeys, total=False):
    """Analyses a partly painted grid: counts the valid grids that complete it, and finds the forced squares."""

    # The rule set: a built-in one (see `gridcheck rules`) or a TOML file. The default is british. With a profile, the rule set takes the place of that of the profile.
    rules: Union[RulesInput, None]
    # Ask for grids of a house: one of gridcheck rules `profiles`, or a TOML file. They break no rule of the profile, apart from those that are only noted. With `rules`, that rule set takes the place of the rule set of the house.
    profile: Union[str, None]
    # The conditions, as in "words 28..32" or "length 3 <= 2".
    where: Union[str, Sequence[str]]
    # Count completions for at most this time, and then, for each square, those in which it is white or has bars, for at most the same time. The default is ten seconds.
    time_limit: Union[float, str]
    # Use this many threads; the default is one per processor.
    jobs: int
    # Use at most this much memory, as in 6G or 500MiB. It is a number with k, M, G or T (thousands, millions, ...) or with KiB, MiB, GiB or TiB (1024, ...). The program ends at the limit with exit code 75. With little memory pinwheel takes longer. The default is what the machine or the container has.
    memory: Union[int, str]

OutputForm = Literal["text", "line", "ipuz", "jpz", "exolve", "puz", "puz-text", "xd"]
"""The form of written grids."""


class ConvertRequest(TypedDict, total=False):
    """Converts a puzzle file, or a list of grids, to another format."""

    # Convert this file. With `out_dir`: these files, and all puzzles and lists in these folders.
    files: Union[Input, Sequence[Input]]
    # In a folder, read the files that match this pattern, as in '*.puz' or '2026/**/*.json'; with ! in front, leave them out. The default is the endings .puz, .ipuz, .jpz, .xd, .exolve, .qxw and .txt, and .json, .xml and .html if a puzzle is in the file. A note counts the files of formats that are not supported, .ccw and .cfp.
    glob: Union[str, Sequence[str]]
    # Write this format; the default is the ending of `out`, and text on standard output. All but text and line hold one puzzle, with its words numbered.
    to: Union[OutputForm, None]
    # Set the title of the new file.
    title: Union[str, None]
    # Set the author of the new file.
    author: Union[str, None]
    # Set the clues that this text file lists. It has one clue a line, as in "A1. Feline (3)" or "1-Across Feline (3)". Below a line Across or Down the number suffices. "1, 5d" is for two entries. An answer may follow, as in "A1. Feline (3) ~ CAT". Lines that begin with # are remarks. Other clues of the puzzle stay.
    clues: Union[Input, None]
    # Read this character as black, where the grid is ambiguous (as in 0 and 1). Every other character is then a white square, # too, and every other letter stands in one.
    black: Union[str, None]
    # With `black`: read only this character as a white square without a letter.
    white: Union[str, None]
    # Read every file in this format where its content does not show the format; text is a list of grids.
    input_format: Union[str, None]
    # Write to this file, complete or not at all, in the format of its ending. An input file is not overwritten.
    out: Union[str, None]
    # Replace the input file, in the same format. If anything in it would be lost, nothing is written, and the exit code is 2.
    in_place: bool
    # Replace a file that exists and is not an input.
    force: bool
    # Write a file for each one into this folder, with the ending of `to`; files of a folder keep their subfolders.
    out_dir: Union[str, None]


class CountRequest(TypedDict, total=False):
    """Counts the grids that obey the rules."""

    # Number of rows and columns, 1 to 64: one number for a square, as in 13, or rows x columns, as in 13x15.
    size: Union[Sizes, None]
    # The rule set: a built-in one (see `gridcheck rules`) or a TOML file. The default is british.
    rules: Union[RulesInput, None]
    # Take only grids that agree with this partial grid: # black, . white, ? open. A puzzle file works too.
    given: Union[Input, None]
    # Use the setters' lattice: every square in an even row and an even column, counted from 1, is black. Phase 2 shifts it by a column, 3 by a row, 4 by both.
    lattice: Union[int, bool]
    # The conditions on the grids.
    where: Union[str, Sequence[str]]
    # Use this many threads; the default is one per processor.
    jobs: int
    # The name of the engine to ask; the default is the fastest that can count the grids.
    engine: Union[str, None]
    # Read descriptions of further programs from this TOML file. They extend external:NAME (built in: clingo, clingo-python, ganak, proved, pyganak and toulbar2) and certify `prover` (built in: cadical and cadical-lrat). Each is a table [NAME] with command and input (dimacs, plain-dimacs, asp or rules). An engine has count (the line it prints, with {count}); a prover has {proof} (the file it writes) in command. Optional keys are zero, exits, seconds (the time limit, 600 by default) and install. A program runs in an empty folder; gridcheck looks for the files that command names in the folder of FILE.toml and then in the current folder.
    externals: Union[str, None]
    # Count the grids in groups: by symmetry; by lengths (how many words of each length); or by measures of `where` with commas between, as in letters,words. With symmetry the groups are Keith's types: A has all eight symmetries of the square, h both mirrors, r the quarter turn, t both diagonals, N the half turn alone. Grids that are images of each other count once. Types that would take too long are left out.
    by: str
    # Find the largest value of this measure, and the grids that reach it.
    most: str
    # Find the smallest value of this measure, and the grids that reach it.
    fewest: str
    # Write the number of grids in each block to a new file, or to standard output if it is -. A block is a part of the problem that an engine counts separately. With `by`, `most` or `fewest`, write the table or the extreme of each block. Engines that count in blocks have different blocks.
    sums: Union[str, None]
    # With `sums`: resume from the file, if it exists. A file that was compressed has to be decompressed first.
    resume: bool
    # Count blocks at random for this many seconds, by default 20, and print how long all blocks take, and each of `pieces`. With `sums` the file keeps the counted blocks.
    estimate: Union[int, None]
    # Divide the blocks into this many pieces, the same on every machine. Needs `piece` with `sums`, or `missing_in`, or `estimate`.
    pieces: Union[int, None]
    # With `pieces` and `sums`: count only this piece, numbered from 1.
    piece: Union[int, None]
    # With `pieces`: print the numbers of the pieces that the files *.sums of this folder lack, one per line, and count nothing. A folder that does not exist lacks all. A file of another problem or another number of pieces is refused.
    missing_in: Union[str, None]
    # Count only this block, named as in the first column of a file of sums; with `sums`, compare the result with the file.
    block: Union[str, None]
    # Use at most this much memory, as in 6G or 500MiB. It is a number with k, M, G or T (thousands, millions, ...) or with KiB, MiB, GiB or TiB (1024, ...). The program ends at the limit with exit code 75. With little memory pinwheel takes longer. The default is what the machine or the container has.
    memory: Union[int, str]

PictureFormat = Literal["svg", "png", "pdf", "html"]
"""The format of a picture."""

Order = Literal["given", "paper"]
"""The order of the grids in a drawing."""

PrintedPart = Literal["clues", "solution"]
"""A part of a puzzle on paper."""

PaperLayout = Literal["submission"]
"""The layout of pages for a certain reader."""

PaperSize = Literal["a4", "letter"]
"""A size of paper."""

DrawRequest = TypedDict(
    "DrawRequest",
    {
        # Read grids from these files, or from all puzzles and lists in a folder.
        "files": Union[Input, Sequence[Input]],
        # In a folder, read the files that match this pattern, as in '*.puz' or '2026/**/*.json'; with ! in front, leave them out. The default is the endings .puz, .ipuz, .jpz, .xd, .exolve, .qxw and .txt, and .json, .xml and .html if a puzzle is in the file. A note counts the files of formats that are not supported, .ccw and .cfp.
        "glob": Union[str, Sequence[str]],
        # The conditions, as in "words 28..32" or "length 3 <= 2".
        "where": Union[str, Sequence[str]],
        # Read this character as black, where the grid is ambiguous (as in 0 and 1). Every other character is then a white square, # too, and every other letter stands in one.
        "black": Union[str, None],
        # With `black`: read only this character as a white square without a letter.
        "white": Union[str, None],
        # Read every file in this format where its content does not show the format; text is a list of grids.
        "input_format": Union[str, None],
        # The format of the picture. Without one, the drawing is text.
        "format": Union[PictureFormat, None],
        # `true` if the page to paint on will lie beside an HTML page, which then links to it.
        "is_beside_painting_page": bool,
        # Put this many grids side by side. By default a sheet is about square, and a terminal row is filled.
        "columns": Union[int, None],
        # Order the grids this way.
        "order": Order,
        # Draw clue numbers.
        "numbers": bool,
        # Mark the square in this row and column of every grid; can be repeated.
        "mark": Union[str, Sequence[str]],
        # Leave out black squares that touch the edge, directly or through other black squares side by side.
        "open_edge": bool,
        # Colour letters that are in only one word by the length of that word, with a legend. Needs `out`.
        "lengths": bool,
        # Write the letters of puzzles and of filled grids in the squares. Needs `out`, and not an .html page.
        "letters": bool,
        # Draw the circles and the shaded squares of puzzles. Needs `out`, and not an .html page.
        "circles": bool,
        # Draw the solution as papers print it, without clue numbers: `letters` and `circles`.
        "solution": bool,
        # Draw one grid on each page, in PDF. The default is one page for all.
        "each_page": bool,
        # Print each puzzle with its title and author, in PDF: its grid with clues in columns, its solution on a separate page, or both.
        "with": Sequence[PrintedPart],
        # Print the pages that editors such as the New York Times ask of submissions, in PDF: the filled grid, and every clue with its answer beside it, in double lines.
        "layout": Union[PaperLayout, None],
        # With `with` or `layout`: print on paper of this size.
        "paper": PaperSize,
        # Take characters that the embedded fonts lack from this font (.ttf, .otf or .ttc), in PNG and PDF, before fonts of the system; can be repeated.
        "font": Union[Input, Sequence[Input]],
        # Take no character from fonts of the system, so that the picture is the same on every machine.
        "no_system_fonts": bool,
        # Leave out the file names below the grids of several files, in SVG, PNG and PDF.
        "no_names": bool,
        # Draw a square this many pixels wide, in SVG and PNG. The default is 32 for one grid and 2 for a halftone. For several grids it is 8, with numbers or letters 16, with both 24.
        "scale": Union[int, None],
        # Make a picture (PNG or JPEG) out of primitive grids of this size: dark grids where it is dark. Listing those of 11 takes a minute.
        "halftone": Union[int, None],
    },
    total=False,
)
"""Draws grids: as text, as SVG, PNG or PDF, or as an HTML page to browse them. Makes a picture out of grids."""


class ExplainRequest(TypedDict, total=False):
    """Explains a published count: finds rules near the stated ones that give it, or the faults of the program behind it."""

    # Re-enact this published program; `list` has the names.
    name: Union[str, None]
    # List the published programs that are re-enacted.
    list: bool
    # Number of rows and columns of the counted grids.
    size: Sizes
    # Explain this figure.
    count: Union[int, str]
    # Start from this rule set, built in or a TOML file. The default is the rule set of the published claim, or british.
    rules: Union[RulesInput, None]
    # Look for the figure and others of its source in these claims files; the default is the built-in claims.
    claims: Sequence[Input]
    # Add another figure of the same source, as in 9=1234 or 9=1,234.
    also: Union[str, Sequence[str]]
    # Change at most this many rules at once.
    changes: int
    # Search for at most this time, as in 30s, 10m or 1h30m.
    time_limit: Union[float, str]
    # Use this many threads; the default is one per processor.
    jobs: int

BestBy = Literal["mean", "minimum"]
"""The property of the best fill."""

AccentUse = Literal["fold", "keep"]
"""The treatment of accents."""


class FillRequest(TypedDict, total=False):
    """Fills a grid with words of a list: finds one fill, lists all fills, or counts them."""

    # Fill this grid, in any supported format, and keep its letters. Plain text with letters needs `black` '#'.
    grid: Union[Input, None]
    # Fill a grid with this many rows and columns and no black square, instead of a file: 2 to 64.
    size: Union[int, None]
    # Read words from this list. A word of several lists has its highest score.
    words: Union[Input, Sequence[Input]]
    # Use only words with this score or a higher one.
    min_score: Union[int, None]
    # Find the fill whose words have the highest mean score, or the highest lowest score.
    best: Union[bool, BestBy]
    # Count the fills.
    count: bool
    # List the first N fills.
    list: Union[int, None]
    # Find all fills with several engines, and compare their answers.
    compare: bool
    # Estimate the number of fills from this many random probes (Knuth 1975).
    estimate: Union[int, None]
    # Rank the words for this slot, as in 7D or 7-Down, each with the number of words that it leaves in every crossing slot.
    candidates: Union[str, None]
    # Treat accents this way.
    accents: AccentUse
    # Allow a word in several slots.
    repeat: bool
    # Refuse a written entry that is not in the list. Without this, entries whose letters are all given may stay.
    strict: bool
    # Do not use these words, with commas between them, or the words of a file of this name.
    ban: Union[str, Sequence[str]]
    # Give the words of this list a higher score than all others.
    prefer: Union[Input, Sequence[Input]]
    # Refuse a list with a line that is not a word, instead of leaving it out with a note.
    strict_list: bool
    # Fill only the squares of this rectangle, from one corner to the other, and clear its letters first. Words that reach an empty square outside it are not filled. Only for one fill, `best`, `vary` or `candidates`.
    region: Union[str, Sequence[str]]
    # Use each of these words of the list, with commas between them, or of the words of a file of this name. Only for one fill, `best` or `vary`.
    require: Union[str, Sequence[str]]
    # Use each of these entries somewhere in the grid, even if the list lacks them: words with commas between them, or the words of a file of this name. Only for one fill, `best` or `vary`.
    theme: Union[str, Sequence[str]]
    # Use every letter from A to Z at least once, or each of these letters, as in `pangram`=AEIOUÄÖÜ. Only for one fill, `best` or `vary`.
    pangram: Union[bool, str]
    # Let the word of this slot fit a pattern, as in 5A=C?T* or 7-Down=^[AEIOU], as for gridcheck words. Only for one fill, `best` or `vary`.
    slot: Union[str, Sequence[str]]
    # Let no two words share K consecutive letters. Only for one fill, `best` or `vary`.
    no_shared: Union[int, None]
    # Let no two words have one root: that of WORD;score;root, or else the stem of an English word, as in POINT and POINTS. Only for one fill, `best` or `vary`.
    one_form: bool
    # With `best`: improve the fill for this many seconds. The default is 10.
    seconds: Union[int, None]
    # With `list`: fills that differ in many words, those with the best scores first.
    vary: bool
    # With `count`: count a fill and its transpose once, if the grid is symmetric about its main diagonal. Word squares, which are their own transpose, are reported separately. They use each word twice, so there are none without `repeat`.
    up_to_transposition: bool
    # Ask this engine; the default is backtrack. `compare` accepts several with commas between them, and all by default.
    engine: Union[str, Sequence[str]]
    # Draw a fill or an estimate with this seed: the same seed gives the same result. The default is 1, and a random seed for an estimate.
    seed: Union[int, None]
    # Work for at most this time, as in 30s, 10m or 1h30m.
    time_limit: Union[float, str]
    # Set the title of the new file.
    title: Union[str, None]
    # Set the author of the new file.
    author: Union[str, None]
    # Set the clues that this text file lists. It has one clue a line, as in "A1. Feline (3)" or "1-Across Feline (3)". Below a line Across or Down the number suffices. "1, 5d" is for two entries. An answer may follow, as in "A1. Feline (3) ~ CAT". Lines that begin with # are remarks. Other clues of the puzzle stay.
    clues: Union[Input, None]
    # Read this character as black, where the grid is ambiguous (as in 0 and 1). Every other character is then a white square, # too, and every other letter stands in one.
    black: Union[str, None]
    # With `black`: read only this character as a white square without a letter.
    white: Union[str, None]
    # Read every file in this format where its content does not show the format; text is a list of grids.
    input_format: Union[str, None]
    # Use this many threads; the default is one per processor.
    jobs: int


class FindRequest(TypedDict, total=False):
    """Finds the grids that have given clue numbers and lengths, in files or among all valid grids."""

    # Search the grids of these files, or puzzle files, or of all such files in a folder. Without files, `size` asks for all valid grids.
    files: Union[Input, Sequence[Input]]
    # The words across, in the order of their numbers: lengths as in 3,5,3, or clue numbers and lengths as in '1 (3), 4 (5)'.
    across: Union[str, None]
    # The words down, in the same form.
    down: Union[str, None]
    # Read a number that stands alone in `across` and `down` as a clue number, not as a length.
    numbers: bool
    # Take the clue numbers and lengths of this grid, or of the grid of a puzzle file.
    like: Union[Input, None]
    # Show the grids of the files that have the same clue numbers and lengths as another one.
    shared: bool
    # Show at most this many grids. The default is 20.
    count: Union[int, None]
    # Number of rows and columns, 1 to 64: one number for a square, as in 13, or rows x columns, as in 13x15.
    size: Union[Sizes, None]
    # The rule set: a built-in one (see `gridcheck rules`) or a TOML file. The default is british.
    rules: Union[RulesInput, None]
    # Take only grids that agree with this partial grid: # black, . white, ? open. A puzzle file works too.
    given: Union[Input, None]
    # Use the setters' lattice: every square in an even row and an even column, counted from 1, is black. Phase 2 shifts it by a column, 3 by a row, 4 by both.
    lattice: Union[int, bool]
    # The conditions on the grids.
    where: Union[str, Sequence[str]]
    # Search at most this long for the grids of each size. The default is a minute.
    time_limit: Union[float, str]
    # Use this many threads; the default is one per processor.
    jobs: int
    # In a folder, read the files that match this pattern, as in '*.puz' or '2026/**/*.json'; with ! in front, leave them out. The default is the endings .puz, .ipuz, .jpz, .xd, .exolve, .qxw and .txt, and .json, .xml and .html if a puzzle is in the file. A note counts the files of formats that are not supported, .ccw and .cfp.
    glob: Union[str, Sequence[str]]
    # Read this character as black, where the grid is ambiguous (as in 0 and 1). Every other character is then a white square, # too, and every other letter stands in one.
    black: Union[str, None]
    # With `black`: read only this character as a white square without a letter.
    white: Union[str, None]
    # Read every file in this format where its content does not show the format; text is a list of grids.
    input_format: Union[str, None]


class ListRequest(TypedDict, total=False):
    """Lists every grid that obeys the rules, in an order that does not depend on the number of threads."""

    # Number of rows and columns, 1 to 64: one number for a square, as in 13, or rows x columns, as in 13x15.
    size: Union[Sizes, None]
    # The rule set: a built-in one (see `gridcheck rules`) or a TOML file. The default is british.
    rules: Union[RulesInput, None]
    # Take only grids that agree with this partial grid: # black, . white, ? open. A puzzle file works too.
    given: Union[Input, None]
    # Use the setters' lattice: every square in an even row and an even column, counted from 1, is black. Phase 2 shifts it by a column, 3 by a row, 4 by both.
    lattice: Union[int, bool]
    # The conditions on the grids.
    where: Union[str, Sequence[str]]
    # Use this many threads; the default is one per processor.
    jobs: int
    # The name of the engine to ask; the default is the fastest that can list the grids.
    engine: Union[str, None]
    # List only one grid of each class under the square's eight symmetries: of the images that obey the rules and have the given squares, the first in order, with # before . (row by row).
    primitive: bool
    # List only maximal grids: no other listed grid has all their white squares and at least as many words. The list has at most 100000 grids.
    maximal: bool
    # Find the largest value of this measure, and the grids that reach it.
    most: str
    # Find the smallest value of this measure, and the grids that reach it.
    fewest: str
    # Stop after this many grids.
    limit: Union[int, None]


class _RecurrenceRequestKeys(TypedDict):
    """The keys that the request must have."""

    # Rows, 1 to 10.
    height: int


class RecurrenceRequest(_RecurrenceRequestKeys, total=False):
    """Finds and proves the recurrence for the number of grids of a fixed height and any width."""

    # The rule set: a built-in one (see `gridcheck rules`) or a TOML file.
    rules: RulesInput
    # Count grids with this symmetry instead of that of the rule set. rot180 gives the numbers of `gridcheck count` for the built-in sets.
    symmetry: str
    # Print the first K terms, 1 to 1000; the default is 12.
    terms: Union[int, None]


class _RepairRequestKeys(TypedDict):
    """The keys that the request must have."""

    # Repair the grids of this file, or of a puzzle file.
    file: Input


class RepairRequest(_RepairRequestKeys, total=False):
    """Finds the valid grids that change the fewest squares of a grid, or the fewest bars of a barred one."""

    # The rule set: a built-in one (see `gridcheck rules`) or a TOML file. The default is british. With a profile, the rule set takes the place of that of the profile.
    rules: Union[RulesInput, None]
    # The conditions, as in "words 28..32" or "length 3 <= 2".
    where: Union[str, Sequence[str]]
    # Repair by the rules of a house: one of gridcheck rules `profiles`, a TOML file, or auto for the one with the fewest findings in each grid. With `rules`, that rule set takes the place of the rule set of the house.
    profile: Union[str, None]
    # Keep these squares: a file like the grid, with ? for every square that may change.
    keep: Union[Input, None]
    # Show this many of the nearest grids; the default is one.
    count: Union[int, None]
    # Show all nearest grids.
    all: bool
    # Search at most this long for each grid. The default is a minute.
    time_limit: Union[float, str]
    # Read this character as black, where the grid is ambiguous (as in 0 and 1). Every other character is then a white square, # too, and every other letter stands in one.
    black: Union[str, None]
    # With `black`: read only this character as a white square without a letter.
    white: Union[str, None]
    # Read every file in this format where its content does not show the format; text is a list of grids.
    input_format: Union[str, None]


class RulesRequest(TypedDict, total=False):
    """Lists the built-in rule sets, the profiles or the codes of findings, or shows one rule set or code in full."""

    # Print this rule set: a built-in one or a TOML file.
    name: Union[RulesInput, None]
    # List the profiles, the styles of houses, for validate, repair, complete and sample.
    profiles: bool
    # Print this profile: a built-in one or a TOML file.
    profile: Union[str, None]
    # List the codes of findings.
    codes: bool
    # Explain a code of a finding, or a rule by its key in a rule set. docs/COUNTING.md has the values of each key.
    explain: Union[str, None]


class SampleRequest(TypedDict, total=False):
    """Draws grids at random, each equally likely (with a profile: only if wild ones are asked for)."""

    # Number of rows and columns, 1 to 64: one number for a square, as in 13, or rows x columns, as in 13x15.
    size: Union[Sizes, None]
    # The rule set: a built-in one (see `gridcheck rules`) or a TOML file. The default is british.
    rules: Union[RulesInput, None]
    # Take only grids that agree with this partial grid: # black, . white, ? open. A puzzle file works too.
    given: Union[Input, None]
    # Use the setters' lattice: every square in an even row and an even column, counted from 1, is black. Phase 2 shifts it by a column, 3 by a row, 4 by both.
    lattice: Union[int, bool]
    # The conditions on the grids.
    where: Union[str, Sequence[str]]
    # Use this many threads; the default is one per processor.
    jobs: int
    # Ask for grids of a house: one of gridcheck rules `profiles`, or a TOML file. They break no rule of the profile, apart from those that are only noted. With `rules`, that rule set takes the place of the rule set of the house.
    profile: Union[str, None]
    # With `profile`: draw from all grids that the profile accepts, each equally likely. Without this, random walks draw grids like those that the house prints: small blocks of black squares, few of them along an edge, few words of three letters, or in a barred grid the usual number of words. These are not equally likely.
    wild: bool
    # Draw this many grids; the default is one.
    count: Union[int, None]
    # Use this seed; without it, one is picked and printed.
    seed: Union[int, None]
    # Allow a grid to be drawn more than once.
    with_repetition: bool
    # Print the grid of this rank instead of random ones.
    rank: Union[int, str]
    # Print the rank of each grid of this file, or of a puzzle file. Without `size`, the first grid gives the size.
    rank_of: Union[Input, None]
    # Read this character as black, where the grid is ambiguous (as in 0 and 1). Every other character is then a white square, # too, and every other letter stands in one.
    black: Union[str, None]
    # With `black`: read only this character as a white square without a letter.
    white: Union[str, None]
    # Read every file in this format where its content does not show the format; text is a list of grids.
    input_format: Union[str, None]
    # Read the sums of a count of the same problem (count `sums` FILE, with `engine` pinwheel or, for barred grids, corners), which saves counting it again.
    sums: Union[str, None]


class _SimilarRequestKeys(TypedDict):
    """The keys that the request must have."""

    # Compare this grid, or the grid of a puzzle file.
    file: Input
    # Search these files of grids, or puzzle files, or all such files in a folder.
    among: Union[Input, Sequence[Input]]


class SimilarRequest(_SimilarRequestKeys, total=False):
    """Finds the grids of lists that are nearest to a given grid, up to rotation and reflection."""

    # In a folder, read the files that match this pattern, as in '*.puz' or '2026/**/*.json'; with ! in front, leave them out. The default is the endings .puz, .ipuz, .jpz, .xd, .exolve, .qxw and .txt, and .json, .xml and .html if a puzzle is in the file. A note counts the files of formats that are not supported, .ccw and .cfp.
    glob: Union[str, Sequence[str]]
    # Show this many of the nearest grids. The default is 5.
    count: Union[int, None]
    # Read this character as black, where the grid is ambiguous (as in 0 and 1). Every other character is then a white square, # too, and every other letter stands in one.
    black: Union[str, None]
    # With `black`: read only this character as a white square without a letter.
    white: Union[str, None]
    # Read every file in this format where its content does not show the format; text is a list of grids.
    input_format: Union[str, None]


class StatsRequest(TypedDict, total=False):
    """Measures grids, valid or not: words, checking, black squares, symmetry."""

    # Measure the grids of these files, or puzzle files, or of all such files in a folder.
    files: Union[Input, Sequence[Input]]
    # In a folder, read the files that match this pattern, as in '*.puz' or '2026/**/*.json'; with ! in front, leave them out. The default is the endings .puz, .ipuz, .jpz, .xd, .exolve, .qxw and .txt, and .json, .xml and .html if a puzzle is in the file. A note counts the files of formats that are not supported, .ccw and .cfp.
    glob: Union[str, Sequence[str]]
    # The conditions, as in "words 28..32" or "length 3 <= 2".
    where: Union[str, Sequence[str]]
    # Read this character as black, where the grid is ambiguous (as in 0 and 1). Every other character is then a white square, # too, and every other letter stands in one.
    black: Union[str, None]
    # With `black`: read only this character as a white square without a letter.
    white: Union[str, None]
    # Read every file in this format where its content does not show the format; text is a list of grids.
    input_format: Union[str, None]


class _SumsRequestKeys(TypedDict):
    """The keys that the request must have."""

    # Merge these files of sums, all of the same problem; - reads files from standard input, one after the other.
    files: Sequence[Input]


class SumsRequest(_SumsRequestKeys, total=False):
    """Merges the pieces of a long count, and finds the files that are wrong."""

    # Require these rules: a built-in set or a TOML file. The files are refused unless every key has the same value; the name does not matter.
    rules: Union[RulesInput, None]
    # Write all blocks to a new file; if some are missing, gridcheck count `sums` FILE `resume` continues from it.
    out: Union[str, None]
    # Require that files of this many different runs of gridcheck count agree on every block. Copies of a file count once, and so does a merged file beside the files it was merged from.
    quorum: int
    # Count again every block on which files differ, and report which file is wrong.
    recount: bool
    # Draw this many blocks at random, each with the same probability, and count them again.
    recheck: Union[int, None]
    # Draw the blocks with this seed: the same seed draws the same blocks. Without it, one is picked and printed.
    seed: Union[int, None]
    # Use this many threads; the default is one per processor.
    jobs: int
    # Use at most this much memory, as in 6G or 500MiB. It is a number with k, M, G or T (thousands, millions, ...) or with KiB, MiB, GiB or TiB (1024, ...). The program ends at the limit with exit code 75. With little memory pinwheel takes longer. The default is what the machine or the container has.
    memory: Union[int, str]


class _WordsRequestKeys(TypedDict):
    """The keys that the request must have."""

    # Find words with these letters: ? or . stands for any letter, * for any letters or none, [AE] for one of these, [^AE] for another one. ^ALL and ING$ find beginnings and ends.
    pattern: str
    # Read words from this list.
    words: Union[Input, Sequence[Input]]


class WordsRequest(_WordsRequestKeys, total=False):
    """Looks up the words of a list that fit a pattern, those with the highest scores first."""

    # Use only words with this score or a higher one.
    min_score: Union[int, None]
    # Refuse a list with a line that is not a word, instead of leaving it out with a note.
    strict_list: bool


class ValidateRequest(TypedDict, total=False):
    """Judges finished grids: reports every broken rule with its place."""

    # Judge the grids of these files, or puzzle files, or of all such files in a folder.
    files: Sequence[Input]
    # In a folder, read the files that match this pattern, as in '*.puz' or '2026/**/*.json'; with ! in front, leave them out. The default is the endings .puz, .ipuz, .jpz, .xd, .exolve, .qxw and .txt, and .json, .xml and .html if a puzzle is in the file. A note counts the files of formats that are not supported, .ccw and .cfp.
    glob: Union[str, Sequence[str]]
    # Judge only files that differ from this revision of their git repository, or that git does not know.
    changed_since: Union[str, None]
    # Succeed also if no grid is judged, as in a repository without puzzles. Otherwise the exit code is then 1, except with `changed_since`.
    allow_empty: bool
    # Judge by this rule set: a built-in one (see gridcheck rules) or a TOML file. The default is that of gridcheck.toml, or british.
    rules: Union[RulesInput, None]
    # Judge by the rules of a house: one of gridcheck rules `profiles`, a TOML file, or auto for the one with the fewest findings in each grid. With `rules`, that rule set takes the place of the rule set of the house.
    profile: Union[str, None]
    # Report only findings of these codes.
    select: Union[str, Sequence[str]]
    # Report no findings of these codes.
    ignore: Union[str, Sequence[str]]
    # Take the rules from this file instead of the nearest gridcheck.toml above each file.
    config: Union[str, None]
    # Read no gridcheck.toml.
    no_config: bool
    # Mark the findings that this file has, the output of an earlier run with `format` json or sarif. They do not count for the exit code.
    baseline: Union[Input, None]
    # The conditions, as in "words 28..32" or "length 3 <= 2".
    where: Union[str, Sequence[str]]
    # Read this character as black, where the grid is ambiguous (as in 0 and 1). Every other character is then a white square, # too, and every other letter stands in one.
    black: Union[str, None]
    # With `black`: read only this character as a white square without a letter.
    white: Union[str, None]
    # Read every file in this format where its content does not show the format; text is a list of grids.
    input_format: Union[str, None]
    # Report for each grid with an error how many squares a repair changes (see gridcheck repair), within 10 s each.
    suggest: bool


class AnyRequest(TypedDict, total=False):
    """A request: the name of a command, and its options."""

    audit: AuditRequest
    certify: CertifyRequest
    check: CheckRequest
    compare: CompareRequest
    complete: CompleteRequest
    convert: ConvertRequest
    count: CountRequest
    draw: DrawRequest
    explain: ExplainRequest
    fill: FillRequest
    find: FindRequest
    list: ListRequest
    recurrence: RecurrenceRequest
    repair: RepairRequest
    rules: RulesRequest
    sample: SampleRequest
    similar: SimilarRequest
    stats: StatsRequest
    sums: SumsRequest
    words: WordsRequest
    validate: ValidateRequest


class Claim(Report):
    """A claim and its verdict; counts are indices into the counts of the answer."""

    __slots__ = ()
    source: str
    size: Union[int, str]
    rules: str
    quantity: str
    printed: str
    where: Union[str, None]
    verdict: str
    right: Union[int, None]
    engines: List[str]
    theorem: Union[str, None]
    extracted: bool
    counts: List[int]
    reasons: List[str]


class Sources(Report):
    """A figure and its sources."""

    __slots__ = ()
    printed: str
    """The figure as first printed."""
    sources: List[str]
    """The names of the sources that give it."""


class Conflict(Report):
    """A question that sources answer differently."""

    __slots__ = ()
    _parts = {"answers": Sources}
    size: Union[int, str]
    """Rows and columns."""
    rules: str
    """The rule set, under the name that the first source uses."""
    quantity: str
    """The quantity and constraints, in words."""
    answers: List[Sources]
    """The different answers."""


class Ruleset(Report):
    """One rule set: the keys of a rule file (docs/COUNTING.md) and their values. A later version may have more keys."""

    __slots__ = ()
    name: str
    """The name that reports use."""
    kind: Literal["blocks", "bars"]
    """The kind of grid: words end at black squares, or at bars. The key may be absent."""
    min_word: int
    """Every word has at least this many letters (2 to 64). The key may be absent."""
    single_cells: bool
    """`true` if a run of one square may occur. The square then lies in a word the other way. The key may be absent."""
    checking: Union[Report, Literal["all", "ceil-half", "either-half", "at-least-half", "any"]]
    """The required number of checked letters of a word. The key may be absent."""
    max_unchecked_run: Union[int, Literal["unlimited"]]
    """The most adjacent unchecked letters anywhere inside a word. The key may be absent."""
    max_unchecked_run_at_ends: Union[int, Literal["unlimited"]]
    """The most adjacent unchecked letters at a word's start, and at its end. The key may be absent."""
    edges: bool
    """The first and last row and the first and last column each hold a white square. The key may be absent."""
    connected: bool
    """All white squares form one region, neighbours sharing a side. The key may be absent."""
    symmetry: Literal["none", "rot180", "rot90", "mirror", "mirrors", "diagonal", "diagonals", "all"]
    """The group of symmetries that leave a grid unchanged. The key may be absent."""
    min_white_per_row: int
    """Every row and every column has at least this many white squares. The key may be absent."""
    max_word: Union[int, Literal["unlimited"]]
    """The most letters that a word may have. The key may be absent."""
    max_black_run: Union[int, Literal["unlimited"]]
    """The most black squares side by side in a row or a column. The key may be absent."""


class Opinion(Report):
    """The count of one engine."""

    __slots__ = ()
    engine: str
    count: int
    seconds: Union[float, None]


class Failure(Report):
    """An engine that failed."""

    __slots__ = ()
    engine: str
    why: str


class Evidence(Report):
    """A count that claims rest on."""

    __slots__ = ()
    _parts = {"rules": Ruleset, "opinions": Opinion, "failures": Failure}
    size: Union[int, str]
    rules: Ruleset
    wishes: List[str]
    given: Union[List[str], None]
    goal: Union[str, None]
    count: Union[int, None]
    opinions: List[Opinion]
    failures: List[Failure]
    command: Union[str, None]


class AuditReport(Report):
    """gridcheck audit."""

    __slots__ = ()
    _parts = {"claims": Claim, "conflicts": Conflict, "counts": Evidence}
    schema: Literal[2]
    version: str
    """The version of the program."""
    build: str
    """The version, and a digest of the sources of the engines."""
    date: str
    well: bool
    conclusive: bool
    complete: bool
    seconds: float
    claims: List[Claim]
    conflicts: List[Conflict]
    counts: List[Evidence]


class Engine(Report):
    """The answer of one engine. One that only counts has no digest."""

    __slots__ = ()
    name: str
    """The engine's name."""
    count: int
    """Number of grids."""
    digest: str
    """The digest of the set. The key may be absent."""
    valid: int
    """Number of grids that are valid and have the given squares. The key may be absent."""
    invalid: int
    """Number of the other grids. The key may be absent."""
    seconds: float
    """Wall-clock time, in seconds."""
    agrees: bool
    """`true` if more than half of the engines give its count and none of its grids is invalid. If it lists, more than half of the listing engines must also give its digest."""


class Region(Report):
    """A region: its first square and its size."""

    __slots__ = ()
    row: int
    column: int
    size: int


class Violation(Report):
    """A broken rule, with further fields of that rule. A given square has the rule given, a constraint the rule where."""

    __slots__ = ()
    _parts = {"cut_off": Region}
    code: str
    """The key may be absent."""
    rule: str
    word: str
    """The key may be absent."""
    message: str
    direction: Literal["across", "down"]
    """The key may be absent."""
    row: int
    """The key may be absent."""
    column: int
    """The key may be absent."""
    length: int
    """The key may be absent."""
    pattern: str
    """The key may be absent."""
    letter: int
    """The key may be absent."""
    run: int
    """The key may be absent."""
    checked: int
    """The key may be absent."""
    unchecked: int
    """The key may be absent."""
    expected_least: int
    """The key may be absent."""
    expected_most: int
    """The key may be absent."""
    needed: int
    """The key may be absent."""
    allowed: Union[int, str]
    """The key may be absent."""
    found: int
    """The key may be absent."""
    side: Literal["top", "bottom", "left", "right"]
    """A side of the grid. The key may be absent."""
    line: int
    """The key may be absent."""
    regions: int
    """The key may be absent."""
    cut_off: List[Region]
    """The key may be absent."""
    symmetry: str
    """The key may be absent."""
    transform: str
    """The key may be absent."""
    colour: str
    """The key may be absent."""
    image_row: int
    """The key may be absent."""
    image_column: int
    """The key may be absent."""
    image_colour: str
    """The key may be absent."""
    bar_between: List[List[int]]
    """The key may be absent."""
    images: List[List[int]]
    """The key may be absent."""
    height: int
    """The key may be absent."""
    width: int
    """The key may be absent."""
    black: int
    """The key may be absent."""
    words: int
    """The key may be absent."""
    wanted: int
    """The key may be absent."""
    expected: List[int]
    """The key may be absent."""
    applicable: bool
    """The key may be absent."""
    voids: int
    """The key may be absent."""


class ListedGrid(Report):
    """A grid of the list."""

    __slots__ = ()
    line: int
    """The line of its first row."""
    rows: List[str]
    """The grid."""
    violations: List[Violation]
    """The faults of the grid, if any."""


class PublishedList(Report):
    """The result for a published list."""

    __slots__ = ()
    _parts = {"refused": ListedGrid, "only_listed": ListedGrid}
    name: str
    """The file's name."""
    count: int
    """Number of items."""
    digest: str
    """Digest of the items."""
    outside: int
    """Number of grids that contradict the givens, and so do not answer the problem at all."""
    valid: int
    """Number of grids that the validator accepts."""
    invalid: int
    """Number of grids that the validator rejects."""
    refused: List[ListedGrid]
    """The first of the rejected grids."""
    by_rule: Report
    """Number of grids that break each rule, by the rule's key in a rule file. A grid may break several."""
    matched: int
    """Grids that both contain, each counted once."""
    missing: int
    """Grids of the engine that the list lacks."""
    lacking: List[List[str]]
    """The smallest of the missing grids."""
    extra: int
    """Grids of the list that the engine lacks, each counted once."""
    only_listed: List[ListedGrid]
    """The first extra grids that are valid: the list may be right and the engine wrong."""
    duplicates: int
    """Grids that repeat an earlier one of the list."""
    first_duplicate: Union[int, None]
    """The line of the first repeated grid."""
    matched_with: str
    """The engine whose grids it was matched with."""
    seconds: float
    """Wall-clock time of reading and matching, in seconds."""
    agrees: bool
    """`true` if it has the count and the digest of that engine. A repeated grid is a difference too."""


class Difference(Report):
    """A grid that not all parties have, or that the validator rejects."""

    __slots__ = ()
    rows: List[str]
    """The grid."""
    found: Report
    """The engines that differ over it, or the engine whose grid is rejected."""
    violations: List[Violation]
    """The faults of the grid, if any."""


class DisputedPart(Report):
    """A part of the problem that two engines count differently, where no single grid was found."""

    __slots__ = ()
    given: List[str]
    """The given squares, including those of the problem."""
    engines: List[str]
    """The engines."""
    counts: List[int]
    """The number of grids that each counts there."""
    obstacle: Union[Report, None]
    """The reason why the part is not smaller; null if every square is given."""


class ExcludedEngine(Report):
    """An engine that does not take part, and the reason."""

    __slots__ = ()
    name: str
    """The engine's name."""
    why: str
    """The reason."""


class CompareReport(Report):
    """gridcheck compare."""

    __slots__ = ()
    _parts = {"parties": Engine, "list": PublishedList, "differences": Difference, "disputed_parts": DisputedPart, "left_out": ExcludedEngine}
    schema: Literal[2]
    size: Union[int, str]
    rules: str
    parties: List[Engine]
    """One answer for each engine."""
    list: Union[PublishedList, None]
    """The result for the published list, if there was one."""
    agree: bool
    """`true` if all parties have the same count, all listing parties have the same digest, and no grid is invalid."""
    differences: List[Difference]
    """The first grids of each disagreement."""
    disputed_parts: List[DisputedPart]
    """Parts whose counts differ and that could not be narrowed to a grid."""
    remarks: List[Report]
    """Facts about the outcome that concern no single grid."""
    left_out: List[ExcludedEngine]
    notes: List[str]
    """Remarks on the question, a sentence each."""


class ColouredSquare(Report):
    """A square and its colour."""

    __slots__ = ()
    row: int
    column: int
    colour: Literal["white", "black"]
    bars: Union[List[bool], None]
    """`true` if a square of a barred grid has a bar at its right, and `true` if it has one below it. The key may be absent."""


class ForcedEdge(Report):
    """An edge of a barred grid."""

    __slots__ = ()
    row: int
    column: int
    side: Literal["right", "below"]
    """The side of a square at which an edge is."""
    bar: bool
    """`true` if there is a bar."""


class Exclusion(Report):
    """Painted squares that exclude every grid."""

    __slots__ = ()
    _parts = {"squares": ColouredSquare}
    squares: List[ColouredSquare]
    smallest: bool


class CompleteReport(Report):
    """gridcheck complete."""

    __slots__ = ()
    _parts = {"forced_squares": ColouredSquare, "forced_edges": ForcedEdge, "exclusion": Exclusion}
    schema: Literal[2]
    file: str
    size: Union[int, str]
    rules: str
    open: int
    completions: Union[int, None]
    engine: Union[str, None]
    not_counted: Union[str, None]
    forced: Union[List[str], None]
    forced_squares: List[ColouredSquare]
    forced_edges: List[ForcedEdge]
    """The edges of a barred grid that are not painted, and have a bar in every completion or in none."""
    white: Union[List[List[int]], None]
    bars: Union[List[List[List[int]]], None]
    """For each square of a barred grid, the number of completions with a bar at its right, and of those with a bar below it."""
    white_not_counted: Union[str, None]
    exclusion: Union[Exclusion, None]
    notes: List[str]
    profile: Union[str, None]
    not_held: Union[str, None]
    """Demands of the profile that were not held."""


class ConvertReport(Report):
    """gridcheck convert in Python: the new file."""

    __slots__ = ()
    schema: Literal[2]
    text: str
    """The text of the new file. The key may be absent."""
    bytes: List[int]
    """The bytes of the new file, in the format `puz`, which is not a text. The key may be absent."""


class CountReport(Report):
    """gridcheck count."""

    __slots__ = ()
    schema: Literal[2]
    size: Union[int, str]
    rules: str
    where: List[str]
    engine: str
    count: int
    """The number."""
    seconds: float
    notes: List[str]
    """Remarks on the question, a sentence each."""


class DistributionRow(Report):
    """The number of grids with these values."""

    __slots__ = ()
    grids: int


class DistributionReport(Report):
    """gridcheck count --by with measures or lengths."""

    __slots__ = ()
    _parts = {"grids": DistributionRow}
    schema: Literal[2]
    size: Union[int, str]
    rules: str
    where: List[str]
    engine: str
    by: List[str]
    grids: List[DistributionRow]
    count: Union[int, None]
    """The number of all grids; null if it does not fit in 128 bits."""
    seconds: float
    notes: List[str]
    """Remarks on the question, a sentence each."""


class ExtremeReport(Report):
    """gridcheck count --most or --fewest."""

    __slots__ = ()
    schema: Literal[2]
    size: Union[int, str]
    rules: str
    where: List[str]
    engine: str
    goal: str
    value: Union[int, None]
    """The extreme; null if there is no grid."""
    grids: int
    seconds: float
    notes: List[str]
    """Remarks on the question, a sentence each."""


class TypeCount(Report):
    """The grids of one type."""

    __slots__ = ()
    type: str
    symmetry: str
    primitive: int
    """Number of classes that they form."""
    multiplicity: int
    """Number of grids in each class that obey the rules, including their symmetry."""
    grids: int
    """Number of grids of this type."""
    engines: List[str]
    """The engines whose counts were used."""


class ExcludedType(Report):
    """The type that was not counted, and the reason."""

    __slots__ = ()
    type: str
    symmetry: str
    why: str


class SymmetryReport(Report):
    """gridcheck count --by symmetry."""

    __slots__ = ()
    _parts = {"types": TypeCount, "left_out": ExcludedType}
    schema: Literal[2]
    size: Union[int, str]
    rules: str
    types: List[TypeCount]
    """The types, the most symmetrical first."""
    total: Union[int, None]
    """The number of all grids; null if the scope excludes some."""
    left_out: Union[ExcludedType, None]
    primitive: Union[int, None]
    seconds: float
    notes: List[str]
    """Remarks on the question, a sentence each."""


class States(Report):
    """The numbers of states of an automaton."""

    __slots__ = ()
    reachable: int
    """States that some columns lead to."""
    useful: int
    """States among them from which a strip can be finished."""
    merged: int
    """The classes left when equivalent states are merged."""


class RecurrenceReport(Report):
    """gridcheck recurrence."""

    __slots__ = ()
    _parts = {"states": States}
    schema: Literal[2]
    height: int
    """The rows of the strip."""
    states: States
    """The automaton behind the counts."""
    coefficients: List[int]
    """The coefficients c₁, c₂, …: a(n) = c₁ a(n−1) + c₂ a(n−2) + …"""
    holds_from: int
    """The first n from which on the recurrence holds."""
    numerator: List[int]
    """The numerator of the generating function Σ a(n) xⁿ, n ≥ 1: the coefficients of 1, x, x², …"""
    denominator: List[int]
    """Its denominator, in lowest terms: 1 − c₁ x − c₂ x² − …"""
    growth: float
    """The limit superior of a(n)^(1/n); 0 if only finitely many counts are not 0."""
    bound: int
    """The order of some recurrence that the counts obey, by the number of states alone."""
    compared_terms: int
    """The number of first terms a(1), a(2), … that engines counted too, all with the same result."""
    engines: List[str]
    """The engines that counted them, in the order of their first counts."""
    rules: str
    symmetry: Literal["none", "rot180", "rot90", "mirror", "mirrors", "diagonal", "diagonals", "all"]
    terms: List[int]
    order: int
    checked_terms: int
    seconds: float


class Nearest(Report):
    """A nearest valid grid."""

    __slots__ = ()
    rows: List[str]
    changed: List[List[int]]
    """The squares that change colour, or whose bars at the right or below change."""
    findings: List[str]


class RepairReport(Report):
    """gridcheck repair, a line for each grid of the file."""

    __slots__ = ()
    _parts = {"grids": Nearest}
    schema: Literal[2]
    file: str
    index: int
    line: int
    profile: str
    """The key may be absent."""
    rules: str
    """The key may be absent."""
    changes: Union[int, None]
    fewest: Union[int, None]
    all: Union[bool, None]
    grids: List[Nearest]


class Finding(Report):
    """A finding, with further fields of its rule."""

    __slots__ = ()
    _parts = {"cut_off": Region}
    code: str
    severity: Literal["note", "warning", "error"]
    rule: str
    """The key may be absent."""
    word: str
    """The key may be absent."""
    message: str
    file_line: int
    """The line of the clue that the finding is about, in formats with lines. The key may be absent."""
    squares: List[List[int]]
    direction: Literal["across", "down"]
    """The key may be absent."""
    row: int
    """The key may be absent."""
    column: int
    """The key may be absent."""
    length: int
    """The key may be absent."""
    pattern: str
    """The key may be absent."""
    letter: int
    """The key may be absent."""
    run: int
    """The key may be absent."""
    checked: int
    """The key may be absent."""
    unchecked: int
    """The key may be absent."""
    expected_least: int
    """The key may be absent."""
    expected_most: int
    """The key may be absent."""
    needed: int
    """The key may be absent."""
    allowed: Union[int, str]
    """The key may be absent."""
    found: int
    """The key may be absent."""
    side: Literal["top", "bottom", "left", "right"]
    """A side of the grid. The key may be absent."""
    line: int
    """The key may be absent."""
    regions: int
    """The key may be absent."""
    cut_off: List[Region]
    """The key may be absent."""
    symmetry: str
    """The key may be absent."""
    transform: str
    """The key may be absent."""
    colour: str
    """The key may be absent."""
    image_row: int
    """The key may be absent."""
    image_column: int
    """The key may be absent."""
    image_colour: str
    """The key may be absent."""
    bar_between: List[List[int]]
    """The key may be absent."""
    images: List[List[int]]
    """The key may be absent."""
    height: int
    """The key may be absent."""
    width: int
    """The key may be absent."""
    black: int
    """The key may be absent."""
    words: int
    """The key may be absent."""
    wanted: int
    """The key may be absent."""
    expected: List[int]
    """The key may be absent."""
    applicable: bool
    """The key may be absent."""
    voids: int
    """The key may be absent."""
    known: bool
    """With `--baseline`: `true` if the earlier run has the finding. The key may be absent."""


class Suggestion(Report):
    """The result of `--suggest`."""

    __slots__ = ()
    changes: Union[int, None]
    fewest: Union[int, None]


class ValidateReport(Report):
    """gridcheck validate, a line for each grid. A file that cannot be read has a line without index and rules, and the finding GC000."""

    __slots__ = ()
    _parts = {"findings": Finding, "repair": Suggestion}
    schema: Literal[2]
    file: str
    index: Union[int, None]
    line: int
    profile: str
    """The key may be absent."""
    rules: str
    """The key may be absent."""
    valid: Union[bool, None]
    """Null if not all rules are checked."""
    findings: List[Finding]
    repair: Suggestion
    """The key may be absent."""


class CheckFinding(Report):
    """One check and its result."""

    __slots__ = ()
    what: str
    """The name of the check."""
    found: str
    """The result in words."""


class WitnessResult(Report):
    """The result of an engine that does not read the rules as clauses and agrees."""

    __slots__ = ()
    engine: str
    """The name of the engine."""
    found: Literal["same-grids", "same-number"]
    """The kind of agreement."""


class Scores(Report):
    """The scores of the words of a fill."""

    __slots__ = ()
    mean: float
    minimum: int


class AsSquare(Report):
    """A square, given as row and column from 0, serialized with numbers from 1."""

    __slots__ = ()
    row: int
    column: int


class Classes(Report):
    """The result of `--up-to-transposition`."""

    __slots__ = ()
    count: int
    pairs: int
    word_squares: int


class Estimate(Report):
    """The estimate; mean, error and interval are numbers as text."""

    __slots__ = ()
    mean: str
    standard_error: str
    interval: Union[List[str], None]
    log10: Union[float, None]
    probes: int
    reached: int
    seed: int


class FillParty(Report):
    """The result of one engine."""

    __slots__ = ()
    name: str
    """The engine's name."""
    count: int
    """Number of items."""
    digest: str
    """Digest of the items."""
    invalid: int
    """Number of invalid fills."""
    seconds: float
    """Wall-clock time in seconds."""
    agrees: bool
    """`true` if more than half of the engines have this digest and all fills are valid."""


class FillDifference(Report):
    """A fill that some engine lacks, or that is invalid."""

    __slots__ = ()
    rows: List[str]
    """Its rows."""
    engines: List[List[str]]
    """The number of times that each of two engines reports it."""
    flaws: List[str]
    """The faults of the fill."""


class CheckReport(Report):
    """gridcheck check and gridcheck certify."""

    __slots__ = ()
    _parts = {"findings": CheckFinding, "witness": WitnessResult}
    schema: Literal[2]
    """The key may be absent."""
    folder: str
    """The key may be absent."""
    accepted: bool
    """The key may be absent."""
    verdict: Union[Literal["accepted", "meaning-not-established"], Literal["refused", "undecided"]]
    """The verdict. The key may be absent."""
    claim: str
    """The claim. It spells out the rules unless they are a built-in set. The key may be absent."""
    grids: int
    """Number of listed grids. The key may be absent."""
    findings: List[CheckFinding]
    """The checks that were made, each with its result. The key may be absent."""
    meaning: Report
    """The colourings that the validator judged, to test if the clauses state the rules. The key may be absent."""
    witness: Union[WitnessResult, None]
    """The engine that agrees, where not all colourings could be judged. The key may be absent."""
    proved: List[str]
    """The proved statements, a sentence each. The key may be absent."""
    tested: List[str]
    """The statements that are only tested, a sentence each. The key may be absent."""
    not_established: List[str]
    """The statements that the claim still requires, a sentence each. The key may be absent."""
    trusted: List[str]
    """The statements that a reader must trust, a sentence each. The key may be absent."""
    why: str
    """The key may be absent."""


class FillReport(Report):
    """gridcheck fill: what was asked for decides which keys it has."""

    __slots__ = ()
    _parts = {"scores": Scores, "squares": AsSquare, "up_to_transposition": Classes, "estimate": Estimate, "answers": FillParty, "differences": FillDifference}
    schema: Literal[2]
    """The key may be absent."""
    rows: Union[List[str], None]
    """The key may be absent."""
    scores: Scores
    """The scores of the words with `--best` and `--vary`, if some word has one. The key may be absent."""
    why: str
    """The key may be absent."""
    slots: List[str]
    """The key may be absent."""
    squares: Union[List[AsSquare], None]
    """The key may be absent."""
    distinct: bool
    """The key may be absent."""
    engine: str
    """The key may be absent."""
    count: Union[int, None]
    """The key may be absent."""
    words: int
    """The key may be absent."""
    seconds: Union[float, int]
    """The key may be absent."""
    up_to_transposition: Classes
    """The key may be absent."""
    pieces_done: int
    """The key may be absent."""
    pieces: int
    """The key may be absent."""
    found_in_them: int
    """The key may be absent."""
    estimate: Estimate
    """The key may be absent."""
    answers: List[FillParty]
    """One answer for each engine. The key may be absent."""
    agree: bool
    """`true` if all engines have the same fills, and all fills are valid. The key may be absent."""
    differences: List[FillDifference]
    """The first fills of each disagreement. The key may be absent."""
