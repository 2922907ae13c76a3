//! Summarizes the symbols that the rows of a list read, two adjacent columns at a time. Mostly this is enough to show that every row breaks
//! a prohibition.
//!
//! For each two symbols the summary has a set of columns. It contains column c if some row reads the first symbol there and the second in
//! column c + 1. If some column permits no such pair, no row is permitted. The converse does not hold: different rows may be permitted in
//! different pairs of columns.

use super::forbidden::Forbidden;
use super::pattern::SYMBOLS;

/// The pairs of adjacent symbols that the rows of a list read.
#[derive(Clone, Copy)]
pub(crate) struct AdjacentReads {
    /// `pairs[a][b]`: the columns c in which some row reads a, and b in column c + 1.
    pairs: [[u32; SYMBOLS]; SYMBOLS],
}

impl AdjacentReads {
    /// The summary of an unknown list.
    pub(crate) const UNKNOWN: AdjacentReads = AdjacentReads { pairs: [[u32::MAX; SYMBOLS]; SYMBOLS] };

    /// Returns the summary of rows, given by the symbols that they read (see `RowPattern::reads`).
    pub(crate) fn of(rows: impl Iterator<Item = [u32; SYMBOLS]>) -> Self {
        let mut pairs = [[0; SYMBOLS]; SYMBOLS];
        for reads in rows {
            for (pairs, here) in pairs.iter_mut().zip(reads) {
                for (pair, right) in pairs.iter_mut().zip(reads) {
                    *pair |= here & right >> 1;
                }
            }
        }
        AdjacentReads { pairs }
    }

    /// Returns `true` unless two adjacent columns show that every row of `size` squares breaks a prohibition.
    pub(crate) fn may_avoid(&self, forbidden: &Forbidden, size: usize) -> bool {
        let permitted = forbidden.symbols.map(|columns| !columns);
        let mut possible = 0;
        for (pairs, here) in self.pairs.iter().zip(permitted) {
            let rights = pairs.iter().zip(permitted).fold(0, |any, (pair, right)| any | pair & right >> 1);
            possible |= here & rights;
        }
        possible | u32::MAX << (size - 1) == u32::MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjacent_columns_exclude_reads_that_single_columns_allow() {
        // The rows of three squares, white in words or black: ..# and #..
        let adjacent = AdjacentReads::of([[0b100, 0, 0b011], [0b001, 0, 0b110]].into_iter());
        let avoid = |symbols| adjacent.may_avoid(&Forbidden { symbols, both_black: 0 }, 3);
        assert!(avoid([0, 0b111, 0]) && avoid([0b010, 0, 0]) && avoid([0b011, 0, 0]));
        assert!(!avoid([0, 0, 0b010]) && !avoid([0b010, 0, 0b010]));
        // Each square can be black and each white, the first two not both black.
        assert!(!avoid([0, 0, 0b011]));
        // The ends cannot both be white, but two adjacent columns do not show it.
        assert!(avoid([0b101, 0, 0]));
        assert!(AdjacentReads::UNKNOWN.may_avoid(&Forbidden { symbols: [0, 0b111, 0b111], both_black: 0 }, 3));
    }
}
