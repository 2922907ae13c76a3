//! Checks that the first and last row and the first and last column each hold a white square. Rows and columns of voids only do not count,
//! since a margin of voids is outside the grid.

use std::fmt;
use std::ops::ControlFlow;

use serde::Serialize;
use serde_json::{Value, json};

use super::super::place::Square;
use super::super::sink::Sink;
use super::record::Rule;
use crate::code::{Code, Diagnostic};
use gridcheck_core::grid::Grid;
use gridcheck_layout::shape::Shape;

/// The violation by an outer row or column that is all black.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlackEdge {
    /// The side of the grid.
    pub side: Side,
    /// The index of the row or column, from 0.
    pub line: usize,
    /// `true` if only voids lie beyond the line.
    pub behind_voids: bool,
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
    /// The violated rule.
    pub const RULE: &'static Rule = &Rule {
        key: "edges",
        code: Code {
            name: "GC003",
            title: "an outer row or column is all black",
            explanation: "The first and last row and the first and last column each hold a white square. Otherwise the grid is a \
                          smaller one with a black margin.",
        },
    };
}

/// Judges a grid, which has at least one square, by its rows and its columns.
pub(in super::super) fn judge(
    rows: &[u64],
    columns: &[u64],
    sink: &mut impl Sink<Violation: From<BlackEdge>>,
) -> ControlFlow<()> {
    let (last_row, last_column) = (rows.len() - 1, columns.len() - 1);
    let lines = [
        (Side::Top, 0, rows[0]),
        (Side::Bottom, last_row, rows[last_row]),
        (Side::Left, 0, columns[0]),
        (Side::Right, last_column, columns[last_column]),
    ];
    for (side, line, whites) in lines {
        if whites == 0 {
            sink.report(|| BlackEdge { side, line, behind_voids: false })?;
        }
    }
    ControlFlow::Continue(())
}

/// Judges a grid with bars or voids.
pub(in super::super) fn judge_shape(shape: Shape, sink: &mut impl Sink<Violation: From<BlackEdge>>) -> ControlFlow<()> {
    // A grid without any square has no edge.
    let (Some((top, bottom)), Some((left, right))) = (shape.outer_rows(), shape.outer_columns()) else {
        return ControlFlow::Continue(());
    };
    let (last_row, last_column) = (shape.height() - 1, shape.width() - 1);
    let edges = [
        (Side::Top, top, top > 0),
        (Side::Bottom, bottom, bottom < last_row),
        (Side::Left, left, left > 0),
        (Side::Right, right, right < last_column),
    ];
    for (side, line, behind_voids) in edges {
        let edge = BlackEdge { side, line, behind_voids };
        let is_white = |square: Square| shape.grid.is_white(square.row, square.column);
        if !edge.squares(shape.grid).into_iter().any(is_white) {
            sink.report(|| edge)?;
        }
    }
    ControlFlow::Continue(())
}

impl Diagnostic for BlackEdge {
    fn code(&self) -> &'static Code {
        &Self::RULE.code
    }

    fn squares(&self, grid: &Grid) -> Vec<Square> {
        let (height, width) = (grid.height(), grid.width());
        let row = |row: usize| (0..width).map(|column| Square { row, column }).collect();
        let column = |column: usize| (0..height).map(|row| Square { row, column }).collect();
        match self.side {
            Side::Top | Side::Bottom => row(self.line),
            Side::Left | Side::Right => column(self.line),
        }
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.behind_voids {
            write!(f, "the {} that is not all void, number {}, has no white square", self.side, self.line + 1)
        } else {
            write!(f, "the {} has no white square", self.side)
        }
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        vec![("side", json!(self.side)), ("line", json!(self.line + 1))]
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
