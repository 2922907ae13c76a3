//! Checks that some square is white.

use std::ops::ControlFlow;

use crate::diagnostic::{Code, Diagnostic, Example, Setting};
use crate::sink::Sink;

/// The code of a grid without a white square.
pub const CODE: &Code = &Code {
    name: "GC001",
    key: Some("white"),
    title: "no white square",
    checks: "The grid has at least one white square.",
    matters: "A grid without a white square has no word, and is valid by no rule set.",
    example: Example { setting: Setting::Always, rows: "###/###" },
};

/// Judges the rows of a grid.
pub(crate) fn judge(rows: &[u64], sink: &mut impl Sink) -> ControlFlow<()> {
    if rows.iter().all(|&row| row == 0) {
        sink.report(CODE, || Diagnostic::new(CODE, "the grid has no white square".to_owned(), Vec::new(), []))?;
    }
    ControlFlow::Continue(())
}
