//! Conflict analysis: from a clause whose literals are all false to a lemma that turns a decision round.
//!
//! See the [module above](super) for what is resolved and where that comes from. Literals that are false at the root are left out of
//! the lemma; the clauses that say so are its first hints.

use super::level::Level;
use super::{Conflict, Search};
use crate::found::Source;
use crate::propagation::{ClauseIndex, Literal};

impl Search {
    /// Derives a lemma from a conflict, takes back the levels that it refutes, and assigns what it implies; false if it is
    /// empty.
    pub(super) fn learn(&mut self, conflict: &Conflict) -> bool {
        let (literals, hints) = self.analyze(conflict);
        let lemma = self.lemma(&literals, &hints);
        let Some(&implied) = literals.first() else { return false };
        let highest = self.assignments[implied.variable()].level;
        let assertion = literals.get(1).map_or(Level::ROOT, |&next| self.assignments[next.variable()].level);
        debug_assert!(assertion < highest, "of its highest level a lemma holds one literal");
        // The first two literals, those assigned last, are the ones to watch.
        if literals.len() >= 2 && !self.rests_on_blocking(lemma) {
            self.propagation.watch(lemma);
        }
        self.backtrack(highest.below());
        self.assign(implied, Some(lemma), assertion);
        true
    }

    /// The literals of a lemma, in the order of the trail, last first, and the clauses that it follows from, in the order in
    /// which they propagate.
    fn analyze(&mut self, conflict: &Conflict) -> (Vec<Literal>, Vec<Source>) {
        debug_assert!(
            conflict.literals.iter().all(|&literal| self.propagation.value(literal) == -1),
            "a conflict is false"
        );
        let mut from_root = Vec::new();
        // In the order of resolution, the reverse of that in which they propagate.
        let mut hints = vec![conflict.source];
        for &literal in &conflict.literals {
            self.hold(literal, &mut from_root);
        }
        let mut lemma = Vec::new();
        for at in (0..self.propagation.trail().len()).rev() {
            let literal = self.propagation.trail()[at];
            if !self.held[literal.variable()] {
                continue;
            }
            let reason = self.propagation.reason(literal.variable());
            let Some(reason) = reason.filter(|&reason| lemma.is_empty() || self.brings_nothing_new(literal, reason))
            else {
                lemma.push(!literal);
                continue;
            };
            self.held[literal.variable()] = false;
            hints.push(self.source(reason));
            for at in 0..self.propagation.clause(reason).len() {
                let other = self.propagation.clause(reason)[at];
                if other != literal {
                    self.hold(other, &mut from_root);
                }
            }
        }
        for &literal in &lemma {
            self.held[literal.variable()] = false;
        }
        debug_assert!(lemma.first().is_none_or(|&first| self.propagation.reason(first.variable()).is_none()));
        debug_assert!(self.held.iter().all(|held| !held));
        hints.extend(from_root);
        hints.reverse();
        (lemma, hints)
    }

    /// Whether the clause under analysis holds all literals of a reason but the implied one, those of the root aside.
    fn brings_nothing_new(&self, implied: Literal, reason: ClauseIndex) -> bool {
        self.propagation.clause(reason).iter().all(|&other| {
            other == implied || self.held[other.variable()] || self.assignments[other.variable()].level == Level::ROOT
        })
    }

    /// Puts a false literal into the clause under analysis, or, where it is false at the root, the clause that says so into
    /// `from_root`.
    fn hold(&mut self, literal: Literal, from_root: &mut Vec<Source>) {
        let variable = literal.variable();
        if self.assignments[variable].level > Level::ROOT {
            self.held[variable] = true;
        } else if !from_root.contains(&self.units[variable]) {
            from_root.push(self.units[variable]);
        }
    }
}
