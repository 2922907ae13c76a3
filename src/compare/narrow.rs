//! From "their counts differ" to a small part of the problem on which they still do, without a grid being listed.
//!
//! An engine that only counts cannot show what it counts. But give one open square, white and then black: the grids fall into
//! two parts, and engines whose counts differ on the whole differ on one of them. Repeated for each square, row by row
//! from the middle outward, this ends at a single grid that one engine counts and the other does not. Where an engine
//! declines the givens, it ends there.
//!
//! Invariant: on `part` the two engines' counts are `counts`, and they differ. A given square of the problem is never
//! changed.

use serde::Serialize;

use super::difference::bucket_rows;
use crate::engine::listing::count_by_listing;
use crate::engine::watch::Watch;
use crate::engine::{Ability, Engine, EngineError};
use crate::grid::Grid;
use crate::problem::Problem;

/// A part of a problem on which two engines differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The problem with more squares given; all of them, unless something stood in the way.
    pub problem: Problem,
    /// How many grids each of the two counts there.
    pub counts: [u128; 2],
    /// Why the part is not smaller; `None` if every square is given.
    pub obstacle: Option<Obstacle>,
}

/// What keeps a part from being made smaller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Obstacle {
    /// An engine declines a smaller part.
    Declined {
        /// The engine.
        engine: &'static str,
        /// Its reason.
        why: String,
    },
    /// The engines agree with the square white and with the square black: one of them is at odds with itself.
    HalvesAgree {
        /// Row and column, from 0.
        square: (usize, usize),
    },
}

impl Part {
    /// The only grid that can be meant, once every square is given.
    pub fn grid(&self) -> Option<Grid> {
        let n = self.problem.size();
        let givens = self.problem.givens();
        let mut grid = Grid::black(n, n);
        for r in 0..n {
            for c in 0..n {
                grid.set_white(r, c, givens.colour(r, c)?);
            }
        }
        Some(grid)
    }
}

/// A part as small as can be of `problem`, on which the engines' counts are `counts` and differ.
pub fn narrow(
    problem: &Problem,
    engines: [&dyn Engine; 2],
    counts: [u128; 2],
    watch: &dyn Watch,
) -> Result<Part, EngineError> {
    let mut part = Part { problem: problem.clone(), counts, obstacle: None };
    for r in bucket_rows(problem.size()) {
        for c in 0..problem.size() {
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

/// The part of `part` with the square white or black on which the engines still differ, or why there is none.
fn half(
    part: &Part,
    engines: [&dyn Engine; 2],
    (r, c): (usize, usize),
    watch: &dyn Watch,
) -> Result<Result<Part, Obstacle>, EngineError> {
    for white in [true, false] {
        let mut givens = part.problem.givens().clone();
        givens.fix(r, c, white);
        // Givens are fixed in place, so they still have the problem's size.
        let Ok(problem) = part.problem.clone().with_givens(givens) else { continue };
        // Both are asked before either counts: what one declines is not worth an hour of the other.
        for engine in engines {
            if let Ability::Unable(why) = engine.ability(&problem) {
                return Ok(Err(Obstacle::Declined { engine: engine.name(), why }));
            }
        }
        let mut counts = [0; 2];
        for (engine, count) in engines.iter().zip(&mut counts) {
            *count = count_as_compared(*engine, &problem, watch)?;
        }
        if counts[0] != counts[1] {
            return Ok(Ok(Part { problem, counts, obstacle: None }));
        }
    }
    Ok(Err(Obstacle::HalvesAgree { square: (r, c) }))
}

/// The count that a comparison goes by: that of the list if the engine lists, whatever faster way it has to count.
fn count_as_compared(engine: &dyn Engine, problem: &Problem, watch: &dyn Watch) -> Result<u128, EngineError> {
    let run = watch.run("looking for the difference");
    match engine.lister() {
        Some(lister) => count_by_listing(lister, problem, &run),
        None => engine.count(problem, &run),
    }
}
