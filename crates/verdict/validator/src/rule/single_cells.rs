//! Checks that no run has one square.

use std::ops::ControlFlow;

use serde_json::json;

use crate::diagnostic::{Code, Diagnostic, Example, Setting};
use crate::lines::{Lines, for_each_square};
use crate::place::{Direction, Square};
use crate::sink::Sink;

/// The code of a run of one square.
pub const CODE: &Code = &Code {
    name: "GC006",
    key: Some("single_cells"),
    title: "a run of one square",
    checks: "No run of white squares, across or down, has one square.",
    matters: "A run of one square is not a word. Where every letter must be checked, it may not occur. Elsewhere it \
              may, because the square lies in a word the other way.",
    example: Example { setting: Setting::Value("false"), rows: "#.#/.../#.#" },
};

/// Judges the rows, or the columns.
pub(crate) fn judge<const N: usize>(direction: Direction, lines: &Lines<N>, sink: &mut impl Sink) -> ControlFlow<()> {
    for_each_square(&lines.single_cells(), |line, place| {
        sink.report(CODE, || broken(direction, Square::on(direction, line, place)))
    })
}

fn broken(direction: Direction, square: Square) -> Diagnostic {
    let fields: Vec<_> = [("direction", json!(direction))].into_iter().chain(square.fields()).collect();
    Diagnostic::new(CODE, format!("{direction} run of one square at {square}"), vec![square], fields)
}
