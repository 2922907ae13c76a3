#!/usr/bin/env python3
"""Prints what the released program is made of, as a software bill of materials (CycloneDX 1.5): this project's packages and those of
crates.io, with version, licence and the SHA-256 sum of Cargo.lock. Packages that only tests need are left out."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def cargo(*args):
    return subprocess.run(["cargo", *args], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def main():
    tree = ["tree", "--locked", "--package", "gridcheck", "--features", "page", "--edges", "normal,build", "--target", "all"]
    used = {tuple(line.split(" ")[:2]) for line in cargo(*tree, "--prefix", "none", "--format", "{p}").splitlines() if line}
    used = {(name, version.removeprefix("v")) for name, version in used}
    licences = {(package["name"], package["version"]): package["license"] for package in json.loads(cargo("metadata", "--locked", "--format-version", "1"))["packages"]}
    locked = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    sums = {(package["name"], package["version"]): package.get("checksum") for package in locked}
    unknown = [name for name in used if name not in licences or name not in sums]
    if unknown:
        sys.exit(f"Cargo.lock or its metadata lack {unknown}")
    [program] = [name for name in used if name[0] == "gridcheck"]

    def component(name):
        package, version = name
        described = {"type": "library", "name": package, "version": version, "purl": f"pkg:cargo/{package}@{version}"}
        described["bom-ref"] = described["purl"]
        # Some packages still write the old form "MIT/Apache-2.0".
        described["licenses"] = [{"expression": licences[name].replace("/", " OR ")}]
        if sums[name]:
            described["hashes"] = [{"alg": "SHA-256", "content": sums[name]}]
        return described

    bom = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {**component(program), "type": "application"}},
        "components": [component(name) for name in sorted(used - {program})],
    }
    json.dump(bom, sys.stdout, indent=1)
    print()


main()
