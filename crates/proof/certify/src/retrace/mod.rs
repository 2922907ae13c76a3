//! Retraces the refutation of another program: converts it into lemmas with hints, which anyone can check step by step. An LRAT proof
//! [has the hints](lrat). The hints of a DRAT proof are found here.
//!
//! A DRAT proof (Wetzler, Heule & Hunt 2014, "DRAT-trim") lists clauses. Each must follow by unit propagation from the clauses held: the
//! formula and the clauses before it, less the deleted ones (Goldberg & Novikov 2003, "Verification of proofs of unsatisfiability for CNF
//! formulas"). This module verifies that: with every literal of a lemma false, propagation must reach a conflict. The reasons that the
//! conflict depends on, in the order of the trail, are the lemma's hints.
//!
//! Most lemmas of a solver are not needed, so the proof is verified from its end, as in both papers. First it is *read* forward: lemmas are
//! stored and deleted, and their consequences at the root are propagated, until a clause is false there. The [backward pass](backward) then
//! removes each lemma and restores deleted clauses. It derives only the lemmas that a later one depends on. One proof that no perfect grid
//! of 11 × 11 exists has 324,699 lemmas. The pass derives a tenth of them, in 6 s of processor time.
//!
//! A literal that is implied at the root stays, whatever is deleted, as with DRAT-trim. Each such literal becomes a separate lemma. The
//! deletion of a missing clause is ignored. Both leave more clauses to propagate than the proof requires, but all of them follow. A RAT
//! step, which keeps satisfiability but does not follow, is rejected if a derived lemma depends on it.
//!
//! # Invariants
//! - Between lines, the assigned literals are those that follow from the clauses alone, and all of them are propagated.
//! - The store holds the formula's clauses, the blocking clauses and the proof's lemmas, in this order. A clause that has two literals that
//!   are not false when it is added is watched until its deletion.

mod backward;
mod drat;
mod lrat;

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::io::BufRead;

use foldhash::fast::FixedState;

use crate::propagation::{ClauseIndex, Literal, Propagation};
use crate::refutation::{Refutation, Stop};
use backward::derive;
use drat::{DratLine, Lines};
use gridcheck_checker::clauses::Formula;
use gridcheck_checker::refusal::Refusal;
use gridcheck_engine::Run;

/// The name of the proof in error messages.
const FOREIGN: &str = "the prover's proof";

/// Number of lines between two checks for a stop.
const BETWEEN_CHECKS: usize = 64;

/// Takes over a refutation that another program wrote, in LRAT or DRAT. It refutes the formula with a clause for each of `grids` that
/// excludes only that grid.
pub(super) fn retrace(
    formula: &Formula,
    grids: Vec<Box<[bool]>>,
    refutation: impl BufRead,
    run: &Run,
) -> Result<Refutation, Stop> {
    let (is_lrat, proof) =
        lrat::is_lrat(refutation).map_err(|error| Refusal::new(format!("{FOREIGN} cannot be read: {error}")))?;
    if is_lrat { lrat::take_over(formula, grids, proof, run) } else { retrace_drat(formula, grids, proof, run) }
}

/// Finds the hints of a refutation in DRAT.
pub(super) fn retrace_drat(
    formula: &Formula,
    grids: Vec<Box<[bool]>>,
    refutation: impl BufRead,
    run: &Run,
) -> Result<Refutation, Stop> {
    let found = Refutation { grids, ..Refutation::default() };
    let mut reader = ProofReader::new(formula, &found);
    let mut falsified = reader.propagation.propagate_units();
    let mut lines = Lines::new(refutation, FOREIGN, formula.variables);
    let mut literals = Vec::new();
    let mut read = 0_usize;
    while falsified.is_none() {
        let Some(line) = lines.next(&mut literals)? else {
            return Err(lines.refuse("the proof ends without the empty clause").into());
        };
        read += 1;
        if read.is_multiple_of(BETWEEN_CHECKS) {
            run.check().map_err(|_| Stop::Requested)?;
        }
        normalize(&mut literals);
        if let Some(strange) = literals.iter().find(|literal| literal.unsigned_abs() as usize > formula.variables) {
            let variables = formula.variables;
            return Err(lines.refuse(format_args!("literal {strange}: variables are 1 to {variables}")).into());
        }
        match line {
            DratLine::Forget => reader.delete(&literals),
            DratLine::Derive => falsified = reader.add(&literals, lines.line()),
        }
    }
    let ProofReader { inputs, propagation, events, .. } = reader;
    // The loop only ends with a false clause.
    let Some(falsified) = falsified else { return Ok(found) };
    derive(found, inputs, propagation, events, falsified, run)
}

/// Sorts a clause and removes duplicate literals: the form in which clauses are looked up.
fn normalize(clause: &mut Vec<i32>) {
    clause.sort_unstable();
    clause.dedup();
}

/// Numbers of the clauses that need no proof.
#[derive(Clone, Copy)]
struct Inputs {
    formula: usize,
    blocking: usize,
}

/// The effect of a line of the proof.
enum Event {
    Added {
        clause: ClauseIndex,
        line: usize,
        /// The length of the trail before the line.
        trail: usize,
    },
    /// The deletion of a watched clause.
    Deleted(ClauseIndex),
}

/// The state of reading a proof.
struct ProofReader {
    inputs: Inputs,
    propagation: Propagation,
    events: Vec<Event>,
    /// The latest clause with each hash of literals. If two clauses have one hash, the wrong one may be deleted. A lemma that needs it is
    /// then rejected.
    places: HashMap<u64, ClauseIndex, FixedState>,
    /// The next older clause of the same hash, if there is one.
    older: HashMap<ClauseIndex, ClauseIndex, FixedState>,
    hasher: FixedState,
    /// `true` for each clause that is watched.
    watched: Vec<bool>,
}

impl ProofReader {
    fn new(formula: &Formula, found: &Refutation) -> Self {
        let inputs = Inputs { formula: formula.clauses.len(), blocking: found.grids.len() };
        let mut propagation = Propagation::of(formula.variables, &formula.clauses);
        let mut clause = Vec::new();
        for grid in 0..inputs.blocking {
            propagation.store_and_watch(found.excluding(grid), &mut clause);
        }
        let mut reader = ProofReader {
            inputs,
            propagation,
            events: Vec::new(),
            places: HashMap::default(),
            older: HashMap::default(),
            hasher: FixedState::default(),
            watched: Vec::new(),
        };
        let mut literals = Vec::new();
        for index in (0..(inputs.formula + inputs.blocking) as u32).map(ClauseIndex) {
            literals.clear();
            literals.extend(reader.propagation.clause(index).iter().map(|literal| literal.to_dimacs()));
            normalize(&mut literals);
            reader.record(&literals, index, literals.len() >= 2);
        }
        reader
    }

    /// Records a clause under the hash of its literals, for its deletion.
    fn record(&mut self, literals: &[i32], clause: ClauseIndex, is_watched: bool) {
        if let Some(older) = self.places.insert(self.hasher.hash_one(literals), clause) {
            self.older.insert(clause, older);
        }
        self.watched.push(is_watched);
    }

    /// Deletes one clause with these literals, if there is one.
    fn delete(&mut self, literals: &[i32]) {
        let hash = self.hasher.hash_one(literals);
        let Some(clause) = self.places.remove(&hash) else { return };
        if let Some(older) = self.older.remove(&clause) {
            self.places.insert(hash, older);
        }
        // A clause that is not watched stays: it has implied a literal at the root, or has only one literal.
        if self.watched[clause.0 as usize] {
            self.propagation.detach(clause);
            self.events.push(Event::Deleted(clause));
        }
    }

    /// Adds a lemma as true. Returns a clause that is false at the root then, if there is one.
    fn add(&mut self, literals: &[i32], line: usize) -> Option<ClauseIndex> {
        let mut lemma: Vec<Literal> = literals.iter().copied().map(Literal::from_dimacs).collect();
        // The lemma holds for ever, because a literal is true at the root, or because it holds two opposite literals.
        if lemma.iter().any(|&literal| self.propagation.value(literal) == 1 || lemma.contains(&!literal)) {
            return None;
        }
        let open = lemma.iter().filter(|&&literal| self.propagation.value(literal) == 0).count();
        // The watched literals must be the first two.
        lemma.sort_by_key(|&literal| self.propagation.value(literal) != 0);
        let clause = self.propagation.store(&lemma);
        self.record(literals, clause, open >= 2);
        self.events.push(Event::Added { clause, line, trail: self.propagation.trail().len() });
        match open {
            0 => return Some(clause),
            1 => self.propagation.assign(lemma[0], Some(clause)),
            _ => self.propagation.watch(clause),
        }
        self.propagation.propagate()
    }
}
