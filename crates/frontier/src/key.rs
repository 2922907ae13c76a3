//! A state in one word: a field for each column, and flags above them.
//!
//! The field of a white column holds the number of its down word's start ([`starts`](super::starts)); that of a black column left of a run of white
//! squares holds the label of that run's component ([`Regions`]), so that the partition takes no room of its own. A
//! field of four bits is enough for nearly all rules; with eight bits any start fits.

use std::hash::Hash;
use std::ops::{BitAnd, BitOr};

use super::regions::Regions;
use super::rows::{Row, columns, runs};

/// A packed state.
pub trait Key: Copy + Eq + Ord + Hash + Default + Send + Sync + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// Bits of a column's field.
    const FIELD: usize;
    /// Bits in all.
    const WIDTH: usize;

    /// A word with `value` in the field of column `c`; column n is where the flags begin.
    fn put(c: usize, value: usize) -> Self;

    /// What is in the field of column `c`.
    fn field(self, c: usize) -> usize;

    /// What is above the fields of `size` columns.
    fn flags(self, size: usize) -> usize;

    /// The fields of the `size` columns in reverse order. There must be no flags.
    fn mirrored(self, size: usize) -> Self;

    /// The word without the bits set in `other`.
    fn without(self, other: Self) -> Self;

    /// The word with all bits set in the fields of these columns.
    fn fields(row: Row) -> Self {
        columns(row).fold(Self::default(), |fields, c| fields | Self::put(c, (1 << Self::FIELD) - 1))
    }

    /// The slot of column `c` ([`pairs`](super::pairs)), in a state of this row.
    #[inline]
    fn slot(self, row: Row, c: usize) -> usize {
        if row >> c & 1 == 1 { 1 + self.field(c) } else { 0 }
    }

    /// The labels of a row's runs, in their fields.
    fn labels(row: Row, regions: Regions) -> Self {
        // The first run is always in the first component.
        let others = runs(row).enumerate().skip(1);
        others.fold(Self::default(), |labels, (run, (start, _))| labels | Self::put(start - 1, regions.label(run)))
    }

    /// The labels of a row's runs, read from their fields.
    fn regions(self, row: Row) -> Regions {
        let label = |(run, (start, _)): (usize, (usize, usize))| if run == 0 { 0 } else { self.field(start - 1) };
        Regions::from_labels(runs(row).enumerate().map(label))
    }
}

impl Key for u64 {
    const FIELD: usize = 4;
    const WIDTH: usize = 64;

    #[inline]
    fn put(c: usize, value: usize) -> Self {
        (value as u64) << (Self::FIELD * c)
    }

    #[inline]
    fn field(self, c: usize) -> usize {
        (self >> (Self::FIELD * c) & 0xf) as usize
    }

    fn without(self, other: Self) -> Self {
        self & !other
    }

    fn flags(self, size: usize) -> usize {
        (self >> (Self::FIELD * size)) as usize
    }

    #[inline]
    fn mirrored(self, size: usize) -> Self {
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let bytes = self.swap_bytes();
        ((bytes >> 4 & LOW) | (bytes & LOW) << 4) >> (Self::WIDTH - Self::FIELD * size)
    }
}

impl Key for u128 {
    const FIELD: usize = 8;
    const WIDTH: usize = 128;

    #[inline]
    fn put(c: usize, value: usize) -> Self {
        (value as u128) << (Self::FIELD * c)
    }

    #[inline]
    fn field(self, c: usize) -> usize {
        (self >> (Self::FIELD * c) & 0xff) as usize
    }

    fn without(self, other: Self) -> Self {
        self & !other
    }

    fn flags(self, size: usize) -> usize {
        (self >> (Self::FIELD * size)) as usize
    }

    #[inline]
    fn mirrored(self, size: usize) -> Self {
        self.swap_bytes() >> (Self::WIDTH - Self::FIELD * size)
    }
}
