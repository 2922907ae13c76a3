//! One thing to be said about a grid.

use std::fmt;

use super::codes::Code;
use crate::words::Word;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Published grids do it, and some editors mind.
    Warning,
    /// The grid is not valid by these rules.
    Error,
}

/// Something found in a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What kind of thing.
    pub code: Code,
    /// How bad.
    pub severity: Severity,
    /// The word it is about, if it is about one.
    pub word: Option<Word>,
    /// What is the matter, without the word's name.
    pub message: String,
    /// The squares (row and column, from 0) that show it.
    pub squares: Vec<(usize, usize)>,
}

impl Severity {
    /// Its name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// As a solver would say it: `17-Across: 3 of 7 letters checked, at least 4 needed`.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.word {
            Some(word) => write!(f, "{word}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}
