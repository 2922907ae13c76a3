//! The results that the repository keeps: each file of sums is whole, and says what its notes say.

use std::fs;
use std::path::Path;

use crate::support::rules;
use gridcheck::checked_log::record;
use gridcheck::engine::{BlockSums, Pinwheel, Run};
use gridcheck::problem::Problem;

const RESULTS: [(&str, &str, usize); 2] = [("british-15", "british", 15), ("american-17", "american", 17)];

fn recorded(name: &str, rule_set: &str, size: usize) -> (Problem, BlockSums) {
    let problem = Problem::new(size, rules(rule_set)).expect("a fair problem");
    let path = Path::new("fixtures/results").join(format!("{name}.sums"));
    let sums = BlockSums::read(&path, &problem).unwrap_or_else(|error| panic!("{error}"));
    (problem, sums)
}

#[test]
fn the_notes_give_the_totals_of_the_files() {
    let notes = fs::read_to_string("fixtures/results/README.md").expect("the notes are there");
    for (name, rule_set, size) in RESULTS {
        let (_, sums) = recorded(name, rule_set, size);
        let total = sums.total().expect("it fits").to_string();
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
    for (name, ..) in RESULTS {
        let text = fs::read_to_string(format!("fixtures/results/{name}.sums")).expect("the file is there");
        let (header, records) = text.split_once('\n').expect("a first line");
        for line in records.lines() {
            let (said, _) = line.rsplit_once(' ').expect("a check");
            assert_eq!(record(header, said), format!("{line}\n"), "{name}");
        }
    }
}

/// A few blocks, spread over each file, are counted again.
#[test]
#[ignore = "minutes in release"]
fn some_blocks_come_out_as_recorded() {
    for (name, rule_set, size) in RESULTS {
        let (problem, sums) = recorded(name, rule_set, size);
        let text = fs::read_to_string(format!("fixtures/results/{name}.sums")).expect("it has just been read");
        let blocks: Vec<&str> = text.lines().filter_map(|line| line.split_once(' ')).map(|(block, _)| block).collect();
        for block in blocks.iter().skip(blocks.len() / 3).step_by(blocks.len() / 8) {
            let (counted, recorded) =
                Pinwheel.count_block(&problem, &Run::new(), block, &sums).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(Some(counted), recorded, "{name}: {block}");
        }
    }
}
