//! Reads ipuz.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::super::decode::utf8;
use super::super::draft::{Draft, OTHER_NUMBERS, PuzzleFile, foreign};
use super::super::extras::Role;
use super::super::fault::{Fault, Place, in_text};
use super::super::json::{entries, parse, plain, repeated_keys, without_last_commas};
use super::super::puzzle::{Puzzle, Square, Start, fits, name_of, numbers_in};
use super::super::recognition::Strength;
use super::super::squares::Side;
use super::marks::Marks;
use super::merge::{CellState, Merged, merged};
use super::{
    BLOCK_KEY, DIAGRAMLESS_KIND, INTRO_KEY, KIND, KIND_KEY, SIDES, TEXTS, VERSIONS, WRAPPER, WRAPPER_END, clues, sign,
    write,
};
use gridcheck_core::place::line_and_column;
use gridcheck_core::plural::plural;
use gridcheck_layout::words::Word;

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
    #[serde(borrow)]
    clues: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Dimensions {
    width: u64,
    height: u64,
}

const CELL_KEYS: [&str; 3] = ["cell", "style", "value"];

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

struct PuzzleCell {
    place: Place,
    state: CellState,
    /// The text in its corner, empty if there is none.
    number: String,
    /// The letters that are shown from the start.
    value: String,
    style: Map<String, Value>,
    /// The keys that are not read.
    others: Map<String, Value>,
    /// The name of its style, if it has one that `styles` lists.
    style_name: Option<String>,
}

pub(in super::super) fn read(bytes: &[u8]) -> Result<PuzzleFile, Fault> {
    let text = without_last_commas(utf8(bytes)?);
    let mut file = in_text(&text, read_text)?;
    if matches!(text, Cow::Owned(_)) {
        file.notes.push("a comma before a closing bracket, which JSON does not allow: ignored".to_owned());
    }
    Ok(file)
}

/// Reads a puzzle. The places of faults are bytes of the text.
fn read_text(text: &str) -> Result<PuzzleFile, Fault> {
    let whole = text.trim();
    let wrapped = whole.strip_prefix(WRAPPER);
    let object =
        wrapped.map_or(whole, |rest| rest.trim_end_matches([';', ' ']).strip_suffix(WRAPPER_END).unwrap_or(rest));
    let document: Document = parse(text, object)?;
    let place = |value: &RawValue| Place::of_part(text, value.get());
    let kind = document.kind.get();
    if sign(kind) != Strength::Puzzle {
        return Err(Fault::new(place(document.kind), "expected a kind with crossword in its name"));
    }
    let Dimensions { width, height } = parse(text, document.dimensions.get())?;
    let mut draft = Draft::new(width, height, place(document.dimensions))?;
    draft.puzzle.diagramless = kind.contains("diagramless");
    let start = Place::of_part(text, object);
    let marks = marks(&document, start)?;
    let puzzle = document.puzzle.map(|raw| cells(text, raw, &draft)).transpose()?;
    let solution = document.solution.map(|raw| cells(text, raw, &draft)).transpose()?;
    let first = match (&puzzle, &solution) {
        (Some(cells), _) => cells.place,
        (None, Some(cells)) if draft.puzzle.diagramless => cells.place,
        _ => return Err(Fault::new(start, "the key puzzle is missing")),
    };
    if let Place::Byte(offset) = first {
        (draft.line, _) = line_and_column(text, offset);
    }
    let used = read_squares(&mut draft, text, puzzle.as_ref(), solution.as_ref(), &marks, &document.styles)?;
    match document.clues.map(RawValue::get) {
        Some(lists) if lists.starts_with('{') => clues::read(&mut draft, text, lists)?,
        None | Some("null") => {}
        Some(_) => draft.unread("clues that are no lists"),
    }
    if wrapped.is_some() {
        draft.puzzle.extras.add(WRAPPER, "", Role::Spelling);
    }
    let mut seen = BTreeSet::new();
    for (key, raw) in entries(object) {
        let is_first = seen.insert(key.clone());
        if is_first {
            let uses_all = document.styles.keys().all(|name| used.contains(name));
            read_entry(&mut draft, &key, raw, uses_all);
        }
    }
    for key in repeated_keys(object) {
        draft.unread(format!("a second {}", foreign(&key)));
    }
    draft.keeps_answers = true;
    let mut file = draft.finish(first)?;
    settle_clues(&mut file);
    write::remove_derived(&mut file.puzzle);
    Ok(file)
}

/// Sets the meaning of the entries of clues, now that the words are known: an answer that has the letters of the grid, and a label that has
/// the numbers of the words, only state how the file spells these. What the writer would write anyway is not an entry of the file.
fn settle_clues(file: &mut PuzzleFile) {
    file.rewritten.remove(OTHER_NUMBERS);
    file.puzzle.settle_extras(|puzzle, words, word, extra| {
        let has_other_number = |puzzle: &Puzzle, word: &Word| {
            let number = puzzle.clue_extras(Start::from(word)).iter().find(|extra| extra.name == "number");
            let number = number.and_then(|extra| plain(serde_json::from_str(&extra.text).ok().as_ref()));
            number.is_some_and(|number| puzzle.number((word.row, word.column), words) != Some(number))
        };
        let value: Value = serde_json::from_str(&extra.text).unwrap_or_default();
        let text = value.as_str().unwrap_or_default();
        let name = puzzle.linked_name(word, words);
        let is_spelling = match extra.name.as_str() {
            "number" => return has_other_number(puzzle, word),
            // Without them, a clue with another number would belong to another word.
            "cells" => return has_other_number(puzzle, word) || value != clues::cells(&puzzle.answer_squares(word)),
            "label" if name.as_deref() == value.as_str() && name.is_some() => return false,
            "label" => {
                let is_plain = |c: char| c.is_ascii_digit() || ", &/-".contains(c);
                name.is_some_and(|name| {
                    value.is_string() && text.chars().all(is_plain) && numbers_in(&name).eq(numbers_in(text))
                })
            }
            "answer" => [puzzle.answer_squares(word), word.squares().collect()].into_iter().any(|squares| {
                let letters = || squares.iter().map(|&square| puzzle.letter(square));
                value.is_string() && letters().all(|letter| !letter.is_empty()) && fits(letters(), text)
            }),
            _ => false,
        };
        if is_spelling {
            extra.role = Role::Spelling;
        }
        true
    });
}

/// Reads a key of the file, unless it is read with the squares and the clues. `uses_all` is `true` if squares have all named styles.
fn read_entry(draft: &mut Draft, key: &str, raw: &str, uses_all: bool) {
    let value: Value = serde_json::from_str(raw).unwrap_or_default();
    let kind = if draft.puzzle.diagramless { DIAGRAMLESS_KIND } else { KIND };
    match key {
        "puzzle" | "solution" | "clues" => {}
        "version" if VERSIONS.iter().any(|version| value == *version) => {}
        "version" => draft.unread(format!("the version {}", foreign(&value.to_string()))),
        KIND_KEY if value == json!([kind]) => {}
        KIND_KEY => draft.puzzle.extras.add(key, raw, Role::OfPuzzle),
        "dimensions" => {
            let others = value
                .as_object()
                .into_iter()
                .flat_map(Map::keys)
                .filter(|key| !["width", "height"].contains(&key.as_str()));
            others.for_each(|key| draft.unread(format!("{} of the dimensions", foreign(key))));
        }
        BLOCK_KEY if value == "#" => {}
        BLOCK_KEY | "empty" if plain(Some(&value)).is_some() => draft.puzzle.extras.add(key, raw, Role::Spelling),
        "styles" if uses_all => draft.puzzle.extras.add(key, raw, Role::Spelling),
        _ => {
            let Some((_, field)) = TEXTS.into_iter().find(|(known, _)| *known == key) else {
                // Lists and objects name squares and words.
                let of_grid = raw.starts_with(['{', '[']) && key != "styles";
                return draft.puzzle.extras.add(key, raw, if of_grid { Role::OfGrid } else { Role::OfPuzzle });
            };
            let Some(text) = plain(Some(&value)) else {
                return draft.unread_if(!value.is_null(), &format!("key {}, which is not text", foreign(key)));
            };
            let text = draft.plain(&text, &format!("markup in the {field}"));
            if key == INTRO_KEY {
                draft.puzzle.extras.add(key, raw, Role::Spelling);
            }
            draft.about(field, &text);
        }
    }
}

fn marks(document: &Document, start: Place) -> Result<SquareTexts, Fault> {
    let block = plain(document.block.as_ref()).unwrap_or_else(|| "#".to_owned());
    let empty = plain(document.empty.as_ref());
    if empty.as_deref().unwrap_or("0") == block {
        return Err(Fault::new(start, format!("block and empty are both {block:?}: which is black?")));
    }
    Ok(SquareTexts { block, empty })
}

fn cells<'a>(text: &str, raw: &'a RawValue, draft: &Draft) -> Result<RawGrid<'a>, Fault> {
    let (height, width) = (draft.height(), draft.width());
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

struct SolutionCell {
    place: Place,
    state: CellState,
    letters: String,
}

/// Reads all squares from both grids, and returns the names of their styles.
fn read_squares(
    draft: &mut Draft,
    text: &str,
    puzzle: Option<&RawGrid>,
    solution: Option<&RawGrid>,
    marks: &SquareTexts,
    styles: &Map<String, Value>,
) -> Result<BTreeSet<String>, Fault> {
    let raw = |cells: Option<&RawGrid>, (r, c): Square| -> Result<Option<(Place, Value)>, Fault> {
        cells.map(|cells| cells.rows[r][c]).map(|(place, raw)| Ok((place, parse(text, raw.get())?))).transpose()
    };
    let mut both = Vec::new();
    for square in draft.puzzle.squares() {
        let shown = raw(puzzle, square)?;
        let shown = shown.map(|(place, value)| puzzle_cell(draft, value, place, marks, styles)).transpose()?;
        let told = raw(solution, square)?;
        let told = told.map(|(place, value)| solution_cell(draft, &value, place, marks)).transpose()?;
        both.push((square, shown, told));
    }
    forget_labels(draft, &mut both);
    let shows_black = both.iter().flat_map(|(_, shown, _)| shown).any(|shown| shown.state == CellState::Black);
    let mut used = BTreeSet::new();
    let mut outline = draft.puzzle.clone();
    let mut further = Marks::default();
    for (square, shown, told) in both {
        let state = shown.as_ref().map_or(CellState::Nothing, |cell| cell.state);
        outline.grid.set_white(square.0, square.1, state == CellState::White);
        used.extend(shown.as_ref().and_then(|cell| cell.style_name.clone()));
        read_square(draft, &mut further, square, (shown, told), shows_black)?;
    }
    further.give(&mut draft.puzzle.extras);
    if draft.puzzle.diagramless {
        forget_numbers_of_outline(draft, &outline);
    }
    Ok(used)
}

/// A square with its cells in `puzzle` and in `solution`.
type BothCells = (Square, Option<PuzzleCell>, Option<SolutionCell>);

/// Removes the letters of an unknown solution: some producers write the number of each square for them. They are kept if the solution has
/// other numbers, which makes a puzzle of numbers, or if it has letters and not every numbered square has its number.
fn forget_labels(draft: &mut Draft, both: &mut [BothCells]) {
    let is_label =
        |shown: &Option<PuzzleCell>, letters: &str| shown.as_ref().is_some_and(|cell| cell.number == letters);
    let is_number = |letters: &str| !letters.is_empty() && letters.bytes().all(|byte| byte.is_ascii_digit());
    let has_other = |(_, shown, told): &BothCells| {
        told.as_ref().is_some_and(|told| is_number(&told.letters) && !is_label(shown, &told.letters))
    };
    let letters = |told: &Option<SolutionCell>| told.as_ref().map(|told| told.letters.clone()).unwrap_or_default();
    let has_letter = both.iter().any(|(_, _, told)| !letters(told).is_empty() && !is_number(&letters(told)));
    let lacks_its_number = |(_, shown, told): &BothCells| {
        shown.as_ref().is_some_and(|cell| !cell.number.is_empty()) && !is_label(shown, &letters(told))
    };
    if both.iter().any(has_other) || has_letter && both.iter().any(lacks_its_number) {
        return;
    }
    let mut has_label = false;
    for (_, shown, told) in both {
        if let Some(told) = told.as_mut().filter(|told| is_number(&told.letters) && is_label(shown, &told.letters)) {
            told.letters.clear();
            has_label = true;
        }
    }
    if has_label {
        draft.notes.push("numbers in the solution are those of their squares: read as no letters".to_owned());
    }
}

/// Removes the numbers of a diagramless puzzle if they are those of the blank outline, all of whose squares are white. Its clues have the
/// numbers of the solution.
fn forget_numbers_of_outline(draft: &mut Draft, outline: &Puzzle) {
    let words = outline.words();
    let standard = |square: Square| words.number(square.0, square.1).map(|number| (square, number.to_string()));
    let of_outline: BTreeMap<Square, String> = outline.squares().filter_map(standard).collect();
    if outline.grid != draft.puzzle.grid && draft.puzzle.numbers == of_outline {
        draft.puzzle.numbers.clear();
        draft.rewritten("the numbers of the blank outline");
    }
}

fn read_square(
    draft: &mut Draft,
    further: &mut Marks,
    square: Square,
    (shown, told): (Option<PuzzleCell>, Option<SolutionCell>),
    shows_black: bool,
) -> Result<(), Fault> {
    let told_place = told.as_ref().map(|cell| cell.place);
    let place = shown.as_ref().map(|cell| cell.place).or(told_place).unwrap_or(Place::START);
    let puzzle_state = shown.as_ref().map_or(CellState::Nothing, |cell| cell.state);
    let solution_state = told.as_ref().map_or(CellState::Nothing, |cell| cell.state);
    let refused = |message: String| Err(Fault::new(told_place.unwrap_or(place), message));
    match merged(puzzle_state, solution_state, draft.puzzle.diagramless, shows_black) {
        Merged::White => draft.tell(square, true, place)?,
        Merged::Black => draft.tell(square, false, place)?,
        Merged::Void => draft.tell_void(square, place)?,
        Merged::Contradiction => {
            let (one, other) = if puzzle_state == CellState::Black { ("black", "white") } else { ("white", "black") };
            return refused(format!("{} is {one} in puzzle and {other} in solution", name_of(square)));
        }
        Merged::Doubt => {
            return refused(format!(
                "{} is not told in solution, and puzzle shows no black square: which is black?",
                name_of(square)
            ));
        }
    }
    if let Some(cell) = shown {
        read_shown(draft, further, square, &cell)?;
        if !cell.value.is_empty() {
            draft.unread("which letters are shown from the start");
            draft.set_letter(square, &cell.value);
        }
    }
    if let Some(cell) = told.filter(|cell| !cell.letters.is_empty()) {
        draft.letter(square, &cell.letters);
    }
    Ok(())
}

fn read_shown(draft: &mut Draft, further: &mut Marks, square: Square, cell: &PuzzleCell) -> Result<(), Fault> {
    draft.number(square, &cell.number);
    let is_void = draft.puzzle.voids.contains(&square);
    let is_white = draft.puzzle.grid.is_white(square.0, square.1);
    for (key, value) in &cell.others {
        if is_void {
            draft.unread(format!("{} of voids", foreign(key)));
        } else {
            further.add_other(square, key, value);
        }
    }
    let is_coloured = |colour: &str| !["", "ffffff", "fff", "white"].contains(&colour.trim_start_matches('#'));
    for (key, value) in &cell.style {
        let is_text = value.is_string();
        let text = value.as_str().unwrap_or_default();
        match key.as_str() {
            "barred" if is_text => {
                // Some producers separate the letters by commas.
                for letter in text.chars().filter(|letter| ![',', ' '].contains(letter)) {
                    draft.bar(square, side(letter, cell.place)?, cell.place);
                }
            }
            "shapebg" if is_white && text == "circle" => draft.circle(square),
            "highlight" if is_white && value == &Value::Bool(true) => draft.shade(square),
            "color" if is_white && is_text && is_coloured(&text.to_ascii_lowercase()) => {
                draft.shade(square);
                further.add_style(square, key, value);
            }
            "color" if is_white && is_text => {}
            "highlight" if value == &Value::Bool(false) => {}
            "shapebg" if is_text && text.is_empty() => {}
            other if is_void => draft.unread(format!("style {} of voids", foreign(other))),
            other => further.add_style(square, other, value),
        }
    }
    Ok(())
}

fn side(letter: char, place: Place) -> Result<Side, Fault> {
    let side = Side::ALL.into_iter().zip(SIDES.chars()).find(|(_, known)| letter.eq_ignore_ascii_case(known));
    side.map(|(side, _)| side)
        .ok_or_else(|| Fault::new(place, format!("barred has {letter:?}: expected some of T, R, B, L")))
}

fn puzzle_cell(
    draft: &mut Draft,
    value: Value,
    place: Place,
    marks: &SquareTexts,
    styles: &Map<String, Value>,
) -> Result<PuzzleCell, Fault> {
    let unknown = || Fault::new(place, "expected a cell: a text, a number, null, or an object with the key cell");
    let mut others = Map::new();
    let (content, style, given) = match value {
        Value::Object(object) => {
            let is_other = |(key, _): &(&String, &Value)| !CELL_KEYS.contains(&key.as_str());
            others = object.iter().filter(is_other).map(|(key, value)| (key.clone(), value.clone())).collect();
            let is_text = |value: &Value| plain(Some(value)).is_some() || value.is_null();
            draft.unread_if(!object.get("value").is_none_or(is_text), "value of squares");
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
    let (style, style_name) = match style {
        Some(Value::String(name)) => (styles.get(&name).cloned(), Some(name)),
        style => (style, None),
    };
    draft.unread_if(
        style.as_ref().map_or(style_name.is_some(), |style| !style.is_object() && !style.is_null()),
        "styles of squares that are not in styles",
    );
    let number = if content.is_null() { None } else { Some(plain(Some(&content)).ok_or_else(unknown)?) };
    let state = match &number {
        None => CellState::Void,
        Some(number) if *number == marks.block => CellState::Black,
        Some(_) => CellState::White,
    };
    let is_number = |number: &String| number != "0" && Some(number) != marks.empty.as_ref();
    Ok(PuzzleCell {
        place,
        state,
        number: number.filter(is_number).filter(|_| state == CellState::White).unwrap_or_default(),
        value: given.unwrap_or_default(),
        style: style.and_then(|style| style.as_object().cloned()).unwrap_or_default(),
        others,
        style_name,
    })
}

fn solution_cell(draft: &mut Draft, value: &Value, place: Place, marks: &SquareTexts) -> Result<SolutionCell, Fault> {
    let content = match value {
        Value::Object(object) => {
            let read = if object.contains_key("value") { "value" } else { "cell" };
            for key in object.keys().filter(|key| *key != read) {
                draft.unread(format!("{} of squares of the solution", foreign(key)));
            }
            object.get(read)
        }
        other => Some(other),
    };
    let (state, letters) = match content {
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
    };
    Ok(SolutionCell { place, state, letters })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Feature;
    use crate::registry::Format;
    use crate::target::write;
    use gridcheck_layout::words::Direction::{Across, Down};

    /// Reads a puzzle of 3 × 3 squares with these values of its keys.
    fn file(kind: &str, puzzle: &str, solution: &str, clues: &str) -> PuzzleFile {
        let text = format!(
            r#"{{"kind": ["http://ipuz.org/crossword{kind}#1"], "dimensions": {{"width": 3, "height": 3}},
               "puzzle": {puzzle}, "solution": {solution}, "clues": {clues}}}"#
        );
        read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}: {text}"))
    }

    fn clues(file: &PuzzleFile) -> Vec<(Square, gridcheck_layout::words::Direction, std::borrow::Cow<'_, str>)> {
        file.puzzle.clues.iter().map(|(at, clue)| ((at.row, at.column), at.direction, clue.text.plain())).collect()
    }

    const RING: &str = r##"[[1,0,2],[0,"#",0],[3,0,0]]"##;
    const WORDS: &str = r##"[["C","A","T"],["A","#","O"],["B","E","E"]]"##;

    #[test]
    fn numbers_of_the_squares_are_no_solution() {
        for solution in [RING, r##"[["1",0,"2"],[0,"#",0],["3",0,0]]"##] {
            let found = file("", RING, solution, "{}");
            assert_eq!((found.puzzle.count(Feature::Letters), found.notes.len()), (0, 1), "{solution}");
        }
        let some = file("", RING, r##"[[1,"A",2],[0,"#",0],[3,0,0]]"##, "{}");
        assert_eq!(some.puzzle.letters.concat(), "A");
        let numbers = file("", RING, r##"[[1,7,2],[0,"#",0],[3,0,0]]"##, "{}");
        assert_eq!((numbers.puzzle.letters.concat().as_str(), numbers.notes.len()), ("1723", 0));
    }

    #[test]
    fn numbers_of_a_blank_outline_are_not_those_of_the_clues() {
        let solution = r##"[["A","#","T"],["#","#","O"],["B","E","E"]]"##;
        let lists = r#"{"Across": [[2, "Sting"]], "Down": [[1, "Foot part"]]}"#;
        let expected = vec![((0, 2), Down, "Foot part".into()), ((2, 0), Across, "Sting".into())];
        let found = file("/diagramless", "[[1,2,3],[4,0,0],[5,0,0]]", solution, lists);
        assert_eq!((clues(&found), found.puzzle.numbers.len()), (expected, 0));
        assert_eq!(found.rewritten.iter().collect::<Vec<_>>(), ["the numbers of the blank outline"]);
        // Other numbers are those of the file.
        let own = file("/diagramless", "[[0,0,2],[0,0,0],[1,0,0]]", solution, r#"{"Across": [[1, "Sting"]]}"#);
        assert_eq!((clues(&own), own.puzzle.numbers.len()), (vec![((2, 0), Across, "Sting".into())], 2));
    }

    #[test]
    fn cells_name_the_word() {
        // They turn, and belong to clues without a number, or with one that is not in the grid.
        let lists = |from: usize| {
            let (a, b, c) = (from, from + 1, from + 2);
            format!(
                r#"{{"Across:Over": [{{"number": 1, "clue": "Turns", "cells": [[{a},{a}],[{b},{a}],[{c},{a}],[{c},{b}]]}},
                   {{"clue": "Sting", "cells": [[{a},{c}],[{b},{c}],[{c},{c}]]}}],
                   "Down": [{{"number": "*", "clue": "Taxi", "cells": [[{a},{a}],[{a},{b}],[{a},{c}]]}}, [2, "Foot"]]}}"#
            )
        };
        for from in [0, 1] {
            let found = file("", RING, WORDS, &lists(from));
            let expected = vec![
                ((0, 0), Across, "Turns".into()),
                ((0, 0), Down, "Taxi".into()),
                ((0, 2), Down, "Foot".into()),
                ((2, 0), Across, "Sting".into()),
            ];
            assert_eq!((clues(&found), found.unread.len()), (expected, 0), "from {from}: {:?}", found.unread);
            let path: Vec<&[Square]> = found.puzzle.links().map(|(_, squares)| squares).collect();
            assert_eq!(path, [&vec![(0, 0), (0, 1), (0, 2), (1, 2)]], "from {from}");
            let mut puzzle = found.puzzle.clone();
            puzzle.extras.set_format(Format::Ipuz);
            let written = write(&puzzle, Format::Ipuz).expect("a file");
            let text = String::from_utf8_lossy(&written.bytes);
            assert!(
                written.lost.is_empty() && text.contains("\"Across:Over\": [") && text.contains("\"number\":\"*\"")
            );
            assert_eq!(found.rewritten.len(), 0);
            assert_eq!(read(&written.bytes).expect("a puzzle").puzzle, found.puzzle);
        }
    }

    #[test]
    fn entries_of_clues_come_back_though_the_clues_down_come_first() {
        let lists = r#"{"Down": [{"number": 2, "clue": "Foot", "id": 7}], "Across": [{"number": 3, "clue": "Sting", "id": 8}]}"#;
        let mut puzzle = file("", RING, WORDS, lists).puzzle;
        puzzle.extras.set_format(Format::Ipuz);
        let written = write(&puzzle, Format::Ipuz).expect("a file");
        assert_eq!((read(&written.bytes).expect("a puzzle").puzzle, written.lost), (puzzle, Vec::new()));
    }

    #[test]
    fn a_number_counts_where_no_word_begins_at_the_first_of_the_cells() {
        let lists = r#"{"Across": [{"number": 3, "clue": "Sting", "cells": [[3,3],[2,3],[1,3]]}], "Down": []}"#;
        let found = file("", RING, WORDS, lists);
        assert_eq!(clues(&found), [((2, 0), Across, "Sting".into())]);
        assert!(found.unread.contains("which clues are for several words"), "{:?}", found.unread);
    }

    #[test]
    fn styles_of_squares_and_further_lists_are_kept() {
        let puzzle = r##"[[{"cell": 1, "style": {"color": "ff0000", "colortext": "00ff00"}}, {"cell": 0, "style": {"shapebg": "star"}}, 2],
                          [0, {"cell": "#", "style": {"color": "0000ff"}, "note": 7}, {"style": {"color": "ffffff"}}],
                          [3, {"cell": 0, "style": {"highlight": true, "shapebg": "circle"}}, 0]]"##;
        let lists =
            r#"{"Across": [[1, "Cat", "3"]], "Down": [], "Diagonal:Corners": [["A", "COE"]], "Zones": {"x": 1}}"#;
        let mut found = file("", puzzle, WORDS, lists).puzzle;
        assert_eq!((found.shading.len(), found.circles.len()), (2, 1));
        let names: Vec<String> = found.extra_names().collect();
        let expected = [
            "`note of squares`",
            "`style color of squares`",
            "`style colortext of squares`",
            "`style shapebg of squares`",
            "`clues Diagonal:Corners`",
            "`clues Zones`",
        ];
        assert_eq!(names, expected);
        found.extras.set_format(Format::Ipuz);
        let written = write(&found, Format::Ipuz).expect("a file");
        assert_eq!(written.lost, []);
        let back = read(&written.bytes).expect("a puzzle");
        assert_eq!((back.puzzle, back.unread.len()), (found.clone(), 0));
        let elsewhere = write(&found, Format::Jpz).expect("a file").lost;
        assert!(elsewhere.iter().any(|loss| loss.to_string().contains("style color of squares")), "{elsewhere:?}");
        // Without its shading a square has no colour.
        found.shading.clear();
        super::super::forget_changed(&mut found);
        assert!(write(&found, Format::Ipuz).expect("a file").lost.is_empty());
        assert_eq!(found.extras.text("style color of squares"), Some(r#"{"2,2":"0000ff"}"#));
    }

    #[test]
    fn cells_may_be_ranges() {
        for cells in ["[[1,3,3,3]]", "[[[1,3],[3,3]]]", "[[1,3],[2,3,3,3]]"] {
            let lists = format!(r#"{{"Across": [{{"clue": "Sting", "cells": {cells}}}], "Down": []}}"#);
            let found = file("", RING, WORDS, &lists);
            assert_eq!(clues(&found), [((2, 0), Across, "Sting".into())], "{cells}");
            assert_eq!((found.puzzle.links().count(), found.unread.len()), (0, 0), "{cells}: {:?}", found.unread);
        }
        let turns = r#"{"Across": [{"clue": "Turns", "cells": [[0,0,2,0],[2,1,2,2]]}], "Down": []}"#;
        let path = file("", RING, WORDS, turns).puzzle.links().next().map(|(_, squares)| squares.to_vec());
        assert_eq!(path, Some(vec![(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)]));
        for cells in ["[[1,1,3,3]]", "[[1,1,99999999,1]]", "[[1]]"] {
            let lists = format!(r#"{{"Across": [{{"number": 1, "clue": "x", "cells": {cells}}}], "Down": []}}"#);
            assert_eq!(file("", RING, WORDS, &lists).puzzle.links().count(), 0, "{cells}");
        }
    }
}
