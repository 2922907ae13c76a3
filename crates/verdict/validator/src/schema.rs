//! The keys of findings in JSON, for the schema. A [`Diagnostic`](crate::diagnostic::Diagnostic) has its fields as pairs; a test requires
//! that all that are printed are here.

use gridcheck_core::serial::FromOne;
use schemars::JsonSchema;

use crate::diagnostic::Severity;
use crate::place::Direction;

/// The broken rules of a grid.
#[derive(JsonSchema)]
#[schemars(rename = "violations")]
#[expect(dead_code, reason = "only its schema is used")]
pub struct Violations(Vec<Violation>);

/// A broken rule, with further fields of that rule. A given square has the rule given, a constraint the rule where.
#[derive(JsonSchema)]
#[schemars(extend("required" = ["rule", "message"]))]
#[expect(dead_code, reason = "only its schema is used")]
struct Violation {
    code: String,
    rule: String,
    word: String,
    message: String,
    #[schemars(flatten)]
    fields: Fields,
}

/// A finding, with further fields of its rule.
#[derive(JsonSchema)]
#[schemars(extend("required" = ["code", "severity", "message", "squares"]))]
#[expect(dead_code, reason = "only its schema is used")]
pub struct Finding {
    code: String,
    severity: Severity,
    rule: String,
    word: String,
    message: String,
    /// The line of the clue that the finding is about, in formats with lines.
    #[schemars(range(min = 1))]
    file_line: usize,
    squares: Vec<FromOne>,
    #[schemars(flatten)]
    fields: Fields,
}

/// The fields that rules add.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Fields {
    direction: Direction,
    row: usize,
    column: usize,
    length: usize,
    pattern: String,
    letter: usize,
    run: usize,
    checked: usize,
    unchecked: usize,
    expected_least: usize,
    expected_most: usize,
    needed: usize,
    #[schemars(extend("type" = ["integer", "string"]))]
    allowed: (),
    found: usize,
    side: Side,
    line: usize,
    regions: usize,
    cut_off: Vec<Region>,
    symmetry: String,
    transform: String,
    colour: String,
    image_row: usize,
    image_column: usize,
    image_colour: String,
    bar_between: Vec<FromOne>,
    images: Vec<FromOne>,
    height: usize,
    width: usize,
    black: usize,
    words: usize,
    wanted: usize,
    expected: Vec<usize>,
    applicable: bool,
    voids: usize,
}

/// A side of the grid.
#[derive(JsonSchema)]
#[schemars(inline, rename_all = "lowercase")]
#[expect(dead_code, reason = "only its schema is used")]
enum Side {
    Top,
    Bottom,
    Left,
    Right,
}

/// A region: its first square and its size.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Region {
    row: usize,
    column: usize,
    size: usize,
}
