//! One grid as a JSON object on one line: `{"rows": ["..#", "..."]}`, other keys ignored.

use std::borrow::Cow;

use serde::Deserialize;

use super::ReadError;
use super::lines::columns;

#[derive(Deserialize)]
struct Object<'a> {
    #[serde(borrow)]
    rows: Vec<Text<'a>>,
}

/// A string that is borrowed from the line where it can be, so that its column is known.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// Whether `line` was meant to be such an object, whatever it begins with.
pub(super) fn is_meant(line: &str) -> bool {
    line.contains("\"rows\"")
}

/// One row as written.
#[derive(Debug, PartialEq)]
pub(super) struct JsonRow<'a> {
    pub(super) squares: Cow<'a, str>,
    /// The column of its first square; a row that is written with escapes such as `\u2b1b` has none.
    pub(super) column: Option<usize>,
}

/// The rows of `text`, line `line`.
pub(super) fn rows(text: &str, line: usize) -> Result<Vec<JsonRow<'_>>, ReadError> {
    let object: Object = serde_json::from_str(text).map_err(|error| {
        let reason = error.to_string();
        // The parser's own place is within the one line it was given, and in bytes.
        let reason = reason.rsplit_once(" at line ").map_or(reason.as_str(), |(reason, _)| reason);
        let before = text.get(..error.column().saturating_sub(1)).unwrap_or(text);
        ReadError::new(line, columns(before) + 1, format!("not a grid as one line of JSON: {reason}"))
    })?;
    let column = |row: &Cow<str>| match row {
        Cow::Borrowed(row) => Some(columns(&text[..row.as_ptr().addr() - text.as_ptr().addr()]) + 1),
        Cow::Owned(_) => None,
    };
    Ok(object.rows.into_iter().map(|Text(row)| JsonRow { column: column(&row), squares: row }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_know_their_columns() {
        let rows = rows(r#" {"size": 3, "rows": ["⬛..", "\u2b1b.."], "é": {"rows": 1}}"#, 1).unwrap();
        let row = |column| JsonRow { squares: "⬛..".into(), column };
        assert_eq!(rows, [row(Some(24)), row(None)]);
    }

    #[test]
    fn what_is_not_such_an_object_is_refused_in_one_line() {
        let refused = |text| rows(text, 4).unwrap_err().to_string();
        assert_eq!(refused(r#"{"é": 1}"#), "4:8: not a grid as one line of JSON: missing field `rows`");
        let reason = "invalid type: string \"..#\", expected a sequence";
        assert_eq!(refused(r#"{"rows": "..#"}"#), format!("4:14: not a grid as one line of JSON: {reason}"));
        assert!(refused("{").starts_with("4:1: not a grid as one line of JSON: EOF"));
    }
}
