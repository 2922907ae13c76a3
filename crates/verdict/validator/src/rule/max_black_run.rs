//! Checks that no row and no column has too many black squares side by side. A void is not a black square, and ends a run of them.

use std::ops::ControlFlow;

use serde_json::json;

use crate::diagnostic::{Code, Diagnostic, Example, Setting};
use crate::place::{Direction, Pattern, Square};
use crate::sink::Sink;
use gridcheck_core::plural::plural;
use gridcheck_layout::shape::{Colour, Shape};

/// The code of a long run of black squares.
pub const CODE: &Code = &Code {
    name: "GC021",
    key: Some("max_black_run"),
    title: "too many black squares side by side",
    checks: "No row and no column has more black squares side by side than the rules allow (max_black_run).",
    matters: "A long bar of black squares separates the words beside it, and is wasted space.",
    example: Example { setting: Setting::Value("2"), rows: "###./..../...." },
};

/// Judges the rows, or the columns.
pub(crate) fn judge(
    allowed: usize,
    shape: Shape,
    direction: Direction,
    lines: &[u64],
    sink: &mut impl Sink,
) -> ControlFlow<()> {
    let places = match direction {
        Direction::Across => shape.width(),
        Direction::Down => shape.height(),
    };
    for (index, &white) in lines.iter().enumerate() {
        let square = |place: usize| Square::on(direction, index, place);
        let is_void = |&place: &usize| shape.at((square(place).row, square(place).column)) == Colour::Void;
        let voids =
            if shape.voids.is_empty() { 0 } else { (0..places).filter(is_void).fold(0, |bits, i| bits | 1 << i) };
        for (first, run) in Pattern::new(places, white | voids).unchecked_runs_over(allowed) {
            sink.report(CODE, || {
                let line = match direction {
                    Direction::Across => "row",
                    Direction::Down => "column",
                };
                let blacks = plural(run, "black square");
                let message = format!("{line} {} has {blacks} side by side, at most {allowed} allowed", index + 1);
                let mut fields = vec![("direction", json!(direction))];
                fields.extend(square(first).fields());
                fields.extend([("length", json!(run)), ("allowed", json!(allowed))]);
                Diagnostic::new(CODE, message, (first..first + run).map(square).collect(), fields)
            })?;
        }
    }
    ControlFlow::Continue(())
}
