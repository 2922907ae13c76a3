//! The figures of each grid of a file.

use serde::Serialize;
use serde_json::{Map, Value};

use gridcheck_formats::puzzle::Start;
use gridcheck_formats::source::FoundShape;
use gridcheck_validator::stats::Stats;

/// The figures of a grid and its place, as the JSON format and a table have them.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Row<'a> {
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
}

/// The figures of a grid, and what its puzzle file adds, for the JSON format.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleRow<'a> {
    /// The figures of the grid.
    #[serde(flatten)]
    pub row: Row<'a>,
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

/// Returns the clues of a grid that are for several words.
pub fn links(found: &FoundShape) -> Vec<Link> {
    let Some(puzzle) = found.file.as_ref().and_then(|file| file.puzzle().ok()) else { return Vec::new() };
    let words = puzzle.words();
    let link = |(start, squares): (&Start, &Vec<(usize, usize)>)| {
        let first = words.at(start.direction, (start.row, start.column));
        let parts = puzzle.linked_words(*start, &words).unwrap_or_else(|| first.into_iter().collect());
        Link { words: parts.iter().map(ToString::to_string).collect(), length: squares.len() }
    };
    puzzle.links.iter().map(link).collect()
}

impl Row<'_> {
    /// Returns the names and values of all fields.
    ///
    /// # Errors
    /// A figure cannot be written as JSON.
    pub fn figures(&self) -> serde_json::Result<Map<String, Value>> {
        serde_json::from_value(serde_json::to_value(self)?)
    }
}
