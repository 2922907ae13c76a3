//! `gridcheck stats`: measures grids.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use gridcheck_formats::puzzle::Start;
use gridcheck_formats::source::InputGrid;
use gridcheck_validator::stats::{Stats, satisfied};

use super::examine::{Examination, ExaminedGrid, file_failure};
use super::failure::Failure;
use super::host::Host;
use super::input::{Input, inputs};
use super::inputs::Folders;
use super::options::{Conditions, Reading};
use super::{AskEach, Each};

/// Measures grids, valid or not: words, checking, black squares, symmetry.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Stats"))]
#[serde(deny_unknown_fields, default)]
pub struct StatsRequest {
    /// Measure the grids of these files, or puzzle files, or of all such files in a folder; - is standard input.
    #[cfg_attr(feature = "clap", arg(required = true, value_name = "FILE|FOLDER"))]
    #[serde(deserialize_with = "inputs")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::input::Inputs"))]
    pub files: Vec<Input>,
    /// The choice of files in folders.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub folders: Folders,
    /// The conditions on grids; others are left out.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub conditions: Conditions,
    /// The way in which files are read.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub reading: Reading,
}

/// The figures of a grid.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StatsReport<'a> {
    /// The file's name.
    pub file: &'a str,
    /// The grid's number in its file, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub index: usize,
    /// The line of its first row, from 1.
    pub line: usize,
    /// The figures.
    #[serde(flatten)]
    pub stats: &'a Stats,
    /// The clues for several words of a puzzle file. Left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
}

/// A clue for several words.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Link {
    /// The words, by their names, as in `1-Across`. An answer that turns has only its first word here.
    pub words: Vec<String>,
    /// The length of its answer.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub length: usize,
}

/// The end of the measuring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatsSummary {
    /// The faults of files that could not be read, or not to the end. The host has learned them. Grids before a fault are measured.
    pub unreadable: Vec<String>,
}

impl AskEach for StatsRequest {
    type Item<'a> = StatsReport<'a>;
    type Summary = StatsSummary;

    fn ask_each(&self, host: &dyn Host, each: Each<'_, Self>) -> Result<StatsSummary, Failure> {
        let files = self.folders.inputs(&self.files, host)?;
        let run = host.run_with_items("measuring");
        let examination = Examination { how: self.reading.settled()?, run: &run, host };
        let measure = |found: &InputGrid| satisfied(found, &self.conditions.constraints).then(|| Stats::of(found));
        let unreadable = examination.each(&files, measure, |file, grid| {
            let ExaminedGrid { index, found, outcome } = grid;
            let report = |stats| StatsReport { file, index: index + 1, line: found.line, stats, links: links(found) };
            outcome.as_ref().map_or(ControlFlow::Continue(()), |stats| each(report(stats)))
        })?;
        Ok(StatsSummary { unreadable })
    }
}

/// Returns the clues of a grid that are for several words.
fn links(found: &InputGrid) -> Vec<Link> {
    let Some(puzzle) = found.file.as_ref().and_then(|file| file.puzzle().ok()) else { return Vec::new() };
    let words = puzzle.words();
    let link = |(start, squares): (Start, &[(usize, usize)])| {
        let first = words.at(start.direction, (start.row, start.column));
        let parts = puzzle.linked_words(start, &words).unwrap_or_else(|| first.into_iter().collect());
        Link { words: parts.iter().map(ToString::to_string).collect(), length: squares.len() }
    };
    puzzle.links().map(link).collect()
}

impl StatsSummary {
    /// Fails if a file could not be read.
    ///
    /// # Errors
    /// With the message of the first such file.
    pub fn file_failure(&self) -> Result<(), Failure> {
        file_failure(&self.unreadable)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::testing;

    /// Puts a request, and returns the reports and the summary.
    fn asked(request: Value) -> Result<(Vec<Value>, StatsSummary), String> {
        testing::asked::<StatsRequest>(request, |report| serde_json::to_value(report).expect("JSON"))
    }

    fn file(name: &str, text: &str) -> Value {
        json!({ "name": name, "text": text })
    }

    #[test]
    fn measures_grids_that_satisfy_the_conditions() {
        let two = file("two", "...\n.#.\n...\n\n...\n...\n...\n");
        let (reports, summary) =
            asked(json!({ "files": [two, file("one", ".....")], "where": "words <= 4" })).expect("grids");
        let seen: Vec<[&Value; 4]> =
            reports.iter().map(|row| ["file", "index", "line", "words"].map(|key| &row[key])).collect();
        assert_eq!(json!(seen), json!([["two", 1, 1, 4], ["one", 1, 1, 1]]));
        assert_eq!(summary, StatsSummary { unreadable: Vec::new() });
    }

    #[test]
    fn names_the_clues_for_several_words() {
        let puzzle = "exolve-begin\nexolve-width: 3\nexolve-height: 3\nexolve-grid:\n  ABC\n  D.E\n  FGH\nexolve-across:\n  \
                      1, 3 Both (3,3)\n  3 See 1\nexolve-down:\n  1 Left (3)\n  2 Right (3)\nexolve-end\n";
        let (reports, _) = asked(json!({ "files": file("linked", puzzle) })).expect("a puzzle");
        assert_eq!(reports[0]["links"], json!([{ "words": ["1-Across", "3-Across"], "length": 6 }]));
    }

    #[test]
    fn one_faulty_file_is_a_failure_and_one_of_several_is_in_the_summary() {
        let (good, bad) = (file("good", "...\n.#.\n...\n"), file("bad", "...\n..\n"));
        let failure = asked(json!({ "files": bad })).expect_err("a fault");
        assert!(failure.starts_with("bad:2:3: "), "{failure}");
        let (reports, summary) = asked(json!({ "files": [bad, good] })).expect("reports");
        assert_eq!((reports.len(), &summary.unreadable), (1, &vec![failure.clone()]));
        assert_eq!(summary.file_failure().expect_err("a fault").to_string(), failure);
    }

    #[test]
    fn refuses_options_that_contradict_each_other() {
        for (options, expected) in [
            (json!({ "white": "x" }), "white needs black"),
            (json!({ "glob": "*.puz" }), "glob chooses files in folders, and no folder is named"),
            (json!({ "where": "wrods = 3" }), "wrods = 3: column 1: no measure `wrods`"),
            (json!({ "format": "csv" }), "unknown field `format`"),
        ] {
            let mut request = options;
            request["files"] = json!([file("grid", "...")]);
            let failure = asked(request).expect_err(expected);
            assert!(failure.starts_with(expected), "{failure}");
        }
    }
}
