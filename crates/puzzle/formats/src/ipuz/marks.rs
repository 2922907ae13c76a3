//! The keys of squares and of their styles that no puzzle holds, such as colours. They are kept as entries of the file, one for each key, by
//! squares.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::super::extras::{Extra, Extras, Role};
use super::super::puzzle::{Puzzle, Square};

/// The end of the name of an entry with a key of squares.
const OF_SQUARES: &str = " of squares";
/// The beginning of the name of an entry with a key of styles.
const STYLE: &str = "style ";
const COLOUR: &str = "style color of squares";
const SHAPE: &str = "style shapebg of squares";

/// The keys of squares that are collected while a file is read: the squares that have a key, with its value.
#[derive(Default)]
pub(super) struct Marks(BTreeMap<String, Map<String, Value>>);

/// The further keys of one square.
#[derive(Default)]
pub(super) struct MarksOfSquare {
    pub(super) style: Map<String, Value>,
    pub(super) others: Map<String, Value>,
}

fn name((r, c): Square) -> String {
    format!("{},{}", c + 1, r + 1)
}

impl Marks {
    /// Adds a key of the style of a square.
    pub(super) fn add_style(&mut self, square: Square, key: &str, value: &Value) {
        self.add(square, format!("{STYLE}{key}{OF_SQUARES}"), value);
    }

    /// Adds a key of a square.
    pub(super) fn add_other(&mut self, square: Square, key: &str, value: &Value) {
        self.add(square, format!("{key}{OF_SQUARES}"), value);
    }

    fn add(&mut self, square: Square, entry: String, value: &Value) {
        self.0.entry(entry).or_default().insert(name(square), value.clone());
    }

    /// Adds an entry for each key to those of a file.
    pub(super) fn give(self, extras: &mut Extras) {
        for (entry, squares) in self.0 {
            extras.add(entry, Value::Object(squares).to_string(), Role::OfGrid);
        }
    }
}

/// Returns the squares of an entry, or `None` if it is an entry of another kind.
fn squares(extra: &Extra) -> Option<Map<String, Value>> {
    extra.name.strip_suffix(OF_SQUARES)?;
    serde_json::from_str(&extra.text).ok()
}

/// Returns `true` if an entry has keys of squares.
pub(super) fn is_mark(extra: &Extra) -> bool {
    squares(extra).is_some()
}

/// Returns the further keys of each square that has some.
pub(super) fn by_square(puzzle: &Puzzle) -> BTreeMap<Square, MarksOfSquare> {
    let mut found: BTreeMap<Square, MarksOfSquare> = BTreeMap::new();
    for extra in puzzle.extras.iter() {
        let Some(values) = squares(extra) else { continue };
        let key = extra.name.strip_suffix(OF_SQUARES).unwrap_or(&extra.name);
        for square in puzzle.squares() {
            let Some(value) = values.get(&name(square)) else { continue };
            let marks = found.entry(square).or_default();
            let (map, key) = key.strip_prefix(STYLE).map_or((&mut marks.others, key), |key| (&mut marks.style, key));
            map.insert(key.to_owned(), value.clone());
        }
    }
    found
}

/// Removes the colours of squares that are no longer shaded, and the shapes of those that have a circle now.
pub(in super::super) fn forget_changed(puzzle: &mut Puzzle) {
    let Puzzle { grid, shading, circles, extras, .. } = puzzle;
    let is_kept = |entry: &str, square: Square| match entry {
        COLOUR => shading.contains(&square) || !grid.is_white(square.0, square.1),
        SHAPE => !circles.contains(&square),
        _ => true,
    };
    let all: Vec<Square> = grid.size().positions().collect();
    extras.retain_mut(|extra| {
        let Some(mut values) = squares(extra) else { return true };
        let before = values.len();
        for &square in all.iter().filter(|&&square| !is_kept(&extra.name, square)) {
            values.remove(&name(square));
        }
        if values.len() < before {
            extra.text = Value::Object(values.clone()).to_string();
        }
        !values.is_empty()
    });
}
