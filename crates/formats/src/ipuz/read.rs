//! Reading ipuz.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::super::decode::utf8;
use super::super::draft::{Draft, PuzzleFile};
use super::super::fault::{Fault, Place};
use super::super::html;
use super::super::json::{keys, parse, plain};
use super::super::puzzle::{Field, Square};
use super::super::squares::{Side, Squares};
use super::merge::{Diagram, Merged, Says, merged};
use super::{PLAIN_TEXTS, TEXTS, WRAPPER, clues};
use gridcheck_core::place::line_and_column;

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

/// Keys that are read here, or say nothing of the puzzle.
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

/// What stands for a square that is black, and for one that is empty.
struct Marks {
    block: String,
    /// Only if the file says so: everywhere else it is the number 0, and in `puzzle` the text too.
    empty: Option<String>,
}

/// One of the two grids of a file, each cell where it stands.
struct Cells<'a> {
    place: Place,
    rows: Vec<Vec<(Place, &'a RawValue)>>,
}

/// A cell of `puzzle`.
struct PuzzleCell {
    says: Says,
    /// What stands in its corner, empty if there is nothing.
    number: String,
    /// What is written in it from the start.
    value: String,
    style: Map<String, Value>,
}

/// Reads a puzzle.
pub(in super::super) fn read(bytes: &[u8]) -> Result<PuzzleFile, Fault> {
    let text = utf8(bytes)?;
    let file = read_text(text).map_err(|fault| fault.in_text(text))?;
    Ok(file.map_faults(|fault| fault.in_text(text)))
}

/// The same with places as bytes of the text.
fn read_text(text: &str) -> Result<PuzzleFile, Fault> {
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
    let mut draft = Draft::new(Squares::new(width, height, place(document.dimensions))?);
    draft.diagramless = kind.contains("diagramless");
    let start = Place::of_part(text, object);
    let marks = marks(&document, start)?;
    let size = (draft.squares.height(), draft.squares.width());
    let puzzle = document.puzzle.map(|raw| cells(text, raw, size)).transpose()?;
    let solution = document.solution.map(|raw| cells(text, raw, size)).transpose()?;
    let first = match (&puzzle, &solution) {
        (Some(cells), _) => cells.place,
        (None, Some(cells)) if draft.diagramless => cells.place,
        _ => return Err(Fault::new(start, "the key puzzle is missing")),
    };
    if let Place::Byte(offset) = first {
        (draft.line, _) = line_and_column(text, offset);
    }
    tell_squares(&mut draft, text, (puzzle.as_ref(), solution.as_ref()), &marks, &document.styles)?;
    if let Some(Value::Object(lists)) = &document.clues {
        clues::tell(&mut draft, lists);
    }
    tell_texts(&mut draft, &parse(text, object)?);
    for key in keys(object) {
        let known = KNOWN.into_iter().chain(TEXTS.map(|(key, _)| key)).chain(PLAIN_TEXTS.map(|(key, _)| key));
        if !known.into_iter().any(|known| known == key) {
            draft.unread(format!("key {key}"));
        }
    }
    draft.finish(first)
}

fn marks(document: &Document, start: Place) -> Result<Marks, Fault> {
    let block = plain(document.block.as_ref()).unwrap_or_else(|| "#".to_owned());
    let empty = plain(document.empty.as_ref());
    if empty.as_deref().unwrap_or("0") == block {
        return Err(Fault::new(start, format!("block and empty are both {block:?}: which is black?")));
    }
    Ok(Marks { block, empty })
}

/// The cells of a grid.
fn cells<'a>(text: &str, raw: &'a RawValue, (height, width): (usize, usize)) -> Result<Cells<'a>, Fault> {
    let place = |value: &RawValue| Place::of_part(text, value.get());
    let rows: Vec<&RawValue> = parse(text, raw.get())?;
    if rows.len() != height {
        let message = format!("{} rows, expected {height} as dimensions says", rows.len());
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
    Ok(Cells { place: place(raw), rows: rows.iter().map(row).collect::<Result<_, Fault>>()? })
}

/// What both grids say of a square.
struct Both {
    square: Square,
    /// Where `puzzle` says it, and what.
    shown: Option<(Place, PuzzleCell)>,
    /// Where `solution` says it, what, and the letters.
    told: Option<(Place, Says, String)>,
}

/// Takes what both grids say of every square.
fn tell_squares(
    draft: &mut Draft,
    text: &str,
    (puzzle, solution): (Option<&Cells>, Option<&Cells>),
    marks: &Marks,
    styles: &Map<String, Value>,
) -> Result<(), Fault> {
    let (height, width) = (draft.squares.height(), draft.squares.width());
    let squares = (0..height).flat_map(|r| (0..width).map(move |c| (r, c)));
    let both = squares.map(|square| {
        let at = |cells: &Cells<'_>| cells.rows[square.0][square.1].0;
        let raw = |cells: &Cells<'_>| parse::<Value>(text, cells.rows[square.0][square.1].1.get());
        let shown = puzzle.map(|cells| Ok((at(cells), puzzle_cell(raw(cells)?, at(cells), marks, styles)?)));
        let told = solution.map(|cells| {
            let (says, letters) = solution_cell(&raw(cells)?, at(cells), marks)?;
            Ok((at(cells), says, letters))
        });
        Ok(Both { square, shown: shown.transpose()?, told: told.transpose()? })
    });
    let both: Vec<Both> = both.collect::<Result<_, Fault>>()?;
    let shows_black = both.iter().any(|both| both.shown.as_ref().is_some_and(|(_, cell)| cell.says == Says::Black));
    let diagram = match (draft.diagramless, shows_black) {
        (false, _) => Diagram::Shown,
        (true, true) => Diagram::Known,
        (true, false) => Diagram::Hidden,
    };
    for both in both {
        tell_square(draft, both, diagram)?;
    }
    Ok(())
}

/// Takes what both grids say of a square.
fn tell_square(draft: &mut Draft, both: Both, diagram: Diagram) -> Result<(), Fault> {
    let Both { square, shown, told } = both;
    let told_place = told.as_ref().map(|(place, ..)| *place);
    let place = shown.as_ref().map(|(place, _)| *place).or(told_place).unwrap_or(Place::START);
    let puzzle_says = shown.as_ref().map_or(Says::Nothing, |(_, cell)| cell.says);
    let solution_says = told.as_ref().map_or(Says::Nothing, |(_, says, _)| *says);
    let (row, column) = (square.0 + 1, square.1 + 1);
    let refused = |message: String| Err(Fault::new(told_place.unwrap_or(place), message));
    match merged(puzzle_says, solution_says, diagram) {
        Merged::White => draft.squares.tell(square, true, place)?,
        Merged::Black => draft.squares.tell(square, false, place)?,
        Merged::Void => draft.squares.tell_void(square, place)?,
        Merged::Contradiction => {
            let (one, other) = if puzzle_says == Says::Black { ("black", "white") } else { ("white", "black") };
            return refused(format!("row {row}, column {column} is {one} in puzzle and {other} in solution"));
        }
        Merged::Doubt => {
            return refused(format!(
                "row {row}, column {column} is not told in solution, and puzzle shows no black square: which is black?"
            ));
        }
    }
    if let Some((place, cell)) = shown {
        tell_shown(draft, square, &cell, place)?;
        if !cell.value.is_empty() {
            draft.unread("which letters are shown from the start");
            draft.squares.letter(square, &cell.value);
        }
    }
    if let Some((_, _, letters)) = told.filter(|(.., letters)| !letters.is_empty()) {
        draft.squares.letter(square, &letters);
    }
    Ok(())
}

/// Takes the number and the style of a cell.
fn tell_shown(draft: &mut Draft, square: Square, cell: &PuzzleCell, place: Place) -> Result<(), Fault> {
    draft.squares.number(square, &cell.number);
    let is_coloured = |colour: &str| !["", "ffffff", "fff", "white"].contains(&colour.trim_start_matches('#'));
    for (key, value) in &cell.style {
        let text = value.as_str().unwrap_or_default();
        match key.as_str() {
            "barred" => {
                for letter in text.chars() {
                    let side = match letter.to_ascii_uppercase() {
                        'T' => Side::Top,
                        'R' => Side::Right,
                        'B' => Side::Bottom,
                        'L' => Side::Left,
                        _ => {
                            let message = format!("barred has {letter:?}: expected some of T, R, B, L");
                            return Err(Fault::new(place, message));
                        }
                    };
                    draft.squares.bar(square, side, place);
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

/// What a cell of `puzzle` says.
fn puzzle_cell(value: Value, place: Place, marks: &Marks, styles: &Map<String, Value>) -> Result<PuzzleCell, Fault> {
    let unknown = || Fault::new(place, "expected a cell: a text, a number, null, or an object with the key cell");
    let (content, style, given) = match value {
        Value::Object(object) => {
            // A cell that has nothing but its looks is empty.
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
    let says = match &number {
        None => Says::Void,
        Some(number) if *number == marks.block => Says::Black,
        Some(_) => Says::White,
    };
    let is_number = |number: &String| number != "0" && Some(number) != marks.empty.as_ref();
    Ok(PuzzleCell {
        says,
        number: number.filter(is_number).unwrap_or_default(),
        value: given.unwrap_or_default(),
        style: style.and_then(|style| style.as_object().cloned()).unwrap_or_default(),
    })
}

/// What a cell of `solution` says, and its letters.
fn solution_cell(value: &Value, place: Place, marks: &Marks) -> Result<(Says, String), Fault> {
    let content = match value {
        Value::Object(object) => object.get("value").or_else(|| object.get("cell")),
        other => Some(other),
    };
    Ok(match content {
        None | Some(Value::Null) => (Says::Nothing, String::new()),
        Some(Value::String(letters)) if *letters == marks.block => (Says::Black, String::new()),
        Some(Value::String(letters)) if letters.is_empty() => (Says::Nothing, String::new()),
        Some(Value::String(letters)) if Some(letters) == marks.empty.as_ref() => (Says::White, String::new()),
        Some(Value::String(letters)) => (Says::White, letters.clone()),
        Some(Value::Number(number)) if number.as_u64() == Some(0) => (Says::White, String::new()),
        Some(Value::Number(number)) => (Says::White, number.to_string()),
        Some(Value::Bool(_) | Value::Array(_) | Value::Object(_)) => {
            let message = "expected a letter: a text, a number, null, or an object with the key value";
            return Err(Fault::new(place, message));
        }
    })
}

/// Takes what the puzzle says of itself.
fn tell_texts(draft: &mut Draft, object: &Map<String, Value>) {
    let text = |key: &str| plain(object.get(key)).unwrap_or_default();
    for (key, field) in TEXTS {
        let (text, styled) = html::plain(&text(key));
        if styled && field == Field::Notes {
            draft.unread("markup in notes");
        }
        draft.about(field, &text);
    }
    for (key, field) in PLAIN_TEXTS {
        draft.about(field, &text(key));
    }
}
