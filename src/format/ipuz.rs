//! ipuz, a JSON format: read and written.
//!
//! The key `puzzle` holds rows of cells. A cell is black if it is what the key `block` says, `"#"` if there is none; `null`
//! is no cell; any other text or number is white, `"0"` or what `empty` says being one without a number. An object is what
//! its key `cell` is; `style`, itself or by its name in `styles`, may have `barred` with the sides that are bars. In a
//! puzzle of the kind *diagramless* the blacks are in `solution` instead. A file may be wrapped in `ipuz( … )`.
//!
//! Source: Puzzazz, "ipuz: a free, open, extensible standard for puzzles", versions 1 and 2 (2011 and on).

use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::decode::utf8;
use super::fault::{Fault, Place};
use super::json::parse;

use super::puzzle::{Format, Puzzle};
use super::squares::{Side, Squares, no_cell};
use crate::grid::Grid;
use crate::words::{Direction, Words};

/// What a file that is wrapped begins with.
pub(super) const WRAPPER: &str = "ipuz(";

/// Keys that tell this format from other JSON.
pub(super) const KEYS: [&str; 4] = ["kind", "puzzle", "solution", "clues"];

#[derive(Deserialize)]
struct Document<'a> {
    #[serde(borrow)]
    kind: &'a RawValue,
    title: Option<String>,
    author: Option<String>,
    #[serde(borrow)]
    dimensions: &'a RawValue,
    block: Option<Value>,
    empty: Option<Value>,
    #[serde(default)]
    styles: Map<String, Value>,
    #[serde(borrow)]
    puzzle: Option<&'a RawValue>,
    #[serde(borrow)]
    solution: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Dimensions {
    width: u64,
    height: u64,
}

/// What a cell is besides its colour.
struct Cell {
    /// `None` is no cell.
    content: Option<String>,
    /// The sides that are bars, as letters.
    barred: String,
}

/// Reads a puzzle.
pub(super) fn read(bytes: &[u8]) -> Result<Puzzle, Fault> {
    let text = utf8(bytes)?;
    read_text(text).map_err(|fault| fault.in_text(text))
}

/// The same with places as bytes of the text.
fn read_text(text: &str) -> Result<Puzzle, Fault> {
    let whole = text.trim();
    let wrapped = whole.strip_prefix(WRAPPER);
    let object = wrapped.map_or(whole, |rest| rest.trim_end_matches([';', ' ']).strip_suffix(')').unwrap_or(rest));
    let document: Document = parse(text, object)?;
    let place = |value: &RawValue| Place::of_part(text, value.get());
    // One kind or a list of them: either way the names are in it.
    let kind = document.kind.get();
    if !kind.contains("crossword") {
        return Err(Fault::new(place(document.kind), "expected a kind with crossword in its name"));
    }
    let Dimensions { width, height } = parse(text, document.dimensions.get())?;
    let mut squares = Squares::new(width, height, place(document.dimensions))?;
    let black = plain(document.block.as_ref()).unwrap_or_else(|| "#".to_owned());
    let empty = plain(document.empty.as_ref()).unwrap_or_else(|| "0".to_owned());
    if black == empty {
        let message = format!("block and empty are both {black:?}: which is black?");
        return Err(Fault::new(Place::of_part(text, object), message));
    }
    let (key, cells) =
        if kind.contains("diagramless") { ("solution", document.solution) } else { ("puzzle", document.puzzle) };
    let cells = cells.ok_or_else(|| Fault::new(Place::of_part(text, object), format!("the key {key} is missing")))?;
    let rows: Vec<&RawValue> = parse(text, cells.get())?;
    if rows.len() != squares.height() {
        let message = format!("{} rows, expected {} as dimensions says", rows.len(), squares.height());
        return Err(Fault::new(place(cells), message));
    }
    for (r, row) in rows.iter().enumerate() {
        let row_cells: Vec<&RawValue> = parse(text, row.get())?;
        if row_cells.len() != squares.width() {
            let message = format!("a row of {}, expected {} as dimensions says", row_cells.len(), squares.width());
            return Err(Fault::new(place(row), message));
        }
        for (c, raw) in row_cells.into_iter().enumerate() {
            let place = place(raw);
            let value: Value = parse(text, raw.get())?;
            let Some(cell) = cell(&value, &document.styles) else {
                let message = "expected a cell: a text, a number, null, or an object with the key cell";
                return Err(Fault::new(place, message));
            };
            let content = cell.content.ok_or_else(|| no_cell(place, r, c))?;
            squares.tell((r, c), content != black, place)?;
            for letter in cell.barred.chars() {
                let side = match letter.to_ascii_uppercase() {
                    'T' => Side::Top,
                    'R' => Side::Right,
                    'B' => Side::Bottom,
                    'L' => Side::Left,
                    _ => return Err(Fault::new(place, format!("barred has {letter:?}: expected some of T, R, B, L"))),
                };
                squares.bar((r, c), side, place);
            }
        }
    }
    let mut puzzle = Puzzle::new(Format::Ipuz, squares.finish(place(cells))?);
    if let Place::Byte(offset) = place(cells) {
        puzzle.line = text[..offset].matches('\n').count() + 1;
    }
    puzzle.named(document.title.as_deref().unwrap_or_default(), document.author.as_deref().unwrap_or_default());
    Ok(puzzle)
}

/// A text or a number, as a text.
fn plain(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// What a cell says, or `None` if it is none that the format knows.
fn cell(value: &Value, styles: &Map<String, Value>) -> Option<Cell> {
    let (content, style) = match value {
        Value::Object(object) => (object.get("cell")?, object.get("style")),
        other => (other, None),
    };
    let content = if content.is_null() { None } else { Some(plain(Some(content))?) };
    let style = match style {
        Some(Value::String(name)) => styles.get(name),
        style => style,
    };
    let barred = style.and_then(|style| style.get("barred")?.as_str()).unwrap_or_default().to_owned();
    Some(Cell { content, barred })
}

/// A grid as ipuz, version 2: numbered, every clue with its number and its word's length and otherwise blank.
pub fn write(grid: &Grid, title: Option<&str>, author: Option<&str>) -> String {
    let mut numbers = vec![vec![0; grid.width()]; grid.height()];
    let (mut across, mut down) = (Vec::new(), Vec::new());
    for light in Words::of(grid).words {
        numbers[light.row][light.column] = light.number;
        let clue = json!({"number": light.number, "clue": "", "enumeration": light.length.to_string()});
        match light.direction {
            Direction::Across => across.push(clue),
            Direction::Down => down.push(clue),
        }
    }
    let mut text = String::from("{\n  \"version\": \"http://ipuz.org/v2\",\n");
    text.push_str("  \"kind\": [\"http://ipuz.org/crossword#1\"],\n");
    // Writing to a String cannot fail.
    for (key, value) in [("title", title), ("author", author)] {
        if let Some(value) = value {
            let _ = writeln!(text, "  \"{key}\": {},", json!(value));
        }
    }
    let _ = writeln!(text, "  \"dimensions\": {},", json!({"width": grid.width(), "height": grid.height()}));
    let rows: Vec<String> = numbers
        .iter()
        .enumerate()
        .map(|(r, row)| {
            let cell = |(c, number): (usize, &usize)| if grid.is_white(r, c) { json!(number) } else { json!("#") };
            format!("    {}", row.iter().enumerate().map(cell).collect::<Value>())
        })
        .collect();
    let _ = writeln!(text, "  \"puzzle\": [\n{}\n  ],", rows.join(",\n"));
    let _ = write!(text, "  \"clues\": {{\n    \"Across\": {},\n", Value::from(across));
    let _ = writeln!(text, "    \"Down\": {}\n  }}\n}}", Value::from(down));
    text
}
