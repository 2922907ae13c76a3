//! Checks that the grid is a square of one of the house's sizes. A grid with voids has no comparable size.

use serde_json::json;

use gridcheck_core::grid::Grid;
use gridcheck_validator::diagnostic::{Code, Diagnostic, Example, Setting};

/// The code of a grid with a size that the house does not print.
pub const CODE: &Code = &Code {
    name: "GC016",
    key: None,
    title: "not a size of this house",
    checks: "The grid is a square of one of the sizes that the house prints.",
    matters: "A house prints its puzzles in few sizes. A grid of another size may be good for another puzzle.",
    example: Example { setting: Setting::Profile("guardian-quick"), rows: "...../.#.#./....." },
};

/// Judges a grid. The house prints squares with these sides.
pub(super) fn found(grid: &Grid, expected: &[usize]) -> Option<Diagnostic> {
    let (height, width) = (grid.height(), grid.width());
    (height != width || !expected.contains(&height)).then(|| {
        let sizes: Vec<String> = expected.iter().map(|size| format!("{size} × {size}")).collect();
        let message = format!("{height} × {width}, {} expected", sizes.join(" or "));
        let fields = [("height", json!(height)), ("width", json!(width)), ("expected", json!(expected))];
        Diagnostic::new(CODE, message, Vec::new(), fields)
    })
}
