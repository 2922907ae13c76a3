//! Checks that the grid is a square of one of the house's sizes. A grid with voids has no comparable size.

use std::fmt;

use serde_json::{Value, json};

use gridcheck_core::grid::Grid;
use gridcheck_validator::Square;
use gridcheck_validator::code::{Code, Diagnostic};

/// The fault of a grid with a size that the house does not print.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnusualSize {
    /// Number of rows.
    pub height: usize,
    /// Number of columns.
    pub width: usize,
    /// The sides of the squares that the house prints.
    pub expected: &'static [usize],
}

impl UnusualSize {
    /// The code of the fault.
    pub const CODE: &'static Code = &Code {
        name: "GC016",
        title: "not a size of this house",
        explanation: "A house prints its puzzles in few sizes. A grid of another size may be good for another puzzle.",
    };
}

/// Judges a grid.
pub(super) fn found(grid: &Grid, expected: &'static [usize]) -> Option<UnusualSize> {
    let (height, width) = (grid.height(), grid.width());
    (height != width || !expected.contains(&height)).then_some(UnusualSize { height, width, expected })
}

impl Diagnostic for UnusualSize {
    fn code(&self) -> &'static Code {
        Self::CODE
    }

    fn squares(&self, _grid: &Grid) -> Vec<Square> {
        Vec::new()
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self.expected.iter().map(|size| format!("{size} × {size}")).collect();
        write!(f, "{} × {}, {} expected", self.height, self.width, sizes.join(" or "))
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        vec![("height", json!(self.height)), ("width", json!(self.width)), ("expected", json!(self.expected))]
    }
}
