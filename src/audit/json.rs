//! Writes the outcome as JSON, for programs. Counts are texts, because they exceed the number types of most languages.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::Audit;
use super::evidence::Ending;
use super::question::Question;
use super::reproduce;

/// Returns the whole outcome.
pub fn json(audit: &Audit) -> Value {
    let claims = audit.claims().map(|(source, claim, finding)| {
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
            "counts": finding.questions,
            "reasons": finding.reasons,
        })
    });
    let conflicts = audit.conflicts.iter().map(|conflict| {
        let answers =
            conflict.answers.iter().map(|(printed, sources)| json!({ "printed": printed, "sources": sources }));
        json!({
            "size": conflict.size,
            "rules": conflict.rules,
            "quantity": &conflict.quantity,
            "answers": answers.collect::<Vec<_>>(),
        })
    });
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "well": audit.is_well(),
        "conclusive": audit.is_conclusive(),
        "complete": audit.ending == Ending::Complete,
        "seconds": audit.seconds,
        "claims": claims.collect::<Vec<_>>(),
        "conflicts": conflicts.collect::<Vec<_>>(),
        "counts": audit.evidence.questions().iter().map(question).collect::<Vec<_>>(),
    })
}

impl Serialize for Audit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json(self).serialize(serializer)
    }
}

/// Returns a count that claims rest on. Claims refer to it by its index in the array.
fn question(question: &Question) -> Value {
    let opinions = question.opinions.iter().map(|opinion| {
        json!({
            "engine": opinion.engine,
            "count": opinion.count.to_string(),
            "seconds": opinion.seconds,
        })
    });
    let counting = question.opinions.first();
    json!({
        "size": question.problem.size(),
        "rules": question.problem.rules(),
        "wishes": question.problem.constraints().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "goal": question.goal.map(|goal| goal.to_string()),
        "count": question.count().map(|count| count.to_string()),
        "opinions": opinions.collect::<Vec<_>>(),
        "failures": question.failures.iter().map(|(engine, why)| json!({ "engine": engine, "why": why })).collect::<Vec<_>>(),
        "command": counting.map(|opinion| reproduce::command(question, opinion.engine)),
    })
}
