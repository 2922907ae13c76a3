//! Represents a row whose across runs all have legal lengths, as bit words.

/// Number of symbols that a column can read at one level: black, white alone in its row (it can only be unchecked), and white in an across
/// word. They are numbered in this order. Permission bits state the symbols that may come next.
pub(crate) const SYMBOLS: usize = 3;

/// Maximum number of squares of a row in this engine.
pub(crate) const MAX_SIZE: usize = 32;

/// A row and the derived sets that the search needs, a bit a square.
#[derive(Clone, Copy)]
pub(crate) struct RowPattern {
    /// White squares.
    pub row: u32,
    /// White squares with a white neighbour in the row: the squares of across words.
    pub across: u32,
    /// White squares of the row or of the row read backward.
    pub fold: u32,
    /// The row read backward.
    pub reversed: u32,
}

impl RowPattern {
    /// Returns, for each symbol, the columns that read it.
    pub(crate) fn reads(&self) -> [u32; SYMBOLS] {
        [!self.row, self.row & !self.across, self.across]
    }

    /// Returns the symbol that column c reads.
    pub(crate) fn symbol(&self, c: usize) -> usize {
        ((self.row >> c & 1) + (self.across >> c & 1)) as usize
    }
}
