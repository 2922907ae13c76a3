//! Stores clauses and does unit propagation with two watched literals per clause (Moskewicz, Madigan, Zhao, Zhang & Malik 2001, "Chaff").
//!
//! Terms are those of the [`search`](crate::search). The caller manages levels and learned clauses.
//!
//! Invariant, after propagation is complete: if a watched literal of a clause is false, another literal of it is true and was assigned no
//! later. So a clause must be visited only when a watched literal becomes false.

mod literal;

use std::ops::Range;

use gridcheck_checker::clauses::Clauses;
pub(super) use literal::Literal;

/// The index of a stored clause, in the order of storing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ClauseIndex(pub(super) u32);

/// An entry in the watch list of a literal. The clause must be visited when the literal becomes false.
#[derive(Clone, Copy)]
struct ClauseWatch {
    clause: ClauseIndex,
    /// Another literal of the clause. If it is true, the clause need not be visited.
    blocker: Literal,
}

/// The clauses and the current assignment.
pub(super) struct Propagation {
    /// The literals of all clauses, one clause after the other. The first two literals of each clause are watched.
    literals: Vec<Literal>,
    ends: Vec<usize>,
    /// The watch list of each literal, by its index.
    watches: Vec<Vec<ClauseWatch>>,
    /// The value of each literal, by its index: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    /// The reason of each assigned variable; `None` for a decision.
    reasons: Vec<Option<ClauseIndex>>,
    trail: Vec<Literal>,
    /// Length of the propagated part of the trail.
    propagated: usize,
}

impl Propagation {
    /// Creates a state with the variables 1 to `variables` and no clause.
    pub(super) fn new(variables: usize) -> Self {
        Propagation {
            literals: Vec::new(),
            ends: Vec::new(),
            watches: vec![Vec::new(); 2 * variables + 2],
            values: vec![0; 2 * variables + 2],
            reasons: vec![None; variables + 1],
            trail: Vec::new(),
            propagated: 0,
        }
    }

    /// Creates a state with the clauses of a formula, watched.
    pub(super) fn of(variables: usize, clauses: &Clauses) -> Self {
        let mut propagation = Propagation::new(variables);
        let mut clause = Vec::new();
        for literals in clauses.iter() {
            propagation.store_and_watch(literals.iter().copied(), &mut clause);
        }
        propagation
    }

    /// Stores a clause and watches it. `clause` is a buffer for its literals.
    pub(super) fn store_and_watch(&mut self, literals: impl IntoIterator<Item = i32>, clause: &mut Vec<Literal>) {
        // Remove duplicate literals, or a clause of one literal would not be recognized.
        clause.clear();
        for literal in literals.into_iter().map(Literal::from_dimacs) {
            if !clause.contains(&literal) {
                clause.push(literal);
            }
        }
        let index = self.store(clause);
        if clause.len() >= 2 {
            self.watch(index);
        }
    }

    /// Stores a clause without watching it.
    pub(super) fn store(&mut self, clause: &[Literal]) -> ClauseIndex {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
        ClauseIndex(self.ends.len() as u32 - 1)
    }

    /// Returns the range of a clause in `literals`.
    fn range(&self, clause: ClauseIndex) -> Range<usize> {
        let clause = clause.0 as usize;
        let start = if clause == 0 { 0 } else { self.ends[clause - 1] };
        start..self.ends[clause]
    }

    pub(super) fn clause(&self, clause: ClauseIndex) -> &[Literal] {
        &self.literals[self.range(clause)]
    }

    /// Watches the first two literals of a clause.
    pub(super) fn watch(&mut self, clause: ClauseIndex) {
        let start = self.range(clause).start;
        let (first, second) = (self.literals[start], self.literals[start + 1]);
        self.watches[first.index()].push(ClauseWatch { clause, blocker: second });
        self.watches[second.index()].push(ClauseWatch { clause, blocker: first });
    }

    /// Watches the two literals of a clause that `rank` highest. The clause has at least two literals. The function `rank` gets a literal
    /// and its value.
    pub(super) fn watch_best(&mut self, clause: ClauseIndex, rank: impl Fn(Literal, i8) -> usize) {
        let range = self.range(clause);
        for first in [range.start, range.start + 1] {
            let best = (first..range.end).max_by_key(|&at| rank(self.literals[at], self.value(self.literals[at])));
            self.literals.swap(first, best.unwrap_or(first));
        }
        self.watch(clause);
    }

    /// Stops watching a clause, if it is watched. Literals that it implied stay assigned.
    pub(super) fn detach(&mut self, clause: ClauseIndex) {
        for literal in self.clause(clause).iter().take(2).copied().collect::<Vec<_>>() {
            let watches = &mut self.watches[literal.index()];
            if let Some(at) = watches.iter().position(|watch| watch.clause == clause) {
                watches.swap_remove(at);
            }
        }
    }

    /// Returns the number of entries of a table by variable. Entry 0 is unused.
    pub(super) fn places(&self) -> usize {
        self.reasons.len()
    }

    /// Returns the number of stored clauses.
    pub(super) fn clauses(&self) -> usize {
        self.ends.len()
    }

    /// Returns the true literals, in the order of their assignment.
    pub(super) fn trail(&self) -> &[Literal] {
        &self.trail
    }

    /// Returns `true` if all assigned literals are propagated.
    pub(super) fn is_propagated(&self) -> bool {
        self.propagated == self.trail.len()
    }

    /// Returns 1 if the literal is true, -1 if it is false, 0 if it is open.
    pub(super) fn value(&self, literal: Literal) -> i8 {
        self.values[literal.index()]
    }

    /// Returns the clause that implied the value of a variable; `None` for a decision.
    pub(super) fn reason(&self, variable: usize) -> Option<ClauseIndex> {
        self.reasons[variable]
    }

    /// Makes a literal true.
    pub(super) fn assign(&mut self, literal: Literal, reason: Option<ClauseIndex>) {
        debug_assert_eq!(self.value(literal), 0, "a literal is assigned once");
        debug_assert!(
            reason.is_none_or(|reason| {
                self.clause(reason).iter().all(|&other| other == literal || self.value(other) == -1)
            }),
            "the other literals of a reason are false"
        );
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        self.reasons[literal.variable()] = reason;
        self.trail.push(literal);
    }

    /// Undoes the trail from `start` on and returns the removed literals in order.
    pub(super) fn undo(&mut self, start: usize) -> Vec<Literal> {
        let above = self.trail.split_off(start);
        self.propagated = self.propagated.min(start);
        for &literal in &above {
            self.values[literal.index()] = 0;
            self.values[(!literal).index()] = 0;
        }
        above
    }

    /// Assigns the literals of clauses of one literal, and propagates. Returns a clause that becomes false, if there is one.
    pub(super) fn propagate_units(&mut self) -> Option<ClauseIndex> {
        for clause in (0..self.ends.len() as u32).map(ClauseIndex) {
            match *self.clause(clause) {
                [] => return Some(clause),
                [literal] => match self.value(literal) {
                    0 => self.assign(literal, Some(clause)),
                    1 => {}
                    _ => return Some(clause),
                },
                _ => {}
            }
        }
        self.propagate()
    }

    /// Propagates until no clause implies another literal, and returns `None`. If a clause becomes false, returns that clause.
    pub(super) fn propagate(&mut self) -> Option<ClauseIndex> {
        while self.propagated < self.trail.len() {
            let falsified = !self.trail[self.propagated];
            self.propagated += 1;
            let mut watches = std::mem::take(&mut self.watches[falsified.index()]);
            let mut kept = 0;
            let mut conflict = None;
            for i in 0..watches.len() {
                let watch = watches[i];
                if conflict.is_some() || self.value(watch.blocker) == 1 {
                    watches[kept] = watch;
                    kept += 1;
                    continue;
                }
                let range = self.range(watch.clause);
                let start = range.start;
                if self.literals[start] == falsified {
                    self.literals.swap(start, start + 1);
                }
                debug_assert_eq!(self.literals[start + 1], falsified, "a clause watches its first two literals");
                let first = self.literals[start];
                let value = self.value(first);
                let other = if value == 1 {
                    None
                } else {
                    (start + 2..range.end).find(|&at| self.value(self.literals[at]) != -1)
                };
                if let Some(at) = other {
                    self.literals.swap(start + 1, at);
                    self.watches[self.literals[start + 1].index()]
                        .push(ClauseWatch { clause: watch.clause, blocker: first });
                    continue;
                }
                watches[kept] = ClauseWatch { clause: watch.clause, blocker: first };
                kept += 1;
                match value {
                    0 => self.assign(first, Some(watch.clause)),
                    1 => {}
                    _ => conflict = Some(watch.clause),
                }
            }
            watches.truncate(kept);
            self.watches[falsified.index()] = watches;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literals(numbers: &[i32]) -> Vec<Literal> {
        numbers.iter().map(|&number| Literal::from_dimacs(number)).collect()
    }

    /// Watches the two best literals, wherever they are in the clause, and with other clauses stored before it.
    #[test]
    fn a_clause_is_watched_by_its_two_best_literals() {
        let mut propagation = Propagation::new(4);
        propagation.store(&literals(&[1, 2, 3]));
        let clause = propagation.store(&literals(&[1, 2, 3, 4]));
        for number in [-1, -2, 3] {
            propagation.assign(Literal::from_dimacs(number), None);
        }
        propagation.watch_best(clause, |_, value| (value + 1) as usize);
        let (watched, others) = propagation.clause(clause).split_at(2);
        assert_eq!((watched, others.len()), (&literals(&[3, 4])[..], 2));
        // If 4 becomes false too, nothing follows, because 3 is true. If 3 is false instead, the last open literal must be true.
        propagation.undo(0);
        for number in [-1, -2, -3] {
            propagation.assign(Literal::from_dimacs(number), None);
        }
        assert!(!propagation.is_propagated());
        assert_eq!(propagation.propagate(), None);
        assert_eq!(propagation.value(Literal::from_dimacs(4)), 1);
        assert!(propagation.is_propagated());
    }
}
