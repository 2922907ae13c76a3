//! Describes a row with its neighbours, and the down words that it completes: the input of a weight.

use super::rows::Row;

/// A row and the squares around it: bit c is set if column c is white.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowInPlace {
    pub row: Row,
    /// The rows above and below it.
    pub above: Row,
    pub below: Row,
    /// `true` if it is the middle row, the only row without an image.
    pub is_middle: bool,
}

/// The columns whose starts become words, in a board of `size` columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DownWords {
    /// The columns whose start ends: it is a word, and so is its image.
    pub ended: Row,
    /// The columns whose start is joined, at the middle, to the start of the column's image.
    pub joined: Row,
    /// Number of squares between the two starts: 1 if there is a middle row.
    pub between: usize,
    /// Number of columns.
    pub size: usize,
}
