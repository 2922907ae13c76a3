//! Checks that the numbers of rows and of columns are odd.

use std::fmt;

use serde_json::{Value, json};

use gridcheck_core::grid::Grid;
use gridcheck_validator::Square;
use gridcheck_validator::code::{Code, Diagnostic};

/// The fault of a grid with an even number of rows or of columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvenSize {
    /// Number of rows.
    pub height: usize,
    /// Number of columns.
    pub width: usize,
}

impl EvenSize {
    /// The code of the fault.
    pub const CODE: &'static Code = &Code {
        name: "GC017",
        title: "an even number of rows or columns",
        explanation: "With an odd number of rows and columns there is a middle square. The other rules apply to even sizes as well.",
    };
}

/// Judges a grid.
pub(super) fn found(grid: &Grid) -> Option<EvenSize> {
    let (height, width) = (grid.height(), grid.width());
    (height.is_multiple_of(2) || width.is_multiple_of(2)).then_some(EvenSize { height, width })
}

impl Diagnostic for EvenSize {
    fn code(&self) -> &'static Code {
        Self::CODE
    }

    fn squares(&self, _grid: &Grid) -> Vec<Square> {
        Vec::new()
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rows and {} columns, odd numbers expected", self.height, self.width)
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        vec![("height", json!(self.height)), ("width", json!(self.width))]
    }
}
