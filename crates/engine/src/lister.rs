//! Defines what lists the grids of a problem, and what every list gives: their number, and their distribution by measures.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::error::EngineError;
use super::listing::{Collector, Summary};
use super::run::Run;
use gridcheck_core::constraint::{Distribution, Extreme, Goal, Measure};
use gridcheck_core::grid::Grid;

/// A problem that an engine has prepared to list its grids.
pub trait Lister: Send + Sync {
    /// Gives every valid grid once to `collector`; see [`listing`](super::listing) for the order and the threads.
    ///
    /// # Errors
    /// Returns an error if the engine fails or is stopped.
    fn list(&self, run: &Run, collector: &dyn Collector) -> Result<(), EngineError>;

    /// Measures a grid with the engine's own representation of grids.
    fn measure(&self, grid: &Grid, measure: Measure) -> u32;

    /// Counts the grids; an engine may have a way without a list.
    ///
    /// # Errors
    /// Returns an error if the engine fails or is stopped, or on overflow.
    fn count(&self, run: &Run) -> Result<u128, EngineError> {
        count_by_listing(self, run)
    }

    /// Sorts the grids by the engine's measures.
    ///
    /// # Errors
    /// Returns an error for the same causes as [`count`](Lister::count).
    fn distribution(&self, by: &[Measure], run: &Run) -> Result<Distribution, EngineError> {
        distribution_by_listing(self, by, run)
    }

    /// Returns the extreme of a measure; an engine may have a way without a list.
    ///
    /// # Errors
    /// Returns an error for the same causes as [`count`](Lister::count).
    fn extreme(&self, goal: Goal, run: &Run) -> Result<Option<Extreme>, EngineError> {
        Ok(self.distribution(&[goal.measure()], run)?.extreme(goal))
    }
}

/// Counts the grids that an engine lists. It serves engines without a faster way to count.
///
/// # Errors
/// Returns the error of the listing, or an error on overflow.
pub fn count_by_listing(lister: &(impl Lister + ?Sized), run: &Run) -> Result<u128, EngineError> {
    let count = |count: &mut u64, _: &Grid| {
        *count += 1;
        ControlFlow::Continue(())
    };
    let add = |total: &mut Option<u128>, count| *total = total.and_then(|total| total.checked_add(u128::from(count)));
    let counter = Summary::new(Some(0), || 0, count, add);
    lister.list(run, &counter)?;
    counter.into_total().ok_or(EngineError::Overflow)
}

/// Sorts every grid that an engine lists, as the engine measures it.
fn distribution_by_listing(
    lister: &(impl Lister + ?Sized),
    by: &[Measure],
    run: &Run,
) -> Result<Distribution, EngineError> {
    let put = |piece: &mut BTreeMap<Vec<u32>, u64>, grid: &Grid| {
        let values = by.iter().map(|&measure| lister.measure(grid, measure)).collect();
        *piece.entry(values).or_insert(0) += 1;
        ControlFlow::Continue(())
    };
    // The distribution is `None` after an overflow.
    let merge = |sorted: &mut Option<Distribution>, piece: BTreeMap<Vec<u32>, u64>| {
        for (values, grids) in piece {
            let added = sorted.as_mut().and_then(|sorted| sorted.add(values, grids.into()));
            if added.is_none() {
                *sorted = None;
            }
        }
    };
    let sorter = Summary::new(Some(Distribution::empty(by)), BTreeMap::new, put, merge);
    lister.list(run, &sorter)?;
    sorter.into_total().ok_or(EngineError::Overflow)
}
