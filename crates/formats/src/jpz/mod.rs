//! JPZ, the XML of Crossword Compiler's applet, sometimes in a zip archive: read and written.
//!
//! Somewhere in the document is `rectangular-puzzle`, in it `crossword` with a `grid` that has a `width` and a `height` and
//! holds every `cell`, with `x` and `y` from 1. A cell whose `type` is `block` is black, `void` a void, `clue` the clue of
//! an arrow word; without a type, or with `letter`, it is white. The attributes `top-bar`, `right-bar`, `bottom-bar` and
//! `left-bar` are bars if they are `true`; `solution` is what is written in it, `number` what stands in its corner, `background-shape` may be `circle`.
//! A `word` has an `id` and its `cells`; a `clue` in one of the lists `clues` has the `word` that it is for, its text, and in `format` the
//! lengths of the answer. Names count without their namespaces, which files of different age do not share.
//!
//! Source: the schema of Crossword Compiler, crossword.info/xml/rectangular-puzzle.xsd (Antony Lewis).

mod read;
mod words;
mod write;

use super::puzzle::Field;

pub(super) use read::{is_meant, read};
pub(super) use write::write;

/// What a zip archive begins with.
pub(super) const ARCHIVE: &[u8] = b"PK\x03\x04";

/// Elements that are around a puzzle, from the outside.
const AROUND: [&str; 2] = ["crossword-compiler", "rectangular-puzzle"];

/// What is said of a puzzle, by the element in `metadata`.
const TEXTS: [(&str, Field); 4] = [
    ("title", Field::Title),
    ("creator", Field::Author),
    ("copyright", Field::Copyright),
    ("description", Field::Notes),
];

/// The colour in which shaded cells are written.
const SHADE: &str = "#C0C0C0";
