//! Draws a valid grid at random in little time, but not each with the same probability.
//!
//! A uniform draw counts all grids first. At 15 × 15 with all squares open this needs more memory than a page may have. A *random walk*
//! counts nothing. It starts at one valid grid and changes the squares, or the bars, of one or two random orbits at a time. A change that
//! leaves the grid valid is kept, but not always if it leads away from the share of black squares, or of bars, in newspapers (Metropolis et
//! al. 1953): most valid grids have more of them than any printed one. The walk ends after a fixed number of steps, so grids near its
//! start are more probable too.
//!
//! Half of the walks start at the lattice, black where an even row meets an even column, if it is valid and has the given squares. The
//! others start at the grid of a [solver](crate::oracle), near a lattice with random changes. In barred grids the place of the lattice is
//! taken by random bars. The validator judges every grid.

use crate::oracle::Oracle;
use gridcheck_core::grid::{Grid, edges_of};
use gridcheck_core::problem::orbit::{Orbit, orbits};
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_core::rng::SeededRng;
use gridcheck_core::rules::GridKind;
use gridcheck_core::size::Size;
use gridcheck_engine::{EngineError, Run};
use gridcheck_validator::Validator;
use gridcheck_validator::stats::satisfied;

/// Number of steps for each orbit of open squares.
const STEPS_PER_ORBIT: usize = 60;

/// The preferred share of black squares is one in this many.
const BLACK_SHARE: usize = 6;
/// The preferred share of edges with a bar is one in this many: 60 to 68 of 264 in four grids of 12 × 12 that have been printed.
const BAR_SHARE: usize = 4;
/// One orbit in this many has the other colour at the start of a walk.
const TURNED_SHARE: usize = 8;

/// Returns a valid grid of the problem, or `None` if there is none. Other seeds give other grids.
///
/// # Errors
/// Fails if the solver fails or if the run is stopped.
pub fn walk(problem: &Problem, seed: u64, run: &Run) -> Result<Option<Grid>, EngineError> {
    let validator = Validator::new(problem.rules());
    let is_valid = |grid: &Grid| {
        problem.givens().first_broken(grid).is_none()
            && validator.is_valid(grid)
            && satisfied(grid, problem.constraints())
    };
    let mut orbits = orbits(problem.size(), problem.rules());
    orbits.retain(|orbit| orbit.is_open(problem.givens()));
    let mut rng = SeededRng::new(seed);
    // Some grids cannot be reached from the lattice in such steps, so half of the walks begin elsewhere.
    let lattice = match problem.rules().kind {
        GridKind::Blocks if rng.below(2) == 0 => Some(lattice(problem.size())).filter(is_valid),
        GridKind::Blocks | GridKind::Bars => None,
    };
    let start = if lattice.is_some() { lattice } else { random_start(problem, &orbits, &mut rng, run)? };
    let Some(mut grid) = start else { return Ok(None) };
    if orbits.is_empty() {
        return Ok(Some(grid));
    }
    let (squares, all_edges) = (problem.size().squares(), edges_of(problem.size()).count());
    let distance = |grid: &Grid| match problem.rules().kind {
        GridKind::Blocks => (squares - grid.whites()).abs_diff(squares / BLACK_SHARE),
        GridKind::Bars => grid.bars().len().abs_diff(all_edges / BAR_SHARE),
    };
    for step in 0..orbits.len() * STEPS_PER_ORBIT {
        run.check()?;
        let mut pick = || &orbits[rng.below(orbits.len())];
        // One change in two is of a pair of orbits, because some rules hold only if two words change together.
        let changed = if step % 2 == 0 { vec![pick()] } else { vec![pick(), pick()] };
        let mut next = grid.clone();
        for orbit in changed {
            let is_set = !orbit.is_set(&next);
            orbit.set_open(&mut next, problem.givens(), is_set);
        }
        // One black square or bar more or less than that share halves the probability.
        let farther = distance(&next).saturating_sub(distance(&grid)).min(63);
        if rng.below(1 << farther) == 0 && is_valid(&next) {
            grid = next;
        }
    }
    Ok(Some(grid))
}

/// Returns the grid of this size that is black where an even row meets an even column, counted from 1.
pub fn lattice(size: Size) -> Grid {
    lattice_of_phase(size, 1)
}

/// Returns one of the four lattices, from 1, with all other squares white.
fn lattice_of_phase(size: Size, phase: usize) -> Grid {
    Givens::lattice(size, phase).expect("there are four lattices").filled(true)
}

/// Returns a valid grid near one of the four lattices. Some random squares have the other colour. Those that cannot have their colours are
/// left to the solver. In a barred grid bars are at random.
fn random_start(
    problem: &Problem,
    orbits: &[Orbit],
    rng: &mut SeededRng,
    run: &Run,
) -> Result<Option<Grid>, EngineError> {
    let mut oracle = Oracle::new(problem, run);
    let lattice = lattice_of_phase(problem.size(), 1 + 2 * rng.below(2) + rng.below(2));
    let mut is_set = |orbit: &Orbit| match orbit {
        Orbit::Squares(squares) => lattice.is_white(squares[0].0, squares[0].1) != (rng.below(TURNED_SHARE) == 0),
        Orbit::Edges(_) => rng.below(BAR_SHARE) == 0,
    };
    let literal = |orbit: &Orbit| {
        let set = oracle.orbit(orbit);
        if is_set(orbit) { set } else { !set }
    };
    let mut assumed: Vec<_> = orbits.iter().map(literal).collect();
    rng.shuffle(&mut assumed);
    loop {
        match oracle.grid(&assumed)? {
            None if !assumed.is_empty() => {
                // One of these colours at least must go.
                let core = oracle.core();
                let Some(dropped) = core.first() else { return Ok(None) };
                assumed.retain(|literal| literal != dropped);
            }
            found => return Ok(found),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use gridcheck_engine::Engine;
    use gridcheck_registry::Backtrack;
    use gridcheck_testing::{problem_of_size, rules};

    fn problem(name: &str, height: usize, width: usize) -> Problem {
        problem_of_size((height, width), rules(name))
    }

    fn walked(problem: &Problem, seed: u64) -> Option<Grid> {
        walk(problem, seed, &Run::new()).expect("an answer")
    }

    #[test]
    fn a_walk_ends_at_a_valid_grid_that_a_seed_fixes() {
        for (rules, height, width) in [
            ("british", 15, 15),
            ("british", 9, 13),
            ("american", 11, 11),
            ("british", 6, 6),
            ("ximenes-4", 12, 12),
            ("ximenes", 6, 7),
        ] {
            let problem = problem(rules, height, width);
            let grids: BTreeSet<String> =
                (1..=3).map(|seed| walked(&problem, seed).expect("a grid").one_line()).collect();
            assert_eq!(grids.len(), 3, "{rules} {height} × {width}: {grids:?}");
            let grid = walked(&problem, 1).expect("a grid");
            assert!(Validator::new(problem.rules()).violations(&grid).is_empty(), "{grid}");
            assert_eq!(walked(&problem, 1), Some(grid));
        }
    }

    #[test]
    fn given_squares_and_constraints_are_kept() {
        let mut givens = Givens::open(13, 13);
        givens.fix(0, 0, false);
        givens.fix(6, 6, true);
        let words = vec!["words >= 30".parse().expect("a constraint")];
        let problem =
            problem("british", 13, 13).with_givens(givens).expect("fair").with_constraints(words).expect("fair");
        for seed in 1..4 {
            let grid = walked(&problem, seed).expect("a grid");
            assert!(!grid.is_white(0, 0) && grid.is_white(6, 6), "{grid}");
            assert!(satisfied(&grid, problem.constraints()), "{grid}");
        }
    }

    #[test]
    fn given_bars_are_kept() {
        let mut givens = Givens::open(8, 8);
        givens.fix_bars(0, 3, [true, false]);
        givens.fix_bars(4, 1, [false, true]);
        let problem = problem("ximenes", 8, 8).with_givens(givens.clone()).expect("fair");
        for seed in 1..4 {
            let grid = walked(&problem, seed).expect("a grid");
            assert_eq!(givens.first_broken(&grid), None, "{grid}");
        }
    }

    #[test]
    fn nearly_all_grids_of_a_small_problem_are_reached() {
        let problem = problem("british", 5, 5);
        let reached: BTreeSet<String> =
            (0..400).map(|seed| walked(&problem, seed).expect("a grid").one_line()).collect();
        let count = Backtrack.count(&problem, &Run::new()).expect("a count");
        assert!((count - 2..=count).contains(&(reached.len() as u128)), "{} of {count} reached", reached.len());
    }

    #[test]
    fn a_walk_returns_none_if_no_grid_exists() {
        let mut givens = Givens::open(5, 5);
        for c in 0..5 {
            givens.fix(2, c, false);
        }
        assert_eq!(walked(&problem("british", 5, 5).with_givens(givens).expect("fair"), 1), None);
    }
}
