//! The Guardian's JSON.
//!
//! There is no square in it but only words: `dimensions` with `cols` and `rows`, and `entries`, each with a `position` of `x`
//! and `y` from 0, a `direction` and a `length`. Black is what no entry covers. An entry next to whose end a further square
//! is white cannot be read in such a grid, and is refused: its word would have to end at a bar. An entry has a `number`, a `clue` in HTML
//! and, once that is published, a `solution`.
//!
//! Source: crosswords published at theguardian.com, and the code of its site that shows them (guardian/frontend).

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::decode::utf8;
use super::draft::{At, Draft, PuzzleFile};
use super::fault::{Fault, Place};
use super::html;
use super::json::{keys, parse};
use super::puzzle::{Field, Square};
use super::squares::Squares;
use gridcheck_core::grid::Grid;
use gridcheck_layout::words::Direction;

/// Keys that are read here, or say nothing of the puzzle.
const KNOWN: [&str; 7] = ["id", "name", "creator", "instructions", "dimensions", "entries", "solutionAvailable"];

/// The key that tells this format from other JSON.
pub(super) const KEY: &str = "entries";

#[derive(Deserialize)]
struct Document<'a> {
    name: Option<String>,
    creator: Option<Creator>,
    instructions: Option<String>,
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
    direction: Way,
    length: u64,
    number: Option<u64>,
    clue: Option<String>,
    solution: Option<String>,
    /// The entries that the clue is for.
    group: Option<Vec<IgnoredAny>>,
}

#[derive(Deserialize)]
struct Position {
    x: u64,
    y: u64,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Way {
    Across,
    Down,
}

/// An entry in the grid: its first square, the one after its last, and the step between its squares (row, column).
struct Word {
    place: Place,
    first: Square,
    end: Square,
    step: (usize, usize),
    entry: Entry,
}

/// Reads a puzzle.
pub(super) fn read(bytes: &[u8]) -> Result<PuzzleFile, Fault> {
    let text = utf8(bytes)?;
    read_text(text).map_err(|fault| fault.in_text(text))
}

/// The same with places as bytes of the text.
fn read_text(text: &str) -> Result<PuzzleFile, Fault> {
    let document: Document = parse(text, text)?;
    let place = Place::of_part(text, document.dimensions.get());
    let Dimensions { cols, rows } = parse(text, document.dimensions.get())?;
    let mut draft = Draft::new(Squares::new(cols, rows, place)?);
    let mut grid = Grid::black(draft.squares.height(), draft.squares.width());
    let mut words = Vec::new();
    for raw in document.entries {
        let word = word(parse(text, raw.get())?, (cols, rows), Place::of_part(text, raw.get()))?;
        word.squares().for_each(|(r, c)| grid.set_white(r, c, true));
        words.push(word);
    }
    if words.is_empty() {
        return Err(Fault::new(place, "no entries: expected at least one, as black is what no entry covers"));
    }
    for word in &words {
        refuse_open_end(word, &grid)?;
    }
    for r in 0..grid.height() {
        for c in 0..grid.width() {
            draft.squares.tell((r, c), grid.is_white(r, c), place)?;
        }
    }
    for word in words {
        tell_word(&mut draft, &word);
    }
    let author = document.creator.and_then(|creator| creator.name);
    for (field, text) in [(Field::Title, document.name), (Field::Author, author), (Field::Notes, document.instructions)]
    {
        draft.about(field, &html::plain(&text.unwrap_or_default()).0);
    }
    for key in keys(text).iter().filter(|key| !KNOWN.contains(&key.as_str())) {
        draft.unread(format!("key {key}"));
    }
    draft.finish(place)
}

/// An error if a word goes on behind one of its ends.
fn refuse_open_end(word: &Word, grid: &Grid) -> Result<(), Fault> {
    let Word { place, first, end, step, .. } = *word;
    let before = (first.0.wrapping_sub(step.0), first.1.wrapping_sub(step.1));
    let goes_on = |(r, c): Square| r < grid.height() && c < grid.width() && grid.is_white(r, c);
    if goes_on(before) || goes_on(end) {
        let message = "this entry does not end at a black square or the edge: expected that it does, as this format \
                       has no bars and words cannot overlap";
        return Err(Fault::new(place, message));
    }
    Ok(())
}

/// Takes what an entry says of its word.
fn tell_word(draft: &mut Draft, word: &Word) {
    let Entry { direction, number, clue, solution, group, .. } = &word.entry;
    if group.as_ref().is_some_and(|group| group.len() > 1) {
        draft.unread("which clues are for several words");
    }
    if let Some(number) = number {
        draft.squares.number(word.first, &number.to_string());
    }
    if let Some(clue) = clue {
        let (clue, styled) = html::plain(clue);
        if styled {
            draft.unread("markup in clues");
        }
        let direction = match direction {
            Way::Across => Direction::Across,
            Way::Down => Direction::Down,
        };
        draft.clue(direction, At::Square(word.first), &clue);
    }
    for (square, letter) in word.squares().zip(solution.iter().flat_map(|solution| solution.chars())) {
        draft.squares.letter(square, &letter.to_string());
    }
}

impl Word {
    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let Word { first, end, step, .. } = *self;
        let next = move |&(r, c): &Square| Some((r + step.0, c + step.1));
        std::iter::successors(Some(first), next).take_while(move |&square| square != end)
    }
}

/// The squares of an entry, all of which must be in the grid.
fn word(entry: Entry, (cols, rows): (u64, u64), place: Place) -> Result<Word, Fault> {
    let Entry { position: Position { x, y }, direction, length, .. } = entry;
    let (from, bound, other_is_in) = match direction {
        Way::Across => (x, cols, y < rows),
        Way::Down => (y, rows, x < cols),
    };
    if length == 0 || !other_is_in || from.checked_add(length).is_none_or(|end| end > bound) {
        let message = format!("an entry of length {length} from x {x}, y {y} is not in a grid of {rows} × {cols}");
        return Err(Fault::new(place, message));
    }
    let (r, c, length) = (y as usize, x as usize, length as usize);
    let (end, step) = match direction {
        Way::Across => ((r, c + length), (0, 1)),
        Way::Down => ((r + length, c), (1, 0)),
    };
    Ok(Word { place, first: (r, c), end, step, entry })
}
