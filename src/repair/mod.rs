//! The valid grids nearest to a given one: those that change the fewest of its squares.
//!
//! # The method
//! For each set of squares that the symmetry ties together one colour is *dearer*: it changes more of them. What every grid costs
//! in any case (a set with both colours in it) is put aside; the rest of the cost is a sum of weights, a weight for each set that
//! takes its dearer colour. [`bound`] puts "the cost is at least s" into clauses, and the solver is asked for a grid of no cost, then of
//! the least cost above, and so on: the first grid that comes is a nearest, because that there is none of less cost was
//! refuted, step by step. Linear search from below is right here because answers are near: at 15 × 15 a step takes milliseconds.
//! The other nearest grids follow, each forbidden once it is known.
//!
//! Every grid is judged by the validator, and its changed squares are counted by comparing it with the given one; where that is not
//! what the solver says the answer is an error.
//!
//! Squares that must stay are the givens of the problem.

mod bound;

use crate::engine::{EngineError, Run};
use crate::grid::Grid;
use crate::oracle::{Lit, Oracle};
use crate::problem::Problem;
use bound::Bound;

/// The valid grids nearest to a given one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nearest {
    /// How many squares each of them changes.
    pub changes: usize,
    /// The grids, as many as were asked for; there is at least one.
    pub grids: Vec<Grid>,
    /// Whether there are no others so near.
    pub all: bool,
}

/// Finds at most `most` (at least one) of the valid grids nearest to `grid` that agree with the givens of the problem; `None` if no
/// valid grid does. `refuted` is told, each time it is known, of how many changed squares no grid has fewer.
///
/// # Panics
/// If the grid has not the size of the problem.
pub fn nearest(
    problem: &Problem,
    grid: &Grid,
    most: usize,
    run: &Run,
    mut refuted: impl FnMut(usize),
) -> Result<Option<Nearest>, EngineError> {
    let n = problem.size();
    assert!((grid.height(), grid.width()) == (n, n), "a grid of another size than the problem");
    let mut oracle = Oracle::new(problem, run);
    let Cost { sure, dear } = Cost::of(problem, grid, &oracle);
    // Is there any valid grid at all? To raise the bound up to all squares in vain would take long.
    if oracle.grid(&[])?.is_none() {
        return Ok(None);
    }
    let mut bound = Bound::new(dear);
    let mut cost = 0;
    let (first, cost) = loop {
        refuted(sure + cost);
        let at_most = bound.at_most(cost, &mut oracle);
        if let Some(found) = oracle.grid(&at_most)? {
            break (found, cost);
        }
        cost = match bound.next(cost, &mut oracle) {
            Some(next) => next,
            // A grid that changes every square that it can costs no more.
            None => return Err(disagreement("there is a grid, and none of any cost")),
        };
    };
    let at_most = bound.at_most(cost, &mut oracle);
    let changes = sure + cost;
    let mut grids: Vec<Grid> = Vec::new();
    let mut found = Some(first);
    while let Some(near) = found.take_if(|_| grids.len() < most) {
        if distance(grid, &near) != changes {
            return Err(disagreement("a grid changes more or fewer squares than its cost says"));
        }
        // Any other grid has the other colour somewhere.
        let other = |(r, c)| oracle.square((r, c), !near.is_white(r, c));
        let other: Vec<Lit> = (0..n).flat_map(|r| (0..n).map(move |c| (r, c))).map(other).collect();
        oracle.add(&other);
        grids.push(near);
        run.pieces_done(0, 1);
        found = oracle.grid(&at_most)?;
    }
    Ok(Some(Nearest { changes, grids, all: found.is_none() }))
}

/// The squares in which two grids of one size differ.
pub fn distance(one: &Grid, other: &Grid) -> usize {
    one.rows().iter().zip(other.rows()).map(|(row, other)| (row ^ other).count_ones() as usize).sum()
}

/// What it costs to make another grid of one.
struct Cost {
    /// Changed in any case.
    sure: usize,
    /// What more it costs where these are true.
    dear: Vec<(usize, Lit)>,
}

impl Cost {
    fn of(problem: &Problem, grid: &Grid, oracle: &Oracle) -> Self {
        let n = problem.size();
        let mut cost = Cost { sure: 0, dear: Vec::new() };
        for place in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
            let mut orbit: Vec<_> =
                problem.symmetry().group().iter().map(|transform| transform.square(n, n, place)).collect();
            orbit.sort_unstable();
            orbit.dedup();
            if orbit[0] != place {
                continue;
            }
            let whites = orbit.iter().filter(|&&(r, c)| grid.is_white(r, c)).count();
            let blacks = orbit.len() - whites;
            cost.sure += whites.min(blacks);
            if whites != blacks {
                cost.dear.push((whites.abs_diff(blacks), oracle.square(place, whites < blacks)));
            }
        }
        cost
    }
}

fn disagreement(what: &str) -> EngineError {
    EngineError::Failed { engine: "varisat", what: format!("it contradicts itself: {what}") }
}

#[cfg(test)]
mod tests;
