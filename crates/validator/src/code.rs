//! Codes: the stable names by which people select, ignore and look up what is found in a grid.
//!
//! A code stands in the file of its rule, beside what the rule says and does. Once given it keeps its meaning; the code of
//! something that is no longer found is not given again.

use std::fmt;

use serde_json::Value;

use super::Square;
use gridcheck_core::grid::Grid;

/// A code and what it means.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code {
    /// The code itself, as in `GC008`.
    pub name: &'static str,
    /// A few words for a table.
    pub title: &'static str,
    /// What it means, why anyone minds, and what to do.
    pub explanation: &'static str,
}

/// Something found in a grid, as data that can be put into words.
pub trait Diagnostic {
    /// Its code.
    fn code(&self) -> &'static Code;

    /// The squares that show it.
    fn squares(&self, grid: &Grid) -> Vec<Square>;

    /// What is the matter, on one line, without the name of the word that it is about. Rows and columns count from 1.
    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// The same as numbers and names for programs, with places counted from 1.
    fn fields(&self) -> Vec<(&'static str, Value)>;
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// What is found, in words.
impl fmt::Display for dyn Diagnostic + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.say(f)
    }
}
