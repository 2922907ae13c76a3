//! One interpretation of a source's rules: a rule set, and changes that no rule set can express.

use std::ops::ControlFlow;

use thiserror::Error;

use super::change::Change;
use super::minima::Minima;
use super::prepared::PreparedProblems;
use gridcheck_compare::classes::{ClassesError, Counted, Scope, classify};
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::{Problem, ProblemError};
use gridcheck_core::rules::Ruleset;
use gridcheck_core::size::Size;
use gridcheck_engine::listing::Summary;
use gridcheck_engine::{EngineError, Prepared, Purpose, Run};

/// A rule set with some changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The changes, each of another rule. No change means the rule set as it is.
    pub changes: Vec<Change>,
    rules: Ruleset,
}

/// The reasons why a reading was not counted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the errors say it")]
pub enum ReadingError {
    #[error("no engine can do it in reasonable time")]
    NoEngine,
    #[error(transparent)]
    Problem(#[from] ProblemError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Classes(#[from] ClassesError),
}

impl Reading {
    /// Applies these changes to `base`.
    pub fn new(base: &Ruleset, changes: Vec<Change>) -> Self {
        let rules = changes.iter().fold(base.clone(), |rules, change| change.applied_to(&rules));
        Reading { changes, rules }
    }

    /// Returns the rule set, without the changes that no rule set can express.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Returns the distance from the initial rule set: the number of changed rules, their total steps, and the number of
    /// unpublished changes.
    pub fn distance(&self, base: &Ruleset) -> (usize, usize, usize) {
        let steps = self.changes.iter().map(|change| change.steps(base)).sum();
        let unheard_of = self.changes.iter().filter(|change| change.published_as().is_none()).count();
        (self.changes.len(), steps, unheard_of)
    }

    /// Counts the grids of one size under this reading. The engine is the first that can do it and is unrelated to those
    /// `before`.
    ///
    /// # Errors
    /// Fails if no engine can count it, if the rules or the size are impossible, or if an engine fails or is stopped.
    pub fn count(
        &self,
        size: Size,
        prepared: &mut PreparedProblems,
        before: &[&'static str],
        run: &Run,
    ) -> Result<Counted, ReadingError> {
        let mut rules = self.rules.clone();
        let minimum = self.changes.iter().find_map(|change| match change {
            Change::Least(minimum) if !minimum.columns_too => Some(*minimum),
            _ => None,
        });
        if minimum.is_some() {
            rules.min_white_per_row = 0;
        }
        let problem = Problem::of_size(size, rules)?;
        if let Some(minimum) = minimum {
            let lister = prepared.of(&problem).quick_unrelated(Purpose::Grids, before).ok_or(ReadingError::NoEngine)?;
            let count = minima(lister, run)?.count(minimum);
            return Ok(Counted { count, engines: vec![lister.name()] });
        }
        let mut count = |part: &Problem| {
            let engine = prepared.of(part).quick_unrelated(Purpose::Sum, before).ok_or(ReadingError::NoEngine)?;
            Ok::<_, ReadingError>(Counted { count: engine.count(run)?, engines: vec![engine.name()] })
        };
        if self.changes.contains(&Change::PerClass) {
            let classes = classify(&problem, Scope::Whole, count)?;
            let mut engines: Vec<&'static str> = classes.kinds.iter().flat_map(|kind| kind.engines.clone()).collect();
            engines.sort_unstable();
            engines.dedup();
            // The scope is whole, so `primitive` returns a number. The all-black grid is a class of one.
            let count = classes.primitive().unwrap_or_default() + self.black(&problem);
            return Ok(Counted { count, engines });
        }
        let mut counted = count(&problem)?;
        counted.count += self.black(&problem);
        Ok(counted)
    }

    /// Returns 1 if the all-black grid is counted and obeys the other rules of the problem, otherwise 0.
    fn black(&self, problem: &Problem) -> u128 {
        let breaks_none = !problem.rules().edges && problem.rules().min_white_per_row == 0;
        u128::from(self.changes.contains(&Change::AllBlack) && breaks_none)
    }
}

/// Counts a problem's grids by their minimum number of white squares.
///
/// # Errors
/// Fails if the engine fails or is stopped.
pub fn minima(lister: &Prepared<'_>, run: &Run) -> Result<Minima, EngineError> {
    let put = |piece: &mut Minima, grid: &Grid| {
        piece.add(grid);
        ControlFlow::Continue(())
    };
    let gathered = Summary::new(Minima::default(), Minima::default, put, |all, piece| all.merge(&piece));
    lister.list(run, &gathered)?;
    Ok(gathered.into_total())
}
