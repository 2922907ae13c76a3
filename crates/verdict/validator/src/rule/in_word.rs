//! Checks that every white square lies in a word.

use std::ops::ControlFlow;

use crate::diagnostic::{Code, Diagnostic, Example, Setting};
use crate::lines::{Lines, for_each_square};
use crate::place::{Direction, Square};
use crate::sink::Sink;

/// The code of a white square that lies in no word.
pub const CODE: &Code = &Code {
    name: "GC005",
    key: Some("in_word"),
    title: "a white square in no word",
    checks: "Every white square lies in a word. A square does not if a black square, a bar or the edge is on each \
             of its sides.",
    matters: "Such a square belongs to no word and can have no clue. It is never valid.",
    example: Example { setting: Setting::Always, rows: "..#/..#/##." },
};

/// Judges a grid by its rows.
pub(crate) fn judge<const N: usize>(across: &Lines<N>, sink: &mut impl Sink) -> ControlFlow<()> {
    for_each_square(&across.isolated(), |line, place| {
        sink.report(CODE, || broken(Square::on(Direction::Across, line, place)))
    })
}

fn broken(square: Square) -> Diagnostic {
    Diagnostic::new(CODE, format!("the white square at {square} lies in no word"), vec![square], square.fields())
}
