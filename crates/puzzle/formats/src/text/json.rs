//! A grid as a JSON object on one line: `{"rows": ["..#", "..."]}`. Other keys are ignored.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::error::Category;

use super::super::fault::Fault;
use super::super::json::reason_of;
use super::lines::columns;
use gridcheck_core::place::offset_of;

/// The expected form of a line that begins with a brace.
const FORM: &str = "expected a grid on one line, as in {\"rows\": [\"..#\", \"...\"]}";

/// The fault of JSON that shows no format.
const UNKNOWN: &str = "JSON, but neither ipuz nor Guardian";

#[derive(Deserialize)]
struct Object<'a> {
    #[serde(borrow)]
    rows: Vec<Text<'a>>,
}

/// A string that borrows from the line if possible, so that its column is known.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// A row and the column of its first square. The column is `None` for a row that is written with escapes such as `\u2b1b`.
type JsonRow<'a> = (Cow<'a, str>, Option<usize>);

/// Returns the rows of `text`, line `line`, which begins with a brace.
pub(super) fn rows(text: &str, line: usize) -> Result<Vec<JsonRow<'_>>, Fault> {
    let object: Object = serde_json::from_str(text).map_err(|error| {
        let (column, reason) = match error.classify() {
            Category::Eof => (columns(text), UNKNOWN),
            // A line without the key `rows` is not a grid with a mistake in it.
            _ if !text.contains("\"rows\"") => (0, UNKNOWN),
            // The parser's place is a byte of the only line that it received.
            _ => (columns(text.get(..error.column().saturating_sub(1)).unwrap_or(text)), &*reason_of(&error)),
        };
        Fault::at(line, column + 1, format!("{reason}: {FORM}"))
    })?;
    let placed = |Text(row)| match row {
        Cow::Borrowed(row) => (Cow::Borrowed(row), Some(columns(&text[..offset_of(text, row)]) + 1)),
        Cow::Owned(_) => (row, None),
    };
    Ok(object.rows.into_iter().map(placed).collect())
}
