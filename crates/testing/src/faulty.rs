//! Deliberately faulty engines: they wrap another engine and misread its problem, or lose, repeat or hide its grids.

use gridcheck_core::constraint::Measure;
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Ruleset;
use gridcheck_run::listing::{Collector, Repeat, count_by_listing};
use gridcheck_run::{Ability, Engine, EngineError, EngineFacts, Lister, Run};

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
        EngineFacts { name: "faulty", ..self.engine.facts() }
    }

    fn ability(&self, problem: &Problem) -> Ability {
        self.engine.ability(&self.edit.of(problem))
    }

    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        self.engine.count(&self.edit.of(problem), run)
    }

    fn lister(&self) -> Option<&dyn Lister> {
        self.engine.lister().map(|_| self as &dyn Lister)
    }
}

impl<M: Misreading> Lister for Faulty<M> {
    fn suits_small_parts(&self) -> bool {
        self.engine.lister().is_some_and(Lister::suits_small_parts)
    }

    fn measure(&self, grid: &Grid, measure: Measure) -> u32 {
        self.engine.lister().expect("asked only where the engine lists").measure(grid, measure)
    }

    fn list(&self, problem: &Problem, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        let lister = self.engine.lister().expect("asked only where the engine lists");
        lister.list(&self.edit.of(problem), run, collector)
    }
}

/// An engine that gives each grid of another engine as often as `times` says, and counts what it gives.
pub struct Altered {
    /// The correct engine.
    pub engine: &'static dyn Lister,
    /// The number of times for each grid; 1 is correct.
    pub times: Times,
}

impl Engine for Altered {
    fn facts(&self) -> EngineFacts {
        EngineFacts { name: "altered", ..self.engine.facts() }
    }

    fn ability(&self, problem: &Problem) -> Ability {
        self.engine.ability(problem)
    }

    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        count_by_listing(self, problem, run)
    }

    fn lister(&self) -> Option<&dyn Lister> {
        Some(self)
    }
}

impl Lister for Altered {
    fn suits_small_parts(&self) -> bool {
        self.engine.suits_small_parts()
    }

    fn measure(&self, grid: &Grid, measure: Measure) -> u32 {
        self.engine.measure(grid, measure)
    }

    fn list(&self, problem: &Problem, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        self.engine.list(problem, run, &Repeat::new(collector, self.times))
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
}

impl<'a> CountingOnly<'a> {
    /// Creates an engine that declines only what the wrapped engine declines.
    pub fn new(name: &'static str, engine: &'a dyn Engine) -> Self {
        CountingOnly { name, engine, declines: |_| None }
    }
}

impl Engine for CountingOnly<'_> {
    fn facts(&self) -> EngineFacts {
        EngineFacts { name: self.name, ..self.engine.facts() }
    }

    fn ability(&self, problem: &Problem) -> Ability {
        (self.declines)(problem).map_or_else(|| self.engine.ability(problem), Ability::Unable)
    }

    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        assert_eq!((self.declines)(problem), None, "asked what it declines");
        self.engine.count(problem, run)
    }
}
