//! The weights that the quadrants can count with.
//!
//! Of the polynomial of [measured](super::measured) ways only a part is stored: its [`Best`] term, its least and
//! greatest exponent ([`Span`]), or its values at some points of a prime field ([`Values`](super::values::Values)).

use gridcheck_engine::EngineError;
use gridcheck_weight::{Best, Joined, Sum, Weight};

/// The total weight of ways that lead to equal states.
pub(crate) trait QuadrantWeight: Joined + Copy {
    /// The approximate cost relative to a plain count.
    const WORK: u64 = 1;

    /// Subtracts a grid with exponent 0, which must be contained.
    fn without_one(grids: Self::Total) -> Self::Total;
}

impl QuadrantWeight for u64 {
    fn without_one(grids: u128) -> u128 {
        grids - 1
    }
}

/// Correct for the greatest exponent. For the least, which is negated, the subtracted grid may have been the only best
/// one; the caller then computes a distribution instead.
impl QuadrantWeight for Best<u64> {
    fn without_one(grids: Best<u128>) -> Best<u128> {
        Best { number: grids.number - u128::from(grids.value == 0), ..grids }
    }
}

/// The number of ways or grids, and the least and the greatest exponent among them. Without any, the least exceeds the
/// greatest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span<N> {
    pub number: N,
    pub least: u16,
    pub most: u16,
}

impl<N: Default> Default for Span<N> {
    fn default() -> Self {
        Span { number: N::default(), least: u16::MAX, most: 0 }
    }
}

impl<N> Span<N> {
    /// Returns the number of exponents from the least to the greatest.
    pub(crate) fn exponents(&self) -> usize {
        usize::from((self.most + 1).saturating_sub(self.least))
    }
}

impl<N: Sum> Sum for Span<N> {
    #[inline]
    fn add(&mut self, other: &Self) -> Option<()> {
        (self.least, self.most) = (self.least.min(other.least), self.most.max(other.most));
        self.number.add(&other.number)
    }
}

impl Weight for Span<u64> {
    type Factor = u16;

    fn one() -> Self {
        Span { number: 1, least: 0, most: 0 }
    }

    #[inline]
    fn scaled(&self, more: &u16) -> Self {
        Span { least: self.least + more, most: self.most + more, ..*self }
    }
}

impl Joined for Span<u64> {
    type Total = Span<u128>;

    #[inline]
    fn add_product(&self, other: &Self, total: &mut Span<u128>) -> Option<()> {
        total.least = total.least.min(self.least + other.least);
        total.most = total.most.max(self.most + other.most);
        self.number.add_product(&other.number, &mut total.number)
    }
}

/// The span may then be wider than necessary.
impl QuadrantWeight for Span<u64> {
    fn without_one(grids: Span<u128>) -> Span<u128> {
        Span { number: grids.number - 1, ..grids }
    }
}

/// Adds up the total weights of different grids.
pub(crate) fn sum<T: Sum>(mut one: T, other: &T) -> Result<T, EngineError> {
    one.add(other).ok_or(EngineError::Overflow)?;
    Ok(one)
}
