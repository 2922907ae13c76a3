//! Retraces somebody else's refutation and finds the hints: a DRAT proof becomes lemmas that anybody can check step by step.
//!
//! A DRAT proof (Wetzler, Heule & Hunt 2014, "DRAT-trim") lists clauses, each of which must follow by unit propagation from the
//! formula and the clauses before it, less those forgotten (Goldberg & Novikov 2003, "Verification of proofs of unsatisfiability
//! for CNF formulas"). So it is found out here: with every literal of a lemma false, propagation must come to a conflict. The
//! reasons that the conflict rests on, in the order of the trail, are the lemma's hints.
//!
//! Most lemmas of a solver lead nowhere, so that is done from the end (both papers do so). First the proof is *read* forward:
//! lemmas are stored and forgotten, and what they imply at the root is propagated, until a clause is false there. Then it is
//! gone through [backward](backward): each lemma goes, what was forgotten comes back, and of the lemmas those alone are derived that
//! a later one rests on: at 11 × 11, of the 324,699 of a proof that there is no perfect grid, a tenth, in 6 s of processor time.
//!
//! What is implied at the root stays, whatever is forgotten, as with DRAT-trim: each such literal becomes a lemma of its own.
//! What is forgotten and was never there is passed over. Either leaves more to propagate than the proof asks for, and nothing
//! that does not follow. The RAT part of the format, lemmas that keep satisfiability without following, is refused where something
//! rests on it.
//!
//! # Invariants
//! - Between lines only what follows from the clauses alone is assigned, and all of that is propagated.
//! - The store has the formula's clauses, the blocking clauses and the proof's lemmas, in this order. Those with two literals that
//!   are not false when they come are watched, from then until they are forgotten.

mod backward;

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::io::BufRead;

use foldhash::fast::FixedState;

use crate::found::{Found, Stop};
use crate::propagation::{ClauseIndex, Literal, Propagation};
use backward::derive;
use gridcheck_checker::clauses::Formula;
use gridcheck_checker::drat_text::{Line, Lines};
use gridcheck_run::Run;

/// The name that errors mention.
const FOREIGN: &str = "the prover's proof";

/// Lines between two looks at the stop sign.
const BETWEEN_CHECKS: usize = 64;

/// Finds what a refutation comes to that somebody else has written of a formula and of clauses, those of `grids`, that exclude
/// a grid each.
pub(super) fn retrace(
    formula: &Formula,
    grids: Vec<Box<[bool]>>,
    refutation: impl BufRead,
    run: &Run,
) -> Result<Found, Stop> {
    let found = Found { grids, ..Found::default() };
    let mut reading = Reading::new(formula, &found);
    let mut falsified = reading.propagation.propagate_units();
    let mut lines = Lines::new(refutation, FOREIGN, formula.variables);
    let mut literals = Vec::new();
    let mut read = 0_usize;
    while falsified.is_none() {
        let Some(line) = lines.next(&mut literals)? else {
            return Err(lines.refuse("the proof ends without the empty clause").into());
        };
        read += 1;
        if read.is_multiple_of(BETWEEN_CHECKS) {
            run.check().map_err(|_| Stop::Asked)?;
        }
        in_order(&mut literals);
        if let Some(strange) = literals.iter().find(|literal| literal.unsigned_abs() as usize > formula.variables) {
            let variables = formula.variables;
            return Err(lines.refuse(format_args!("literal {strange}: variables are 1 to {variables}")).into());
        }
        match line {
            Line::Forget => reading.forget(&literals),
            Line::Derive => falsified = reading.add(&literals, lines.line()),
        }
    }
    let Reading { inputs, propagation, events, .. } = reading;
    // The loop ends with one.
    let Some(falsified) = falsified else { return Ok(found) };
    derive(found, inputs, propagation, events, falsified, run)
}

/// A clause as it is looked for: its literals in order, each once.
fn in_order(clause: &mut Vec<i32>) {
    clause.sort_unstable();
    clause.dedup();
}

/// How many clauses there are of the kinds that need no proof.
#[derive(Clone, Copy)]
struct Inputs {
    formula: usize,
    blocking: usize,
}

/// What a line of the proof has done.
enum Event {
    Added {
        clause: ClauseIndex,
        line: usize,
        /// The length of the trail before.
        trail: usize,
    },
    /// A clause that was watched is forgotten.
    Forgotten(ClauseIndex),
}

/// A proof as far as it is read.
struct Reading {
    inputs: Inputs,
    propagation: Propagation,
    events: Vec<Event>,
    /// By the hash of a clause's literals: the latest such clause that is held. Should two clauses have one hash, the wrong one may
    /// be forgotten, and a lemma that needs it be refused.
    places: HashMap<u64, ClauseIndex, FixedState>,
    /// The next older clause of the same hash, where there is one.
    older: HashMap<ClauseIndex, ClauseIndex, FixedState>,
    hasher: FixedState,
    /// By clause: whether it is watched.
    watched: Vec<bool>,
}

impl Reading {
    fn new(formula: &Formula, found: &Found) -> Self {
        let inputs = Inputs { formula: formula.clauses.len(), blocking: found.grids.len() };
        let mut propagation = Propagation::of(formula.variables, &formula.clauses);
        let mut clause = Vec::new();
        for grid in 0..inputs.blocking {
            propagation.store_and_watch(found.excluding(grid), &mut clause);
        }
        let mut reading = Reading {
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
            literals.extend(reading.propagation.clause(index).iter().map(|literal| literal.to_dimacs()));
            in_order(&mut literals);
            reading.enter(&literals, index, literals.len() >= 2);
        }
        reading
    }

    /// Notes a clause by what it is called by who wants to forget it.
    fn enter(&mut self, literals: &[i32], clause: ClauseIndex, is_watched: bool) {
        if let Some(older) = self.places.insert(self.hasher.hash_one(literals), clause) {
            self.older.insert(clause, older);
        }
        self.watched.push(is_watched);
    }

    /// Forgets one clause of these literals, if there is one.
    fn forget(&mut self, literals: &[i32]) {
        let hash = self.hasher.hash_one(literals);
        let Some(clause) = self.places.remove(&hash) else { return };
        if let Some(older) = self.older.remove(&clause) {
            self.places.insert(hash, older);
        }
        // What is not watched has implied something at the root, or has one literal, and stays.
        if self.watched[clause.0 as usize] {
            self.propagation.detach(clause);
            self.events.push(Event::Forgotten(clause));
        }
    }

    /// Takes a lemma for true; a clause that is then false at the root.
    fn add(&mut self, literals: &[i32], line: usize) -> Option<ClauseIndex> {
        let mut lemma: Vec<Literal> = literals.iter().copied().map(Literal::from_dimacs).collect();
        // It holds at the root, and always will; or it holds in any case.
        if lemma.iter().any(|&literal| self.propagation.value(literal) == 1 || lemma.contains(&!literal)) {
            return None;
        }
        let open = lemma.iter().filter(|&&literal| self.propagation.value(literal) == 0).count();
        // Those that are watched stand first.
        lemma.sort_by_key(|&literal| self.propagation.value(literal) != 0);
        let clause = self.propagation.store(&lemma);
        self.enter(literals, clause, open >= 2);
        self.events.push(Event::Added { clause, line, trail: self.propagation.trail().len() });
        match open {
            0 => return Some(clause),
            1 => self.propagation.assign(lemma[0], Some(clause)),
            _ => self.propagation.watch(clause),
        }
        self.propagation.propagate()
    }
}
