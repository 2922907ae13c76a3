//! Retraces somebody else's refutation and finds the hints: a DRAT proof becomes lemmas that anybody can check step by step.
//!
//! A DRAT proof (Wetzler, Heule & Hunt 2014, "DRAT-trim") lists clauses, each of which must follow by unit propagation from the
//! formula and the clauses before it, less those forgotten (Goldberg & Novikov 2003, "Verification of proofs of unsatisfiability
//! for CNF formulas"). So it is found out here: with every literal of a lemma false, propagation must come to a conflict. The
//! reasons that the conflict rests on, in the order of the trail, are the lemma's hints; those negated literals that it rests on
//! are all that the lemma needs, so it may become shorter. The propagation goes forward, once through the proof; which lemmas
//! the empty one rests on is seen at the end, by the [`proof`](super::proof) that is written.
//!
//! What is implied at the root stays, whatever is forgotten, as with DRAT-trim: each such literal becomes a lemma of its own.
//! What is forgotten and was never there is passed over. Either leaves more to propagate than the proof asks for, and nothing
//! that does not follow. The RAT part of the format, lemmas that keep satisfiability without following, is refused.
//!
//! # Invariants
//! - Between lines only what follows from the formula alone is assigned, and all of that is propagated.
//! - The store has the formula's clauses, the blocking clauses and the lemmas found, in this order.
//! - No literal of a watched clause that is not satisfied was false when it was watched.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::io::BufRead;

use foldhash::fast::FixedState;

use super::clauses::Formula;
use super::drat_text::{Line, Lines};
use super::found::{Found, Source, Stop};
use super::propagation::{ClauseIndex, Literal, Propagation};
use crate::engine::Run;

/// The name that errors mention.
const FOREIGN: &str = "the prover's proof";

/// Lemmas between two looks at the stop sign.
const BETWEEN_CHECKS: usize = 64;

/// Finds what a refutation comes to that somebody else has written of a formula and of clauses, those of `grids`, that exclude
/// a grid each.
pub(super) fn retrace(
    formula: &Formula,
    grids: Vec<Box<[bool]>>,
    refutation: impl BufRead,
    run: &Run,
) -> Result<Found, Stop> {
    let mut retracer = Retracer::new(formula, grids);
    let falsified = retracer.propagation.propagate_units();
    if retracer.settle(falsified) {
        return Ok(retracer.found);
    }
    let mut lines = Lines::new(refutation, FOREIGN, formula.variables);
    let mut literals = Vec::new();
    let mut lemmas = 0_usize;
    while let Some(line) = lines.next(&mut literals)? {
        in_order(&mut literals);
        if let Some(strange) = literals.iter().find(|literal| literal.unsigned_abs() as usize > formula.variables) {
            let variables = formula.variables;
            return Err(lines.refuse(format_args!("literal {strange}: variables are 1 to {variables}")).into());
        }
        match line {
            Line::Forget => retracer.forget(&literals),
            Line::Derive => {
                lemmas += 1;
                if lemmas.is_multiple_of(BETWEEN_CHECKS) {
                    run.check().map_err(|_| Stop::Asked)?;
                }
                match retracer.derive(&literals) {
                    Some(Step::Last) => return Ok(retracer.found),
                    Some(Step::Further) => {}
                    None => return Err(lines.refuse("the clause does not follow by unit propagation").into()),
                }
            }
        }
    }
    Err(lines.refuse("the proof ends without the empty clause").into())
}

/// A clause as it is looked for: its literals in order, each once.
fn in_order(clause: &mut Vec<i32>) {
    clause.sort_unstable();
    clause.dedup();
}

/// A lemma that follows.
enum Step {
    Further,
    /// The empty one does, too.
    Last,
}

/// The state of a retracing.
struct Retracer {
    /// The clauses of the formula, and those that exclude a grid.
    formula: usize,
    blocking: usize,
    propagation: Propagation,
    /// By variable of the root: the clause that is just its literal.
    units: Vec<Option<Source>>,
    /// So much of the trail, which is of the root, has its units.
    settled: usize,
    /// By the hash of a clause's literals as the foreign proof has them: the latest such clause that is held. Should two clauses
    /// have one hash, the wrong one may be forgotten, and a lemma that needs it be refused.
    places: HashMap<u64, ClauseIndex, FixedState>,
    /// The next older clause of the same hash, where there is one.
    older: HashMap<ClauseIndex, ClauseIndex, FixedState>,
    hasher: FixedState,
    /// By variable: whether the conflict under analysis rests on its value.
    held: Vec<bool>,
    found: Found,
}

impl Retracer {
    fn new(formula: &Formula, grids: Vec<Box<[bool]>>) -> Self {
        let variables = formula.variables;
        let mut retracer = Retracer {
            formula: formula.clauses.len(),
            blocking: grids.len(),
            propagation: Propagation::of(variables, &formula.clauses),
            units: vec![None; variables + 1],
            settled: 0,
            places: HashMap::default(),
            older: HashMap::default(),
            hasher: FixedState::default(),
            held: vec![false; variables + 1],
            found: Found { grids, ..Found::default() },
        };
        let mut clause = Vec::new();
        for grid in 0..retracer.blocking {
            let excluding: Vec<i32> = retracer.found.excluding(grid).collect();
            retracer.propagation.store_and_watch(excluding, &mut clause);
        }
        let mut literals = Vec::new();
        for index in 0..(retracer.formula + retracer.blocking) as u32 {
            literals.clear();
            literals.extend(retracer.propagation.clause(ClauseIndex(index)).iter().map(|literal| literal.to_dimacs()));
            in_order(&mut literals);
            retracer.enter(&literals, ClauseIndex(index));
        }
        retracer
    }

    /// Notes how a clause is called by who wants to forget it.
    fn enter(&mut self, literals: &[i32], clause: ClauseIndex) {
        if let Some(older) = self.places.insert(self.hasher.hash_one(literals), clause) {
            self.older.insert(clause, older);
        }
    }

    /// Forgets one clause of these literals, if there is one.
    fn forget(&mut self, literals: &[i32]) {
        let hash = self.hasher.hash_one(literals);
        let Some(clause) = self.places.remove(&hash) else { return };
        if let Some(older) = self.older.remove(&clause) {
            self.places.insert(hash, older);
        }
        self.propagation.detach(clause);
    }

    /// Takes a lemma; `None` if it does not follow by unit propagation.
    fn derive(&mut self, literals: &[i32]) -> Option<Step> {
        let root = self.propagation.trail().len();
        for literal in literals.iter().copied().map(Literal::from_dimacs) {
            match self.propagation.value(literal) {
                0 => self.propagation.assign(!literal, None),
                -1 => {}
                // It holds at the root, and always will; or it is there with its negation.
                _ => {
                    self.propagation.take_back(root);
                    return Some(Step::Further);
                }
            }
        }
        let falsified = self.propagation.propagate();
        let followed = falsified.map(|clause| self.analyze(clause));
        self.propagation.take_back(root);
        let (lemma, hints) = followed?;
        let clause = self.lemma(&lemma, &hints);
        self.enter(literals, clause);
        let falsified = match lemma[..] {
            [] => return Some(Step::Last),
            [literal] => {
                self.propagation.assign(literal, Some(clause));
                self.propagation.propagate()
            }
            _ => {
                self.propagation.watch(clause);
                None
            }
        };
        Some(if self.settle(falsified) { Step::Last } else { Step::Further })
    }

    /// What the conflict at a clause rests on: a clause of negated decisions, and the clauses that it follows from, in the order in
    /// which they propagate.
    fn analyze(&mut self, falsified: ClauseIndex) -> (Vec<Literal>, Vec<Source>) {
        let mut at_root = Vec::new();
        // In the order of resolution, the reverse of that in which they propagate.
        let mut hints = vec![self.source(falsified)];
        self.hold_others(falsified, None, &mut at_root);
        let mut lemma = Vec::new();
        for at in (self.settled..self.propagation.trail().len()).rev() {
            let literal = self.propagation.trail()[at];
            if !std::mem::take(&mut self.held[literal.variable()]) {
                continue;
            }
            if let Some(reason) = self.propagation.reason(literal.variable()) {
                hints.push(self.source(reason));
                self.hold_others(reason, Some(literal), &mut at_root);
            } else {
                lemma.push(!literal);
            }
        }
        for variable in at_root {
            self.held[variable] = false;
            hints.extend(self.units[variable]);
        }
        debug_assert!(self.held.iter().all(|held| !held));
        hints.reverse();
        (lemma, hints)
    }

    /// Holds what the falsity of a clause's literals, save one, rests on; what is of the root goes to `at_root`, too.
    fn hold_others(&mut self, clause: ClauseIndex, implied: Option<Literal>, at_root: &mut Vec<usize>) {
        for &literal in self.propagation.clause(clause) {
            if Some(literal) == implied {
                continue;
            }
            debug_assert_eq!(self.propagation.value(literal), -1);
            let variable = literal.variable();
            if !std::mem::replace(&mut self.held[variable], true) && self.units[variable].is_some() {
                at_root.push(variable);
            }
        }
    }

    /// Gives what is new at the root its units, and takes the empty lemma if a clause is false there; whether it did.
    fn settle(&mut self, falsified: Option<ClauseIndex>) -> bool {
        for at in self.settled..self.propagation.trail().len() {
            let literal = self.propagation.trail()[at];
            self.units[literal.variable()] = self.propagation.reason(literal.variable()).map(|reason| {
                if self.propagation.clause(reason).len() == 1 {
                    return self.source(reason);
                }
                let hints = self.with_units(reason, Some(literal));
                let unit = self.lemma(&[literal], &hints);
                self.source(unit)
            });
        }
        self.settled = self.propagation.trail().len();
        if let Some(clause) = falsified {
            let hints = self.with_units(clause, None);
            self.lemma(&[], &hints);
        }
        falsified.is_some()
    }

    /// A clause as a hint of the root, after what makes its literals false, save one.
    fn with_units(&self, clause: ClauseIndex, implied: Option<Literal>) -> Vec<Source> {
        let others = self.propagation.clause(clause).iter().filter(|&&other| Some(other) != implied);
        let mut hints: Vec<Source> = others.filter_map(|other| self.units[other.variable()]).collect();
        hints.push(self.source(clause));
        hints
    }

    /// One more lemma.
    fn lemma(&mut self, literals: &[Literal], hints: &[Source]) -> ClauseIndex {
        self.found.lemmas.push(literals.iter().map(|literal| literal.to_dimacs()));
        self.found.hints.push(hints);
        self.propagation.store(literals)
    }

    /// What a clause of the store is in a proof.
    fn source(&self, clause: ClauseIndex) -> Source {
        let index = clause.0 as usize;
        match (index.checked_sub(self.formula), index.checked_sub(self.formula + self.blocking)) {
            (None, _) => Source::Formula(clause.0),
            (Some(grid), None) => Source::Blocking(grid as u32),
            (_, Some(lemma)) => Source::Lemma(lemma as u32),
        }
    }
}
