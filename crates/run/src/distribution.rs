//! Sorts the grids of a listing by measures.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;

use super::listing::{Collector, PieceSink};
use super::{EngineError, Lister, Run};
use gridcheck_core::constraint::{Distribution, Measure};
use gridcheck_core::grid::Grid;
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_core::problem::Problem;

/// Sorts every grid that an engine lists, as the engine measures it.
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

/// Sorts grids as they arrive.
struct Sorter<'a> {
    lister: &'a dyn Lister,
    by: &'a [Measure],
    /// The distribution; `None` after an overflow.
    sorted: Mutex<Option<Distribution>>,
}

impl Collector for Sorter<'_> {
    fn begin(&self, _index: usize) -> Box<dyn PieceSink + '_> {
        Box::new(SorterPiece { sorter: self, grids: BTreeMap::new() })
    }
}

struct SorterPiece<'a> {
    sorter: &'a Sorter<'a>,
    grids: BTreeMap<Vec<u32>, u64>,
}

impl PieceSink for SorterPiece<'_> {
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
