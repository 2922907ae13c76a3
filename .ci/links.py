#!/usr/bin/env python3
"""Makes the relative links of Markdown files absolute, in place: a registry shows a page without the files around it.

The arguments are the address of the repository, the tag, and the files: https://github.com/OWNER/REPOSITORY v0.1.0 README.md"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# A link or an image, whose target is neither an address nor a place on the same page.
LINK = re.compile(r"(!?)(\[(?:[^\[\]]|\[[^\]]*\])*\])\((?![a-z]+:|#)([^()\s]+)\)")


def absolute(text, folder, repository, tag):
    """Returns the text with absolute links. `folder` is the folder of the file."""

    def replaced(found):
        image, label, target = found.groups()
        path, hash, place = target.partition("#")
        inside = (folder / path).resolve()
        if not inside.exists():
            sys.exit(f"{target}: no such file in {folder}")
        kind = "raw" if image else "tree" if inside.is_dir() else "blob"
        return f"{image}{label}({repository}/{kind}/{tag}/{inside.relative_to(ROOT).as_posix()}{hash}{place})"

    return LINK.sub(replaced, text)


def main():
    repository, tag, *files = sys.argv[1:]
    for file in map(Path, files):
        file.write_text(absolute(file.read_text("utf-8"), file.resolve().parent, repository.rstrip("/"), tag), "utf-8", newline="\n")


main()
