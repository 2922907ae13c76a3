//! The numbers of crossword grids on a strip: M rows are fixed, the columns are 1, 2, 3, …, and the counts obey a linear recurrence, which
//! is found and proved here.
//!
//! # Why there is a recurrence
//! A strip is read column by column ([`control`]). What the rest of it needs to know of the columns so far is a state, and if there
//! are finitely many states, the counts are a(n) = u Aⁿ⁻¹ v: u counts the ways into each state by one column, A the ways from state to
//! state, and v marks the states in which a strip may end. This is the transfer-matrix method (Stanley, *Enumerative
//! Combinatorics* I, section 4.7). So the generating function is rational, and its denominator divides det(1 − xA).
//!
//! Rules that count the checked letters of a word need a counter, which may grow without bound along a strip. [`balance`] finds out whether it is
//! bounded; if no bound is found, the rule set is refused.
//!
//! # Why the recurrence is the right one
//! Equivalent states are merged, forward and backward ([`automaton`]), until S are left. Then:
//!
//! 1. **A candidate.** The algorithm of Berlekamp (1968) and Massey (1969) finds the shortest recurrence of the first 2S terms modulo several
//!    primes below 2⁶¹ ([`modular`]). The terms' Hankel matrix has rank at most S, so modulo a prime the candidate is right for all n. By Fatou's lemma
//!    (1906) the true recurrence has whole coefficients, the first of them 1: the Chinese remainder theorem gives them.
//! 2. **It holds.** Let L be its linear complexity, q(x) its polynomial of degree L. Its error e(n) = a(n) + c₁ a(n−1) + … + c_L a(n−L) is u q(A) Aᵏ v with
//!    k = n − L − 1. By the theorem of Cayley and Hamilton Aˢ is a combination of lower powers for s = S, so e(n) obeys a recurrence of order
//!    S: if S successive errors are 0, all are. The errors for n = L + 1, …, L + S are computed *exactly*, with big integers.
//! 3. **It is the shortest.** The complexity L modulo a prime is the rank of the Hankel matrix there, which is at most its rank over
//!    the rationals. A shorter recurrence over the rationals would make that rank less than L.
//!
//! So the first 2 contributes the proof, and arithmetic modulo primes only guesses, and bounds the order from below. A polynomial of a lower degree d than L
//! means that the first L − d terms are irregular: the recurrence of order d holds from the term L + 1 on.
//!
//! # The half turn
//! A strip that is its own half turn is known from its left half ([`Strip::may_join`](control)). The state after the left half decides alone whether the
//! half turn of these columns may follow: it stands for what the right half, read from its end, leads to as well. So the same automaton with other
//! ends counts the strips of even width, and with third ends (a middle column is put in between) those of odd width. Each of the two
//! sequences obeys a recurrence of order S, and both together one of order 2S, plus one for the strip of one column, which has no left half.
//!
//! # The growth rate
//! All entries of A are at least 0, so the counts grow by the largest eigenvalue of A; [`growth`] encloses it.

mod automaton;
mod balance;
mod control;
mod demands;
mod growth;
mod layer;
mod modular;
mod proof;
#[cfg(test)]
mod tests;

use gridcheck_core::rules::{Ruleset, Symmetry};
use gridcheck_run::{EngineError, Run};
use num_bigint::{BigInt, BigUint};
use thiserror::Error;

use automaton::Automaton;
use control::Strip;
use demands::Demands;
use layer::Layer;

/// The most rows of a strip. The judge's table has 4 to the power of this many entries.
pub const MAX_HEIGHT: usize = 10;
/// The most states that are explored: they take about a gigabyte, and many hours to go on with.
pub const MAX_STATES: usize = 1_000_000;

/// A sequence of counts, its recurrence, and the extent of the proof.
#[derive(Debug, Clone, PartialEq)]
pub struct Recurrence {
    /// The rows of the strip.
    pub height: usize,
    /// The rules, with the symmetry that was asked for.
    pub rules: Ruleset,
    /// The automaton behind the counts.
    pub states: States,
    /// The coefficients c₁, c₂, …: a(n) = c₁ a(n−1) + c₂ a(n−2) + …
    pub coefficients: Vec<BigInt>,
    /// The first n for which the recurrence holds, that is, from which on a(n) is the sum of the terms before it.
    pub holds_from: usize,
    /// The numerator of the generating function Σ a(n) xⁿ, n ≥ 1: the coefficients of 1, x, x², …
    pub numerator: Vec<BigInt>,
    /// Its denominator, in lowest terms: 1 − c₁ x − c₂ x² − …
    pub denominator: Vec<BigInt>,
    /// The factor by which a further column multiplies the count in the long run; 0 if only finitely many counts are not 0.
    pub growth: f64,
    /// The order of some recurrence that the counts must obey, whatever it is.
    pub bound: usize,
    /// The terms a(1), a(2), … that were computed exactly, on all of which the recurrence was checked.
    pub terms: Vec<BigUint>,
}

/// The numbers of states of an automaton.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct States {
    /// States that some columns lead to.
    pub reachable: usize,
    /// Those of them from which a strip can be finished.
    pub useful: usize,
    /// The classes left when equivalent states are merged.
    pub merged: usize,
}

/// A reason why there is no recurrence to show.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StripError {
    /// The height is out of range.
    #[error("height {0}: expected 1 to {MAX_HEIGHT} (the judge's table has 4 to the power of the height entries)")]
    Height(usize),
    /// The symmetry has no sequence here.
    #[error("symmetry {0}: strips have none or rot180")]
    Symmetry(&'static str),
    /// The rule set is at fault.
    #[error("{0}")]
    Rules(String),
    /// The balance of words in a row has no bound.
    #[error(
        "not finite-state at height {0}: words along row {1} can be any number of checked letters ahead or behind and make up for it later, \
         so a state would need an unbounded counter; set max_word, or max_unchecked_run = 1"
    )]
    Unbounded(usize, usize),
    /// There are too many states.
    #[error("more than {0} states; lower the height, or set a smaller max_word")]
    TooManyStates(usize),
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

/// Finds and proves the recurrence of the numbers of grids of that many rows under these rules.
///
/// # Errors
/// See [`StripError`].
pub fn find(height: usize, rules: &Ruleset, run: &Run) -> Result<Recurrence, StripError> {
    let (strip, group) = strip(height, rules)?;
    run.set_pieces(4);
    let Layer { automaton, reached, single } = Layer::explore(&strip, group, MAX_STATES, run)?;
    run.piece_done(0);
    let useful = automaton.states();
    let automaton = automaton.reduced(run)?;
    run.piece_done(0);
    let states = States { reachable: reached, useful, merged: automaton.states() };
    let rate = growth::rate(&automaton, run)?;
    let growth = if group == Group::HalfTurn { rate.sqrt() } else { rate };
    let sequence = Sequence { automaton, group, single };
    let proved = proof::prove(&sequence, run)?;
    run.piece_done(0);
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
        terms: proved.terms,
    })
}

/// Checks the question and prepares its tables.
fn strip(height: usize, rules: &Ruleset) -> Result<(Strip, Group), StripError> {
    if !(1..=MAX_HEIGHT).contains(&height) {
        return Err(StripError::Height(height));
    }
    if let Some(fault) = rules.fault() {
        return Err(StripError::Rules(fault.to_string()));
    }
    let (demands, symmetry) = Demands::of(rules);
    let group = match symmetry {
        Symmetry::None => Group::None,
        Symmetry::Rot180 => Group::HalfTurn,
        other => return Err(StripError::Symmetry(other.name())),
    };
    Ok((Strip::new(demands, height), group))
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
