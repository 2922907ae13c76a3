//! Checks that the numbers of rows and of columns are odd.

use serde_json::json;

use gridcheck_core::grid::Grid;
use gridcheck_core::plural::plural;
use gridcheck_validator::diagnostic::{Code, Diagnostic, Example, Setting};

/// The code of a grid with an even number of rows or of columns.
pub const CODE: &Code = &Code {
    name: "GC017",
    key: None,
    title: "an even number of rows or columns",
    checks: "The numbers of rows and of columns are odd.",
    matters: "With odd numbers of rows and columns there is a middle square. The other rules apply to even sizes as \
              well.",
    example: Example { setting: Setting::Profile("keith"), rows: "..../.##./.##./...." },
};

pub(super) fn found(grid: &Grid) -> Option<Diagnostic> {
    let (height, width) = (grid.height(), grid.width());
    (height.is_multiple_of(2) || width.is_multiple_of(2)).then(|| {
        let message = format!("{} and {}, odd numbers expected", plural(height, "row"), plural(width, "column"));
        Diagnostic::new(CODE, message, Vec::new(), [("height", json!(height)), ("width", json!(width))])
    })
}
