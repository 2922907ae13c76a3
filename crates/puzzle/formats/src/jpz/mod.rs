//! JPZ, the XML of Crossword Compiler's applet, sometimes in a zip archive: read and written.
//!
//! The document contains `rectangular-puzzle`, and in it `crossword` with a `grid`. The grid has a `width` and a `height` and holds every
//! `cell`, with `x` and `y` from 1. The `type` of a cell is `block` for black, `void` for a void, or `clue` for the clue of an arrow word.
//! Without a type, or with `letter`, it is white. The attributes `top-bar`, `right-bar`, `bottom-bar` and `left-bar` are bars if they are
//! `true`. `solution` holds its letters, and `number` the text in its corner. `background-shape` may be `circle`.
//!
//! A `word` has an `id` and its `cells`. A `clue` in one of the lists `clues` has the `word` that it belongs to, its text, and in `format`
//! the lengths of the answer. Namespaces are ignored, because files of different age use different ones.
//!
//! Source: the schema of Crossword Compiler, crossword.info/xml/rectangular-puzzle.xsd (Antony Lewis).

mod read;
mod words;
mod write;

use super::puzzle::Field;

pub(super) use read::{read, refused, sign};
pub(super) use write::write;

/// The start of a zip archive.
pub(super) const ARCHIVE: &[u8] = b"PK\x03\x04";

/// Elements around a puzzle, from the outside.
const AROUND: [&str; 2] = ["crossword-compiler", "rectangular-puzzle"];

/// The descriptions of a puzzle, by their elements in `metadata`.
const TEXTS: [(&str, Field); 4] = [
    ("title", Field::Title),
    ("creator", Field::Author),
    ("copyright", Field::Copyright),
    ("description", Field::Notes),
];

/// The attributes of a cell for the bars at its sides, clockwise from the top.
const BARS: [&str; 4] = ["top-bar", "right-bar", "bottom-bar", "left-bar"];

/// The start of the names of the namespaces.
const NAMESPACE: &str = "http://crossword.info/xml";

/// The colour in which shaded cells are written.
const SHADE: &str = "#C0C0C0";
