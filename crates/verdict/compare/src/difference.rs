//! Finds the grids on which two listing engines disagree.
//!
//! Two engines whose totals differ do so in some bucket. Giving that bucket's row to both makes a smaller problem. This is
//! repeated, row by row from the middle outward, until both sets are small enough to compare side by side.
//!
//! The answers are also filtered by the given rows, because an engine may be wrong in just that. A row that contradicts a given
//! square of the problem is only used as a filter, so the question itself never changes.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;

use super::tally::tally;
use gridcheck_core::grid::Grid;
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_core::problem::Problem;
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::listing::InOrder;
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{EngineError, Prepared};
use gridcheck_sums::totals::Totals;

/// Returns the rows of a grid with `height` rows in the order of the buckets: the middle one first, and then outward.
pub fn bucket_rows(height: usize) -> impl Iterator<Item = usize> {
    let middle = height / 2;
    (0..height).map(move |i| if i % 2 == 1 { middle - i.div_ceil(2) } else { middle + i / 2 })
}

/// A grid that two engines give a different number of times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnequalGrid {
    /// The grid.
    pub grid: Grid,
    /// The number of times that each of the two gives it. A correct engine gives each grid at most once.
    pub times: [usize; 2],
}

/// The limits of the search.
#[derive(Clone, Copy)]
pub struct Limits {
    /// A part with at most this many grids on either side is listed, not divided further.
    pub small: u128,
    /// Maximum number of grids to show for each side.
    pub shown: usize,
}

/// Returns grids that two engines give a different number of times; `totals` are the totals of the engines that have `prepared` `problem`.
/// An empty result means that the engines differ on the whole but agree on the part: one of them contradicts itself.
///
/// # Errors
/// Fails if an engine fails or is stopped.
pub fn find(
    problem: &Problem,
    prepared: [&Prepared<'_>; 2],
    totals: [&Totals<Grid>; 2],
    limits: Limits,
    watch: &dyn Watch,
) -> Result<Vec<UnequalGrid>, EngineError> {
    let mut totals = totals.map(Clone::clone);
    let mut part = problem.clone();
    // What each engine has prepared for the part, if that is not the whole problem.
    let mut narrowed: [Option<Prepared<'_>>; 2] = [None, None];
    let mut path = Vec::new();
    // The totals are by the first of these rows. Each row that joins the path is replaced by the next.
    let mut rows = bucket_rows(problem.height()).peekable();
    while totals.iter().any(|totals| totals.sum().count > limits.small) {
        let Some(row) = rows.next() else { break };
        let [first, second] = &totals;
        let size =
            |key: &u64| [first, second].map(|side| side.buckets.get(key).map_or(0, |sum| sum.count)).into_iter().max();
        let keys = first.buckets.keys().chain(second.buckets.keys());
        let smallest =
            keys.filter(|key| first.buckets.get(key) != second.buckets.get(key)).min_by_key(|key| (size(key), **key));
        let Some(&smallest) = smallest else { return Ok(Vec::new()) };
        path.push((row, smallest));
        if part.givens().allow_row(row, smallest) {
            part = part.with_row(row, smallest);
            for (whole, narrowed) in prepared.iter().zip(&mut narrowed) {
                *narrowed = Some(whole.engine().prepare(&part, &SumKind::Plain)?);
            }
        }
        for ((whole, narrowed), totals) in prepared.iter().zip(&narrowed).zip(&mut totals) {
            let run = watch.run("looking for the difference");
            *totals = tally(narrowed.as_ref().unwrap_or(whole), *rows.peek().unwrap_or(&row), &path, &run)?;
        }
    }
    let times = Mutex::new(BTreeMap::<Grid, [usize; 2]>::new());
    for (side, (whole, narrowed)) in prepared.iter().zip(&narrowed).enumerate() {
        let keep = InOrder::new(|grid: &Grid| {
            if path.iter().all(|&(r, row)| grid.rows()[r] == row) {
                let mut times = locked(&times);
                times.entry(grid.clone()).or_default()[side] += 1;
            }
            ControlFlow::Continue(())
        });
        narrowed.as_ref().unwrap_or(whole).list(&watch.run("looking for the difference"), &keep)?;
    }
    let times = unlocked(times);
    let odd = |side: usize| {
        let more = times.iter().filter(move |(_, times)| times[side] > times[1 - side]);
        more.map(|(grid, &times)| UnequalGrid { grid: grid.clone(), times }).take(limits.shown)
    };
    Ok(odd(0).chain(odd(1)).collect())
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
