//! Prints figures as comma-separated values (RFC 4180): a line of column names, then one line per grid.
//!
//! The columns are those of the JSON format, in the same order, with two exceptions. Hinges are counted, and `lengths` has the
//! number of words of each length, as in `3:4 7:2`. Names never change, and new columns come last.

use crate::stats::Stats;

/// The names of the columns.
pub const HEADER: [&str; 26] = [
    "file",
    "index",
    "line",
    "height",
    "width",
    "white",
    "black",
    "words",
    "mean_length",
    "checked",
    "unchecked",
    "isolated",
    "double_unches",
    "triple_unches",
    "unches_at_ends",
    "symmetry",
    "keiths_type",
    "regions",
    "hinges",
    "largest_black_block",
    "longest_black_edge",
    "in_keiths_count",
    "is_american",
    "lengths",
    "bars",
    "voids",
];

/// Returns the line of a grid; `index` is its number in the file from 0.
pub fn row(file: &str, index: usize, line: usize, stats: &Stats) -> String {
    let Stats {
        height,
        width,
        white,
        checked,
        unchecked,
        isolated,
        lengths,
        double_unches,
        triple_unches,
        unches_at_ends,
        symmetry,
        regions,
        hinges,
        largest_black_block,
        longest_black_edge,
        in_keiths_count,
        is_american,
        bars,
        voids,
    } = stats;
    let lengths = lengths.iter().map(|(length, row)| format!("{length}:{}", row.words()));
    let fields: [String; HEADER.len()] = [
        quoted(file),
        (index + 1).to_string(),
        line.to_string(),
        height.to_string(),
        width.to_string(),
        white.to_string(),
        stats.black().to_string(),
        stats.words().to_string(),
        stats.mean_length().map_or_else(String::new, |mean| format!("{mean:.4}")),
        checked.to_string(),
        unchecked.to_string(),
        isolated.to_string(),
        double_unches.to_string(),
        triple_unches.to_string(),
        unches_at_ends.to_string(),
        symmetry.name().to_owned(),
        symmetry.letter().unwrap_or_default().to_owned(),
        regions.to_string(),
        hinges.len().to_string(),
        largest_black_block.to_string(),
        longest_black_edge.to_string(),
        in_keiths_count.to_string(),
        is_american.to_string(),
        lengths.collect::<Vec<_>>().join(" "),
        bars.to_string(),
        voids.to_string(),
    ];
    fields.join(",")
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
