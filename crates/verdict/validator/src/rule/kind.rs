//! Checks that only what the rules know ends words: black squares, or bars.

use std::ops::ControlFlow;

use gridcheck_core::plural::plural;
use gridcheck_core::rules::GridKind;
use serde_json::json;

use crate::diagnostic::{Code, Diagnostic, Example, Setting};
use crate::place::Square;
use crate::sink::Sink;
use gridcheck_layout::shape::{Colour, Shape};

/// The code of a grid with bars under rules for blocks, or with black squares under rules for bars.
pub const CODE: &Code = &Code {
    name: "GC022",
    key: Some("kind"),
    title: "bars or black squares of another kind of grid",
    checks: "By rules for grids of blocks no bar stands between two squares. By rules for barred grids no square is black.",
    matters: "The rules of one kind say nothing of the other: a barred grid that ends words where british allows it is not a british grid.",
    example: Example { setting: Setting::Value("\"blocks\""), rows: "r../..." },
};

/// Judges a shape. Voids are outside the grid.
pub(crate) fn judge(kind: GridKind, shape: Shape, sink: &mut impl Sink) -> ControlFlow<()> {
    match kind {
        GridKind::Blocks if shape.bars().is_empty() => ControlFlow::Continue(()),
        GridKind::Blocks => sink.report(CODE, || barred(shape)),
        GridKind::Bars if shape.blacks() == 0 => ControlFlow::Continue(()),
        GridKind::Bars => sink.report(CODE, || blocked(shape)),
    }
}

/// Describes the bars of a grid that must have none.
fn barred(shape: Shape) -> Diagnostic {
    let squares: Vec<Square> = shape
        .bars()
        .sides()
        .take(1)
        .flat_map(|(one, other)| [one, other])
        .map(|(row, column)| Square { row, column })
        .collect();
    let first = squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" and ");
    let bars = shape.bars().len();
    let message = format!("{} in a grid of blocks, the first between {first}", plural(bars, "bar"));
    Diagnostic::new(CODE, message, squares, [("found", json!(bars))])
}

/// Describes the black squares of a grid that must have none.
fn blocked(shape: Shape) -> Diagnostic {
    let black = shape.places().filter(|&square| shape.at(square) == Colour::Black);
    let squares: Vec<Square> = black.map(|(row, column)| Square { row, column }).collect();
    let blacks = squares.len();
    let message = format!("{} in a barred grid", plural(blacks, "black square"));
    Diagnostic::new(CODE, message, squares, [("black", json!(blacks))])
}
