//! Lists the completions that a judge accepts, and counts the white squares, or the bars, over them.
//!
//! This serves two purposes. The list gives all white squares at once, while engines count them square by square. And a judge can
//! hold demands that neither rules nor constraints express.

use std::ops::ControlFlow;

use super::{Forced, Tally};
use gridcheck_core::grid::Grid;
use gridcheck_engine::listing::InOrder;
use gridcheck_engine::{Candidates, EngineError, Purpose, Run};

/// The completions that a judge accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The number of completions, accepted or not.
    pub listed: u128,
    /// The number of those that are accepted.
    pub count: u128,
    /// The white squares, or the bars, of the accepted completions.
    pub tally: Tally,
    /// The common parts of the accepted completions; `None` if there is none.
    pub forced: Option<Forced>,
    /// The engine that listed them.
    pub engine: &'static str,
}

/// Maximum number of completions to list.
pub(super) const MAX_LISTED: u128 = 2_000_000;

/// Lists all completions and returns those that are accepted. Returns `None` if there are too many, if no engine can list them, or if the
/// run was stopped.
///
/// # Errors
/// Fails if an engine fails.
pub fn accepted(
    candidates: &Candidates,
    run: &Run,
    accepts: impl Fn(&Grid) -> bool + Send + Sync,
) -> Result<Option<Accepted>, EngineError> {
    let Some(lister) = candidates.fastest(Purpose::Grids) else { return Ok(None) };
    let problem = candidates.problem();
    let mut found = Accepted { listed: 0, count: 0, tally: Tally::none(problem), forced: None, engine: lister.name() };
    let mut example = None;
    let tally = InOrder::new(|grid: &Grid| {
        if found.listed == MAX_LISTED {
            return ControlFlow::Break(());
        }
        found.listed += 1;
        if accepts(grid) {
            found.count += 1;
            found.tally.add(grid);
            example.get_or_insert_with(|| grid.clone());
        }
        ControlFlow::Continue(())
    });
    let outcome = lister.list(run, &tally);
    drop(tally);
    found.forced = example.map(|example| found.tally.forced(found.count, example));
    match outcome {
        Ok(()) => Ok(Some(found)),
        Err(EngineError::Stopped | EngineError::Declined(_)) => Ok(None),
        Err(error) => Err(error),
    }
}
