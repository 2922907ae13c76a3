//! The weights that this engine can count with.
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
//! word. The exponents of polynomials and the values of extremes come from the [`MeasureEncoder`].

use gridcheck_weight::{Best, Joined, Limit, Monomial};

use crate::measures::encoder::{DigitLimit, MeasureEncoder};

/// The total weight of equal quarters. A factor belongs to a row, or to a word.
pub(crate) trait QuarterWeight: Joined {
    /// Returns the factor of an increment of the encoder's exponent. Plain counts do not evaluate the increment.
    fn factor(encoder: &MeasureEncoder, more: impl FnOnce() -> i64) -> Self::Factor;
    /// Multiplies two factors.
    fn product(one: &Self::Factor, other: &Self::Factor) -> Self::Factor;
    /// Returns `true` if the factor exceeds the limit of the exponent with every weight.
    fn is_too_much(_factor: &Self::Factor) -> bool {
        false
    }
    /// Returns the bytes that it stores outside the value.
    fn bytes_beside(&self) -> usize {
        0
    }
}

macro_rules! count {
    ($($number:ty),*) => {$(
        impl QuarterWeight for $number {
            fn factor(_: &MeasureEncoder, _: impl FnOnce() -> i64) {}

            fn product((): &(), (): &()) {}
        }
    )*};
}

count!(u64, u128);
#[cfg(test)]
count!(u8);

impl QuarterWeight for Best<u64> {
    fn factor(_: &MeasureEncoder, more: impl FnOnce() -> i64) -> i64 {
        more()
    }

    fn product(one: &i64, other: &i64) -> i64 {
        one + other
    }
}

/// The number of quarters of each exponent.
pub(crate) type Polynomial = gridcheck_weight::Polynomial<DigitLimit>;

impl QuarterWeight for Polynomial {
    fn factor(encoder: &MeasureEncoder, more: impl FnOnce() -> i64) -> Monomial<DigitLimit> {
        Monomial { exponent: more() as u64, limit: encoder.limit() }
    }

    fn product(one: &Monomial<DigitLimit>, other: &Monomial<DigitLimit>) -> Monomial<DigitLimit> {
        let is_too_much = Self::is_too_much(one) || Self::is_too_much(other);
        let exponent = if is_too_much { one.limit.beyond() } else { one.exponent + other.exponent };
        Monomial { exponent, limit: one.limit }
    }

    fn is_too_much(factor: &Monomial<DigitLimit>) -> bool {
        factor.limit.is_passed(factor.exponent)
    }

    fn bytes_beside(&self) -> usize {
        Self::bytes_beside(self)
    }
}
