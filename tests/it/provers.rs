//! Tests `gridcheck certify --prover` on the real program: a signal always, cadical where it is installed. `tests/snapshots/certify.txt` has provers
//! that misbehave. Without cadical its tests are skipped with a note, or fail if `GRIDCHECK_CADICAL_MUST_EXIST` is set.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program::{HANGS, Said, answer, end, is_running, one_line, refusal, run, send, start, text};
use tempfile::TempDir;

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_the_prover_and_leaves_nothing() {
    let folder = TempDir::new().expect("a temporary folder");
    let [script, programs, out] = ["hangs", "provers.toml", "out"].map(|name| folder.path().join(name));
    fs::write(&script, "echo \"$1 $2\" > \"$0.places\"; trap '' TERM INT; sleep 989").expect("room");
    let command = format!("[\"sh\", {:?}, \"{{file}}\", \"{{proof}}\"]", text(&script));
    fs::write(&programs, format!("[hangs]\ncommand = {command}\ninput = \"plain-dimacs\"\n")).expect("room");
    let prover = ["certify", "--size", "5", "--prover", "hangs", "--externals", text(&programs), "--out", text(&out)];
    let child = start(&prover);
    let begin = Instant::now();
    while !is_running("sleep 989") {
        assert!(begin.elapsed() < HANGS, "the prover is never started");
        sleep(Duration::from_millis(10));
    }
    send(&child, "INT");
    let said = end(child);
    assert_eq!((said.code, said.out.as_str()), (130, ""), "{}", said.err);
    assert!(one_line(&["certify"], &said.err).starts_with("interrupted in refuting with hangs"), "{}", said.err);
    assert!(!is_running("sleep 989") && !out.exists());
    for place in fs::read_to_string(folder.path().join("hangs.places")).expect("a file").split_whitespace() {
        assert!(!Path::new(place).exists(), "{place} is left");
    }
}

const CADICAL_MUST_EXIST: &str = "GRIDCHECK_CADICAL_MUST_EXIST";

/// Returns `true`, and reports it, if cadical is not installed. The error must have said how to install it.
fn is_absent(said: &Said) -> bool {
    let absent = said.code == 2 && said.err.contains("there is no program `cadical`");
    if absent {
        assert!(refusal(&["certify"], said).ends_with("; to install it: apt-get install cadical"));
        assert!(std::env::var_os(CADICAL_MUST_EXIST).is_none(), "{CADICAL_MUST_EXIST} is set, and {}", said.err);
        println!("skipped: {}", said.err.trim_end());
    }
    absent
}

#[test]
fn cadical_proves() {
    let folder = TempDir::new().expect("a temporary folder");
    let perfect = ["--size", "5", "--where", "length 3..5 = 2"];
    let american = ["--size", "5", "--rules", "american"];
    for (question, claim) in [
        (&["--size", "5"][..], "Exactly 17 grids of 5 x 5"),
        (&american, "Exactly "),
        (&perfect, "Exactly 4 grids of 5 x 5"),
    ] {
        let out = folder.path().join("out");
        let args = [&["certify", "--prover", "cadical", "--out", text(&out)], question].concat();
        let said = run(&args);
        if is_absent(&said) {
            return;
        }
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{args:?}");
        assert!(said.out.starts_with(claim) && said.out.ends_with("\naccepted\n"), "{}", said.out);
        assert_eq!(answer(&["check", text(&out)]), said.out);
        fs::remove_dir_all(&out).expect("it is there");
    }
}
