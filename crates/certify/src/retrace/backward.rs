//! A proof that has been read, gone through from its end: what the empty clause rests on is derived.
//!
//! Invariant: what is watched and assigned is what was when the proof had been read up to the event at hand.

use super::{BETWEEN_CHECKS, Event, FOREIGN, Inputs};
use crate::found::{Found, Source, Stop};
use crate::propagation::{ClauseIndex, Literal, Propagation};
use gridcheck_checker::refusal::Refusal;
use gridcheck_run::Run;

/// A clause that a lemma rests on.
#[derive(Clone, Copy)]
enum Cause {
    /// One of the store.
    Clause(ClauseIndex),
    /// That a variable has its value at the root.
    Unit(u32),
}

/// A lemma that is derived.
struct Lemma {
    literals: Vec<Literal>,
    causes: Vec<Cause>,
    /// What it is as a cause; nothing for the empty one.
    of: Option<Cause>,
}

/// The state of the way back.
struct Backward {
    inputs: Inputs,
    propagation: Propagation,
    /// By clause: whether something rests on it.
    is_needed: Vec<bool>,
    /// By variable: its place on the trail of the root, if it is there.
    places: Vec<Option<usize>>,
    /// By variable: whether something rests on its value at the root.
    is_unit_needed: Vec<bool>,
    /// By variable: whether the conflict under analysis rests on its value.
    held: Vec<bool>,
    /// What is derived, last first.
    lemmas: Vec<Lemma>,
}

/// Derives the empty clause, and what it rests on, from a proof that has come to a clause that is false.
pub(super) fn derive(
    found: Found,
    inputs: Inputs,
    propagation: Propagation,
    events: Vec<Event>,
    falsified: ClauseIndex,
    run: &Run,
) -> Result<Found, Stop> {
    let places = propagation.places();
    let mut backward = Backward {
        inputs,
        is_needed: vec![false; propagation.clauses()],
        places: vec![None; places],
        is_unit_needed: vec![false; places],
        held: vec![false; places],
        lemmas: Vec::new(),
        propagation,
    };
    for (place, literal) in backward.propagation.trail().iter().enumerate() {
        backward.places[literal.variable()] = Some(place);
    }
    let causes = backward.at_root(falsified, None);
    backward.lemmas.push(Lemma { literals: Vec::new(), causes, of: None });
    for (count, event) in events.into_iter().rev().enumerate() {
        if count.is_multiple_of(BETWEEN_CHECKS) {
            run.check().map_err(|_| Stop::Asked)?;
        }
        match event {
            Event::Forgotten(clause) => backward.watch_again(clause),
            Event::Added { clause, line, trail } => {
                backward.take_back(trail);
                backward.propagation.detach(clause);
                if backward.is_needed[clause.0 as usize] && !backward.follows(clause) {
                    let why = "the clause does not follow by unit propagation";
                    return Err(Refusal::new(format!("{FOREIGN}, line {line}: {why}")).into());
                }
            }
        }
    }
    backward.take_back(0);
    Ok(backward.found(found))
}

impl Backward {
    /// A clause that was forgotten is watched again: two literals that are not false, or those that were assigned last.
    fn watch_again(&mut self, clause: ClauseIndex) {
        let places = &self.places;
        self.propagation.watch_best(clause, |literal, value| match value {
            -1 => places[literal.variable()].unwrap_or(0),
            _ => usize::MAX,
        });
    }

    /// Takes back the trail of the root from `start` on; what something rests on becomes a lemma.
    fn take_back(&mut self, start: usize) {
        for at in (start..self.propagation.trail().len()).rev() {
            let literal = self.propagation.trail()[at];
            let variable = literal.variable();
            if std::mem::take(&mut self.is_unit_needed[variable])
                && let Some(reason) = self.propagation.reason(variable)
            {
                let causes = self.at_root(reason, Some(literal));
                self.lemmas.push(Lemma { literals: vec![literal], causes, of: Some(Cause::Unit(variable as u32)) });
            }
            self.places[variable] = None;
        }
        self.propagation.take_back(start);
    }

    /// A clause as a cause at the root, after what makes its literals false, save one.
    fn at_root(&mut self, clause: ClauseIndex, implied: Option<Literal>) -> Vec<Cause> {
        let others: Vec<Literal> =
            self.propagation.clause(clause).iter().copied().filter(|&other| Some(other) != implied).collect();
        let mut causes: Vec<Cause> = others.into_iter().map(|other| self.unit(other.variable())).collect();
        causes.push(self.need(clause));
        causes
    }

    /// That something rests on a clause.
    fn need(&mut self, clause: ClauseIndex) -> Cause {
        self.is_needed[clause.0 as usize] = true;
        Cause::Clause(clause)
    }

    /// That something rests on a variable's value at the root.
    fn unit(&mut self, variable: usize) -> Cause {
        let reason = self.propagation.reason(variable).filter(|&reason| self.propagation.clause(reason).len() == 1);
        if let Some(unit) = reason {
            return self.need(unit);
        }
        self.is_unit_needed[variable] = true;
        Cause::Unit(variable as u32)
    }

    /// Whether a lemma follows by unit propagation; then it is derived.
    fn follows(&mut self, lemma: ClauseIndex) -> bool {
        let root = self.propagation.trail().len();
        let literals = self.propagation.clause(lemma).to_vec();
        for &literal in &literals {
            if self.propagation.value(literal) == 0 {
                self.propagation.assign(!literal, None);
            }
        }
        let falsified = self.propagation.propagate();
        let causes = falsified.map(|clause| self.analyze(&literals, clause, root));
        self.propagation.take_back(root);
        let Some(causes) = causes else { return false };
        self.lemmas.push(Lemma { literals, causes, of: Some(Cause::Clause(lemma)) });
        true
    }

    /// What the conflict at a clause rests on when all literals of a lemma are false, in the order in which it propagates.
    fn analyze(&mut self, lemma: &[Literal], falsified: ClauseIndex, root: usize) -> Vec<Cause> {
        let mut at_root = Vec::new();
        // In the order of resolution, the reverse of that in which they propagate.
        let mut causes = vec![self.need(falsified)];
        self.hold_others(falsified, None, &mut at_root);
        for at in (root..self.propagation.trail().len()).rev() {
            let literal = self.propagation.trail()[at];
            if std::mem::take(&mut self.held[literal.variable()])
                && let Some(reason) = self.propagation.reason(literal.variable())
            {
                causes.push(self.need(reason));
                self.hold_others(reason, Some(literal), &mut at_root);
            }
        }
        for variable in at_root {
            // What the lemma itself says is false needs no other to say so.
            if std::mem::take(&mut self.held[variable]) && !lemma.iter().any(|literal| literal.variable() == variable) {
                let unit = self.unit(variable);
                causes.push(unit);
            }
        }
        debug_assert!(self.held.iter().all(|held| !held));
        causes.reverse();
        causes
    }

    /// Holds what the falsity of a clause's literals, save one, rests on; what is of the root goes to `at_root`, too.
    fn hold_others(&mut self, clause: ClauseIndex, implied: Option<Literal>, at_root: &mut Vec<usize>) {
        for &literal in self.propagation.clause(clause) {
            if Some(literal) == implied {
                continue;
            }
            debug_assert_eq!(self.propagation.value(literal), -1);
            let variable = literal.variable();
            if !std::mem::replace(&mut self.held[variable], true) && self.places[variable].is_some() {
                at_root.push(variable);
            }
        }
    }

    /// The lemmas from first to last, with their hints.
    fn found(self, mut found: Found) -> Found {
        let Inputs { formula, blocking } = self.inputs;
        let mut clauses = vec![0; self.is_needed.len()];
        let mut units = vec![0; self.places.len()];
        let mut hints = Vec::new();
        for (number, lemma) in (0..).zip(self.lemmas.into_iter().rev()) {
            found.lemmas.push(lemma.literals.iter().map(|literal| literal.to_dimacs()));
            hints.clear();
            hints.extend(lemma.causes.into_iter().map(|cause| match cause {
                Cause::Unit(variable) => Source::Lemma(units[variable as usize]),
                Cause::Clause(clause) => match (clause.0 as usize).checked_sub(formula) {
                    None => Source::Formula(clause.0),
                    Some(grid) if grid < blocking => Source::Blocking(grid as u32),
                    Some(_) => Source::Lemma(clauses[clause.0 as usize]),
                },
            }));
            found.hints.push(&hints);
            match lemma.of {
                Some(Cause::Clause(clause)) => clauses[clause.0 as usize] = number,
                Some(Cause::Unit(variable)) => units[variable as usize] = number,
                None => {}
            }
        }
        found
    }
}
