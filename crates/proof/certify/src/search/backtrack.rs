//! Does chronological backtracking (Nadel & Ryvchin 2018, "Chronological Backtracking", SAT 2018).
//!
//! A literal of a removed level is assigned again if its assertion level stays: a lemma implies it without the removed literals. It is
//! propagated once more, because the clauses that it makes false may now watch other literals.

use super::Search;
use super::level::DecisionLevel;

/// Tolerance for the shares, which are sums and halves of floating-point numbers.
const ROUNDING: f64 = 1e-9;

impl Search {
    /// Undoes all levels above `target`, except literals that lemmas imply without them.
    pub(super) fn backtrack(&mut self, target: DecisionLevel) {
        let start = self.decisions[target.decisions()];
        let above = self.propagation.undo(start);
        self.decisions.truncate(target.decisions());
        self.done += self.shares.drain(target.decisions() + 1..).sum::<f64>();
        debug_assert!((self.done + self.shares.iter().sum::<f64>() - 1.0).abs() < ROUNDING);
        for literal in above {
            let assignment = self.assignments[literal.variable()];
            if assignment.assertion <= target {
                let reason = self.propagation.reason(literal.variable());
                debug_assert!(reason.is_some(), "a decision goes with its level");
                self.assign(literal, reason, assignment.assertion);
            }
        }
        debug_assert_eq!(self.level(), target);
    }
}
