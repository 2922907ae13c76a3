//! Runs several engines on one question and compares the numbers *and the sets* of their fills.
//!
//! Each engine's fills are streamed into a tally. It holds a count and a [digest](gridcheck_run::digest) that does not depend on their
//! order. It holds these for each of [`BUCKETS`] buckets, and the faults that the [validator](super::validator) finds. If two engines
//! differ, both run again for the first bucket in which they differ. The report shows the first fills that one of them has and the other
//! lacks.
//!
//! A hash covers the fill's one-line form in UTF-8 (`CAT/ODE/..#`), so that anyone can recompute a digest from a list.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;

use serde::Serialize;

use super::filler::{FillCollector, FillPiece, Filler};
use super::question::Question;
use super::validator::{Flaw, Validator};
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_run::clock::Moment;
use gridcheck_run::digest::Digest;
use gridcheck_run::watch::Watch;
use gridcheck_run::{EngineError, Run};

/// Number of buckets: a power of two.
const BUCKETS: usize = 256;
/// Maximum number of fills to show of a disagreement.
const SHOWN: usize = 3;

/// The number and the digest of some fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct CountAndDigest {
    count: u128,
    digest: Digest,
}

/// The totals of one engine's fills.
#[derive(Debug, Clone)]
pub struct Totals {
    buckets: Vec<CountAndDigest>,
    /// Number of invalid fills.
    pub invalid: u64,
    /// The first few invalid fills.
    refused: Vec<Vec<u8>>,
    /// For a symmetric question, the numbers of fills that equal, precede and follow their transpose.
    pub mirrored: Option<Mirrored>,
}

/// Numbers of fills, compared with their transposes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
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
}

/// Collects fills and keeps their totals.
pub struct Tally<'q> {
    question: &'q Question,
    validator: Option<Validator<'q>>,
    mirror: Option<Vec<usize>>,
    /// `true` if fills are only counted.
    plain: bool,
    totals: Mutex<Totals>,
}

impl<'q> Tally<'q> {
    /// Returns a tally that counts and validates fills and keeps their digest.
    pub fn judging(question: &'q Question) -> Self {
        Tally { validator: Some(Validator::new(question)), plain: false, ..Tally::counting(question) }
    }

    /// Returns a tally that only counts fills, and compares each with its transpose.
    pub fn counting(question: &'q Question) -> Self {
        let mirror = question.mirror();
        let mirrored = mirror.as_ref().map(|_| Mirrored::default());
        let totals =
            Totals { buckets: vec![CountAndDigest::default(); BUCKETS], invalid: 0, refused: Vec::new(), mirrored };
        Tally { question, validator: None, mirror, plain: true, totals: Mutex::new(totals) }
    }

    /// Returns the totals of all fills.
    pub fn into_totals(self) -> Totals {
        unlocked(self.totals)
    }
}

impl Totals {
    /// Returns the number of fills.
    pub fn count(&self) -> u128 {
        self.buckets.iter().map(|sum| sum.count).sum()
    }

    /// Returns the digest of all fills.
    pub fn digest(&self) -> Digest {
        let mut digest = Digest::default();
        self.buckets.iter().for_each(|sum| digest.add(sum.digest));
        digest
    }
}

struct TallyBasket<'a, 'q> {
    tally: &'a Tally<'q>,
    totals: Totals,
}

/// Returns the bucket of a fill, by its hash.
fn bucket(digest: Digest) -> usize {
    digest.low_bits() as usize % BUCKETS
}

impl FillCollector for Tally<'_> {
    fn begin(&self, _index: usize) -> Box<dyn FillPiece + '_> {
        let mirrored = self.mirror.as_ref().map(|_| Mirrored::default());
        let buckets = vec![CountAndDigest::default(); if self.plain { 1 } else { BUCKETS }];
        Box::new(TallyBasket { tally: self, totals: Totals { buckets, invalid: 0, refused: Vec::new(), mirrored } })
    }
}

impl FillPiece for TallyBasket<'_, '_> {
    fn put(&mut self, fill: &[u8]) -> ControlFlow<()> {
        let Tally { question, validator, mirror, plain, .. } = self.tally;
        if let (Some(mirror), Some(mirrored)) = (mirror, &mut self.totals.mirrored) {
            let transposed = mirror.iter().map(|&square| fill[square]);
            match fill.iter().copied().cmp(transposed) {
                std::cmp::Ordering::Equal => mirrored.symmetric += 1,
                std::cmp::Ordering::Less => mirrored.pairs += 1,
                std::cmp::Ordering::Greater => mirrored.behind += 1,
            }
        }
        if *plain {
            self.totals.buckets[0].count += 1;
            return ControlFlow::Continue(());
        }
        let digest = Digest::of_text(&question.rows(fill).join("/"));
        let sum = &mut self.totals.buckets[bucket(digest)];
        sum.count += 1;
        sum.digest.add(digest);
        if validator.as_ref().is_some_and(|validator| !validator.flaws(fill).is_empty()) {
            self.totals.invalid += 1;
            if self.totals.refused.len() < SHOWN {
                self.totals.refused.push(fill.to_vec());
            }
        }
        ControlFlow::Continue(())
    }

    fn end(self: Box<Self>) {
        let mut all = locked(&self.tally.totals);
        let Totals { buckets, invalid, refused, mirrored } = self.totals;
        for (all, sum) in all.buckets.iter_mut().zip(buckets) {
            all.count += sum.count;
            all.digest.add(sum.digest);
        }
        all.invalid += invalid;
        all.refused.extend(refused);
        all.refused.sort_unstable();
        all.refused.truncate(SHOWN);
        if let (Some(all), Some(more)) = (&mut all.mirrored, mirrored) {
            all.symmetric += more.symmetric;
            all.pairs += more.pairs;
            all.behind += more.behind;
        }
    }
}

/// The result of one engine.
#[derive(Debug, Serialize)]
pub struct Answer {
    /// The engine's name.
    pub name: &'static str,
    /// Number of fills.
    #[serde(serialize_with = "as_decimal")]
    pub count: u128,
    /// The digest of the fills.
    pub digest: Digest,
    /// Number of invalid fills.
    pub invalid: u64,
    /// Wall-clock time in seconds.
    pub seconds: f64,
    /// `true` if more than half of the engines have this digest and all fills are valid.
    pub agrees: bool,
    /// Numbers of fills compared with their transposes, for a symmetric question.
    #[serde(skip)]
    pub mirrored: Option<Mirrored>,
}

/// A fill that some engine lacks, or that is invalid.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Its rows.
    pub rows: Vec<String>,
    /// The number of times that each of two engines reports it.
    pub engines: Vec<(&'static str, usize)>,
    /// The faults of the fill.
    #[serde(serialize_with = "as_lines")]
    pub flaws: Vec<Flaw>,
}

/// The outcome of a comparison.
#[derive(Debug, Serialize)]
pub struct Report {
    /// One answer for each engine.
    pub answers: Vec<Answer>,
    /// `true` if all engines have the same fills, and all fills are valid.
    pub agree: bool,
    /// The first fills of each disagreement.
    pub differences: Vec<Difference>,
}

/// Writes a number as a string, because it may exceed the range of a JSON number.
fn as_decimal<S: serde::Serializer>(count: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(count)
}

fn as_lines<S: serde::Serializer>(flaws: &[Flaw], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(flaws.iter().map(ToString::to_string))
}

/// Runs the engines one after the other, and compares their answers.
///
/// # Errors
/// Returns an error if a run is stopped or an engine fails.
pub fn compare(question: &Question, fillers: &[&dyn Filler], watch: &dyn Watch) -> Result<Report, EngineError> {
    let mut results = Vec::new();
    for filler in fillers {
        let run = watch.run(filler.name());
        let start = Moment::now();
        let tally = Tally::judging(question);
        filler.fills(question, &run, &tally)?;
        let totals = tally.into_totals();
        watch.learned(format!(
            "{} finished: {} fills, digest {}",
            filler.name(),
            totals.count(),
            totals.digest().short()
        ));
        results.push((*filler, totals, start.seconds()));
    }
    let votes = |totals: &Totals| results.iter().filter(|(_, other, _)| other.buckets == totals.buckets).count();
    let answers: Vec<Answer> = results
        .iter()
        .map(|(filler, totals, seconds)| Answer {
            name: filler.name(),
            count: totals.count(),
            digest: totals.digest(),
            invalid: totals.invalid,
            seconds: *seconds,
            agrees: 2 * votes(totals) > results.len() && totals.invalid == 0,
            mirrored: totals.mirrored,
        })
        .collect();
    let validator = Validator::new(question);
    let mut differences: Vec<Difference> = Vec::new();
    // The reference is the engine that agrees with most others.
    let reference = (0..results.len()).max_by_key(|&i| (votes(&results[i].1), std::cmp::Reverse(i)));
    for (filler, totals, _) in &results {
        let Some((other, others, _)) = reference.map(|i| &results[i]) else { break };
        if let Some(at) = (0..BUCKETS).find(|&at| totals.buckets[at] != others.buckets[at]) {
            let run = watch.run("the first difference");
            let mut times: BTreeMap<Vec<u8>, [usize; 2]> = BTreeMap::new();
            for (which, filler) in [*other, *filler].into_iter().enumerate() {
                for fill in of_bucket(question, filler, at, &run)? {
                    times.entry(fill).or_default()[which] += 1;
                }
            }
            let odd = times.into_iter().filter(|(_, times)| times[0] != times[1]).take(SHOWN);
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
    Ok(Report { answers, agree, differences })
}

/// Returns the fills of an engine that are in one bucket.
fn of_bucket(question: &Question, filler: &dyn Filler, at: usize, run: &Run) -> Result<Vec<Vec<u8>>, EngineError> {
    let collector = BucketCollector { question, at, kept: Mutex::new(Vec::new()) };
    filler.fills(question, run, &collector)?;
    Ok(unlocked(collector.kept))
}

struct BucketCollector<'q> {
    question: &'q Question,
    at: usize,
    kept: Mutex<Vec<Vec<u8>>>,
}

struct BucketBasket<'a, 'q>(&'a BucketCollector<'q>);

impl FillCollector for BucketCollector<'_> {
    fn begin(&self, _index: usize) -> Box<dyn FillPiece + '_> {
        Box::new(BucketBasket(self))
    }
}

impl FillPiece for BucketBasket<'_, '_> {
    fn put(&mut self, fill: &[u8]) -> ControlFlow<()> {
        if bucket(Digest::of_text(&self.0.question.rows(fill).join("/"))) == self.0.at {
            locked(&self.0.kept).push(fill.to_vec());
        }
        ControlFlow::Continue(())
    }

    fn end(self: Box<Self>) {}
}
