//! Defines the weight that counts ways by their totals; it answers constraints and distributions.
//!
//! Invariant: totals are in increasing order, without duplicates and without zero counts. A row adds the same to all totals, so the order
//! stays. The ways that meet are two lists, which are merged.

use std::cmp::Ordering;

use super::tracked::{Totals, TrackedMeasures};
use super::weight::{DownWords, RowInPlace, Weight};
use gridcheck_core::constraint::{Distribution, Measure, RoundedConstraint};

/// The totals that a row adds to a way, and the maximum totals of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Added {
    totals: Totals,
    most: Totals,
}

/// Numbers of ways by their totals.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Histogram(Vec<(Totals, u64)>);

impl Histogram {
    /// Returns the grids among them that meet the constraints, distributed by these measures; `None` if a number overflows.
    pub fn distribution(
        &self,
        tracked: TrackedMeasures,
        by: &[Measure],
        constraints: &[RoundedConstraint],
        squares: u32,
    ) -> Option<Distribution> {
        let mut distribution = Distribution::empty(by);
        for &(totals, grids) in &self.0 {
            if constraints.iter().all(|&constraint| tracked.meets(totals, constraint, squares)) {
                let values = by.iter().map(|&measure| totals.measure(measure, squares)).collect();
                distribution.add(values, grids.into())?;
            }
        }
        Some(distribution)
    }

    /// Removes one way whose totals are all zero: the black grid.
    pub fn without_black(&mut self) {
        let black = Totals::default();
        if let Some((_, ways)) = self.0.iter_mut().find(|(totals, _)| *totals == black) {
            *ways -= 1;
        }
        self.0.retain(|&(_, ways)| ways > 0);
    }
}

impl Weight for Histogram {
    type Factor = Added;
    /// Four bits a column, because no start has more than 15 letters.
    type Lengths = u64;

    fn one() -> Self {
        Histogram(vec![(Totals::default(), 1)])
    }

    fn row(tracked: TrackedMeasures, row: RowInPlace) -> Added {
        Added { totals: tracked.of_row(row), most: tracked.most() }
    }

    fn lengths(starts: impl Iterator<Item = (usize, usize)>) -> u64 {
        starts.fold(0, |lengths, (c, length)| lengths | (length as u64) << (4 * c))
    }

    fn ending(factor: &Added, tracked: TrackedMeasures, lengths: u64, down: DownWords) -> Added {
        Added { totals: factor.totals.with(tracked.ending(lengths, down)), ..*factor }
    }

    fn with(&self, Added { totals: row, most }: &Added) -> Option<Self> {
        let more = self.0.iter().map(|(totals, ways)| (totals.with(*row), *ways));
        Some(Histogram(more.filter(|(totals, _)| totals.is_within(most)).collect()))
    }

    fn add(&mut self, other: &Self) -> Option<()> {
        let mine = std::mem::take(&mut self.0);
        let (mut mine, mut others) = (mine.into_iter().peekable(), other.0.iter().copied().peekable());
        let mut both = Vec::with_capacity(mine.len().max(others.len()));
        loop {
            let first = match (mine.peek(), others.peek()) {
                (Some((one, _)), Some((other, _))) => one.cmp(other),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            both.extend(match first {
                Ordering::Less => mine.next(),
                Ordering::Greater => others.next(),
                Ordering::Equal => match (mine.next(), others.next()) {
                    (Some((totals, ways)), Some((_, more))) => Some((totals, ways.checked_add(more)?)),
                    (one, other) => one.or(other),
                },
            });
        }
        self.0 = both;
        Some(())
    }

    fn for_display(&self) -> u128 {
        self.0.iter().map(|&(_, ways)| u128::from(ways)).sum()
    }
}
