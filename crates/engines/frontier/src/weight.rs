//! Defines the weights that the sweep adds and multiplies along its ways.
//!
//! In the distribution of letters a white square is worth x, for example. The weight of a grid must be a product of factors of its rows. The
//! factor of a row is computed as soon as the colours of its neighbours are known ([`RowWeight::row`]). It covers the row and its image in
//! the lower half together. Only the lengths of the down words that end depend on the state ([`RowWeight::ending`]). A weight keeps the part
//! of a state's starts that it needs for them; most weights keep nothing.
//!
//! Mirror images are merged, so a factor must not distinguish left from right. The lower half is the upper half turned, so a factor must
//! not distinguish top from bottom.

use super::rows::{DownWords, RowInPlace};
use super::tracked::TrackedMeasures;
use gridcheck_weight::{Best, Weight};

/// The total weight of the ways to a state.
pub(crate) trait RowWeight: Weight {
    /// The data that the weight keeps of the lengths of a state's starts.
    type Lengths: Copy + Send + Sync;

    /// Returns the factor of a row, together with its image if it has one.
    fn row(tracked: TrackedMeasures, row: RowInPlace) -> Self::Factor;
    /// Returns the data kept of the starts, given as columns and lengths (as far as lengths are distinguished).
    fn lengths(starts: impl Iterator<Item = (usize, usize)>) -> Self::Lengths;
    /// Returns the factor of a row after which the down words of these columns end or are joined.
    fn ending(factor: &Self::Factor, tracked: TrackedMeasures, lengths: Self::Lengths, down: DownWords)
    -> Self::Factor;
    /// Returns the number of ways for display: the number of grids, if the ways are complete.
    fn for_display(&self) -> u128;
}

/// Implements weights that do not depend on lengths of down words.
macro_rules! without_lengths {
    ($($weight:ty, $row:expr, $number:expr;)*) => {$(
        impl RowWeight for $weight {
            type Lengths = ();

            fn row(tracked: TrackedMeasures, row: RowInPlace) -> Self::Factor {
                $row(tracked, row)
            }

            fn lengths(_: impl Iterator<Item = (usize, usize)>) {}

            #[inline]
            fn ending(factor: &Self::Factor, _: TrackedMeasures, (): (), _: DownWords) -> Self::Factor {
                *factor
            }

            fn for_display(&self) -> u128 {
                $number(*self)
            }
        }
    )*};
}

without_lengths! {
    u64, |_, _| (), u128::from;
    u128, |_, _| (), u128::from;
    // The best value of the tracked measure.
    Best<u64>, TrackedMeasures::worth, |best: Best<u64>| best.number.into();
}
#[cfg(test)]
without_lengths! {
    u8, |_, _| (), u128::from;
    u16, |_, _| (), u128::from;
}
