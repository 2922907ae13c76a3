//! Checks that not too many black squares lie together.

use serde_json::json;

use gridcheck_core::constraint::BlackShape;
use gridcheck_layout::shape::Shape;
use gridcheck_validator::diagnostic::{Code, Diagnostic, Example, Setting};
use gridcheck_validator::stats::black_shape;

/// The code of a grid with a large block of black squares.
pub const BLOCK: &Code = &Code {
    name: "GC019",
    key: None,
    title: "a large block of black squares",
    checks: "No block of black squares, connected by their sides, is larger than the largest that the house is known to print.",
    matters: "A large block is wasted space, and looks like a mistake. Constraints such as --where 'largest-block <= 9' leave such grids out.",
    example: Example { setting: Setting::Profile("times"), rows: "#####/#####/.####/...../....." },
};

/// The code of a grid with many black squares along an edge.
pub const EDGE: &Code = &Code {
    name: "GC020",
    key: None,
    title: "many black squares along an edge",
    checks: "No more black squares lie side by side along an edge of the grid than the house is known to print.",
    matters: "The grid seems to have lost a corner or a side. The constraint --where 'black-edge <= 3' leaves such grids out.",
    example: Example { setting: Setting::Profile("times"), rows: "####./...../...../...../.####" },
};

/// Returns the code of a limit on such a quantity.
pub const fn code(shape: BlackShape) -> &'static Code {
    match shape {
        BlackShape::LargestBlock | BlackShape::TwoByTwo => BLOCK,
        BlackShape::EdgeRun | BlackShape::Run => EDGE,
    }
}

/// Returns the limit in words.
pub const fn limit(shape: BlackShape) -> &'static str {
    match shape {
        BlackShape::LargestBlock => "black squares in a block",
        BlackShape::EdgeRun => "black squares side by side along an edge",
        BlackShape::Run => "black squares side by side",
        BlackShape::TwoByTwo => "areas of two by two black squares",
    }
}

pub(super) fn found(grid: Shape, shape: BlackShape, most: usize) -> Option<Diagnostic> {
    let number = black_shape(grid, shape);
    (number > most).then(|| {
        let message = format!("{number} {}, at most {most} wanted", limit(shape));
        Diagnostic::new(code(shape), message, Vec::new(), [("number", json!(number)), ("most", json!(most))])
    })
}
