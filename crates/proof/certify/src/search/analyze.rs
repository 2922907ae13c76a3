//! Analyses conflicts: derives from a clause whose literals are all false a lemma that flips a decision.
//!
//! The [parent module](super) explains the resolution and cites its sources. Literals that are false at the root are left out of the lemma.
//! The clauses that make them false are its first hints.

use super::level::DecisionLevel;
use super::{Conflict, Search};
use crate::propagation::{ClauseIndex, Literal};
use crate::refutation::Source;

impl Search {
    /// Derives a lemma from a conflict, undoes the levels that it refutes, and assigns the literal that it implies. Returns `false` if the
    /// lemma is empty.
    pub(super) fn learn(&mut self, conflict: &Conflict) -> bool {
        let (literals, hints) = self.analyze(conflict);
        let lemma = self.lemma(&literals, &hints);
        let Some(&implied) = literals.first() else { return false };
        let highest = self.assignments[implied.variable()].level;
        let assertion = literals.get(1).map_or(DecisionLevel::ROOT, |&next| self.assignments[next.variable()].level);
        debug_assert!(assertion < highest, "of its highest level a lemma holds one literal");
        // Watch the first two literals, which were assigned last.
        if literals.len() >= 2 && !self.rests_on_blocking(lemma) {
            self.propagation.watch(lemma);
        }
        self.backtrack(highest.below());
        self.assign(implied, Some(lemma), assertion);
        true
    }

    /// Returns the literals of a lemma, from the last one of the trail to the first, and its hints in the order of propagation.
    fn analyze(&mut self, conflict: &Conflict) -> (Vec<Literal>, Vec<Source>) {
        debug_assert!(
            conflict.literals.iter().all(|&literal| self.propagation.value(literal) == -1),
            "a conflict is false"
        );
        let mut from_root = Vec::new();
        // Hints in the order of resolution, the reverse of that of propagation.
        let mut hints = vec![conflict.source];
        for &literal in &conflict.literals {
            self.mark(literal, &mut from_root);
        }
        let mut lemma = Vec::new();
        for at in (0..self.propagation.trail().len()).rev() {
            let literal = self.propagation.trail()[at];
            if !self.marked[literal.variable()] {
                continue;
            }
            let reason = self.propagation.reason(literal.variable());
            let Some(reason) = reason.filter(|&reason| lemma.is_empty() || self.adds_nothing(literal, reason)) else {
                lemma.push(!literal);
                continue;
            };
            self.marked[literal.variable()] = false;
            hints.push(self.source(reason));
            for at in 0..self.propagation.clause(reason).len() {
                let other = self.propagation.clause(reason)[at];
                if other != literal {
                    self.mark(other, &mut from_root);
                }
            }
        }
        for &literal in &lemma {
            self.marked[literal.variable()] = false;
        }
        debug_assert!(lemma.first().is_none_or(|&first| self.propagation.reason(first.variable()).is_none()));
        debug_assert!(self.marked.iter().all(|marked| !marked));
        hints.extend(from_root);
        hints.reverse();
        (lemma, hints)
    }

    /// Returns `true` if all literals of a reason except the implied one are false at the root or marked in the clause under analysis.
    fn adds_nothing(&self, implied: Literal, reason: ClauseIndex) -> bool {
        self.propagation.clause(reason).iter().all(|&other| {
            other == implied
                || self.marked[other.variable()]
                || self.assignments[other.variable()].level == DecisionLevel::ROOT
        })
    }

    /// Marks a false literal in the clause under analysis. If the literal is false at the root, adds the clause that makes it so to
    /// `from_root`.
    fn mark(&mut self, literal: Literal, from_root: &mut Vec<Source>) {
        let variable = literal.variable();
        if self.assignments[variable].level > DecisionLevel::ROOT {
            self.marked[variable] = true;
        } else if !from_root.contains(&self.units[variable]) {
            from_root.push(self.units[variable]);
        }
    }
}
