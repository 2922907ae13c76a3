//! Defines what an engine is, and a problem that an engine has prepared: what a caller holds, it can do.

use std::sync::Arc;

use super::blocks::{self, BlockSum, Blocks, NumberedBlocks, SumKind};
use super::error::{Declined, EngineError, Unsupported};
use super::facts::EngineFacts;
use super::lister::Lister;
use super::listing::Collector;
use super::run::Run;
use gridcheck_core::constraint::{Distribution, Extreme, Goal, Measure};
use gridcheck_core::problem::Problem;

/// One method of counting grids.
pub trait Engine: Sync {
    /// Returns the properties that depend on no problem.
    fn facts(&self) -> EngineFacts;

    /// Returns the name that `--engine` takes.
    fn name(&self) -> &'static str {
        self.facts().name
    }

    /// Prepares a problem for a kind of sum over its valid grids. This is quick, so that a caller can choose among engines by what they
    /// have prepared. Blocks keep what takes longer to build from their first use on.
    ///
    /// # Errors
    /// Returns the reason if the engine cannot do the problem at all.
    fn prepare(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        self.facts().check(problem).map_err(|why| why.by(self.name()))?;
        self.prepare_supported(problem, kind)
    }

    /// Prepares a problem whose kind of grids, symmetry and constraints the engine [supports](EngineFacts::check).
    ///
    /// # Errors
    /// Returns the reason if the engine cannot do the problem at all.
    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined>;

    /// Counts the valid grids. To do more with the problem, [`prepare`](Engine::prepare) it.
    ///
    /// # Errors
    /// Returns an error if the engine cannot do the problem, fails or is stopped.
    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        self.prepare(problem, &SumKind::Plain)?.count(run)
    }

    /// Counts the valid grids by their values of these measures.
    ///
    /// # Errors
    /// Returns an error if the engine cannot measure or cannot do the problem, fails or is stopped.
    fn distribution(&self, problem: &Problem, by: &[Measure], run: &Run) -> Result<Distribution, EngineError> {
        self.prepare(problem, &SumKind::Distribution(by.to_vec()))?.distribution(run)
    }

    /// Returns the extreme of a measure over the valid grids and the number of grids that reach it; `None` if there is no grid.
    ///
    /// # Errors
    /// Returns an error for the same causes as [`distribution`](Engine::distribution).
    fn extreme(&self, problem: &Problem, goal: Goal, run: &Run) -> Result<Option<Extreme>, EngineError> {
        self.prepare(problem, &SumKind::Extreme(goal))?.extreme(run)
    }

    /// Gives every valid grid once to `collector`; see [`listing`](super::listing) for the order and the threads.
    ///
    /// # Errors
    /// Returns an error if the engine does not list or cannot do the problem, fails or is stopped.
    fn list(&self, problem: &Problem, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        self.prepare(problem, &SumKind::Plain)?.list(run, collector)
    }
}

/// A problem, and the kind of sum over its grids that is asked for, as an engine has prepared them.
pub struct Prepared<'e> {
    engine: &'e dyn Engine,
    problem: Problem,
    kind: SumKind,
    slow: Option<String>,
    work: Work<'e>,
}

/// The way from a prepared problem to the sum.
enum Work<'e> {
    Listing(Box<dyn Lister + 'e>),
    Blocks(Arc<dyn Blocks>),
    Whole(Box<WholeSum<'e>>),
}

/// Makes the sum over all grids at once.
type WholeSum<'e> = dyn Fn(&Run) -> Result<BlockSum, EngineError> + Send + Sync + 'e;

impl<'e> Prepared<'e> {
    /// Creates a problem whose grids can be listed. `slow` is the reason why that takes unreasonably long, as in "61 open squares,
    /// reasonable up to 50".
    ///
    /// # Errors
    /// Returns an error if the engine does not know a measure that is asked for.
    pub fn listing(
        engine: &'e dyn Engine,
        problem: &Problem,
        kind: &SumKind,
        slow: Option<String>,
        lister: impl Lister + 'e,
    ) -> Result<Self, Declined> {
        engine.facts().check_measures(&kind.measures()).map_err(|why| why.by(engine.name()))?;
        Ok(Prepared::new(engine, problem, kind, slow, Work::Listing(Box::new(lister))))
    }

    /// Creates a problem whose sum is the sum of blocks, which are prepared to make sums of this kind.
    pub fn in_blocks(
        engine: &'e dyn Engine,
        problem: &Problem,
        kind: &SumKind,
        slow: Option<String>,
        blocks: Arc<dyn Blocks>,
    ) -> Self {
        Prepared::new(engine, problem, kind, slow, Work::Blocks(blocks))
    }

    /// Creates a problem whose sum is made of all grids at once.
    pub fn whole(
        engine: &'e dyn Engine,
        problem: &Problem,
        kind: &SumKind,
        slow: Option<String>,
        sum: impl Fn(&Run) -> Result<BlockSum, EngineError> + Send + Sync + 'e,
    ) -> Self {
        Prepared::new(engine, problem, kind, slow, Work::Whole(Box::new(sum)))
    }

    fn new(engine: &'e dyn Engine, problem: &Problem, kind: &SumKind, slow: Option<String>, work: Work<'e>) -> Self {
        Prepared { engine, problem: problem.clone(), kind: kind.clone(), slow, work }
    }

    /// Returns the engine.
    pub fn engine(&self) -> &'e dyn Engine {
        self.engine
    }

    /// Returns the name of the engine.
    pub fn name(&self) -> &'static str {
        self.engine.name()
    }

    /// Returns the problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the kind of sum that is asked for.
    pub fn kind(&self) -> &SumKind {
        &self.kind
    }

    /// Returns the reason why the engine would take unreasonably long, if it would. Otherwise it takes minutes at most.
    pub fn slow(&self) -> Option<&str> {
        self.slow.as_deref()
    }

    /// Returns the grids, if the engine lists.
    pub fn lister(&self) -> Option<&dyn Lister> {
        match &self.work {
            Work::Listing(lister) => Some(&**lister),
            Work::Blocks(_) | Work::Whole(_) => None,
        }
    }

    /// Returns the blocks, if the engine counts in blocks.
    pub fn blocks(&self) -> Option<&Arc<dyn Blocks>> {
        match &self.work {
            Work::Blocks(blocks) => Some(blocks),
            Work::Listing(_) | Work::Whole(_) => None,
        }
    }

    /// Returns the blocks, if the engine counts in blocks and numbers their grids.
    pub fn numbered_blocks(&self) -> Option<Arc<dyn NumberedBlocks>> {
        Arc::clone(self.blocks()?).numbered()
    }

    /// Gives every valid grid once to `collector`; see [`listing`](super::listing) for the order and the threads.
    ///
    /// # Errors
    /// Returns an error if the engine does not list, fails or is stopped.
    pub fn list(&self, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        match self.lister() {
            Some(lister) => lister.list(run, collector),
            None => {
                Err(Declined { engine: self.name(), why: "it counts grids without listing them".to_owned() }.into())
            }
        }
    }

    /// Makes the sum over all valid grids.
    ///
    /// # Errors
    /// Returns an error if the engine fails or is stopped, or if the sum overflows.
    pub fn sum(&self, run: &Run) -> Result<BlockSum, EngineError> {
        match &self.work {
            Work::Listing(lister) => match &self.kind {
                SumKind::Plain => lister.count(run).map(BlockSum::Plain),
                SumKind::Distribution(by) => lister.distribution(by, run).map(BlockSum::Distribution),
                SumKind::Extreme(goal) => Ok(BlockSum::Extreme { goal: *goal, best: lister.extreme(*goal, run)? }),
            },
            Work::Blocks(blocks) => blocks::total(self.name(), &**blocks, &self.kind, run),
            Work::Whole(sum) => sum(run),
        }
    }

    /// Counts the grids.
    ///
    /// # Errors
    /// Returns an error for the causes of [`sum`](Prepared::sum), or if another kind of sum was prepared.
    pub fn count(&self, run: &Run) -> Result<u128, EngineError> {
        self.must_be(self.kind == SumKind::Plain)?;
        match self.sum(run)? {
            BlockSum::Plain(grids) => Ok(grids),
            sum => Err(self.another_kind(&sum.kind())),
        }
    }

    /// Sorts the grids by the measures that it was prepared for.
    ///
    /// # Errors
    /// Returns an error for the causes of [`sum`](Prepared::sum), or if another kind of sum was prepared.
    pub fn distribution(&self, run: &Run) -> Result<Distribution, EngineError> {
        self.must_be(matches!(self.kind, SumKind::Distribution(_)))?;
        match self.sum(run)? {
            BlockSum::Distribution(distribution) => Ok(distribution),
            sum => Err(self.another_kind(&sum.kind())),
        }
    }

    /// Returns the extreme that it was prepared for; `None` if there is no grid.
    ///
    /// # Errors
    /// Returns an error for the causes of [`sum`](Prepared::sum), or if another kind of sum was prepared.
    pub fn extreme(&self, run: &Run) -> Result<Option<Extreme>, EngineError> {
        self.must_be(matches!(self.kind, SumKind::Extreme(_)))?;
        match self.sum(run)? {
            BlockSum::Extreme { best, .. } => Ok(best),
            sum => Err(self.another_kind(&sum.kind())),
        }
    }

    /// Returns an error unless the prepared kind is the right one, before hours are spent on another.
    fn must_be(&self, is_right: bool) -> Result<(), EngineError> {
        if is_right { Ok(()) } else { Err(self.another_kind(&self.kind)) }
    }

    fn another_kind(&self, kind: &SumKind) -> EngineError {
        EngineError::Failed { engine: self.name(), what: format!("it was prepared for {kind}") }
    }
}

/// Serves engines that only count.
///
/// # Errors
/// Returns an error if sums other than numbers of grids are asked for.
pub fn only_counts(kind: &SumKind) -> Result<(), Unsupported> {
    match kind {
        SumKind::Plain => Ok(()),
        SumKind::Distribution(_) | SumKind::Extreme(_) => Err("it counts grids and does not measure them".into()),
    }
}

/// Returns `true` if two engines are two witnesses, which share nothing but the grid and the rule data.
pub fn are_unrelated(one: &dyn Engine, other: &dyn Engine) -> bool {
    one.name() != other.name() && one.facts().witness.shared_with(other.facts().witness).is_none()
}
