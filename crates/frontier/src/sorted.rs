//! Ways sorted by what they have: the weight that answers constraints, and how grids are distributed.
//!
//! Invariant: in order of what they have, each kind once, none with no way. What a row adds it adds to all, so the order stays, and ways
//! that meet are two lists that are merged.

use std::cmp::Ordering;

use super::asked::{Asked, Had};
use super::placed::{Down, RowInPlace};
use super::weight::Weight;
use gridcheck_core::constraint::{Distribution, Measure, RoundedConstraint};

/// What a row adds to a way, and what the way may have then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Added {
    had: Had,
    most: Had,
}

/// How many ways there are by what they have.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sorted(Vec<(Had, u64)>);

impl Sorted {
    /// The grids among them that meet the constraints, sorted by these measures; `None` if they are too many.
    pub fn distribution(
        &self,
        (asked, by, constraints): (Asked, &[Measure], &[RoundedConstraint]),
        squares: u32,
    ) -> Option<Distribution> {
        let mut distribution = Distribution::empty(by);
        for &(had, grids) in &self.0 {
            if constraints.iter().all(|&constraint| asked.meets(had, constraint, squares)) {
                let values = by.iter().map(|&measure| had.measure(measure, squares)).collect();
                distribution.add(values, grids.into())?;
            }
        }
        Some(distribution)
    }

    /// Takes away one way that has nothing.
    pub fn without_black(&mut self) {
        let black = Had::default();
        if let Some((_, ways)) = self.0.iter_mut().find(|(had, _)| *had == black) {
            *ways -= 1;
        }
        self.0.retain(|&(_, ways)| ways > 0);
    }
}

impl Weight for Sorted {
    type Factor = Added;
    /// Four bits a column: no start has more than 15 letters.
    type Lengths = u64;

    fn one() -> Self {
        Sorted(vec![(Had::default(), 1)])
    }

    fn row(asked: Asked, row: RowInPlace) -> Added {
        Added { had: asked.of_row(row), most: asked.most() }
    }

    fn lengths(starts: impl Iterator<Item = (usize, usize)>) -> u64 {
        starts.fold(0, |lengths, (c, length)| lengths | (length as u64) << (4 * c))
    }

    fn ending(factor: &Added, asked: Asked, lengths: u64, down: Down) -> Added {
        Added { had: factor.had.with(asked.ending(lengths, down)), ..*factor }
    }

    fn with(&self, Added { had: row, most }: &Added) -> Option<Self> {
        let more = self.0.iter().map(|(had, ways)| (had.with(*row), *ways));
        Some(Sorted(more.filter(|(had, _)| had.is_within(most)).collect()))
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
                    (Some((had, ways)), Some((_, more))) => Some((had, ways.checked_add(more)?)),
                    (one, other) => one.or(other),
                },
            });
        }
        self.0 = both;
        Some(())
    }

    fn seen(&self) -> u128 {
        self.0.iter().map(|&(_, ways)| u128::from(ways)).sum()
    }
}
