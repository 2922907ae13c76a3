//! The errors of reading a puzzle file, with their places, and of writing a puzzle.

use std::fmt;

use thiserror::Error;

use super::draft::PuzzleFile;
use super::puzzle::Feature;
use gridcheck_core::place::{line_and_column, offset_of};

/// A place in a file, counted from 1 in a text and from 0 in a binary file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A place in a text.
    Text {
        /// Line number, from 1.
        line: usize,
        /// Column number, from 1, counted in characters.
        column: usize,
    },
    /// A place in a binary file: the number of bytes before it.
    Byte(usize),
}

/// A fault in a file of a puzzle, grids or words, and its place. It is displayed on one line, to follow a file's name and a colon.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{place}: {message}")]
pub struct Fault {
    /// The place of the fault.
    pub place: Place,
    /// One line that states what was found and what was expected.
    pub message: String,
}

/// The reason why a format cannot hold a puzzle, although it supports the feature in general.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unwritable {
    /// The feature that it cannot hold, or `None` for the grid.
    pub thing: Option<Feature>,
    /// The reason, in a few words.
    pub why: String,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.thing {
            Some(thing) => write!(f, "no room for {}: {}", thing.name(), self.why),
            None => write!(f, "no room for this grid: {}", self.why),
        }
    }
}

impl Unwritable {
    pub(super) fn because(thing: Feature, why: impl Into<String>) -> Self {
        Unwritable { thing: Some(thing), why: why.into() }
    }

    /// Returns the error for a feature that the format lacks and that cannot be left out.
    pub fn without(thing: Feature) -> Self {
        let why = format!("it has no {}, and without them the words would be others", thing.name());
        Unwritable::because(thing, why)
    }
}

/// Reads a puzzle from a text by a reader whose places are bytes of it. They become lines and columns.
pub(super) fn in_text<'t>(
    text: &'t str,
    read: impl FnOnce(&'t str) -> Result<PuzzleFile, Fault>,
) -> Result<PuzzleFile, Fault> {
    read(text).map(|file| file.in_text(text)).map_err(|fault| fault.in_text(text))
}

/// Counts the lines of a text up to places in ascending order.
pub(super) struct LineCounter<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl<'t> LineCounter<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        LineCounter { text, at: 0, line: 1 }
    }

    /// Returns the line, from 1, of a byte of the text that is not before the one of the last call.
    pub(super) fn line(&mut self, offset: usize) -> usize {
        let to = offset.clamp(self.at, self.text.len());
        self.line += self.text.as_bytes()[self.at..to].split(|&byte| byte == b'\n').count() - 1;
        self.at = to;
        self.line
    }
}

impl Place {
    /// The first character of a text.
    pub(super) const START: Place = Place::Text { line: 1, column: 1 };

    /// Returns the place of byte `offset` of a text, or the end of the text if it has no such byte.
    pub(super) fn of(text: &str, offset: usize) -> Self {
        let (line, column) = line_and_column(text, offset);
        Place::Text { line, column }
    }

    /// Returns the byte at which `part`, a slice of `text`, begins.
    pub(super) fn of_part(text: &str, part: &str) -> Self {
        Place::Byte(offset_of(text, part))
    }
}

impl Fault {
    /// Returns the line of the fault, from 1. It is 1 in a file without lines.
    pub fn line(&self) -> usize {
        match self.place {
            Place::Text { line, .. } => line,
            Place::Byte(_) => 1,
        }
    }

    pub(super) fn new(place: Place, message: impl Into<String>) -> Self {
        Fault { place, message: message.into() }
    }

    /// Converts a byte of `text` to its line and column. This takes time, so it is done once, at the end.
    pub(super) fn in_text(self, text: &str) -> Self {
        match self.place {
            Place::Byte(offset) => Fault { place: Place::of(text, offset), ..self },
            Place::Text { .. } => self,
        }
    }

    /// Returns a fault at a line and column of a text, from 1.
    pub fn at(line: usize, column: usize, message: impl Into<String>) -> Self {
        Fault::new(Place::Text { line, column }, message)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Text { line, column } => write!(f, "{line}:{column}"),
            Place::Byte(offset) => write!(f, "byte {offset}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_counts_characters() {
        let text = "é\nbé.";
        let place = |line, column| Place::Text { line, column };
        assert_eq!(Place::of(text, 0), place(1, 1));
        assert_eq!(Place::of(text, 3), place(2, 1));
        let fault = Fault::new(Place::of_part(text, &text[6..]), "x");
        assert_eq!((fault.place, fault.in_text(text).place), (Place::Byte(6), place(2, 3)));
        assert_eq!(Place::of(text, 99), place(2, 4), "the end");
        assert_eq!(Place::of(text, 2), place(1, 2));
    }
}
