//! Defines the weight that counts ways by their totals; it answers constraints and distributions.

use super::rows::{DownWords, RowInPlace};
use super::tracked::{Totals, TrackedMeasures};
use super::weight::RowWeight;
use gridcheck_core::constraint::{Distribution, Measure, RoundedConstraint};
use gridcheck_weight::{Monomial, Polynomial};

/// Numbers of ways by their totals. The limit is the maximum totals of the result.
pub(crate) type Histogram = Polynomial<Totals>;

/// Returns the grids among these that meet the constraints, distributed by these measures; `None` if a number overflows. The grid without a
/// white square is subtracted: `black_grid` has its totals if the histogram contains it.
pub(crate) fn distribution(
    histogram: &Histogram,
    black_grid: Option<Totals>,
    tracked: TrackedMeasures,
    by: &[Measure],
    constraints: &[RoundedConstraint],
    squares: u32,
) -> Option<Distribution> {
    let mut distribution = Distribution::empty(by);
    for (totals, ways) in histogram.iter() {
        let grids = ways - u64::from(black_grid == Some(totals));
        if grids > 0 && constraints.iter().all(|&constraint| tracked.meets(totals, constraint, squares)) {
            let values = by.iter().map(|&measure| totals.measure(measure, squares)).collect();
            distribution.add(values, grids.into())?;
        }
    }
    Some(distribution)
}

impl RowWeight for Histogram {
    /// Four bits a column, because no start has more than 15 letters.
    type Lengths = u64;

    fn row(tracked: TrackedMeasures, row: RowInPlace) -> Monomial<Totals> {
        Monomial { exponent: tracked.of_row(row), limit: tracked.most() }
    }

    fn lengths(starts: impl Iterator<Item = (usize, usize)>) -> u64 {
        let known = starts.filter(|&(_, length)| length > 0);
        known.fold(0, |lengths, (c, length)| lengths | (length as u64) << (4 * c))
    }

    fn ending(factor: &Monomial<Totals>, tracked: TrackedMeasures, lengths: u64, down: DownWords) -> Monomial<Totals> {
        Monomial { exponent: factor.exponent + tracked.ending(lengths, down), ..*factor }
    }

    fn for_display(&self) -> u128 {
        self.iter().map(|(_, ways)| u128::from(ways)).sum()
    }
}
