//! Defines codes: the stable names by which people select, ignore and look up findings.
//!
//! The code of a rule is in the file of the rule, beside its text and its check. A code keeps its meaning for ever. The code of a removed
//! finding is not reused.

use std::fmt;

use serde_json::Value;

use super::Square;
use gridcheck_core::grid::Grid;

/// A code and its meaning.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code {
    /// The code, as in `GC008`.
    pub name: &'static str,
    /// A short title for a table.
    pub title: &'static str,
    /// The meaning, the reason for the rule, and the remedy.
    pub explanation: &'static str,
}

/// A finding in a grid, as data that can be written in words.
pub trait Diagnostic {
    /// Returns the code.
    fn code(&self) -> &'static Code;

    /// Returns the squares that show the finding.
    fn squares(&self, grid: &Grid) -> Vec<Square>;

    /// Writes the fault on one line, without the name of its word. Rows and columns count from 1.
    ///
    /// # Errors
    /// Fails if the formatter fails.
    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Returns the fault as numbers and names for programs, with places counted from 1.
    fn fields(&self) -> Vec<(&'static str, Value)>;
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Writes the finding in words.
impl fmt::Display for dyn Diagnostic + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.say(f)
    }
}
