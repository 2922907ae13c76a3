"""British 13 × 13 with GNU parallel; a piece fails at first, and a constraint has spaces.

Run by .ci/cluster, with gridcheck and GNU parallel at hand.
"""

import subprocess
import tempfile
from pathlib import Path

from common import CLUSTER, PIECES, SIZE, check, check_refusals, check_strange_names, failing, files, gridcheck


def main(temporary):
    sums = temporary / "sums"
    command = lambda folder, pieces, *options: [str(CLUSTER / "parallel.sh"), str(folder), pieces, *options]
    env = failing(temporary / "failing")
    ended = subprocess.run(command(sums, PIECES, "--size", SIZE), env=env, capture_output=True, text=True)
    check(ended.returncode == 0, f"all pieces were counted {ended.stderr if ended.returncode else ''}")
    check((temporary / "failing" / "failed").exists(), "a piece has failed, and was tried again")
    total, _ = gridcheck("count", "--size", SIZE)
    check(gridcheck("sums", *files(sums))[0] == total, f"the total is that of one count, {total}")
    again = subprocess.run(command(sums, PIECES, "--size", SIZE), capture_output=True, text=True)
    check((again.returncode, again.stdout) == (0, ""), "a finished folder is counted no second time")
    options = ("--size", "9", "--where", "words <= 14", "--jobs", "2")
    few = subprocess.run(command(temporary / "few", "3", *options), capture_output=True, text=True)
    check(few.returncode == 0, f"a constraint reaches the pieces whole {few.stderr if few.returncode else ''}")
    few_sums = gridcheck("sums", *files(temporary / "few"))[0]
    check(few_sums == gridcheck("count", *options)[0], f"the total under it is that of one count, {few_sums}")
    check_refusals(command, temporary)
    check_strange_names(command, temporary)
    # The value of an option has such a name too.
    given = temporary / "g{#}{= system('touch ran') =}.txt"
    given.write_text("???????\n" * 7)
    ended = subprocess.run(command("given", "2", "--size", "7", "--given", given.name), cwd=temporary, capture_output=True, text=True)
    check(ended.returncode == 0 and not (temporary / "ran").exists(), f"an option keeps its value {ended.stderr if ended.returncode else ''}")


with tempfile.TemporaryDirectory() as folder:
    main(Path(folder))
