//! Weights: what is added and multiplied.
//!
//! The sweep adds up the quarters that are alike, the joins multiply what meets; what a quarter is *worth* they do not know.
//! A count is the weight under which every quarter is worth one. A polynomial in x, under which a white square is worth x,
//! is the distribution of letters; a pair of a best value and how many reach it is the extreme. (So do the evaluators of
//! `TdZdd`: Iwashita and Minato, 2013.)
//!
//! What a grid is worth must be a product of factors. Most belong to one row of one quarter, where the colours around the row are known: every
//! square, and every end of a word, lies in one quarter. Where lengths of words are told, a word down is worth something
//! in the row that it ends in, for all states in which it has come as far; and one that leads from quarter to quarter at the
//! site where the two meet, as [`Fits`](super::compatibility::Fits) has it. What the centre adds whoever keeps the sums of blocks must say.
//!
//! A quarter is turned into four places, so a factor must not tell rows from columns, nor an end from the other.
//!
//! Invariant: nothing wraps. A sum or a product that does not fit is `None`.

use super::encoder::MeasureEncoder;

/// What quarters that are alike are worth together.
pub trait Weight: Clone + Send + Sync + 'static {
    /// What a row, or a word, adds to the worth of the quarters that it is in.
    type Factor: Clone + Send + Sync;
    /// What grids are worth.
    type Total: Total;

    /// No quarter.
    fn none() -> Self;
    /// A quarter without a row.
    fn one() -> Self;
    /// What so much more by the meter is worth; who does not measure does not ask.
    fn factor(encoder: &MeasureEncoder, more: impl FnOnce() -> i64) -> Self::Factor;
    /// What both are worth together.
    fn product(one: &Self::Factor, other: &Self::Factor) -> Self::Factor;
    /// Whether it is more than is wanted, whatever it is a factor of.
    fn is_too_much(_factor: &Self::Factor) -> bool {
        false
    }
    /// Whether all quarters were let go; of who lets none go this is asked for every state, and costs nothing.
    fn is_empty(&self) -> bool {
        false
    }
    /// The same quarters, each with so much more; without those that have more than is wanted.
    fn scaled(&self, more: &Self::Factor) -> Self;
    /// Adds other quarters, in the same way.
    fn add_scaled(&mut self, other: &Self, more: &Self::Factor) -> Option<()>;
    /// Adds other quarters.
    fn add(&mut self, other: &Self) -> Option<()>;
    /// Adds the grids that every one of these quarters makes with every one of those.
    fn add_product(&self, other: &Self, total: &mut Self::Total) -> Option<()>;
    /// Adds the grids that every one of these quarters makes with itself.
    fn add_self_pairs(&self, total: &mut Self::Total) -> Option<()>;
    /// The bytes that it keeps elsewhere.
    fn bytes_beside(&self) -> usize {
        0
    }
}

/// What grids are worth together.
pub trait Total: Clone + Send + Sync + 'static {
    /// No grid.
    fn none() -> Self;
    /// Adds other grids.
    fn add(&mut self, other: &Self) -> Option<()>;
}

/// Integers as weights: the quarters are counted in `$small`, the grids in `$wide`.
macro_rules! count {
    ($small:ty, $wide:ty) => {
        impl Weight for $small {
            type Factor = ();
            type Total = $wide;

            fn none() -> Self {
                0
            }

            fn one() -> Self {
                1
            }

            fn factor(_: &MeasureEncoder, _: impl FnOnce() -> i64) {}

            fn product((): &(), (): &()) {}

            fn scaled(&self, (): &()) -> Self {
                *self
            }

            fn add_scaled(&mut self, other: &Self, (): &()) -> Option<()> {
                Weight::add(self, other)
            }

            fn add(&mut self, other: &Self) -> Option<()> {
                *self = self.checked_add(*other)?;
                Some(())
            }

            fn add_product(&self, other: &Self, total: &mut $wide) -> Option<()> {
                *total = total.checked_add(<$wide>::from(*self).checked_mul(<$wide>::from(*other))?)?;
                Some(())
            }

            fn add_self_pairs(&self, total: &mut $wide) -> Option<()> {
                *total = total.checked_add((*self).into())?;
                Some(())
            }
        }
    };
}

/// Grids counted in `$wide`.
macro_rules! total {
    ($wide:ty) => {
        impl Total for $wide {
            fn none() -> Self {
                0
            }

            fn add(&mut self, other: &Self) -> Option<()> {
                *self = self.checked_add(*other)?;
                Some(())
            }
        }
    };
}

total!(u128);
count!(u64, u128);
count!(u128, u128);

#[cfg(test)]
total!(u16);
#[cfg(test)]
count!(u8, u16);
