//! ipuz, a JSON format: read and written.
//!
//! The key `puzzle` holds rows of cells. A cell is black if it equals the key `block`, `"#"` by default. `null` is a void. Any other text
//! or number is white, and is the number of the cell, except `"0"` and the value of `empty`. An object has the key `cell` for these values.
//! Its `style` is an object, or the name of one in `styles`. A style may have `barred` with the sides that are bars, `shapebg` with
//! `circle`, and `color` or `highlight`. Other keys of cells and styles are kept as [`marks`].
//!
//! The key `solution` holds rows of letters; [`merge`] merges both. `clues` has lists by direction. A clue is a pair of number and text or
//! an object. Lists in other directions are kept as they are. A file may be wrapped in `ipuz( … )`. Texts are HTML.
//!
//! Source: Puzzazz, "ipuz: a free, open, extensible standard for puzzles", versions 1 and 2 (2011 and on).

mod clues;
mod marks;
mod merge;
mod read;
mod write;

use super::puzzle::Field;
use super::recognition::Strength;

pub(super) use marks::forget_changed;
pub(super) use read::read;
pub(super) use write::write;

/// The start of a wrapped file.
pub(super) const WRAPPER: &str = "ipuz(";

/// The end of a wrapped file.
const WRAPPER_END: char = ')';

/// The keys that the writer derives from the puzzle, unless the file has others for them.
const KIND_KEY: &str = KEY;
const BLOCK_KEY: &str = "block";
const LENGTHS_KEY: &str = "showenumerations";
/// The key of a clue for its explanation. The standard has such a key for a whole puzzle.
const EXPLANATION_KEY: &str = "explanation";
/// The key of the notes that are shown first.
const INTRO_KEY: &str = "intro";

/// The letters of the sides with a bar, clockwise from the top.
const SIDES: &str = "TRBL";

/// The versions that are read. Both have the same keys for what a puzzle holds.
const VERSIONS: [&str; 2] = ["http://ipuz.org/v1", "http://ipuz.org/v2"];

/// The key that distinguishes this format from other JSON.
pub(super) const KEY: &str = "kind";

/// The keys of descriptions. Their texts are HTML, as programs show each in a web page. The notes have two.
const TEXTS: [(&str, Field); 8] = [
    ("title", Field::Title),
    ("author", Field::Author),
    ("editor", Field::Editor),
    ("publisher", Field::Publisher),
    ("notes", Field::Notes),
    (INTRO_KEY, Field::Notes),
    ("copyright", Field::Copyright),
    ("date", Field::Date),
];

/// Returns what a value of [`KEY`], as the file has it, or a whole object shows: the name of a kind of crossword is in it, or not.
pub(super) fn sign(value: &str) -> Strength {
    if value.contains("crossword") { Strength::Puzzle } else { Strength::Notation }
}

const KIND: &str = "http://ipuz.org/crossword#1";
const DIAGRAMLESS_KIND: &str = "http://ipuz.org/crossword/diagramless#1";
