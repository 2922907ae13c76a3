//! From "they disagree" to the very grids.
//!
//! Two engines whose totals differ do so in some bucket. Giving that bucket's row to both makes a smaller problem; this is
//! repeated, row by row from the middle outward, until the rest is small enough to hold both sets side by side. Nothing but
//! the problem and its givens is used, so the grids found are those the engines themselves produce.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::tally::{Tally, Totals};
use super::watch::Watch;
use crate::engine::listing::InOrder;
use crate::engine::{Engine, EngineError};
use crate::grid::Grid;
use crate::problem::Problem;

/// A problem with at most so many grids on either side is listed rather than cut further.
const SMALL: u128 = 100_000;

/// The rows of a grid of `size`, the middle one first and then outward: the places of the buckets.
pub fn bucket_rows(size: usize) -> impl Iterator<Item = usize> {
    let middle = size / 2;
    (0..size).map(move |i| if i % 2 == 1 { middle - i.div_ceil(2) } else { middle + i / 2 })
}

/// A grid that two engines do not give equally often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Odd {
    /// The grid.
    pub grid: Grid,
    /// How often each of the two gives it; a right engine gives each grid once or never.
    pub times: [usize; 2],
}

/// Up to `most` grids a side that two engines do not give equally often, given their totals on `problem`. None at all means that the
/// engines differ on the whole and agree on the part: one of them is at odds with itself.
pub fn find(
    problem: &Problem,
    engines: [&dyn Engine; 2],
    totals: [&Totals; 2],
    most: usize,
    watch: &dyn Watch,
) -> Result<Vec<Odd>, EngineError> {
    let mut totals = totals.map(Clone::clone);
    let mut problem = problem.clone();
    let mut rows = bucket_rows(problem.size());
    // The first bucket row is the one the totals were made with; each row fixed makes way for the next.
    let mut row = rows.next();
    while let Some(fixed) = row {
        if totals.iter().all(|totals| totals.sum().count <= SMALL) {
            break;
        }
        let [first, second] = &totals;
        let keys = first.buckets.keys().chain(second.buckets.keys());
        let differing = keys.filter(|key| first.buckets.get(key) != second.buckets.get(key)).min();
        let Some(&differing) = differing else { return Ok(Vec::new()) };
        problem = problem.with_row(fixed, differing);
        row = rows.next();
        for (engine, totals) in engines.iter().zip(&mut totals) {
            let tally = Tally::new(row.unwrap_or(fixed), problem.rules());
            engine.list(&problem, &watch.run("looking for the difference"), &tally)?;
            *totals = tally.into_totals();
        }
    }
    let mut times: BTreeMap<Grid, [usize; 2]> = BTreeMap::new();
    for (side, engine) in engines.into_iter().enumerate() {
        for grid in all_grids(engine, &problem, watch)? {
            times.entry(grid).or_default()[side] += 1;
        }
    }
    let odd = |side: usize| {
        let more = times.iter().filter(move |(_, times)| times[side] > times[1 - side]);
        more.map(|(grid, &times)| Odd { grid: grid.clone(), times }).take(most)
    };
    Ok(odd(0).chain(odd(1)).collect())
}

fn all_grids(engine: &dyn Engine, problem: &Problem, watch: &dyn Watch) -> Result<Vec<Grid>, EngineError> {
    let grids = Mutex::new(Vec::new());
    let keep = InOrder::new(|grid: &Grid| {
        grids.lock().unwrap_or_else(PoisonError::into_inner).push(grid.clone());
        std::ops::ControlFlow::Continue(())
    });
    engine.list(problem, &watch.run("looking for the difference"), &keep)?;
    drop(keep);
    Ok(grids.into_inner().unwrap_or_else(PoisonError::into_inner))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_a_bucket_row_once() {
        for size in 3..9 {
            let mut rows: Vec<usize> = bucket_rows(size).collect();
            assert_eq!(rows[0], size / 2);
            rows.sort_unstable();
            assert_eq!(rows, (0..size).collect::<Vec<_>>());
        }
    }
}
