//! Lists an engine's grids into [`Totals`], with the validator's verdict on each.
//!
//! A bucket is the set of grids with the same row in one place, at first the middle row. Two streams that disagree do so in some
//! bucket, and fixing that row makes a smaller problem with the same disagreement.

use std::ops::ControlFlow;

use super::judge::GridChecker;
use gridcheck_core::grid::Grid;
use gridcheck_engine::listing::Summary;
use gridcheck_engine::{EngineError, Prepared, Run};
use gridcheck_sums::digest::Digest;
use gridcheck_sums::totals::Totals;

/// Lists the grids of a problem, and returns the totals of those that have the rows of `path`: places, and the rows there. The
/// buckets are by row `bucket_row`.
///
/// # Errors
/// Fails if the engine does not list, fails or is stopped.
pub fn tally(
    prepared: &Prepared<'_>,
    bucket_row: usize,
    path: &[(usize, u64)],
    run: &Run,
) -> Result<Totals<Grid>, EngineError> {
    let judge = GridChecker::new(prepared.problem());
    let put = |totals: &mut Totals<Grid>, grid: &Grid| {
        if path.iter().all(|&(r, row)| grid.rows()[r] == row) {
            let refused = (!judge.accepts(grid)).then(|| grid.clone());
            totals.put(grid.rows()[bucket_row], Digest::of(grid), refused);
        }
        ControlFlow::Continue(())
    };
    let summary = Summary::new(Totals::default(), Totals::default, put, Totals::merge);
    prepared.list(run, &summary)?;
    Ok(summary.into_total())
}
