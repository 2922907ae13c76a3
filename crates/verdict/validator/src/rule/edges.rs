//! Checks that the first and last row and the first and last column each hold a white square. Rows and columns of voids only do not count,
//! since a margin of voids is outside the grid.

use std::ops::ControlFlow;

use serde_json::json;

use crate::diagnostic::{Code, Diagnostic, Example, Setting};
use crate::place::{Direction, Square};
use crate::sink::Sink;
use gridcheck_layout::shape::Shape;

/// The code of an outer row or column that is all black.
pub const CODE: &Code = &Code {
    name: "GC003",
    key: Some("edges"),
    title: "an outer row or column is all black",
    checks: "The first and last row and the first and last column each hold a white square.",
    matters: "A grid with a black outer line is a smaller grid with a black margin.",
    example: Example { setting: Setting::Value("true"), rows: "###/.../..." },
};

/// The sides of a grid: the name for programs, the name for people, and the direction of the line.
const SIDES: [(&str, &str, Direction); 4] = [
    ("top", "first row", Direction::Across),
    ("bottom", "last row", Direction::Across),
    ("left", "first column", Direction::Down),
    ("right", "last column", Direction::Down),
];

/// Judges a grid by its rows and its columns.
pub(crate) fn judge(shape: Shape, rows: &[u64], columns: &[u64], sink: &mut impl Sink) -> ControlFlow<()> {
    // A grid without any square has no edge.
    let (Some((top, bottom)), Some((left, right))) = (shape.outer_rows(), shape.outer_columns()) else {
        return ControlFlow::Continue(());
    };
    let whites = [rows[top], rows[bottom], columns[left], columns[right]];
    for (side, line) in [top, bottom, left, right].into_iter().enumerate() {
        if whites[side] == 0 {
            let size = (rows.len(), columns.len());
            let behind_voids = [top > 0, bottom + 1 < size.0, left > 0, right + 1 < size.1];
            sink.report(CODE, || broken(side, line, squares(side, line, size), behind_voids[side]))?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the squares of the line, from 0, at a side.
fn squares(side: usize, line: usize, (height, width): (usize, usize)) -> Vec<Square> {
    let (_, _, direction) = SIDES[side];
    let length = match direction {
        Direction::Across => width,
        Direction::Down => height,
    };
    (0..length).map(|place| Square::on(direction, line, place)).collect()
}

/// Describes a line, from 0, at a side. Only voids lie beyond it if it is `behind_voids`.
fn broken(side: usize, line: usize, squares: Vec<Square>, behind_voids: bool) -> Diagnostic {
    let (side, name, _) = SIDES[side];
    let message = if behind_voids {
        format!("the {name} that is not all void, number {}, has no white square", line + 1)
    } else {
        format!("the {name} has no white square")
    };
    Diagnostic::new(CODE, message, squares, [("side", json!(side)), ("line", json!(line + 1))])
}
