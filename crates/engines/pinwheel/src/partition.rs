//! Partitions of the open sites of a region into connected components.
//!
//! The open sites lie along the region's boundary. So the components that reach it form a *noncrossing* partition
//! (Kreweras, 1972). Neighbouring open sites are always connected, so it is enough to partition the *runs* of open
//! sites. Their number for each number of runs is a Catalan number, small enough to number them once. Growing the
//! region by a row maps one number to another. A table ([`Growth`]) stores this map and is filled on demand.

use std::collections::HashMap;
use std::sync::OnceLock;

use foldhash::fast::FixedState;

/// The largest number of runs: a label takes four bits.
pub(crate) const MAX_RUNS: usize = 16;

/// All partitions, by number of runs.
pub(crate) struct Partitions {
    by_runs: [OnceLock<Numbered>; MAX_RUNS + 1],
}

/// The noncrossing partitions of one number of runs, numbered from 0.
struct Numbered {
    /// Indexed by number: the label of every run, four bits each, the first run lowest. Labels are 0, 1, … by first
    /// appearance.
    labels: Vec<u64>,
    number: HashMap<u64, u32, FixedState>,
}

impl Partitions {
    pub(crate) fn new() -> Self {
        Partitions { by_runs: [const { OnceLock::new() }; MAX_RUNS + 1] }
    }

    fn of(&self, runs: usize) -> &Numbered {
        self.by_runs[runs].get_or_init(|| Numbered::new(runs))
    }

    /// Returns the number of bits that the number of a partition of `runs` runs takes.
    pub(crate) fn bits(&self, runs: usize) -> u32 {
        let most = self.of(runs).labels.len() - 1;
        usize::BITS - most.leading_zeros()
    }

    /// Returns the label of every run, four bits each.
    pub(crate) fn labels(&self, runs: usize, number: u32) -> u64 {
        self.of(runs).labels[number as usize]
    }

    /// Returns the number of the partition in which every run is a separate component.
    pub(crate) fn apart(&self, runs: usize) -> u32 {
        let labels = (0..runs).fold(0, |labels, run| labels | (run as u64) << (4 * run));
        self.of(runs).number[&labels]
    }
}

impl Numbered {
    fn new(runs: usize) -> Self {
        let mut labels = Vec::new();
        extend(runs, 0, 0, 0, &mut Vec::new(), &mut labels);
        let number = labels.iter().enumerate().map(|(number, &labels)| (labels, number as u32)).collect();
        Numbered { labels, number }
    }
}

/// Lists all labellings of run `at` and the runs after it. `open` holds the labels that a later run can still take
/// without crossing another component.
fn extend(runs: usize, at: usize, so_far: u64, fresh: usize, open: &mut Vec<usize>, all: &mut Vec<u64>) {
    if at == runs {
        all.push(so_far);
        return;
    }
    for depth in 0..open.len() {
        let mut left = open[..=depth].to_vec();
        extend(runs, at + 1, so_far | (open[depth] as u64) << (4 * at), fresh, &mut left, all);
    }
    open.push(fresh);
    extend(runs, at + 1, so_far | (fresh as u64) << (4 * at), fresh + 1, open, all);
    open.pop();
}

/// The change of a region's boundary when the region grows by a row: the number of old runs, and for every new run
/// the set of old runs that reach it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct BoundaryStep {
    before: u8,
    after: u8,
    reached: [u16; MAX_RUNS],
}

impl BoundaryStep {
    /// Creates a step from `before` runs to `after` runs, in which no old run reaches a new one yet.
    pub(crate) fn new(before: usize, after: usize) -> Self {
        BoundaryStep { before: before as u8, after: after as u8, reached: [0; MAX_RUNS] }
    }

    /// Records that old run `before` reaches new run `after`.
    pub(crate) fn reach(&mut self, before: usize, after: usize) {
        self.reached[after] |= 1 << before;
    }
}

/// Maps every partition of the old runs to the partition of the new runs. Entries are computed on demand.
pub(crate) struct Growth {
    step: BoundaryStep,
    to: Vec<u32>,
}

const UNKNOWN: u32 = u32::MAX;
/// A component reaches no new run: it is cut off.
const CUT_OFF: u32 = u32::MAX - 1;

impl Growth {
    pub(crate) fn new(partitions: &Partitions, step: BoundaryStep) -> Self {
        Growth { step, to: vec![UNKNOWN; partitions.of(step.before.into()).labels.len()] }
    }

    /// Returns the new partition's number, or `None` if a component is cut off.
    pub(crate) fn apply(&mut self, partitions: &Partitions, number: u32) -> Option<u32> {
        let to = &mut self.to[number as usize];
        if *to == UNKNOWN {
            *to = grow(partitions, &self.step, number).unwrap_or(CUT_OFF);
        }
        (*to != CUT_OFF).then_some(*to)
    }
}

fn grow(partitions: &Partitions, step: &BoundaryStep, number: u32) -> Option<u32> {
    let (before, after) = (usize::from(step.before), usize::from(step.after));
    let labels = partitions.labels(before, number);
    // By new run: the set of labels of the components that it meets. Sets that share a label are united.
    let mut met = [0_u16; MAX_RUNS];
    let mut all = 0;
    for run in 0..before {
        let label = 1 << (labels >> (4 * run) & 15);
        all |= label;
        for (met, reached) in met.iter_mut().zip(step.reached).take(after) {
            if reached >> run & 1 == 1 {
                *met |= label;
            }
        }
    }
    let mut group: [usize; MAX_RUNS] = std::array::from_fn(|run| run);
    for run in 1..after {
        for other in 0..run {
            let (mine, theirs) = (group[run], group[other]);
            if mine != theirs && met[mine] & met[theirs] != 0 {
                met[theirs] |= met[mine];
                group[..=run].iter_mut().filter(|group| **group == mine).for_each(|group| *group = theirs);
            }
        }
    }
    let reached = (0..after).fold(0, |reached, run| reached | met[group[run]]);
    if reached != all {
        return None;
    }
    let mut label_of = [u64::MAX; MAX_RUNS];
    let mut fresh = 0;
    let mut to = 0;
    for run in 0..after {
        let label = &mut label_of[group[run]];
        if *label == u64::MAX {
            *label = fresh;
            fresh += 1;
        }
        to |= *label << (4 * run);
    }
    // Regions of the plane do not cross, so the result is a noncrossing partition.
    Some(partitions.of(after).number[&to])
}
