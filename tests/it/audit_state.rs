//! Tests `gridcheck audit` on the real program.

use gridcheck::audit::build::BUILD;

use crate::program::{answer, feed, file, name, refused, run, text};
use serde_json::{Value, json};

/// Returns a claims file with these claims about 5 × 5 and 7 × 7.
fn claims(claims: &[(i64, &str, &str, &str)]) -> String {
    let claims: Vec<Value> = claims
        .iter()
        .map(|(size, rules, quantity, value)| {
            json!({ "size": size, "rules": rules, "quantity": quantity, "value": value })
        })
        .collect();
    let source = json!({ "author": "A. Setter", "title": "On *grids*", "year": 2020, "where": "a | drawer" });
    json!({ "name": "setter_2020", "source": source, "claims": claims }).to_string()
}

const RIGHT: [(i64, &str, &str, &str); 2] = [(5, "british", "total", "17"), (7, "american", "total", "312")];
/// The page in the repository is still right, as far as a quick check can tell.
#[test]
fn the_page_in_docs_is_right_up_to_7() {
    let said = run(&["audit", "--max-size", "7", "--expect", "docs/AUDIT.md"]);
    // The page may be by another build; that is noted.
    let changes: Vec<&str> =
        said.err.lines().filter(|line| !line.starts_with("gridcheck: note: the page is by")).collect();
    assert_eq!((said.code, changes), (0, vec![]));
}

/// A second audit would write between the lines of the first.
#[test]
fn one_audit_at_a_time_has_a_state_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state");
    let long = file(claims(&[(15, "british", "total", "1")]));
    let child = crate::program::start(&["audit", name(&long), "--state", text(&state)]);
    let begin = std::time::Instant::now();
    let header = || std::fs::read_to_string(&state).unwrap_or_default();
    while !header().ends_with('\n') {
        assert!(begin.elapsed() < std::time::Duration::from_secs(30), "no state is begun");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let before = header();
    let quick = file(claims(&RIGHT));
    let args = ["audit", name(&quick), "--state", text(&state)];
    assert_eq!(refused(&args), format!("{}: another run of gridcheck is going on with this file", state.display()));
    let mut child = child;
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
    assert_eq!(header(), before);
    assert!(answer(&args).contains("2 confirmed"), "a killed one leaves the file to others");
}

/// A state of any size is read completely.
#[test]
fn a_large_state_is_read_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state");
    let input = file(claims(&RIGHT));
    let args = ["audit", name(&input), "--state", text(&state), "--budget", "0s"];
    assert!(answer(&["audit", name(&input), "--state", text(&state)]).contains("2 confirmed"));
    let whole = std::fs::read_to_string(&state).expect("the state");
    let (header, records) = whole.split_once('\n').expect("a first line");
    // Opinions on unasked questions, 20 MB of them, precede those that are needed.
    let other =
        json!({ "question": "x".repeat(40_000), "engine": "none", "count": "0", "seconds": 0.0, "build": BUILD });
    let other = other.to_string();
    let check = blake3::hash(format!("{header}\n{other}").as_bytes()).to_hex();
    let others = format!("{other} {}\n", &check[..8]).repeat(500);
    let large = format!("{header}\n{others}{records}");
    std::fs::write(&state, &large).expect("room");
    let said = run(&args);
    assert_eq!((said.code, said.err.as_str()), (0, "gridcheck: note: 504 answers were established before\n"));
    assert!(said.out.contains("2 confirmed"), "{}", said.out);
    assert!(std::fs::read_to_string(&state).expect("the state") == large, "it was cut");
}

/// A file size limit simulates a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing_that_was_established() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state");
    let input = file(claims(&RIGHT));
    let script = r#"ulimit -f 1; exec "$0" "$@""#;
    let program = env!("CARGO_BIN_EXE_gridcheck");
    let args = ["audit", name(&input), "--state", text(&state)];
    let output = std::process::Command::new("sh").args(["-c", script, program]).args(args).output();
    let said = String::from_utf8(output.as_ref().expect("there is a shell").stderr.clone()).expect("text");
    assert_eq!(output.expect("there is a shell").status.code(), Some(crate::program::EXHAUSTED), "{said}");
    assert_eq!(said, format!("gridcheck: {}: File too large (os error 27)\n", state.display()));
    let kept = std::fs::read_to_string(&state).expect("the state");
    assert!(kept.ends_with('\n') && kept.lines().count() == 2, "{kept}");
    let said = run(&args);
    assert_eq!((said.code, said.err), (0, "gridcheck: note: 1 answer was established before\n".to_owned()));
    #[cfg(target_os = "linux")]
    assert!(refused(&["audit", name(&input), "--state", "/dev/full"]).starts_with("/dev/full: expected a file"));
}

#[test]
fn a_short_budget_ends_in_time_and_says_what_is_missing() {
    let out = feed(
        &["audit", "-", "--budget", "2s", "--jobs", "1"],
        claims(&[(15, "british", "total", "1"), (5, "ho", "total", "17")]),
    );
    assert_eq!(out.code, 0);
    assert!(out.out.ends_with("1 confirmed, 1 out of budget.\n"), "{}", out.out);
}
