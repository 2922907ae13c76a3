//! What is to be expected of a question before it is counted: its extent, whether it takes unreasonably long, and what its blocks
//! cost; all of it found by a [census](mod@super::census) of smaller grids.

use std::sync::{Arc, Mutex};

use super::census::{Extent, Found, census};
use super::effort::Effort;
use super::quarter::Shape;
use super::question::Question;
use crate::engine::Run;
use crate::locks::locked;
use crate::problem::Problem;
use crate::rules::Ruleset;

/// Up to this size every rule set takes a few seconds at most.
const QUICK: usize = 9;
/// Up to this size a rough guess will do.
const SMALL: usize = 13;
/// The most kinds of quarter that are counted in reasonable time: about half an hour's worth on two processors.
const MOST_KINDS: f64 = 1e10;

/// Why the problem takes unreasonably long, if it does.
pub fn slow(problem: &Problem) -> Option<String> {
    let kinds = expected(problem)?.kinds;
    (kinds > MOST_KINDS).then(|| format!("about {kinds:.0e} kinds of quarter, above {MOST_KINDS:.0e} it takes hours"))
}

/// About how large the question is, at a size where that matters.
pub fn expected(problem: &Problem) -> Option<Extent> {
    if problem.size() <= QUICK {
        return None;
    }
    // Small grids have room for few of the words, so they guess too low: what is too many by them is too many.
    let rough = drawn_out(problem, [7, 9])?;
    if problem.size() <= SMALL || rough.kinds > MOST_KINDS { Some(rough) } else { drawn_out(problem, [9, 11]) }
}

/// What the blocks of the question are expected to cost. Where the smaller grids tell nothing all groups cost the same.
pub fn effort(problem: &Problem) -> Effort {
    let (height, rules) = (Shape::new(problem.size()).height, problem.rules());
    let [small, large] = if problem.size() <= SMALL { [7, 9] } else { [9, 11] };
    let known = if problem.size() <= QUICK {
        counted(problem.size(), rules).map(|found| Effort::counted(height, &found.sides))
    } else {
        let sides = counted(small, rules).zip(counted(large, rules));
        sides.map(|(few, many)| Effort::drawn_out(height, (Shape::new(small).height, &few.sides), &many.sides))
    };
    known.unwrap_or_else(|| Effort::alike(height))
}

/// What the problem's size comes to if it grows on as from the one odd size to the next.
fn drawn_out(problem: &Problem, sizes: [usize; 2]) -> Option<Extent> {
    let [small, large] = sizes.map(|size| Some(counted(size, problem.rules())?.extent));
    let (small, large) = (small?, large?);
    let steps = (problem.size() - sizes[1]) as f64 / 2.0;
    let grown = |small: f64, large: f64| large.max(1.0) * (large.max(1.0) / small.max(1.0)).powf(steps);
    Some(Extent { kinds: grown(small.kinds, large.kinds), bytes: grown(small.bytes, large.bytes) })
}

/// What a census found.
struct Known {
    size: usize,
    rules: Ruleset,
    found: Option<Arc<Found>>,
}

/// The census of grids of this size under these rules; none where they cannot be counted. Whoever counts has asked before whether it
/// takes long, so the last answers are kept.
fn counted(size: usize, rules: &Ruleset) -> Option<Arc<Found>> {
    static LAST: Mutex<Vec<Known>> = Mutex::new(Vec::new());
    /// As many as one question asks for.
    const KEPT: usize = 3;
    let same = |known: &&Known| known.size == size && known.rules == *rules;
    if let Some(known) = locked(&LAST).iter().find(same) {
        return known.found.clone();
    }
    // Found without the lock: the threads that find it may have other work.
    let smaller = Problem::new(size, rules.clone()).ok();
    let found = smaller.and_then(|smaller| census(&Question::counting(&smaller).ok()?, &Run::new()).ok()).map(Arc::new);
    let mut last = locked(&LAST);
    if last.len() == KEPT {
        last.remove(0);
    }
    last.push(Known { size, rules: rules.clone(), found: found.clone() });
    found
}
