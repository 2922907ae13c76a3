//! Audits published figures: which of them hold, how surely, and what contradicts the others.
//!
//! A [`claims`] file states who published which figure. First [`relations`] compares the figures of a source with each other,
//! before anything is counted. Then [`evidence`] puts each [`question`] to engines until the time budget is spent. The cheapest
//! engine comes first, and each count gets a second, independent one. Finally [`mod@verdict`] gives each claim its verdict. The
//! modules [`page`], [`json`] and [`annotations`] write the outcome; the command line prints it as text.
//!
//! Every quantity reduces to counts by symmetry ([`quantity`]), so one count serves many claims. A [file of opinions](opinions) can keep the
//! counts for later audits.

pub mod annotations;
pub mod build;
pub mod claimed_size;
pub mod claimed_value;
pub mod claims;
pub mod evidence;
pub mod figure;
pub mod json;
pub mod opinions;
pub mod page;
pub mod quantity;
pub mod question;
pub mod relations;
pub mod reproduce;
pub mod strip;
pub mod theorems;
pub mod verdict;

use std::collections::BTreeMap;
use std::time::Duration;

use claims::{Claim, Claims};
use evidence::{EndReason, Evidence};
use gridcheck_core::plural::plural;
use gridcheck_engine::Engine;
use gridcheck_engine::clock::Moment;
use gridcheck_engine::watch::Watch;
use gridcheck_sums::checked_log::LogError;
use opinions::KnownOpinions;
use relations::Conflict;
use theorems::Theorem;
use verdict::Finding;

/// The outcome of an audit.
#[derive(Debug)]
pub struct Audit {
    /// The claims that were audited, by source.
    pub sources: Vec<Claims>,
    /// A finding for each claim of each source.
    pub findings: Vec<Vec<Finding>>,
    /// Questions that sources answer differently.
    pub conflicts: Vec<Conflict>,
    /// The questions, and the counts that the engines gave.
    pub evidence: Evidence,
    /// The reason why the counting ended.
    pub ending: EndReason,
    /// The day on which the audit ended.
    pub date: String,
    /// Wall-clock time of the whole audit, in seconds.
    pub seconds: f64,
}

/// Audits claims with these engines until the time budget is spent. `state` supplies the opinions of earlier audits and receives
/// the new ones. A claim that one of the `theorems` decides needs no engine.
///
/// # Errors
/// Fails if the state cannot be written.
pub fn audit(
    sources: Vec<Claims>,
    theorems: &'static [Theorem],
    engines: &[&dyn Engine],
    budget: Duration,
    state: &mut KnownOpinions,
    watch: &dyn Watch,
) -> Result<Audit, LogError> {
    let start = Moment::now();
    let standings: Vec<_> = sources.iter().map(relations::check).collect();
    let conflicts = relations::conflicts(&sources, &standings);
    let mut evidence = Evidence::default();
    let questions: Vec<Vec<Vec<usize>>> = sources
        .iter()
        .map(|source| source.claims.iter().map(|claim| verdict::questions(claim, &mut evidence)).collect())
        .collect();
    let ending = evidence.gather(engines, state, Moment::after(budget), watch)?;
    let findings = sources
        .iter()
        .zip(standings.iter().zip(questions))
        .map(|(source, (standings, questions))| {
            let claims = source.claims.iter().zip(standings.iter().zip(questions));
            claims
                .map(|(claim, (standing, questions))| verdict::judge(claim, standing, questions, &evidence, theorems))
                .collect()
        })
        .collect();
    let seconds = start.seconds();
    Ok(Audit { sources, findings, conflicts, evidence, ending, date: build::today(), seconds })
}

/// A claim whose verdict needs reasons.
pub struct Explained<'a> {
    /// The claim.
    pub claim: &'a Claim,
    /// The reasons, a line each.
    pub reasons: &'a [String],
    /// The number of later claims of the source that have the same reasons, and are not returned.
    pub alike: usize,
}

/// Returns the claims of a source that have reasons. Of claims with the same reasons, the first is returned.
pub fn explained<'a>(source: &'a Claims, findings: &'a [Finding]) -> Vec<Explained<'a>> {
    let mut all: Vec<Explained<'a>> = Vec::new();
    for (claim, Finding { reasons, .. }) in source.claims.iter().zip(findings) {
        match all.iter_mut().find(|other| other.reasons == reasons) {
            Some(other) => other.alike += 1,
            None if reasons.is_empty() => {}
            None => all.push(Explained { claim, reasons, alike: 0 }),
        }
    }
    all
}

impl Explained<'_> {
    /// Returns the number of claims with the same reasons in words; nothing if there are none.
    pub fn and_others(&self) -> String {
        match self.alike {
            0 => String::new(),
            alike => format!(" (and {})", plural(alike, "further claim")),
        }
    }
}

impl Audit {
    /// Returns every claim with its source and its finding.
    pub fn claims(&self) -> impl Iterator<Item = (&Claims, &Claim, &Finding)> {
        let sources = self.sources.iter().zip(&self.findings);
        sources.flat_map(|(source, findings)| {
            source.claims.iter().zip(findings).map(move |(claim, finding)| (source, claim, finding))
        })
    }

    /// Returns `true` if no claim is refuted or inconsistent, and no engine contradicts another.
    pub fn is_well(&self) -> bool {
        self.claims().all(|(_, _, finding)| !finding.verdict.is_bad())
    }

    /// Returns `true` if at least two independent engines have answered every claim, right or wrong. No claim may be open, rest
    /// on one engine, or ask for what cannot be counted.
    pub fn is_conclusive(&self) -> bool {
        self.claims().all(|(_, _, finding)| {
            !finding.verdict.is_open()
                && (finding.theorem.is_some()
                    || finding.questions.iter().all(|&number| self.evidence.question(number).is_settled()))
        })
    }

    /// Returns how often each verdict was given, as in "12 confirmed, 1 refuted".
    pub fn summary(&self) -> String {
        let mut counts = BTreeMap::new();
        for (_, _, finding) in self.claims() {
            *counts.entry(finding.verdict).or_insert(0) += 1;
        }
        let counts: Vec<String> =
            counts.iter().map(|(verdict, claims)| format!("{claims} {}", verdict.name())).collect();
        if counts.is_empty() { "no claims".to_owned() } else { counts.join(", ") }
    }
}
