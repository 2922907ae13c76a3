//! Reports a house rule that does not apply to a grid.
//!
//! Rules about words, checking and symmetry apply to any grid: words end at bars and voids. A rule about full rectangles of some size does
//! not apply to a grid with voids. The finding has the rule's code and is a note, because it is no fault of the grid.

use std::fmt;

use serde_json::{Value, json};

use gridcheck_core::grid::Grid;
use gridcheck_core::plural::plural;
use gridcheck_validator::Square;
use gridcheck_validator::code::{Code, Diagnostic};

/// A rule about full rectangles, and a grid that is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotApplicable {
    /// The code of the rule.
    pub code: &'static Code,
    /// Number of voids of the grid.
    pub voids: usize,
}

impl Diagnostic for NotApplicable {
    fn code(&self) -> &'static Code {
        self.code
    }

    fn squares(&self, _grid: &Grid) -> Vec<Square> {
        Vec::new()
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotApplicable { code, voids } = self;
        write!(
            f,
            "not applicable ({}): the rule is about full rectangles, and this grid has {}",
            code.title,
            plural(*voids, "void")
        )
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        vec![("applicable", json!(false)), ("voids", json!(self.voids))]
    }
}
