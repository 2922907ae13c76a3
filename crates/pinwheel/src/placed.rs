//! A row of a quarter in its place: what a weight is told of it.

/// A row of a quarter and the squares around it: which are white, a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowInPlace {
    pub row: u32,
    /// The squares of the row with white above them, below them, to their left and to their right.
    pub above: u32,
    pub below: u32,
    pub left: u32,
    pub right: u32,
}
