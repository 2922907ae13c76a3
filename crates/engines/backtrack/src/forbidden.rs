//! Represents the prohibitions of the columns for a row, a bit a column.

use super::pattern::SYMBOLS;
use super::symmetry::Fixed;

/// The prohibitions for a row.
#[derive(Clone, Copy, Default)]
pub(crate) struct Forbidden {
    /// For each symbol, the columns that may not read it.
    pub symbols: [u32; SYMBOLS],
    /// Columns c such that c and n−1−c may not both be black.
    pub both_black: u32,
}

impl Forbidden {
    /// Forbids, in column 0, every symbol except those of these permission bits.
    pub(crate) fn all_but(permits: u8) -> Self {
        Forbidden { symbols: std::array::from_fn(|symbol| u32::from(permits >> symbol & 1 == 0)), both_black: 0 }
    }

    /// Adds the prohibitions of `other`, shifted by c columns.
    pub(crate) fn add(&mut self, other: &Forbidden, c: usize) {
        for (mine, others) in self.symbols.iter_mut().zip(other.symbols) {
            *mine |= others << c;
        }
        self.both_black |= other.both_black << c;
    }

    /// Forbids these squares any other colour.
    pub(crate) fn require(&mut self, Fixed { white, black }: Fixed) {
        let [as_black, as_white @ ..] = &mut self.symbols;
        *as_black |= white;
        for columns in as_white {
            *columns |= black;
        }
    }

    /// Returns the prohibitions of `if_read[symbol]` in the columns of `reads[symbol]`.
    pub(crate) fn where_read(if_read: &[Forbidden; SYMBOLS], reads: [u32; SYMBOLS]) -> Forbidden {
        let [black, alone, crossed] = if_read;
        let pick = |b: u32, a: u32, c: u32| (b & reads[0]) | (a & reads[1]) | (c & reads[2]);
        Forbidden {
            symbols: std::array::from_fn(|s| pick(black.symbols[s], alone.symbols[s], crossed.symbols[s])),
            both_black: pick(black.both_black, alone.both_black, crossed.both_black),
        }
    }
}
