//! Writes the outcome as JSON, for programs. Counts are texts, because they exceed the number types of most languages.

use serde_json::{Value, json};

use super::Audit;
use super::build::BUILD;
use super::claims::{Claim, Claims};
use super::evidence::Ending;
use super::question::{Opinion, Question};
use super::relations::Conflict;
use super::reproduce;
use super::verdict::Finding;
use crate::serial::texts;

/// Returns the outcome of an audit as JSON. Claims refer to the counts that they rest on by their index.
pub fn audit(audit: &Audit) -> Value {
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "build": BUILD,
        "date": audit.date,
        "well": audit.is_well(),
        "conclusive": audit.is_conclusive(),
        "complete": audit.ending == Ending::Complete,
        "seconds": audit.seconds,
        "claims": audit.claims().map(|(source, claim, finding)| judged(source, claim, finding)).collect::<Vec<_>>(),
        "conflicts": audit.conflicts.iter().map(conflict).collect::<Vec<_>>(),
        "counts": audit.evidence.questions().iter().map(question).collect::<Vec<_>>(),
    })
}

/// Returns a claim and its verdict.
fn judged(source: &Claims, claim: &Claim, finding: &Finding) -> Value {
    json!({
        "source": source.name,
        "size": claim.size,
        "rules": claim.rules,
        "quantity": claim.quantity,
        "printed": claim.printed,
        "where": claim.place,
        "verdict": finding.verdict.name(),
        "right": finding.right.as_ref().map(ToString::to_string),
        "engines": finding.engines,
        "theorem": finding.theorem.map(|theorem| &theorem.name),
        "extracted": finding.extracted,
        "counts": finding.questions,
        "reasons": finding.reasons,
    })
}

/// Returns a question that sources answer differently.
fn conflict(Conflict { size, rules, quantity, answers }: &Conflict) -> Value {
    let answer = |(printed, sources): &(String, Vec<String>)| json!({ "printed": printed, "sources": sources });
    let answers: Vec<Value> = answers.iter().map(answer).collect();
    json!({ "size": size, "rules": rules, "quantity": quantity, "answers": answers })
}

/// Returns a count that claims rest on. An opinion that is not by this build names where it is from.
fn question(question: &Question) -> Value {
    let Question { problem, nameless: _, sought, opinions, failures } = question;
    let opinion = |Opinion { engine, count, origin, witness: _ }: &Opinion| {
        json!({
            "engine": engine,
            "count": count.to_string(),
            "seconds": origin.seconds(),
            "from": origin.elsewhere(),
        })
    };
    let failure = |(engine, why): &(&str, String)| json!({ "engine": engine, "why": why });
    json!({
        "size": problem.size(),
        "rules": problem.rules(),
        "wishes": texts(problem.constraints()),
        "given": (!problem.givens().is_empty()).then(|| problem.givens().to_string().lines().collect::<Value>()),
        "goal": sought.name(),
        "count": question.count().map(|count| count.to_string()),
        "opinions": opinions.iter().map(opinion).collect::<Vec<_>>(),
        "failures": failures.iter().map(failure).collect::<Vec<_>>(),
        "command": reproduce::command(question),
    })
}
