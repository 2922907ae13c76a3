//! Prints figures as comma-separated values (RFC 4180): a line of column names, then one line per grid.
//!
//! The columns are the fields of the JSON format, in the same order, with three exceptions. Hinges are counted, `lengths` has the
//! number of words of each length, as in `3:4 7:2`, and clues for several words have no column.

use serde_json::{Map, Value};

use crate::ask::stats::StatsReport;
use crate::grid::Grid;
use crate::stats::Stats;

/// Returns the line of column names. Every grid has the same fields.
pub(super) fn header() -> serde_json::Result<String> {
    let stats = Stats::of(&Grid::black(1, 1));
    let any = StatsReport { file: "", index: 1, line: 1, stats: &stats, links: Vec::new() };
    Ok(figures(&any)?.keys().map(String::as_str).collect::<Vec<_>>().join(","))
}

/// Returns the line of a grid. Its file has the name that is shown.
pub(super) fn row(report: &StatsReport<'_>) -> serde_json::Result<String> {
    Ok(figures(report)?.iter().map(|(name, value)| field(name, value)).collect::<Vec<_>>().join(","))
}

fn figures(report: &StatsReport<'_>) -> serde_json::Result<Map<String, Value>> {
    let mut figures: Map<String, Value> = serde_json::from_value(serde_json::to_value(report)?)?;
    figures.shift_remove("links");
    Ok(figures)
}

fn field(name: &str, value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => quoted(text),
        Value::Number(number) if number.is_f64() => format!("{:.4}", number.as_f64().unwrap_or_default()),
        Value::Array(lengths) if name == "lengths" => lengths.iter().map(words).collect::<Vec<_>>().join(" "),
        Value::Array(squares) => squares.len().to_string(),
        value => value.to_string(),
    }
}

/// Returns a length and its number of words.
fn words(row: &Value) -> String {
    let number = |key: &str| row[key].as_u64().unwrap_or_default();
    format!("{}:{}", number("length"), number("across") + number("down"))
}

/// Returns the field. It is quoted if necessary, and prefixed with an apostrophe if a spreadsheet would take it for a formula.
fn quoted(field: &str) -> String {
    let formula = if field.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    if field.contains(['"', ',', '\n', '\r']) {
        format!("\"{formula}{}\"", field.replace('"', "\"\""))
    } else {
        format!("{formula}{field}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_quoted_where_it_would_be_misread() {
        assert_eq!(quoted("grids/monday.puz"), "grids/monday.puz");
        assert_eq!(quoted("1,2 \"x\".txt"), "\"1,2 \"\"x\"\".txt\"");
        for (name, field) in [("=1+1", "'=1+1"), ("+1", "'+1"), ("-a.txt", "'-a.txt"), ("@x", "'@x"), ("a=b", "a=b")] {
            assert_eq!(quoted(name), field);
        }
        assert_eq!(quoted("=A1,\"x\""), "\"'=A1,\"\"x\"\"\"");
    }
}
