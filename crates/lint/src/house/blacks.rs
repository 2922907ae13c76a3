//! Checks that at most a sixth of the squares are black. Voids are not squares.

use std::fmt;

use serde_json::{Value, json};

use gridcheck_core::grid::Grid;
use gridcheck_layout::shape::Shape;
use gridcheck_validator::Square;
use gridcheck_validator::code::{Code, Diagnostic};

/// The fault of a grid with more than a sixth of its squares black.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManyBlacks {
    /// Number of black squares.
    pub black: usize,
    /// Number of all squares.
    pub squares: usize,
}

impl ManyBlacks {
    /// The code of the fault.
    pub const CODE: &'static Code = &Code {
        name: "GC014",
        title: "too many black squares",
        explanation: "Many black squares make many short words. Newspapers print puzzles with more than they ask for, some with a \
                          fifth, so it is no more than a note.",
    };
}

/// Judges a grid.
pub(super) fn found(shape: Shape) -> Option<ManyBlacks> {
    let (squares, black) = (shape.squares(), shape.blacks());
    (6 * black > squares).then_some(ManyBlacks { black, squares })
}

impl Diagnostic for ManyBlacks {
    fn code(&self) -> &'static Code {
        Self::CODE
    }

    fn squares(&self, _grid: &Grid) -> Vec<Square> {
        Vec::new()
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = 100.0 * self.black as f64 / self.squares as f64;
        write!(f, "{} black squares ({percent:.1} %), at most a sixth wanted", self.black)
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        vec![("black", json!(self.black)), ("allowed", json!(self.squares / 6))]
    }
}
