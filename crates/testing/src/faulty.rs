//! Deliberately faulty engines: they wrap another engine and misread its problem, or lose, repeat or hide its grids.

use std::sync::{Arc, Mutex};

use gridcheck_core::constraint::{Distribution, Extreme, Goal, Measure};
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Ruleset;
use gridcheck_engine::blocks::{BlockSum, SumKind};
use gridcheck_engine::listing::{Collector, Repeat};
use gridcheck_engine::{
    Declined, Engine, EngineError, EngineFacts, Lister, Method, Prepared, Run, Witness, only_counts,
};

/// A mistake in reading the rules.
pub type Edit = fn(&mut Ruleset);

/// The number of times that an engine gives a grid.
pub type Times = fn(&Grid) -> usize;

/// Replaces the problem of an engine by another.
pub trait Misreading: Sync {
    /// Returns the problem that is answered instead.
    fn of(&self, problem: &Problem) -> Problem;
}

impl Misreading for Edit {
    fn of(&self, problem: &Problem) -> Problem {
        let mut rules = problem.rules().clone();
        self(&mut rules);
        problem.clone().with_rules(rules).expect("an edit that makes sense")
    }
}

/// An engine that answers another problem than the given one.
pub struct Faulty<M> {
    /// The wrapped engine.
    pub engine: &'static dyn Engine,
    /// The mistake.
    pub edit: M,
}

impl<M: Misreading> Engine for Faulty<M> {
    fn facts(&self) -> EngineFacts {
        renamed("faulty", self.engine)
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        same_answers(self, problem, self.engine.prepare(&self.edit.of(problem), kind)?)
    }
}

/// Returns the facts of an engine under another name. Its blocks are not offered.
fn renamed(name: &'static str, engine: &dyn Engine) -> EngineFacts {
    let facts = engine.facts();
    let method = if facts.lists() { facts.method } else { Method::CountsWhole };
    EngineFacts { name, method, ..facts }
}

/// Returns a problem that `engine` answers like another engine, which prepared `inner`. Blocks are not offered.
fn same_answers<'e>(engine: &'e dyn Engine, problem: &Problem, inner: Prepared<'e>) -> Result<Prepared<'e>, Declined> {
    let (kind, slow) = (inner.kind().clone(), inner.slow().map(str::to_owned));
    if inner.lister().is_some() {
        return Prepared::listing(engine, problem, &kind, slow, SameGrids(inner));
    }
    Ok(Prepared::whole(engine, problem, &kind, slow, move |run| inner.sum(run)))
}

fn lister<'p>(prepared: &'p Prepared<'_>) -> &'p dyn Lister {
    prepared.lister().expect("the engine lists")
}

/// The grids of an engine, counted in its way.
struct SameGrids<'e>(Prepared<'e>);

impl Lister for SameGrids<'_> {
    fn measure(&self, grid: &Grid, measure: Measure) -> u32 {
        lister(&self.0).measure(grid, measure)
    }

    fn list(&self, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        self.0.list(run, collector)
    }

    fn count(&self, run: &Run) -> Result<u128, EngineError> {
        lister(&self.0).count(run)
    }

    fn distribution(&self, by: &[Measure], run: &Run) -> Result<Distribution, EngineError> {
        lister(&self.0).distribution(by, run)
    }

    fn extreme(&self, goal: Goal, run: &Run) -> Result<Option<Extreme>, EngineError> {
        lister(&self.0).extreme(goal, run)
    }
}

/// The grids of an engine, each as often as `times` says.
struct AlteredGrids<'e> {
    inner: Prepared<'e>,
    times: Times,
}

impl Lister for AlteredGrids<'_> {
    fn measure(&self, grid: &Grid, measure: Measure) -> u32 {
        lister(&self.inner).measure(grid, measure)
    }

    fn list(&self, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        self.inner.list(run, &Repeat::new(collector, self.times))
    }
}

/// An engine that gives each grid of another engine as often as `times` says, and counts what it gives.
pub struct Altered {
    /// The correct engine, which lists.
    pub engine: &'static dyn Engine,
    /// The number of times for each grid; 1 is correct.
    pub times: Times,
}

impl Engine for Altered {
    fn facts(&self) -> EngineFacts {
        renamed("altered", self.engine)
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        let inner = self.engine.prepare(problem, kind)?;
        let slow = inner.slow().map(str::to_owned);
        Prepared::listing(self, problem, kind, slow, AlteredGrids { inner, times: self.times })
    }
}

/// The counts of another engine, without its grids.
pub struct CountingOnly<'a> {
    /// The name of this engine.
    pub name: &'static str,
    /// The engine that counts.
    pub engine: &'a dyn Engine,
    /// The reason to decline a problem, if there is one.
    pub declines: fn(&Problem) -> Option<String>,
    /// The reason to call every problem slow, in place of that of the wrapped engine.
    pub slow: Option<&'static str>,
    /// The witness that it is, in place of the wrapped engine.
    pub witness: Option<Witness>,
}

impl<'a> CountingOnly<'a> {
    /// Creates an engine that declines only what the wrapped engine declines.
    pub fn new(name: &'static str, engine: &'a dyn Engine) -> Self {
        CountingOnly { name, engine, declines: |_| None, slow: None, witness: None }
    }
}

impl Engine for CountingOnly<'_> {
    fn facts(&self) -> EngineFacts {
        let facts = self.engine.facts();
        let witness = self.witness.unwrap_or(facts.witness);
        EngineFacts { name: self.name, method: Method::CountsWhole, witness, ..facts }
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        if let Some(why) = (self.declines)(problem) {
            return Err(Declined { engine: self.name, why });
        }
        let inner = self.engine.prepare(problem, kind)?;
        let slow = self.slow.or(inner.slow()).map(str::to_owned);
        Ok(Prepared::whole(self, problem, kind, slow, move |run| inner.sum(run)))
    }
}

/// An engine that only counts, by a function of the problem as another engine prepared it.
pub struct CountedBy<F> {
    name: &'static str,
    engine: &'static dyn Engine,
    count: F,
}

impl<F: Fn(&Prepared<'_>, &Run) -> Result<u128, EngineError> + Sync> CountedBy<F> {
    /// Creates an engine that declines only what the other engine declines.
    pub fn new(name: &'static str, engine: &'static dyn Engine, count: F) -> Self {
        CountedBy { name, engine, count }
    }
}

impl<F: Fn(&Prepared<'_>, &Run) -> Result<u128, EngineError> + Sync> Engine for CountedBy<F> {
    fn facts(&self) -> EngineFacts {
        EngineFacts { name: self.name, method: Method::CountsWhole, ..self.engine.facts() }
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        only_counts(kind).map_err(|why| why.by(self.name))?;
        let inner = self.engine.prepare(problem, kind)?;
        let slow = inner.slow().map(str::to_owned);
        Ok(Prepared::whole(self, problem, kind, slow, move |run| (self.count)(&inner, run).map(BlockSum::Plain)))
    }
}

/// An engine that notes what it prepares, and otherwise is as another engine.
pub struct Noting {
    engine: &'static dyn Engine,
    prepared: Mutex<Vec<(Problem, SumKind)>>,
}

impl Noting {
    /// Creates an engine that does the work of another one.
    pub const fn new(engine: &'static dyn Engine) -> Self {
        Noting { engine, prepared: Mutex::new(Vec::new()) }
    }

    /// Returns the problems and the kinds of sum that the engine has prepared, in order.
    ///
    /// # Panics
    /// Panics if a thread panicked while it noted one.
    pub fn prepared(&self) -> Vec<(Problem, SumKind)> {
        self.prepared.lock().expect("no panic").clone()
    }
}

impl Engine for Noting {
    fn facts(&self) -> EngineFacts {
        self.engine.facts()
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        self.prepared.lock().expect("no panic").push((problem.clone(), kind.clone()));
        let inner = self.engine.prepare(problem, kind)?;
        match inner.blocks() {
            Some(blocks) => {
                let slow = inner.slow().map(str::to_owned);
                Ok(Prepared::in_blocks(self, problem, kind, slow, Arc::clone(blocks)))
            }
            None => same_answers(self, problem, inner),
        }
    }
}
