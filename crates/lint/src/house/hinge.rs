//! Checks that no checked square alone connects two parts of the grid.

use gridcheck_layout::words::Words;
use gridcheck_validator::Square;
use gridcheck_validator::diagnostic::{Code, Diagnostic};
use gridcheck_validator::stats::hinges;

/// The code of a grid in which one square alone connects two parts.
pub const CODE: &Code = &Code {
    name: "GC012",
    key: None,
    title: "part of the grid hangs on one square",
    explanation: "Filling this one square would cut off a part of the grid: words on one side of it and on the other \
                  cross nowhere else. (Read by words: the checked square is a bridge of the graph of words. Read square by \
                  square, nearly every published grid would fail.)",
};

/// Returns every hinge of a grid.
pub(super) fn all(words: &Words) -> impl Iterator<Item = Diagnostic> {
    hinges(&words.words).into_iter().map(|(row, column)| {
        let square = Square { row, column };
        Diagnostic::new(CODE, format!("the grid hangs on one square: {square}"), vec![square], square.fields())
    })
}
