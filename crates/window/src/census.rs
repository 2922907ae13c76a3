//! What is to be expected of a count before it is begun: a census of smaller grids tells it, the same on every machine.
//!
//! All middle columns of a smaller grid are swept, and nothing meets. A sweep costs what there are states above the last row; the rest of a middle column
//! what there are after it, and kinds of quadrant to meet. Nothing but the size and the rules goes into it, so that pieces that are counted on different
//! machines are pieces of one deal. Givens make pieces less even, and no less right.

use std::sync::{Arc, Mutex};

use super::NAME;
use super::arm::{Arm, Arms};
use super::effort::Effort;
use super::frame::{Frame, frame, frame_and_words};
use super::middle_column::{MiddleColumn, SweptAbove};
use super::tables::Tables;
use gridcheck_core::locks::locked;
use gridcheck_core::problem::{Problem, ProblemError};
use gridcheck_core::rules::Ruleset;
use gridcheck_run::memory::Account;
use gridcheck_run::{EngineError, Run};

/// What a state above the last row costs, one after it, and a kind of quadrant, which meets others: microseconds, measured on British 13 × 13.
const ABOVE: f64 = 0.2;
const LAST_ROW: f64 = 0.1;
const SIGNATURE: f64 = 0.27;
/// Every middle column costs something.
const EACH: f64 = 5.0;

/// Up to this size a census is a matter of milliseconds, and tells enough of grids up to the next.
const QUICK: usize = 9;
const SMALL: usize = 13;
/// A census of this size takes a tenth of a second, and tells enough of any.
const LARGE: usize = 11;

/// What the middle columns of a problem of this size and these rules are expected to cost. An error if there is no room to find out.
pub fn effort(problem: &Problem) -> Result<Effort, EngineError> {
    let size = if problem.size() <= SMALL { QUICK } else { LARGE };
    let Census { side, above, below, .. } = &*census(size.min(problem.size()), problem.rules())?;
    Ok(Effort::extrapolate(problem.size() / 2, *side, above, below))
}

/// The same for whoever shows how far it is, where that takes long enough to be shown and smaller grids tell it.
pub fn effort_to_show(frame: &Frame<'_>, problem: &Problem) -> Option<Effort> {
    let is_extrapolated = problem.size() > LARGE && frame.is_open();
    is_extrapolated.then(|| effort(problem).ok()).flatten()
}

/// What states take grows at least so many times from one odd size to the next where they are many. Where they are few, as under rules that small
/// grids have no room for, it grows by more, and that tells nothing.
const MOST_GROWTH: f64 = 13.0;

/// An error if these middle columns will not fit into memory, one after the other, as far as smaller grids tell; how they tell it is low. What is given makes
/// states fewer, nobody knows by how much; and what would run out of room within seconds need not be foretold.
pub fn demand_memory(problem: &Problem, middle_columns: &[Arm]) -> Result<(), EngineError> {
    let frame = frame(problem)?;
    if problem.size() <= SMALL || !frame.is_open() || middle_columns.is_empty() {
        return Ok(());
    }
    let [before, bytes] = [census(LARGE - 2, problem.rules())?.bytes, census(LARGE, problem.rules())?.bytes];
    let growth = (bytes / before.max(1.0)).clamp(1.0, MOST_GROWTH);
    let effort = effort(problem)?;
    let cost = |middle_column: &Arm| effort.of(middle_column).above + effort.of(middle_column).below;
    let [asked, all] = [middle_columns.iter().map(cost).max(), frame.arms().map(|arm| cost(&arm)).max()];
    let share = asked.unwrap_or(0) as f64 / all.unwrap_or(1) as f64;
    let grown = (LARGE..problem.size()).step_by(2).fold(bytes, |bytes, _| bytes * growth);
    Account::open().demand((grown * share) as u64)
}

/// What all middle columns of a grid cost.
struct Census {
    /// Squares of a middle column.
    side: usize,
    /// By white squares.
    above: Vec<f64>,
    /// By the colour of the centre, and by white squares.
    below: [Vec<f64>; 2],
    /// The most bytes that one middle column's states take.
    bytes: f64,
}

/// The census of grids of this size under these rules. Whoever counts in pieces asks for the same again and again, so the last answers are
/// kept. An error if there is no room for it.
fn census(size: usize, rules: &Ruleset) -> Result<Arc<Census>, EngineError> {
    static LAST: Mutex<Vec<(usize, Ruleset, Arc<Census>)>> = Mutex::new(Vec::new());
    /// As many as one problem asks for.
    const KEPT: usize = 3;
    let is_it = |(known, of, _): &&(usize, Ruleset, Arc<Census>)| *known == size && of == rules;
    if let Some((_, _, census)) = locked(&LAST).iter().find(is_it) {
        return Ok(Arc::clone(census));
    }
    // Found without the lock: the threads that find it may have other work.
    let census = Arc::new(take_census(size, rules)?);
    let mut last = locked(&LAST);
    if last.len() == KEPT {
        last.remove(0);
    }
    last.push((size, rules.clone(), Arc::clone(&census)));
    Ok(census)
}

/// A census, taken.
fn take_census(size: usize, rules: &Ruleset) -> Result<Census, EngineError> {
    let unable = |error: ProblemError| EngineError::Unable { engine: NAME, why: error.to_string() };
    let problem = Problem::new(size, rules.clone()).map_err(unable)?;
    let (frame, words) = frame_and_words(&problem)?;
    let account = Account::open();
    let of_tables = account.part();
    let tables = Tables::new(words, frame.side, &of_tables)?;
    let arms = Arms::new(&tables.words, frame.side);
    let nothing = || vec![0.0; 1 << frame.side];
    let mut census = Census { side: frame.side, above: nothing(), below: [nothing(), nothing()], bytes: 0.0 };
    let mut above = SweptAbove::nothing();
    for middle_column in MiddleColumn::all(&frame, &arms, None) {
        let state_counts = middle_column.state_counts(&tables, &mut above, &account, &Run::new())?;
        let white = middle_column.arm.white() as usize;
        census.above[white] = EACH + ABOVE * state_counts.above as f64;
        census.below[usize::from(middle_column.arm.has_white_centre())][white] =
            EACH + LAST_ROW * state_counts.last_row as f64 + SIGNATURE * state_counts.signatures as f64;
        census.bytes = census.bytes.max(state_counts.bytes as f64);
    }
    Ok(census)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_testing::{british, problem};

    /// Those with every other square white are the dearest: at 13 × 13 as measured.
    #[test]
    fn the_dearest_uprights_are_expected_to_be_dear() {
        let dearest = |size: usize| {
            let effort = effort(&problem(size, british())).expect("room");
            let of = |white: u32| effort.of(&Arm::new(size / 2, white, false)).below;
            let mut whites: Vec<u32> = (0..1 << (size / 2)).collect();
            whites.sort_by_key(|&white| std::cmp::Reverse(of(white)));
            whites
        };
        assert!(dearest(9)[..4].contains(&0b0101));
        assert!(dearest(13)[..4].contains(&0b01_0101), "{:?}", dearest(13));
        assert!(dearest(15)[..6].contains(&0b010_1010), "{:?}", dearest(15));
    }
}
