//! Checks that no checked square alone connects two parts of the grid.

use gridcheck_layout::words::Words;
use gridcheck_validator::Square;
use gridcheck_validator::diagnostic::{Code, Diagnostic, Example, Setting};
use gridcheck_validator::stats::hinges;

/// The code of a grid in which one square alone connects two parts.
pub const CODE: &Code = &Code {
    name: "GC012",
    key: None,
    title: "one square joins two parts of the grid",
    checks: "No checked square alone connects two parts of the grid. Words on one side of such a square and on the \
             other cross nowhere else: the square is a bridge of the graph of words.",
    matters: "If this one square were black, a part of the grid would be cut off. Read square by square instead of \
              by words, nearly every published grid would fail.",
    example: Example { setting: Setting::Profile("times"), rows: "...#.../.#...#./...#..." },
};

/// Returns every hinge of a grid.
pub(super) fn all(words: &Words) -> impl Iterator<Item = Diagnostic> {
    hinges(&words.words).into_iter().map(|(row, column)| {
        let square = Square { row, column };
        Diagnostic::new(CODE, format!("one square joins two parts: {square}"), vec![square], square.fields())
    })
}
