//! Finds and proves the linear recurrence of the numbers of crossword grids on a strip: M rows are fixed, and there are 1, 2, 3, … columns.
//!
//! # Why there is a recurrence
//! A strip is read column by column ([`control`]). A *state* holds what the rest of the strip needs to know of the columns so far.
//! If there are finitely many states, the counts are a(n) = u Aⁿ⁻¹ v. Here u counts the ways into each state by one column, A the ways from
//! state to state, and v marks the states in which a strip may end. This is the transfer-matrix method (Stanley, *Enumerative
//! Combinatorics* I, section 4.7). So the generating function is rational, and its denominator divides det(1 − xA).
//!
//! Rules that count the checked letters of a word need a counter, which may grow without bound along a strip. The module [`balance`] looks
//! for a bound. If it finds none, the rule set is refused.
//!
//! # Why the recurrence is right
//! Equivalent states are merged, forward and backward ([`automaton`]), until S are left. Then:
//!
//! 1. **A candidate.** The algorithm of Berlekamp (1968) and Massey (1969) finds the shortest recurrence of the first 2S terms modulo a
//!    prime below 2⁶¹ ([`modular`]). By Fatou's lemma (1906) the shortest recurrence over the rationals has whole coefficients, the first of
//!    them 1. The Chinese remainder theorem composes them of their residues modulo several primes.
//! 2. **It holds.** Let L be the candidate's complexity and q its polynomial, of degree L. Its error at n is u q(A) Aᵏ v with
//!    k = n − L − 1. By the theorem of Cayley and Hamilton, the power S of A is a combination of lower powers. So the errors obey a
//!    recurrence of order S: if S successive errors are 0, all are. The errors for n = L + 1, …, L + S are computed exactly, with big
//!    integers.
//! 3. **None is shorter.** The complexity modulo a prime is the rank of the terms' Hankel matrix modulo that prime. That is at most the
//!    rank over the rationals, which is the complexity of the shortest recurrence over the rationals.
//!
//! So the second step is the proof. Arithmetic modulo primes proposes the recurrence, and bounds its complexity from below. If the order d
//! is less than L, the first L − d terms are irregular, and the recurrence of order d holds from the term L + 1 on.
//!
//! # The half turn
//! The left half of a strip that is unchanged by the half turn determines the strip. The right half, turned and read from the outer end, leads
//! to the same state as the left half. So that state alone decides whether both halves fit ([`layer`]). Therefore the same automaton counts
//! the strips of even width, with another vector v. A third vector v inserts a middle column and counts the strips of odd width. Each of
//! the two sequences obeys a recurrence of order S. Together they obey one of order 2S, plus 1 for the strip of one column, which has no
//! left half.
//!
//! # Whether the automaton counts grids
//! All this is about the automaton's numbers. [`find`] compares the first of them with the counts of engines ([`comparison`]), and returns no
//! recurrence if one differs.
//!
//! # The growth rate
//! All entries of A are at least 0, and every state is on a way from a start to an end. So the limit superior of a(n)^(1/n) is the largest
//! eigenvalue of A, or its square root with the half turn, and [`growth`] encloses it. It is one over the radius of convergence of the
//! generating function. The quotients a(n + 1) / a(n) need not tend to it: even and odd widths can differ.

mod automaton;
mod balance;
mod comparison;
mod control;
mod demands;
mod growth;
mod layer;
mod modular;
mod proof;
#[cfg(test)]
mod tests;

use std::time::Duration;

use gridcheck_core::grid::MAX_SIZE;
use gridcheck_core::plural::plural;
use gridcheck_core::problem::ProblemError;
use gridcheck_core::rules::{RulesFault, Ruleset, Symmetry, UnsupportedRule};
use gridcheck_core::serial::EachDigits;
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{EngineError, Engines, Run};
use num_bigint::{BigInt, BigUint};
use serde::Serialize;
use thiserror::Error;

use automaton::Automaton;
pub use comparison::{Comparison, Disagreement};
use control::FixedHeight;
use demands::Demands;
use layer::Layer;

/// The most rows of a strip: each row multiplies the states by 3 to 4, and the time by 10 to 30.
pub const MAX_HEIGHT: usize = 10;
/// The most states that are explored. They take about a gigabyte, and their recurrence would take days.
pub const MAX_STATES: usize = 1_000_000;

/// The time for engines to count the first terms too.
const COMPARISON_TIME: Duration = Duration::from_secs(1);

/// A sequence of counts, its recurrence, and the extent of the proof.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Recurrence {
    /// The rows of the strip.
    pub height: usize,
    /// The rules, with the symmetry that was asked for.
    #[serde(skip)]
    pub rules: Ruleset,
    /// The automaton behind the counts.
    pub states: States,
    /// The coefficients c₁, c₂, …: a(n) = c₁ a(n−1) + c₂ a(n−2) + …
    #[serde(with = "EachDigits")]
    pub coefficients: Vec<BigInt>,
    /// The first n from which on the recurrence holds.
    pub holds_from: usize,
    /// The numerator of the generating function Σ a(n) xⁿ, n ≥ 1: the coefficients of 1, x, x², …
    #[serde(with = "EachDigits")]
    pub numerator: Vec<BigInt>,
    /// Its denominator, in lowest terms: 1 − c₁ x − c₂ x² − …
    #[serde(with = "EachDigits")]
    pub denominator: Vec<BigInt>,
    /// The limit superior of a(n)^(1/n); 0 if only finitely many counts are not 0.
    pub growth: f64,
    /// The order of some recurrence that the counts obey, by the number of states alone.
    pub bound: usize,
    /// The first terms as engines count them.
    #[serde(flatten)]
    pub comparison: Comparison,
    /// The terms a(1), a(2), … that were computed exactly. The recurrence was checked on all of them.
    #[serde(skip)]
    pub terms: Vec<BigUint>,
}

/// The numbers of states of an automaton.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct States {
    /// States that some columns lead to.
    pub reachable: usize,
    /// States among them from which a strip can be finished.
    pub useful: usize,
    /// The classes left when equivalent states are merged.
    pub merged: usize,
}

/// A reason why there is no recurrence to show.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StripError {
    /// The height is out of range.
    #[error(
        "height {0}: expected 1 to {MAX_HEIGHT} (each row multiplies the states by 3 to 4, and the time by 10 to 30)"
    )]
    Height(usize),
    /// The symmetry has no sequence here.
    #[error("symmetry {0}: strips have none or rot180")]
    Symmetry(&'static str),
    /// The rule set is at fault.
    #[error("{0}")]
    Rules(RulesFault),
    /// The rule set does not fit strips of some width.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The rule set has a rule that strips do not support.
    #[error(transparent)]
    Unsupported(#[from] UnsupportedRule),
    /// The balance of words in a row has no bound.
    #[error(
        "not finite-state at height {0}: words along row {1} can be any number of checked letters ahead or behind and make up for it later, \
         so a state would need an unbounded counter; set max_word, or max_unchecked_run = 1"
    )]
    Unbounded(usize, usize),
    /// The states are too many.
    #[error("more than {0} states; lower the height, or set a smaller max_word")]
    TooManyStates(usize),
    /// An engine counts a term differently.
    #[error(transparent)]
    Disagreement(#[from] Disagreement),
    /// No engine counts the first terms.
    #[error("height {0}: no engine can count the first terms, so nothing is proved")]
    NoEngine(usize),
    /// The run was stopped, or memory ran out.
    #[error(transparent)]
    Run(#[from] EngineError),
}

/// The symmetry of strips.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    None,
    HalfTurn,
}

/// Finds and proves the recurrence of the numbers of grids of that many rows under these rules. The watch sees each stage of the work.
///
/// For a second these engines count the first terms too. All widths are compared, odd and even, up to the widest that was counted.
///
/// # Errors
/// See [`StripError`]. If an engine counts a term differently, there is no recurrence.
pub fn find(height: usize, rules: &Ruleset, engines: Engines, watch: &dyn Watch) -> Result<Recurrence, StripError> {
    let found = of_automaton(height, rules, watch)?;
    let (terms, run) = (found.first_terms(MAX_SIZE), watch.run("comparing with engines"));
    let comparison = comparison::compare(height, rules, &terms, engines, COMPARISON_TIME, &run)?;
    Ok(Recurrence { comparison, ..found })
}

/// Finds and proves the recurrence of the automaton's numbers. No term is compared with an engine.
fn of_automaton(height: usize, rules: &Ruleset, watch: &dyn Watch) -> Result<Recurrence, StripError> {
    let (strip, group) = strip(height, rules)?;
    let Layer { automaton, reached, single } = Layer::explore(&strip, group, &watch.run("exploring states"))?;
    let useful = automaton.states();
    let automaton = automaton.reduced(&watch.run("merging states"))?;
    let states = States { reachable: reached, useful, merged: automaton.states() };
    let rate = growth::rate(&automaton, &watch.run("growth rate"))?;
    let growth = if group == Group::HalfTurn { rate.sqrt() } else { rate };
    let sequence = Sequence { automaton, group, single };
    let merged = plural(states.merged, "state");
    watch.learned(format!("merging leaves {merged}, so there is a recurrence of order {}", sequence.bound()));
    let proved = proof::prove(&sequence, growth, modular::primes(), watch)?;
    Ok(Recurrence {
        height,
        rules: rules.clone(),
        states,
        coefficients: proved.denominator[1..].iter().map(|coefficient| -coefficient).collect(),
        holds_from: proved.complexity + 1,
        numerator: proved.numerator,
        denominator: proved.denominator,
        growth,
        bound: sequence.bound(),
        comparison: Comparison::default(),
        terms: proved.terms,
    })
}

/// Checks the question and prepares its tables.
fn strip(height: usize, rules: &Ruleset) -> Result<(FixedHeight, Group), StripError> {
    if !(1..=MAX_HEIGHT).contains(&height) {
        return Err(StripError::Height(height));
    }
    if let Some(fault) = rules.fault() {
        return Err(StripError::Rules(fault));
    }
    let (demands, symmetry) = Demands::of(rules)?;
    let group = match symmetry {
        Symmetry::None => Group::None,
        Symmetry::Rot180 => Group::HalfTurn,
        other => return Err(StripError::Symmetry(other.name())),
    };
    Ok((FixedHeight::new(demands, height), group))
}

impl Recurrence {
    /// Returns the recurrence's order.
    pub fn order(&self) -> usize {
        self.coefficients.len()
    }

    /// Returns the first terms a(1), a(2), …, by the recurrence where it holds.
    pub fn first_terms(&self, number: usize) -> Vec<BigUint> {
        let mut terms: Vec<BigInt> = self.terms.iter().take(number).cloned().map(BigInt::from).collect();
        while terms.len() < number {
            let products = self.coefficients.iter().zip(terms.iter().rev()).map(|(one, other)| one * other);
            terms.push(products.sum());
        }
        // Counts are never negative.
        terms.iter().map(|term| term.magnitude().clone()).collect()
    }
}

/// A sequence of counts a(1), a(2), … as an automaton gives it.
struct Sequence {
    automaton: Automaton,
    group: Group,
    single: u64,
}

impl Sequence {
    /// Returns the order of some recurrence that the sequence obeys.
    fn bound(&self) -> usize {
        match self.group {
            Group::None => self.automaton.states(),
            Group::HalfTurn => 2 * self.automaton.states() + 1,
        }
    }

    fn exact(&self, terms: usize, run: &Run) -> Result<Vec<BigUint>, EngineError> {
        Ok(self.in_turn(self.automaton.exact(self.steps(terms), run)?, BigUint::from(self.single), terms))
    }

    fn modulo(&self, prime: u64, terms: usize, run: &Run) -> Result<Vec<u64>, EngineError> {
        Ok(self.in_turn(self.automaton.modulo(prime, self.steps(terms), run)?, self.single, terms))
    }

    /// Returns how many terms of each of the automaton's sequences are needed.
    fn steps(&self, terms: usize) -> usize {
        if self.group == Group::HalfTurn { terms / 2 } else { terms }
    }

    /// Makes one sequence of those of the automaton: even and odd widths take turns.
    fn in_turn<T: Clone>(&self, sequences: Vec<Vec<T>>, single: T, terms: usize) -> Vec<T> {
        match (self.group, &sequences[..]) {
            (Group::HalfTurn, [even, odd]) => {
                let pairs = even.iter().zip(odd).flat_map(|(even, odd)| [even.clone(), odd.clone()]);
                std::iter::once(single).chain(pairs).take(terms).collect()
            }
            _ => sequences.into_iter().next().unwrap_or_default(),
        }
    }
}
