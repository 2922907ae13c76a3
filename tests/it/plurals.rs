//! No message has a number before a noun in the plural, where the number can be 1: `plural` chooses the form.

use std::fs;
use std::path::{Path, PathBuf};

use crate::independence::crates;

/// Nouns for what the program counts.
const NOUNS: [&str; 15] = [
    "block", "clause", "engine", "file", "fill", "grid", "hint", "letter", "line", "piece", "square", "state", "step",
    "time", "word",
];

/// Parts of lines in which the number is never 1, with the reason.
const ALLOWED: &[(&str, &str)] = &[
    ("{size} grids", "a size"),
    ("of {size} squares", "a size"),
    ("x {width} squares", "a size"),
    ("× {width} squares", "a size"),
    ("row of {width} squares", "a width, and the error is about another"),
    ("columns of {height} squares", "too many of them have states only if they are long"),
    ("MOST_", "a limit of the program"),
    ("LEAST_", "a limit of the program"),
    ("{size} {columns}", "a size"),
    ("lines of {width} characters", "a size"),
    ("and {MAX_SIZE} columns", "a limit of the program"),
    ("of {length} letters", "the length of a word"),
    ("has {length} letters", "the length of a word"),
    ("{} letters, at ", "the length of a word"),
    ("2 to {} letters", "the greatest length of a word"),
    ("to {MAX_SIZE} letters", "a limit of the program"),
    ("{shortest} to {longest} letters", "lengths of words"),
    ("most} letters", "a limit of a rule, which is 2 or more"),
    ("{min_word} letters", "a limit of a rule, which is 2 or more"),
    ("All {", "one engine has a sentence of its own"),
    ("{files} files or more", "two or more"),
    ("fewer than {} files", "a quorum of two or more"),
    ("n => format!", "an arm after that of 1"),
    ("distance => format!", "an arm after that of 1"),
    ("expected one", "the number is not 1"),
    ("and a file of the format {target} holds one", "the number is not 1"),
    ("different grids are wanted", "one is always there, or nothing is"),
    ("{0} grids drawn", "a million"),
    ("{MAX_SIZE} squares", "a limit of the program"),
    ("the slots have {slots} letters", "lists of lengths of words"),
    ("the answer has {} letters", "the length of a word"),
    ("{words} words", "the number exceeds a limit of many words, or is that limit"),
    ("{grids} grids in a part", "a number near a large prime"),
    ("one of {pieces} pieces", "advice for long counts"),
    ("{total} grids, too many", "very many"),
    ("the theorem {} states", "a verb"),
    ("{} files as {MANIFEST} says", "a certificate has several"),
];

/// Returns the lines of code before the tests of each source file, with file and line.
fn lines() -> Vec<(PathBuf, usize, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("src")];
    folders.extend(crates().into_values().map(|folder| folder.join("src")));
    let mut lines = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.ends_with("tests") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
                let text = fs::read_to_string(&path).expect("a source file");
                let code = text.lines().take_while(|line| !line.contains("#[cfg(test)]")).map(str::trim).zip(1..);
                let code = code.filter(|(line, _)| !line.starts_with("//"));
                lines.extend(code.map(|(line, number)| (path.clone(), number, line.to_owned())));
            }
        }
    }
    lines
}

/// Returns `true` if a placeholder is followed by a noun in the plural.
fn has_plural(line: &str) -> bool {
    let ends = line.match_indices("} ").map(|(at, _)| &line[at + 2..]);
    ends.into_iter().any(|rest| {
        let mut words = rest.split(|c: char| !c.is_alphabetic());
        let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let is_adjective = ["listed", "different", "white", "black", "more", "open"].contains(&first);
        let noun = if is_adjective { second } else { first };
        noun.strip_suffix('s').is_some_and(|singular| NOUNS.contains(&singular))
    })
}

#[test]
fn numbers_and_nouns_agree() {
    let lines = lines();
    assert!(lines.len() > 10_000, "only {} lines", lines.len());
    let faulty = lines.iter().filter(|(_, _, line)| {
        has_plural(line) && !line.contains("plural(") && !ALLOWED.iter().any(|(allowed, _)| line.contains(allowed))
    });
    let faulty: Vec<String> =
        faulty.map(|(path, number, line)| format!("{}:{number}: {line}", path.display())).collect();
    assert!(faulty.is_empty(), "{}", faulty.join("\n"));
    assert!(has_plural("in {grids} grids\"") && has_plural("{found} of the {} listed grids"));
    assert!(!has_plural("{of} grid") && !has_plural("{} of {}"));
}
