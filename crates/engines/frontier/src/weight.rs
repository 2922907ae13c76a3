//! Defines the weights that the sweep adds and multiplies along its ways.
//!
//! A count is the weight in which every way is worth one. The distribution of letters is a polynomial in x, in which a white square is
//! worth x. The extreme is a pair of the best value and the number of ways that reach it. The [`sweep`](super::sweep) adds weights without
//! knowledge of their meaning, as the evaluators of `TdZdd` do (Iwashita and Minato 2013).
//!
//! The weight of a grid must be a product of factors of its rows. The factor of a row is computed as soon as the colours of its neighbours
//! are known ([`Weight::row`]). It covers the row and its image in the lower half together. Only the lengths of the down words that end
//! depend on the state ([`Weight::ending`]). A weight keeps the part of a state's starts that it needs for them; most weights keep nothing.
//!
//! Mirror images are merged, so a factor must not distinguish left from right. The lower half is the upper half turned, so a factor must
//! not distinguish top from bottom.
//!
//! Invariant: nothing wraps. A sum or a product that does not fit is `None`.

use super::rows::Row;
use super::tracked::TrackedMeasures;

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

/// The total weight of the ways to a state. The default is the weight of no way.
pub trait Weight: Clone + PartialEq + Default + Send + Sync {
    /// The weight of a row.
    type Factor: Clone;
    /// The data that the weight keeps of the lengths of a state's starts.
    type Lengths: Copy + Send + Sync;

    /// Returns the weight of the one way that has no row yet.
    fn one() -> Self;
    /// Returns the factor of a row, together with its image if it has one.
    fn row(tracked: TrackedMeasures, row: RowInPlace) -> Self::Factor;
    /// Returns the data kept of the starts, given as columns and lengths (as far as lengths are distinguished).
    fn lengths(starts: impl Iterator<Item = (usize, usize)>) -> Self::Lengths;
    /// Returns the factor of a row after which the down words of these columns end or are joined.
    fn ending(factor: &Self::Factor, tracked: TrackedMeasures, lengths: Self::Lengths, down: DownWords)
    -> Self::Factor;
    /// Returns the weight of the same ways, each with one more row; `None` if it does not fit.
    fn with(&self, row: &Self::Factor) -> Option<Self>;
    /// Adds other ways; `None` if the sum does not fit.
    fn add(&mut self, other: &Self) -> Option<()>;
    /// Returns the number of ways for display: the number of grids, if the ways are complete.
    fn for_display(&self) -> u128;
}

/// Represents a number of ways as an unsigned integer of some width.
pub trait Count: Weight {
    /// Returns the number in the widest type.
    fn widen(self) -> u128;
}

macro_rules! count {
    ($($integer:ty),*) => {$(
        impl Weight for $integer {
            type Factor = ();
            type Lengths = ();

            fn one() -> Self {
                1
            }

            fn row(_: TrackedMeasures, _: RowInPlace) {}

            fn lengths(_: impl Iterator<Item = (usize, usize)>) {}

            #[inline]
            fn ending((): &(), _: TrackedMeasures, (): (), _: DownWords) {}

            #[inline]
            fn with(&self, (): &()) -> Option<Self> {
                Some(*self)
            }

            #[inline]
            fn add(&mut self, other: &Self) -> Option<()> {
                *self = self.checked_add(*other)?;
                Some(())
            }

            fn for_display(&self) -> u128 {
                (*self).into()
            }
        }

        impl Count for $integer {
            fn widen(self) -> u128 {
                self.into()
            }
        }
    )*};
}

count!(u64, u128);
#[cfg(test)]
count!(u8, u16);
