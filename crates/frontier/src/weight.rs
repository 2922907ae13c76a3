//! Weights: what is added and multiplied along the ways of the sweep.
//!
//! A count is the weight under which every way is worth one. A polynomial in x, under which a white square is worth x, is the
//! distribution of letters; a pair of a best value and how many reach it is the extreme. The [`sweep`](super::sweep) adds
//! weights and knows nothing of them (so do the evaluators of `TdZdd`: Iwashita and Minato 2013).
//!
//! What a grid is worth must be a product of factors of its rows. A row's is asked for once the colours of its neighbours
//! are known ([`Weight::row`]), and it is that of the row and of its image in the lower half together. What depends on the state is how long
//! the down words are that end ([`Weight::ending`]): of a state's starts a weight keeps what it needs for that, most weights nothing. Mirror images are
//! merged, so a factor must not tell left from right; nor, as the lower half is the upper half turned, top from bottom.
//!
//! Invariant: nothing wraps. A sum or a product that does not fit is `None`.

use super::asked::Asked;
use super::placed::{Down, RowInPlace};

/// What the ways to a state are worth together. The default is no way at all.
pub trait Weight: Clone + PartialEq + Default + Send + Sync {
    /// What a row is worth.
    type Factor: Clone;
    /// What is kept of the lengths of a state's starts.
    type Lengths: Copy + Send + Sync;

    /// The one way that has no row yet.
    fn one() -> Self;
    /// What a row is worth, with its image if it has one.
    fn row(asked: Asked, row: RowInPlace) -> Self::Factor;
    /// What is kept of the starts of these columns, by their lengths as far as they are told.
    fn lengths(starts: impl Iterator<Item = (usize, usize)>) -> Self::Lengths;
    /// What a row is worth where the down words of these columns end or are joined after it.
    fn ending(factor: &Self::Factor, asked: Asked, lengths: Self::Lengths, down: Down) -> Self::Factor;
    /// The same ways, each with one more row.
    fn with(&self, row: &Self::Factor) -> Option<Self>;
    /// Adds other ways.
    fn add(&mut self, other: &Self) -> Option<()>;
    /// How many grids there are if these are grids, for the eye.
    fn seen(&self) -> u128;
}

/// An unsigned integer of some width, as a number of ways.
pub trait Count: Weight {
    /// The number in the widest type.
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

            fn row(_: Asked, _: RowInPlace) {}

            fn lengths(_: impl Iterator<Item = (usize, usize)>) {}

            #[inline]
            fn ending((): &(), _: Asked, (): (), _: Down) {}

            #[inline]
            fn with(&self, (): &()) -> Option<Self> {
                Some(*self)
            }

            #[inline]
            fn add(&mut self, other: &Self) -> Option<()> {
                *self = self.checked_add(*other)?;
                Some(())
            }

            fn seen(&self) -> u128 {
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
