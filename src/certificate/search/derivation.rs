//! What a search comes to: the grids, the lemmas, and what each lemma was derived from.

use super::super::clauses::Clauses;
use super::Search;
use super::literal::Literal;
use super::propagate::ClauseIndex;

/// A clause that a lemma was derived from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Source {
    /// The formula's clause of this index, from 0.
    Formula(u32),
    /// The blocking clause of the grid of this index, in the order of finding.
    Blocking(u32),
    /// The lemma of this index.
    Lemma(u32),
}

/// What a search found: the grids, and a refutation of there being more.
#[derive(Debug, Default)]
pub(in super::super) struct Found {
    /// The colour of each square of each grid, in the order of finding, true for white.
    pub(in super::super) grids: Vec<Box<[bool]>>,
    /// The lemmas; the last one is empty.
    pub(in super::super) lemmas: Clauses,
    /// What each lemma was derived from, in the order in which it propagates.
    pub(in super::super) hints: Hints,
}

/// Hints of one lemma after the other in one vector.
#[derive(Debug, Default)]
pub(in super::super) struct Hints {
    sources: Vec<Source>,
    ends: Vec<usize>,
}

impl Hints {
    pub(in super::super) fn of(&self, lemma: usize) -> &[Source] {
        let start = if lemma == 0 { 0 } else { self.ends[lemma - 1] };
        &self.sources[start..self.ends[lemma]]
    }

    fn push(&mut self, hints: &[Source]) {
        self.sources.extend_from_slice(hints);
        self.ends.push(self.sources.len());
    }
}

impl Search {
    /// One more lemma.
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
        self.store(literals)
    }

    /// Whether a lemma was derived from a blocking clause.
    pub(super) fn rests_on_blocking(&self, lemma: ClauseIndex) -> bool {
        matches!(self.source(lemma), Source::Lemma(lemma) if self.rests_on_blocking[lemma as usize])
    }

    /// A clause that says just `literal`, which `reason` implies at the root.
    pub(super) fn unit(&mut self, literal: Literal, reason: ClauseIndex) -> Source {
        if self.clause(reason).len() == 1 {
            return self.source(reason);
        }
        let others = self.clause(reason).iter().filter(|&&other| other != literal);
        let mut hints: Vec<Source> = others.map(|other| self.units[other.variable()]).collect();
        hints.push(self.source(reason));
        let lemma = self.lemma(&[literal], &hints);
        self.source(lemma)
    }
}
