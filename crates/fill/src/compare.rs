//! Runs several engines on one question and says whether they have the same number *and the same set* of fills.
//!
//! Each engine's fills are streamed into a tally: a count, a [digest](gridcheck_run::digest) that does not depend on their order, the same
//! for each of some buckets, and what the [validator](super::validator) finds wrong. Where two engines differ, both are asked
//! again for the first bucket in which they do, and the first fills that one has and the other has not are shown.
//!
//! What is hashed is the fill's one-line form in UTF-8 (`CAT/ODE/..#`), so anyone can recompute a digest from a list.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;

use serde::Serialize;

use super::filler::{Basket, FillCollector, Filler};
use super::question::Question;
use super::validator::{Flaw, Validator};
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_run::clock::Moment;
use gridcheck_run::digest::Digest;
use gridcheck_run::watch::Watch;
use gridcheck_run::{EngineError, Run};

/// So many buckets: a power of two.
const BUCKETS: usize = 256;
/// So many fills are shown of a disagreement.
const SHOWN: usize = 3;

/// How many fills, and which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Sum {
    count: u128,
    digest: Digest,
}

/// What one engine's fills come to.
#[derive(Debug, Clone)]
pub struct Totals {
    buckets: Vec<Sum>,
    /// How many are no fills.
    pub invalid: u64,
    /// The first few of them.
    refused: Vec<Vec<u8>>,
    /// Where the transpose of a fill is one: how many are their own transpose, how many come before theirs.
    pub mirrored: Option<Mirrored>,
}

/// Fills and their transposes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Mirrored {
    /// Fills that are their own transpose: word squares.
    pub symmetric: u128,
    /// Fills that come before their transpose in the alphabet. Each stands for two.
    pub pairs: u128,
    /// Fills that come behind it: as many, if every fill's transpose is there.
    #[serde(skip)]
    behind: u128,
}

impl Mirrored {
    /// How many fills there are up to transposition; `None` if for some the transpose is missing.
    pub fn classes(&self) -> Option<u128> {
        (self.pairs == self.behind).then(|| self.pairs + self.symmetric)
    }
}

/// Takes fills and keeps their sum.
pub struct Tally<'q> {
    question: &'q Question,
    validator: Option<Validator<'q>>,
    mirror: Option<Vec<usize>>,
    /// Whether it is only counted.
    plain: bool,
    totals: Mutex<Totals>,
}

impl<'q> Tally<'q> {
    /// Counts fills, judges them and keeps their digest.
    pub fn judging(question: &'q Question) -> Self {
        Tally { validator: Some(Validator::new(question)), plain: false, ..Tally::counting(question) }
    }

    /// Counts fills, and tells those that are their own transpose from others.
    pub fn counting(question: &'q Question) -> Self {
        let mirror = question.mirror();
        let mirrored = mirror.as_ref().map(|_| Mirrored::default());
        let totals = Totals { buckets: vec![Sum::default(); BUCKETS], invalid: 0, refused: Vec::new(), mirrored };
        Tally { question, validator: None, mirror, plain: true, totals: Mutex::new(totals) }
    }

    /// What all fills came to.
    pub fn into_totals(self) -> Totals {
        unlocked(self.totals)
    }
}

impl Totals {
    /// How many fills.
    pub fn count(&self) -> u128 {
        self.buckets.iter().map(|sum| sum.count).sum()
    }

    /// Which.
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

/// The bucket of a fill, by its hash.
fn bucket(digest: Digest) -> usize {
    digest.low_bits() as usize % BUCKETS
}

impl FillCollector for Tally<'_> {
    fn begin(&self, _index: usize) -> Box<dyn Basket + '_> {
        let mirrored = self.mirror.as_ref().map(|_| Mirrored::default());
        let buckets = vec![Sum::default(); if self.plain { 1 } else { BUCKETS }];
        Box::new(TallyBasket { tally: self, totals: Totals { buckets, invalid: 0, refused: Vec::new(), mirrored } })
    }
}

impl Basket for TallyBasket<'_, '_> {
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

/// What one engine answered.
#[derive(Debug, Serialize)]
pub struct Answer {
    /// The engine's name.
    pub name: &'static str,
    /// How many fills.
    #[serde(serialize_with = "as_decimal")]
    pub count: u128,
    /// Which.
    pub digest: Digest,
    /// How many are no fills.
    pub invalid: u64,
    /// Wall-clock time.
    pub seconds: f64,
    /// Whether it has the digest of more than half of the engines, and nothing is wrong with its fills.
    pub agrees: bool,
    /// Fills and their transposes, where these are fills.
    #[serde(skip)]
    pub mirrored: Option<Mirrored>,
}

/// A fill that not all engines have, or in which something is wrong.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Its rows.
    pub rows: Vec<String>,
    /// How often each of two engines gives it.
    pub engines: Vec<(&'static str, usize)>,
    /// What is wrong with it.
    #[serde(serialize_with = "as_lines")]
    pub flaws: Vec<Flaw>,
}

/// The outcome of a comparison.
#[derive(Debug, Serialize)]
pub struct Report {
    /// One answer an engine.
    pub answers: Vec<Answer>,
    /// Whether all have the same fills, and nothing is wrong with any.
    pub agree: bool,
    /// The first fills of each disagreement.
    pub differences: Vec<Difference>,
}

/// A number as a string: it may be beyond what a JSON number holds.
fn as_decimal<S: serde::Serializer>(count: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(count)
}

fn as_lines<S: serde::Serializer>(flaws: &[Flaw], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(flaws.iter().map(ToString::to_string))
}

/// Asks the engines, one after the other, and holds their answers against each other.
pub fn compare(question: &Question, fillers: &[&dyn Filler], watch: &dyn Watch) -> Result<Report, EngineError> {
    let mut parties = Vec::new();
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
        parties.push((*filler, totals, start.seconds()));
    }
    let votes = |totals: &Totals| parties.iter().filter(|(_, other, _)| other.buckets == totals.buckets).count();
    let answers: Vec<Answer> = parties
        .iter()
        .map(|(filler, totals, seconds)| Answer {
            name: filler.name(),
            count: totals.count(),
            digest: totals.digest(),
            invalid: totals.invalid,
            seconds: *seconds,
            agrees: 2 * votes(totals) > parties.len() && totals.invalid == 0,
            mirrored: totals.mirrored,
        })
        .collect();
    let validator = Validator::new(question);
    let mut differences: Vec<Difference> = Vec::new();
    // The others are held against the engine that most others match.
    let reference = (0..parties.len()).max_by_key(|&i| (votes(&parties[i].1), std::cmp::Reverse(i)));
    for (filler, totals, _) in &parties {
        let Some((other, others, _)) = reference.map(|i| &parties[i]) else { break };
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

/// The fills of an engine that are in one bucket.
fn of_bucket(question: &Question, filler: &dyn Filler, at: usize, run: &Run) -> Result<Vec<Vec<u8>>, EngineError> {
    let sieve = Sieve { question, at, kept: Mutex::new(Vec::new()) };
    filler.fills(question, run, &sieve)?;
    Ok(unlocked(sieve.kept))
}

struct Sieve<'q> {
    question: &'q Question,
    at: usize,
    kept: Mutex<Vec<Vec<u8>>>,
}

struct SieveBasket<'a, 'q>(&'a Sieve<'q>);

impl FillCollector for Sieve<'_> {
    fn begin(&self, _index: usize) -> Box<dyn Basket + '_> {
        Box::new(SieveBasket(self))
    }
}

impl Basket for SieveBasket<'_, '_> {
    fn put(&mut self, fill: &[u8]) -> ControlFlow<()> {
        if bucket(Digest::of_text(&self.0.question.rows(fill).join("/"))) == self.0.at {
            locked(&self.0.kept).push(fill.to_vec());
        }
        ControlFlow::Continue(())
    }

    fn end(self: Box<Self>) {}
}
