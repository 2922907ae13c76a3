//! Compares engines on random small parts of a problem that is too large to list.
//!
//! A count of 13 × 13 cannot be checked grid by grid. But an engine that accepts given squares must also be right on every part
//! of the problem. A part can be small enough for others to list ([`draw`]). An engine that agrees on many parts of all shapes
//! ([`shape`]) applies the rules correctly at that size. Agreement does not prove that its sums over the whole are right.
//!
//! On each sample those engines take part that can solve it in reasonable time, each with a [`timeout`](gridcheck_engine::timeout).
//! The first sample on which they disagree is kept, and explained at the end like any comparison.

mod draw;
mod shape;

use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

use super::Report;
use super::party::{Party, all_agree, most_credible};
use draw::Sampler;
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_core::serial::{Digits, Rows};
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::timeout::with_timeout;
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{Candidates, Engine, EngineError, Engines, Prepared};
use shape::Shape;

/// The reasons why there are no spot checks.
#[derive(Debug, Error)]
pub enum SpotError {
    /// An engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// No thread could be started.
    #[error("starting a thread: {0}")]
    Threads(String),
    /// No grid was found to draw samples from.
    #[error("no grid was found to draw samples from; without --spot-checks the engines may agree that there is none")]
    NoGrid,
    /// Fewer than two engines can be compared, even on the smallest parts.
    #[error("a spot check takes two engines; {0}")]
    TooFew(String),
}

/// The record of an engine.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineRecord {
    /// The engine's name.
    pub name: &'static str,
    /// Samples on which it took part.
    pub samples: usize,
    /// Number of grids that it found on them.
    #[serde(with = "Digits")]
    pub grids: u128,
    /// Wall-clock time, in seconds.
    pub seconds: f64,
    /// Samples on which it differed from the majority, or gave an invalid grid.
    pub disagreed: usize,
    /// Samples from which it was left out.
    pub left_out: usize,
    /// The reason for the first of them.
    pub why: Option<String>,
}

/// A sample on which engines disagree.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Disputed {
    /// Its number, from 1.
    pub sample: usize,
    /// Its given squares.
    #[serde(rename = "given", with = "Rows")]
    pub givens: Givens,
    /// The answers, and the grids that differ.
    #[serde(flatten)]
    pub report: Report,
}

/// The outcome of spot checks.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpotReport {
    /// The seed that draws the samples.
    pub seed: u64,
    /// `true` if samples were compared and the engines agreed on all.
    pub agree: bool,
    /// Number of samples that were requested.
    #[serde(rename = "spot_checks")]
    pub asked: usize,
    /// Samples on which at least two engines were compared. Fewer than requested if the checks were stopped.
    pub compared: usize,
    /// Number of compared samples that have grids.
    pub with_grids: usize,
    /// Total number of grids of those samples.
    #[serde(with = "Digits")]
    pub grids: u128,
    /// Number of compared samples on which the engines disagreed.
    pub disputed: usize,
    /// One record for each engine.
    #[serde(rename = "parties")]
    pub engines: Vec<EngineRecord>,
    /// The first disagreement. If the checks were stopped, its explanation is missing and it has no grids.
    #[serde(rename = "first_disagreement")]
    pub first: Option<Disputed>,
    /// `true` if the checks were stopped.
    pub stopped: bool,
}

/// The engines to compare, and how.
#[derive(Clone, Copy)]
pub struct SpotRequest<'a> {
    /// The engines that draw the samples, those of them that suit small parts.
    pub drawn_by: Engines,
    /// The engines to compare.
    pub compared: &'a [&'static dyn Engine],
    /// Number of samples.
    pub samples: usize,
    /// The seed that draws the samples. It draws the same ones, unless a listing takes longer than the time limit.
    pub seed: u64,
    /// The time limit of a listing, and of each engine on a sample. An engine that takes longer is left out of the sample.
    pub patience: Duration,
}

/// Compares engines on random parts of `problem`.
///
/// # Errors
/// Fails if an engine fails, if no grid is found to draw samples from, or if fewer than two engines can be compared.
pub fn spot_checks(problem: &Problem, request: &SpotRequest<'_>, watch: &dyn Watch) -> Result<SpotReport, SpotError> {
    let mut report = SpotReport::new(request);
    let mut first = None;
    match compare_samples(problem, request, watch, &mut report, &mut first) {
        Err(SpotError::Engine(EngineError::Stopped)) => report.stopped = true,
        outcome => outcome?,
    }
    if report.compared == 0 && !report.stopped {
        return Err(SpotError::TooFew(report.reasons()));
    }
    if let Some(Sample { number, part, parties }) = first {
        let mut explained = Report::of(&parties);
        let prepared = parties.iter().map(|party| part.prepared_by(party.engine)).collect::<Result<Vec<_>, _>>();
        match explained.explain(part.problem(), &prepared.map_err(EngineError::from)?, &parties, watch) {
            Err(EngineError::Stopped) => report.stopped = true,
            outcome => outcome?,
        }
        report.first = Some(Disputed { sample: number, givens: part.problem().givens().clone(), report: explained });
    }
    Ok(report)
}

/// A sample and the answers to it.
struct Sample {
    number: usize,
    part: Candidates,
    parties: Vec<Party<'static>>,
}

impl SpotRequest<'_> {
    /// Returns a part of the problem with the engines that draw it and those that are compared.
    fn candidates(&self, part: &Problem) -> Candidates {
        Candidates::new(self.drawn_by, part, &SumKind::Plain).and_named(self.compared.iter().copied())
    }

    /// Returns a part as each of the compared engines has prepared it that can count it in reasonable time, or the reason against it.
    fn prepared<'c>(&self, part: &'c Candidates) -> impl Iterator<Item = Result<&'c Prepared<'static>, String>> {
        self.compared.iter().map(|engine| {
            let prepared = part.prepared_by(*engine).map_err(|declined| declined.why)?;
            prepared.slow().map_or(Ok(prepared), |why| Err(why.to_owned()))
        })
    }

    /// Returns `true` if there are engines to compare on a part.
    fn is_feasible(&self, part: &Candidates) -> bool {
        self.prepared(part).flatten().count() >= 2
    }
}

/// Draws the samples, adds each to `report`, and keeps the first on which the engines disagree.
fn compare_samples(
    problem: &Problem,
    request: &SpotRequest<'_>,
    watch: &dyn Watch,
    report: &mut SpotReport,
    first: &mut Option<Sample>,
) -> Result<(), SpotError> {
    let whole = watch.run("spot checks");
    whole.set_tasks(report.asked);
    let mut sampler = Sampler::new(problem, request, &whole)?.ok_or(SpotError::NoGrid)?;
    for number in 1..=report.asked {
        let part = sampler.draw(Shape::ALL[number % Shape::ALL.len()])?;
        let mut parties = Vec::new();
        for (prepared, conduct) in request.prepared(&part).zip(&mut report.engines) {
            let answer = match prepared {
                Ok(prepared) => with_timeout(&whole, request.patience, |run| Party::ask(prepared, run))?
                    .ok_or_else(|| format!("more than {} s", request.patience.as_secs())),
                Err(why) => Err(why),
            };
            match answer {
                Ok(party) => parties.push(party),
                Err(why) => conduct.leave_out(why),
            }
        }
        if parties.len() < 2 {
            if !request.is_feasible(&part) {
                return Err(SpotError::TooFew(report.reasons()));
            }
            whole.task_done(0);
            continue;
        }
        let count = most_credible(&parties).count;
        whole.task_done(count);
        if !report.add(&parties)? && first.is_none() {
            watch.learned(format!("the engines disagree on sample {number}"));
            *first = Some(Sample { number, part, parties });
        }
    }
    Ok(())
}

impl SpotReport {
    fn new(request: &SpotRequest<'_>) -> Self {
        let engines = request.compared.iter().map(|engine| EngineRecord::new(engine.name())).collect();
        SpotReport {
            seed: request.seed,
            agree: false,
            asked: request.samples,
            compared: 0,
            with_grids: 0,
            grids: 0,
            disputed: 0,
            engines,
            first: None,
            stopped: false,
        }
    }

    /// Records one sample's answers. Returns `true` if they agree.
    fn add(&mut self, parties: &[Party]) -> Result<bool, EngineError> {
        let sum = |sum: u128, count: u128| sum.checked_add(count).ok_or(EngineError::Overflow);
        for party in parties {
            let name = party.engine.name();
            for conduct in self.engines.iter_mut().filter(|conduct| conduct.name == name) {
                conduct.samples += 1;
                conduct.grids = sum(conduct.grids, party.count)?;
                conduct.seconds += party.seconds;
                conduct.disagreed += usize::from(!party.agrees_with_most_of(parties));
            }
        }
        let (agree, count) = (all_agree(parties), most_credible(parties).count);
        self.compared += 1;
        self.with_grids += usize::from(count > 0);
        self.grids = sum(self.grids, count)?;
        self.disputed += usize::from(!agree);
        self.agree = self.disputed == 0;
        Ok(agree)
    }

    /// Returns the reasons why engines were left out.
    fn reasons(&self) -> String {
        let reason = |engine: &EngineRecord| Some(format!("{} ({})", engine.name, engine.why.as_ref()?));
        let reasons: Vec<String> = self.engines.iter().filter_map(reason).collect();
        if reasons.is_empty() { "one is named".to_owned() } else { format!("left out: {}", reasons.join(", ")) }
    }
}

impl EngineRecord {
    fn new(name: &'static str) -> Self {
        EngineRecord { name, samples: 0, grids: 0, seconds: 0.0, disagreed: 0, left_out: 0, why: None }
    }

    fn leave_out(&mut self, why: String) {
        self.left_out += 1;
        self.why.get_or_insert(why);
    }
}
