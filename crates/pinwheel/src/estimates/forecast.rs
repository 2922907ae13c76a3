//! Forecasts a count before it begins: its size, whether it takes unreasonably long, and the cost of its blocks. All
//! of it is extrapolated from a [census](mod@crate::estimates::census) of smaller grids.

use std::sync::Arc;

use crate::estimates::census::{CensusResult, Extent, census};
use crate::estimates::effort::Effort;
use crate::given::Given;
use crate::prepared::PreparedProblem;
use crate::quarter::Shape;
use gridcheck_core::problem::Problem;
use gridcheck_run::memo::Memo;
use gridcheck_run::{EngineError, Run};

/// Up to this size every rule set takes a few seconds at most.
const QUICK: usize = 9;
/// Up to this size a rough estimate is enough.
const SMALL: usize = 13;
/// The largest number of signatures that is counted in reasonable time: about half an hour on two processors.
const MOST_SIGNATURES: f64 = 1e10;
/// The largest number of open squares of each quarter at which a problem with given squares needs no forecast. Two quarters
/// have at most 2^33 colourings then, fewer than [`MOST_SIGNATURES`].
const FEW_OPEN: u32 = 32;

/// Makes the forecasts about a problem, and keeps the censuses of smaller grids that they need.
pub struct Forecaster {
    problem: Problem,
    /// The censuses by size; `None` if grids of that size cannot be counted.
    censuses: Memo<usize, Option<Arc<CensusResult>>>,
}

impl Forecaster {
    /// Creates a forecaster, without a census yet.
    pub fn of(problem: &Problem) -> Arc<Self> {
        Arc::new(Forecaster { problem: problem.clone(), censuses: Memo::default() })
    }

    /// Returns the problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the reason why the problem takes unreasonably long, or `None`.
    pub fn slow(&self) -> Option<String> {
        // If even the census exceeds the memory, the count reports it.
        let signatures = self.expected().ok()??.signatures;
        (signatures > MOST_SIGNATURES)
            .then(|| format!("about {signatures:.0e} kinds of quarter, above {MOST_SIGNATURES:.0e} it takes hours"))
    }

    /// Estimates the size of the problem. Returns `None` for small problems and where smaller grids allow no estimate.
    ///
    /// # Errors
    /// The census of the smaller grids exceeds the memory.
    pub fn expected(&self) -> Result<Option<Extent>, EngineError> {
        let height = self.problem.height();
        if height <= QUICK || self.has_few_open_squares() {
            return Ok(None);
        }
        // Small grids have room for few of the words, so they give low estimates. An estimate that is too high is
        // therefore sufficient.
        let rough = self.extrapolate([7, 9])?;
        let is_enough = rough.as_ref().is_none_or(|rough| height <= SMALL || rough.signatures > MOST_SIGNATURES);
        if is_enough { Ok(rough) } else { self.extrapolate([9, 11]) }
    }

    /// Estimates the cost of the problem's blocks, the same on every machine. Where smaller grids allow no estimate,
    /// all groups cost the same.
    ///
    /// # Errors
    /// The census of the smaller grids exceeds the memory.
    pub fn effort(&self) -> Result<Effort, EngineError> {
        let (size, height) = (self.problem.height(), Shape::new(self.problem.height()).height);
        let [small, large] = if size <= SMALL { [7, 9] } else { [9, 11] };
        let known = if size <= QUICK {
            self.census_of(size)?.map(|found| Effort::counted(height, &found.sides))
        } else {
            let sides = self.census_of(small)?.zip(self.census_of(large)?);
            sides.map(|(few, many)| Effort::extrapolate(height, Shape::new(small).height, &few.sides, &many.sides))
        };
        Ok(known.unwrap_or_else(|| Effort::uniform(height)))
    }

    /// Estimates the cost of the problem's blocks for the progress report. All groups cost the same if few squares are open,
    /// or if the census exceeds the memory.
    pub fn rough_effort(&self) -> Effort {
        let uniform = || Effort::uniform(Shape::new(self.problem.height()).height);
        if self.has_few_open_squares() { uniform() } else { self.effort().unwrap_or_else(|_| uniform()) }
    }

    /// Returns `true` if squares are given and leave few open.
    fn has_few_open_squares(&self) -> bool {
        let shape = Shape::new(self.problem.height());
        let is_few = |given: &Given| given.open_squares(shape) <= FEW_OPEN;
        !self.problem.givens().is_empty() && Given::of(&self.problem).iter().all(is_few)
    }

    /// Extrapolates geometrically: the size grows by the factor between the two odd sizes.
    fn extrapolate(&self, sizes: [usize; 2]) -> Result<Option<Extent>, EngineError> {
        let [small, large] = sizes.map(|size| self.census_of(size));
        let steps = (self.problem.height() - sizes[1]) as f64 / 2.0;
        let grown = |small: f64, large: f64| large.max(1.0) * (large.max(1.0) / small.max(1.0)).powf(steps);
        Ok(small?.zip(large?).map(|(small, large)| {
            let [small, large] = [&small.extent, &large.extent];
            Extent { signatures: grown(small.signatures, large.signatures), bytes: grown(small.bytes, large.bytes) }
        }))
    }

    /// Returns the census of grids of this size, or `None` if they cannot be counted.
    ///
    /// # Errors
    /// The census exceeds the memory.
    fn census_of(&self, size: usize) -> Result<Option<Arc<CensusResult>>, EngineError> {
        self.censuses.get(size, || {
            let smaller = Problem::new(size, self.problem.rules().clone()).ok();
            let prepared = smaller.and_then(|smaller| PreparedProblem::counting(&smaller).ok());
            match prepared.map(|prepared| census(&prepared, &Run::new())) {
                Some(Err(error @ EngineError::OutOfMemory { .. })) => Err(error),
                found => Ok(found.and_then(Result::ok).map(Arc::new)),
            }
        })
    }
}
