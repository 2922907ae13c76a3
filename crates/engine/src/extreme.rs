//! Finds the extreme of a measure by bounds. It serves engines that find one grid, or prove that there is none, much sooner than they list
//! all.
//!
//! The search asks for a grid, then for one with a better value, and so on until there is none. Then it counts the grids with the last
//! value. Solvers that can only decide optimise in this way: by solutions that improve (as in `minisat+`, Eén and Sörensson, 2006).

use super::engine::Engine;
use super::error::EngineError;
use super::run::Run;
use gridcheck_core::constraint::{Bounds, Constraint, Extreme, Goal, Subject};
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;

/// Returns the extreme of a problem and the number of grids that reach it. The engine must support constraints on the measure. `measure`
/// measures a grid, and `any` returns a grid of a problem, if there is one.
///
/// # Errors
/// Returns the error of `any` or of the final count.
pub fn by_bounds(
    engine: &dyn Engine,
    measure: impl Fn(&Grid) -> u32,
    any: impl Fn(&Problem) -> Result<Option<Grid>, EngineError>,
    problem: &Problem,
    goal: Goal,
    run: &Run,
) -> Result<Option<Extreme>, EngineError> {
    let Some(grid) = any(problem)? else { return Ok(None) };
    let mut value = measure(&grid);
    while let Some(better) = beyond(problem, goal, value) {
        let Some(grid) = any(&better)? else { break };
        value = measure(&grid);
    }
    let grids = match with_constraint(problem, goal, Bounds::exactly(value)) {
        Some(reaching) => engine.count(&reaching, run)?,
        None => 0,
    };
    if grids == 0 {
        let what = format!("it found a grid of {} {value}, and counts none", goal.measure());
        return Err(EngineError::Failed { engine: engine.name(), what });
    }
    Ok(Some(Extreme { value, grids }))
}

/// Returns the problem of the grids that are better than `value`; `None` if there is no better value, or if no grid can have it.
fn beyond(problem: &Problem, goal: Goal, value: u32) -> Option<Problem> {
    let bounds = match goal {
        Goal::Most(_) => Bounds::at_least(value.checked_add(1)?),
        Goal::Fewest(_) => Bounds::at_most(value.checked_sub(1)?),
    };
    with_constraint(problem, goal, bounds)
}

/// Adds a constraint to the problem; `None` if no grid of this size can meet it and the others, which is the only reason why a problem
/// rejects constraints.
fn with_constraint(problem: &Problem, goal: Goal, bounds: Bounds) -> Option<Problem> {
    let constraint = Constraint { subject: Subject::Of(goal.measure()), bounds };
    problem.clone().with_constraints([problem.constraints(), &[constraint]].concat()).ok()
}
