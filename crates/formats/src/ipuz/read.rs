//! Reads ipuz.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::super::decode::utf8;
use super::super::draft::{Draft, PuzzleFile};
use super::super::fault::{Fault, Place};
use super::super::html;
use super::super::json::{keys, parse, plain, without_last_commas};
use super::super::puzzle::{Field, Square};
use super::super::squares::{Side, Squares};
use super::merge::{CellState, Diagram, Merged, merged};
use super::{PLAIN_TEXTS, TEXTS, WRAPPER, clues};
use gridcheck_core::place::line_and_column;
use gridcheck_core::plural::plural;

#[derive(Deserialize)]
struct Document<'a> {
    #[serde(borrow)]
    kind: &'a RawValue,
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
    clues: Option<Value>,
}

#[derive(Deserialize)]
struct Dimensions {
    width: u64,
    height: u64,
}

/// Keys that are read here, or that do not describe the puzzle.
const KNOWN: [&str; 13] = [
    "version",
    "kind",
    "dimensions",
    "block",
    "empty",
    "styles",
    "puzzle",
    "solution",
    "clues",
    "showenumerations",
    "clueplacement",
    "origin",
    "uniqueid",
];

/// Keys of a style that are read.
const KNOWN_STYLES: [&str; 4] = ["barred", "shapebg", "color", "highlight"];

/// The texts for a black square and for an empty one.
struct SquareTexts {
    block: String,
    /// The text for an empty square, if the file sets it. Otherwise it is the number 0, and in `puzzle` also the text "0".
    empty: Option<String>,
}

/// One of the two grids of a file, with the place of each cell.
struct RawGrid<'a> {
    place: Place,
    rows: Vec<Vec<(Place, &'a RawValue)>>,
}

/// A cell of `puzzle`.
struct PuzzleCell {
    state: CellState,
    /// The text in its corner, empty if there is none.
    number: String,
    /// The letters that are shown from the start.
    value: String,
    style: Map<String, Value>,
}

/// Reads a puzzle.
pub(in super::super) fn read(bytes: &[u8]) -> Result<PuzzleFile, Fault> {
    let text = without_last_commas(utf8(bytes)?);
    let mut file = read_text(&text).map_err(|fault| fault.in_text(&text))?;
    if matches!(text, Cow::Owned(_)) {
        file.notes.push("a comma before a closing bracket, which JSON does not allow: ignored".to_owned());
    }
    Ok(file.map_faults(|fault| fault.in_text(&text)))
}

/// Reads a puzzle. The places of faults are bytes of the text.
fn read_text(text: &str) -> Result<PuzzleFile, Fault> {
    let whole = text.trim();
    let wrapped = whole.strip_prefix(WRAPPER);
    let object = wrapped.map_or(whole, |rest| rest.trim_end_matches([';', ' ']).strip_suffix(')').unwrap_or(rest));
    let document: Document = parse(text, object)?;
    let place = |value: &RawValue| Place::of_part(text, value.get());
    // The key holds one kind or a list of kinds. Both contain the names.
    let kind = document.kind.get();
    if !kind.contains("crossword") {
        return Err(Fault::new(place(document.kind), "expected a kind with crossword in its name"));
    }
    let Dimensions { width, height } = parse(text, document.dimensions.get())?;
    let mut draft = Draft::new(Squares::new(width, height, place(document.dimensions))?);
    draft.diagramless = kind.contains("diagramless");
    let start = Place::of_part(text, object);
    let marks = marks(&document, start)?;
    let puzzle = document.puzzle.map(|raw| cells(text, raw, &draft.squares)).transpose()?;
    let solution = document.solution.map(|raw| cells(text, raw, &draft.squares)).transpose()?;
    let first = match (&puzzle, &solution) {
        (Some(cells), _) => cells.place,
        (None, Some(cells)) if draft.diagramless => cells.place,
        _ => return Err(Fault::new(start, "the key puzzle is missing")),
    };
    if let Place::Byte(offset) = first {
        (draft.line, _) = line_and_column(text, offset);
    }
    read_squares(&mut draft, text, puzzle.as_ref(), solution.as_ref(), &marks, &document.styles)?;
    if let Some(Value::Object(lists)) = &document.clues {
        clues::read(&mut draft, lists);
    }
    read_texts(&mut draft, &parse(text, object)?);
    for key in keys(object) {
        let known = KNOWN.into_iter().chain(TEXTS.map(|(key, _)| key)).chain(PLAIN_TEXTS.map(|(key, _)| key));
        if !known.into_iter().any(|known| known == key) {
            draft.unread(format!("key {key}"));
        }
    }
    draft.finish(first)
}

fn marks(document: &Document, start: Place) -> Result<SquareTexts, Fault> {
    let block = plain(document.block.as_ref()).unwrap_or_else(|| "#".to_owned());
    let empty = plain(document.empty.as_ref());
    if empty.as_deref().unwrap_or("0") == block {
        return Err(Fault::new(start, format!("block and empty are both {block:?}: which is black?")));
    }
    Ok(SquareTexts { block, empty })
}

/// Returns the cells of a grid.
fn cells<'a>(text: &str, raw: &'a RawValue, squares: &Squares) -> Result<RawGrid<'a>, Fault> {
    let (height, width) = (squares.height(), squares.width());
    let place = |value: &RawValue| Place::of_part(text, value.get());
    let rows: Vec<&RawValue> = parse(text, raw.get())?;
    if rows.len() != height {
        let message = format!("{}, expected {height} as dimensions says", plural(rows.len(), "row"));
        return Err(Fault::new(place(raw), message));
    }
    let row = |row: &&'a RawValue| {
        let cells: Vec<&RawValue> = parse(text, row.get())?;
        if cells.len() != width {
            let message = format!("a row of {}, expected {width} as dimensions says", cells.len());
            return Err(Fault::new(place(row), message));
        }
        Ok(cells.into_iter().map(|cell| (place(cell), cell)).collect())
    };
    Ok(RawGrid { place: place(raw), rows: rows.iter().map(row).collect::<Result<_, Fault>>()? })
}

/// The two cells of a square.
struct CellPair {
    square: Square,
    /// The place and the cell in `puzzle`.
    shown: Option<(Place, PuzzleCell)>,
    /// The place, the state and the letters in `solution`.
    told: Option<(Place, CellState, String)>,
}

/// Reads all squares from both grids.
fn read_squares(
    draft: &mut Draft,
    text: &str,
    puzzle: Option<&RawGrid>,
    solution: Option<&RawGrid>,
    marks: &SquareTexts,
    styles: &Map<String, Value>,
) -> Result<(), Fault> {
    let (height, width) = (draft.squares.height(), draft.squares.width());
    let squares = (0..height).flat_map(|r| (0..width).map(move |c| (r, c)));
    let both = squares.map(|square| {
        let at = |cells: &RawGrid<'_>| cells.rows[square.0][square.1].0;
        let raw = |cells: &RawGrid<'_>| parse::<Value>(text, cells.rows[square.0][square.1].1.get());
        let shown = puzzle.map(|cells| Ok((at(cells), puzzle_cell(raw(cells)?, at(cells), marks, styles)?)));
        let told = solution.map(|cells| {
            let (state, letters) = solution_cell(&raw(cells)?, at(cells), marks)?;
            Ok((at(cells), state, letters))
        });
        Ok(CellPair { square, shown: shown.transpose()?, told: told.transpose()? })
    });
    let both: Vec<CellPair> = both.collect::<Result<_, Fault>>()?;
    let shows_black =
        both.iter().any(|both| both.shown.as_ref().is_some_and(|(_, cell)| cell.state == CellState::Black));
    let diagram = match (draft.diagramless, shows_black) {
        (false, _) => Diagram::Shown,
        (true, true) => Diagram::Known,
        (true, false) => Diagram::Hidden,
    };
    for both in both {
        read_square(draft, both, diagram)?;
    }
    Ok(())
}

/// Adds one square from both grids.
fn read_square(draft: &mut Draft, both: CellPair, diagram: Diagram) -> Result<(), Fault> {
    let CellPair { square, shown, told } = both;
    let told_place = told.as_ref().map(|(place, ..)| *place);
    let place = shown.as_ref().map(|(place, _)| *place).or(told_place).unwrap_or(Place::START);
    let puzzle_state = shown.as_ref().map_or(CellState::Nothing, |(_, cell)| cell.state);
    let solution_state = told.as_ref().map_or(CellState::Nothing, |(_, state, _)| *state);
    let (row, column) = (square.0 + 1, square.1 + 1);
    let refused = |message: String| Err(Fault::new(told_place.unwrap_or(place), message));
    match merged(puzzle_state, solution_state, diagram) {
        Merged::White => draft.squares.tell(square, true, place)?,
        Merged::Black => draft.squares.tell(square, false, place)?,
        Merged::Void => draft.squares.tell_void(square, place)?,
        Merged::Contradiction => {
            let (one, other) = if puzzle_state == CellState::Black { ("black", "white") } else { ("white", "black") };
            return refused(format!("row {row}, column {column} is {one} in puzzle and {other} in solution"));
        }
        Merged::Doubt => {
            return refused(format!(
                "row {row}, column {column} is not told in solution, and puzzle shows no black square: which is black?"
            ));
        }
    }
    if let Some((place, cell)) = shown {
        read_shown(draft, square, &cell, place)?;
        if !cell.value.is_empty() {
            draft.unread("which letters are shown from the start");
            draft.squares.letter(square, &cell.value);
        }
    }
    if let Some((_, _, letters)) = told.filter(|(.., letters)| !letters.is_empty()) {
        draft.letter(square, &letters);
    }
    Ok(())
}

/// Adds the number and the style of a cell.
fn read_shown(draft: &mut Draft, square: Square, cell: &PuzzleCell, place: Place) -> Result<(), Fault> {
    draft.squares.number(square, &cell.number);
    let is_coloured = |colour: &str| !["", "ffffff", "fff", "white"].contains(&colour.trim_start_matches('#'));
    for (key, value) in &cell.style {
        let text = value.as_str().unwrap_or_default();
        match key.as_str() {
            "barred" => {
                // Some producers separate the letters by commas.
                for letter in text.chars().filter(|letter| ![',', ' '].contains(letter)) {
                    draft.squares.bar(square, side(letter, place)?, place);
                }
            }
            "shapebg" if text == "circle" => draft.squares.circle(square),
            "highlight" if value == &Value::Bool(true) => draft.squares.shade(square),
            "color" if is_coloured(&text.to_ascii_lowercase()) => {
                draft.squares.shade(square);
                draft.unread("the colours of shaded squares");
            }
            known if KNOWN_STYLES.contains(&known) && (known != "shapebg" || text.is_empty()) => {}
            other => draft.unread(format!("style {other}")),
        }
    }
    Ok(())
}

/// Returns the side that a letter of `barred` names.
fn side(letter: char, place: Place) -> Result<Side, Fault> {
    match letter.to_ascii_uppercase() {
        'T' => Ok(Side::Top),
        'R' => Ok(Side::Right),
        'B' => Ok(Side::Bottom),
        'L' => Ok(Side::Left),
        _ => Err(Fault::new(place, format!("barred has {letter:?}: expected some of T, R, B, L"))),
    }
}

/// Reads a cell of `puzzle`.
fn puzzle_cell(
    value: Value,
    place: Place,
    marks: &SquareTexts,
    styles: &Map<String, Value>,
) -> Result<PuzzleCell, Fault> {
    let unknown = || Fault::new(place, "expected a cell: a text, a number, null, or an object with the key cell");
    let (content, style, given) = match value {
        Value::Object(object) => {
            // A cell with only a style or a value is empty.
            let nothing_else = object.keys().all(|key| ["style", "value"].contains(&key.as_str()));
            let content = match object.get("cell") {
                Some(content) => content.clone(),
                None if nothing_else => Value::from(0),
                None => return Err(unknown()),
            };
            (content, object.get("style").cloned(), plain(object.get("value")))
        }
        other => (other, None, None),
    };
    let style = match style {
        Some(Value::String(name)) => styles.get(&name).cloned(),
        style => style,
    };
    let number = if content.is_null() { None } else { Some(plain(Some(&content)).ok_or_else(unknown)?) };
    let state = match &number {
        None => CellState::Void,
        Some(number) if *number == marks.block => CellState::Black,
        Some(_) => CellState::White,
    };
    let is_number = |number: &String| number != "0" && Some(number) != marks.empty.as_ref();
    Ok(PuzzleCell {
        state,
        number: number.filter(is_number).unwrap_or_default(),
        value: given.unwrap_or_default(),
        style: style.and_then(|style| style.as_object().cloned()).unwrap_or_default(),
    })
}

/// Reads a cell of `solution`: its state and its letters.
fn solution_cell(value: &Value, place: Place, marks: &SquareTexts) -> Result<(CellState, String), Fault> {
    let content = match value {
        Value::Object(object) => object.get("value").or_else(|| object.get("cell")),
        other => Some(other),
    };
    Ok(match content {
        None | Some(Value::Null) => (CellState::Nothing, String::new()),
        Some(Value::String(letters)) if *letters == marks.block => (CellState::Black, String::new()),
        Some(Value::String(letters)) if letters.is_empty() => (CellState::Nothing, String::new()),
        Some(Value::String(letters)) if Some(letters) == marks.empty.as_ref() => (CellState::White, String::new()),
        Some(Value::String(letters)) => (CellState::White, letters.clone()),
        Some(Value::Number(number)) if number.as_u64() == Some(0) => (CellState::White, String::new()),
        Some(Value::Number(number)) => (CellState::White, number.to_string()),
        Some(Value::Bool(_) | Value::Array(_) | Value::Object(_)) => {
            let message = "expected a letter: a text, a number, null, or an object with the key value";
            return Err(Fault::new(place, message));
        }
    })
}

/// Reads the descriptions of the puzzle.
fn read_texts(draft: &mut Draft, object: &Map<String, Value>) {
    let text = |key: &str| plain(object.get(key)).unwrap_or_default();
    for (key, field) in TEXTS {
        let (text, styled) = html::plain(&text(key));
        draft.unread_if(styled && field == Field::Notes, "markup in notes");
        draft.about(field, &text);
    }
    for (key, field) in PLAIN_TEXTS {
        draft.about(field, &text(key));
    }
}
