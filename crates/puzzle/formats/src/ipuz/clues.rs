//! The clues of an ipuz file.

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::super::defects::{Part, WordReference};
use super::super::draft::{Draft, foreign};
use super::super::extras::{Extra, Role};
use super::super::fault::{Fault, LineCounter};
use super::super::json::{entries, parse, plain};
use super::super::puzzle::{Square, one_line};
use super::EXPLANATION_KEY;
use gridcheck_core::grid::MAX_SIZE;
use gridcheck_core::place::offset_of;
use gridcheck_layout::words::Direction;

/// The beginning of the name of an entry that is a list of clues in another direction.
pub(super) const LIST: &str = "clues ";

/// Keys of a clue that are read and not kept as they are.
const READ: [&str; 2] = ["clue", "enumeration"];

/// Keys of a clue that are texts.
const KNOWN: [&str; 3] = ["number", "clue", "enumeration"];

/// The coordinate of the first column and the first row in `cells`. The standard counts from 1, and some producers from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Origin(u64);

impl Origin {
    /// Returns the origin in the lists of clues of a file. A coordinate 0 proves that all of them count from 0.
    pub(super) fn of(lists: &str) -> Self {
        let lists: Value = serde_json::from_str(lists).unwrap_or_default();
        let clues = lists.as_object().into_iter().flat_map(Map::values).filter_map(Value::as_array).flatten();
        let cells = clues.filter_map(|clue| clue.get("cells")).filter_map(Value::as_array).flatten();
        let has_zero =
            |item: &Value| item.as_array().is_some_and(|pair| pair.iter().any(|number| number.as_u64() == Some(0)));
        let ends = |cell: &Value| cell.as_array().is_some_and(|ends| ends.iter().any(has_zero));
        Origin(u64::from(!cells.into_iter().any(|cell| has_zero(cell) || ends(cell))))
    }

    /// Returns the squares that `cells` names: pairs of column and row, and ranges, each by its first and its last square.
    pub(super) fn squares(self, value: &Value) -> Option<Vec<Square>> {
        let mut squares = Vec::new();
        for item in value.as_array()? {
            let (first, last) = match item.as_array()?.as_slice() {
                [first @ Value::Array(_), last @ Value::Array(_)] => (self.square(first)?, self.square(last)?),
                [column, row] => (self.at(column, row)?, self.at(column, row)?),
                [column, row, last_column, last_row] => (self.at(column, row)?, self.at(last_column, last_row)?),
                _ => return None,
            };
            squares.extend(range(first, last)?);
        }
        Some(squares)
    }

    fn square(self, pair: &Value) -> Option<Square> {
        let [column, row] = pair.as_array()?.as_slice() else { return None };
        self.at(column, row)
    }

    fn at(self, column: &Value, row: &Value) -> Option<Square> {
        let number = |value: &Value| value.as_u64()?.checked_sub(self.0)?.try_into().ok();
        Some((number(row)?, number(column)?))
    }
}

/// Returns the squares from the first to the last, which are in one row or one column of a grid that can be read.
fn range((row, column): Square, (last_row, last_column): Square) -> Option<Vec<Square>> {
    let is_line = row == last_row || column == last_column;
    let is_inside = [row, column, last_row, last_column].iter().all(|&side| side < MAX_SIZE);
    let steps = row.abs_diff(last_row) + column.abs_diff(last_column);
    let towards =
        |from: usize, to: usize, i: usize| if to < from { from - i.min(from - to) } else { from + i.min(to - from) };
    let square = |i| (towards(row, last_row, i), towards(column, last_column, i));
    (steps == 0 || is_line && is_inside).then(|| (0..=steps).map(square).collect())
}

/// Returns squares as `cells` names them in a new file.
pub(super) fn cells(squares: &[Square]) -> Value {
    squares.iter().map(|(r, c)| json!([c + 1, r + 1])).collect()
}

/// Returns the name of the entry with the title of a list of clues, as in `Across:Over`.
pub(super) fn title_entry(direction: Direction) -> &'static str {
    match direction {
        Direction::Across => "title of Across",
        Direction::Down => "title of Down",
    }
}

/// Reads the lists of clues, an object in the text of the file.
pub(super) fn read(draft: &mut Draft, text: &str, lists: &str) -> Result<(), Fault> {
    let origin = Origin::of(lists);
    let mut lines = LineCounter::new(text);
    for (name, list) in entries(lists) {
        // A list may be named as in "Across:Horizontally".
        let Some(direction) = direction_of(name.split(':').next().unwrap_or_default()) else {
            draft.puzzle.extras.add(format!("{LIST}{name}"), list, Role::OfGrid);
            continue;
        };
        if let Some((_, title)) = name.split_once(':') {
            let entry = title_entry(direction);
            if draft.puzzle.extras.text(entry).is_none() {
                draft.puzzle.extras.add(entry, Value::from(title).to_string(), Role::OfPuzzle);
            } else {
                draft.unread(format!("the title {} of clues", foreign(title)));
            }
        }
        if !list.starts_with('[') {
            draft.unread(format!("clues {}", foreign(&name)));
            continue;
        }
        let clues: Vec<&RawValue> = parse(text, list)?;
        for raw in clues {
            let line = lines.line(offset_of(text, raw.get()));
            if !read_one(draft, direction, &parse(text, raw.get())?, line, origin) {
                draft.unread("clues without a number");
            }
        }
    }
    Ok(())
}

/// Reads one clue. Returns `false` if it has neither a number nor squares.
fn read_one(draft: &mut Draft, direction: Direction, clue: &Value, line: usize, origin: Origin) -> bool {
    let (number, text, lengths, object) = match clue {
        Value::Array(pair) => {
            draft.unread_if(pair.len() > 3, "clues of more than three parts");
            (pair.first(), pair.get(1), pair.get(2), None)
        }
        Value::Object(object) => {
            for key in
                KNOWN.into_iter().filter(|&key| object.get(key).is_some_and(|value| plain(Some(value)).is_none()))
            {
                draft.unread(format!("{key} of clues, which is not text"));
            }
            // The label counts if there is no number.
            let number = object.get("number").or_else(|| object.get("label"));
            (number, object.get("clue"), object.get("enumeration"), Some(object))
        }
        _ => return false,
    };
    let number = plain(number);
    let squares = object.and_then(|object| origin.squares(object.get("cells")?)).unwrap_or_default();
    let at = match (squares.first(), &number) {
        (Some(&first), _) => WordReference::Answer(first, number.clone()),
        (None, Some(number)) => WordReference::Number(number.clone()),
        (None, None) => return false,
    };
    draft.unread_if(text.is_some() && plain(text).is_none(), "clues that are no texts");
    let mut others = (Vec::new(), Vec::new());
    let explanation = object.and_then(|object| object.get(EXPLANATION_KEY)).and_then(Value::as_str);
    if let Some(object) = object {
        draft.answer(direction, at.clone(), &plain(object.get("answer")).unwrap_or_default());
        others = read_others(object, number.as_deref(), origin);
    }
    let clue = draft.clue_in_html(direction, at, &plain(text).unwrap_or_default(), false);
    clue.lengths = one_line(&plain(lengths).unwrap_or_default());
    (clue.parts, clue.clue.extras) = others;
    clue.clue.note = explanation.map(one_line).unwrap_or_default();
    clue.line = Some(line);
    true
}

/// Returns the further words of a clue, and the entries that only this format has.
fn read_others(object: &Map<String, Value>, number: Option<&str>, origin: Origin) -> (Vec<Part>, Vec<Extra>) {
    let continued = object.get("continued").and_then(parts);
    let squares = object.get("cells").and_then(|value| origin.squares(value));
    // One square is not an answer.
    let answer = squares.clone().filter(|squares| squares.len() > 1);
    let mut extras = Vec::new();
    for (key, value) in object.iter().filter(|(key, _)| !READ.contains(&key.as_str())) {
        let is_read = match key.as_str() {
            // It is compared when the words are known.
            "number" => squares.is_none(),
            "label" if !object.contains_key("number") => true,
            "label" => plain(Some(value)).as_deref() == number,
            "continued" => continued.is_some(),
            EXPLANATION_KEY => value.is_string(),
            _ => false,
        };
        if !is_read {
            // A new file counts from 1.
            let value = squares.as_deref().filter(|_| key == "cells").map_or(value.clone(), cells);
            extras.push(Extra::new(key, value.to_string(), Role::OfGrid));
        }
    }
    let parts = match (answer, continued) {
        (_, Some(parts)) => parts,
        (Some(squares), None) => vec![Part::Squares(squares.into())],
        (None, None) => Vec::new(),
    };
    (parts, extras)
}

/// Returns the words that `continued` names: objects or pairs of a direction and a number, in a list or alone.
fn parts(value: &Value) -> Option<Vec<Part>> {
    let part = |value: &Value| {
        let (direction, number) = match value {
            Value::Object(object) if object.len() == 2 => (object.get("direction")?, object.get("number")?),
            Value::Array(pair) if pair.len() == 2 => (&pair[0], &pair[1]),
            _ => return None,
        };
        let direction = direction_of(direction.as_str()?)?;
        Some(Part::Word(WordReference::Number(plain(Some(number))?), Some(direction)))
    };
    match value {
        Value::Array(list) => part(value).map(|one| vec![one]).or_else(|| list.iter().map(part).collect()),
        one => Some(vec![part(one)?]),
    }
}

/// Returns the direction of a list or a clue.
fn direction_of(name: &str) -> Option<Direction> {
    match name.trim().to_ascii_lowercase().as_str() {
        "across" => Some(Direction::Across),
        "down" => Some(Direction::Down),
        _ => None,
    }
}
