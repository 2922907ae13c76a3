//! The grids that a search found, and those that clues cannot tell apart.

use std::time::Duration;

use serde::Serialize;

use gridcheck_core::grid::Grid;
use gridcheck_core::serial::Rows;

use crate::examine::file_failure;
use crate::failure::Failure;

/// The result of a search.
#[derive(Debug, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "each has the report of one task")]
pub enum FindReport {
    Found(FoundReport),
    Shared(SharedReport),
}

/// The grids that have the clue numbers and lengths.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct FoundReport {
    /// The known words across: lengths, or clue numbers and lengths; null if nothing is known.
    pub across: Option<String>,
    pub down: Option<String>,
    pub outcome: Outcome,
    /// The number of grids in the files, if files are searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "usize"))]
    pub searched: Option<usize>,
    pub grids: Vec<FoundGrid>,
    /// The time for the valid grids of each size.
    #[serde(skip)]
    pub time_limit: Duration,
    /// The faults of files that could not be read, or not to the end. The host has learned them. Grids before a fault are searched.
    #[serde(skip)]
    pub unreadable: Vec<String>,
}

/// The end of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Outcome {
    /// These grids and no others.
    All,
    None,
    /// `--count` ended the search.
    More,
    /// The time limit was reached, so there may be more.
    #[serde(rename = "out of time")]
    OutOfTime,
}

/// The grids of files that have the same clue numbers and lengths as another one.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct SharedReport {
    pub searched: usize,
    // Groups of two or more grids, in the order of their first grids.
    pub shared: Vec<Vec<FoundGrid>>,
    /// The faults of files that could not be read, or not to the end. The host has learned them. Grids before a fault are searched.
    #[serde(skip)]
    pub unreadable: Vec<String>,
}

/// A grid, with its place if it is of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct FoundGrid {
    #[serde(flatten)]
    pub place: Option<PlaceInFile>,
    #[serde(rename = "rows", with = "Rows")]
    pub grid: Grid,
}

/// The place of a grid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct PlaceInFile {
    pub file: String,
    /// The grid's number in its file, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub index: usize,
    /// The line of its first row, from 1.
    pub line: usize,
}

impl FindReport {
    /// Fails if a file could not be read.
    ///
    /// # Errors
    /// With the message of the first such file.
    pub fn file_failure(&self) -> Result<(), Failure> {
        match self {
            FindReport::Found(FoundReport { unreadable, .. }) | FindReport::Shared(SharedReport { unreadable, .. }) => {
                file_failure(unreadable)
            }
        }
    }
}
