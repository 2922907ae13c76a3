//! Divides the search into cubes.
//!
//! A cube fixes some orbits. If a cube has too many open orbits, a solver finds all colourings of the next few orbits that have a model.
//! Connectivity is not tested for them. Each colouring is a smaller cube. If a cube has few open orbits, a solver finds its grids. A cube
//! with very many grids, as loose rules produce, is abandoned and divided like a large one. So no solver finds more than a few thousand
//! models, and memory holds one list of cubes for each level.
//!
//! The order of models is lexicographic in the orbits, for any division into cubes, because each list is sorted before it is processed.
//! Therefore neither the order of the solver's models nor the number of threads affects the result.

use varisat::{Lit, Var};

use super::bars::BarCutter;
use super::cuts::Cutter;
use super::formula::Formula;
use super::models::Models;
use super::orbits::Orbits;
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::GridKind;
use gridcheck_engine::{EngineError, Run};

/// The sizes by which the search is divided.
#[derive(Clone, Copy)]
pub(super) struct Sizes {
    /// Maximum number of open orbits of a cube that goes to a solver whole (64 at most).
    pub(super) leaf: usize,
    /// Maximum number of orbits that one division into smaller cubes fixes (64 at most).
    pub(super) split: usize,
    /// Maximum number of models of one solver; a solver that has found more is abandoned.
    pub(super) models: usize,
}

/// Measured: compared with leaves of 22 orbits, leaves of 26 and 28 take a sixth less time at British 9 × 9 and 10 × 10. At American 11 ×
/// 11 they take a sixth more.
pub(super) const SIZES: Sizes = Sizes { leaf: 24, split: 13, models: 1000 };

/// Number of orbits by which an abandoned leaf is divided: few, because its cubes are then many times smaller.
const SECOND_SPLIT: usize = 5;

/// The data that all threads share.
pub(super) struct Search<'a> {
    orbits: &'a Orbits,
    /// Absent if the rules do not require connected grids.
    cutter: Option<AnyCutter<'a>>,
    sizes: Sizes,
    run: &'a Run,
}

/// Computes cuts for grids of one kind.
enum AnyCutter<'a> {
    Blocks(Cutter<'a>),
    Bars(BarCutter<'a>),
}

/// Returns the colours of some orbits as literals; the first orbit has the highest bit.
fn cube(chosen: &[Var], assignment: u64) -> Vec<Lit> {
    let white = |i: usize| assignment >> (chosen.len() - 1 - i) & 1 == 1;
    chosen.iter().enumerate().map(|(i, orbit)| orbit.lit(white(i))).collect()
}

impl<'a> Search<'a> {
    pub(super) fn new(problem: &Problem, orbits: &'a Orbits, sizes: Sizes, run: &'a Run) -> Self {
        let cutter = match problem.rules().kind {
            GridKind::Blocks => Cutter::of(problem, orbits).map(AnyCutter::Blocks),
            GridKind::Bars => BarCutter::of(problem, orbits).map(AnyCutter::Bars),
        };
        Search { orbits, cutter, sizes, run }
    }

    /// Returns the cubes into which the whole problem is divided first, in order.
    ///
    /// # Errors
    ///
    /// Fails if the run must stop, or if the solver fails.
    pub(super) fn first_cubes(&self, formula: &Formula) -> Result<Vec<Vec<Lit>>, EngineError> {
        let open = self.orbits.open(formula);
        self.split(formula, &open[..open.len().saturating_sub(self.sizes.leaf).min(self.sizes.split)])
    }

    /// Returns the colourings of `chosen` orbits that have a model, in order.
    fn split(&self, formula: &Formula, chosen: &[Var]) -> Result<Vec<Vec<Lit>>, EngineError> {
        let mut models = Models::new(formula, chosen, self.run);
        let mut found = Vec::new();
        while let Some(assignment) = models.next()? {
            self.run.check()?;
            found.push(assignment);
            models.block(assignment);
        }
        found.sort_unstable();
        Ok(found.into_iter().map(|assignment| cube(chosen, assignment)).collect())
    }

    /// Passes every grid of a cube to `give`, in order.
    ///
    /// # Errors
    ///
    /// Fails if the run must stop, if the solver fails, or if `give` returns an error.
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

    /// Returns a grid, if there is one. The first cube that the solver finds is searched completely before the next is requested.
    ///
    /// # Errors
    ///
    /// Fails if the run must stop, or if the solver fails.
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
        let mut models = Models::new(formula, chosen, self.run);
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

    /// Returns the assignments of `open` orbits that make a grid, in order; `None` if they are too many for one solver.
    fn models_of_leaf(
        &self,
        formula: &Formula,
        open: &[Var],
        paint: impl Fn(u64) -> Grid,
    ) -> Result<Option<Vec<u64>>, EngineError> {
        let certain = |orbit: Var| formula.value(orbit.positive()) == Some(true);
        let mut models = Models::new(formula, open, self.run);
        let mut found = Vec::new();
        let mut seen_models = 0;
        while let Some(assignment) = models.next()? {
            self.run.check()?;
            seen_models += 1;
            if seen_models > self.sizes.models {
                return Ok(None);
            }
            let cuts = match &self.cutter {
                Some(AnyCutter::Blocks(cutter)) => cutter.cuts(&paint(assignment), certain),
                Some(AnyCutter::Bars(cutter)) => cutter.cuts(&paint(assignment)),
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
