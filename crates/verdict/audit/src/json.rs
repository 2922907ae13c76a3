//! The report of an audit, for programs. Counts are texts, because they exceed the number types of most languages.

use num_bigint::BigUint;
use serde::Serialize;

use super::Audit;
use super::build::BUILD;
use super::claimed_size::ClaimedSize;
use super::claims::{Claim, Claims};
use super::evidence::EndReason;
use super::question::{Opinion, Question};
use super::relations::Conflict;
use super::reproduce;
use super::verdict::Finding;
use gridcheck_core::constraint::Constraint;
use gridcheck_core::problem::Givens;
use gridcheck_core::rules::Ruleset;
use gridcheck_core::serial::{AsRows, Digits, DigitsIfKnown, Texts};
use gridcheck_core::size::Size;

/// The report of `gridcheck audit`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AuditJson<'a> {
    /// The version of the program.
    version: &'static str,
    /// The version, and a digest of the sources of the engines.
    build: &'static str,
    date: &'a str,
    well: bool,
    conclusive: bool,
    complete: bool,
    seconds: f64,
    claims: Vec<ClaimReport<'a>>,
    conflicts: &'a [Conflict],
    counts: Vec<EvidenceReport<'a>>,
}

/// A claim and its verdict; counts are indices into the counts of the answer.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ClaimReport<'a> {
    source: &'a str,
    #[cfg_attr(feature = "schema", schemars(with = "Size"))]
    size: ClaimedSize,
    #[cfg_attr(feature = "schema", schemars(with = "gridcheck_core::serial::RulesName"))]
    rules: &'a str,
    quantity: &'a str,
    printed: &'a str,
    #[serde(rename = "where")]
    place: Option<&'a str>,
    verdict: &'static str,
    #[serde(with = "DigitsIfKnown")]
    right: &'a Option<BigUint>,
    engines: &'a [&'static str],
    theorem: Option<&'a str>,
    extracted: bool,
    counts: &'a [usize],
    reasons: &'a [String],
}

/// A count that claims rest on.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct EvidenceReport<'a> {
    size: Size,
    rules: &'a Ruleset,
    #[serde(with = "Texts")]
    wishes: &'a [Constraint],
    given: Option<AsRows<&'a Givens>>,
    goal: Option<String>,
    #[serde(with = "DigitsIfKnown")]
    count: Option<u128>,
    opinions: Vec<OpinionReport<'a>>,
    failures: Vec<FailureReport<'a>>,
    command: Option<String>,
}

/// The count of one engine.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OpinionReport<'a> {
    engine: &'static str,
    #[serde(with = "Digits")]
    count: u128,
    seconds: Option<f64>,
    /// Another build or a file of sums, if no engine of this build has counted.
    from: Option<&'a str>,
}

/// An engine that failed.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct FailureReport<'a> {
    engine: &'static str,
    why: &'a str,
}

impl<'a> AuditJson<'a> {
    /// Returns the report of an audit. Claims refer to the counts that they rest on by their index.
    pub fn new(audit: &'a Audit) -> Self {
        AuditJson {
            version: env!("CARGO_PKG_VERSION"),
            build: BUILD,
            date: &audit.date,
            well: audit.is_well(),
            conclusive: audit.is_conclusive(),
            complete: audit.ending == EndReason::Complete,
            seconds: audit.seconds,
            claims: audit.claims().map(|(source, claim, finding)| judged(source, claim, finding)).collect(),
            conflicts: &audit.conflicts,
            counts: audit.evidence.questions().iter().map(question).collect(),
        }
    }
}

fn judged<'a>(source: &'a Claims, claim: &'a Claim, finding: &'a Finding) -> ClaimReport<'a> {
    ClaimReport {
        source: &source.name,
        size: claim.size,
        rules: &claim.rules,
        quantity: &claim.quantity,
        printed: &claim.printed,
        place: claim.place.as_deref(),
        verdict: finding.verdict.name(),
        right: &finding.right,
        engines: &finding.engines,
        theorem: finding.theorem.map(|theorem| theorem.name.as_str()),
        extracted: finding.extracted,
        counts: &finding.questions,
        reasons: &finding.reasons,
    }
}

fn question(question: &Question) -> EvidenceReport<'_> {
    let Question { problem, nameless: _, sought, opinions, failures } = question;
    let opinion = |&Opinion { engine, count, ref origin, witness: _ }| OpinionReport {
        engine,
        count,
        seconds: origin.seconds(),
        from: origin.elsewhere(),
    };
    EvidenceReport {
        size: problem.size(),
        rules: problem.rules(),
        wishes: problem.constraints(),
        given: (!problem.givens().is_empty()).then(|| AsRows(problem.givens())),
        goal: sought.name(),
        count: question.count(),
        opinions: opinions.iter().map(opinion).collect(),
        failures: failures.iter().map(|(engine, why)| FailureReport { engine, why }).collect(),
        command: reproduce::command(question),
    }
}
