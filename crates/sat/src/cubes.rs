//! The search, cut into cubes.
//!
//! A cube fixes some orbits. From a cube with too many open orbits, a solver finds all colourings of the next few orbits that
//! have a model at all (connectivity aside), and each is a smaller cube; from a cube with few, a solver finds its grids. A cube
//! that turns out to have very many, as loose rules make them, is given up and cut like a large one. So no solver ever
//! meets more than a few thousand models, and memory holds one list of cubes for each level.
//!
//! The order of models is lexicographic in the orbits, whatever the cubes are: each list is sorted before it is followed.
//! Hence neither the solver's luck nor the number of threads shows in it.

use varisat::{Lit, Var};

use super::cuts::Cutter;
use super::demands::Demands;
use super::formula::Formula;
use super::models::Models;
use super::orbits::Orbits;
use gridcheck_core::grid::Grid;
use gridcheck_run::{EngineError, Run};

/// How the search is cut.
#[derive(Clone, Copy)]
pub(super) struct Sizes {
    /// A cube with at most this many open orbits goes to a solver whole (64 at most).
    pub(super) leaf: usize,
    /// The most orbits that one cut into smaller cubes fixes (64 at most).
    pub(super) split: usize,
    /// A solver that has given this many models without end is given up.
    pub(super) models: usize,
}

/// Measured: at British 9 × 9 and 10 × 10 leaves of 26 and 28 orbits take a sixth less time than those of 22, at American 11 × 11 a
/// sixth more.
pub(super) const SIZES: Sizes = Sizes { leaf: 24, split: 13, models: 1000 };

/// A leaf that was given up is cut by this many orbits: few, since its cubes are many times smaller then.
const SECOND_SPLIT: usize = 5;

/// What all threads share.
pub(super) struct Search<'a> {
    orbits: &'a Orbits,
    /// Absent when the rules do not ask for connected grids.
    cutter: Option<Cutter<'a>>,
    sizes: Sizes,
    run: &'a Run,
}

/// The colours of some orbits as literals; the first orbit has the highest bit.
fn cube(chosen: &[Var], assignment: u64) -> Vec<Lit> {
    let white = |i: usize| assignment >> (chosen.len() - 1 - i) & 1 == 1;
    chosen.iter().enumerate().map(|(i, orbit)| orbit.lit(white(i))).collect()
}

impl<'a> Search<'a> {
    pub(super) fn new(demands: &Demands, orbits: &'a Orbits, sizes: Sizes, run: &'a Run) -> Self {
        let cutter = demands.connected.then(|| Cutter::new(orbits, demands.whites));
        Search { orbits, cutter, sizes, run }
    }

    /// The cubes that the whole problem is cut into first, in order.
    pub(super) fn first_cubes(&self, formula: &Formula) -> Result<Vec<Vec<Lit>>, EngineError> {
        let open = self.orbits.open(formula);
        self.split(formula, &open[..open.len().saturating_sub(self.sizes.leaf).min(self.sizes.split)])
    }

    /// The colourings of `chosen` orbits that have a model, in order.
    fn split(&self, formula: &Formula, chosen: &[Var]) -> Result<Vec<Vec<Lit>>, EngineError> {
        let mut models = Models::new(formula, chosen);
        let mut found = Vec::new();
        while let Some(assignment) = models.next()? {
            self.run.check()?;
            found.push(assignment);
            models.block(assignment);
        }
        found.sort_unstable();
        Ok(found.into_iter().map(|assignment| cube(chosen, assignment)).collect())
    }

    /// Hands every grid of a cube to `give`, in order.
    pub(super) fn list(
        &self,
        formula: &Formula,
        cube: &[Lit],
        give: &mut dyn FnMut(&Grid) -> Result<(), EngineError>,
    ) -> Result<(), EngineError> {
        self.run.check()?;
        let Some(formula) = formula.under(cube) else { return Ok(()) };
        let open = self.orbits.open(&formula);
        let large = open.len().saturating_sub(self.sizes.leaf);
        let split = if large > 0 {
            large.min(self.sizes.split)
        } else {
            let paint = |assignment| self.orbits.painted(&formula, &open, assignment);
            if let Some(found) = self.models_of_leaf(&formula, &open, paint)? {
                return found.into_iter().try_for_each(|assignment| give(&paint(assignment)));
            }
            SECOND_SPLIT.min(open.len())
        };
        self.split(&formula, &open[..split])?.iter().try_for_each(|cube| self.list(&formula, cube, give))
    }

    /// A grid, if there is one: the first cube that the solver finds is followed to its end before there is another.
    pub(super) fn any(&self, formula: &Formula) -> Result<Option<Grid>, EngineError> {
        let open = self.orbits.open(formula);
        let large = open.len().saturating_sub(self.sizes.leaf);
        if large == 0 {
            let mut found = None;
            let outcome = self.list(formula, &[], &mut |grid| {
                found = Some(grid.clone());
                Err(EngineError::Stopped)
            });
            return if found.is_some() { Ok(found) } else { outcome.map(|()| None) };
        }
        let chosen = &open[..large.min(u64::BITS as usize)];
        let mut models = Models::new(formula, chosen);
        while let Some(assignment) = models.next()? {
            self.run.check()?;
            if let Some(part) = formula.under(&cube(chosen, assignment))
                && let Some(grid) = self.any(&part)?
            {
                return Ok(Some(grid));
            }
            models.block(assignment);
        }
        Ok(None)
    }

    /// The assignments of `open` orbits that make a grid, in order; `None` when they are too many for one solver.
    fn models_of_leaf(
        &self,
        formula: &Formula,
        open: &[Var],
        paint: impl Fn(u64) -> Grid,
    ) -> Result<Option<Vec<u64>>, EngineError> {
        let certain = |orbit: Var| formula.value(orbit.positive()) == Some(true);
        let mut models = Models::new(formula, open);
        let mut found = Vec::new();
        let mut met = 0;
        while let Some(assignment) = models.next()? {
            self.run.check()?;
            met += 1;
            if met > self.sizes.models {
                return Ok(None);
            }
            let cuts = match &self.cutter {
                Some(cutter) => cutter.cuts(&paint(assignment), certain),
                None => Vec::new(),
            };
            if cuts.is_empty() {
                found.push(assignment);
                models.block(assignment);
            }
            for cut in &cuts {
                models.add(cut);
            }
        }
        found.sort_unstable();
        Ok(Some(found))
    }
}
