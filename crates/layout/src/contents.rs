//! What stands in the squares of a grid.

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
