//! What commands replace: a file of `--out` only with `--force`, an input only with `--in-place` or `--fix`, only if nothing of it is lost,
//! and only if it has not changed meanwhile.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program::{HANGS, answer, refusal, refused, run, start, text};

const GRID: &str = "...\n...\n...\n";
const PUZZLE: &str = "fixtures/formats/plain.ipuz";

/// Every command that writes a file refuses one that exists, before it works, and replaces it with `--force`.
#[test]
fn an_existing_file_is_replaced_only_with_force() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("grid.txt"), GRID).expect("room");
    fs::write(path("words.txt"), "cat\nape\nted\n").expect("room");
    let (grid, words) = (path("grid.txt"), path("words.txt"));
    let commands: [(&[&str], &str); 8] = [
        (&["convert", PUZZLE, "--to", "exolve"], "a.exolve"),
        (&["repair", &grid], "a.txt"),
        (&["draw", &grid], "a.svg"),
        (&["draw", &grid], "a.pdf"),
        (&["export", "--size", "3", "--to", "dimacs"], "a.cnf"),
        (&["fill", "--size", "3", "--words", &words], "a.ipuz"),
        (&["fill", "--size", "3", "--words", &words, "--export", "dlx"], "a.dlx"),
        (&["count", "--size", "5", "--by", "words"], "b.svg"),
    ];
    for (args, out) in commands {
        let out = path(out);
        let args = [args, &["--out", &out]].concat();
        fs::write(&out, "mine").expect("room");
        let line = refused(&args);
        assert_eq!(
            line,
            format!("--out {out}: the file exists: use --force to replace it, or name another one"),
            "{args:?}"
        );
        assert_eq!(fs::read(&out).expect("the file"), b"mine");
        assert_eq!(run(&[&args[..], &["--force"]].concat()).code, 0, "{args:?}");
        assert_ne!(fs::read(&out).expect("the file"), b"mine");
        fs::remove_file(&out).expect("the file");
        assert_eq!(run(&args).code, 0, "{args:?}");
    }
    let folder = path("converted");
    let args = ["convert", PUZZLE, "--to", "puz", "--out-dir", &folder];
    assert_eq!(run(&args).code, 0);
    assert!(refused(&args).ends_with("plain.puz: the file exists: use --force to replace it, or name another one"));
    assert_eq!(run(&[&args[..], &["--force"]].concat()).code, 0);
    for more in [&["--in-place", "--force"][..], &["--force"]] {
        assert_eq!(run(&[&["convert", &grid], more].concat()).code, 2, "{more:?}");
    }
}

/// A file that changes while it is processed is not replaced. The search for a repair lasts until the test has changed the file.
#[cfg(unix)]
#[test]
fn a_file_that_changed_is_not_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = folder.path().join("list.txt");
    let grid = "...............\n".repeat(15);
    fs::write(&list, [grid.as_str(); 3].join("\n")).expect("room");
    let mut child = start(&["repair", text(&list), "--in-place", "--time-limit", "2s"]);
    // The unfinished file beside the input shows that the input was read.
    let begun = Instant::now();
    while fs::read_dir(folder.path()).expect("a folder").count() < 2 && begun.elapsed() < HANGS {
        sleep(Duration::from_millis(5));
    }
    assert!(child.try_wait().expect("a child").is_none(), "the program was too fast for this test");
    fs::write(&list, "mine\n").expect("room");
    drop(child.stdin.take());
    let said = crate::program::Said::from(child.wait_with_output().expect("the program ends"));
    assert_eq!(said.code, 2, "{}", said.err);
    assert!(said.err.contains("changed"), "{}", said.err);
    assert_eq!(fs::read(&list).expect("the file"), b"mine\n");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left behind");
}

/// In place a file keeps its format, and the contents that only that format has.
#[test]
fn a_file_in_place_keeps_its_format_and_its_own_entries() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (name, line) in [("guardian.json", "guardian cannot be written"), ("plain.qxw", "qxw cannot be written")] {
        fs::copy(Path::new("fixtures/formats").join(name), path(name)).expect("room");
        let before = fs::read(path(name)).expect("a file");
        for args in [&["convert"][..], &["repair"]] {
            let said = refused(&[args, &[&path(name), "--in-place"]].concat());
            assert!(said.contains("--in-place keeps the format") && said.contains(line), "{said}");
        }
        assert_eq!(fs::read(path(name)).expect("a file"), before);
    }
    fs::copy(PUZZLE, path("a.ipuz")).expect("room");
    let line = refused(&["convert", &path("a.ipuz"), "--in-place", "--to", "exolve"]);
    assert!(line.ends_with("--in-place keeps the format, ipuz; --out names another file for exolve"), "{line}");
    // The ending does not decide.
    fs::copy("fixtures/formats/across_lite.txt", path("b.txt")).expect("room");
    assert_eq!(run(&["convert", &path("b.txt"), "--in-place"]).code, 0);
    assert!(fs::read_to_string(path("b.txt")).expect("a file").starts_with("<ACROSS PUZZLE"));

    let ipuz = fs::read_to_string(PUZZLE).expect("a fixture");
    let ours =
        ipuz.replacen('{', "{\"uniqueid\": \"u-7\", \"origin\": \"mine\", \"com.example:x\": {\"deep\": [1.50]},", 1);
    fs::write(path("a.ipuz"), ours).expect("room");
    assert_eq!(run(&["convert", &path("a.ipuz"), "--in-place"]).code, 0);
    let kept = fs::read_to_string(path("a.ipuz")).expect("a file");
    for entry in ["\"uniqueid\": \"u-7\"", "\"origin\": \"mine\"", "\"com.example:x\": {\"deep\": [1.50]}"] {
        assert!(kept.contains(entry), "{kept}");
    }
    let said = run(&["convert", &path("a.ipuz"), "--to", "xd"]);
    assert!(said.err.contains("what only the format of the file has: uniqueid, origin, com.example:x"), "{}", said.err);

    fs::copy("fixtures/formats/plain.exolve", path("c.exolve")).expect("room");
    let id = "exolve-id: ";
    let has_id = |name: &str| fs::read_to_string(name).expect("a file").contains(id);
    assert!(has_id("fixtures/formats/plain.exolve"));
    assert_eq!(run(&["convert", &path("c.exolve"), "--in-place"]).code, 0);
    assert!(has_id(&path("c.exolve")));
    for (file, from, to, lost) in [
        (PUZZLE, "\"solution\": [", "\"solution\": [", ""),
        ("fixtures/formats/plain.exolve", "exolve-begin", "exolve-begin\n  exolve-prelude: One line", ""),
        ("fixtures/formats/plain.xd", "Clue ~ ANSWER", "Clue ~ NOT THE GRID", "answers that are not the letters"),
    ] {
        let name = path(Path::new(file).file_name().expect("a name").to_str().expect("UTF-8"));
        let changed = fs::read_to_string(file).expect("a fixture").replacen(from, to, 1);
        fs::write(&name, &changed).expect("room");
        let said = run(&["convert", &name, "--in-place"]);
        if lost.is_empty() {
            assert_eq!(said.code, 0, "{}", said.err);
            assert!(fs::read_to_string(&name).expect("a file").contains(to.split(": ").last().expect("a text")));
        } else {
            assert!(refusal(&[], &said).contains(lost), "{}", said.err);
            assert_eq!(fs::read_to_string(&name).expect("a file"), changed);
        }
    }
    assert!(answer(&["convert", &path("c.exolve"), "--to", "exolve"]).contains(id));
}

/// A file that is not recognised is refused with the reason.
#[test]
fn a_refusal_names_the_format_that_was_not_recognised() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content, said) in [
        ("a.xd", "Title: A\n\nABC\n#%.\n", "nothing in it shows the format xd, so it was read as plain text"),
        ("a.ccw", "CCW\0\u{1}", "Crossword Compiler's own format .ccw is not supported"),
        ("nyt.json", "{\n \"body\": [{\"cells\": []}], \"id\": 1}", "a newspaper's site, which is not supported"),
        ("other.json", "{\n \"x\": 1}", "JSON of an unknown format: expected the key kind"),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, content).expect("room");
        for command in ["validate", "convert"] {
            let line = refused(&[command, text(&path)]);
            assert!(line.contains(said), "{line}");
        }
    }
}
