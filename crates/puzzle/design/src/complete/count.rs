//! Counts the completions, and for each open square those in which it is white.
//!
//! The fastest engine counts the problem with the painted squares as givens. If there are few completions, they are listed once
//! to count the white squares. Otherwise each open square is made white and the problem is counted again, once for all squares
//! that the symmetry ties together.

use std::time::Duration;

use super::accepted::{MAX_LISTED, accepted};
use super::{Forced, Square, is_open, open_orbits};
use gridcheck_core::plural::plural;
use gridcheck_core::problem::Problem;
use gridcheck_engine::clock::Moment;
use gridcheck_engine::{Candidates, EngineError, Purpose, Run};

/// The number of completions, or the reason why it is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompletionCount {
    /// The number, and the engine that counted it.
    Exactly(u128, &'static str),
    /// Too many to count, or to count in time; the text gives the reason.
    TooMany(String),
}

/// For each square the number of completions in which it is white, or the reason why it is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhiteCounts {
    /// The numbers, row by row. A painted square is white in all completions or in none.
    Counted(Vec<Vec<u128>>),
    /// Counting takes too long; the text gives details.
    NotCounted(String),
}

/// Counts the completions within the time limit.
///
/// # Errors
/// Fails if an engine fails or the run is stopped.
pub fn count(candidates: &Candidates, limit: Duration, run: &Run) -> Result<CompletionCount, EngineError> {
    within(limit, limit, candidates, run)
}

/// Counts for each square in how many of the `total` completions it is white, within the time limit.
///
/// # Errors
/// Fails if an engine fails or the run is stopped.
pub fn whites(candidates: &Candidates, total: u128, limit: Duration, run: &Run) -> Result<WhiteCounts, EngineError> {
    let problem = candidates.problem();
    let end = Moment::after(limit);
    let listed = if total <= MAX_LISTED { accepted(candidates, &run.within(limit / 2), |_| true)? } else { None };
    run.check()?;
    if let Some(listed) = listed {
        return Ok(WhiteCounts::Counted(listed.whites));
    }
    let mut whites = vec![vec![0; problem.width()]; problem.height()];
    for (r, c) in problem.size().positions().filter(|&(r, c)| problem.givens().colour(r, c) == Some(true)) {
        whites[r][c] = total;
    }
    let orbits = open_orbits(problem);
    for (done, orbit) in orbits.iter().enumerate() {
        let open = orbit.iter().filter(|&&place| is_open(problem, place));
        match within(end.left(), limit, &candidates.for_problem(&with_white(problem, orbit)), run)? {
            CompletionCount::Exactly(white, _) => open.for_each(|&(r, c)| whites[r][c] = white),
            CompletionCount::TooMany(why) => {
                let all = plural(orbits.len(), "square");
                return Ok(WhiteCounts::NotCounted(format!("{why}: {done} of {all} done")));
            }
        }
    }
    Ok(WhiteCounts::Counted(whites))
}

/// Returns the first square on which the solver and the engine disagree. The solver calls a square forced, but it is white in
/// only some of the completions, or the reverse. Then one of the two is wrong.
pub fn disagreement(problem: &Problem, forced: &Forced, total: u128, whites: &[Vec<u128>]) -> Option<Square> {
    let is_forced = |(r, c): Square| match whites[r][c] {
        0 => Some(false),
        white if white == total => Some(true),
        _ => None,
    };
    problem.size().positions().find(|&place| is_forced(place) != forced.squares.colour(place.0, place.1))
}

/// Counts the completions in the time that is left of the limit.
fn within(left: Duration, limit: Duration, candidates: &Candidates, run: &Run) -> Result<CompletionCount, EngineError> {
    // The forced squares come from a solver on the clauses that some engines solve too. The count is to be a second opinion.
    let engine = candidates.fastest(Purpose::SumWithoutClauses);
    let why = match engine.map(|engine| (engine.name(), engine.count(&run.within(left)))) {
        None => "no engine can".to_owned(),
        Some((engine, Ok(count))) => return Ok(CompletionCount::Exactly(count, engine)),
        Some((_, Err(EngineError::Stopped))) => format!("not in {} s", limit.as_secs_f64()),
        Some((_, Err(too_large @ (EngineError::Overflow | EngineError::Declined(_))))) => too_large.to_string(),
        Some((_, Err(error @ (EngineError::Failed { .. } | EngineError::File { .. })))) => return Err(error),
    };
    run.check()?;
    Ok(CompletionCount::TooMany(why))
}

/// Returns the problem with the open squares of an orbit white; painted squares keep their colour.
fn with_white(problem: &Problem, orbit: &[Square]) -> Problem {
    let mut givens = problem.givens().clone();
    let open = orbit.iter().filter(|&&place| is_open(problem, place));
    open.for_each(|&(r, c)| givens.fix(r, c, true));
    // Givens of the same size always fit.
    problem.clone().with_givens(givens).unwrap_or_else(|_| problem.clone())
}
