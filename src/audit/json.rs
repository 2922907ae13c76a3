//! Writes the outcome as JSON, for programs. Counts are texts, because they exceed the number types of most languages.

use serde::Serialize;

use super::Audit;
use super::build::BUILD;
use super::claimed_size::ClaimedSize;
use super::claims::{Claim, Claims};
use super::evidence::Ending;
use super::question::{Opinion, Question};
use super::relations::Conflict;
use super::reproduce;
use super::verdict::Finding;
use crate::constraint::{Constraint, Goal};
use crate::rules::Ruleset;
use crate::serial::{AsText, texts};
use crate::size::Size;
use num_bigint::BigUint;

/// The outcome of an audit.
#[derive(Serialize)]
pub struct AuditAnswer<'a> {
    version: &'static str,
    build: &'static str,
    date: &'a str,
    well: bool,
    conclusive: bool,
    complete: bool,
    seconds: f64,
    claims: Vec<ClaimAnswer<'a>>,
    conflicts: Vec<ConflictAnswer<'a>>,
    /// The counts that claims rest on. Claims refer to them by their index.
    counts: Vec<QuestionAnswer<'a>>,
}

/// A claim and its verdict.
#[derive(Serialize)]
struct ClaimAnswer<'a> {
    source: &'a str,
    size: ClaimedSize,
    rules: &'a str,
    quantity: &'a str,
    printed: &'a str,
    #[serde(rename = "where")]
    place: Option<&'a str>,
    verdict: &'static str,
    right: Option<AsText<&'a BigUint>>,
    engines: &'a [&'static str],
    theorem: Option<&'a str>,
    counts: &'a [usize],
    reasons: &'a [String],
}

/// A question that sources answer differently.
#[derive(Serialize)]
struct ConflictAnswer<'a> {
    size: Size,
    rules: &'a str,
    quantity: &'a str,
    answers: Vec<SourcesAnswer<'a>>,
}

/// A figure, and the sources that give it.
#[derive(Serialize)]
struct SourcesAnswer<'a> {
    printed: &'a str,
    sources: &'a [String],
}

/// A count that claims rest on.
#[derive(Serialize)]
struct QuestionAnswer<'a> {
    size: Size,
    rules: &'a Ruleset,
    wishes: Vec<AsText<&'a Constraint>>,
    goal: Option<AsText<Goal>>,
    count: Option<AsText<u128>>,
    opinions: Vec<OpinionAnswer>,
    failures: Vec<FailureAnswer<'a>>,
    command: Option<String>,
}

/// The count of one engine.
#[derive(Serialize)]
struct OpinionAnswer {
    engine: &'static str,
    count: AsText<u128>,
    seconds: Option<f64>,
    /// Another build or a file, if the opinion is not by this build.
    from: Option<String>,
}

/// An engine that failed, and the reason.
#[derive(Serialize)]
struct FailureAnswer<'a> {
    engine: &'static str,
    why: &'a str,
}

impl<'a> From<&'a Audit> for AuditAnswer<'a> {
    fn from(audit: &'a Audit) -> Self {
        AuditAnswer {
            version: env!("CARGO_PKG_VERSION"),
            build: BUILD,
            date: &audit.date,
            well: audit.is_well(),
            conclusive: audit.is_conclusive(),
            complete: audit.ending == Ending::Complete,
            seconds: audit.seconds,
            claims: audit.claims().map(Into::into).collect(),
            conflicts: audit.conflicts.iter().map(Into::into).collect(),
            counts: audit.evidence.questions().iter().map(Into::into).collect(),
        }
    }
}

impl<'a> From<(&'a Claims, &'a Claim, &'a Finding)> for ClaimAnswer<'a> {
    fn from((source, claim, finding): (&'a Claims, &'a Claim, &'a Finding)) -> Self {
        ClaimAnswer {
            source: &source.name,
            size: claim.size,
            rules: &claim.rules,
            quantity: &claim.quantity,
            printed: &claim.printed,
            place: claim.place.as_deref(),
            verdict: finding.verdict.name(),
            right: finding.right.as_ref().map(AsText),
            engines: &finding.engines,
            theorem: finding.theorem.map(|theorem| theorem.name.as_ref()),
            counts: &finding.questions,
            reasons: &finding.reasons,
        }
    }
}

impl<'a> From<&'a Conflict> for ConflictAnswer<'a> {
    fn from(Conflict { size, rules, quantity, answers }: &'a Conflict) -> Self {
        let answers = answers.iter().map(|(printed, sources)| SourcesAnswer { printed, sources });
        ConflictAnswer { size: *size, rules, quantity, answers: answers.collect() }
    }
}

impl<'a> From<&'a Question> for QuestionAnswer<'a> {
    fn from(question: &'a Question) -> Self {
        let Question { problem, goal, opinions, failures } = question;
        let opinion = |Opinion { engine, count, origin, witness: _ }: &Opinion| OpinionAnswer {
            engine,
            count: AsText(*count),
            seconds: origin.seconds(),
            from: origin.elsewhere().map(str::to_owned),
        };
        QuestionAnswer {
            size: problem.size(),
            rules: problem.rules(),
            wishes: texts(problem.constraints()),
            goal: goal.map(AsText),
            count: question.count().map(AsText),
            opinions: opinions.iter().map(opinion).collect(),
            failures: failures.iter().map(|&(engine, ref why)| FailureAnswer { engine, why }).collect(),
            command: reproduce::command(question),
        }
    }
}
