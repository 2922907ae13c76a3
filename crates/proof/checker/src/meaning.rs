//! Decides if a list of grids is everything that the rules allow, as the validator reads the rules.
//!
//! A refutation shows which colourings satisfy some clauses. It does not show that the clauses state the rules. This module tests that
//! without a look at how the clauses were made.
//!
//! Where there are few colourings, the validator judges **every** colouring with the required symmetry. Each valid one must be in the list.
//! Where there are too many, only a sample is tested, where an error would show first. The sample changes one or two squares, with their
//! images, in each grid of the list. It also holds random colourings.
//!
//! A colouring without the symmetry breaks the rules by definition, so none is tried. In barred grids, where all squares are white, the choice
//! is between bars: there a set of bars takes the place of a colouring, and the edges that may have one that of the squares.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::CheckError;
use super::choices::empty;
use super::constraints::first_unmet;
use super::refusal::Refusal;
use super::report::{Meaning, Sample};
use gridcheck_core::constraint::Constraint;
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Givens;
use gridcheck_core::problem::orbit::{Orbit, orbits};
use gridcheck_core::rng::SeededRng;
use gridcheck_core::rules::{GridKind, Ruleset};
use gridcheck_core::size::Size;
use gridcheck_engine::Run;
use gridcheck_validator::Validator;

/// Judge all colourings up to this number of free orbits: 67 million colourings take some seconds.
const MAX_ORBITS: usize = 26;
/// Above [`MAX_ORBITS`], judge at most this many changes of listed grids: those of eight grids at least.
const MAX_CHANGES: u64 = 1 << 26;
/// Number of random colourings to judge above [`MAX_ORBITS`].
const RANDOM_COLOURINGS: u64 = 1 << 20;
/// Number of orbits whose colourings form one task.
const TASK_ORBITS: usize = 10;

/// The colourings that have the symmetry and the given squares, with the validator that judges them.
pub(super) struct Colourings<'a> {
    givens: &'a Givens,
    validator: Validator,
    constraints: Vec<Constraint>,
    kind: GridKind,
    /// The orbits of the symmetry group that hold no given square or bar. The places of an orbit change together.
    orbits: Vec<Orbit>,
    /// A grid with what is given and its images. All other squares are black, and all other edges without a bar.
    base: Grid,
}

impl<'a> Colourings<'a> {
    pub(super) fn new(size: Size, rules: &Ruleset, givens: &'a Givens) -> Self {
        let mut base = empty(size, rules.kind);
        let mut free = Vec::new();
        for orbit in orbits(size, rules) {
            // If givens contradict each other here, every colouring breaks one of them, and `answers_question` rejects it later.
            let given = orbit.given(givens).flatten().next();
            match given {
                Some(is_set) => orbit.set(&mut base, is_set),
                None => free.push(orbit),
            }
        }
        let (validator, constraints) = (Validator::new(rules), Vec::new());
        Colourings { givens, validator, constraints, kind: rules.kind, orbits: free, base }
    }

    /// Adds constraints that a listed grid must meet.
    pub(super) fn with_constraints(self, constraints: &[Constraint]) -> Self {
        Colourings { constraints: constraints.to_vec(), ..self }
    }

    /// Returns `true` if the colouring answers the question: valid, with the given squares, within the constraints.
    fn answers_question(&self, grid: &Grid) -> bool {
        self.validator.is_valid(grid)
            && self.givens.first_broken(grid).is_none()
            && first_unmet(grid, &self.constraints).is_none()
    }

    /// Returns an error if a colouring that was tried is valid and not listed. `grids` are those of `listed` and are valid.
    pub(super) fn judge(&self, grids: &[Grid], listed: &HashSet<&Grid>, run: &Run) -> Result<Meaning, CheckError> {
        if self.orbits.len() <= MAX_ORBITS {
            let colourings = self.judge_all(listed, run)?;
            return Ok(Meaning::All { colourings });
        }
        let (changed, changes) = self.judge_changes(grids, listed, run)?;
        let random = self.judge_random(listed, run)?;
        let (free_squares, listed) = (self.orbits.len(), grids.len() as u64);
        Ok(Meaning::Some(Sample { free_squares, listed, changed, changes, random }))
    }

    /// Returns the grid where the squares of these orbits are white, or their edges have bars.
    fn with_orbits(&self, is_set: impl Fn(usize) -> bool) -> Grid {
        let mut grid = self.base.clone();
        for (_, orbit) in self.orbits.iter().enumerate().filter(|&(i, _)| is_set(i)) {
            orbit.set(&mut grid, true);
        }
        grid
    }

    /// Flips one orbit: a square and its images take the other colour, or a bar and its images come or go.
    fn flip(&self, grid: &mut Grid, orbit: usize) {
        let orbit = &self.orbits[orbit];
        orbit.set(grid, !orbit.is_set(grid));
    }

    /// Returns `true` if the colouring is a valid, listed grid. Returns an error if it is valid and not listed.
    fn judge_one(&self, grid: &Grid, listed: &HashSet<&Grid>) -> Result<bool, CheckError> {
        if !self.answers_question(grid) {
            return Ok(false);
        }
        if listed.contains(grid) {
            return Ok(true);
        }
        let grid = grid.one_line();
        Err(Refusal::new(format!(
            "the grid {grid} obeys the rules by the validator, and is not listed: a valid grid is missing"
        ))
        .into())
    }

    /// Judges every colouring and returns their number.
    fn judge_all(&self, listed: &HashSet<&Grid>, run: &Run) -> Result<u64, CheckError> {
        let low = self.orbits.len().min(TASK_ORBITS);
        let tasks = 1_u64 << (self.orbits.len() - low);
        run.set_tasks(tasks as usize);
        let (judged, valid) = (AtomicU64::new(0), AtomicU64::new(0));
        first_error(tasks, run, |task| {
            let mut grid = self.with_orbits(|i| i >= low && task >> (i - low) & 1 == 1);
            let mut found = u64::from(self.judge_one(&grid, listed)?);
            // From one colouring to the next a single orbit changes (Gray 1953).
            let others = 1..1_u64 << low;
            judged.fetch_add(1 + (others.end - others.start), Ordering::Relaxed);
            for step in others {
                self.flip(&mut grid, step.trailing_zeros() as usize);
                found += u64::from(self.judge_one(&grid, listed)?);
            }
            valid.fetch_add(found, Ordering::Relaxed);
            Ok(())
        })?;
        // Each listed grid is valid and has the symmetry. If the loop did not meet one, it did not try every colouring.
        if valid.into_inner() != listed.len() as u64 {
            return Err(Refusal::new("the colourings judged do not hold every listed grid").into());
        }
        Ok(judged.into_inner())
    }

    /// Judges changes of listed grids. Where all grids would be too many, it takes some, evenly spread over the list. Returns the number of
    /// changed grids and the number of changes.
    fn judge_changes(&self, grids: &[Grid], listed: &HashSet<&Grid>, run: &Run) -> Result<(u64, u64), CheckError> {
        let orbits = self.orbits.len();
        let places = self.indices_to_change(grids.len());
        let changed = places.len() as u64;
        run.set_tasks(places.len() + 1);
        let tried = AtomicU64::new(0);
        first_error(changed, run, |task| {
            let mut grid = grids[places[task as usize]].clone();
            let mut changes = 0;
            for a in 0..orbits {
                self.flip(&mut grid, a);
                self.judge_one(&grid, listed)?;
                for b in a + 1..orbits {
                    self.flip(&mut grid, b);
                    self.judge_one(&grid, listed)?;
                    self.flip(&mut grid, b);
                    changes += 1;
                }
                self.flip(&mut grid, a);
                changes += 1;
            }
            tried.fetch_add(changes, Ordering::Relaxed);
            Ok(())
        })?;
        Ok((changed, tried.into_inner()))
    }

    /// Returns the indices of the listed grids that are changed.
    fn indices_to_change(&self, listed: usize) -> Vec<usize> {
        let orbits = self.orbits.len() as u64;
        let changes = orbits * (orbits + 1) / 2;
        evenly_spaced(listed as u64, MAX_CHANGES / changes)
    }

    /// Judges random colourings and returns their number.
    fn judge_random(&self, listed: &HashSet<&Grid>, run: &Run) -> Result<u64, CheckError> {
        let mut rng = SeededRng::new(0);
        for tried in 0..RANDOM_COLOURINGS {
            if tried.is_multiple_of(1024) {
                run.check().map_err(|_| CheckError::Stopped)?;
            }
            self.judge_one(&self.random(&mut rng), listed)?;
        }
        run.task_done(0);
        Ok(RANDOM_COLOURINGS)
    }

    /// Returns a random colouring. Its density of white squares is drawn first, from 3/8 to 7/8, or that of bars, from 1/8 to 3/8.
    fn random(&self, rng: &mut SeededRng) -> Grid {
        let share = match self.kind {
            GridKind::Blocks => 3 + rng.below(5),
            GridKind::Bars => 1 + rng.below(3),
        };
        let is_set: Vec<bool> = self.orbits.iter().map(|_| rng.below(8) < share).collect();
        self.with_orbits(|i| is_set[i])
    }
}

/// Returns `most` indices, evenly spread over a list of this length, or all of them.
fn evenly_spaced(length: u64, most: u64) -> Vec<usize> {
    let places = length.min(most);
    (0..places).map(|place| (place * length / places) as usize).collect()
}

/// Does the tasks on all threads and returns the error of the first task that fails.
fn first_error(tasks: u64, run: &Run, work: impl Fn(u64) -> Result<(), CheckError> + Sync) -> Result<(), CheckError> {
    let failed = (0..tasks).into_par_iter().find_map_first(|task| {
        let outcome = run.check().map_err(|_| CheckError::Stopped).and_then(|()| work(task));
        run.task_done(0);
        outcome.err()
    });
    failed.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_testing::prelude::*;

    fn square(side: usize) -> Size {
        Size::square(side).expect("a size")
    }

    /// Judges these grids as the complete list.
    fn judged(colourings: &Colourings, grids: &[Grid]) -> Result<Meaning, CheckError> {
        colourings.judge(grids, &grids.iter().collect(), &Run::new())
    }

    fn refused<T: std::fmt::Debug>(outcome: Result<T, CheckError>) -> String {
        match outcome {
            Err(CheckError::Refused(why)) => why.to_string(),
            other => panic!("not refused: {other:?}"),
        }
    }

    /// Returns every colouring that the rules allow.
    fn every_valid(colourings: &Colourings) -> Vec<Grid> {
        (0..1_u64 << colourings.orbits.len())
            .map(|bits| colourings.with_orbits(|i| bits >> i & 1 == 1))
            .filter(|grid| colourings.validator.is_valid(grid) && colourings.givens.first_broken(grid).is_none())
            .collect()
    }

    /// Finds each valid grid that is missing, in every task of the work.
    #[test]
    fn a_missing_grid_is_seen() {
        let givens = Givens::open(5, 5);
        let colourings = Colourings::new(square(5), &british(), &givens);
        assert!(colourings.orbits.len() > TASK_ORBITS, "there are several tasks");
        let grids = every_valid(&colourings);
        assert_eq!(judged(&colourings, &grids), Ok(Meaning::All { colourings: 1 << 13 }));
        for drop in 0..grids.len() {
            let mut fewer = grids.clone();
            let dropped = fewer.remove(drop).one_line();
            let why = refused(judged(&colourings, &fewer));
            assert!(why.contains(&dropped) && why.contains("is not listed"), "{why}");
        }
    }

    /// Tests the check of the loop over all colourings: it must meet every listed grid.
    #[test]
    fn a_listed_grid_that_does_not_come_up_is_noticed() {
        let givens = Givens::open(5, 5);
        let colourings = Colourings::new(square(5), &british(), &givens);
        let mut grids = every_valid(&colourings);
        grids.push(Grid::black(5, 5));
        assert!(refused(judged(&colourings, &grids)).contains("do not hold every listed grid"));
    }

    #[test]
    fn with_every_square_given_there_is_one_colouring() {
        let mut givens = Givens::open(3, 3);
        (0..3).for_each(|r| givens.fix_row(r, 0b111));
        let rules = builtin("american").expect("built in");
        let colourings = Colourings::new(square(3), &rules, &givens);
        let white = every_valid(&colourings);
        assert_eq!((white.len(), colourings.orbits.len()), (1, 0));
        assert_eq!(judged(&colourings, &white), Ok(Meaning::All { colourings: 1 }));
        assert!(refused(judged(&colourings, &[])).contains("is not listed"));
    }

    #[test]
    fn a_grid_near_a_listed_one_is_seen() {
        let rules = builtin("american").expect("built in");
        let givens = Givens::open(9, 9);
        let colourings = Colourings::new(square(9), &rules, &givens);
        assert!(colourings.orbits.len() > MAX_ORBITS);
        let white = colourings.with_orbits(|_| true);
        assert!(refused(judged(&colourings, &[white])).contains("is not listed"), "two black corners are valid too");
    }

    /// Tells a change of one square from a change of two by the colourings that result.
    #[test]
    fn every_change_of_one_or_two_squares_is_judged() {
        let givens = Givens::open(6, 6);
        let colourings = Colourings::new(square(6), &Ruleset::lax(), &givens);
        assert_eq!(colourings.orbits.len(), 36);
        let white = colourings.with_orbits(|_| true);
        let mut near: Vec<Grid> = vec![white.clone()];
        for a in 0..36 {
            let mut grid = white.clone();
            colourings.flip(&mut grid, a);
            near.push(grid.clone());
            for b in a + 1..36 {
                let mut grid = grid.clone();
                colourings.flip(&mut grid, b);
                near.push(grid);
            }
        }
        let run = Run::new();
        let listed: HashSet<&Grid> = near.iter().collect();
        assert_eq!(colourings.judge_changes(&near[..1], &listed, &run), Ok((1, 666)));
        // The last task is the random colourings.
        assert_eq!(run.progress(), (1, 2, 0));
        // A white square between two black ones in a corner is in no word: that grid need not be listed.
        let valid = near[1..].iter().filter(|grid| colourings.validator.is_valid(grid));
        let mut seen = 0;
        for missing in valid {
            let mut listed = listed.clone();
            listed.remove(missing);
            let why = refused(colourings.judge_changes(&near[..1], &listed, &run));
            assert!(why.contains(&missing.one_line()), "{why}");
            seen += 1;
        }
        assert_eq!(seen, 666 - 4);
    }

    /// Takes the sample from the whole list.
    #[test]
    fn a_long_list_is_sampled_evenly() {
        assert_eq!(evenly_spaced(24, 7), [0, 3, 6, 10, 13, 17, 20]);
        assert_eq!(evenly_spaced(3, 7), [0, 1, 2]);
        assert!(evenly_spaced(0, 7).is_empty());
    }

    /// Tests the number of changed grids. A 9 × 9 grid has 861 changes, so 77,942 grids of a list of a million are changed. A 64 × 64 grid
    /// without symmetry has 8,390,656 changes.
    #[test]
    fn the_number_of_grids_to_change_is_limited() {
        let changed = |size, symmetry, listed| {
            let givens = Givens::open(size, size);
            let rules = Ruleset { symmetry, ..british() };
            Colourings::new(square(size), &rules, &givens).indices_to_change(listed).len()
        };
        assert_eq!(
            [100, 77_942, 77_943, 1_000_000].map(|listed| changed(9, Symmetry::Rot180, listed)),
            [100, 77_942, 77_942, 77_942]
        );
        assert_eq!([0, 7, 8, 24].map(|listed| changed(64, Symmetry::None, listed)), [0, 7, 7, 7]);
    }

    #[test]
    fn random_colourings_are_judged_and_differ() {
        let mut givens = Givens::open(6, 6);
        givens.fix(0, 0, false);
        let colourings = Colourings::new(square(6), &Ruleset::lax(), &givens);
        let run = Run::new();
        assert!(refused(colourings.judge_random(&HashSet::new(), &run)).contains("is not listed"));
        // The two colourings that a generator without randomness would return.
        let constant = [colourings.with_orbits(|_| true), colourings.with_orbits(|_| false)];
        assert!(refused(colourings.judge_random(&constant.iter().collect(), &run)).contains("is not listed"));
        let stopped = stopped();
        assert_eq!(colourings.judge_random(&HashSet::new(), &stopped), Err(CheckError::Stopped));
    }

    #[test]
    fn random_colourings_are_dense_and_sparse() {
        let givens = Givens::open(20, 20);
        let colourings = Colourings::new(square(20), &Ruleset::lax(), &givens);
        let mut rng = SeededRng::new(7);
        let eighths: HashSet<u32> = (0..200)
            .map(|_| {
                let white: u32 = colourings.random(&mut rng).rows().iter().map(|row| row.count_ones()).sum();
                (white + 25) / 50
            })
            .collect();
        assert!((3..=7).all(|eighth| eighths.contains(&eighth)), "{eighths:?}");
        assert!(eighths.iter().all(|eighth| (2..=8).contains(eighth)), "{eighths:?}");
    }

    #[test]
    fn given_squares_stay_as_they_are() {
        let mut givens = Givens::open(5, 5);
        givens.fix(0, 0, true);
        givens.fix(2, 2, false);
        let colourings = Colourings::new(square(5), &british(), &givens);
        assert_eq!(colourings.orbits.len(), 11);
        let grids: Vec<Grid> = (0..1_u64 << 11).map(|bits| colourings.with_orbits(|i| bits >> i & 1 == 1)).collect();
        assert!(grids.iter().all(|grid| grid.is_white(0, 0) && grid.is_white(4, 4) && !grid.is_white(2, 2)));
        assert_eq!(grids.iter().collect::<HashSet<_>>().len(), 1 << 11);
    }

    /// Rejects every colouring if a given square and its image are given in different colours.
    #[test]
    fn contradicting_givens_leave_nothing_to_list() {
        let mut givens = Givens::open(5, 5);
        givens.fix(0, 0, true);
        givens.fix(4, 4, false);
        let colourings = Colourings::new(square(5), &british(), &givens);
        assert_eq!(judged(&colourings, &[]), Ok(Meaning::All { colourings: 1 << 12 }));
    }
}
