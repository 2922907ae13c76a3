//! Checks that every row and every column has a minimum number of white squares. Lines of voids only do not count.

use std::fmt;
use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::super::place::{Direction, Square};
use super::super::sink::Sink;
use super::record::Rule;
use crate::code::{Code, Diagnostic};
use gridcheck_core::grid::Grid;
use gridcheck_layout::shape::{Colour, Shape};

/// The violation by a row or column with too few white squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FewWhites {
    /// The direction of the line: across for a row, down for a column.
    pub direction: Direction,
    /// The index of the row or column, from 0.
    pub index: usize,
    /// The number of white squares found.
    pub found: usize,
    /// The least number allowed.
    pub needed: usize,
}

impl FewWhites {
    /// The violated rule.
    pub const RULE: &'static Rule = &Rule {
        key: "min_white_per_row",
        code: Code {
            name: "GC004",
            title: "too few white squares in a row or column",
            explanation: "The rule set asks for a least number of white squares in every row and column \
                          (min_white_per_row).",
        },
    };

    const fn line(&self) -> &'static str {
        match self.direction {
            Direction::Across => "row",
            Direction::Down => "column",
        }
    }
}

/// Judges the rows, or the columns.
pub(in super::super) fn judge(
    needed: usize,
    direction: Direction,
    lines: &[u64],
    sink: &mut impl Sink<Violation: From<FewWhites>>,
) -> ControlFlow<()> {
    for (index, line) in lines.iter().enumerate() {
        let found = line.count_ones() as usize;
        if found < needed {
            sink.report(|| FewWhites { direction, index, found, needed })?;
        }
    }
    ControlFlow::Continue(())
}

/// Judges the rows, or the columns, of a grid with bars or voids.
pub(in super::super) fn judge_shape(
    needed: usize,
    direction: Direction,
    shape: Shape,
    sink: &mut impl Sink<Violation: From<FewWhites>>,
) -> ControlFlow<()> {
    let (lines, places) = match direction {
        Direction::Across => (shape.height(), shape.width()),
        Direction::Down => (shape.width(), shape.height()),
    };
    for index in 0..lines {
        let at = |place| Square::on(direction, index, place);
        let colours: Vec<Colour> = (0..places).map(|place| shape.at((at(place).row, at(place).column))).collect();
        let found = colours.iter().filter(|&&colour| colour == Colour::White).count();
        let is_line = colours.iter().any(|&colour| colour != Colour::Void);
        if is_line && found < needed {
            sink.report(|| FewWhites { direction, index, found, needed })?;
        }
    }
    ControlFlow::Continue(())
}

impl Diagnostic for FewWhites {
    fn code(&self) -> &'static Code {
        &Self::RULE.code
    }

    fn squares(&self, grid: &Grid) -> Vec<Square> {
        let length = match self.direction {
            Direction::Across => grid.width(),
            Direction::Down => grid.height(),
        };
        (0..length).map(|place| Square::on(self.direction, self.index, place)).collect()
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} has {} white, at least {} needed", self.line(), self.index + 1, self.found, self.needed)
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        vec![(self.line(), json!(self.index + 1)), ("found", json!(self.found)), ("needed", json!(self.needed))]
    }
}
