//! Gives each claim its verdict, from the figures of its source and the opinions of engines.
//!
//! The source's own figures come first: a figure that is inconsistent with the others of its source stays inconsistent, whatever
//! is counted. A theorem decides without engines, and engines that contradict it are at
//! fault. Otherwise engines decide. A figure in doubt that no engine reaches is inconsistent with those that contradict it.
//! A quantity that needs several counts is as sure as the least sure of them.

use num_bigint::BigUint;

use super::claims::{Claim, NoQuestion};
use super::evidence::Evidence;
use super::question::Question;
use super::relations::Standing;
use super::theorems::{Theorem, about, extracted};
use gridcheck_core::rules::Ruleset;

/// The verdict on a claim. Summaries have them in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClaimVerdict {
    /// Two or more independent engines give this value.
    Confirmed,
    /// One engine gives this value.
    ConfirmedByOne,
    /// Engines give another value.
    Refuted,
    /// It contradicts other figures of the same source.
    Inconsistent,
    /// Engines contradict each other: the fault is in this program, not in the claim.
    EnginesDisagree,
    /// No engine has answered.
    OutOfBudget,
    /// The claim asks for something that cannot be counted.
    NotUnderstood,
    /// The claims file declares that the figure cannot be checked.
    NotCheckable,
}

/// A claim's verdict and its evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The verdict.
    pub verdict: ClaimVerdict,
    /// The value that a theorem states or engines give, if there is one.
    pub right: Option<BigUint>,
    /// The theorem that states it.
    pub theorem: Option<&'static Theorem>,
    /// Tells that the program extracted from the proofs prints this value, and no theorem states it.
    pub extracted: bool,
    /// The engines that have answered at least one of the counts that the quantity needs.
    pub engines: Vec<&'static str>,
    /// The counts that the quantity needs, as numbers of the evidence's questions.
    pub questions: Vec<usize>,
    /// The reasons, a line each; empty where the verdict needs none.
    pub reasons: Vec<String>,
}

impl Finding {
    /// Returns the right value, if it is known and not the one that is claimed.
    pub fn correction(&self, claim: &Claim) -> Option<&BigUint> {
        self.right.as_ref().filter(|right| !claim.value.holds_for(right))
    }

    /// Returns the evidence in words, as in `window, pinwheel; proved: british_7` or `window, pinwheel; extracted`.
    pub fn evidence(&self) -> String {
        evidence(&[self])
    }

    /// Returns `true` if the evidence of both is of the same kind, so that [`evidence`] can write it once.
    pub fn has_evidence_like(&self, other: &Finding) -> bool {
        let kind = |finding: &Finding| (finding.theorem.is_some(), finding.extracted);
        self.engines == other.engines && kind(self) == kind(other)
    }
}

/// Returns the names of the theorems that findings rest on, each once.
pub fn theorem_names<'a>(findings: impl Iterator<Item = &'a Finding>) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    for theorem in findings.filter_map(|finding| finding.theorem) {
        if !names.contains(&theorem.name.as_str()) {
            names.push(&theorem.name);
        }
    }
    names
}

/// Returns the evidence of findings that is of one kind, as in `window, pinwheel; proved: british_5, british_7`.
pub fn evidence(findings: &[&Finding]) -> String {
    let Some(first) = findings.first() else { return String::new() };
    let theorems = theorem_names(findings.iter().copied());
    let engines = first.engines.join(", ");
    let proved = match theorems.as_slice() {
        [] if first.extracted => "extracted".to_owned(),
        [] => String::new(),
        theorems => format!("proved: {}", theorems.join(", ")),
    };
    let separator = if engines.is_empty() || proved.is_empty() { "" } else { "; " };
    format!("{engines}{separator}{proved}")
}

impl ClaimVerdict {
    /// Returns the verdict in words.
    pub const fn name(self) -> &'static str {
        match self {
            ClaimVerdict::Confirmed => "confirmed",
            ClaimVerdict::ConfirmedByOne => "confirmed by one engine",
            ClaimVerdict::Refuted => "refuted",
            ClaimVerdict::Inconsistent => "inconsistent",
            ClaimVerdict::EnginesDisagree => "engines disagree",
            ClaimVerdict::OutOfBudget => "out of budget",
            ClaimVerdict::NotUnderstood => "not understood",
            ClaimVerdict::NotCheckable => "not checkable",
        }
    }

    /// Returns `true` if the claim is wrong, or the engines contradict each other.
    pub const fn is_bad(self) -> bool {
        matches!(self, ClaimVerdict::Refuted | ClaimVerdict::Inconsistent | ClaimVerdict::EnginesDisagree)
    }

    /// Returns `true` if more work could change it: a second engine, more time, or a claim that can be counted.
    pub const fn is_open(self) -> bool {
        matches!(
            self,
            ClaimVerdict::ConfirmedByOne
                | ClaimVerdict::OutOfBudget
                | ClaimVerdict::NotUnderstood
                | ClaimVerdict::NotCheckable
        )
    }
}

/// Asks the questions behind a claim. Returns their numbers, in the order that the quantity needs.
pub fn questions(claim: &Claim, evidence: &mut Evidence) -> Vec<usize> {
    let Ok(meaning) = &claim.meaning else { return Vec::new() };
    let needs = meaning.quantity.needs(meaning.problem.rules());
    // The claim's rules are consistent, and consistency does not depend on the symmetry.
    let problems = needs.into_iter().filter_map(|rules: Ruleset| meaning.problem.clone().with_rules(rules).ok());
    problems.map(|problem| evidence.ask(&problem, meaning.quantity.sought())).collect()
}

/// Returns the verdict on a claim; `questions` are the numbers that [`questions`] returned for it.
pub fn judge(
    claim: &Claim,
    standing: &Standing,
    questions: Vec<usize>,
    evidence: &Evidence,
    theorems: &'static [Theorem],
) -> Finding {
    let nothing = |verdict, reasons| Finding {
        verdict,
        right: None,
        theorem: None,
        extracted: false,
        engines: Vec::new(),
        questions: Vec::new(),
        reasons,
    };
    let meaning = match &claim.meaning {
        Ok(meaning) => meaning,
        Err(NoQuestion::NotUnderstood(why)) => return nothing(ClaimVerdict::NotUnderstood, vec![why.clone()]),
        Err(NoQuestion::NotCheckable(why)) => return nothing(ClaimVerdict::NotCheckable, vec![why.clone()]),
    };
    let needed: Vec<&Question> = questions.iter().map(|&number| evidence.question(number)).collect();
    let answered: Option<Vec<u128>> = needed.iter().map(|question| question.count()).collect();
    let disputes: Vec<String> = needed.iter().filter(|question| question.is_disputed()).map(|q| dispute(q)).collect();
    let counted = answered.as_ref().and_then(|counts| meaning.quantity.evaluate(counts));
    let theorem = about(theorems, &meaning.problem, &meaning.quantity);
    let right = theorem.map(|theorem| theorem.count.clone()).or_else(|| counted.clone());
    let printed = about(extracted(), &meaning.problem, &meaning.quantity).map(|found| &found.count);
    let extracted = theorem.is_none() && printed.is_some() && printed == right.as_ref();
    let in_doubt = |lines: &[String]| lines.iter().map(|line| format!("cannot all be right: {line}")).collect();

    let (verdict, reasons): (ClaimVerdict, Vec<String>) = match (standing, &right) {
        (Standing::Inconsistent(lines), _) => (ClaimVerdict::Inconsistent, lines.clone()),
        _ if !disputes.is_empty() => (ClaimVerdict::EnginesDisagree, disputes),
        _ if answered.is_some() && counted.is_none() => {
            let line = "the counts by symmetry leave no whole number of classes: one of them is wrong";
            (ClaimVerdict::EnginesDisagree, vec![line.to_owned()])
        }
        _ if counted.as_ref().is_some_and(|counted| Some(counted) != right.as_ref()) => {
            (ClaimVerdict::EnginesDisagree, theorem.iter().map(|theorem| contradiction(theorem, &needed)).collect())
        }
        (Standing::Doubtful(lines), None) => (ClaimVerdict::Inconsistent, in_doubt(lines)),
        (Standing::Sound, None) => (ClaimVerdict::OutOfBudget, unanswered(&needed)),
        (_, Some(right)) if !claim.value.holds_for(right) => (ClaimVerdict::Refuted, Vec::new()),
        (_, Some(_)) if theorem.is_some() => (ClaimVerdict::Confirmed, Vec::new()),
        (_, Some(_)) if needed.iter().all(|question| question.opinions.len() > 1) => {
            (ClaimVerdict::Confirmed, needed.iter().filter_map(|question| shared_witness(question)).take(1).collect())
        }
        (_, Some(_)) => (ClaimVerdict::ConfirmedByOne, Vec::new()),
    };
    let engines = engines(&needed);
    let mut finding = Finding { verdict, right, theorem, extracted, engines, questions, reasons };
    if finding.correction(claim).is_some() {
        finding.reasons.extend(claim.note.clone());
    }
    finding
}

/// Returns the sentence that engines contradict a theorem.
fn contradiction(theorem: &Theorem, needed: &[&Question]) -> String {
    let engines = engines(needed).join(", ");
    format!("the theorem {} states {}, against {engines}", theorem.name, theorem.count)
}

/// Returns the engines that have answered at least one of the questions.
fn engines(needed: &[&Question]) -> Vec<&'static str> {
    let mut all: Vec<&'static str> = Vec::new();
    for opinion in needed.iter().flat_map(|question| &question.opinions) {
        if !all.contains(&opinion.engine) {
            all.push(opinion.engine);
        }
    }
    all
}

fn dispute(question: &Question) -> String {
    let (size, rules) = (question.problem.size().rows_by_columns(), question.problem.rules());
    let said: Vec<String> =
        question.opinions.iter().map(|opinion| format!("{} from {}", opinion.count, opinion.engine)).collect();
    format!("{size}, rules {}, symmetry {}: {}", rules.described(), rules.symmetry.name(), said.join(", "))
}

/// Returns why questions have no answer, where the reason is not the budget alone.
fn unanswered(needed: &[&Question]) -> Vec<String> {
    let failures = needed.iter().flat_map(|question| &question.failures);
    failures.map(|(engine, why)| format!("{engine} has failed: {why}")).collect()
}

/// Reports that the opinions on a question are not wholly independent.
fn shared_witness(question: &Question) -> Option<String> {
    let names: Vec<&str> = question.opinions.iter().map(|opinion| opinion.engine).collect();
    question.in_common().map(|what| format!("{} share {what}, and nothing else", names.join(" and ")))
}
