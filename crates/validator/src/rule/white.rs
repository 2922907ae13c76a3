//! Checks that some square is white.

use std::fmt;
use std::ops::ControlFlow;

use serde_json::Value;

use super::super::place::Square;
use super::super::sink::Sink;
use super::record::Rule;
use crate::code::{Code, Diagnostic};
use gridcheck_core::grid::Grid;

/// The violation by a grid without a white square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoWhite;

impl NoWhite {
    /// The violated rule.
    pub const RULE: &'static Rule = &Rule {
        key: "white",
        code: Code {
            name: "GC001",
            title: "no white square",
            explanation: "A grid without a white square has no word, and is valid by no rule set.",
        },
    };
}

/// Judges the rows of a grid.
pub(in super::super) fn judge(rows: &[u64], sink: &mut impl Sink<Violation: From<NoWhite>>) -> ControlFlow<()> {
    if rows.iter().all(|&row| row == 0) {
        sink.report(|| NoWhite)?;
    }
    ControlFlow::Continue(())
}

impl Diagnostic for NoWhite {
    fn code(&self) -> &'static Code {
        &Self::RULE.code
    }

    fn squares(&self, _grid: &Grid) -> Vec<Square> {
        Vec::new()
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the grid has no white square")
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        Vec::new()
    }
}
