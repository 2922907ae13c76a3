//! Tests files that someone else uses at the same time: another run of the program, or an editor.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program::{HANGS, answer, end, gridcheck, run, start, text};

/// Starts a long run that writes `path`, and waits for its first line. Asserts that `others` refuse to write the file meanwhile.
/// Calls `reading`, kills the long run, and returns the file as it left it.
fn written_by_one(long: &[&str], path: &Path, others: &[&str], reading: impl FnOnce()) -> String {
    let child = start(long);
    let begun = Instant::now();
    let written = || fs::read_to_string(path).unwrap_or_default();
    while !written().ends_with('\n') {
        assert!(begun.elapsed() < HANGS, "no file is begun");
        sleep(Duration::from_millis(5));
    }
    let said = run(others);
    // A scheduler can try again.
    assert_eq!((said.code, said.out.as_str()), (75, ""), "{others:?}: {}", said.err);
    assert_eq!(
        said.err,
        format!("gridcheck: {}: another run of gridcheck is going on with this file\n", path.display())
    );
    reading();
    drop(child);
    written()
}

#[test]
fn two_writers_of_a_piece_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("1.sums");
    let args =
        ["count", "--size", "15", "--jobs", "1", "--pieces", "2", "--piece", "1", "--sums", text(&path), "--resume"];
    written_by_one(&args, &path, &args, || {
        // Reading needs no lock.
        let said = run(&["sums", text(&path), "--missing"]);
        assert_eq!((said.code, said.out.as_str()), (0, "1\n2\n"), "{}", said.err);
    });
    // The lock of a killed process is released.
    let said = gridcheck(&args).timeout(Duration::from_secs(3)).output();
    assert!(!String::from_utf8_lossy(&said.expect("it starts").stderr).contains("another run"));
}

/// A second audit would write between the lines of the first.
#[test]
fn one_audit_at_a_time_has_a_state_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let claims = |name: &str, size: usize, value: &str| {
        let claim = format!(r#"{{ "size": {size}, "rules": "british", "quantity": "total", "value": "{value}" }}"#);
        let source = r#"{ "author": "a", "title": "t", "year": 2020, "where": "w" }"#;
        let file = format!(r#"{{ "name": "n", "source": {source}, "claims": [{claim}] }}"#);
        fs::write(path(name), file).expect("room");
    };
    claims("long", 15, "1");
    claims("quick", 5, "17");
    let (state, long, quick) = (path("state"), path("long"), path("quick"));
    let args = ["audit", text(&quick), "--state", text(&state)];
    let left = written_by_one(&["audit", text(&long), "--state", text(&state)], &state, &args, || {});
    assert_eq!(left.lines().count(), 1, "{left}");
    assert!(answer(&args).contains("1 confirmed"), "a killed one leaves the file to others");
}

/// A file that changes while it is processed is not replaced. The search for repairs of the last two grids lasts until the test has changed
/// the file. The first grid is valid, so there is something to write in any case.
#[test]
fn a_file_that_changed_is_not_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = folder.path().join("list.txt");
    let (valid, white) = (".....\n.#.#.\n.....\n.#.#.\n.....\n", "...............\n".repeat(15));
    fs::write(&list, [valid, &white, &white].join("\n")).expect("room");
    let mut child = start(&["repair", text(&list), "--in-place", "--time-limit", "2s"]);
    // The unfinished file beside the input shows that the input was read.
    let begun = Instant::now();
    while fs::read_dir(folder.path()).expect("a folder").count() < 2 && begun.elapsed() < HANGS {
        sleep(Duration::from_millis(5));
    }
    assert!(child.ended().is_none(), "the program was too fast for this test");
    fs::write(&list, "mine\n").expect("room");
    drop(child.stdin.take());
    let said = end(child);
    assert_eq!(said.code, 2, "{}", said.err);
    assert!(said.err.contains("changed"), "{}", said.err);
    assert_eq!(fs::read(&list).expect("the file"), b"mine\n");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left behind");
}
