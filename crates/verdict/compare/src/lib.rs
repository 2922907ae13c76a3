//! Runs several engines on one problem and reports whether they give the same number *and the same set of grids*.
//!
//! Each engine that lists streams its grids into a [`tally`]: a count and an order-independent [`digest`](gridcheck_sums::digest), by
//! bucket. The validator judges every grid of the stream. An engine that only counts gives a number. Engines agree when all
//! counts are equal, all digests are equal, and the validator rejects no grid ([`party`]).
//!
//! Where two listing engines disagree, [`difference`] finds grids that only one has. Where one of the two only counts,
//! [`mod@narrow`] fixes squares until a single grid is left. A [`published`] list can be one more party. The outcome is a
//! [`Report`], which is pure data. For a problem too large to list, [`spot`] compares the engines on random parts of it. [`bins`]
//! compares distributions of measures.
//!
//! Four modules find what a set of grids shows: its [symmetry classes](classes), its [maximal grids](mod@maximal), the grids that are
//! the most [similar] to a given one, and those that have equal [clue numbers and lengths](numberings).

pub mod bins;
pub mod classes;
pub mod difference;
pub mod judge;
pub mod maximal;
pub mod narrow;
pub mod numberings;
mod party;
pub mod published;
mod report;
pub mod similar;
pub mod sorted;
pub mod spot;
pub mod tally;
#[cfg(test)]
mod tests;

use std::io;

use serde::Serialize;
use thiserror::Error;

use difference::Limits;
use gridcheck_core::problem::Problem;
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::clock::Moment;
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{Declined, Engine, EngineError, Engines, Prepared};
use gridcheck_formats::source::{CheckedSource, SourceError};
use party::{Party, most_credible};
use published::Matching;
use sorted::SortedFiles;

pub use report::{Difference, DifferenceKind, DisputedPart, EngineReport, ListReport, Remark, Report, SetSummary};

/// Limits for explaining a disagreement: three grids a side are shown; parts of up to 100,000 grids are listed side by side.
const LIMITS: Limits = Limits { small: 100_000, shown: 3 };

/// The reasons why there is no comparison.
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
    /// The engines only count, so none lists the grids to match the published list with.
    #[error("a published list is matched with the grids of an engine, and these engines only count")]
    NoLister,
    /// The files of sorted grids cannot be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// An engine that does not take part, and the reason.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExcludedEngine {
    /// The engine's name.
    pub name: &'static str,
    /// The reason.
    pub why: String,
}

/// Prepares a problem for all engines that can make this kind of sum in reasonable time, and returns the other engines with the
/// reason. If there are too many grids to list, listing engines are slow, and only counting engines remain.
pub fn choose(engines: Engines, problem: &Problem, kind: &SumKind) -> (Vec<Prepared<'static>>, Vec<ExcludedEngine>) {
    let mut chosen = Vec::new();
    let mut left_out = Vec::new();
    for engine in engines.of_kind(problem) {
        let name = engine.name();
        match engine.prepare(problem, kind) {
            Ok(prepared) => match prepared.slow() {
                None => chosen.push(prepared),
                Some(why) => left_out.push(ExcludedEngine { name, why: why.to_owned() }),
            },
            Err(declined) => left_out.push(ExcludedEngine { name, why: declined.why }),
        }
    }
    (chosen, left_out)
}

/// Prepares `problem` for `engines`, and compares as [`compare_prepared`] does, without files.
///
/// # Errors
/// Fails like [`compare_prepared`], or if an engine cannot do the problem.
pub fn compare(
    problem: &Problem,
    engines: &[&dyn Engine],
    list: Option<&mut CheckedSource>,
    watch: &dyn Watch,
) -> Result<Report, CompareError> {
    let prepared = engines.iter().map(|engine| engine.prepare(problem, &SumKind::Plain));
    let prepared = prepared.collect::<Result<Vec<_>, Declined>>().map_err(EngineError::from)?;
    compare_prepared(&prepared, list, None, watch)
}

/// Runs engines one after the other on the problem that each has prepared to count, and compares their answers and `list`. The grids of the
/// list, and those that it lacks, are sorted into `files`.
///
/// # Errors
/// Fails if there is no engine, if an engine fails or is stopped, or if none can match the list. Also fails if the list cannot be read, or
/// if the files cannot be written.
pub fn compare_prepared(
    prepared: &[Prepared<'_>],
    list: Option<&mut CheckedSource>,
    files: Option<&mut SortedFiles>,
    watch: &dyn Watch,
) -> Result<Report, CompareError> {
    let problem = prepared.first().ok_or(CompareError::NoEngine)?.problem();
    if list.is_some() && prepared.iter().all(|prepared| prepared.lister().is_none()) {
        return Err(CompareError::NoLister);
    }
    // Read the list first: a grid of the wrong size must be reported before an hour of counting.
    let list = match list {
        Some(list) => {
            let start = Moment::now();
            let reading = published::read(list, problem, watch)?;
            Some((list, reading, start.elapsed()))
        }
        None => None,
    };

    let mut parties = Vec::new();
    for prepared in prepared {
        let party = Party::ask(prepared, &watch.run(prepared.name()))?;
        watch.learned(party.summary());
        parties.push(party);
    }
    let mut report = Report::of(&parties);
    report.explain(problem, &prepared.iter().collect::<Vec<_>>(), &parties, watch)?;

    if let Some((list, reading, reading_time)) = list {
        let credible = most_credible(&parties);
        let totals = credible.listing.as_ref().ok_or(CompareError::NoLister)?;
        let engine = parties.iter().zip(prepared).find(|(party, _)| std::ptr::eq(*party, credible));
        let (_, engine) = engine.ok_or(CompareError::NoLister)?;
        let start = Moment::now();
        let agrees = reading.sum == totals.sum();
        // Equal digests leave no difference to find.
        let matching = if agrees && files.is_none() {
            Matching { matched: reading.valid + reading.invalid, ..Matching::default() }
        } else {
            published::match_with(list, engine, files, watch)?
        };
        if !report.agree {
            report.remarks.push(Remark::MatchedInDispute { engine: engine.name() });
        }
        report.agree &= agrees;
        if reading.outside > 0 {
            report.remarks.push(Remark::OutsideGivens { list: list.name().to_owned(), grids: reading.outside });
        }
        report.list = Some(ListReport {
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
