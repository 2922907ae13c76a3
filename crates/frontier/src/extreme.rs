//! The weight that knows only the best: how much the ways have that have most, and how many they are.
//!
//! Of two bunches of ways that meet the better one stays, and of equal ones both: what is less can never become more, for whatever
//! comes after adds the same to both.

use super::asked::Asked;
use super::placed::{Down, RowInPlace};
use super::weight::Weight;

/// The ways that have most; none at all if they are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Extreme {
    /// What they have: less than nothing where little is wanted.
    pub had: i32,
    pub ways: u64,
}

impl Weight for Extreme {
    type Factor = i32;
    // No extreme that is found in this way is one of words of a length.
    type Lengths = ();

    fn one() -> Self {
        Extreme { had: 0, ways: 1 }
    }

    fn row(asked: Asked, row: RowInPlace) -> i32 {
        asked.worth(row)
    }

    fn lengths(_: impl Iterator<Item = (usize, usize)>) {}

    fn ending(factor: &i32, _: Asked, (): (), _: Down) -> i32 {
        *factor
    }

    fn with(&self, row: &i32) -> Option<Self> {
        Some(Extreme { had: self.had + row, ..*self })
    }

    fn add(&mut self, other: &Self) -> Option<()> {
        if other.ways > 0 && (self.ways == 0 || other.had > self.had) {
            *self = *other;
        } else if other.ways > 0 && other.had == self.had {
            self.ways = self.ways.checked_add(other.ways)?;
        }
        Some(())
    }

    fn seen(&self) -> u128 {
        self.ways.into()
    }
}
