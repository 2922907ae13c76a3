//! Counts the completions, and for each open square those in which it is white, or for each edge those with a bar.
//!
//! The fastest engine counts the problem with the painted squares as givens. If there are few completions, they are listed once
//! to count the white squares. Otherwise each open square is made white and the problem is counted again, once for all squares
//! that the symmetry ties together.

use std::time::Duration;

use super::accepted::{MAX_LISTED, accepted};
use super::{Forced, Tally, open_orbits};
use gridcheck_core::grid::{Square, edges_of};
use gridcheck_core::plural::plural;
use gridcheck_core::problem::Problem;
use gridcheck_core::problem::orbit::Orbit;
use gridcheck_core::rules::GridKind;
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

/// The number of completions in which each square is white or each edge has a bar, or the reason why it is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shares {
    /// The numbers. A painted square is white in all completions or in none.
    Counted(Tally),
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

/// Counts in how many of the `total` completions each square is white or each edge has a bar, within the time limit.
///
/// # Errors
/// Fails if an engine fails or the run is stopped.
pub fn shares(candidates: &Candidates, total: u128, limit: Duration, run: &Run) -> Result<Shares, EngineError> {
    let problem = candidates.problem();
    let end = Moment::after(limit);
    // Edges are only counted by a list, which may take the whole time.
    let is_barred = problem.rules().kind == GridKind::Bars;
    let limit_of_list = if is_barred { limit } else { limit / 2 };
    let listed = if total <= MAX_LISTED { accepted(candidates, &run.within(limit_of_list), |_| true)? } else { None };
    run.check()?;
    if let Some(listed) = listed {
        return Ok(Shares::Counted(listed.tally));
    }
    if is_barred {
        return Ok(Shares::NotCounted(format!("they are too many to list in {} s", limit.as_secs_f64())));
    }
    let mut whites = vec![vec![0; problem.width()]; problem.height()];
    for (r, c) in problem.size().positions().filter(|&(r, c)| problem.givens().colour(r, c) == Some(true)) {
        whites[r][c] = total;
    }
    let orbits = open_orbits(problem);
    for (done, orbit) in orbits.iter().enumerate() {
        let Orbit::Squares(orbit) = orbit else { continue };
        let open = orbit.iter().filter(|&&(r, c)| problem.givens().colour(r, c).is_none());
        match within(end.left(), limit, &candidates.for_problem(&with_white(problem, orbit)), run)? {
            CompletionCount::Exactly(white, _) => open.for_each(|&(r, c)| whites[r][c] = white),
            CompletionCount::TooMany(why) => {
                let all = plural(orbits.len(), "square");
                return Ok(Shares::NotCounted(format!("{why}: {done} of {all} done")));
            }
        }
    }
    Ok(Shares::Counted(Tally::Whites(whites)))
}

/// Returns the first square on which the solver and the engine disagree. The solver calls a square or an edge forced, but it is white or
/// has a bar in only some of the completions, or the reverse. Then one of the two is wrong.
pub fn disagreement(problem: &Problem, forced: &Forced, total: u128, tally: &Tally) -> Option<Square> {
    let counted = tally.forced(total, forced.example.clone());
    let differs = |&(r, c): &Square| counted.squares.colour(r, c) != forced.squares.colour(r, c);
    let edge = || edges_of(problem.size()).find(|edge| counted.edges.get(edge) != forced.edges.get(edge));
    problem.size().positions().find(differs).or_else(|| edge().map(|(one, _)| one))
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
    let open = orbit.iter().filter(|&&(r, c)| problem.givens().colour(r, c).is_none());
    open.for_each(|&(r, c)| givens.fix(r, c, true));
    // Givens of the same size always fit.
    problem.clone().with_givens(givens).unwrap_or_else(|_| problem.clone())
}
