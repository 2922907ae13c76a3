//! A closed pipe changes no exit code: every command that prints is run with standard output as a pipe whose reader has left.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::program::{self, Said, answer, end, file, name, run, start};
use crate::running::Running;

/// Runs the program with standard output as a pipe without a reader, and standard error too if `errors` is `true`.
fn unread(args: &[&str], errors: bool) -> Said {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let stderr = if errors { writer.try_clone().expect("a pipe").into() } else { Stdio::piped() };
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridcheck"));
    command.args(args).stdin(Stdio::null()).stdout(writer).stderr(stderr);
    drop(reader);
    end(Running::new(&mut command))
}

/// Commands that print nothing on standard output, because they write files or pictures.
const SILENT: [&str; 2] = ["certify", "page"];

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
    // Too many grids for one write, so that a verdict follows the failure.
    let [valid, invalid] = ["...\n.#.\n...\n\n", "...\n.#.\n..#\n\n"].map(|grid| grid.repeat(2000));
    let many = [valid.clone(), invalid.clone(), valid + &invalid].map(file);
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
        vec!["sample", "--size", "5", "--rank-of", list],
        vec!["validate", list],
        vec!["validate", slip, "--format", "sarif"],
        vec!["complete", one],
        vec!["repair", slip],
        vec!["similar", one, "--among", list],
        vec!["find", "--like", one, list],
        vec!["find", "--across", "3,...", "--size", "5"],
        vec!["convert", "fixtures/formats/ordinary.puz", "--to", "ipuz"],
        vec!["check", proof],
        vec!["fill", one, "--words", words],
        vec!["words", "AB?", "--words", words],
        vec!["stats", list],
        vec!["draw", list],
    ])
    .chain(
        ["fixtures/tour/published.txt", "fixtures/cli/british_5x5.txt"]
            .map(|list| vec!["compare", "--size", "5", "--engines", "backtrack", "--against", list]),
    )
    .chain(many.iter().map(name).flat_map(|many| {
        [
            vec!["validate", many],
            vec!["validate", "--format", "json", many],
            vec!["validate", "--format", "sarif", many],
            vec!["sample", "--size", "3", "--rank-of", many],
            vec!["stats", many],
        ]
    }))
    .collect();
    for args in &commands {
        let (read, silent, unread) = (run(args), unread(args, true), unread(args, false));
        assert_eq!((silent.code, unread.code), (read.code, read.code), "{args:?}: {}", unread.err);
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

/// Reads one line of a listing and leaves, as `head -1` does.
#[test]
fn list_succeeds_when_its_reader_closes_the_pipe() {
    for format in ["text", "line", "json"] {
        let mut child = start(&["list", "--size", "9", "--format", format]);
        let mut first = String::new();
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
        reader.read_line(&mut first).expect("a line");
        drop(reader);
        let said = end(child);
        assert!(!first.is_empty());
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{format}");
    }
}
