//! Narrows a problem on which counts differ to a small part on which they still differ, without listing grids.
//!
//! An engine that only counts cannot show its grids. But fixing one open square, white and then black, splits the grids into two
//! parts. Engines whose counts differ on the whole must differ on one part. Repeated for each square, row by row from the middle
//! outward, this reaches a single grid that one engine counts and the other does not. It stops earlier if an engine declines the
//! givens.
//!
//! Invariant: on `part` the two engines' counts are `counts`, and they differ. A given square of the problem never changes.

use serde::Serialize;

use super::difference::bucket_rows;
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{Declined, Engine, EngineError, Prepared, count_by_listing};

/// A part of a problem on which two engines differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The problem with more squares given: all of them, unless there is an obstacle.
    pub problem: Problem,
    /// The number of grids that each engine counts there.
    pub counts: [u128; 2],
    /// The reason why the part is not smaller; `None` if every square is given.
    pub obstacle: Option<Obstacle>,
}

/// The reason why a part cannot be narrowed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Obstacle {
    /// An engine declines a smaller part.
    Declined {
        /// The engine.
        engine: &'static str,
        /// Its reason.
        why: String,
    },
    /// The engines agree with the square white and with the square black: one of them contradicts itself.
    HalvesAgree {
        /// Row and column, from 0.
        square: (usize, usize),
    },
}

impl Part {
    /// Returns the only possible grid, if every square is given.
    pub fn grid(&self) -> Option<Grid> {
        let givens = self.problem.givens();
        let mut grid = Grid::black(self.problem.height(), self.problem.width());
        for (r, c) in self.problem.size().positions() {
            grid.set_white(r, c, givens.colour(r, c)?);
        }
        Some(grid)
    }
}

/// Returns a minimal part of `problem` on which the engines' counts differ. `counts` are their counts on `problem`.
///
/// # Errors
/// Fails if an engine fails or is stopped.
pub fn narrow(
    problem: &Problem,
    engines: [&dyn Engine; 2],
    counts: [u128; 2],
    watch: &dyn Watch,
) -> Result<Part, EngineError> {
    let mut part = Part { problem: problem.clone(), counts, obstacle: None };
    for r in bucket_rows(problem.height()) {
        for c in 0..problem.width() {
            if part.problem.givens().colour(r, c).is_some() {
                continue;
            }
            match half(&part, engines, (r, c), watch)? {
                Ok(half) => part = half,
                Err(obstacle) => {
                    part.obstacle = Some(obstacle);
                    return Ok(part);
                }
            }
        }
    }
    Ok(part)
}

/// Returns the half of `part`, with the square white or black, on which the engines still differ, or the obstacle.
fn half(
    part: &Part,
    engines: [&dyn Engine; 2],
    square: (usize, usize),
    watch: &dyn Watch,
) -> Result<Result<Part, Obstacle>, EngineError> {
    for white in [true, false] {
        let mut givens = part.problem.givens().clone();
        givens.fix(square.0, square.1, white);
        // Givens are fixed in place, so they still have the problem's size.
        let Ok(problem) = part.problem.clone().with_givens(givens) else { continue };
        // Ask both before either counts: a part that one declines is not worth an hour of the other.
        let [first, second] = engines.map(|engine| engine.prepare(&problem, &SumKind::Plain));
        let prepared = match first.and_then(|first| Ok([first, second?])) {
            Ok(prepared) => prepared,
            Err(Declined { engine, why }) => return Ok(Err(Obstacle::Declined { engine, why })),
        };
        let mut counts = [0; 2];
        for (prepared, count) in prepared.iter().zip(&mut counts) {
            *count = count_as_compared(prepared, watch)?;
        }
        if counts[0] != counts[1] {
            return Ok(Ok(Part { problem, counts, obstacle: None }));
        }
    }
    Ok(Err(Obstacle::HalvesAgree { square }))
}

/// Returns the count that the comparison uses: that of the listing if the engine lists, even if it can count faster.
fn count_as_compared(prepared: &Prepared<'_>, watch: &dyn Watch) -> Result<u128, EngineError> {
    let run = watch.run("looking for the difference");
    match prepared.lister() {
        Some(lister) => count_by_listing(lister, &run),
        None => prepared.count(&run),
    }
}
