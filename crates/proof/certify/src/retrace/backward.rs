//! Processes a proof from its end after it has been read, and derives the lemmas that the empty clause depends on.
//!
//! Invariant: the watched clauses and the assignment are those of the forward reading just before the current event.

use super::{BETWEEN_CHECKS, Event, FOREIGN, Inputs};
use crate::propagation::{ClauseIndex, Literal, Propagation};
use crate::refutation::{Refutation, Source, Stop};
use gridcheck_checker::refusal::Refusal;
use gridcheck_engine::Run;

/// A clause that a lemma depends on.
#[derive(Clone, Copy)]
enum Cause {
    /// A stored clause.
    Clause(ClauseIndex),
    /// The clause that holds only the value of this variable at the root.
    Unit(u32),
}

/// A derived lemma.
struct Lemma {
    literals: Vec<Literal>,
    causes: Vec<Cause>,
    /// The lemma as a cause; `None` for the empty one.
    of: Option<Cause>,
}

/// The state of the backward pass.
struct Backward {
    inputs: Inputs,
    propagation: Propagation,
    /// `true` for each clause that a derived lemma depends on.
    is_needed: Vec<bool>,
    /// The position of each variable on the root's trail, if it is there.
    places: Vec<Option<usize>>,
    /// `true` for each variable whose value at the root a derived lemma depends on.
    is_unit_needed: Vec<bool>,
    /// `true` for each variable whose value the conflict under analysis depends on.
    marked: Vec<bool>,
    /// The derived lemmas, last first.
    lemmas: Vec<Lemma>,
}

/// Derives the empty clause and the lemmas that it depends on, from a proof with a clause that is false at the root.
pub(super) fn derive(
    found: Refutation,
    inputs: Inputs,
    propagation: Propagation,
    events: Vec<Event>,
    falsified: ClauseIndex,
    run: &Run,
) -> Result<Refutation, Stop> {
    let places = propagation.places();
    let mut backward = Backward {
        inputs,
        is_needed: vec![false; propagation.clauses()],
        places: vec![None; places],
        is_unit_needed: vec![false; places],
        marked: vec![false; places],
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
            run.check().map_err(|_| Stop::Requested)?;
        }
        match event {
            Event::Deleted(clause) => backward.rewatch(clause),
            Event::Added { clause, line, trail } => {
                backward.undo(trail);
                backward.propagation.detach(clause);
                if backward.is_needed[clause.0 as usize] && !backward.follows(clause) {
                    let why = "the clause does not follow by unit propagation";
                    return Err(Refusal::new(format!("{FOREIGN}, line {line}: {why}")).into());
                }
            }
        }
    }
    backward.undo(0);
    Ok(backward.into_refutation(found))
}

impl Backward {
    /// Watches a deleted clause again, by two literals that are not false or else were assigned last.
    fn rewatch(&mut self, clause: ClauseIndex) {
        let places = &self.places;
        self.propagation.watch_best(clause, |literal, value| match value {
            -1 => places[literal.variable()].unwrap_or(0),
            _ => usize::MAX,
        });
    }

    /// Undoes the root's trail from `start` on. Each needed literal becomes a lemma.
    fn undo(&mut self, start: usize) {
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
        self.propagation.undo(start);
    }

    /// Returns the causes of a clause at the root: those that make its literals false, except `implied`, and then the clause.
    fn at_root(&mut self, clause: ClauseIndex, implied: Option<Literal>) -> Vec<Cause> {
        let others: Vec<Literal> =
            self.propagation.clause(clause).iter().copied().filter(|&other| Some(other) != implied).collect();
        let mut causes: Vec<Cause> = others.into_iter().map(|other| self.unit(other.variable())).collect();
        causes.push(self.need(clause));
        causes
    }

    /// Marks a clause as needed and returns it as a cause.
    fn need(&mut self, clause: ClauseIndex) -> Cause {
        self.is_needed[clause.0 as usize] = true;
        Cause::Clause(clause)
    }

    /// Marks the value of a variable at the root as needed and returns it as a cause.
    fn unit(&mut self, variable: usize) -> Cause {
        let reason = self.propagation.reason(variable).filter(|&reason| self.propagation.clause(reason).len() == 1);
        if let Some(unit) = reason {
            return self.need(unit);
        }
        self.is_unit_needed[variable] = true;
        Cause::Unit(variable as u32)
    }

    /// Returns `true` if a lemma follows by unit propagation, and derives it then.
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
        self.propagation.undo(root);
        let Some(causes) = causes else { return false };
        self.lemmas.push(Lemma { literals, causes, of: Some(Cause::Clause(lemma)) });
        true
    }

    /// Returns the causes of the conflict that arises when all literals of a lemma are false, in the order of propagation.
    fn analyze(&mut self, lemma: &[Literal], falsified: ClauseIndex, root: usize) -> Vec<Cause> {
        let mut at_root = Vec::new();
        // Causes in the order of resolution, the reverse of that of propagation.
        let mut causes = vec![self.need(falsified)];
        self.mark_others(falsified, None, &mut at_root);
        for at in (root..self.propagation.trail().len()).rev() {
            let literal = self.propagation.trail()[at];
            if std::mem::take(&mut self.marked[literal.variable()])
                && let Some(reason) = self.propagation.reason(literal.variable())
            {
                causes.push(self.need(reason));
                self.mark_others(reason, Some(literal), &mut at_root);
            }
        }
        for variable in at_root {
            // The lemma makes the literals in it false, so they need no cause.
            if std::mem::take(&mut self.marked[variable]) && !lemma.iter().any(|literal| literal.variable() == variable)
            {
                let unit = self.unit(variable);
                causes.push(unit);
            }
        }
        debug_assert!(self.marked.iter().all(|marked| !marked));
        causes.reverse();
        causes
    }

    /// Marks the variables of a clause's literals, except `implied`. Those of the root also go to `at_root`.
    fn mark_others(&mut self, clause: ClauseIndex, implied: Option<Literal>, at_root: &mut Vec<usize>) {
        for &literal in self.propagation.clause(clause) {
            if Some(literal) == implied {
                continue;
            }
            debug_assert_eq!(self.propagation.value(literal), -1);
            let variable = literal.variable();
            if !std::mem::replace(&mut self.marked[variable], true) && self.places[variable].is_some() {
                at_root.push(variable);
            }
        }
    }

    /// Returns the lemmas from first to last, with their hints.
    fn into_refutation(self, mut found: Refutation) -> Refutation {
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
