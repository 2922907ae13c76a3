//! Which rule sets near a given one have exactly so many grids?
//!
//! Every rule is changed by itself, then every pair of rules, and so on as far as asked, the smallest changes first. A rule set is
//! counted once, by the fastest engine; what its count leaves possible is then looked into: a least number of white squares
//! (one listing answers for all of them, on rows alone and on columns too), one grid a class, the all-black grid. A count below the
//! figure ends it, for none of these makes it larger but by the one black grid.
//!
//! Each reading that gives the figure is counted again by an engine that has nothing in common with the first, and then tried on the other
//! figures of the same source: a reading that gives one figure and no other is more likely chance than explanation. If the rules
//! give them all as they stand, nothing else is tried.

use std::time::{Duration, Instant};

use super::change::Change;
use super::minima::Minimum;
use super::reading::{Reading, ReadingError, minima};
use crate::audit::evidence::{Ending, deadline};
use crate::engine::leash::on_leash;
use crate::engine::watch::Watch;
use crate::engine::{EngineError, Run, fastest_lister};
use crate::problem::Problem;
use crate::rules::Ruleset;

/// How long one engine may take over one rule set.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long one engine may take over another figure of the source.
const PATIENCE_ELSEWHERE: Duration = Duration::from_secs(20);
/// More grids than this are not listed.
const MOST_LISTED: u128 = 20_000_000;
/// Figures of the source for larger grids than this are tried only as long as all smaller ones are right.
const QUICK_SIZE: usize = 9;

/// A figure to be explained.
pub struct Question {
    /// Rows and columns.
    pub size: usize,
    /// The figure.
    pub figure: u128,
    /// The rule set that the search starts from.
    pub base: Ruleset,
    /// Other figures of the same source, small sizes first.
    pub others: Vec<Other>,
    /// How many rules are changed at once, at most.
    pub most_changes: usize,
    /// How long the search may take.
    pub budget: Duration,
}

/// Another figure of the same source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Other {
    /// Rows and columns.
    pub size: usize,
    /// The figure.
    pub figure: u128,
    /// The least number of white squares that the source states for it.
    pub least: usize,
}

/// A reading that gives the figure.
pub struct Hit {
    /// The reading.
    pub reading: Reading,
    /// The engines that count so many grids under it.
    pub engines: Vec<&'static str>,
    /// An engine that counts another number: then one of them is wrong.
    pub against: Option<(&'static str, u128)>,
    /// What it gives for each of the other figures; `None` where no engine was done in time, and for large grids once a smaller
    /// figure has come out otherwise.
    pub elsewhere: Vec<Option<u128>>,
}

/// What was found, and how much was searched.
pub struct Outcome {
    /// What the rule set at the start gives; `None` if no engine was done in time.
    pub base: Option<u128>,
    /// The readings that give the figure: first those that give all others too, the smallest change first.
    pub hits: Vec<Hit>,
    /// How many rule sets were counted.
    pub rule_sets: usize,
    /// How many readings were decided, these rule sets among them.
    pub readings: usize,
    /// Changes whose rule sets contradict themselves: no word could obey them.
    pub impossible: usize,
    /// Rule sets that could not be decided, wholly or in part, and why.
    pub undecided: Vec<(Reading, String)>,
    /// How many rule sets were left when the time was over.
    pub left: usize,
    /// How it ended.
    pub ending: Ending,
    /// Wall-clock time.
    pub seconds: f64,
}

impl Hit {
    /// Whether it gives every other figure of the source.
    pub fn explains_all(&self, question: &Question) -> bool {
        self.elsewhere.iter().zip(&question.others).all(|(count, other)| *count == Some(other.figure))
    }
}

/// Searches the rule sets near the one of the question.
///
/// # Errors
/// If the question makes no sense.
pub fn search(question: &Question, watch: &dyn Watch) -> Result<Outcome, ReadingError> {
    Problem::new(question.size, question.base.clone())?;
    let start = Instant::now();
    let end = deadline(question.budget);
    let rule_sets = nearby(&question.base, question.size, question.most_changes);
    let run = watch.run(&format!("rule sets near {}", question.base.name));
    run.set_pieces(rule_sets.len());
    let mut outcome = Outcome {
        base: None,
        hits: Vec::new(),
        rule_sets: 0,
        readings: 0,
        impossible: 0,
        undecided: Vec::new(),
        left: 0,
        ending: Ending::Complete,
        seconds: 0.0,
    };
    let mut searcher = Searcher { question, run: &run, end, outcome: &mut outcome };
    for (i, reading) in rule_sets.iter().enumerate() {
        let result = if Instant::now() >= end { Ok(true) } else { searcher.look_into(reading).map(|()| false) };
        run.piece_done(0);
        let ending = match result {
            Ok(false) if searcher.is_plain() => break,
            Ok(false) => continue,
            Ok(true) => Ending::OutOfBudget,
            Err(EngineError::Stopped) => Ending::Interrupted,
            Err(error) => return Err(error.into()),
        };
        searcher.outcome.ending = ending;
        searcher.outcome.left = rule_sets.len() - i;
        break;
    }
    let explains_all = |hit: &Hit| hit.explains_all(question);
    outcome.hits.sort_by_key(|hit| (!explains_all(hit), hit.reading.distance(&question.base)));
    outcome.seconds = start.elapsed().as_secs_f64();
    Ok(outcome)
}

/// The rule sets with at most so many rules changed, the nearest first.
fn nearby(base: &Ruleset, size: usize, most_changes: usize) -> Vec<Reading> {
    let changes = Change::of_rules(base, size);
    let mut sets: Vec<Vec<Change>> = vec![Vec::new()];
    let mut last = sets.clone();
    for _ in 0..most_changes {
        let more = |set: &Vec<Change>| {
            // Changes are taken in their order, so that every set comes once.
            let from = set.last().map_or(0, |last| changes.iter().position(|change| change == last).unwrap_or(0));
            let others = changes[from..].iter().filter(|change| set.iter().all(|had| had.rule() != change.rule()));
            others.map(|&change| [set.as_slice(), &[change]].concat()).collect::<Vec<_>>()
        };
        last = last.iter().flat_map(more).collect();
        sets.extend(last.iter().cloned());
    }
    let mut readings: Vec<Reading> = sets.into_iter().map(|set| Reading::new(base, set)).collect();
    readings.sort_by_key(|reading| reading.distance(base));
    readings
}

struct Searcher<'a> {
    question: &'a Question,
    run: &'a Run,
    /// When the search is to be over.
    end: Instant,
    outcome: &'a mut Outcome,
}

impl Searcher<'_> {
    /// Whether the rules give every figure as they stand, and nothing else needs to be tried.
    fn is_plain(&self) -> bool {
        self.outcome.hits.iter().any(|hit| hit.reading.changes.is_empty() && hit.explains_all(self.question))
    }

    /// Decides every reading with this rule set, except for the least number of white squares that the start has.
    fn look_into(&mut self, reading: &Reading) -> Result<(), EngineError> {
        let Question { size, figure, base, most_changes, .. } = self.question;
        let may_change = reading.changes.len() < *most_changes;
        // All grids, whatever their least number of white squares.
        let mut open = reading.rules().clone();
        open.min_white_per_row = 0;
        let Ok(problem) = Problem::new(*size, open) else {
            self.outcome.impossible += 1;
            return Ok(());
        };
        let whole = Reading::new(problem.rules(), Vec::new());
        let Some(total) = self.counted(&whole, reading)? else { return Ok(()) };
        self.outcome.rule_sets += 1;
        let own = Minimum { least: base.min_white_per_row, columns_too: true };
        if reading.changes.is_empty() && own.least == 0 {
            self.outcome.base = Some(total);
        }

        // Every minimum, each a reading.
        let minimums = if may_change { 2 * size } else { usize::from(own.least > 0) };
        let settled_by_total = total < *figure || minimums == 0;
        self.outcome.readings += 1;
        if own.least == 0 && total == *figure {
            self.hit(reading, None)?;
        }
        if self.is_plain() {
            return Ok(());
        }
        if settled_by_total {
            self.outcome.readings += minimums;
            if reading.changes.is_empty() && own.least > 0 {
                self.outcome.base = self.counted(reading, reading)?;
            }
        } else {
            self.look_at_minimums(reading, &problem, total, own)?;
        }

        if !may_change {
            return Ok(());
        }
        self.outcome.readings += 1;
        let black_may_count = own.least == 0 && !reading.rules().edges;
        if black_may_count && total.checked_add(1) == Some(*figure) {
            self.hit(reading, Some(Change::AllBlack))?;
        }
        self.look_at_classes(reading, total, black_may_count)
    }

    /// Counts one grid of each class: by itself, and where one more rule may change with every minimum and with the all-black grid.
    fn look_at_classes(&mut self, reading: &Reading, total: u128, black_may_count: bool) -> Result<(), EngineError> {
        let Question { size, figure, base, most_changes, .. } = self.question;
        let may_change_more = reading.changes.len() + 2 <= *most_changes;
        // On rows alone a minimum tells a grid from its images, and there are no classes.
        let minimums = 1..=if may_change_more { *size } else { 0 };
        if total < *figure {
            // A class has at least one grid, and a minimum makes no more.
            self.outcome.readings += 1 + minimums.count() + usize::from(may_change_more && black_may_count);
            return Ok(());
        }
        let per_class = with(base, reading, Change::PerClass);
        // A class has at most eight grids.
        if total.div_ceil(8) <= *figure
            && let Some(classes) = self.counted(&per_class, reading)?
        {
            self.outcome.readings += 1;
            if classes == *figure {
                self.hit(&per_class, None)?;
            }
            if may_change_more && black_may_count {
                self.outcome.readings += 1;
                if classes.checked_add(1) == Some(*figure) {
                    self.hit(&per_class, Some(Change::AllBlack))?;
                }
            }
        }
        for least in minimums.filter(|&least| least != base.min_white_per_row) {
            let with_minimum = with(base, &per_class, Change::Least(Minimum { least, columns_too: true }));
            let Some(classes) = self.counted(&with_minimum, reading)? else { continue };
            self.outcome.readings += 1;
            if classes == *figure {
                self.hit(&with_minimum, None)?;
            }
            // A larger minimum leaves no more.
            if classes < *figure {
                break;
            }
        }
        Ok(())
    }

    /// Lists the grids, of which there are `total`, and looks which minimums give the figure.
    fn look_at_minimums(
        &mut self,
        reading: &Reading,
        problem: &Problem,
        total: u128,
        own: Minimum,
    ) -> Result<(), EngineError> {
        let Question { size, figure, base: _, most_changes, .. } = self.question;
        let lister = fastest_lister(problem).filter(|_| total <= MOST_LISTED);
        let listed = match lister {
            Some(lister) => on_leash(self.run, self.at_most(PATIENCE), |run| minima(problem, lister, run))?,
            None => None,
        };
        let Some(minima) = listed else {
            let why = format!("{total} grids, too many to look at each for its least number of white squares");
            self.outcome.undecided.push((reading.clone(), why));
            return Ok(());
        };
        if reading.changes.is_empty() && own.least > 0 {
            self.outcome.base = Some(minima.count(own));
        }
        let may_change = reading.changes.len() < *most_changes;
        self.outcome.readings += if may_change { 2 * size } else { usize::from(own.least > 0) };
        if own.least > 0 && minima.count(own) == *figure {
            self.hit(reading, None)?;
        }
        if !may_change {
            return Ok(());
        }
        if own.least > 0 && total == *figure {
            self.hit(reading, Some(Change::Least(Minimum { least: 0, columns_too: true })))?;
        }
        for minimum in minima.giving(*figure).into_iter().filter(|&minimum| minimum != own) {
            self.hit(reading, Some(Change::Least(minimum)))?;
        }
        Ok(())
    }

    /// The count of one reading, by the fastest engine. `None`, and a note of `rule_set` as undecided, if that takes too long.
    fn counted(&mut self, reading: &Reading, rule_set: &Reading) -> Result<Option<u128>, EngineError> {
        let size = self.question.size;
        let why = match self.count(reading, size, &[], PATIENCE)? {
            Ok(counted) => return Ok(Some(counted.count)),
            Err(why) => why,
        };
        self.outcome.undecided.push((rule_set.clone(), why));
        Ok(None)
    }

    /// So long, but not beyond the end of the search.
    fn at_most(&self, patience: Duration) -> Duration {
        patience.min(self.end.saturating_duration_since(Instant::now()))
    }

    /// One engine's count, or why there is none; an error if everything is to stop.
    fn count(
        &self,
        reading: &Reading,
        size: usize,
        before: &[&'static str],
        patience: Duration,
    ) -> Result<Result<crate::classes::Counted, String>, EngineError> {
        let patience = self.at_most(patience);
        let outcome = on_leash(self.run, patience, |run| match reading.count(size, before, run) {
            Ok(counted) => Ok(Ok(counted)),
            Err(ReadingError::Engine(EngineError::Stopped)) => Err(EngineError::Stopped),
            Err(error) => Ok(Err(error.to_string())),
        })?;
        Ok(outcome.unwrap_or_else(|| Err(format!("not counted within {:.1} s", patience.as_secs_f64()))))
    }

    /// Notes that the reading, with one more change perhaps, gives the figure: unless fewer changes give the same everywhere.
    fn hit(&mut self, reading: &Reading, more: Option<Change>) -> Result<(), EngineError> {
        let Question { size, figure, base, others, .. } = self.question;
        let reading = more.map_or_else(|| reading.clone(), |change| with(base, reading, change));
        let mut elsewhere = Vec::new();
        for other in others {
            let is_refuted = elsewhere.iter().zip(others).any(|(count, other)| *count != Some(other.figure));
            if is_refuted && other.size > QUICK_SIZE {
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
            elsewhere.push(self.count(&there, other.size, &[], PATIENCE_ELSEWHERE)?.ok().map(|counted| counted.count));
        }
        let is_part = |hit: &Hit| {
            hit.reading.changes.iter().all(|change| reading.changes.contains(change)) && hit.elsewhere == elsewhere
        };
        if self.outcome.hits.iter().any(is_part) {
            return Ok(());
        }
        let first = self.count(&reading, *size, &[], PATIENCE)?;
        let mut engines = first.map_or_else(|_| Vec::new(), |counted| counted.engines);
        let mut against = None;
        if let Ok(second) = self.count(&reading, *size, &engines, PATIENCE_ELSEWHERE)? {
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

/// A reading with one more change.
fn with(base: &Ruleset, reading: &Reading, change: Change) -> Reading {
    Reading::new(base, reading.changes.iter().copied().chain([change]).collect())
}
