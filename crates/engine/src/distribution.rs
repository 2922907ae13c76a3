//! Sorts the grids of a listing by measures.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::listing::Summary;
use super::{EngineError, Lister, Run};
use gridcheck_core::constraint::{Distribution, Measure};
use gridcheck_core::grid::Grid;

/// Sorts every grid that an engine lists, as the engine measures it.
pub(super) fn by_listing(
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
