//! An extreme as a weight: the greatest value, and the number of ways or grids that reach it.
//!
//! The greatest value of a product is the sum of the greatest values, and their numbers are multiplied. This is the (max, +) semiring with
//! multiplicities, as in counting shortest paths (Mohri, 2002). A minimum is found by negated values.

use super::weight::{Count, Joined, Sum, Weight};

/// The greatest value and its number of ways or grids. The number 0 means that there are none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Best<N> {
    /// The greatest value.
    pub value: i64,
    /// The number of ways or grids that reach it.
    pub number: N,
}

impl<N: Copy + Sum> Sum for Best<N> {
    #[inline]
    fn add(&mut self, other: &Self) -> Option<()> {
        if other.number == N::default() {
            return Some(());
        }
        if self.number == N::default() || other.value > self.value {
            *self = *other;
        } else if other.value == self.value {
            self.number.add(&other.number)?;
        }
        Some(())
    }
}

impl<N: Count> Weight for Best<N> {
    type Factor = i64;

    #[inline]
    fn one() -> Self {
        Best { value: 0, number: N::one() }
    }

    #[inline]
    fn scaled(&self, more: &i64) -> Self {
        Best { value: self.value + more, ..*self }
    }
}

impl<N: Count> Joined for Best<N> {
    type Total = Best<N::Total>;

    #[inline]
    fn add_product(&self, other: &Self, total: &mut Self::Total) -> Option<()> {
        let mut number = N::Total::default();
        self.number.add_product(&other.number, &mut number)?;
        total.add(&Best { value: self.value + other.value, number })
    }
}
