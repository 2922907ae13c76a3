//! Tracks which white runs of a row are connected through the rows above it: a partition of the row's runs.
//!
//! Such partitions never cross (Conway and Guttmann 1996; Jensen 2001), but this code does not depend on it. A partition is stored as one
//! label a run.
//!
//! Invariant: a run's label is the number of the first run in its component, so equal partitions are equal as values.

use super::rows::{Row, columns, reversed, runs};

/// Maximum number of runs in a row. A row of 17 squares has only words, because every letter is checked; 15 squares may have runs of one.
pub(crate) const MAX_RUNS: usize = 8;

/// The partition of a row's runs; entries beyond its runs are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct Regions([u8; MAX_RUNS]);

impl Regions {
    /// Returns the partition of a first row, in which every run is a separate component.
    pub(crate) fn apart(row: Row) -> Self {
        Self::from_labels(0..runs(row).count())
    }

    /// Returns the partition with these labels, which must satisfy the invariant.
    pub(crate) fn from_labels(labels: impl Iterator<Item = usize>) -> Self {
        let mut regions = Self::default();
        for (to, label) in regions.0.iter_mut().zip(labels) {
            *to = label as u8;
        }
        regions
    }

    /// Returns the label of a run.
    pub(crate) fn label(self, run: usize) -> usize {
        usize::from(self.0[run])
    }

    /// Returns the partition of the runs of the row below; `None` if a component of this row does not reach it.
    pub(crate) fn below(self, links: &Links) -> Option<Self> {
        let mut joined = Union::new();
        let mut reached = 0u32;
        for &(here, there) in &links.touching {
            let component = self.label(here.into());
            reached |= 1 << component;
            joined.join(there.into(), MAX_RUNS + component);
        }
        let cut_off = (0..links.here).any(|run| reached >> self.label(run) & 1 == 0);
        (!cut_off).then(|| {
            // The least node of a component is its first run below.
            Self::from_labels((0..links.there).map(|run| joined.root(run)))
        })
    }

    /// Returns the partition with left and right exchanged; `row` is the row before the exchange.
    pub(crate) fn mirrored(self, row: Row) -> Self {
        let runs = runs(row).count();
        let back = |run: usize| self.label(runs - 1 - run);
        Self::from_labels((0..runs).map(|run| (0..runs).position(|other| back(other) == back(run)).unwrap_or_default()))
    }

    /// Returns `true` if `row`, its image under the half turn and the middle row between them form one region.
    pub(crate) fn close_around(self, row: Row, middle: Row, size: usize) -> bool {
        let mut joined = Union::new();
        let (here, between) = (run_of(row), run_of(middle));
        for c in columns(row & middle) {
            joined.join(self.label(here[c]), 2 * MAX_RUNS + between[c]);
        }
        for c in columns(reversed(row, size) & middle) {
            joined.join(MAX_RUNS + self.label(here[size - 1 - c]), 2 * MAX_RUNS + between[c]);
        }
        self.all_one(row, &mut joined, runs(middle).count())
    }

    /// Returns `true` if `row` and its image under the half turn, directly below it, form one region.
    pub(crate) fn close(self, row: Row, size: usize) -> bool {
        let mut joined = Union::new();
        let here = run_of(row);
        for c in columns(row & reversed(row, size)) {
            joined.join(self.label(here[c]), MAX_RUNS + self.label(here[size - 1 - c]));
        }
        self.all_one(row, &mut joined, 0)
    }

    /// Returns `true` if the components of `row`, of its image and of `middle` runs are one; `joined` numbers them in this order.
    fn all_one(self, row: Row, joined: &mut Union, middle: usize) -> bool {
        let components = (0..runs(row).count()).map(|run| self.label(run));
        let nodes = components.flat_map(|component| [component, MAX_RUNS + component]);
        let mut roots = nodes.chain((0..middle).map(|run| 2 * MAX_RUNS + run)).map(|node| joined.root(node));
        // A grid without a white square has no region.
        roots.next().is_some_and(|first| roots.all(|root| root == first))
    }
}

/// Lists the contacts between the runs of a row and those of the row below.
pub(crate) struct Links {
    /// Numbers of runs of the row and of the row below.
    here: usize,
    there: usize,
    /// The pairs of touching runs.
    touching: Vec<(u8, u8)>,
}

impl Links {
    /// Returns the contacts of `row` and `next`, the row below it.
    pub(crate) fn new(row: Row, next: Row) -> Self {
        let (here, there) = (run_of(row), run_of(next));
        let mut touching: Vec<(u8, u8)> = columns(row & next).map(|c| (here[c] as u8, there[c] as u8)).collect();
        touching.dedup();
        Links { here: runs(row).count(), there: runs(next).count(), touching }
    }
}

/// Returns, by column, the number of the run that contains it; 0 for a black column.
fn run_of(row: Row) -> [usize; Row::BITS as usize] {
    let mut run_of = [0; Row::BITS as usize];
    for (run, (start, end)) in runs(row).enumerate() {
        run_of[start..end].fill(run);
    }
    run_of
}

/// A union-find structure over three sets of [`MAX_RUNS`] nodes each.
struct Union([u8; 3 * MAX_RUNS]);

impl Union {
    fn new() -> Self {
        Union(std::array::from_fn(|node| node as u8))
    }

    fn root(&self, mut node: usize) -> usize {
        while usize::from(self.0[node]) != node {
            node = self.0[node].into();
        }
        node
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b) as u8;
    }
}
