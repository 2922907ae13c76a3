//! Weights: the values that a count adds and multiplies.
//!
//! The sweep adds up equal quarters and the join multiplies quarters that meet. Neither knows what a *weight* is. For
//! a plain count every quarter has weight 1. For the distribution of letters the weight is a polynomial in x, and a
//! white square has the factor x. For an extreme it is the best value and its multiplicity. (The evaluators of
//! `TdZdd` work the same way: Iwashita and Minato, 2013.)
//!
//! The weight of a grid must be a product of factors. There are four kinds:
//!
//! - Most factors belong to one row of one quarter, where the colours around the row are known: every square and
//!   every word end lies in one quarter.
//! - If word lengths are counted, a down word has a factor in the row in which it ends, for all states of its class.
//! - A word that leads from quarter to quarter has a factor at the site where they meet, in
//!   [`Compatibility`](crate::joins::compatibility::Compatibility).
//! - The ledger of block sums adds the centre's contribution.
//!
//! A quarter fills several turned places. So a factor must not distinguish rows from columns, or the two ends of a
//! word.
//!
//! Invariant: nothing wraps. A sum or a product that does not fit is `None`.

use crate::measures::encoder::MeasureEncoder;

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

/// The total weight of equal quarters.
pub trait Weight: Clone + Send + Sync + 'static {
    /// The factor of a row, or of a word, in the weight of the quarters that contain it.
    type Factor: Clone + Send + Sync;
    /// The total weight of grids.
    type Total: Total;

    /// Returns the weight of no quarter.
    fn none() -> Self;
    /// Returns the weight of a quarter without a row.
    fn one() -> Self;
    /// Returns the factor of an increment of the encoder's exponent. Plain counts do not evaluate the increment.
    fn factor(encoder: &MeasureEncoder, more: impl FnOnce() -> i64) -> Self::Factor;
    /// Multiplies two factors.
    fn product(one: &Self::Factor, other: &Self::Factor) -> Self::Factor;
    /// Returns `true` if the factor exceeds the limit of the exponent with every weight.
    fn is_too_much(_factor: &Self::Factor) -> bool {
        false
    }
    /// Returns `true` if no quarter is left. Called for every state; constant for weights without a limit.
    fn is_empty(&self) -> bool {
        false
    }
    /// Multiplies the weight by a factor, and drops the quarters that exceed the limit.
    fn scaled(&self, more: &Self::Factor) -> Self;
    /// Adds another weight, multiplied by a factor.
    fn add_scaled(&mut self, other: &Self, more: &Self::Factor) -> Option<()>;
    /// Adds another weight.
    fn add(&mut self, other: &Self) -> Option<()>;
    /// Adds to `total` the grids of every one of these quarters with every one of the others.
    fn add_product(&self, other: &Self, total: &mut Self::Total) -> Option<()>;
    /// Adds to `total` the grids of every one of these quarters with itself.
    fn add_self_pairs(&self, total: &mut Self::Total) -> Option<()>;
    /// Returns the bytes that it stores outside the value.
    fn bytes_beside(&self) -> usize {
        0
    }
}

/// The total weight of grids.
pub trait Total: Clone + Send + Sync + 'static {
    /// Returns the weight of no grid.
    fn none() -> Self;
    /// Adds other grids.
    fn add(&mut self, other: &Self) -> Option<()>;
}

/// Implements integer weights: quarters are counted in `$small`, grids in `$wide`.
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

/// Implements totals of grids counted in `$wide`.
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
