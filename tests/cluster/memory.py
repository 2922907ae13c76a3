"""What cluster/memory prints for options, and that it prints nothing if it fails. Run by .ci/cluster."""

import subprocess

from common import CLUSTER, check


def memory(*options):
    ended = subprocess.run([str(CLUSTER / "memory"), *options], capture_output=True, text=True)
    return ended.returncode, ended.stdout.strip(), ended.stderr.strip()


def main():
    code, plain, _ = memory("--size", "17")
    check(code == 0 and int(plain) > 9550 * 1e6 / 2**20, "British 17 × 17 requests more than its peak")
    for same in [["--size=17"], ["--size", "17", "--jobs", "1"], ["--jobs=2", "--size", "17"], ["--size", "17", "--rules", "british", "--engine", "window"], ["--size", "15x17"]]:
        check(memory(*same) == (0, plain, ""), f"{' '.join(same)} requests the same")
    for more in [["--jobs", "16"], ["--by", "words"], ["--most=words"]]:
        code, megabytes, _ = memory("--size", "17", *more)
        check(code == 0 and int(megabytes) > int(plain), f"{' '.join(more)} requests more")
    for refused, expected in [
        ([], 2),
        (["--size"], 2),
        (["--size", "x"], 2),
        (["--size", "3..5"], 2),
        (["--size", "17", "--jobs", "x"], 2),
        (["--size", "25"], 1),
        (["--size", "17", "--rules", "ho"], 1),
        (["--size", "17", "--where", "words <= 40"], 1),
    ]:
        code, out, said = memory(*refused)
        check(code == expected and out == "" and len(said.splitlines()) == 1, f"{' '.join(refused) or 'no size'} ends with {expected}, one line and no number")


main()
