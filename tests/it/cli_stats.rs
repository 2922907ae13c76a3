//! Tests `gridcheck stats` on the real program: every format has the same figures.

use crate::program::{answer, feed, file, json_lines, name};

/// Columns of the table that the JSON format lacks or formats differently.
const COUNTED: [&str; 2] = ["hinges", "lengths"];

/// Splits a line into fields, if none is quoted.
fn fields(line: &str) -> Vec<&str> {
    line.split(',').collect()
}

#[test]
fn a_table_has_the_figures_of_the_json_form() {
    let grids = answer(&["list", "--size", "7", "--limit", "40"]);
    let csv = feed(&["stats", "--format", "csv", "-"], grids.clone()).out;
    let json = json_lines(&feed(&["stats", "--format", "json", "-"], grids).out);
    let mut lines = csv.lines();
    let columns = fields(lines.next().expect("column names"));
    let rows: Vec<&str> = lines.collect();
    assert_eq!(rows.len(), json.len());
    for (row, object) in rows.iter().zip(&json) {
        let row = fields(row);
        assert_eq!(row.len(), columns.len(), "{row:?}");
        for (&column, &field) in columns.iter().zip(&row).filter(|(column, _)| !COUNTED.contains(column)) {
            let value = &object[column];
            match value.as_f64() {
                Some(number) => assert!((number - field.parse::<f64>().expect("a number")).abs() < 1e-4, "{column}"),
                None if value.is_null() => assert_eq!(field, "", "{column}"),
                None => assert_eq!(field, value.as_str().map_or_else(|| value.to_string(), str::to_owned), "{column}"),
            }
        }
        let at = |wanted: &str| row[columns.iter().position(|column| *column == wanted).expect("a column")];
        assert_eq!(at("hinges"), object["hinges"].as_array().expect("a list").len().to_string());
        let lengths = object["lengths"].as_array().expect("a list").iter();
        let lengths = lengths.map(|length| {
            let words = length["across"].as_u64().expect("a number") + length["down"].as_u64().expect("a number");
            format!("{}:{words}", length["length"])
        });
        assert_eq!(at("lengths"), lengths.collect::<Vec<_>>().join(" "));
    }
    // Columns that scripts read keep their places.
    assert!(
        csv.starts_with("file,index,line,height,width,white,black,words,mean_length,checked,unchecked,isolated,"),
        "{csv}"
    );
}

#[test]
fn a_line_a_grid() {
    let grid = file("...##\n.#.##\n.....\n##.#.\n##...\n\n.\n");
    let said = answer(&["stats", "--format", "line", name(&grid)]);
    let expected = "\
:1: 5 × 5, 6 words (mean length 3.67), 15 letters, 8 unchecked (53.3 %), 10 black (40.0 %), symmetry diagonals, 1 piece
:7: 1 × 1, 0 words, 1 letter, 0 unchecked (0.0 %), 0 black (0.0 %), symmetry all, 1 piece
";
    assert_eq!(said.replace(name(&grid), ""), expected);
}
