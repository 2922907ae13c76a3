//! ipuz, a JSON format: read and written.
//!
//! The key `puzzle` holds rows of cells. A cell is black if it is what the key `block` says, `"#"` if there is none; `null`
//! is a void; any other text or number is white, and is its number but for `"0"` or what `empty` says. An object is what
//! its key `cell` is; `style`, itself or by its name in `styles`, may have `barred` with the sides that are bars, `shapebg` with
//! `circle`, and `color` or `highlight`. The key `solution` holds rows of letters; [`merge`] says what comes of the two. `clues` has
//! lists by direction, a clue being a pair of number and text or an object. A file may be wrapped in `ipuz( … )`. Texts are HTML.
//!
//! Source: Puzzazz, "ipuz: a free, open, extensible standard for puzzles", versions 1 and 2 (2011 and on).

mod clues;
mod merge;
mod read;
mod write;

use super::puzzle::Field;

pub(super) use read::read;
pub(super) use write::write;

/// What a file that is wrapped begins with.
pub(super) const WRAPPER: &str = "ipuz(";

/// The key that tells this format from other JSON.
pub(super) const KEY: &str = "kind";

/// What is said of a puzzle as HTML, by its key; the notes have two.
const TEXTS: [(&str, Field); 6] = [
    ("title", Field::Title),
    ("author", Field::Author),
    ("editor", Field::Editor),
    ("publisher", Field::Publisher),
    ("notes", Field::Notes),
    ("intro", Field::Notes),
];

/// What is said of a puzzle as plain text.
const PLAIN_TEXTS: [(&str, Field); 2] = [("copyright", Field::Copyright), ("date", Field::Date)];

/// Kinds of puzzles.
const KIND: &str = "http://ipuz.org/crossword#1";
const DIAGRAMLESS_KIND: &str = "http://ipuz.org/crossword/diagramless#1";
