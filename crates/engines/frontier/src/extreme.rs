//! Defines the weight that keeps only the best value and the number of ways that reach it.
//!
//! When two sets of ways meet, the better set is kept; equal sets are added. A worse way can never become better, because all later rows
//! add the same to both.

use super::tracked::TrackedMeasures;
use super::weight::{DownWords, RowInPlace, Weight};

/// The ways with the best value; no ways at all if `ways` is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BestWays {
    /// The value of these ways; negative if the minimum is sought.
    pub value: i32,
    pub ways: u64,
}

impl Weight for BestWays {
    type Factor = i32;
    // This weight does not track words of single lengths.
    type Lengths = ();

    fn one() -> Self {
        BestWays { value: 0, ways: 1 }
    }

    fn row(tracked: TrackedMeasures, row: RowInPlace) -> i32 {
        tracked.worth(row)
    }

    fn lengths(_: impl Iterator<Item = (usize, usize)>) {}

    fn ending(factor: &i32, _: TrackedMeasures, (): (), _: DownWords) -> i32 {
        *factor
    }

    fn with(&self, row: &i32) -> Option<Self> {
        Some(BestWays { value: self.value + row, ..*self })
    }

    fn add(&mut self, other: &Self) -> Option<()> {
        if other.ways > 0 && (self.ways == 0 || other.value > self.value) {
            *self = *other;
        } else if other.ways > 0 && other.value == self.value {
            self.ways = self.ways.checked_add(other.ways)?;
        }
        Some(())
    }

    fn for_display(&self) -> u128 {
        self.ways.into()
    }
}
