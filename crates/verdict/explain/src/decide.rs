//! Decides whether a reading gives the figure, in most cases from counts of its rule set.
//!
//! A rule set is counted once, by the fastest engine and without a minimum number of white squares. One listing then answers for
//! all minimums. Classes are counted one reading at a time, unless the total already excludes the figure: a class has one to
//! eight grids, and a larger minimum leaves no more of them.

use std::time::Duration;

use super::change::Change;
use super::minima::{Minima, Minimum};
use super::prepared::PreparedProblems;
use super::reading::{Reading, ReadingError, minima};
use gridcheck_compare::classes::Counted;
use gridcheck_core::problem::Problem;
use gridcheck_core::size::Size;
use gridcheck_engine::clock::Moment;
use gridcheck_engine::timeout::with_timeout;
use gridcheck_engine::{EngineError, Engines, Purpose, Run};
use thiserror::Error;

/// Time limit for one engine and one rule set.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);
/// Rule sets with more grids than this are not listed.
const MAX_LISTED: u128 = 20_000_000;

/// The running search and its deadline.
#[derive(Clone, Copy)]
pub(crate) struct SearchRun<'a> {
    /// The run of the search.
    pub run: &'a Run,
    /// The engines to ask.
    pub engines: Engines,
    /// The deadline.
    pub end: Moment,
}

impl SearchRun<'_> {
    /// Returns the count of one engine that is unrelated to those `before`, or the reason why there is none.
    ///
    /// # Errors
    /// Fails if the search is stopped.
    pub(crate) fn count(
        self,
        reading: &Reading,
        size: Size,
        prepared: &mut PreparedProblems,
        before: &[&'static str],
        patience: Duration,
    ) -> Result<Result<Counted, Unknown>, EngineError> {
        let patience = self.at_most(patience);
        let outcome = with_timeout(self.run, patience, |run| match reading.count(size, prepared, before, run) {
            Ok(counted) => Ok(Ok(counted)),
            Err(ReadingError::Engine(EngineError::Stopped)) => Err(EngineError::Stopped),
            Err(error) => Ok(Err(Unknown(error.to_string()))),
        })?;
        let too_long = || Unknown(format!("not counted within {:.1} s", patience.as_secs_f64()));
        Ok(outcome.unwrap_or_else(|| Err(too_long())))
    }

    /// Returns the time limit, shortened to the end of the search.
    fn at_most(self, patience: Duration) -> Duration {
        patience.min(self.end.left())
    }
}

/// The known counts of a rule set, while its candidates are decided.
pub(crate) struct RuleSetCounts<'a> {
    search_run: SearchRun<'a>,
    /// The rule set without a minimum number of white squares.
    problem: Problem,
    /// The problems of its candidates, and of its hits at other sizes. They are dropped with the rule set: engines may keep large tables for
    /// each.
    pub prepared: PreparedProblems,
    /// The number of its grids, or the reason why it is unknown.
    total: Result<u128, Unknown>,
    /// Its grids by their minimum number of white squares, once a candidate needs them, or the reason why they are unknown.
    minima: Option<Result<Minima, Unknown>>,
    /// The smallest minimum known to leave fewer classes than the figure; larger ones do too.
    too_few_classes_from: Option<usize>,
}

/// The decision on a candidate: `true` if it gives the figure, or the reason why this is unknown.
pub(crate) type Decision = Result<bool, Unknown>;

/// The reason why a count is unknown.
#[derive(Debug, Clone, Error)]
#[error("{0}")]
pub(crate) struct Unknown(String);

impl<'a> RuleSetCounts<'a> {
    /// Counts the grids of the rule set. Returns `None` if no grid of any size can obey it.
    ///
    /// # Errors
    /// Fails if the search is stopped.
    pub(crate) fn of(search_run: SearchRun<'a>, rule_set: &Reading, size: Size) -> Result<Option<Self>, EngineError> {
        let mut open = rule_set.rules().clone();
        open.min_white_per_row = 0;
        if open.impossible().is_some() {
            return Ok(None);
        }
        let Ok(problem) = Problem::of_size(size, open) else { return Ok(None) };
        let whole = Reading::new(problem.rules(), Vec::new());
        let mut prepared = PreparedProblems::new(search_run.engines);
        let total = search_run.count(&whole, size, &mut prepared, &[], PATIENCE)?.map(|counted| counted.count);
        Ok(Some(RuleSetCounts { search_run, problem, prepared, total, minima: None, too_few_classes_from: None }))
    }

    /// Returns `true` if its total is known.
    pub(crate) fn is_counted(&self) -> bool {
        self.total.is_ok()
    }

    /// Returns the number of grids with this minimum, or the reason why it is unknown.
    ///
    /// # Errors
    /// Fails if the search is stopped.
    pub(crate) fn with_minimum(&mut self, minimum: Minimum) -> Result<Result<u128, Unknown>, EngineError> {
        if minimum.least == 0 || self.total.is_err() {
            return Ok(self.total.clone());
        }
        let minima = match self.minima.take() {
            Some(minima) => minima,
            None => self.listed()?,
        };
        let count = minima.as_ref().map(|minima| minima.count(minimum)).map_err(Unknown::clone);
        self.minima = Some(minima);
        Ok(count)
    }

    /// Decides whether a candidate with this rule set gives the figure.
    ///
    /// # Errors
    /// Fails if the search is stopped.
    pub(crate) fn decide(&mut self, candidate: &Reading, own: Minimum, figure: u128) -> Result<Decision, EngineError> {
        let total = match &self.total {
            Ok(total) => *total,
            Err(why) => return Ok(Err(why.clone())),
        };
        let stated = candidate.changes.iter().find_map(|change| match change {
            Change::Least(minimum) => Some(*minimum),
            _ => None,
        });
        let minimum = stated.unwrap_or(own);
        // The list of candidates counts the all-black grid only where no other rule of the reading excludes it.
        let black = u128::from(candidate.changes.contains(&Change::AllBlack));
        if total.saturating_add(black) < figure {
            return Ok(Ok(false));
        }
        if candidate.changes.contains(&Change::PerClass) {
            return self.decide_classes(candidate, minimum, total, figure);
        }
        let count = self.with_minimum(minimum)?;
        Ok(count.map(|count| count.checked_add(black) == Some(figure)))
    }

    fn decide_classes(
        &mut self,
        candidate: &Reading,
        minimum: Minimum,
        total: u128,
        figure: u128,
    ) -> Result<Decision, EngineError> {
        let too_few = self.too_few_classes_from.is_some_and(|from| minimum.least >= from);
        if too_few || minimum.least == 0 && total.div_ceil(8) > figure {
            return Ok(Ok(false));
        }
        let classes = self.search_run.count(candidate, self.problem.size(), &mut self.prepared, &[], PATIENCE)?;
        Ok(classes.map(|classes| {
            if classes.count < figure && minimum.least > 0 {
                self.too_few_classes_from = Some(minimum.least);
            }
            classes.count == figure
        }))
    }

    /// Lists the grids and counts them by minimum.
    fn listed(&mut self) -> Result<Result<Minima, Unknown>, EngineError> {
        // The caller has checked that the total is known.
        let total = self.total.clone().unwrap_or(u128::MAX);
        let lister = self.prepared.of(&self.problem).fastest(Purpose::Grids).filter(|_| total <= MAX_LISTED);
        let listed = match lister {
            Some(lister) => {
                with_timeout(self.search_run.run, self.search_run.at_most(PATIENCE), |run| minima(lister, run))?
            }
            None => None,
        };
        let why = || Unknown(format!("{total} grids, too many to look at each for its least number of white squares"));
        Ok(listed.ok_or_else(why))
    }
}
