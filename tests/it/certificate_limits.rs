//! Tests `gridcheck certify` and `gridcheck check` on the real program.

use std::fs;

use crate::certificate::{claims_none, rare, without_witness};
use crate::prelude::*;
use crate::program::{answer, end, json_lines, keys, refused, run, start, text};
use serde_json::json;
use tempfile::TempDir;

fn folder() -> TempDir {
    TempDir::new().expect("a temporary folder")
}

#[test]
fn a_sound_refutation_without_established_meaning_is_exit_code_3() {
    let place = claims_none(&without_witness());
    let said = run(&["check", text(place.path())]);
    assert_eq!((said.code, said.err.as_str()), (3, ""));
    // The first line must not look like a claim, nor the last one like an acceptance.
    assert!(said.out.starts_with("Not established: Exactly 0 grids of 13 x 13 squares obey "), "{}", said.out);
    assert!(said.out.contains("\nNot established:\n- That no other grid"), "{}", said.out);
    let end = "\nnot accepted: the refutation is sound, what the clauses mean is not established\n";
    assert!(said.out.ends_with(end), "{}", said.out);
    let said = run(&["check", "--format", "json", text(place.path())]);
    assert_eq!((said.code, said.err.as_str()), (3, ""));
    let value = &json_lines(&said.out)[0];
    assert_eq!((&value["verdict"], &value["accepted"]), (&json!("meaning-not-established"), &json!(false)));
    assert_eq!((&value["meaning"]["judged"], &value["witness"]), (&json!("some"), &json!(null)));
    for command in ["check", "certify"] {
        let help = answer(&[command, "--help"]);
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("3 the meaning of the clauses is not established"), "{help}");
    }
}

/// Makes a claim that no British grid of a size exists, which only a count refutes.
fn claims_no_british(size: usize) -> TempDir {
    claims_none(&Problem::new(size, rules("british")).expect("a fair size"))
}

#[test]
fn a_verdict_that_is_not_reached_in_time_is_exit_code_3() {
    let place = claims_no_british(21);
    let said = run(&["check", "--time-limit", "1", text(place.path())]);
    assert_eq!(said.code, 3, "{}", said.err);
    assert!(said.out.starts_with("undecided: the time of 1 s was over in "), "{}", said.out);
    assert_eq!(said.out.lines().count(), 1, "{}", said.out);
    let said = run(&["check", "--time-limit", "1", "--format", "json", text(place.path())]);
    assert_eq!(said.code, 3, "{}", said.err);
    let value = &json_lines(&said.out)[0];
    assert_eq!(keys(value), ["folder", "accepted", "verdict", "why"]);
    assert_eq!((&value["verdict"], &value["accepted"]), (&json!("undecided"), &json!(false)));
    for wrong in ["-1", "soon"] {
        assert!(refused(&["check", "--time-limit", wrong, text(place.path())]).contains("--time-limit"));
    }
}

#[test]
fn a_witness_counts_until_the_list_is_refuted() {
    let place = claims_none(&rare());
    let said = run(&["check", text(place.path())]);
    assert_eq!(said.code, 1, "{}", said.err);
    assert!(
        said.out.contains(" counts at least ") && said.out.ends_with(" grids, and the list has 0\n"),
        "{}",
        said.out
    );
    // A witness is announced if it takes longer than a second, and how fast it is depends on the machine.
    if let Some(first) = said.err.lines().next() {
        assert!(
            first.starts_with("gridcheck: note: there are too many colourings to judge them all: "),
            "{}",
            said.err
        );
        assert!(
            first.ends_with(" as a witness, counts the grids; that can take minutes, an estimate follows"),
            "{}",
            said.err
        );
    }
}

/// Too little memory for the witness decides nothing about the folder.
#[test]
fn a_witness_without_memory_has_its_own_exit_code() {
    let place = claims_no_british(15);
    let said = run(&["check", "--memory", "100M", text(place.path())]);
    assert_eq!((said.code, said.out.as_str()), (crate::program::EXHAUSTED, ""), "{}", said.err);
    let last = said.err.lines().last().unwrap_or_default();
    assert!(last.starts_with("gridcheck: not enough memory (the limit is 100 MB)"), "{}", said.err);
}

/// A reader stops early, as in `gridcheck check ... | head -c 100`.
#[test]
fn the_verdict_survives_a_closed_pipe() {
    let place = claims_none(&without_witness());
    let mut child = start(&["check", text(place.path())]);
    drop(child.stdout.take());
    let said = end(child);
    assert_eq!((said.code, said.err.as_str()), (3, ""));
}

#[cfg(unix)]
mod unix {
    use std::thread::sleep;
    use std::time::Duration;

    use super::*;
    use crate::program::{await_listening, send, signalled};

    #[test]
    fn ctrl_c_leaves_nothing() {
        for wait in [300, 1500] {
            let parent = folder();
            let place = parent.path().join("out");
            let args = ["certify", "--size", "10", "--out", text(&place)];
            let said = signalled(&args, Duration::from_millis(wait), "INT");
            assert_eq!((said.code, said.out.as_str()), (130, ""), "{}", said.err);
            assert!(said.err.contains("interrupted in "), "{}", said.err);
            assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 0);
        }
    }

    /// A check has nothing to clean up, so the first signal ends it at every stage.
    #[test]
    fn a_check_ends_at_the_first_signal() {
        let place = claims_no_british(15);
        for (wait, signal, code) in [(0, "TERM", 143), (500, "INT", 130), (1500, "TERM", 143)] {
            let child = start(&["check", text(place.path())]);
            await_listening(&child);
            sleep(Duration::from_millis(wait));
            send(&child, signal);
            let begin = std::time::Instant::now();
            let said = end(child);
            assert_eq!((said.code, said.out.as_str()), (code, ""), "{}", said.err);
            assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
        }
    }
}
