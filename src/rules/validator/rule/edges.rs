//! The first and last row and the first and last column each hold a white square.

use std::fmt;
use std::ops::ControlFlow;

use serde::Serialize;
use serde_json::{Value, json};

use super::super::place::Square;
use super::super::sink::Sink;
use super::Rule;
use crate::grid::Grid;
use crate::rules::validator::code::{Code, Told};

/// An outer row or column is all black.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlackEdge {
    /// Which one.
    pub side: Side,
}

/// One of the grid's outer lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The first row.
    Top,
    /// The last row.
    Bottom,
    /// The first column.
    Left,
    /// The last column.
    Right,
}

impl BlackEdge {
    /// The rule it breaks.
    pub const RULE: &'static Rule = &Rule {
        key: "edges",
        code: Code {
            name: "GC003",
            title: "an outer row or column is all black",
            explanation: "Keith's rule: the first and last row and the first and last column each hold a white square. \
                          Otherwise the grid is a smaller one with a black margin.",
        },
    };
}

/// Judges a grid, which has at least one square, by its rows and its columns.
pub(in super::super) fn judge(rows: &[u64], columns: &[u64], sink: &mut impl Sink) -> ControlFlow<()> {
    let lines = [
        (Side::Top, rows[0]),
        (Side::Bottom, rows[rows.len() - 1]),
        (Side::Left, columns[0]),
        (Side::Right, columns[columns.len() - 1]),
    ];
    for (side, line) in lines {
        if line == 0 {
            sink.report(|| BlackEdge { side })?;
        }
    }
    ControlFlow::Continue(())
}

impl Told for BlackEdge {
    fn code(&self) -> &'static Code {
        &Self::RULE.code
    }

    fn squares(&self, grid: &Grid) -> Vec<Square> {
        let (height, width) = (grid.height(), grid.width());
        let row = |row: usize| (0..width).map(|column| Square { row, column }).collect();
        let column = |column: usize| (0..height).map(|row| Square { row, column }).collect();
        match self.side {
            Side::Top => row(0),
            Side::Bottom => row(height - 1),
            Side::Left => column(0),
            Side::Right => column(width - 1),
        }
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} has no white square", self.side)
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        vec![("side", json!(self.side))]
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Top => "first row",
            Side::Bottom => "last row",
            Side::Left => "first column",
            Side::Right => "last column",
        })
    }
}
