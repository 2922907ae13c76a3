//! Whether a list of grids is all that the rules allow, as the validator reads them.
//!
//! A refutation shows which colourings satisfy some clauses, and not that the clauses say what the rules say. That is shown
//! here, without a look at how the clauses were made: where there are few enough, **every** colouring with the symmetry asked
//! for is judged, and each valid one must be in the list. Where there are too many it is only tested, where a slip would
//! show first: one or two squares, with their images, are changed in each grid of the list, and random colourings are tried.
//!
//! A colouring without the symmetry breaks the rules by what symmetry means, and is not tried.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::CheckError;
use super::refusal::Refusal;
use crate::dice::Dice;
use crate::engine::Run;
use crate::grid::Grid;
use crate::problem::Givens;
use crate::rules::Ruleset;
use crate::rules::validator::Validator;

/// All colourings of at most this many squares that may differ are judged: 67 million, some seconds.
const MOST_ORBITS: usize = 26;
/// Where that is too many, about so many changes of listed grids are ...
const CHANGES: u64 = 1 << 26;
/// ... and so many random colourings.
const RANDOM: u64 = 1 << 20;

/// What was judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Every colouring with the symmetry and the given squares: so many.
    Proved { colourings: u64 },
    /// So many changes of listed grids, and so many random colourings.
    Tested { changes: u64, random: u64 },
}

/// The colourings that have the symmetry and the given squares, and who judges them.
pub(super) struct Colourings<'a> {
    givens: &'a Givens,
    validator: Validator,
    /// The squares that change together, where none of them is given.
    orbits: Vec<Vec<(usize, usize)>>,
    /// The given squares and their images in their colour, the others black.
    base: Grid,
}

impl<'a> Colourings<'a> {
    pub(super) fn new(size: usize, rules: &Ruleset, givens: &'a Givens) -> Self {
        let mut seen = HashSet::new();
        let mut orbits = Vec::new();
        let mut base = Grid::black(size, size);
        for square in (0..size).flat_map(|r| (0..size).map(move |c| (r, c))) {
            let images = rules.symmetry.group().iter().map(|transform| transform.square(size, size, square));
            let mut orbit: Vec<(usize, usize)> = images.collect();
            orbit.sort_unstable();
            orbit.dedup();
            if !seen.insert(orbit[0]) {
                continue;
            }
            // Should givens contradict each other here, every colouring breaks one of them, and that is seen later.
            match orbit.iter().find_map(|&(r, c)| givens.colour(r, c)) {
                Some(white) => orbit.iter().for_each(|&(r, c)| base.set_white(r, c, white)),
                None => orbits.push(orbit),
            }
        }
        Colourings { givens, validator: Validator::new(rules), orbits, base }
    }

    /// An error if one of the colourings tried is valid and not listed. `grids` are valid.
    pub(super) fn judge(&self, grids: &[Grid], run: &Run) -> Result<Meaning, CheckError> {
        let listed: HashSet<&Grid> = grids.iter().collect();
        if self.orbits.len() <= MOST_ORBITS {
            return self.judge_all(&listed, run);
        }
        let changes = self.judge_changes(grids, &listed, run)?;
        self.judge_random(&listed, run)?;
        Ok(Meaning::Tested { changes, random: RANDOM })
    }

    /// A few colourings for a test that takes long for each: all if they are at most `most`, else some changes of listed
    /// grids and some at random.
    pub(super) fn sample(&self, grids: &[Grid], most: usize) -> Vec<Grid> {
        if self.orbits.len() < usize::BITS as usize && 1 << self.orbits.len() <= most {
            return (0..1_u64 << self.orbits.len()).map(|bits| self.coloured(|i| bits >> i & 1 == 1)).collect();
        }
        let mut dice = Dice::new(1);
        let mut sample = Vec::with_capacity(most);
        while sample.len() < most {
            let orbit = dice.below(self.orbits.len());
            if let Some(grid) = grids.get(dice.below(grids.len().max(1))) {
                let mut grid = grid.clone();
                self.turn(&mut grid, orbit);
                sample.push(grid);
            }
            sample.push(self.random(&mut dice));
        }
        sample
    }

    fn coloured(&self, white: impl Fn(usize) -> bool) -> Grid {
        let mut grid = self.base.clone();
        for (i, orbit) in self.orbits.iter().enumerate() {
            if white(i) {
                for &(r, c) in orbit {
                    grid.set_white(r, c, true);
                }
            }
        }
        grid
    }

    /// One square and its images in the other colour.
    fn turn(&self, grid: &mut Grid, orbit: usize) {
        for &(r, c) in &self.orbits[orbit] {
            let white = grid.is_white(r, c);
            grid.set_white(r, c, !white);
        }
    }

    fn judge_one(&self, grid: &Grid, listed: &HashSet<&Grid>) -> Result<(), CheckError> {
        if self.validator.is_valid(grid) && !listed.contains(grid) && self.givens.first_broken(grid).is_none() {
            let grid = grid.one_line();
            return Err(Refusal::new(format!(
                "the grid {grid} obeys the rules by the validator, and is not listed: the clauses do not say what the rules say"
            ))
            .into());
        }
        Ok(())
    }

    fn judge_all(&self, listed: &HashSet<&Grid>, run: &Run) -> Result<Meaning, CheckError> {
        // Within a piece, from one colouring to the next a single orbit changes (a Gray code).
        let low = self.orbits.len().min(16);
        let pieces = 1_u64 << (self.orbits.len() - low);
        run.set_pieces(pieces as usize);
        first_error(pieces, run, |piece| {
            let mut grid = self.coloured(|i| i >= low && piece >> (i - low) & 1 == 1);
            self.judge_one(&grid, listed)?;
            for step in 1..1_u64 << low {
                self.turn(&mut grid, step.trailing_zeros() as usize);
                self.judge_one(&grid, listed)?;
            }
            Ok(())
        })?;
        Ok(Meaning::Proved { colourings: 1 << self.orbits.len() })
    }

    fn judge_changes(&self, grids: &[Grid], listed: &HashSet<&Grid>, run: &Run) -> Result<u64, CheckError> {
        let orbits = self.orbits.len();
        let changes = (orbits * (orbits + 1) / 2) as u64;
        // Evenly spread over the list where all would be too many.
        let wanted = (CHANGES / changes).max(1).min(grids.len() as u64);
        run.set_pieces((wanted + 1) as usize);
        let tried = AtomicU64::new(0);
        first_error(wanted, run, |piece| {
            let mut grid = grids[(u128::from(piece) * grids.len() as u128 / u128::from(wanted)) as usize].clone();
            for a in 0..orbits {
                self.turn(&mut grid, a);
                self.judge_one(&grid, listed)?;
                for b in a + 1..orbits {
                    self.turn(&mut grid, b);
                    self.judge_one(&grid, listed)?;
                    self.turn(&mut grid, b);
                }
                self.turn(&mut grid, a);
            }
            tried.fetch_add(changes, Ordering::Relaxed);
            Ok(())
        })?;
        Ok(tried.into_inner())
    }

    fn judge_random(&self, listed: &HashSet<&Grid>, run: &Run) -> Result<(), CheckError> {
        let mut dice = Dice::new(0);
        for tried in 0..RANDOM {
            if tried.is_multiple_of(1024) {
                run.check().map_err(|_| CheckError::Stopped)?;
            }
            self.judge_one(&self.random(&mut dice), listed)?;
        }
        run.piece_done(0);
        Ok(())
    }

    /// Each square white with one of several probabilities.
    fn random(&self, dice: &mut Dice) -> Grid {
        let whites = 3 + dice.below(5);
        let colours: Vec<bool> = self.orbits.iter().map(|_| dice.below(8) < whites).collect();
        self.coloured(|i| colours[i])
    }
}

/// Does pieces of work on all threads; the error of the first piece that has one.
fn first_error(pieces: u64, run: &Run, work: impl Fn(u64) -> Result<(), CheckError> + Sync) -> Result<(), CheckError> {
    let failed = (0..pieces).into_par_iter().find_map_first(|piece| {
        let outcome = run.check().map_err(|_| CheckError::Stopped).and_then(|()| work(piece));
        run.piece_done(0);
        outcome.err()
    });
    failed.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::builtin;

    fn judged(size: usize, drop: Option<usize>) -> Result<Meaning, CheckError> {
        let rules = builtin("british").expect("built in");
        let givens = Givens::open(size, size);
        let colourings = Colourings::new(size, &rules, &givens);
        let run = Run::new();
        let validator = Validator::new(&rules);
        let mut grids: Vec<Grid> = (0..1_u64 << colourings.orbits.len())
            .map(|bits| colourings.coloured(|i| bits >> i & 1 == 1))
            .filter(|grid| validator.is_valid(grid))
            .collect();
        if let Some(drop) = drop {
            grids.remove(drop);
        }
        colourings.judge(&grids, &run)
    }

    #[test]
    fn a_missing_grid_is_seen() {
        assert!(matches!(judged(5, None), Ok(Meaning::Proved { colourings: 8192 })));
        for drop in [0, 3, 16] {
            let Err(CheckError::Refused(why)) = judged(5, Some(drop)) else { panic!("not seen: {drop}") };
            assert!(why.to_string().contains("is not listed"), "{why}");
        }
    }

    #[test]
    fn a_grid_near_a_listed_one_is_seen() {
        let rules = builtin("american").expect("built in");
        let givens = Givens::open(9, 9);
        let colourings = Colourings::new(9, &rules, &givens);
        assert!(colourings.orbits.len() > MOST_ORBITS);
        let white = colourings.coloured(|_| true);
        let listed = [white];
        let refused = colourings.judge(&listed, &Run::new());
        assert!(matches!(refused, Err(CheckError::Refused(_))), "an open grid with two black corners is valid too");
    }

    #[test]
    fn given_squares_stay_as_they_are() {
        let rules = builtin("british").expect("built in");
        let mut givens = Givens::open(5, 5);
        givens.fix(0, 0, true);
        givens.fix(2, 2, false);
        let colourings = Colourings::new(5, &rules, &givens);
        assert_eq!(colourings.orbits.len(), 11);
        let grids = colourings.sample(&[], 1 << 11);
        assert!(grids.iter().all(|grid| grid.is_white(0, 0) && grid.is_white(4, 4) && !grid.is_white(2, 2)));
        assert_eq!(grids.iter().collect::<HashSet<_>>().len(), 1 << 11);
    }
}
