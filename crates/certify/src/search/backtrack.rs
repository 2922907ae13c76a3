//! Chronological backtracking (Nadel & Ryvchin 2018, "Chronological Backtracking", SAT 2018).
//!
//! A literal of a level that is taken back is assigned again if its assertion level stays: a lemma implies it without what
//! is gone. It is propagated once more, since clauses that it makes false may watch other literals by now.

use super::Search;
use super::level::Level;

/// The shares are sums and halves of floating-point numbers.
const ROUNDING: f64 = 1e-9;

impl Search {
    /// Takes back all levels above `target`, save what lemmas imply without them.
    pub(super) fn backtrack(&mut self, target: Level) {
        let start = self.decisions[target.decisions()];
        let above = self.propagation.take_back(start);
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
