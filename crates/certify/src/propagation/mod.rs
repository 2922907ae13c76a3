//! Clauses, and unit propagation by watching two literals of each (Moskewicz, Madigan, Zhao, Zhang & Malik 2001, "Chaff").
//!
//! Terms are those of the [`search`](crate::search). What levels there are, and what is learned, is for whoever propagates to say.
//!
//! Invariant, once everything is propagated: if a watched literal of a clause is false, another literal of it is true and
//! was assigned no later. So a clause needs a look only when a literal that it watches becomes false.

mod literal;

use std::ops::Range;

use gridcheck_checker::clauses::Clauses;
pub(super) use literal::Literal;

/// A clause of the store, in the order of storing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ClauseIndex(pub(super) u32);

/// Found under the literal whose falsity concerns the clause.
#[derive(Clone, Copy)]
struct Watch {
    clause: ClauseIndex,
    /// Some other literal of the clause: where it is true there is nothing to look at.
    blocker: Literal,
}

/// Clauses and what is assigned.
pub(super) struct Propagation {
    /// One clause after the other; the first two literals of each are watched.
    literals: Vec<Literal>,
    ends: Vec<usize>,
    /// By index of a literal.
    watches: Vec<Vec<Watch>>,
    /// By index of a literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    /// By variable, as far as it is assigned: none for a decision.
    reasons: Vec<Option<ClauseIndex>>,
    trail: Vec<Literal>,
    /// So much of the trail is propagated.
    propagated: usize,
}

impl Propagation {
    /// Nothing but the variables 1 to `variables`.
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

    /// The same with the clauses of a formula, watched.
    pub(super) fn of(variables: usize, clauses: &Clauses) -> Self {
        let mut propagation = Propagation::new(variables);
        let mut clause = Vec::new();
        for literals in clauses.iter() {
            propagation.store_and_watch(literals.iter().copied(), &mut clause);
        }
        propagation
    }

    /// One more clause, watched, by way of `clause`.
    pub(super) fn store_and_watch(&mut self, literals: impl IntoIterator<Item = i32>, clause: &mut Vec<Literal>) {
        // A literal that comes twice counts once, or a clause of one literal would not be seen to be one.
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

    /// One more clause.
    pub(super) fn store(&mut self, clause: &[Literal]) -> ClauseIndex {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
        ClauseIndex(self.ends.len() as u32 - 1)
    }

    /// Where the literals of a clause are.
    fn range(&self, clause: ClauseIndex) -> Range<usize> {
        let clause = clause.0 as usize;
        let start = if clause == 0 { 0 } else { self.ends[clause - 1] };
        start..self.ends[clause]
    }

    /// The literals of a clause.
    pub(super) fn clause(&self, clause: ClauseIndex) -> &[Literal] {
        &self.literals[self.range(clause)]
    }

    /// Watches the first two literals of a clause.
    pub(super) fn watch(&mut self, clause: ClauseIndex) {
        let start = self.range(clause).start;
        let (first, second) = (self.literals[start], self.literals[start + 1]);
        self.watches[first.index()].push(Watch { clause, blocker: second });
        self.watches[second.index()].push(Watch { clause, blocker: first });
    }

    /// Watches a clause of two literals or more by two that `rank` highest of all; it is given the literal and its value.
    pub(super) fn watch_best(&mut self, clause: ClauseIndex, rank: impl Fn(Literal, i8) -> usize) {
        let range = self.range(clause);
        for first in [range.start, range.start + 1] {
            let best = (first..range.end).max_by_key(|&at| rank(self.literals[at], self.value(self.literals[at])));
            self.literals.swap(first, best.unwrap_or(first));
        }
        self.watch(clause);
    }

    /// A clause is watched no more, if it was. What it is a reason for stays assigned.
    pub(super) fn detach(&mut self, clause: ClauseIndex) {
        for literal in self.clause(clause).iter().take(2).copied().collect::<Vec<_>>() {
            let watches = &mut self.watches[literal.index()];
            if let Some(at) = watches.iter().position(|watch| watch.clause == clause) {
                watches.swap_remove(at);
            }
        }
    }

    /// Places in a table by variable: the first of these is 1.
    pub(super) fn places(&self) -> usize {
        self.reasons.len()
    }

    /// How many clauses are stored.
    pub(super) fn clauses(&self) -> usize {
        self.ends.len()
    }

    /// What is true, in the order in which it was assigned.
    pub(super) fn trail(&self) -> &[Literal] {
        &self.trail
    }

    /// Whether all that is assigned is propagated.
    pub(super) fn is_propagated(&self) -> bool {
        self.propagated == self.trail.len()
    }

    /// 1 if the literal is true, -1 if it is false, 0 if it is open.
    pub(super) fn value(&self, literal: Literal) -> i8 {
        self.values[literal.index()]
    }

    /// The clause that implied the value of a variable; none for a decision.
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

    /// Takes back what stands on the trail from `start` on, and hands it over in its order.
    pub(super) fn take_back(&mut self, start: usize) -> Vec<Literal> {
        let above = self.trail.split_off(start);
        self.propagated = self.propagated.min(start);
        for &literal in &above {
            self.values[literal.index()] = 0;
            self.values[(!literal).index()] = 0;
        }
        above
    }

    /// Assigns what the clauses of one literal say, and propagates; a clause that is false then.
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

    /// Assigns literals until no clause has just one literal left that is not false, or one has none: that one.
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
                    self.watches[self.literals[start + 1].index()].push(Watch { clause: watch.clause, blocker: first });
                    continue;
                }
                watches[kept] = Watch { clause: watch.clause, blocker: first };
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

    /// Both watched literals are the best, wherever in the clause they were, and whatever clauses there are before it.
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
        // When 4 is false, too, there is nothing that follows: 3 is true. And when 3 is not, the last open one must be.
        propagation.take_back(0);
        for number in [-1, -2, -3] {
            propagation.assign(Literal::from_dimacs(number), None);
        }
        assert!(!propagation.is_propagated());
        assert_eq!(propagation.propagate(), None);
        assert_eq!(propagation.value(Literal::from_dimacs(4)), 1);
        assert!(propagation.is_propagated());
    }
}
