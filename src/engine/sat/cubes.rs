//! The search, cut into cubes.
//!
//! A cube fixes some orbits. From a cube with too many open orbits, a solver finds all colourings of the next few orbits that
//! have a model at all (connectivity aside), and each is a smaller cube; from a cube with few, a solver finds its grids. So no
//! solver ever meets more than a few thousand models, and memory holds one list of cubes for each level.
//!
//! The order of grids is lexicographic in the orbits, whatever the cubes are: each list is sorted before it is followed.
//! Hence neither the solver's luck, nor the number of threads, nor the cuts that other threads have found, show in it.

use varisat::{Lit, Var};

use super::cuts::{Cutter, Pool};
use super::formula::Formula;
use super::models::Models;
use super::orbits::Orbits;
use crate::engine::{EngineError, Run};
use crate::grid::Grid;
use crate::problem::Problem;

/// A cube with at most this many open orbits goes to a solver whole.
const LEAF_ORBITS: usize = 28;
/// The most orbits that one cut into smaller cubes fixes.
const MOST_SPLIT: usize = 13;

/// What all threads share.
pub(super) struct Search<'a> {
    orbits: &'a Orbits,
    /// Absent when the rules do not ask for connected grids.
    cutter: Option<Cutter<'a>>,
    pool: Pool,
    run: &'a Run,
}

impl<'a> Search<'a> {
    pub(super) fn new(problem: &Problem, orbits: &'a Orbits, run: &'a Run) -> Self {
        let cutter = problem.rules().connected.then(|| Cutter::new(orbits, problem.rules()));
        Search { orbits, cutter, pool: Pool::default(), run }
    }

    /// The cuts found so far.
    #[cfg(test)]
    pub(super) fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The cubes that the open orbits of `formula` are cut into first, in order.
    pub(super) fn split(&self, formula: &Formula) -> Result<Vec<Vec<Lit>>, EngineError> {
        let open = self.orbits.open(formula);
        let size = open.len().saturating_sub(LEAF_ORBITS).min(MOST_SPLIT);
        let chosen = &open[..size];
        let mut models = Models::new(formula, chosen);
        let mut found = Vec::new();
        while let Some(assignment) = models.next()? {
            self.run.check()?;
            found.push(assignment);
            models.block(assignment);
        }
        found.sort_unstable();
        let literal = |assignment: u64, i: usize| chosen[i].lit(assignment >> (size - 1 - i) & 1 == 1);
        Ok(found.into_iter().map(|assignment| (0..size).map(|i| literal(assignment, i)).collect()).collect())
    }

    /// Hands every grid of a cube to `give`, in order.
    pub(super) fn list(
        &self,
        formula: &Formula,
        cube: &[Lit],
        give: &mut dyn FnMut(&Grid) -> Result<(), EngineError>,
    ) -> Result<(), EngineError> {
        self.run.check()?;
        let within = self.pool.with(|cuts| formula.under_with(cube, cuts.iter().map(Vec::as_slice)));
        let Some(formula) = within else { return Ok(()) };
        let open = self.orbits.open(&formula);
        if open.len() <= LEAF_ORBITS {
            return self.list_leaf(&formula, &open, give);
        }
        for cube in self.split(&formula)? {
            self.list(&formula, &cube, give)?;
        }
        Ok(())
    }

    fn list_leaf(
        &self,
        formula: &Formula,
        open: &[Var],
        give: &mut dyn FnMut(&Grid) -> Result<(), EngineError>,
    ) -> Result<(), EngineError> {
        let base = self.orbits.painted(formula);
        let paint = |assignment: u64| {
            let mut grid = base.clone();
            for (i, &orbit) in open.iter().enumerate() {
                if assignment >> (open.len() - 1 - i) & 1 == 1 {
                    self.orbits.paint(&mut grid, orbit);
                }
            }
            grid
        };
        let certain = |orbit: Var| formula.value(orbit.positive()) == Some(true);
        let mut models = Models::new(formula, open);
        let mut found = Vec::new();
        while let Some(assignment) = models.next()? {
            self.run.check()?;
            let cuts = match &self.cutter {
                Some(cutter) => cutter.cuts(&paint(assignment), certain),
                None => Vec::new(),
            };
            if cuts.is_empty() {
                found.push(assignment);
                models.block(assignment);
            }
            for cut in cuts {
                models.add(&cut);
                self.pool.add(&cut);
            }
        }
        found.sort_unstable();
        found.into_iter().try_for_each(|assignment| give(&paint(assignment)))
    }
}
