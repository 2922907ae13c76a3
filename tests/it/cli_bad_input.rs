//! Tests bad input on the real program: one clear line that names the place, exit code 2, and no partial result.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

use crate::program::{end, feed, file, fixture, name, refusal, refused, run, start, text};

/// Files that are no list of grids, with the place of the first mistake and a word of its message.
const BAD_LISTS: [(&str, &str, &str); 12] = [
    ("ragged.txt", "2:3", "expected 3"),
    ("empty.txt", "1:1", "no grid"),
    ("blank.txt", "1:1", "no grid"),
    ("unknown_character.txt", "2:2", "'%'"),
    ("two_blacks.txt", "2:1", "--black"),
    ("third_grid.txt", "10:2", "'a'"),
    ("open_squares.txt", "1:1", "open square"),
    ("wide.txt", "1:65", "64"),
    ("tall.txt", "65:1", "64"),
    ("latin1.txt", "3:2", "UTF-8"),
    ("binary.bin", "1:8", "NUL"),
    ("../zeros_and_ones.txt", "1:1", "--black"),
];

/// Files that are no partial grid of 3 × 3.
const BAD_GIVENS: [(&str, &str, &str); 7] = [
    ("ragged.txt", "2:3", "expected 3"),
    ("empty.txt", "1:1", "no grid"),
    ("unknown_character.txt", "2:2", "'%'"),
    ("two_givens.txt", "5:1", "second grid"),
    ("latin1.txt", "3:2", "UTF-8"),
    ("binary.bin", "1:8", "NUL"),
    ("../corner_black.txt", "1:1", "5 × 5"),
];

/// Files that are no rule set.
const BAD_RULES: [(&str, &str, &str); 7] = [
    ("unknown_key.toml", "2:1", "min_white_per_row"),
    ("wrong_type.toml", "2:12", "string \"four\""),
    ("unknown_value.toml", "1:12", "diagonals"),
    ("out_of_range.toml", "2:12", "2 to 64"),
    ("unknown_base.toml", "1:11", "american-loose"),
    ("no_toml.toml", "2:7", "expected"),
    ("latin1.toml", "2:9", "UTF-8"),
];

/// Asserts that a refusal names file, line and column, and contains the word.
fn says(line: &str, path: &str, place: &str, word: &str) {
    let rest = line.strip_prefix(path).and_then(|rest| rest.strip_prefix(':'));
    let rest = rest.unwrap_or_else(|| panic!("{path} is not named: {line}"));
    let mut parts = rest.splitn(3, ':');
    let numbers = [parts.next(), parts.next()].map(|part| part.and_then(|part| part.parse::<usize>().ok()));
    let [Some(row), Some(column)] = numbers else { panic!("no line and column: {line}") };
    assert!(place.is_empty() || place == format!("{row}:{column}"), "expected {place}: {line}");
    assert!(parts.next().is_some_and(|message| message.contains(word)), "expected {word}: {line}");
}

/// A failed write is no success, whatever is printed.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_no_success() {
    let grids = fixture("british_5x5.txt");
    for args in [
        &["--help"][..],
        &["--version"],
        &["help", "count"],
        &["count", "--help"],
        &["rules"],
        &["count", "--size", "7"],
        &["count", "--size", "7", "--format", "json"],
        &["count", "--size", "5", "--by", "symmetry"],
        &["list", "--size", "5"],
        &["compare", "--size", "5"],
        &["validate", &grids],
        &["stats", &grids],
        &["draw", &grids],
        &["convert", &grids, "--to", "text"],
        &["complete", "fixtures/tour/begun.txt"],
        &["repair", "fixtures/tour/slip.txt"],
        &["similar", "fixtures/tour/slip.txt", "--among", &grids],
        &["export", "--size", "3", "--to", "asp"],
        &["audit", "--max-size", "5"],
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("there is such a device");
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_gridcheck"));
        let output = command.args(args).stdout(full).output().expect("the program starts");
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(crate::program::EXHAUSTED), "{args:?}: {said}");
        assert_eq!(said, "gridcheck: standard output: No space left on device (os error 28)\n", "{args:?}");
    }
}

#[test]
fn sizes_out_of_range_are_refused() {
    for size in ["0", "65", "-3", "x", "", "7.5", "18446744073709551617", "0x5", "5x", "65x3", "5x5x5"] {
        for command in ["count", "list", "compare"] {
            let line = refused(&[command, "--size", size]);
            assert!(line.contains("size") && line.contains("1 to 64"), "{line}");
        }
        for command in [
            &["sample"][..],
            &["rank", "fixtures/tour/lattice.txt"],
            &["certify", "--out", "no/such/folder"],
            &["export", "--to", "asp"],
            &["explain", "--count", "17"],
        ] {
            let line = refused(&[command, &["--size", size]].concat());
            assert!(line.contains("size") && line.contains("1 to 64"), "{command:?}: {line}");
        }
        refused(&["count", &format!("--size={size}")]);
    }
}

#[test]
fn bad_lists_are_refused_at_the_place() {
    for (bad, place, word) in BAD_LISTS {
        let path = fixture(&format!("bad/{bad}"));
        says(&refused(&["validate", &path]), &path, place, word);
        says(&refused(&["validate", "--format", "json", &path]), &path, place, word);
        says(&refused(&["compare", "--size", "3", "--against", &path]), &path, place, word);
        says(&refused(&["repair", &path]), &path, place, word);
        says(&refused(&["similar", &path, "--among", "fixtures/tour/lattice.txt"]), &path, place, word);
        says(&refused(&["similar", "fixtures/tour/lattice.txt", "--among", &path]), &path, place, word);
        let input = fs::read(&path).expect("a fixture");
        says(&refusal(&[bad], &feed(&["validate", "-"], input)), "standard input", place, word);
    }
}

#[test]
fn a_bad_file_keeps_no_other_from_being_judged() {
    let good = fixture("british_5x5.txt");
    let bad = fixture("bad/third_grid.txt");
    for args in [["validate", &good, &bad], ["validate", &bad, &good]] {
        let said = run(&args);
        assert_eq!((said.code, said.err.as_str()), (2, ""), "{said:?}");
        assert!(said.out.contains(&format!("{bad}:10: unreadable\n  GC000 error: 10:2: 'a'")), "{}", said.out);
        assert!(
            said.out.ends_with("17 grids by the rules british: 17 valid, 0 invalid; 1 file unreadable\n"),
            "{}",
            said.out
        );
    }
    let line = refused(&["validate", &good, "no/such/file.txt"]);
    assert!(line.starts_with("no/such/file.txt: "), "{line}");
}

#[test]
fn bad_givens_are_refused_at_the_place() {
    for (bad, place, word) in BAD_GIVENS {
        let path = fixture(&format!("bad/{bad}"));
        for command in ["count", "list", "compare"] {
            says(&refused(&[command, "--size", "3", "--given", &path]), &path, place, word);
        }
        // A painted grid states its size itself.
        if bad != "../corner_black.txt" {
            says(&refused(&["complete", &path]), &path, place, word);
            says(&refused(&["repair", "fixtures/tour/slip.txt", "--keep", &path]), &path, place, word);
        }
    }
}

#[test]
fn bad_rule_files_are_refused_at_the_place() {
    for (bad, place, word) in BAD_RULES {
        let path = fixture(&format!("bad/{bad}"));
        for command in ["count", "list", "compare"] {
            says(&refused(&[command, "--size", "5", "--rules", &path]), &path, place, word);
        }
        says(&refused(&["validate", "--rules", &path, &fixture("british_5x5.txt")]), &path, place, word);
    }
    for name in ["welsh", ""] {
        for args in [&["count", "--size", "5", "--rules", name][..], &["rules", name]] {
            let line = refused(args);
            assert!(line.contains(&format!("`{name}`")) && line.contains("american-loose"), "{line}");
        }
    }
}

#[test]
fn what_is_not_a_readable_file_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let missing = folder.path().join("missing.toml");
    for path in [folder.path(), &missing] {
        unreadable(path);
    }
}

#[cfg(unix)]
#[test]
fn no_permission_to_read_is_refused_by_name() {
    use std::os::unix::fs::PermissionsExt;

    let locked = tempfile::Builder::new().suffix(".toml").tempfile().expect("a temporary file");
    fs::set_permissions(locked.path(), fs::Permissions::from_mode(0o000)).expect("it is ours");
    if fs::File::open(locked.path()).is_ok() {
        println!("skipped: whoever runs this test may read everything");
        return;
    }
    unreadable(locked.path());
}

/// Asserts that every option that takes a file refuses this one.
fn unreadable(path: &Path) {
    let path = text(path);
    for args in [
        &["validate", path][..],
        &["validate", "--rules", path, "fixtures/cli/ring.txt"],
        &["count", "--size", "5", "--given", path],
        &["list", "--size", "5", "--rules", path],
        &["compare", "--size", "5", "--against", path],
        &["complete", path],
        &["repair", path],
        &["repair", "fixtures/tour/slip.txt", "--keep", path],
        &["similar", "fixtures/tour/slip.txt", "--among", path],
    ] {
        // These commands take folders.
        let takes_folders = args == ["validate", path] || args[0] == "similar";
        if !(takes_folders && Path::new(path).is_dir()) {
            let line = refused(args);
            assert!(line.starts_with(&format!("{path}: ")), "{line}");
        }
    }
}

#[test]
fn bad_use_is_one_line() {
    let ring = fixture("ring.txt");
    for args in [
        &["counts"][..],
        &["count"],
        &["count", "--size"],
        &["count", "--size", "5", "--size", "7"],
        &["count", "--size", "5", "extra"],
        &["count", "--size", "5", "--nosuch"],
        &["count", "--size", "5", "--format", "line"],
        &["count", "--size", "5", "--jobs", "0"],
        &["count", "--size", "5", "--jobs", "-1"],
        &["count", "--size", "5", "--jobs", "many"],
        &["count", "--size", "5", "--engine", "two\nlines"],
        &["count", "--size", "5", "--color", "sometimes"],
        &["list", "--size", "5", "--format", "xml"],
        &["list", "--size", "5", "--rules", "two\nlines.toml"],
        &["compare", "--size", "5", "--engine", "sat", "--engines", "sat"],
        &["count", "--size", "5", "--engines", "sat,backtrack"],
        &["compare", "--size", "5", "--black", "##"],
        &["validate"],
        &["validate", ""],
        &["validate", "--size", "5", &ring],
        &["validate", "two\nlines.txt"],
        &["validate", "\u{1b}[31mred.txt"],
        &["rules", "british", "american"],
    ] {
        refused(args);
    }
    let said = run(&[]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains("Usage: gridcheck"), "without any argument the help is the answer: {}", said.err);
}

#[test]
fn a_misspelt_word_gets_a_suggestion() {
    for (args, line) in [
        (&["cuont"][..], "unknown command `cuont`; did you mean `count`? (see gridcheck --help)"),
        (&["wxyz"], "unknown command `wxyz` (see gridcheck --help)"),
        (&["count", "--szie", "5"], "unknown flag `--szie`; did you mean `--size`? (see gridcheck --help)"),
        (&["count", "--size", "5", "--format", "jsn"], "did you mean `json`?"),
        (&["count", "--size", "5", "--quux"], "unknown flag `--quux` (see gridcheck --help)"),
    ] {
        let said = refused(args);
        assert!(said.contains(line), "{args:?}: {said}");
    }
}

/// Writes `piece` repeatedly until the reader stops. Returns the number of bytes written.
fn pour(mut pipe: impl Write, piece: &[u8]) -> usize {
    let chunk = piece.repeat((8192 / piece.len()).max(1));
    let mut written = 0;
    loop {
        match pipe.write_all(&chunk) {
            Ok(()) => written += chunk.len(),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return written,
            Err(error) => panic!("{error}"),
        }
        assert!(written < 16 << 20, "16 MB of nonsense taken");
    }
}

#[test]
fn an_endless_stream_is_refused_at_once() {
    let pieces: [(&[u8], &str); 9] = [
        (b".......\n", "65:1"),
        (b".", "1:65"),
        (b"#", "1:65"),
        (b"\0", "1:1"),
        (b"\n", ""),
        (b"y\n", ""),
        (b"no grid here ", "1:1"),
        (b"{\"rows\": [", ""),
        (b"...\n.#.\n...\n\n..\xff", "5:3"),
    ];
    for (piece, place) in pieces {
        let commands = [
            &["validate", "-"][..],
            &["validate", "--quiet", "-"],
            &["validate", "--format", "json", "-"],
            &["count", "--size", "7", "--given", "-"],
            &["compare", "--size", "7", "--engines", "backtrack", "--against", "-"],
        ];
        for args in commands {
            let mut child = start(args);
            // 1 MB leaves ample room for the pipe's buffer and one read.
            assert!(pour(child.stdin.take().expect("a pipe"), piece) < 1 << 20, "{args:?}");
            let line = refusal(args, &end(child));
            let place = if args[0] == "count" { "" } else { place };
            says(&line, "standard input", place, "");
        }
    }
}

#[test]
fn a_device_without_end_is_refused_at_once() {
    for device in ["/dev/zero", "/dev/urandom"] {
        if !Path::new(device).exists() {
            println!("skipped: there is no {device}");
            continue;
        }
        for args in [
            &["validate", device][..],
            &["count", "--size", "5", "--given", device],
            &["compare", "--size", "5", "--against", device],
            &["count", "--size", "5", "--rules", device],
        ] {
            let line = refused(args);
            assert!(line.starts_with(device), "{line}");
        }
    }
}

#[test]
fn a_line_that_fills_a_file_is_refused_at_once() {
    for square in [".", "⬛", "x ", "a"] {
        let long = file(square.repeat(5_000_000 / square.len()));
        let line = refused(&["validate", name(&long)]);
        says(&line, name(&long), "", "");
        assert!(line.len() < name(&long).len() + 200, "{line}");
    }
}
