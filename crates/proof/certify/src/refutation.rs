//! Represents a refutation: the grids, the lemmas, and the sources of each lemma.

use gridcheck_checker::clauses::Clauses;
use gridcheck_checker::refusal::Refusal;

/// The reason why a search or a retracing gave no refutation.
#[derive(Debug)]
pub(super) enum Stop {
    /// The watch stopped the work.
    Requested,
    /// The formula or the foreign refutation is unsuitable.
    Refused(Refusal),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Stop::Refused(refusal)
    }
}

/// A clause that a lemma was derived from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The formula's clause of this index, from 0.
    Formula(u32),
    /// The blocking clause of the grid of this index, in the order of finding.
    Blocking(u32),
    /// The lemma of this index.
    Lemma(u32),
}

/// The grids, and a refutation of the existence of more.
#[derive(Debug, Default)]
pub(super) struct Refutation {
    /// The values of the first variables for each grid, in the order of finding: `true` for a white square, or for a bar.
    pub(super) grids: Vec<Box<[bool]>>,
    /// The lemmas; the last one is empty.
    pub(super) lemmas: Clauses,
    /// The sources of each lemma, in the order in which they propagate.
    pub(super) hints: Hints,
}

impl Refutation {
    /// Returns the clause that excludes a grid: not all first variables have its values.
    pub(super) fn excluding(&self, grid: usize) -> impl Iterator<Item = i32> {
        (1..).zip(&self.grids[grid]).map(|(variable, &is_on)| if is_on { -variable } else { variable })
    }
}

/// The hints of all lemmas, one lemma after the other, in one vector.
#[derive(Debug, Default)]
pub(super) struct Hints {
    sources: Vec<Source>,
    ends: Vec<usize>,
}

impl Hints {
    pub(super) fn of(&self, lemma: usize) -> &[Source] {
        let start = if lemma == 0 { 0 } else { self.ends[lemma - 1] };
        &self.sources[start..self.ends[lemma]]
    }

    pub(super) fn push(&mut self, hints: &[Source]) {
        self.sources.extend_from_slice(hints);
        self.ends.push(self.sources.len());
    }
}
