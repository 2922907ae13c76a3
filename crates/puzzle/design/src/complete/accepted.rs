//! Lists the completions that a judge accepts, and counts the white squares over them.
//!
//! This serves two purposes. The list gives all white squares at once, while engines count them square by square. And a judge can
//! hold demands that neither rules nor constraints express.

use std::ops::ControlFlow;

use super::Forced;
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Givens;
use gridcheck_engine::listing::InOrder;
use gridcheck_engine::{Candidates, EngineError, Purpose, Run};

/// The completions that a judge accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The number of completions, accepted or not.
    pub listed: u128,
    /// The number of those that are accepted.
    pub count: u128,
    /// For each square the number of accepted completions in which it is white, row by row.
    pub whites: Vec<Vec<u128>>,
    /// The first accepted completion, if there is one.
    pub example: Option<Grid>,
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
    let whites = vec![vec![0; problem.width()]; problem.height()];
    let mut found = Accepted { listed: 0, count: 0, whites, example: None, engine: lister.name() };
    let tally = InOrder::new(|grid: &Grid| {
        if found.listed == MAX_LISTED {
            return ControlFlow::Break(());
        }
        found.listed += 1;
        if accepts(grid) {
            found.count += 1;
            for (counts, &row) in found.whites.iter_mut().zip(grid.rows()) {
                counts.iter_mut().enumerate().for_each(|(c, count)| *count += u128::from(row >> c & 1));
            }
            found.example.get_or_insert_with(|| grid.clone());
        }
        ControlFlow::Continue(())
    });
    let outcome = lister.list(run, &tally);
    drop(tally);
    match outcome {
        Ok(()) => Ok(Some(found)),
        Err(EngineError::Stopped | EngineError::Declined(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

impl Accepted {
    /// Returns the squares that have one colour in every accepted completion; `None` if there is none.
    pub fn forced(&self) -> Option<Forced> {
        let example = self.example.clone()?;
        let mut squares = Givens::open(example.height(), example.width());
        for (r, c) in example.size().positions() {
            let white = self.whites[r][c];
            if white == 0 || white == self.count {
                squares.fix(r, c, white > 0);
            }
        }
        Some(Forced { squares, example })
    }
}
