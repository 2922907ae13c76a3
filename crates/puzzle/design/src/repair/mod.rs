//! Finds the valid grids nearest to a given one: those that change the fewest of its squares, or of the bars of a barred grid.
//!
//! # The method
//! For each set of squares that the symmetry ties together one colour is *dearer*: it changes more of them. The same holds for sets of
//! edges with and without bars. A set with both colours in it has a cost that every grid pays; this part is constant. The rest of the cost
//! is a weighted sum with a weight for each set that takes its dearer colour.
//!
//! [`bound`] encodes "the cost is at most s". The solver is asked for a grid of cost 0, then of the next possible cost, and so
//! on. The first grid found is a nearest one, because every smaller cost has been refuted. This linear search from below suits
//! the problem, because nearest grids are usually close: at 15 × 15 a step takes milliseconds. To find the other nearest grids,
//! each known one is forbidden by a clause.
//!
//! The validator judges every grid, and its changed squares are counted by comparison with the given one. If the count
//! contradicts the solver's cost, the result is an error.
//!
//! Squares that must stay are the givens of the problem.

mod bound;

use crate::oracle::{Lit, Oracle};
use bound::Bound;
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use gridcheck_core::problem::orbit::orbits;
use gridcheck_core::rules::GridKind;
use gridcheck_engine::{EngineError, Run};

/// The valid grids nearest to a given one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nearest {
    /// Number of squares, or of edges, that each of them changes.
    pub changes: usize,
    /// At least one of these grids, and at most the requested number.
    pub grids: Vec<Grid>,
    /// `true` if these are all nearest grids.
    pub all: bool,
}

/// Finds at most `most` (at least one) of the valid grids nearest to `grid` that agree with the givens of the problem. Returns
/// `None` if no valid grid agrees with them. Calls `refuted` with each proven lower bound on the number of changes.
///
/// # Errors
/// Fails if the solver fails or contradicts itself, or if the run is stopped.
///
/// # Panics
/// Panics if the grid does not have the size of the problem, or if it has black squares and the grids of the problem have bars.
pub fn nearest(
    problem: &Problem,
    grid: &Grid,
    most: usize,
    run: &Run,
    mut refuted: impl FnMut(usize),
) -> Result<Option<Nearest>, EngineError> {
    assert!(grid.size() == problem.size(), "a grid of another size than the problem");
    let is_of_kind = problem.rules().kind == GridKind::Blocks || grid.whites() == grid.size().squares();
    assert!(is_of_kind, "a grid of another kind than the problem");
    let mut oracle = Oracle::new(problem, run);
    let Cost { sure, dear } = Cost::of(problem, grid, &oracle);
    // Test first whether any valid grid exists: raising the bound up to all squares in vain would take long.
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
            // The bound now admits every possible cost, so a valid grid must exist.
            None => return Err(disagreement("there is a grid, and none of any cost")),
        };
    };
    let at_most = bound.at_most(cost, &mut oracle);
    let changes = sure + cost;
    let mut grids: Vec<Grid> = Vec::new();
    let mut found = Some(first);
    while let Some(near) = found.take_if(|_| grids.len() < most) {
        if grid.differences(&near).sum::<usize>() != changes {
            return Err(disagreement("a grid has more or fewer changes than its cost says"));
        }
        oracle.forbid(&near);
        grids.push(near);
        run.tasks_done(0, 1);
        found = oracle.grid(&at_most)?;
    }
    Ok(Some(Nearest { changes, grids, all: found.is_none() }))
}

/// The cost of changing the given grid into another.
struct Cost {
    /// The number of squares that change in every grid.
    sure: usize,
    /// The additional cost of each literal that is true.
    dear: Vec<(usize, Lit)>,
}

impl Cost {
    fn of(problem: &Problem, grid: &Grid, oracle: &Oracle) -> Self {
        let mut cost = Cost { sure: 0, dear: Vec::new() };
        for orbit in orbits(problem.size(), problem.rules()) {
            let (literal, agree) = (oracle.orbit(&orbit), orbit.set_in(grid));
            let differ = orbit.number() - agree;
            cost.sure += agree.min(differ);
            if agree != differ {
                cost.dear.push((agree.abs_diff(differ), if agree < differ { literal } else { !literal }));
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
