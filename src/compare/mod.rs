//! Runs several engines on one problem and says whether they give the same number *and the same set of grids*.
//!
//! Each engine that lists streams its grids into a [`tally`]: a count and an order-independent [`digest`], by bucket, with the
//! validator judging every grid as it passes. An engine that only counts gives a number. Engines agree when all counts are
//! equal, all digests are, and the validator refuses nothing ([`party`]). Where two that list disagree, [`difference`] finds
//! grids that only one has; where one of the two only counts, [`mod@narrow`] gives squares until a grid is left. A
//! [`published`] list can be one more party. Where the problem is too large for that, [`spot`] compares the engines on random
//! parts of it.

pub mod difference;
pub mod digest;
pub mod judge;
pub mod narrow;
mod party;
pub mod published;
pub mod sorted;
pub mod spot;
pub mod tally;

use std::io;
use std::time::Instant;

use thiserror::Error;

use crate::engine::watch::Watch;
use crate::engine::{Ability, ENGINES, Engine, EngineError};
use crate::format::source::{Checked, SourceError};
use crate::grid::Grid;
use crate::problem::{Givens, Problem};
use difference::Limits;
use digest::Digest;
use judge::{Judge, Opinion};
use narrow::narrow;
use party::{Listing, Party, all_agree, most_credible};
use published::{Matching, Reading};
use sorted::SortedFiles;

/// Of a disagreement, three grids a side are shown, and parts of up to 100,000 grids listed side by side to find them.
const LIMITS: Limits = Limits { small: 100_000, shown: 3 };

/// Why there is no comparison.
#[derive(Debug, Error)]
pub enum CompareError {
    /// An engine failed or was stopped.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The published list cannot be read.
    #[error(transparent)]
    List(#[from] SourceError),
    /// The list of engines is empty.
    #[error("no engine is to take part")]
    NoEngine,
    /// There is a published list, and no engine to list the grids to match it with.
    #[error("a published list is matched with the grids of an engine, and these engines only count")]
    NoLister,
    /// The files of sorted grids cannot be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// An engine that does not take part, and why.
pub struct LeftOut {
    /// The engine's name.
    pub name: &'static str,
    /// The reason.
    pub why: String,
}

/// The engines that can do a problem in reasonable time, and the others. Where there are more grids than can be listed,
/// engines that list are slow, and those that only count are left.
pub fn choose(problem: &Problem) -> (Vec<&'static dyn Engine>, Vec<LeftOut>) {
    let mut chosen: Vec<&'static dyn Engine> = Vec::new();
    let mut left_out = Vec::new();
    for engine in ENGINES {
        match engine.ability(problem) {
            Ability::Able => chosen.push(engine),
            Ability::Slow(why) | Ability::Unable(why) => left_out.push(LeftOut { name: engine.name(), why }),
        }
    }
    (chosen, left_out)
}

/// What one engine answered.
pub struct Answer {
    /// The engine's name.
    pub name: &'static str,
    /// How many grids.
    pub count: u128,
    /// Which grids, if the engine lists them.
    pub listed: Option<Listed>,
    /// Wall-clock time.
    pub seconds: f64,
    /// Whether it has the count of more than half of the engines and, if it lists, the digest of more than half of those that
    /// list, and nothing is wrong with its grids.
    pub agrees: bool,
}

/// What is known of the grids of an engine that lists.
pub struct Listed {
    /// Stands for the set.
    pub digest: Digest,
    /// How many are valid and have the given squares.
    pub valid: u64,
    /// How many are not, or have not.
    pub invalid: u64,
}

/// What a published list came to.
pub struct ListAnswer {
    /// The file's name.
    pub name: String,
    /// The list by itself.
    pub reading: Reading,
    /// The list beside the engines' grids.
    pub matching: Matching,
    /// The engine it was matched with.
    pub matched_with: &'static str,
    /// Wall-clock time of both.
    pub seconds: f64,
    /// Whether it has the same count and digest as that engine: a repeated grid is a difference too.
    pub agrees: bool,
}

/// A grid that not all have, or that the validator refuses.
pub struct Difference {
    /// The grid.
    pub grid: Grid,
    /// Who has it and who does not, or whose grid is refused, in words.
    pub found: String,
    /// What is wrong with it, if anything.
    pub opinion: Opinion,
}

/// A part of the problem that two engines count differently, where no single grid could be found.
pub struct DisputedPart {
    /// The squares given, those of the problem among them.
    pub givens: Givens,
    /// How many grids each counts, and why the part is not smaller, in words.
    pub found: String,
}

/// The outcome of a comparison.
pub struct Report {
    /// One answer an engine.
    pub answers: Vec<Answer>,
    /// The published list's, if there was one.
    pub list: Option<ListAnswer>,
    /// Whether all parties have the same count and, where they list, the same digest, and nothing is wrong with any grid.
    pub agree: bool,
    /// The first grids of each disagreement.
    pub differences: Vec<Difference>,
    /// Disagreements over counts that could not be brought down to a grid.
    pub parts: Vec<DisputedPart>,
    /// What is to be known of the outcome and cannot be pinned on a grid, a sentence each.
    pub remarks: Vec<String>,
}

/// Runs `engines` one after the other on `problem`, and compares what they give and `list`.
pub fn compare(
    problem: &Problem,
    engines: &[&dyn Engine],
    list: Option<&mut Checked>,
    watch: &dyn Watch,
) -> Result<Report, CompareError> {
    compare_and_sort(problem, engines, list, None, watch)
}

/// The same, and sorts the grids of the list, and those it lacks, into files if there are any.
pub fn compare_and_sort(
    problem: &Problem,
    engines: &[&dyn Engine],
    list: Option<&mut Checked>,
    files: Option<&mut SortedFiles>,
    watch: &dyn Watch,
) -> Result<Report, CompareError> {
    if engines.is_empty() {
        return Err(CompareError::NoEngine);
    }
    if list.is_some() && engines.iter().all(|engine| engine.lister().is_none()) {
        return Err(CompareError::NoLister);
    }
    // The list first: a grid of the wrong size is to be known before an hour of counting.
    let list = match list {
        Some(list) => {
            let start = Instant::now();
            let reading = published::read(list, problem, watch)?;
            Some((list, reading, start.elapsed()))
        }
        None => None,
    };

    let mut parties = Vec::new();
    for &engine in engines {
        let party = Party::ask(engine, problem, &watch.run(engine.name()))?;
        watch.learned(party.summary());
        parties.push(party);
    }
    let mut report = Report::of(&parties);
    report.explain(problem, &parties, watch)?;

    if let Some((list, reading, reading_time)) = list {
        let Listing { lister: engine, totals } =
            most_credible(&parties).listing.as_ref().ok_or(CompareError::NoLister)?;
        let start = Instant::now();
        let agrees = reading.sum == totals.sum();
        // Equal digests leave nothing to look for.
        let matching = if agrees && files.is_none() {
            Matching { matched: reading.valid + reading.invalid, ..Matching::default() }
        } else {
            published::match_with(list, *engine, problem, files, watch)?
        };
        if !report.agree {
            let name = engine.name();
            report.remarks.push(format!("the list is held against {name}, whose answer is itself in dispute"));
        }
        report.agree &= agrees;
        if reading.outside > 0 {
            report.remarks.push(format!(
                "{}: {} of its grids do not have the given squares and are left out of the comparison",
                list.name(),
                reading.outside
            ));
        }
        report.list = Some(ListAnswer {
            name: list.name().to_owned(),
            reading,
            matching,
            matched_with: engine.name(),
            seconds: (reading_time + start.elapsed()).as_secs_f64(),
            agrees,
        });
    }
    Ok(report)
}

impl Answer {
    fn of(party: &Party, parties: &[Party]) -> Self {
        let listed = party.listing.as_ref().map(|Listing { totals, .. }| {
            let (valid, invalid) = (totals.valid, totals.invalid);
            Listed { digest: totals.sum().digest, valid, invalid }
        });
        Answer {
            name: party.engine.name(),
            count: party.count,
            listed,
            seconds: party.seconds,
            agrees: party.agrees_with_most_of(parties),
        }
    }
}

impl Report {
    /// What the answers of some engines, at least one, come to; no difference is explained yet.
    fn of(parties: &[Party]) -> Self {
        Report {
            answers: parties.iter().map(|party| Answer::of(party, parties)).collect(),
            list: None,
            agree: all_agree(parties),
            differences: Vec::new(),
            parts: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// Adds what the differences between the answers are.
    fn explain(&mut self, problem: &Problem, parties: &[Party], watch: &dyn Watch) -> Result<(), EngineError> {
        let reference = most_credible(parties);
        for party in parties {
            if !party.matches(reference) {
                match (&reference.listing, &party.listing) {
                    (Some(first), Some(second)) => self.explain_sets(problem, [first, second], watch)?,
                    _ => self.explain_counts(problem, [reference, party], watch)?,
                }
            }
            if let Some(listing) = &party.listing {
                self.show_refused(problem, listing);
            }
        }
        Ok(())
    }

    /// Adds the first grids that only one of two listing engines has.
    fn explain_sets(
        &mut self,
        problem: &Problem,
        [first, second]: [&Listing; 2],
        watch: &dyn Watch,
    ) -> Result<(), EngineError> {
        let listers = [first.lister, second.lister];
        let odd = difference::find(problem, listers, [&first.totals, &second.totals], LIMITS, watch)?;
        let [first, second] = listers.map(Engine::name);
        if odd.is_empty() {
            self.remarks.push(format!(
                "{first} and {second} disagree on the whole and agree on the part where they differ, its rows given: \
                 one of them is at odds with itself"
            ));
        }
        let judge = Judge::new(problem);
        self.differences.extend(odd.into_iter().map(|odd| Difference {
            opinion: judge.opinion(&odd.grid),
            grid: odd.grid,
            found: match odd.times {
                [1, 0] => format!("only {first} has this grid, {second} does not"),
                [0, 1] => format!("only {second} has this grid, {first} does not"),
                [a, b] => format!("{first} gives this grid {a} times, {second} {b} times"),
            },
        }));
        Ok(())
    }

    /// Adds the smallest part of the problem, a single grid if possible, that two engines count differently.
    fn explain_counts(
        &mut self,
        problem: &Problem,
        parties: [&Party; 2],
        watch: &dyn Watch,
    ) -> Result<(), EngineError> {
        let engines = parties.map(|party| party.engine);
        let part = narrow(problem, engines, parties.map(|party| party.count), watch)?;
        let ([first, second], [a, b]) = (engines.map(Engine::name), part.counts);
        if let Some(grid) = part.grid() {
            self.differences.push(Difference {
                found: match part.counts {
                    [1, 0] => format!("{first} counts this grid, {second} does not"),
                    [0, 1] => format!("{second} counts this grid, {first} does not"),
                    _ => format!("with every square given, {first} counts {a} and {second} {b}"),
                },
                opinion: Judge::new(problem).opinion(&grid),
                grid,
            });
        } else if part.problem.givens() == problem.givens() {
            let obstacle = part.obstacle.unwrap_or_default();
            self.remarks.push(format!("{first} and {second} cannot be held together square by square: {obstacle}"));
        } else {
            let obstacle = part.obstacle.unwrap_or_default();
            self.parts.push(DisputedPart {
                givens: part.problem.givens().clone(),
                found: format!("with these squares given, {first} counts {a} and {second} {b} ({obstacle})"),
            });
        }
        Ok(())
    }

    /// Adds the first of an engine's grids that something is wrong with, unless they are shown already.
    fn show_refused(&mut self, problem: &Problem, Listing { lister, totals }: &Listing) {
        let name = lister.name();
        let judge = Judge::new(problem);
        for grid in &totals.refused {
            if self.differences.iter().all(|difference| difference.grid != *grid) {
                self.differences.push(Difference {
                    grid: grid.clone(),
                    found: format!("{name} has this grid, and it is no answer"),
                    opinion: judge.opinion(grid),
                });
            }
        }
    }
}
