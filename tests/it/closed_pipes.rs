//! Tests readers that leave early, as in `gridcheck list ... | head -1`: that is no failure, and a verdict still decides the exit
//! code.

use std::io::{BufRead, BufReader};

use crate::program::{end, file, name, start};

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

#[test]
fn the_verdict_of_a_comparison_survives_a_closed_pipe() {
    for (list, code) in [("fixtures/tour/published.txt", 1), ("fixtures/cli/british_5x5.txt", 0)] {
        let mut child = start(&["compare", "--size", "5", "--engines", "backtrack", "--against", list]);
        drop(child.stdout.take());
        let said = end(child);
        assert_eq!((said.code, said.err.as_str()), (code, ""), "{list}");
    }
}

#[test]
fn the_verdict_on_grids_survives_a_closed_pipe() {
    let valid = "...\n.#.\n...\n\n".repeat(2000);
    let invalid = "...\n.#.\n..#\n\n".repeat(2000);
    for (list, code) in [(&valid, 0), (&invalid, 1), (&format!("{valid}{invalid}"), 1)] {
        let list = file(list);
        let list = name(&list);
        for args in [
            &["validate", list][..],
            &["validate", "--format", "json", list],
            &["validate", "--format", "sarif", list],
            &["rank", "--size", "3", list],
        ] {
            let mut child = start(args);
            drop((child.stdout.take(), child.stderr.take()));
            assert_eq!(end(child).code, code, "{args:?}");
        }
        // Figures have no verdict.
        let mut child = start(&["stats", list]);
        drop((child.stdout.take(), child.stderr.take()));
        assert_eq!(end(child).code, 0);
    }
}
