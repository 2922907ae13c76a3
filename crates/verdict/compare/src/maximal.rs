//! Selects the maximal grids of a list: no other grid of the list has all their white squares and at least as many words.
//!
//! So no black squares of a maximal grid can be turned white without losing a word. Ferry (2019) prints numbers of maximal American grids of
//! 7 × 7 and 8 × 8, and his definition is not known here. This one gives both numbers. Others do not: if a single pair of squares is turned
//! white, or the number of words is ignored, the numbers differ.

use gridcheck_core::grid::Grid;
use gridcheck_engine::{EngineError, Run};

/// The most grids that are compared: each is compared with all others.
pub const MAX_GRIDS: usize = 100_000;

/// Returns the maximal grids of a list without duplicates, in its order. `words` returns the number of words of a grid.
///
/// # Errors
/// Fails if the run is stopped.
pub fn maximal<'g>(grids: &'g [Grid], words: impl Fn(&Grid) -> u32, run: &Run) -> Result<Vec<&'g Grid>, EngineError> {
    let numbers: Vec<u32> = grids.iter().map(words).collect();
    let is_below = |grid: &Grid, number: u32| {
        grids
            .iter()
            .zip(&numbers)
            .any(|(other, &others)| others >= number && other != grid && has_all_whites(other, grid))
    };
    run.set_work(grids.len() as u64);
    let mut found = Vec::new();
    for (grid, &number) in grids.iter().zip(&numbers) {
        run.check()?;
        run.worked(1);
        if !is_below(grid, number) {
            found.push(grid);
        }
    }
    Ok(found)
}

/// Returns `true` if every white square of `grid` is white in `other`.
fn has_all_whites(other: &Grid, grid: &Grid) -> bool {
    grid.rows().iter().zip(other.rows()).all(|(row, others)| row & !others == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_registry::{Backtrack, Sat};
    use gridcheck_testing::prelude::*;

    /// Asks another engine for the grids that have the given white squares and at least as many words.
    #[test]
    fn a_maximal_grid_is_the_only_one_with_its_squares_and_words() {
        let (mut all, mut selected) = (0, 0);
        for (name, size) in [("american", 6), ("british", 5), ("british", 6), ("min-4", 7)] {
            let problem = problem(size, builtin(name).expect("built in"));
            let grids = gridcheck_testing::listed(&Backtrack, &problem);
            let measurers = [&Backtrack as &dyn Engine, &Sat]
                .map(|engine| engine.prepare(&problem, &SumKind::Plain).expect("it can list them"));
            let [words, other_words] = measurers.each_ref().map(|prepared| {
                let lister = prepared.lister().expect("it lists");
                move |grid: &Grid| lister.measure(grid, Measure::Words)
            });
            let found = maximal(&grids, words, &Run::new()).expect("no stop");
            for grid in &grids {
                let mut givens = Givens::open(size, size);
                for (r, c) in problem.size().positions().filter(|&(r, c)| grid.is_white(r, c)) {
                    givens.fix(r, c, true);
                }
                let least = format!("words >= {}", other_words(grid)).parse().expect("a constraint");
                let larger = problem.clone().with_givens(givens).expect("givens of that size");
                let larger = larger.with_constraints(vec![least]).expect("the grid meets it");
                let is_alone = Sat.count(&larger, &Run::new()) == Ok(1);
                assert_eq!(found.contains(&grid), is_alone, "{name} {size}:\n{grid}");
            }
            (all, selected) = (all + grids.len(), selected + found.len());
        }
        assert!(selected > 10 && 2 * selected < all, "{selected} of {all}");
        assert_eq!(maximal(&[], |_| 0, &Run::new()), Ok(Vec::new()));
        let stopped = stopped();
        assert_eq!(maximal(&[Grid::black(3, 3)], |_| 0, &stopped), Err(EngineError::Stopped));
    }
}
