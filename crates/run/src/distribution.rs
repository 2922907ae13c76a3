//! Grids sorted by measures as they are listed.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;

use super::listing::{Collector, Piece};
use super::{EngineError, Lister, Run};
use gridcheck_core::constraint::{Distribution, Measure};
use gridcheck_core::grid::Grid;
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_core::problem::Problem;

/// Every grid that an engine lists, sorted by its own measuring.
pub(super) fn by_listing(
    lister: &dyn Lister,
    problem: &Problem,
    by: &[Measure],
    run: &Run,
) -> Result<Distribution, EngineError> {
    let sorter = Sorter { lister, by, sorted: Mutex::new(Some(Distribution::empty(by))) };
    lister.list(problem, run, &sorter)?;
    unlocked(sorter.sorted).ok_or(EngineError::Overflow)
}

/// Sorts grids as they come.
struct Sorter<'a> {
    lister: &'a dyn Lister,
    by: &'a [Measure],
    /// `None` once a number has not fitted.
    sorted: Mutex<Option<Distribution>>,
}

impl Collector for Sorter<'_> {
    fn begin(&self, _index: usize) -> Box<dyn Piece + '_> {
        Box::new(SortedPiece { sorter: self, grids: BTreeMap::new() })
    }
}

struct SortedPiece<'a> {
    sorter: &'a Sorter<'a>,
    grids: BTreeMap<Vec<u32>, u64>,
}

impl Piece for SortedPiece<'_> {
    fn grid(&mut self, grid: &Grid) -> ControlFlow<()> {
        let Sorter { lister, by, .. } = self.sorter;
        let values = by.iter().map(|&measure| lister.measure(grid, measure)).collect();
        *self.grids.entry(values).or_insert(0) += 1;
        ControlFlow::Continue(())
    }

    fn end(self: Box<Self>) {
        let mut sorted = locked(&self.sorter.sorted);
        for (values, grids) in self.grids {
            let added = sorted.as_mut().and_then(|sorted| sorted.add(values, grids.into()));
            if added.is_none() {
                *sorted = None;
            }
        }
    }
}
