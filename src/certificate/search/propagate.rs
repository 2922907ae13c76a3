//! Clauses, and unit propagation by watching two literals of each (Moskewicz, Madigan, Zhao, Zhang & Malik 2001, "Chaff").
//!
//! Invariant, once everything is propagated: if a watched literal of a clause is false, another literal of it is true and
//! was assigned no later. So a clause needs a look only when a literal that it watches becomes false.

use std::ops::Range;

use super::derivation::Source;
use super::literal::{Level, Literal};
use super::{Conflict, Search};

/// A clause of the store: the formula's first, then the lemmas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClauseIndex(u32);

/// Found under the literal whose falsity concerns the clause.
#[derive(Clone, Copy)]
pub struct Watch {
    clause: ClauseIndex,
    /// Some other literal of the clause: where it is true there is nothing to look at.
    blocker: Literal,
}

impl Search {
    /// One more clause.
    pub(super) fn store(&mut self, clause: &[Literal]) -> ClauseIndex {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
        ClauseIndex(self.ends.len() as u32 - 1)
    }

    /// Where the literals of a clause are.
    pub(super) fn range(&self, clause: ClauseIndex) -> Range<usize> {
        let clause = clause.0 as usize;
        let start = if clause == 0 { 0 } else { self.ends[clause - 1] };
        start..self.ends[clause]
    }

    /// The literals of a clause.
    pub(super) fn clause(&self, clause: ClauseIndex) -> &[Literal] {
        &self.literals[self.range(clause)]
    }

    /// What a clause of the store is in a proof.
    pub(super) fn source(&self, clause: ClauseIndex) -> Source {
        match (clause.0 as usize).checked_sub(self.formula) {
            Some(lemma) => Source::Lemma(lemma as u32),
            None => Source::Formula(clause.0),
        }
    }

    /// A clause whose literals are all false.
    pub(super) fn conflict(&self, clause: ClauseIndex) -> Conflict {
        Conflict { literals: self.clause(clause).to_vec(), source: self.source(clause) }
    }

    /// Watches the first two literals of a clause.
    pub(super) fn watch(&mut self, clause: ClauseIndex) {
        let start = self.range(clause).start;
        let (first, second) = (self.literals[start], self.literals[start + 1]);
        self.watches[first.index()].push(Watch { clause, blocker: second });
        self.watches[second.index()].push(Watch { clause, blocker: first });
    }

    /// Assigns what the formula's clauses of one literal say, and propagates; a clause that is false then.
    pub(super) fn propagate_units(&mut self) -> Option<ClauseIndex> {
        for clause in (0..self.formula as u32).map(ClauseIndex) {
            match *self.clause(clause) {
                [] => return Some(clause),
                [literal] => match self.value(literal) {
                    0 => self.assign(literal, Some(clause), Level::ROOT),
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
                    0 => self.assign(first, Some(watch.clause), self.level()),
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
