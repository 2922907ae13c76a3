//! Checks that every white square lies in a word.

use std::fmt;
use std::ops::ControlFlow;

use serde_json::Value;

use super::super::lines::{Lines, for_each_square};
use super::super::place::{Direction, Square};
use super::super::runs::ShapeRuns;
use super::super::sink::Sink;
use super::record::Rule;
use crate::code::{Code, Diagnostic};
use gridcheck_core::grid::Grid;

/// The violation by a white square that lies in no word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Isolated {
    /// The square.
    pub square: Square,
}

impl Isolated {
    /// The violated rule.
    pub const RULE: &'static Rule = &Rule {
        key: "in_word",
        code: Code {
            name: "GC005",
            title: "a white square in no word",
            explanation: "A white square with no white neighbour, or with a bar before each, belongs to no word and can \
                          have no clue. It is never valid.",
        },
    };
}

/// Judges a grid by its rows.
pub(in super::super) fn judge<const N: usize>(
    across: &Lines<N>,
    sink: &mut impl Sink<Violation: From<Isolated>>,
) -> ControlFlow<()> {
    for_each_square(&across.isolated(), |line, place| {
        sink.report(|| Isolated { square: Square::on(Direction::Across, line, place) })
    })
}

/// Judges a grid with bars or voids.
pub(in super::super) fn judge_shape(
    runs: &ShapeRuns,
    sink: &mut impl Sink<Violation: From<Isolated>>,
) -> ControlFlow<()> {
    let is_in_word = |square, direction| runs.is_in_word(square, direction);
    for square in runs.whites() {
        if !is_in_word(square, Direction::Across) && !is_in_word(square, Direction::Down) {
            sink.report(|| Isolated { square })?;
        }
    }
    ControlFlow::Continue(())
}

impl Diagnostic for Isolated {
    fn code(&self) -> &'static Code {
        &Self::RULE.code
    }

    fn squares(&self, _grid: &Grid) -> Vec<Square> {
        vec![self.square]
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the white square at {} lies in no word", self.square)
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        self.square.fields()
    }
}
