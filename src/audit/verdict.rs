//! From what a source says and what engines say to a verdict on each claim.
//!
//! What a source's own figures say about a claim comes first: a figure that does not fit beside the others of its source is
//! inconsistent, whatever is counted. Otherwise engines decide, and a figure in doubt that no engine reaches stays
//! inconsistent with those it cannot stand beside. A theorem decides without engines; engines that contradict it are at fault. A quantity made of several counts is as sure as the least sure of them.

use num_bigint::BigUint;

use super::claims::Claim;
use super::evidence::Evidence;
use super::question::Question;
use super::relations::Standing;
use super::theorems::{Theorem, about};
use crate::rules::Ruleset;

/// What becomes of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Two engines or more that work independently give this value.
    Confirmed,
    /// One engine gives this value.
    ConfirmedByOne,
    /// Engines give another value.
    Refuted,
    /// It cannot stand beside other figures of the same source.
    Inconsistent,
    /// Engines contradict each other: the fault is here, not in the claim.
    EnginesDisagree,
    /// No engine has answered.
    OutOfBudget,
    /// The claim asks for nothing that can be counted.
    NotUnderstood,
}

/// A claim's verdict and what it rests on.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// The value that a theorem states or engines give, if there is one.
    pub right: Option<BigUint>,
    /// The theorem that states it.
    pub theorem: Option<&'static Theorem>,
    /// The engines that have answered one of the counts that the quantity needs.
    pub engines: Vec<&'static str>,
    /// The counts that the quantity needs, as numbers of the evidence's questions.
    pub questions: Vec<usize>,
    /// Why, a line each; empty where the verdict says it all.
    pub reasons: Vec<String>,
}

impl Finding {
    /// Returns the evidence in words, as in `window, pinwheel; proved: british_7`.
    pub fn evidence(&self) -> String {
        let engines = self.engines.join(", ");
        match self.theorem {
            None => engines,
            Some(theorem) if engines.is_empty() => format!("proved: {}", theorem.name),
            Some(theorem) => format!("{engines}; proved: {}", theorem.name),
        }
    }
}

impl Verdict {
    /// The verdict in words.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Confirmed => "confirmed",
            Verdict::ConfirmedByOne => "confirmed by one engine",
            Verdict::Refuted => "refuted",
            Verdict::Inconsistent => "inconsistent",
            Verdict::EnginesDisagree => "engines disagree",
            Verdict::OutOfBudget => "out of budget",
            Verdict::NotUnderstood => "not understood",
        }
    }

    /// Whether something is wrong with the claim, or with the engines.
    pub const fn is_bad(self) -> bool {
        matches!(self, Verdict::Refuted | Verdict::Inconsistent | Verdict::EnginesDisagree)
    }

    /// Whether it leaves something to be asked for: a second engine, more time, or a claim that can be counted.
    pub const fn is_open(self) -> bool {
        matches!(self, Verdict::ConfirmedByOne | Verdict::OutOfBudget | Verdict::NotUnderstood)
    }
}

/// Asks the questions behind a claim; their numbers, in the order that the quantity needs.
pub fn questions(claim: &Claim, evidence: &mut Evidence) -> Vec<usize> {
    let Ok(meaning) = &claim.meaning else { return Vec::new() };
    let needs = meaning.quantity.needs(meaning.problem.rules());
    // The claim's rules make sense, and whether rules do does not depend on their symmetry.
    let problems = needs.into_iter().filter_map(|rules: Ruleset| meaning.problem.clone().with_rules(rules).ok());
    problems.map(|problem| evidence.ask(&problem, meaning.quantity.goal())).collect()
}

/// The verdict on a claim; `questions` are its own.
pub fn judge(claim: &Claim, standing: &Standing, questions: Vec<usize>, evidence: &Evidence) -> Finding {
    let nothing = |verdict, reasons| Finding {
        verdict,
        right: None,
        theorem: None,
        engines: Vec::new(),
        questions: Vec::new(),
        reasons,
    };
    let meaning = match &claim.meaning {
        Ok(meaning) => meaning,
        Err(why) => return nothing(Verdict::NotUnderstood, vec![why.clone()]),
    };
    let asked: Vec<&Question> = questions.iter().map(|&number| evidence.question(number)).collect();
    let answered: Option<Vec<u128>> = asked.iter().map(|question| question.count()).collect();
    let disputes: Vec<String> = asked.iter().filter(|question| question.is_disputed()).map(|q| dispute(q)).collect();
    let counted = answered.as_ref().and_then(|counts| meaning.quantity.evaluate(counts));
    let theorem = about(&meaning.problem, meaning.quantity);
    let right = theorem.map(|theorem| theorem.count.clone()).or_else(|| counted.clone());
    let in_doubt = |lines: &[String]| lines.iter().map(|line| format!("cannot all be right: {line}")).collect();

    let (verdict, mut reasons): (Verdict, Vec<String>) = match (standing, &right) {
        (Standing::Inconsistent(lines), _) => (Verdict::Inconsistent, lines.clone()),
        _ if !disputes.is_empty() => (Verdict::EnginesDisagree, disputes),
        _ if answered.is_some() && counted.is_none() => {
            let line = "the counts by symmetry leave no whole number of classes: one of them is wrong";
            (Verdict::EnginesDisagree, vec![line.to_owned()])
        }
        _ if counted.as_ref().is_some_and(|counted| Some(counted) != right.as_ref()) => {
            (Verdict::EnginesDisagree, theorem.iter().map(|theorem| contradiction(theorem, &asked)).collect())
        }
        (Standing::Doubtful(lines), None) => (Verdict::Inconsistent, in_doubt(lines)),
        (Standing::Sound, None) => (Verdict::OutOfBudget, unanswered(&asked)),
        (_, Some(right)) if *right != claim.value => (Verdict::Refuted, Vec::new()),
        (_, Some(_)) if theorem.is_some() => (Verdict::Confirmed, Vec::new()),
        (_, Some(_)) if asked.iter().all(|question| question.opinions.len() > 1) => {
            (Verdict::Confirmed, asked.iter().filter_map(|question| kinship(question)).take(1).collect())
        }
        (_, Some(_)) => (Verdict::ConfirmedByOne, Vec::new()),
    };
    if right.as_ref().is_some_and(|right| *right != claim.value) {
        reasons.extend(claim.note.clone());
    }
    let engines = engines(&asked);
    Finding { verdict, right, theorem, engines, questions, reasons }
}

/// Returns the sentence that engines contradict a theorem.
fn contradiction(theorem: &Theorem, asked: &[&Question]) -> String {
    format!("the theorem {} states {}, and {} count otherwise", theorem.name, theorem.count, engines(asked).join(", "))
}

/// Who has answered one of the questions.
fn engines(asked: &[&Question]) -> Vec<&'static str> {
    let mut all: Vec<&'static str> = Vec::new();
    for opinion in asked.iter().flat_map(|question| &question.opinions) {
        if !all.contains(&opinion.engine) {
            all.push(opinion.engine);
        }
    }
    all
}

fn dispute(question: &Question) -> String {
    let (size, rules) = (question.problem.size(), question.problem.rules());
    let said: Vec<String> =
        question.opinions.iter().map(|opinion| format!("{} from {}", opinion.count, opinion.engine)).collect();
    format!("{size} × {size}, rules {}, symmetry {}: {}", rules.name, rules.symmetry.name(), said.join(", "))
}

/// Why questions have no answer, where that is not the budget alone.
fn unanswered(asked: &[&Question]) -> Vec<String> {
    let failures = asked.iter().flat_map(|question| &question.failures);
    failures.map(|(engine, why)| format!("{engine} has failed: {why}")).collect()
}

/// That the opinions on a question are not wholly independent.
fn kinship(question: &Question) -> Option<String> {
    let names: Vec<&str> = question.opinions.iter().map(|opinion| opinion.engine).collect();
    question.in_common().map(|what| format!("{} share {what}, and nothing else", names.join(" and ")))
}
