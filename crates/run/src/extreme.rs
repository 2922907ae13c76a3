//! The extreme of a measure by bounds, for engines that find one grid, or that there is none, much sooner than they list all.
//!
//! A grid is asked for, then one that has more than that one, and so on until there is none; then those that reach the last are
//! counted. So solvers optimise that can only decide: by solutions that improve (as in `minisat+`, Eén and Sörensson, 2006).

use super::{EngineError, Lister, Run};
use gridcheck_core::constraint::{Bounds, Constraint, Extreme, Goal, Subject};
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;

/// The extreme, by an engine that takes constraints about what it is the extreme of, and how many grids reach it. `any` is its way to a
/// grid of a problem, if there is one.
pub fn by_bounds(
    lister: &dyn Lister,
    any: impl Fn(&Problem) -> Result<Option<Grid>, EngineError>,
    problem: &Problem,
    goal: Goal,
    run: &Run,
) -> Result<Option<Extreme>, EngineError> {
    let Some(grid) = any(problem)? else { return Ok(None) };
    let mut value = lister.measure(&grid, goal.measure());
    while let Some(better) = beyond(problem, goal, value) {
        let Some(grid) = any(&better)? else { break };
        value = lister.measure(&grid, goal.measure());
    }
    let grids = match with_constraint(problem, goal, Bounds::exactly(value)) {
        Some(reached) => lister.count(&reached, run)?,
        None => 0,
    };
    Ok(Some(Extreme { value, grids }))
}

/// The problem of the grids that are better than one of this value; `None` if what is constrained for already allows none.
fn beyond(problem: &Problem, goal: Goal, value: u32) -> Option<Problem> {
    let bounds = match goal {
        Goal::Most(_) => Bounds::at_least(value.checked_add(1)?),
        Goal::Fewest(_) => Bounds::at_most(value.checked_sub(1)?),
    };
    with_constraint(problem, goal, bounds)
}

/// The same problem with one more constraint, unless that contradicts what is constrained for already.
fn with_constraint(problem: &Problem, goal: Goal, bounds: Bounds) -> Option<Problem> {
    let constraint = Constraint { subject: Subject::Of(goal.measure()), bounds };
    problem.clone().with_constraints([problem.constraints(), &[constraint]].concat()).ok()
}
