//! Checks that no run has one square.

use std::fmt;
use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::super::lines::{Lines, for_each_square};
use super::super::place::{Direction, Square};
use super::super::runs::ShapeRuns;
use super::super::sink::Sink;
use super::record::Rule;
use crate::code::{Code, Diagnostic};
use gridcheck_core::grid::Grid;

/// The violation by a run of one square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SingleCell {
    /// The direction of the run.
    pub direction: Direction,
    /// The square.
    pub square: Square,
}

impl SingleCell {
    /// The violated rule.
    pub const RULE: &'static Rule = &Rule {
        key: "single_cells",
        code: Code {
            name: "GC006",
            title: "a run of one square",
            explanation: "A run of one square is not a word. Where every letter is to be checked it may not occur; elsewhere it may, since \
                          the square lies in a word the other way.",
        },
    };
}

/// Judges the rows, or the columns.
pub(in super::super) fn judge<const N: usize>(
    direction: Direction,
    lines: &Lines<N>,
    sink: &mut impl Sink<Violation: From<SingleCell>>,
) -> ControlFlow<()> {
    for_each_square(&lines.single_cells(), |line, place| {
        sink.report(|| SingleCell { direction, square: Square::on(direction, line, place) })
    })
}

/// Judges the rows, or the columns, of a grid with bars or voids.
pub(in super::super) fn judge_shape(
    direction: Direction,
    runs: &ShapeRuns,
    sink: &mut impl Sink<Violation: From<SingleCell>>,
) -> ControlFlow<()> {
    for run in runs.runs(direction).iter().filter(|run| run.length == 1) {
        sink.report(|| SingleCell { direction, square: run.first })?;
    }
    ControlFlow::Continue(())
}

impl Diagnostic for SingleCell {
    fn code(&self) -> &'static Code {
        &Self::RULE.code
    }

    fn squares(&self, _grid: &Grid) -> Vec<Square> {
        vec![self.square]
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} run of one square at {}", self.direction, self.square)
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        let mut fields = vec![("direction", json!(self.direction))];
        fields.extend(self.square.fields());
        fields
    }
}
