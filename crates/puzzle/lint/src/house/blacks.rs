//! Checks that at most a sixth of the squares are black. Voids are not squares.

use gridcheck_core::plural::plural;
use serde_json::json;

use gridcheck_layout::shape::Shape;
use gridcheck_validator::diagnostic::{Code, Diagnostic, Example, Setting};

/// The code of a grid with more than a sixth of its squares black.
pub const CODE: &Code = &Code {
    name: "GC014",
    key: None,
    title: "too many black squares",
    checks: "At most a sixth of the squares are black. Voids are not squares.",
    matters: "Many black squares make many short words. Newspapers print puzzles with more than they ask for, some \
              with a fifth, so it is no more than a note.",
    example: Example { setting: Setting::Profile("nyt"), rows: ".../.##/..." },
};

pub(super) fn found(shape: Shape) -> Option<Diagnostic> {
    let (squares, black) = (shape.squares(), shape.blacks());
    (6 * black > squares).then(|| {
        let percent = 100.0 * black as f64 / squares as f64;
        let message = format!("{} ({percent:.1} %), at most a sixth wanted", plural(black, "black square"));
        Diagnostic::new(CODE, message, Vec::new(), [("black", json!(black)), ("allowed", json!(squares / 6))])
    })
}
