//! Forecasts a count before it begins: its size, whether it takes unreasonably long, and the cost of its blocks. All
//! of it is extrapolated from a [census](mod@super::census) of smaller grids.

use std::sync::{Arc, Mutex};

use super::census::{CensusResult, Extent, census};
use super::effort::Effort;
use super::prepared::PreparedProblem;
use super::quarter::Shape;
use gridcheck_core::locks::locked;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Ruleset;
use gridcheck_run::{EngineError, Run};

/// Up to this size every rule set takes a few seconds at most.
const QUICK: usize = 9;
/// Up to this size a rough estimate is enough.
const SMALL: usize = 13;
/// The largest number of signatures that is counted in reasonable time: about half an hour on two processors.
const MOST_SIGNATURES: f64 = 1e10;

/// Returns the reason why the problem takes unreasonably long, or `None`.
pub fn slow(problem: &Problem) -> Option<String> {
    // If even the census exceeds the memory, the count reports it.
    let signatures = expected(problem).ok()??.signatures;
    (signatures > MOST_SIGNATURES)
        .then(|| format!("about {signatures:.0e} kinds of quarter, above {MOST_SIGNATURES:.0e} it takes hours"))
}

/// Estimates the size of a problem. Returns `None` for small problems and where smaller grids allow no estimate.
///
/// # Errors
/// The census of the smaller grids exceeds the memory.
pub fn expected(problem: &Problem) -> Result<Option<Extent>, EngineError> {
    if problem.height() <= QUICK {
        return Ok(None);
    }
    // Small grids have room for few of the words, so they give low estimates. An estimate that is too high is
    // therefore sufficient.
    let rough = extrapolate(problem, [7, 9])?;
    let is_enough = rough.as_ref().is_none_or(|rough| problem.height() <= SMALL || rough.signatures > MOST_SIGNATURES);
    if is_enough { Ok(rough) } else { extrapolate(problem, [9, 11]) }
}

/// Estimates the cost of the problem's blocks, the same on every machine. Where smaller grids allow no estimate, all
/// groups cost the same.
///
/// # Errors
/// The census of the smaller grids exceeds the memory.
pub fn effort(problem: &Problem) -> Result<Effort, EngineError> {
    let rules = problem.rules();
    let [small, large] = if problem.height() <= SMALL { [7, 9] } else { [9, 11] };
    let known = if problem.height() <= QUICK {
        census_of(problem.height(), rules)?.map(|found| Effort::counted(height(problem), &found.sides))
    } else {
        let sides = census_of(small, rules)?.zip(census_of(large, rules)?);
        sides.map(|(few, many)| {
            Effort::extrapolate(height(problem), (Shape::new(small).height, &few.sides), &many.sides)
        })
    };
    Ok(known.unwrap_or_else(|| Effort::uniform(height(problem))))
}

/// Estimates the cost of the problem's blocks. All groups cost the same if the census exceeds the memory.
pub fn rough_effort(problem: &Problem) -> Effort {
    effort(problem).unwrap_or_else(|_| Effort::uniform(height(problem)))
}

fn height(problem: &Problem) -> usize {
    Shape::new(problem.height()).height
}

/// Extrapolates geometrically: the size grows by the factor between the two odd sizes.
fn extrapolate(problem: &Problem, sizes: [usize; 2]) -> Result<Option<Extent>, EngineError> {
    let [small, large] = sizes.map(|size| census_of(size, problem.rules()));
    let steps = (problem.height() - sizes[1]) as f64 / 2.0;
    let grown = |small: f64, large: f64| large.max(1.0) * (large.max(1.0) / small.max(1.0)).powf(steps);
    Ok(small?.zip(large?).map(|(small, large)| {
        let [small, large] = [&small.extent, &large.extent];
        Extent { signatures: grown(small.signatures, large.signatures), bytes: grown(small.bytes, large.bytes) }
    }))
}

/// A stored result of a census.
struct CachedCensus {
    size: usize,
    rules: Ruleset,
    found: Option<Arc<CensusResult>>,
}

/// Returns the census of grids of this size under these rules, or `None` if they cannot be counted. The last results
/// are kept, because every count asks for the estimate first and then for the cost.
///
/// # Errors
/// The census exceeds the memory.
fn census_of(size: usize, rules: &Ruleset) -> Result<Option<Arc<CensusResult>>, EngineError> {
    static LAST: Mutex<Vec<CachedCensus>> = Mutex::new(Vec::new());
    /// The number of censuses that one problem needs.
    const KEPT: usize = 3;
    let same = |known: &&CachedCensus| known.size == size && known.rules == *rules;
    if let Some(known) = locked(&LAST).iter().find(same) {
        return Ok(known.found.clone());
    }
    // Computed without the lock, because the threads of the sweep may run other work that needs it.
    let smaller = Problem::new(size, rules.clone()).ok();
    let found =
        match smaller.and_then(|smaller| PreparedProblem::counting(&smaller).ok()).map(|it| census(&it, &Run::new())) {
            Some(Err(error @ EngineError::OutOfMemory { .. })) => return Err(error),
            found => found.and_then(Result::ok).map(Arc::new),
        };
    let mut last = locked(&LAST);
    if last.len() == KEPT {
        last.remove(0);
    }
    last.push(CachedCensus { size, rules: rules.clone(), found: found.clone() });
    Ok(found)
}
