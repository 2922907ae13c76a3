//! Checks that every row and every column has a minimum number of white squares. Lines of voids only do not count.

use std::ops::ControlFlow;

use serde_json::json;

use crate::diagnostic::{Code, Diagnostic, Example, Setting};
use crate::place::{Direction, Square};
use crate::sink::Sink;
use gridcheck_layout::shape::{Colour, Shape};

/// The code of a row or column with too few white squares.
pub const CODE: &Code = &Code {
    name: "GC004",
    key: Some("min_white_per_row"),
    title: "too few white squares in a row or column",
    checks: "Every row and column has a least number of white squares (min_white_per_row).",
    matters: "A line with few white squares holds at most a few short words, and separates the parts of the grid \
              beside it.",
    example: Example { setting: Setting::Value("2"), rows: ".../.##/..." },
};

/// Judges the rows, or the columns.
pub(crate) fn judge(
    needed: usize,
    shape: Shape,
    direction: Direction,
    lines: &[u64],
    sink: &mut impl Sink,
) -> ControlFlow<()> {
    for (index, line) in lines.iter().enumerate() {
        let found = line.count_ones() as usize;
        if found < needed {
            let places = match direction {
                Direction::Across => shape.width(),
                Direction::Down => shape.height(),
            };
            let line = (0..places).map(|place| Square::on(direction, index, place));
            let squares: Vec<Square> =
                line.filter(|square| shape.at((square.row, square.column)) != Colour::Void).collect();
            if !squares.is_empty() {
                sink.report(CODE, || broken(direction, index, squares, [found, needed]))?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn broken(direction: Direction, index: usize, squares: Vec<Square>, [found, needed]: [usize; 2]) -> Diagnostic {
    let line = match direction {
        Direction::Across => "row",
        Direction::Down => "column",
    };
    let message = format!("{line} {} has {found} white, at least {needed} needed", index + 1);
    let fields = [(line, json!(index + 1)), ("found", json!(found)), ("needed", json!(needed))];
    Diagnostic::new(CODE, message, squares, fields)
}
