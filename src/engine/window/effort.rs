//! What uprights are expected to cost, found on smaller grids, the same on every machine.
//!
//! A sweep costs what there are states above the last row; the rest of an upright what there are after it, and kinds of pane to meet, the more so.
//! How many these are depends much on where the upright is white, and how it does depends on the rules: British uprights are dear where every
//! other square is white, American ones where many side by side are. So all uprights of a smaller grid are swept (a *census*), and
//! a larger one is expected to cost as much, beside others, as the smaller ones that it becomes when squares are left out: the root of
//! the sum of their squares, for the dearest of them tell most.
//!
//! Nothing but the size and the rules goes into it, so that pieces that are counted on different machines are pieces of one deal. Givens
//! make pieces less even, and no less right.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use super::NAME;
use super::arm::{Arm, Arms};
use super::frame::{Frame, frame};
use super::tables::Tables;
use super::upright::Above;
use crate::engine::memory::Account;
use crate::engine::{EngineError, Run};
use crate::locks::locked;
use crate::problem::{Problem, ProblemError};
use crate::rules::Ruleset;

/// What one upright costs, in units of which all come to about [`WHOLE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// To sweep what is above its last row, whatever the centre.
    pub above: u64,
    /// All the rest.
    pub below: u64,
}

/// What all uprights cost.
const WHOLE: f64 = (1_u64 << 40) as f64;
/// What a state above the last row costs, one after it, and a kind of pane, which meets others: microseconds, measured on British 13 × 13.
const ABOVE: f64 = 0.2;
const FOOT: f64 = 0.1;
const KIND: f64 = 0.27;
/// Every upright costs something.
const EACH: f64 = 5.0;

/// Up to this size a census is a matter of milliseconds, and tells enough of grids up to the next.
const QUICK: usize = 9;
const SMALL: usize = 13;
/// A census of this size takes a tenth of a second, and tells enough of any.
const LARGE: usize = 11;

/// The cost of every upright.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effort {
    /// By its white squares.
    above: Vec<u64>,
    /// By the colour of the centre, and by its white squares.
    below: [Vec<u64>; 2],
}

impl Effort {
    /// What the uprights of a problem of this size and these rules are expected to cost. An error if there is no room to find out.
    pub fn expected(problem: &Problem) -> Result<Self, EngineError> {
        let size = if problem.size() <= SMALL { QUICK } else { LARGE };
        let census = census(size.min(problem.size()), problem.rules())?;
        Ok(Effort::drawn_out(problem.size() / 2, &census))
    }

    /// The same for whoever shows how far it is, where that takes long enough to be shown and smaller grids tell it.
    pub fn for_progress(frame: &Frame<'_>, problem: &Problem) -> Option<Self> {
        let is_told = problem.size() > LARGE && frame.is_open();
        is_told.then(|| Effort::expected(problem).ok()).flatten()
    }

    /// For uprights of so many squares, by those of a census, which have as many or fewer.
    fn drawn_out(side: usize, census: &Census) -> Self {
        let smaller: Vec<Vec<u32>> = (0..1 << side).map(|white| left_of(white, side, census.side)).collect();
        let expected = |costs: &[f64]| -> Vec<f64> {
            let cost =
                |smaller: &Vec<u32>| smaller.iter().map(|&white| costs[white as usize].powi(2)).sum::<f64>().sqrt();
            smaller.iter().map(cost).collect()
        };
        Effort::in_units(&expected(&census.above), &census.below.each_ref().map(|costs| expected(costs)))
    }

    fn in_units(above: &[f64], below: &[Vec<f64>; 2]) -> Self {
        let all: f64 = above.iter().chain(below.iter().flatten()).sum();
        let units = |costs: &[f64]| -> Vec<u64> { costs.iter().map(|cost| (cost / all * WHOLE) as u64 + 1).collect() };
        Effort { above: units(above), below: below.each_ref().map(|costs| units(costs)) }
    }

    /// What an upright is expected to cost.
    pub fn of(&self, upright: &Arm) -> Cost {
        let white = upright.white() as usize;
        Cost { above: self.above[white], below: self.below[usize::from(upright.has_white_centre())][white] }
    }

    /// As somebody says, by an upright's white squares and its centre; what is above is asked of the black centre.
    #[cfg(test)]
    pub fn made(side: usize, cost: impl Fn(u32, bool) -> Cost) -> Self {
        let below = |centre| (0..1 << side).map(|white| cost(white, centre).below).collect();
        let above = (0..1 << side).map(|white| cost(white, false).above).collect();
        Effort { above, below: [below(false), below(true)] }
    }
}

/// What is left of an upright's white squares when some of its squares are left out so that so many are left: each once, whichever they are.
fn left_of(white: u32, side: usize, left: usize) -> Vec<u32> {
    let kept = (0_u32..1 << side).filter(|kept| kept.count_ones() as usize == left);
    let squares = |kept: u32| (0..side).filter(move |square| kept >> square & 1 == 1);
    let pressed =
        |kept: u32| (0..).zip(squares(kept)).map(|(place, square)| (white >> square & 1) << place).sum::<u32>();
    kept.map(pressed).collect::<BTreeSet<u32>>().into_iter().collect()
}

/// An error if the count will not fit into memory, as far as smaller grids tell. What is given makes it smaller, nobody knows by how much.
pub fn demand_room(problem: &Problem) -> Result<(), EngineError> {
    let (frame, _) = frame(problem)?;
    if problem.size() <= QUICK || !frame.is_open() {
        return Ok(());
    }
    let [small, large] = if problem.size() <= SMALL { [QUICK - 2, QUICK] } else { [LARGE - 2, LARGE] };
    let [before, bytes] = [census(small, problem.rules())?.bytes, census(large, problem.rules())?.bytes];
    let steps = (problem.size() - large) as i32 / 2;
    Account::open().demand((bytes * (bytes / before.max(1.0)).max(1.0).powi(steps)) as u64)
}

/// What all uprights of a grid cost.
struct Census {
    /// Squares of an upright.
    side: usize,
    /// By white squares.
    above: Vec<f64>,
    /// By the colour of the centre, and by white squares.
    below: [Vec<f64>; 2],
    /// The most bytes that one upright's states take.
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
    let census = Arc::new(taken(size, rules)?);
    let mut last = locked(&LAST);
    if last.len() == KEPT {
        last.remove(0);
    }
    last.push((size, rules.clone(), Arc::clone(&census)));
    Ok(census)
}

/// A census, taken.
fn taken(size: usize, rules: &Ruleset) -> Result<Census, EngineError> {
    let unable = |error: ProblemError| EngineError::Unable { engine: NAME, why: error.to_string() };
    let problem = Problem::new(size, rules.clone()).map_err(unable)?;
    let (frame, words) = frame(&problem)?;
    let account = Account::open();
    let of_tables = account.part();
    let tables = Tables::new(words, frame.side, &of_tables)?;
    let arms = Arms::new(&tables.words, frame.side);
    let nothing = || vec![0.0; 1 << frame.side];
    let mut census = Census { side: frame.side, above: nothing(), below: [nothing(), nothing()], bytes: 0.0 };
    let mut above = Above::nothing();
    for upright in frame.uprights(&arms, None) {
        let tally = upright.tally(&tables, &mut above, &account, &Run::new())?;
        let white = upright.arm.white() as usize;
        census.above[white] = EACH + ABOVE * tally.above as f64;
        census.below[usize::from(upright.arm.has_white_centre())][white] =
            EACH + FOOT * tally.foot as f64 + KIND * tally.kinds as f64;
        census.bytes = census.bytes.max(tally.bytes as f64);
    }
    Ok(census)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::{british, problem};

    #[test]
    fn squares_are_left_out_in_every_way() {
        assert_eq!(left_of(0b101, 3, 2), [0b01, 0b10, 0b11]);
        assert_eq!(left_of(0b101, 3, 3), [0b101]);
        assert_eq!(left_of(0, 7, 4), [0]);
    }

    /// What is expected is what turns out, as far as a census of the same grids can tell; and no two uprights of a larger one are mixed up.
    #[test]
    fn the_dearest_uprights_are_expected_to_be_dear() {
        let dearest = |size: usize| {
            let effort = Effort::expected(&problem(size, british())).expect("room");
            let of = |white: u32| effort.of(&Arm::new(size / 2, white, false)).below;
            let mut whites: Vec<u32> = (0..1 << (size / 2)).collect();
            whites.sort_by_key(|&white| std::cmp::Reverse(of(white)));
            whites
        };
        // Every other square white.
        assert!(dearest(9)[..4].contains(&0b0101));
        assert!(dearest(13)[..4].contains(&0b01_0101), "{:?}", dearest(13));
        assert!(dearest(15)[..6].contains(&0b010_1010), "{:?}", dearest(15));
    }

    #[test]
    fn all_costs_come_to_the_whole() {
        for size in [5, 9, 13, 21] {
            let effort = Effort::expected(&problem(size, british())).expect("room");
            let all: u64 = effort.above.iter().chain(effort.below.iter().flatten()).sum();
            assert!((all as f64 / WHOLE - 1.0).abs() < 1e-3, "size {size}: {all}");
        }
    }
}
