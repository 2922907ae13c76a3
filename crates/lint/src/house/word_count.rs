//! Checks that a grid of some size does not have too many words.

use std::fmt;

use serde_json::{Value, json};

use gridcheck_core::grid::Grid;
use gridcheck_layout::words::Words;
use gridcheck_validator::Square;
use gridcheck_validator::code::{Code, Diagnostic};

/// The fault of a grid with more words than the house prints at that size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManyWords {
    /// Number of words.
    pub words: usize,
    /// The most words of the house.
    pub wanted: usize,
}

impl ManyWords {
    /// The code of the fault.
    pub const CODE: &'static Code = &Code {
        name: "GC015",
        title: "too many words",
        explanation: "Many words in a grid of this size are short words. A puzzle without a theme is expected to have fewer than one \
                          with a theme; whether it has one, a grid does not tell.",
    };
}

/// Judges a grid that is a square of this size.
pub(super) fn found(grid: &Grid, words: &Words, size: usize, wanted: usize) -> Option<ManyWords> {
    let of_size = (grid.height(), grid.width()) == (size, size);
    let words = words.words.len();
    (of_size && words > wanted).then_some(ManyWords { words, wanted })
}

impl Diagnostic for ManyWords {
    fn code(&self) -> &'static Code {
        Self::CODE
    }

    fn squares(&self, _grid: &Grid) -> Vec<Square> {
        Vec::new()
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} words, at most {} wanted", self.words, self.wanted)
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        vec![("words", json!(self.words)), ("wanted", json!(self.wanted))]
    }
}
