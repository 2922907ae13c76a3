//! Packs a state into one integer: a field for each column, and flags above the fields.
//!
//! The field of a white column holds the number of the start of its down word ([`starts`](super::starts)). The field of a black column left
//! of a run of white squares holds the label of that run's component ([`Regions`]). The partition therefore takes no extra space. Fields of
//! four bits are enough for nearly all rules; fields of eight bits hold any start. A key of 64 bits has room for 15 columns.

use std::hash::Hash;
use std::ops::{BitAnd, BitOr};

use super::regions::Regions;
use super::rows::{Row, columns, runs};

/// A packed state.
pub(crate) trait Key:
    Copy + Eq + Ord + Hash + Default + Send + Sync + BitAnd<Output = Self> + BitOr<Output = Self>
{
    /// Bits of a column's field.
    const FIELD: usize;
    /// Bits of the key.
    const WIDTH: usize;

    /// Returns a key with `value` in the field of column `c`; column n is the position of the flags.
    fn put(c: usize, value: usize) -> Self;

    /// Returns the field of column `c`.
    fn field(self, c: usize) -> usize;

    /// Returns the bits above the fields of `size` columns.
    fn flags(self, size: usize) -> usize;

    /// Returns the fields of the `size` columns in reverse order. The key must have no flags.
    fn mirrored(self, size: usize) -> Self;

    /// Returns the key without the bits set in `other`.
    fn without(self, other: Self) -> Self;

    /// Returns the key with all bits set in the fields of these columns.
    fn fields(row: Row) -> Self {
        columns(row).fold(Self::default(), |fields, c| fields | Self::put(c, (1 << Self::FIELD) - 1))
    }

    /// Returns the slot of column `c` ([`pairs`](super::pairs)), in a state of this row.
    #[inline]
    fn slot(self, row: Row, c: usize) -> usize {
        if row >> c & 1 == 1 { 1 + self.field(c) } else { 0 }
    }

    /// Returns the key that holds the labels of a row's runs in their fields.
    fn labels(row: Row, regions: Regions) -> Self {
        // The first run is always in the first component.
        let others = runs(row).enumerate().skip(1);
        others.fold(Self::default(), |labels, (run, (start, _))| labels | Self::put(start - 1, regions.label(run)))
    }

    /// Reads the labels of a row's runs from their fields.
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

/// A key of 128 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Wide<const FIELD: usize>(u128);

impl<const FIELD: usize> BitAnd for Wide<FIELD> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Wide(self.0 & other.0)
    }
}

impl<const FIELD: usize> BitOr for Wide<FIELD> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Wide(self.0 | other.0)
    }
}

/// The fields have four bits or eight.
impl<const FIELD: usize> Key for Wide<FIELD> {
    const FIELD: usize = FIELD;
    const WIDTH: usize = 128;

    #[inline]
    fn put(c: usize, value: usize) -> Self {
        Wide((value as u128) << (FIELD * c))
    }

    #[inline]
    fn field(self, c: usize) -> usize {
        (self.0 >> (FIELD * c)) as usize & ((1 << FIELD) - 1)
    }

    fn without(self, other: Self) -> Self {
        Wide(self.0 & !other.0)
    }

    fn flags(self, size: usize) -> usize {
        (self.0 >> (FIELD * size)) as usize
    }

    #[inline]
    fn mirrored(self, size: usize) -> Self {
        const LOW: u128 = u128::MAX / 0x11;
        let bytes = self.0.swap_bytes();
        let fields = if FIELD == 4 { (bytes >> 4 & LOW) | (bytes & LOW) << 4 } else { bytes };
        Wide(fields >> (Self::WIDTH - FIELD * size))
    }
}
