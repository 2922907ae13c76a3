//! The results that the repository keeps: each file of sums is whole, says what its notes say, and two engines say the same.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::rules;
use gridcheck::checked_log::record;
use gridcheck::engine::{BlockSums, Pinwheel, Run, UprightSums, Window};
use gridcheck::problem::Problem;

/// Counted by pinwheel, block by block, and by window, upright by upright.
const RESULTS: [(&str, &str, usize); 2] = [("british-15", "british", 15), ("american-17", "american", 17)];

fn file(name: &str, ending: &str) -> PathBuf {
    Path::new("fixtures/results").join(format!("{name}.{ending}"))
}

fn problem(rule_set: &str, size: usize) -> Problem {
    Problem::new(size, rules(rule_set)).expect("a fair problem")
}

fn recorded(name: &str, problem: &Problem) -> BlockSums {
    BlockSums::read(&file(name, "sums"), problem).unwrap_or_else(|error| panic!("{error}"))
}

fn uprights(name: &str, problem: &Problem) -> UprightSums {
    UprightSums::read(&file(name, "uprights"), problem).unwrap_or_else(|error| panic!("{error}"))
}

/// The names that a file has records of, and its text.
fn records(name: &str, ending: &str) -> (Vec<String>, String) {
    let text = fs::read_to_string(file(name, ending)).expect("the file is there");
    let names = text.lines().skip(1).filter_map(|line| line.split_once(' ')).map(|(block, _)| block.to_owned());
    (names.filter(|block| block != "total").collect(), text)
}

#[test]
fn the_notes_give_the_totals_of_the_files() {
    let notes = fs::read_to_string("fixtures/results/README.md").expect("the notes are there");
    for (name, rule_set, size) in RESULTS {
        let problem = problem(rule_set, size);
        let total = recorded(name, &problem).total().expect("it fits");
        let by_upright = uprights(name, &problem);
        assert!(by_upright.is_finished(), "{name}");
        assert_eq!(by_upright.total(), Some(total), "{name}: two engines");
        let total = total.to_string();
        let groups: Vec<&str> = (0..total.len())
            .filter(|at| at + 1 == total.len() || (total.len() - at - 1).is_multiple_of(3))
            .scan(0, |from, to| Some(&total[std::mem::replace(from, to + 1)..=to]))
            .collect();
        assert!(notes.contains(&groups.join(",")), "{name}: the notes do not give {}", groups.join(","));
    }
}

/// What reads and writes such files has changed since, their lines have not.
#[test]
fn their_lines_are_written_as_they_would_be_today() {
    for (name, ending) in RESULTS.iter().flat_map(|(name, ..)| [(name, "sums"), (name, "uprights")]) {
        let (_, text) = records(name, ending);
        let (header, records) = text.split_once('\n').expect("a first line");
        for line in records.lines() {
            let (said, _) = line.rsplit_once(' ').expect("a check");
            assert_eq!(record(header, said), format!("{line}\n"), "{name}.{ending}");
        }
    }
}

/// A few blocks, spread over each file, are counted again.
#[test]
#[ignore = "minutes in release"]
fn some_blocks_come_out_as_recorded() {
    for (name, rule_set, size) in RESULTS {
        let problem = problem(rule_set, size);
        let sums = recorded(name, &problem);
        let (blocks, _) = records(name, "sums");
        for block in blocks.iter().skip(blocks.len() / 3).step_by(blocks.len() / 8) {
            let counted = Pinwheel.count_block(&problem, &Run::new(), block, &sums);
            let (counted, recorded) = counted.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(Some(counted), recorded, "{name}: {block}");
        }
        let sums = uprights(name, &problem);
        let (blocks, _) = records(name, "uprights");
        for block in blocks.iter().skip(blocks.len() / 3).step_by(blocks.len() / 4) {
            let counted = Window.count_upright(&problem, &Run::new(), block, &sums);
            let (counted, recorded) = counted.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(Some(counted), recorded, "{name}: {block}");
        }
    }
}
