//! What is said of a house rule that cannot be meant of a grid.
//!
//! Rules about words, checking and symmetry are meant of any grid: words end at bars and voids. A rule about full rectangles of some size
//! says nothing of a grid with voids. Then that is said, under the rule's code and as a note: it is no fault of the grid's.

use std::fmt;

use serde_json::{Value, json};

use gridcheck_core::grid::Grid;
use gridcheck_core::plural::plural;
use gridcheck_validator::Square;
use gridcheck_validator::code::{Code, Diagnostic};

/// A rule about full rectangles, and a grid that is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotApplicable {
    /// What findings are called that break the rule.
    pub code: &'static Code,
    /// The grid's voids.
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
