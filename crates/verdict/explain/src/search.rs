//! Searches the rule sets near a given one for those with a given number of grids.
//!
//! First every single rule is changed, then every pair, and so on up to the requested number, the smallest changes first. For
//! each rule set [`candidates`] lists the readings. They are then decided one by one, most of them without a separate count
//! ([`decide`](super::decide)).
//!
//! Each reading that gives the figure is counted again by an engine unrelated to the first. Then it is tested on the other
//! figures of the same source: a reading that explains only one figure is more likely chance than explanation. If the unchanged
//! rules give all figures, the search ends.

use std::time::Duration;

use super::candidates::{candidates, rule_sets};
use super::change::Change;
use super::decide::{PATIENCE, RuleSetCounts, SearchRun};
use super::minima::Minimum;
use super::prepared::PreparedProblems;
use super::reading::{Reading, ReadingError};
use gridcheck_audit::evidence::EndReason;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Ruleset;
use gridcheck_core::size::Size;
use gridcheck_engine::clock::Moment;
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{EngineError, Engines};

/// Time limit for one engine and another figure of the source.
const PATIENCE_ELSEWHERE: Duration = Duration::from_secs(20);
/// Figures of the source for larger grids than this are tested only while all smaller ones are right.
const QUICK_SIZE: usize = 9;

/// A figure to be explained.
#[expect(missing_docs, reason = "the names say it")]
pub struct FigureQuestion {
    pub size: Size,
    pub figure: u128,
    /// The rule set that the search starts from.
    pub base: Ruleset,
    /// Other figures of the same source, small sizes first.
    pub others: Vec<OtherFigure>,
    /// Maximum number of rules changed at once.
    pub most_changes: usize,
    pub budget: Duration,
}

/// Another figure of the same source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherFigure {
    /// Rows and columns.
    pub size: Size,
    /// The figure.
    pub figure: u128,
    /// The minimum number of white squares that the source states for it.
    pub least: usize,
}

/// A reading that gives the figure.
pub struct Hit {
    /// The reading.
    pub reading: Reading,
    /// The engines that confirm the figure under it.
    pub engines: Vec<&'static str>,
    /// An engine that gives another count: then one engine is wrong.
    pub against: Option<(&'static str, u128)>,
    /// Its count for each of the other figures. `None` where no engine finished in time, and for large grids once a smaller
    /// figure was wrong.
    pub elsewhere: Vec<Option<u128>>,
}

/// Returns `true` if a reading with these counts gives all the other figures, and `false` if it gives another count for one of them.
/// `None`: the counts that are known are right, and some are unknown.
fn gives_all(elsewhere: &[Option<u128>], others: &[OtherFigure]) -> Option<bool> {
    let differs = |(count, other): (&Option<u128>, &OtherFigure)| count.is_some_and(|count| count != other.figure);
    if elsewhere.iter().zip(others).any(differs) {
        return Some(false);
    }
    elsewhere.iter().all(Option::is_some).then_some(true)
}

/// The result of a search, and its extent.
pub struct SearchOutcome {
    /// The count under the initial rule set; `None` if no engine finished in time.
    pub base: Option<u128>,
    /// The readings that give the figure: first those that give all others too, the smallest change first.
    pub hits: Vec<Hit>,
    /// Number of rule sets counted.
    pub rule_sets: usize,
    /// Number of readings decided, including these rule sets.
    pub readings: usize,
    /// Number of changes whose rule sets no grid can obey.
    pub impossible: usize,
    /// Rule sets that were not completely decided, and the reasons.
    pub undecided: Vec<(Reading, String)>,
    /// Number of rule sets left when the search ended.
    pub left: usize,
    /// The reason why the search ended.
    pub ending: EndReason,
    /// Wall-clock time, in seconds.
    pub seconds: f64,
}

impl Hit {
    /// Returns `true` if it gives every other figure of the source, and `false` if it does not. `None`: the figures that were counted in
    /// time are right, and others were not counted.
    pub fn explains_all(&self, question: &FigureQuestion) -> Option<bool> {
        gives_all(&self.elsewhere, &question.others)
    }
}

impl SearchOutcome {
    /// Returns `true` if a reading gives every figure, and `false` if no reading within the number of changes does. `None`: a reading, a
    /// rule set or a figure was not counted in time.
    pub fn is_explained(&self, question: &FigureQuestion) -> Option<bool> {
        let verdicts = || self.hits.iter().map(|hit| hit.explains_all(question));
        if verdicts().any(|verdict| verdict == Some(true)) {
            return Some(true);
        }
        let is_decided = self.left == 0 && self.undecided.is_empty() && verdicts().all(|verdict| verdict.is_some());
        is_decided.then_some(false)
    }
}

/// Searches the rule sets near the one of the question with these engines.
///
/// # Errors
/// Fails if the question's rules or size are impossible, or if an engine fails.
pub fn search(question: &FigureQuestion, engines: Engines, watch: &dyn Watch) -> Result<SearchOutcome, ReadingError> {
    Problem::of_size(question.size, question.base.clone())?;
    let start = Moment::now();
    let end = Moment::after(question.budget);
    let rule_sets = rule_sets(&question.base, question.size, question.most_changes);
    let run = watch.run(&format!("rule sets near {}", question.base.described()));
    run.set_tasks(rule_sets.len());
    let mut outcome = SearchOutcome {
        base: None,
        hits: Vec::new(),
        rule_sets: 0,
        readings: 0,
        impossible: 0,
        undecided: Vec::new(),
        left: 0,
        ending: EndReason::Complete,
        seconds: 0.0,
    };
    let mut searcher = Searcher { question, search_run: SearchRun { run: &run, engines, end }, outcome: &mut outcome };
    for (i, rule_set) in rule_sets.iter().enumerate() {
        let result = if end.is_past() { Ok(true) } else { searcher.look_into(rule_set).map(|()| false) };
        run.task_done(0);
        let ending = match result {
            Ok(false) if searcher.is_plain() => break,
            Ok(false) => continue,
            Ok(true) => EndReason::OutOfBudget,
            Err(EngineError::Stopped) => EndReason::Interrupted,
            Err(error) => return Err(error.into()),
        };
        searcher.outcome.ending = ending;
        searcher.outcome.left = rule_sets.len() - i;
        break;
    }
    let doubt =
        |hit: &Hit| [Some(true), None, Some(false)].iter().position(|&verdict| verdict == hit.explains_all(question));
    outcome.hits.sort_by_key(|hit| (doubt(hit), hit.reading.distance(&question.base)));
    outcome.seconds = start.seconds();
    Ok(outcome)
}

struct Searcher<'a> {
    question: &'a FigureQuestion,
    search_run: SearchRun<'a>,
    outcome: &'a mut SearchOutcome,
}

impl Searcher<'_> {
    /// Returns `true` if the unchanged rules give every figure, so that no change needs to be tested.
    fn is_plain(&self) -> bool {
        self.outcome
            .hits
            .iter()
            .any(|hit| hit.reading.changes.is_empty() && hit.explains_all(self.question) == Some(true))
    }

    /// Lists the readings with this rule set and decides each.
    fn look_into(&mut self, rule_set: &Reading) -> Result<(), EngineError> {
        let FigureQuestion { size, figure, base, most_changes, .. } = self.question;
        let Some(mut rule_set_counts) = RuleSetCounts::of(self.search_run, rule_set, *size)? else {
            if rule_set.changes.is_empty() {
                self.outcome.base = Some(0);
            }
            self.outcome.impossible += 1;
            return Ok(());
        };
        self.outcome.rule_sets += usize::from(rule_set_counts.is_counted());
        let own = Minimum { least: base.min_white_per_row, columns_too: true };
        if rule_set.changes.is_empty() {
            let mut count = rule_set_counts.with_minimum(own)?.ok();
            if count.is_none() {
                // There are too many grids to list, but an engine may count them.
                let prepared = &mut rule_set_counts.prepared;
                count =
                    self.search_run.count(rule_set, *size, prepared, &[], PATIENCE)?.ok().map(|counted| counted.count);
            }
            self.outcome.base = count;
        }
        for candidate in candidates(base, rule_set, *size, *most_changes) {
            match rule_set_counts.decide(&candidate, own, *figure)? {
                Ok(gives_it) => {
                    self.outcome.readings += 1;
                    if gives_it {
                        self.hit(candidate, &mut rule_set_counts.prepared)?;
                    }
                }
                Err(why) => self.undecided(rule_set, why.to_string()),
            }
            if self.is_plain() {
                break;
            }
        }
        Ok(())
    }

    /// Records that a rule set could not be decided, once for each reason.
    fn undecided(&mut self, rule_set: &Reading, why: String) {
        let note = (rule_set.clone(), why);
        if !self.outcome.undecided.contains(&note) {
            self.outcome.undecided.push(note);
        }
    }

    /// Records that the reading gives the figure, unless a subset of its changes is known to give the same counts everywhere.
    fn hit(&mut self, reading: Reading, prepared: &mut PreparedProblems) -> Result<(), EngineError> {
        let FigureQuestion { size, figure, base, others, .. } = self.question;
        let mut elsewhere = Vec::new();
        for other in others {
            let is_refuted = gives_all(&elsewhere, others) == Some(false);
            if is_refuted && other.size.longest_word() > QUICK_SIZE {
                elsewhere.push(None);
                continue;
            }
            let stated = Minimum { least: other.least, columns_too: true };
            let has_minimum = reading.changes.iter().any(|change| matches!(change, Change::Least(_)));
            let there = if has_minimum {
                reading.clone()
            } else {
                // The source may state another minimum for this size.
                let changes = reading.changes.iter().copied().chain([Change::Least(stated)]).collect();
                Reading::new(base, changes)
            };
            let counted = self.search_run.count(&there, other.size, prepared, &[], PATIENCE_ELSEWHERE)?;
            elsewhere.push(counted.ok().map(|counted| counted.count));
        }
        let is_part = |hit: &Hit| {
            hit.reading.changes.iter().all(|change| reading.changes.contains(change)) && hit.elsewhere == elsewhere
        };
        // Counts that are unknown for both may differ.
        if gives_all(&elsewhere, others).is_some() && self.outcome.hits.iter().any(is_part) {
            return Ok(());
        }
        let first = self.search_run.count(&reading, *size, prepared, &[], PATIENCE)?;
        let mut engines = first.map_or_else(|_| Vec::new(), |counted| counted.engines);
        let mut against = None;
        if let Ok(second) = self.search_run.count(&reading, *size, prepared, &engines, PATIENCE_ELSEWHERE)? {
            if second.count == *figure {
                engines.extend(second.engines);
            } else {
                against = second.engines.first().map(|&name| (name, second.count));
            }
        }
        self.outcome.hits.push(Hit { reading, engines, against, elsewhere });
        Ok(())
    }
}
