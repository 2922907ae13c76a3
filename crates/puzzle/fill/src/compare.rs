//! Runs several engines on one question and compares the numbers *and the sets* of their fills.
//!
//! Each engine's fills are streamed into [`Totals`]. They hold a count and a [digest](gridcheck_sums::digest) that does not depend on the
//! order of the fills, for each of [`BUCKETS`] buckets, and the fills that the [validator](super::validator) rejects. If two engines differ,
//! both run again for the first bucket in which they differ. The report shows the first fills that one of them has and the other lacks.
//!
//! A hash covers the fill's one-line form in UTF-8 (`CAT/ODE/..#`), so that anyone can recompute a digest from a list.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;

use serde::Serialize;

use super::filler::{Fill, Filler};
use super::question::Question;
use super::validator::{Flaw, Validator};
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_core::plural::plural;
use gridcheck_core::serial::Texts;
use gridcheck_engine::clock::Moment;
use gridcheck_engine::listing::{Each, Summary};
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{EngineError, Run};
use gridcheck_sums::digest::Digest;
use gridcheck_sums::totals::{Sum, Totals};

/// Number of buckets: a power of two.
const BUCKETS: u64 = 256;
/// Maximum number of fills to show of a disagreement.
const SHOWN: usize = 3;

/// Numbers of fills, compared with their transposes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mirrored {
    /// Fills that are their own transpose: word squares.
    pub symmetric: u128,
    /// Fills that precede their transpose in the alphabet. Each stands for two.
    pub pairs: u128,
    /// Fills that follow their transpose. They equal `pairs` if every fill's transpose is present.
    #[serde(skip)]
    behind: u128,
}

impl Mirrored {
    /// Returns the number of fills up to transposition, or `None` if the transpose of some fill is missing.
    pub fn classes(&self) -> Option<u128> {
        (self.pairs == self.behind).then(|| self.pairs + self.symmetric)
    }

    /// Counts a fill. `mirror` holds for each square its image under transposition.
    fn put(&mut self, fill: &Fill, mirror: &[usize]) {
        let transposed = mirror.iter().map(|&square| fill[square]);
        match fill.iter().copied().cmp(transposed) {
            Ordering::Equal => self.symmetric += 1,
            Ordering::Less => self.pairs += 1,
            Ordering::Greater => self.behind += 1,
        }
    }

    fn merge(&mut self, other: Mirrored) {
        self.symmetric += other.symmetric;
        self.pairs += other.pairs;
        self.behind += other.behind;
    }
}

/// Counts the fills of an engine, and for a symmetric question those that equal, precede and follow their transpose.
///
/// # Errors
/// Returns an error if the run is stopped or the engine fails.
pub fn count(filler: &dyn Filler, question: &Question, run: &Run) -> Result<(u128, Option<Mirrored>), EngineError> {
    let mirror = question.mirror();
    let put = |(count, mirrored): &mut (u128, Mirrored), fill: &Fill| {
        *count += 1;
        if let Some(mirror) = &mirror {
            mirrored.put(fill, mirror);
        }
        ControlFlow::Continue(())
    };
    let merge = |(count, mirrored): &mut (u128, Mirrored), task: (u128, Mirrored)| {
        *count += task.0;
        mirrored.merge(task.1);
    };
    let summary = Summary::new(<(u128, Mirrored)>::default(), <(u128, Mirrored)>::default, put, merge);
    filler.fills(question, run, &summary)?;
    let (count, mirrored) = summary.into_total();
    Ok((count, mirror.is_some().then_some(mirrored)))
}

fn digest(question: &Question, fill: &Fill) -> Digest {
    Digest::of_text(&question.rows(fill).join("/"))
}

fn bucket(digest: Digest) -> u64 {
    digest.low_bits() as u64 % BUCKETS
}

/// Returns the totals of an engine's fills, with the validator's verdict on each.
fn totals(filler: &dyn Filler, question: &Question, run: &Run) -> Result<Totals<Vec<u8>>, EngineError> {
    let validator = Validator::new(question);
    let put = |totals: &mut Totals<Vec<u8>>, fill: &Fill| {
        let digest = digest(question, fill);
        let refused = (!validator.flaws(fill).is_empty()).then(|| fill.to_vec());
        totals.put(bucket(digest), digest, refused);
        ControlFlow::Continue(())
    };
    let summary = Summary::new(Totals::default(), Totals::default, put, Totals::merge);
    filler.fills(question, run, &summary)?;
    Ok(summary.into_total())
}

/// The result of one engine.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FillParty {
    /// The engine's name.
    pub name: &'static str,
    /// The number and the digest of the fills.
    #[serde(flatten)]
    pub sum: Sum,
    /// Number of invalid fills.
    pub invalid: u64,
    /// Wall-clock time in seconds.
    pub seconds: f64,
    /// `true` if more than half of the engines have this digest and all fills are valid.
    pub agrees: bool,
}

/// A fill that some engine lacks, or that is invalid.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FillDifference"))]
pub struct Difference {
    /// Its rows.
    pub rows: Vec<String>,
    /// The number of times that each of two engines reports it.
    pub engines: Vec<(&'static str, usize)>,
    /// The faults of the fill.
    #[serde(with = "Texts")]
    pub flaws: Vec<Flaw>,
}

/// The outcome of a comparison.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FillComparison {
    /// One answer for each engine.
    pub answers: Vec<FillParty>,
    /// `true` if all engines have the same fills, and all fills are valid.
    pub agree: bool,
    /// The first fills of each disagreement.
    pub differences: Vec<Difference>,
}

/// Runs the engines one after the other, and compares their answers.
///
/// # Errors
/// Returns an error if a run is stopped or an engine fails.
pub fn compare(question: &Question, fillers: &[&dyn Filler], watch: &dyn Watch) -> Result<FillComparison, EngineError> {
    let mut results = Vec::new();
    for filler in fillers {
        let run = watch.run(filler.name());
        let start = Moment::now();
        let totals = totals(*filler, question, &run)?;
        let Sum { count, digest } = totals.sum();
        watch.learned(format!("{} finished: {}, digest {}", filler.name(), plural(count, "fill"), digest.short()));
        results.push((*filler, totals, start.seconds()));
    }
    let votes =
        |totals: &Totals<Vec<u8>>| results.iter().filter(|(_, other, _)| other.buckets == totals.buckets).count();
    let answers: Vec<FillParty> = results
        .iter()
        .map(|(filler, totals, seconds)| FillParty {
            name: filler.name(),
            sum: totals.sum(),
            invalid: totals.invalid,
            seconds: *seconds,
            agrees: 2 * votes(totals) > results.len() && totals.invalid == 0,
        })
        .collect();
    let validator = Validator::new(question);
    let mut differences: Vec<Difference> = Vec::new();
    // The reference is the engine that agrees with most others.
    let reference = (0..results.len()).max_by_key(|&i| (votes(&results[i].1), std::cmp::Reverse(i)));
    for (filler, totals, _) in &results {
        let Some((other, others, _)) = reference.map(|i| &results[i]) else { break };
        if let Some(at) = (0..BUCKETS).find(|at| totals.buckets.get(at) != others.buckets.get(at)) {
            let run = watch.run("the first difference");
            let times = Mutex::new(BTreeMap::<Vec<u8>, [usize; 2]>::new());
            for (which, filler) in [*other, *filler].into_iter().enumerate() {
                let collector = Each(|fill: &Fill| {
                    if bucket(digest(question, fill)) == at {
                        locked(&times).entry(fill.to_vec()).or_default()[which] += 1;
                    }
                    ControlFlow::Continue(())
                });
                filler.fills(question, &run, &collector)?;
            }
            let odd = unlocked(times).into_iter().filter(|(_, times)| times[0] != times[1]).take(SHOWN);
            differences.extend(odd.map(|(fill, times)| Difference {
                rows: question.rows(&fill),
                engines: vec![(other.name(), times[0]), (filler.name(), times[1])],
                flaws: validator.flaws(&fill),
            }));
        }
        for fill in &totals.refused {
            let rows = question.rows(fill);
            if differences.iter().all(|difference| difference.rows != rows) {
                let flaws = validator.flaws(fill);
                differences.push(Difference { rows, engines: vec![(filler.name(), 1)], flaws });
            }
        }
    }
    let agree = answers.iter().all(|answer| answer.agrees) && differences.is_empty();
    Ok(FillComparison { answers, agree, differences })
}
