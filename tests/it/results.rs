//! The results that the repository keeps: each file of sums is whole, says what its notes say, and two engines say the same.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::rules;
use gridcheck::checked_log::record;
use gridcheck::engine::{BlockSums, Pinwheel, Run, UprightSums, Window};
use gridcheck::problem::Problem;

/// Something that window has counted, upright by upright, or has begun to count.
struct Result {
    name: &'static str,
    rules: &'static str,
    size: usize,
    /// Whether pinwheel has counted it too, block by block.
    by_block: bool,
    /// Whether all uprights are there.
    is_whole: bool,
}

const RESULTS: [Result; 4] = [
    Result { name: "british-15", rules: "british", size: 15, by_block: true, is_whole: true },
    Result { name: "american-17", rules: "american", size: 17, by_block: true, is_whole: true },
    Result { name: "american-19", rules: "american", size: 19, by_block: false, is_whole: true },
    Result { name: "british-17", rules: "british", size: 17, by_block: false, is_whole: false },
];

impl Result {
    fn problem(&self) -> Problem {
        Problem::new(self.size, rules(self.rules)).expect("a fair problem")
    }

    fn blocks(&self) -> BlockSums {
        BlockSums::read(&file(self.name, "sums"), &self.problem()).unwrap_or_else(|error| panic!("{error}"))
    }

    fn uprights(&self) -> UprightSums {
        UprightSums::read(&file(self.name, "uprights"), &self.problem()).unwrap_or_else(|error| panic!("{error}"))
    }

    fn endings(&self) -> &'static [&'static str] {
        if self.by_block { &["sums", "uprights"] } else { &["uprights"] }
    }
}

fn file(name: &str, ending: &str) -> PathBuf {
    Path::new("fixtures/results").join(format!("{name}.{ending}"))
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
    for result in &RESULTS {
        let name = result.name;
        let uprights = result.uprights();
        assert_eq!(uprights.is_finished(), result.is_whole, "{name}");
        let total = uprights.total().expect("it fits");
        if !result.is_whole {
            let so_far = format!("{} uprights so far", uprights.len());
            assert!(notes.contains(&so_far), "{name}: the notes do not give {so_far}");
        }
        if result.by_block {
            assert_eq!(result.blocks().total(), Some(total), "{name}: two engines");
        }
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
    let files = RESULTS.iter().flat_map(|result| result.endings().iter().map(|ending| (result.name, ending)));
    for (name, ending) in files {
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
    for result in &RESULTS {
        let (name, problem) = (result.name, result.problem());
        if result.by_block {
            let sums = result.blocks();
            let (blocks, _) = records(name, "sums");
            for block in blocks.iter().skip(blocks.len() / 3).step_by(blocks.len() / 8) {
                let counted = Pinwheel.count_block(&problem, &Run::new(), block, &sums);
                let (counted, recorded) = counted.unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(Some(counted), recorded, "{name}: {block}");
            }
        }
        let sums = result.uprights();
        let (uprights, _) = records(name, "uprights");
        for upright in uprights.iter().skip(uprights.len() / 3).step_by(uprights.len() / 4) {
            let counted = Window.count_upright(&problem, &Run::new(), upright, &sums);
            let (counted, recorded) = counted.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(Some(counted), recorded, "{name}: {upright}");
        }
    }
}
