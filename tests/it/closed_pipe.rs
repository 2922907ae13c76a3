//! A closed pipe changes no exit code: every command that prints is run with standard output as a pipe whose reader has left.

use std::fs;
use std::process::{Command, Stdio};

use crate::program::{self, Said, answer, file, name, run};

/// Runs the program with standard output as a pipe without a reader.
fn unread(args: &[&str]) -> Said {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridcheck"));
    command.args(args).stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped());
    drop(reader);
    command.output().expect("the program starts").into()
}

/// Commands that print nothing on standard output, because they write files or pictures.
const SILENT: [&str; 4] = ["certify", "halftone", "man", "page"];

#[test]
fn no_command_fails_because_its_reader_has_left() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| crate::program::text(&folder.path().join(name)).to_owned();
    answer(&["count", "--size", "7", "--sums", &path("sums")]);
    assert_eq!(run(&["certify", "--size", "5", "--out", &path("proof")]).code, 0);
    let list = file(answer(&["list", "--size", "5"]));
    let one = file(answer(&["list", "--size", "5", "--limit", "1"]));
    let words = file("abc\ncab\nbca\nabcab\n");
    let (list, one, words, sums, proof) = (name(&list), name(&one), name(&words), &path("sums"), &path("proof"));
    let slip = "fixtures/tour/slip.txt";
    let commands: Vec<Vec<&str>> = [
        "count --size 5",
        "count --size 3..7 --format bfile",
        "count --size 7 --by words",
        "count --size 7 --most words --format json",
        "count --size 7 --engine window --sums -",
        "count --size 7 --engine pinwheel --sums -",
        "count --size 7 --engine pinwheel --by words --sums -",
        "count --size 7 --engine window --most words --sums -",
        "count --size 9 --pieces 3 --piece 1 --sums -",
        "count --size 13 --pieces 3 --estimate",
        "list --size 7",
        "list --size 7 --format json",
        "sample --size 7 --seed 1 --count 600 --format json",
        "compare --size 5",
        "recurrence --height 3 --rules american",
        "audit --max-size 3",
        "export --size 7 --to asp",
        "explain nanogenmo-2021",
        "rules",
        "completions bash",
    ]
    .iter()
    .map(|command| command.split(' ').collect())
    .chain([
        vec!["sums", sums],
        vec!["sums", sums, "--missing"],
        vec!["sums", sums, "--format", "json"],
        vec!["rank", "--size", "5", list],
        vec!["validate", list],
        vec!["validate", slip, "--format", "sarif"],
        vec!["complete", one],
        vec!["repair", slip],
        vec!["similar", one, "--among", list],
        vec!["convert", "fixtures/formats/ordinary.puz", "--to", "ipuz"],
        vec!["check", proof],
        vec!["fill", one, "--words", words],
        vec!["stats", list],
        vec!["draw", list],
    ])
    .collect();
    for args in &commands {
        let (read, unread) = (run(args), unread(args));
        assert_eq!(unread.code, read.code, "{args:?}: {}", unread.err);
        assert!(!unread.err.contains("pipe"), "{args:?}: {}", unread.err);
        assert!(
            matches!(read.code, 0 | 1) && (!read.out.is_empty() || args.contains(&"--missing")),
            "{args:?}: {}",
            read.err
        );
    }
    let listed = program::commands();
    let is_tested = |name: &&String| SILENT.contains(&name.as_str()) || commands.iter().any(|args| args[0] == **name);
    let untested: Vec<&String> = listed.iter().filter(|name| !is_tested(name)).collect();
    assert!(listed.len() > 20 && untested.is_empty(), "{untested:?} of {listed:?}");
    assert!(fs::exists(proof).expect("a folder"), "nothing was removed");
}
