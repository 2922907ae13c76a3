//! Checks that no checked square alone connects two parts of the grid.

use std::fmt;

use serde_json::Value;

use gridcheck_core::grid::Grid;
use gridcheck_layout::words::Words;
use gridcheck_validator::Square;
use gridcheck_validator::code::{Code, Diagnostic};
use gridcheck_validator::stats::hinges;

/// The fault of a grid in which one square alone connects two parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hinge {
    /// The square.
    pub square: Square,
}

impl Hinge {
    /// The code of the fault.
    pub const CODE: &'static Code = &Code {
        name: "GC012",
        title: "part of the grid hangs on one square",
        explanation: "Filling this one square would cut off a part of the grid: words on one side of it and on the other \
                      cross nowhere else. (Read by words: the checked square is a bridge of the graph of words. Read square by \
                      square, nearly every published grid would fail.)",
    };
}

/// Returns every hinge of a grid.
pub(super) fn all(words: &Words) -> impl Iterator<Item = Hinge> {
    hinges(&words.words).into_iter().map(|(row, column)| Hinge { square: Square { row, column } })
}

impl Diagnostic for Hinge {
    fn code(&self) -> &'static Code {
        Self::CODE
    }

    fn squares(&self, _grid: &Grid) -> Vec<Square> {
        vec![self.square]
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the grid hangs on one square: {}", self.square)
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        self.square.fields()
    }
}
