//! What is to be expected of a question before it is counted: its extent, whether it takes unreasonably long, and what its blocks
//! cost; all of it found by a [census](mod@super::census) of smaller grids.

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
/// Up to this size a rough guess will do.
const SMALL: usize = 13;
/// The most kinds of quarter that are counted in reasonable time: about half an hour's worth on two processors.
const MOST_SIGNATURES: f64 = 1e10;

/// Why the problem takes unreasonably long, if it does.
pub fn slow(problem: &Problem) -> Option<String> {
    // Whoever counts is told if there is not even room to find out.
    let signatures = expected(problem).ok()??.signatures;
    (signatures > MOST_SIGNATURES)
        .then(|| format!("about {signatures:.0e} kinds of quarter, above {MOST_SIGNATURES:.0e} it takes hours"))
}

/// About how large the question is, at a size where that matters and smaller grids tell it. An error if there is no room for these.
pub fn expected(problem: &Problem) -> Result<Option<Extent>, EngineError> {
    if problem.size() <= QUICK {
        return Ok(None);
    }
    // Small grids have room for few of the words, so they guess too low: what is too many by them is too many.
    let rough = extrapolate(problem, [7, 9])?;
    let is_enough = rough.as_ref().is_none_or(|rough| problem.size() <= SMALL || rough.signatures > MOST_SIGNATURES);
    if is_enough { Ok(rough) } else { extrapolate(problem, [9, 11]) }
}

/// What the blocks of the question are expected to cost: the same on every machine. Where the smaller grids tell nothing all groups cost
/// the same. An error if there is no room for these grids.
pub fn effort(problem: &Problem) -> Result<Effort, EngineError> {
    let rules = problem.rules();
    let [small, large] = if problem.size() <= SMALL { [7, 9] } else { [9, 11] };
    let known = if problem.size() <= QUICK {
        census_of(problem.size(), rules)?.map(|found| Effort::counted(height(problem), &found.sides))
    } else {
        let sides = census_of(small, rules)?.zip(census_of(large, rules)?);
        sides.map(|(few, many)| {
            Effort::extrapolate(height(problem), (Shape::new(small).height, &few.sides), &many.sides)
        })
    };
    Ok(known.unwrap_or_else(|| Effort::alike(height(problem))))
}

/// The same for whoever can do with less: all groups cost the same where there is no room to find out.
pub fn rough_effort(problem: &Problem) -> Effort {
    effort(problem).unwrap_or_else(|_| Effort::alike(height(problem)))
}

fn height(problem: &Problem) -> usize {
    Shape::new(problem.size()).height
}

/// What the problem's size comes to if it grows on as from the one odd size to the next.
fn extrapolate(problem: &Problem, sizes: [usize; 2]) -> Result<Option<Extent>, EngineError> {
    let [small, large] = sizes.map(|size| census_of(size, problem.rules()));
    let steps = (problem.size() - sizes[1]) as f64 / 2.0;
    let grown = |small: f64, large: f64| large.max(1.0) * (large.max(1.0) / small.max(1.0)).powf(steps);
    Ok(small?.zip(large?).map(|(small, large)| {
        let [small, large] = [&small.extent, &large.extent];
        Extent { signatures: grown(small.signatures, large.signatures), bytes: grown(small.bytes, large.bytes) }
    }))
}

/// What a census found.
struct CachedCensus {
    size: usize,
    rules: Ruleset,
    found: Option<Arc<CensusResult>>,
}

/// The census of grids of this size under these rules; none where they cannot be counted, an error where there is no room. Whoever
/// counts has asked before whether it takes long, so the last answers are kept.
fn census_of(size: usize, rules: &Ruleset) -> Result<Option<Arc<CensusResult>>, EngineError> {
    static LAST: Mutex<Vec<CachedCensus>> = Mutex::new(Vec::new());
    /// As many as one question asks for.
    const KEPT: usize = 3;
    let same = |known: &&CachedCensus| known.size == size && known.rules == *rules;
    if let Some(known) = locked(&LAST).iter().find(same) {
        return Ok(known.found.clone());
    }
    // Found without the lock: the threads that find it may have other work.
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
