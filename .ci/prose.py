#!/usr/bin/env python3
"""Checks the prose of the source and the documents, as far as a program can: see docs/CONTRIBUTING.md.

A doc comment opens with a verb in the third person ("Returns", "Holds") or with a noun phrase ("The rows"), not with a fragment
("What", "Whether", "How"). A sentence has at most 30 words. Some idioms are banned, in messages too: in texts of the program's code, not of
its tests. Usage: .ci/prose.py [PATH ...]
"""

import re
import subprocess
import sys

# Words that open a fragment.
FRAGMENTS = {
    "what", "whether", "how", "of", "why", "who", "whom", "where", "which", "whoever", "the same", "or", "and", "so", "as", "to",
    "told", "see", "by", "such", "nobody", "somebody", "whatever", "those", "that", "this", "there", "here",
}
BANNED = [
    "whoever", "nobody", "somebody else's", "so many", "as many as there", "what there is", "is told", "are told", "be had", "comes to",
    "come to the", "goes on with", "of its own", "of their own", "by itself", "is there to", "whom to", "its own", "of which", "that is none",
]
LONGEST = 30


def paragraphs(lines, is_code):
    """Yields the first line's number and the text of each paragraph of prose, without code, tables and list marks."""
    text, start, fenced = [], 0, False
    for number, line in lines:
        stripped = line.strip()
        if stripped.startswith("```") or stripped.startswith("~~~"):
            fenced = not fenced
            stripped = ""
        if fenced or stripped.startswith(("|", "#", "<", "    ")) or (not is_code and line.startswith("    ")):
            stripped = ""
        item = re.match(r"(?:[-*+]|\d+\.)\s+", stripped)
        if (not stripped or item) and text:
            yield start, " ".join(text)
            text = []
        if stripped:
            if not text:
                start = number
            text.append(stripped[item.end():] if item else stripped)
    if text:
        yield start, " ".join(text)


def plain(text):
    """Returns the text without markup: a link becomes its words, code becomes one word."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"`[^`]*`", "code", text)
    return re.sub(r"[*_\[\]]", "", text)


def sentences(text):
    return re.split(r"(?<=[.!?])\s+(?=[A-Z0-9(\"']|code\b)|(?<=[:;])\s+", plain(text))


def faults_of_sentences(place, text):
    for sentence in sentences(text):
        words = [word for word in sentence.split() if re.search(r"\w", word)]
        if len(words) > LONGEST:
            yield place, f"{len(words)} words in a sentence, at most {LONGEST}: {' '.join(words[:8])} ..."
    yield from faults_of_idioms(place, plain(text))


def faults_of_rust(path, text):
    block = []
    for number, line in enumerate(text.split("\n") + [""], 1):
        comment = re.match(r"\s*(///|//!|//)(?: (.*)|$)", line)
        kind = comment and comment.group(1)
        if block and (not comment or kind != block[0][0]):
            yield from faults_of_block(path, block)
            block = []
        if comment:
            block.append((kind, number, comment.group(2) or ""))


def faults_of_block(path, block):
    kind = block[0][0]
    for start, text in paragraphs([(number, line) for _, number, line in block], True):
        place = f"{path}:{start}"
        yield from faults_of_sentences(place, text)
    if kind == "///":
        first = block[0][2]
        opening = re.match(r"[A-Za-z']+", first)
        if opening and (opening.group(0).lower() in FRAGMENTS or first.lower().startswith("the same")):
            yield f"{path}:{block[0][1]}", f"opens with a fragment: {first[:60]}"


def faults_of_messages(path, text):
    """Finds banned idioms in the texts of the code, which a person may read."""
    for number, line in enumerate(text.split("\n#[cfg(test)]\nmod ")[0].split("\n"), 1):
        if line.lstrip().startswith("//"):
            continue
        for literal in re.findall(r'"((?:[^"\\]|\\.)* (?:[^"\\]|\\.)*)"', line):
            yield from faults_of_idioms(f"{path}:{number}", literal)


def faults_of_idioms(place, text):
    low = f" {text.lower()} "
    # "There is no X" is plain; "X is no Y" is not.
    if re.search(r"(?<!\bthere )\bis no\b(?! longer\b| more than\b)", low):
        yield place, "banned: is no, except there is no"
    for idiom in BANNED:
        if re.search(rf"\b{re.escape(idiom)}\b", low):
            yield place, f"banned: {idiom}"


def faults_of_document(path, text):
    for start, paragraph in paragraphs(list(enumerate(text.split("\n"), 1)), False):
        yield from faults_of_sentences(f"{path}:{start}", paragraph)


def main():
    files = subprocess.run(["git", "ls-files", *sys.argv[1:]], capture_output=True, text=True, check=True).stdout.split()
    faults = []
    for path in files:
        if path.endswith(".rs"):
            text = open(path, encoding="utf-8").read()
            faults += faults_of_rust(path, text)
            if not re.search(r"(^|/)(tests|testing)(/|\.rs$)", path):
                faults += faults_of_messages(path, text)
        elif path.endswith(".md") and not path.startswith("fixtures/"):
            faults += faults_of_document(path, open(path, encoding="utf-8").read())
    for place, fault in faults:
        print(f"{place}: {fault}")
    print(f"{len(faults)} faults in {len(files)} files", file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
