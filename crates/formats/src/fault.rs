//! Where and why a puzzle file is refused, and why a puzzle cannot be written.

use std::fmt;

use thiserror::Error;

use super::puzzle::Feature;
use gridcheck_core::place::{line_and_column, offset_of};

/// A place in a file, counted from 1 in a text and from 0 in a binary file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In a text.
    Text {
        /// The line, from 1.
        line: usize,
        /// The column, from 1, counted in characters.
        column: usize,
    },
    /// In a binary file: so many bytes come before it.
    Byte(usize),
}

/// What is wrong with a puzzle file, and where. One line when displayed, ready to follow a file's name and a colon.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{place}: {message}")]
pub struct Fault {
    /// Where it was seen.
    pub place: Place,
    /// What was found and what was expected, in one line.
    pub message: String,
}

/// Why a format cannot hold a puzzle as it is, though it has room for things of that kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unwritable {
    /// What it cannot hold; nothing if that is the grid.
    pub thing: Option<Feature>,
    /// Why not, in a few words.
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

    /// For what cannot be left out.
    pub fn without(thing: Feature) -> Self {
        let why = format!("it has no {}, and without them the words would be others", thing.name());
        Unwritable::because(thing, why)
    }
}

impl Place {
    /// The first character of a text.
    pub(super) const START: Place = Place::Text { line: 1, column: 1 };

    /// The place of byte `offset` of a text; the end of the text if there is no such byte.
    pub(super) fn of(text: &str, offset: usize) -> Self {
        let (line, column) = line_and_column(text, offset);
        Place::Text { line, column }
    }

    /// Where `part`, a slice of `text`, begins in it, as a byte.
    pub(super) fn of_part(text: &str, part: &str) -> Self {
        Place::Byte(offset_of(text, part))
    }
}

impl Fault {
    pub(super) fn new(place: Place, message: impl Into<String>) -> Self {
        Fault { place, message: message.into() }
    }

    /// The same with a byte of `text` as its line and column. To find these takes time, so it is done once and at the end.
    pub(super) fn in_text(self, text: &str) -> Self {
        match self.place {
            Place::Byte(offset) => Fault { place: Place::of(text, offset), ..self },
            Place::Text { .. } => self,
        }
    }

    /// At a line and column of a text, from 1.
    pub(super) fn at(line: usize, column: usize, message: impl Into<String>) -> Self {
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
