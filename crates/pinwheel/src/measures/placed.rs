//! A row of a quarter with its neighbours, as a weight sees it.

/// A row of a quarter and its neighbouring squares: the white squares, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowInPlace {
    pub row: u32,
    /// The squares of the row that have a white square above, below, to their left and to their right.
    pub above: u32,
    pub below: u32,
    pub left: u32,
    pub right: u32,
}
