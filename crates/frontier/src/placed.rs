//! A row in its place, and the down words that are whole after it: what a weight is told.

use super::rows::Row;

/// A row and the squares around it: which are white, a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowInPlace {
    pub row: Row,
    /// The squares in the rows above it and below it.
    pub above: Row,
    pub below: Row,
    /// Whether it is the middle row, the only one without an image.
    pub is_middle: bool,
}

/// The columns whose starts become words, in a board of `size` columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Down {
    /// Those whose start ends: it is a word, and so is its image.
    pub ended: Row,
    /// Those whose start is joined, at the middle, to that of the column's image.
    pub joined: Row,
    /// The squares between the two: the middle row's, if there is one.
    pub between: usize,
    /// Columns.
    pub size: usize,
}
