//! The Guardian's JSON.
//!
//! There is no square in it but only words: `dimensions` with `cols` and `rows`, and `entries`, each with a `position` of `x`
//! and `y` from 0, a `direction` and a `length`. Black is what no entry covers. An entry next to whose end a further square
//! is white cannot be read in such a grid, and is refused: its word would have to end at a bar.
//!
//! Source: crosswords published at theguardian.com, and the code of its site that shows them (guardian/frontend).

use serde::Deserialize;
use serde_json::value::RawValue;

use super::decode::utf8;
use super::fault::{Fault, Place};
use super::json::parse;
use super::puzzle::{Format, Puzzle};
use super::squares::Squares;
use crate::grid::Grid;

/// Keys that tell this format from other JSON.
pub(super) const KEYS: [&str; 1] = ["entries"];

#[derive(Deserialize)]
struct Document<'a> {
    name: Option<String>,
    creator: Option<Creator>,
    #[serde(borrow)]
    dimensions: &'a RawValue,
    #[serde(borrow)]
    entries: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Creator {
    name: Option<String>,
}

#[derive(Deserialize)]
struct Dimensions {
    cols: u64,
    rows: u64,
}

#[derive(Deserialize)]
struct Entry {
    position: Position,
    direction: Direction,
    length: u64,
}

#[derive(Deserialize)]
struct Position {
    x: u64,
    y: u64,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Direction {
    Across,
    Down,
}

/// An entry's first square, the one after its last, and the step between its squares: row, column.
struct Word {
    place: Place,
    first: (usize, usize),
    end: (usize, usize),
    step: (usize, usize),
}

/// Reads a puzzle.
pub(super) fn read(bytes: &[u8]) -> Result<Puzzle, Fault> {
    let text = utf8(bytes)?;
    read_text(text).map_err(|fault| fault.in_text(text))
}

/// The same with places as bytes of the text.
fn read_text(text: &str) -> Result<Puzzle, Fault> {
    let document: Document = parse(text, text)?;
    let place = Place::of_part(text, document.dimensions.get());
    let Dimensions { cols, rows } = parse(text, document.dimensions.get())?;
    let size = Squares::new(cols, rows, place)?;
    let mut grid = Grid::black(size.height(), size.width());
    let mut words = Vec::new();
    for raw in document.entries {
        let word = word(&parse(text, raw.get())?, (cols, rows), Place::of_part(text, raw.get()))?;
        let (mut r, mut c) = word.first;
        while (r, c) != word.end {
            grid.set_white(r, c, true);
            (r, c) = (r + word.step.0, c + word.step.1);
        }
        words.push(word);
    }
    if words.is_empty() {
        return Err(Fault::new(place, "no entries: expected at least one, as black is what no entry covers"));
    }
    for Word { place, first, end, step } in words {
        let before = (first.0.wrapping_sub(step.0), first.1.wrapping_sub(step.1));
        let goes_on = |(r, c): (usize, usize)| r < grid.height() && c < grid.width() && grid.is_white(r, c);
        if goes_on(before) || goes_on(end) {
            let message = "this entry does not end at a black square or the edge: barred grids are not supported, and \
                           words cannot overlap";
            return Err(Fault::new(place, message));
        }
    }
    let mut puzzle = Puzzle::new(Format::Guardian, grid);
    let author = document.creator.and_then(|creator| creator.name);
    puzzle.named(document.name.as_deref().unwrap_or_default(), author.as_deref().unwrap_or_default());
    Ok(puzzle)
}

/// The squares of an entry, all of which must be in the grid.
fn word(entry: &Entry, (cols, rows): (u64, u64), place: Place) -> Result<Word, Fault> {
    let Entry { position: Position { x, y }, direction, length } = entry;
    let (from, bound, other_is_in) = match direction {
        Direction::Across => (*x, cols, *y < rows),
        Direction::Down => (*y, rows, *x < cols),
    };
    if *length == 0 || !other_is_in || from.checked_add(*length).is_none_or(|end| end > bound) {
        let message = format!("an entry of length {length} from x {x}, y {y} is not in a grid of {rows} × {cols}");
        return Err(Fault::new(place, message));
    }
    let (r, c, length) = (*y as usize, *x as usize, *length as usize);
    let (end, step) = match direction {
        Direction::Across => ((r, c + length), (0, 1)),
        Direction::Down => ((r + length, c), (1, 0)),
    };
    Ok(Word { place, first: (r, c), end, step })
}
