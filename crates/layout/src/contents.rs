//! What stands in the squares of a grid, and text in styles beside it.

use std::collections::BTreeSet;

use super::shape::Square;

/// The letters of a grid, and its circled and shaded squares.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contents {
    /// The text of each square, row by row: usually one letter, empty if there is none. The list is empty if no square has text.
    pub letters: Vec<String>,
    /// Squares with a circle in them.
    pub circles: BTreeSet<Square>,
    /// Squares of another colour than white.
    pub shading: BTreeSet<Square>,
}

/// A part of a text in one style.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextRun {
    /// The text. A line break is a character of it.
    pub text: String,
    /// `true` if it is italic.
    pub italic: bool,
    /// `true` if it is bold.
    pub bold: bool,
    /// 1 for a superscript, -1 for a subscript, otherwise 0.
    pub raised: i8,
}
