//! Checks that a grid of some size does not have too many words.

use serde_json::json;

use gridcheck_core::grid::Grid;
use gridcheck_layout::words::Words;
use gridcheck_validator::diagnostic::{Code, Diagnostic, Example, Setting};

/// The code of a grid with more words than the house prints at that size.
pub const CODE: &Code = &Code {
    name: "GC015",
    key: None,
    title: "too many words",
    checks: "A square grid of a given size has at most a given number of words.",
    matters: "Many words in a grid of this size are short words. A puzzle without a theme is expected to have fewer \
              than one with a theme. The grid does not show whether there is a theme.",
    example: Example {
        setting: Setting::Profile("nyt"),
        rows: "...#...#...#.../...#...#...#.../...#...#...#.../...#...#...#.../...#...#...#.../\
                    ...#...#...#.../...#...#...#.../###############/...#...#...#.../...#...#...#.../\
                    ...#...#...#.../...#...#...#.../...#...#...#.../...#...#...#.../...#...#...#...",
    },
};

/// Judges a grid that is a square of this size.
pub(super) fn found(grid: &Grid, words: &Words, size: usize, wanted: usize) -> Option<Diagnostic> {
    let of_size = (grid.height(), grid.width()) == (size, size);
    let words = words.words.len();
    (of_size && words > wanted).then(|| {
        let message = format!("{words} words, at most {wanted} wanted");
        Diagnostic::new(CODE, message, Vec::new(), [("words", json!(words)), ("wanted", json!(wanted))])
    })
}
