//! Counts the grids whose every row, or every row and column, has a minimum number of white squares.
//!
//! One pass over the grids answers for every minimum. A rule set's `min_white_per_row` applies to columns too. A source may have
//! meant rows alone; no rule set can express that reading.

use gridcheck_core::plural::plural;
use std::fmt;

use gridcheck_core::grid::Grid;

/// A minimum number of white squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Minimum {
    /// The number.
    pub least: usize,
    /// `true` if it applies to columns too.
    pub columns_too: bool,
}

impl fmt::Display for Minimum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = if self.columns_too { "every row and every column" } else { "every row" };
        write!(f, "at least {} in {lines}", plural(self.least, "white square"))
    }
}

/// Counts of grids by minimum. Index `k` counts the grids whose poorest row, or poorest row or column, has `k` white squares.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Minima {
    rows: Vec<u128>,
    both: Vec<u128>,
}

impl Minima {
    /// Adds one grid.
    pub fn add(&mut self, grid: &Grid) {
        let rows = poorest(grid.rows().iter().map(|row| row.count_ones() as usize));
        let columns = poorest((0..grid.width()).map(|c| grid.rows().iter().filter(|&&row| row >> c & 1 == 1).count()));
        for (counts, least) in [(&mut self.rows, rows), (&mut self.both, rows.min(columns))] {
            if counts.len() <= least {
                counts.resize(least + 1, 0);
            }
            counts[least] += 1;
        }
    }

    /// Adds the counts of other grids.
    pub fn merge(&mut self, other: &Minima) {
        for (counts, others) in [(&mut self.rows, &other.rows), (&mut self.both, &other.both)] {
            if counts.len() < others.len() {
                counts.resize(others.len(), 0);
            }
            counts.iter_mut().zip(others).for_each(|(count, other)| *count += other);
        }
    }

    /// Counts the grids with that minimum.
    pub fn count(&self, minimum: Minimum) -> u128 {
        let counts = if minimum.columns_too { &self.both } else { &self.rows };
        counts.iter().skip(minimum.least).sum()
    }

    /// Returns the minimums of 1 or more that leave exactly `count` grids, the smallest first. Minimums that the rows of no grid
    /// reach are left out.
    pub fn giving(&self, count: u128) -> Vec<Minimum> {
        let both_ways =
            (1..self.rows.len()).flat_map(|least| [true, false].map(|columns_too| Minimum { least, columns_too }));
        both_ways.filter(|&minimum| self.count(minimum) == count).collect()
    }
}

impl<'a> FromIterator<&'a Grid> for Minima {
    fn from_iter<I: IntoIterator<Item = &'a Grid>>(grids: I) -> Self {
        let mut minima = Minima::default();
        grids.into_iter().for_each(|grid| minima.add(grid));
        minima
    }
}

/// Returns the smallest number, or 0 if there is none.
fn poorest(whites: impl Iterator<Item = usize>) -> usize {
    whites.min().unwrap_or(0)
}
