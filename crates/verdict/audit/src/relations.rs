//! Compares published figures with each other, before anything is counted.
//!
//! Figures of one source for the same size and rules must be consistent. A quantity given twice has one value, primitive is
//! `A + h + r + t + N`, and total is `A + 2 (h + r + t) + 4 N` (Keith 2026; see [`quantity`](super::quantity)). Where figures are
//! inconsistent, the smallest sets of figures are sought whose removal leaves the rest consistent. A figure that belongs to every
//! such set is inconsistent. If there are several disjoint sets, each figure involved is in doubt, and only counting can decide.
//! Two sources that answer the same question differently contradict each other; this blames neither.

use std::collections::BTreeMap;
use std::fmt;

use num_bigint::BigUint;
use serde::Serialize;

use super::claims::{Claim, Claims, named};
use super::quantity::Quantity;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Ruleset;
use gridcheck_core::size::Size;

/// The relation of a figure to the others of its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// No other figure contradicts it.
    Sound,
    /// It is among figures that cannot all be right. Holds the contradictions, a line each.
    Doubtful(Vec<String>),
    /// It is the one that is inconsistent with the rest. Holds the contradictions, a line each.
    Inconsistent(Vec<String>),
}

/// A question that sources answer differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Conflict {
    /// Rows and columns.
    pub size: Size,
    /// The rule set, under the name that the first source uses.
    #[cfg_attr(feature = "schema", schemars(with = "gridcheck_core::serial::RulesName"))]
    pub rules: String,
    /// The quantity and constraints, in words.
    pub quantity: String,
    /// The different answers.
    pub answers: Vec<FigureSources>,
}

/// A figure and its sources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "sources"))]
pub struct FigureSources {
    /// The figure as first printed.
    pub printed: String,
    /// The names of the sources that give it.
    pub sources: Vec<String>,
}

/// Writes the figure and then its sources: `650 (keith-2026)`.
impl fmt::Display for FigureSources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.printed, self.sources.join(", "))
    }
}

/// A figure in a relation.
#[derive(Clone, Copy)]
struct Figure<'a> {
    index: usize,
    quantity: &'a Quantity,
    value: &'a BigUint,
    claim: &'a Claim,
}

/// A question, and the claims that answer it, with their values and the names of their sources.
type AnsweredQuestion<'a> = (Problem, &'a Quantity, Vec<(&'a Claim, &'a BigUint, &'a str)>);

/// A set of figures that cannot all be right.
struct Contradiction {
    members: Vec<usize>,
    line: String,
}

/// A quantity, the sum that equals it in words, and the terms of that sum: a factor and a quantity each.
type Equation = (Quantity, &'static str, [(u32, Quantity); 5]);

const EQUATIONS: [Equation; 2] = [
    (
        Quantity::Primitive,
        "A + h + r + t + N",
        [(1, Quantity::A), (1, Quantity::H), (1, Quantity::R), (1, Quantity::T), (1, Quantity::N)],
    ),
    (
        Quantity::Total,
        "A + 2 (h + r + t) + 4 N",
        [(1, Quantity::A), (2, Quantity::H), (2, Quantity::R), (2, Quantity::T), (4, Quantity::N)],
    ),
];

/// Above this number of figures for one size and rule set, only single culprits are sought, no pairs.
const MAX_IN_PAIRS: usize = 40;

/// Returns the standing of each claim of a source, in their order.
pub fn check(claims: &Claims) -> Vec<Standing> {
    let mut standings = vec![Standing::Sound; claims.claims.len()];
    for (_, group) in groups(&claims.claims) {
        judge(&group, &mut standings);
    }
    standings
}

/// Returns the questions that sources answer differently. `standings` holds those of each source; inconsistent figures are left
/// out.
pub fn conflicts(sources: &[Claims], standings: &[Vec<Standing>]) -> Vec<Conflict> {
    let mut conflicts = Vec::new();
    let mut questions: Vec<AnsweredQuestion<'_>> = Vec::new();
    for (source, standings) in sources.iter().zip(standings) {
        for (claim, standing) in source.claims.iter().zip(standings) {
            let (Ok(meaning), Standing::Sound | Standing::Doubtful(_)) = (&claim.meaning, standing) else { continue };
            let Some(value) = claim.value.exact() else { continue };
            let problem = nameless(&meaning.problem);
            let said = (claim, value, source.name.as_str());
            match questions.iter_mut().find(|(other, quantity, _)| (other, *quantity) == (&problem, &meaning.quantity))
            {
                Some((_, _, all)) => all.push(said),
                None => questions.push((problem, &meaning.quantity, vec![said])),
            }
        }
    }
    for (problem, quantity, said) in questions {
        let mut answers: Vec<(&BigUint, FigureSources)> = Vec::new();
        for &(claim, value, source) in &said {
            match answers.iter_mut().find(|(other, _)| *other == value) {
                Some((_, FigureSources { sources, .. })) if sources.iter().any(|other| other == source) => {}
                Some((_, FigureSources { sources, .. })) => sources.push(source.to_owned()),
                None => {
                    let (printed, sources) = (claim.printed.clone(), vec![source.to_owned()]);
                    answers.push((value, FigureSources { printed, sources }));
                }
            }
        }
        let first = &answers[0].1.sources;
        let between_sources = answers.iter().any(|(_, answer)| answer.sources != *first);
        if answers.len() > 1 && between_sources {
            let answers = answers.into_iter().map(|(_, answer)| answer).collect();
            let quantity = named(quantity, problem.constraints(), !problem.givens().is_empty());
            conflicts.push(Conflict { size: problem.size(), rules: said[0].0.rules.clone(), quantity, answers });
        }
    }
    conflicts
}

/// Returns the problem with an unnamed rule set, so that equal rules compare equal.
pub fn nameless(problem: &Problem) -> Problem {
    let rules = Ruleset { name: String::new(), ..problem.rules().clone() };
    // The name does not make a rule set contradictory.
    problem.clone().with_rules(rules).unwrap_or_else(|_| problem.clone())
}

/// Groups the understood claims of a number by size and rules, in the order of their first occurrence.
fn groups(claims: &[Claim]) -> Vec<(Problem, Vec<Figure<'_>>)> {
    let mut groups: Vec<(Problem, Vec<Figure<'_>>)> = Vec::new();
    for (index, claim) in claims.iter().enumerate() {
        let (Ok(meaning), Some(value)) = (&claim.meaning, claim.value.exact()) else { continue };
        let problem = nameless(&meaning.problem);
        let figure = Figure { index, quantity: &meaning.quantity, value, claim };
        match groups.iter_mut().find(|(other, _)| *other == problem) {
            Some((_, group)) => group.push(figure),
            None => groups.push((problem, vec![figure])),
        }
    }
    groups
}

/// Determines which figures of a group are inconsistent or in doubt.
fn judge(group: &[Figure<'_>], standings: &mut [Standing]) {
    let found = contradictions(group);
    if found.is_empty() {
        return;
    }
    let ways_out = ways_out(group);
    let culprits: Vec<usize> = match ways_out.split_first() {
        Some((first, others)) => first.iter().copied().filter(|i| others.iter().all(|way| way.contains(i))).collect(),
        None => Vec::new(),
    };
    if culprits.is_empty() {
        for figure in group {
            let involved = found.iter().filter(|contradiction| contradiction.members.contains(&figure.index));
            let lines: Vec<String> = involved.map(|contradiction| contradiction.line.clone()).collect();
            if !lines.is_empty() {
                standings[figure.index] = Standing::Doubtful(lines);
            }
        }
        return;
    }
    // Test each culprit against the consistent figures: next to its rival, and in its rival's place.
    let fitting: Vec<Figure<'_>> = without(group, &ways_out[0]);
    for culprit in group.iter().filter(|figure| culprits.contains(&figure.index)) {
        let rivals = fitting.iter().filter(|figure| figure.quantity == culprit.quantity);
        let mut lines: Vec<String> = rivals.clone().map(|rival| twice(rival, culprit)).take(1).collect();
        let in_place: Vec<Figure<'_>> =
            fitting.iter().filter(|figure| figure.quantity != culprit.quantity).chain([culprit]).copied().collect();
        lines.extend(contradictions(&in_place).into_iter().map(|contradiction| contradiction.line));
        standings[culprit.index] = Standing::Inconsistent(lines);
    }
}

/// Returns the smallest sets of figures whose removal leaves the rest consistent: all of one size, one or two figures each.
fn ways_out(group: &[Figure<'_>]) -> Vec<Vec<usize>> {
    let works = |way: &Vec<usize>| contradictions(&without(group, way)).is_empty();
    let singles: Vec<Vec<usize>> = group.iter().map(|figure| vec![figure.index]).filter(works).collect();
    if !singles.is_empty() || group.len() > MAX_IN_PAIRS {
        return singles;
    }
    let pairs = group.iter().enumerate().flat_map(|(i, a)| group[i + 1..].iter().map(|b| vec![a.index, b.index]));
    pairs.filter(works).collect()
}

fn without<'a>(group: &[Figure<'a>], indices: &[usize]) -> Vec<Figure<'a>> {
    group.iter().filter(|figure| !indices.contains(&figure.index)).copied().collect()
}

/// Returns the contradictions. A quantity with two values is one contradiction; it then enters no equation.
fn contradictions(figures: &[Figure<'_>]) -> Vec<Contradiction> {
    let mut found = Vec::new();
    let mut given: BTreeMap<&Quantity, Figure<'_>> = BTreeMap::new();
    let mut disputed = Vec::new();
    for figure in figures {
        match given.get(figure.quantity) {
            Some(first) if first.value != figure.value => {
                disputed.push(figure.quantity);
                found.push(Contradiction { members: vec![first.index, figure.index], line: twice(first, figure) });
            }
            Some(_) => {}
            None => {
                given.insert(figure.quantity, *figure);
            }
        }
    }
    given.retain(|quantity, _| !disputed.contains(quantity));
    for (whole, sum_name, terms) in &EQUATIONS {
        let parts: Option<Vec<(u32, &Figure<'_>)>> =
            terms.iter().map(|(factor, quantity)| Some((*factor, given.get(quantity)?))).collect();
        let (Some(whole), Some(parts)) = (given.get(whole), parts) else { continue };
        let sum: BigUint = parts.iter().map(|(factor, part)| part.value * *factor).sum();
        if sum != *whole.value {
            let members = parts.iter().map(|(_, part)| part).chain([&whole]).map(|figure| figure.index).collect();
            let (name, printed) = (whole.quantity.name(), &whole.claim.printed);
            found
                .push(Contradiction { members, line: format!("{sum_name} = {sum}, but {name} is given as {printed}") });
        }
    }
    found
}

/// Reports that a source gives a quantity twice, with two values.
fn twice(first: &Figure<'_>, second: &Figure<'_>) -> String {
    let said = |figure: &Figure<'_>| match &figure.claim.place {
        Some(place) => format!("{} ({place})", figure.claim.printed),
        None => figure.claim.printed.clone(),
    };
    format!("{} is given as {} and as {}", first.quantity.name(), said(first), said(second))
}
