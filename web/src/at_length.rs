//! Questions that may take long. The page asks them in its worker, and ends the worker to stop them.

use std::time::Duration;

use gridcheck::complete::{self, CompletionCount, WhiteCounts};
use gridcheck::constraint::Constraint;
use gridcheck::grid::Grid;
use gridcheck::repair;
use gridcheck::run::Run;
use gridcheck::run::blocks::BlockSums;
use gridcheck::sample::{self, DrawRequest, UncountedPopulation};
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::basis::Basis;
use crate::painting::Painting;
use crate::{Answer, told};

#[wasm_bindgen]
extern "C" {
    /// A listener for the progress of a repair.
    pub type Listener;
    /// Receives a lower bound on the number of changed squares.
    #[wasm_bindgen(method)]
    fn hear(this: &Listener, fewest: u32);
}

/// Time is not limited here: the caller ends the worker instead.
const NO_LIMIT: Duration = Duration::MAX;

fn problem(painted: &str, basis: &str) -> Result<gridcheck::problem::Problem, wasm_bindgen::JsError> {
    let basis = Basis::named(basis).map_err(told)?;
    Painting::of(painted).and_then(|painting| painting.problem(&basis)).map_err(told)
}

/// Returns the squares that have one colour in every completion. If there is no completion, returns painted squares that exclude
/// them all.
#[wasm_bindgen]
pub fn forced(painted: &str, basis: &str) -> Answer {
    let (problem, run) = (problem(painted, basis)?, Run::new());
    if let Some(exclusion) = complete::exclusion(&problem, &run).map_err(told)? {
        let squares: Vec<[usize; 2]> = exclusion.squares.iter().map(|&(r, c)| [r, c]).collect();
        return Ok(json!({ "squares": squares, "smallest": exclusion.smallest }).to_string());
    }
    let forced = complete::forced(&problem, &run).map_err(told)?;
    let forced = forced.ok_or_else(|| told("no completion, and nothing that excludes it"))?;
    Ok(json!({ "forced": forced.squares.to_string() }).to_string())
}

/// Counts the completions.
#[wasm_bindgen]
pub fn counted(painted: &str, basis: &str) -> Answer {
    match complete::count(&problem(painted, basis)?, NO_LIMIT, &Run::new()).map_err(told)? {
        CompletionCount::Exactly(count, engine) => {
            Ok(json!({ "count": count.to_string(), "engine": engine }).to_string())
        }
        CompletionCount::TooMany(why) => Ok(json!({ "count": null, "why": why }).to_string()),
    }
}

/// Counts for each square in how many completions it is white.
#[wasm_bindgen]
pub fn shares(painted: &str, basis: &str, total: &str) -> Answer {
    let total = total.parse().map_err(told)?;
    match complete::whites(&problem(painted, basis)?, total, NO_LIMIT, &Run::new()).map_err(told)? {
        WhiteCounts::Counted(whites) => {
            let text = |row: &Vec<u128>| row.iter().map(u128::to_string).collect::<Vec<_>>();
            Ok(json!({ "white": whites.iter().map(text).collect::<Vec<_>>() }).to_string())
        }
        WhiteCounts::NotCounted(why) => Ok(json!({ "white": null, "why": why }).to_string()),
    }
}

/// Draws a completion at random, each equally likely, and returns their number too.
#[wasm_bindgen]
pub fn drawn(painted: &str, basis: &str, seed: u32) -> Answer {
    let (problem, run) = (problem(painted, basis)?, Run::new());
    let population = UncountedPopulation::of(&problem).count(&BlockSums::in_memory(), &run).map_err(told)?;
    let request = DrawRequest { wanted: 1, seed: seed.into(), with_repetition: true, accepts: None, rate: None };
    let draws = population.draw(&request, &run, |_| Ok(())).map_err(told)?;
    let grids: Vec<String> = draws.grids.iter().map(|(_, grid)| in_rows(grid)).collect();
    Ok(json!({ "grids": grids, "total": population.total().to_string() }).to_string())
}

/// Draws a valid completion by a random walk, which takes little time. Not each is equally likely. `wishes` has a constraint on each line.
#[wasm_bindgen]
pub fn walked(painted: &str, basis: &str, seed: u32, wishes: &str) -> Answer {
    let constraints: Result<Vec<Constraint>, _> = wishes.lines().map(str::parse).collect();
    let problem = problem(painted, basis)?.with_constraints(constraints.map_err(told)?).map_err(told)?;
    let grid = sample::walk(&problem, seed.into(), &Run::new()).map_err(told)?;
    Ok(json!({ "grid": grid.as_ref().map(in_rows) }).to_string())
}

/// Returns at most this many of the valid grids that change the fewest squares. It reports lower bounds on the way.
#[wasm_bindgen]
pub fn repaired(painted: &str, basis: &str, most: usize, listener: &Listener) -> Answer {
    let basis = Basis::named(basis).map_err(told)?;
    let painting = Painting::of(painted).map_err(told)?;
    if painting.open() > 0 {
        return Err(told("a repair starts from a whole grid: paint the open squares first"));
    }
    let grid = painting.grid();
    // All squares may change, so none of them is given.
    let problem = painting.all(&basis).map_err(told)?;
    match repair::nearest(&problem, &grid, most, &Run::new(), |fewest| listener.hear(fewest as u32)).map_err(told)? {
        Some(nearest) => {
            let grids: Vec<String> = nearest.grids.iter().map(in_rows).collect();
            Ok(json!({ "changes": nearest.changes, "grids": grids, "all": nearest.all }).to_string())
        }
        None => Ok(json!({ "changes": null, "grids": [], "all": true }).to_string()),
    }
}

fn in_rows(grid: &Grid) -> String {
    grid.to_string().trim_end().to_owned()
}
