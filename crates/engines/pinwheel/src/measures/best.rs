//! An extreme as a weight: the greatest exponent, and the number of quarters or grids that reach it.
//!
//! The greatest exponent of a product is the sum of the greatest exponents, and their numbers are multiplied. This is
//! the (max, +) semiring with multiplicities, as in counting shortest paths (Mohri, 2002). A minimum is found by
//! negated exponents.

use crate::measures::encoder::MeasureEncoder;
use crate::measures::weight::{Total, Weight};

/// The greatest exponent and its number of quarters or grids. The number 0 means that there are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Best<N> {
    pub exponent: i64,
    pub number: N,
}

macro_rules! best {
    ($number:ty) => {
        impl Best<$number> {
            const NONE: Self = Best { exponent: 0, number: 0 };

            fn take(&mut self, other: Self) -> Option<()> {
                if other.number == 0 {
                    return Some(());
                }
                if self.number == 0 || other.exponent > self.exponent {
                    *self = other;
                } else if other.exponent == self.exponent {
                    self.number = self.number.checked_add(other.number)?;
                }
                Some(())
            }
        }
    };
}

best!(u64);
best!(u128);

impl Weight for Best<u64> {
    type Factor = i64;
    type Total = Best<u128>;

    fn none() -> Self {
        Self::NONE
    }

    fn one() -> Self {
        Best { exponent: 0, number: 1 }
    }

    fn factor(_: &MeasureEncoder, more: impl FnOnce() -> i64) -> i64 {
        more()
    }

    fn product(one: &i64, other: &i64) -> i64 {
        one + other
    }

    fn scaled(&self, more: &i64) -> Self {
        Best { exponent: self.exponent + more, ..*self }
    }

    fn add_scaled(&mut self, other: &Self, more: &i64) -> Option<()> {
        self.take(other.scaled(more))
    }

    fn add(&mut self, other: &Self) -> Option<()> {
        self.take(*other)
    }

    fn add_product(&self, other: &Self, total: &mut Best<u128>) -> Option<()> {
        let number = u128::from(self.number) * u128::from(other.number);
        total.take(Best { exponent: self.exponent + other.exponent, number })
    }

    fn add_self_pairs(&self, total: &mut Best<u128>) -> Option<()> {
        total.take(Best { exponent: self.exponent, number: self.number.into() })
    }
}

impl Total for Best<u128> {
    fn none() -> Self {
        Self::NONE
    }

    fn add(&mut self, other: &Self) -> Option<()> {
        self.take(*other)
    }
}
