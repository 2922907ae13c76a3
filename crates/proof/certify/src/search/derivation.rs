//! Records the derivations of a search: lemmas, each with its hints.

use super::{Conflict, Search};
use crate::propagation::{ClauseIndex, Literal};
use crate::refutation::Source;

impl Search {
    /// Returns the source that a stored clause is in a proof.
    pub(super) fn source(&self, clause: ClauseIndex) -> Source {
        match (clause.0 as usize).checked_sub(self.formula) {
            Some(lemma) => Source::Lemma(lemma as u32),
            None => Source::Formula(clause.0),
        }
    }

    /// Returns the conflict of a clause whose literals are all false.
    pub(super) fn conflict(&self, clause: ClauseIndex) -> Conflict {
        Conflict { literals: self.propagation.clause(clause).to_vec(), source: self.source(clause) }
    }

    /// Records and stores a lemma.
    pub(super) fn lemma(&mut self, literals: &[Literal], hints: &[Source]) -> ClauseIndex {
        let lemmas = self.rests_on_blocking.len();
        let rests = hints.iter().any(|hint| match hint {
            Source::Formula(_) => false,
            Source::Blocking(_) => true,
            Source::Lemma(lemma) => self.rests_on_blocking[*lemma as usize],
        });
        debug_assert!(hints.iter().all(|hint| !matches!(hint, Source::Lemma(lemma) if *lemma as usize >= lemmas)));
        self.rests_on_blocking.push(rests);
        self.found.lemmas.push(literals.iter().map(|literal| literal.to_dimacs()));
        self.found.hints.push(hints);
        self.propagation.store(literals)
    }

    /// Returns `true` if a lemma was derived from a blocking clause.
    pub(super) fn rests_on_blocking(&self, lemma: ClauseIndex) -> bool {
        matches!(self.source(lemma), Source::Lemma(lemma) if self.rests_on_blocking[lemma as usize])
    }

    /// Returns a clause with only `literal`, which `reason` implies at the root. Derives it as a lemma unless `reason` is such a clause.
    pub(super) fn unit(&mut self, literal: Literal, reason: ClauseIndex) -> Source {
        if self.propagation.clause(reason).len() == 1 {
            return self.source(reason);
        }
        let others = self.propagation.clause(reason).iter().filter(|&&other| other != literal);
        let mut hints: Vec<Source> = others.map(|other| self.units[other.variable()]).collect();
        hints.push(self.source(reason));
        let lemma = self.lemma(&[literal], &hints);
        self.source(lemma)
    }
}
