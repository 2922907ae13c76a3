//! Tests that four quarters in a ring, with the centre, form one region.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::blocks::block::Skeleton;
use crate::blocks::group::{Layout, boundary};
use crate::partition::MAX_RUNS;
use crate::quarter::Sites;
use crate::tables::Tables;

/// The tails of two groups that meet, and the compatible pairs of them. Two tails are compatible if every line has
/// the white square it needs and, where required, the four quarters are connected.
pub(crate) struct TailCompatibility<'t> {
    tables: &'t Tables,
    skeleton: Skeleton,
    layouts: [Layout; 2],
    /// The tails in use, by index.
    tails: [Vec<u64>; 2],
    index: [HashMap<u64, u32, FixedState>; 2],
    are_compatible: VerdictCache,
    /// The touching runs of the first and the second group: where the second follows clockwise, and where it
    /// precedes.
    touching_runs: [Vec<(usize, usize)>; 2],
    /// The run that leads to the centre, in each group.
    links: [Option<usize>; 2],
    runs: [usize; 2],
}

/// The known verdicts on pairs of tails. The index of a pair is the first index times the number of second tails,
/// plus the second index.
enum VerdictCache {
    /// No pair was tested yet.
    Unused,
    /// One entry for every pair, `None` until it is tested.
    Table(Vec<Option<bool>>),
    /// The tested pairs, if a table would be too large.
    Map(HashMap<usize, bool, FixedState>),
}

/// The largest number of pairs in a table, of one byte each.
const MAX_PAIRS: usize = 1 << 26;

impl<'t> TailCompatibility<'t> {
    /// Prepares the tests for `skeleton` and its turned image. No tail is in use yet.
    pub(crate) fn new(tables: &'t Tables, skeleton: Skeleton, layouts: [&Layout; 2]) -> Self {
        let height = tables.shape.height;
        let boundaries = [boundary(tables, skeleton), boundary(tables, skeleton.turned())];
        let mut touching_runs = [Vec::new(), Vec::new()];
        for site in 0..height {
            let clockwise = boundaries[0].run_of_right(site).zip(boundaries[1].run_of_column(site));
            let counter = boundaries[0].run_of_column(site).zip(boundaries[1].run_of_right(site));
            touching_runs[0].extend(clockwise);
            touching_runs[1].extend(counter);
        }
        touching_runs.iter_mut().for_each(Vec::dedup);
        let links = boundaries.map(|rim| tables.shape.has_centre().then(|| rim.run_of_column(height)).flatten());
        TailCompatibility {
            tables,
            skeleton,
            layouts: layouts.map(Layout::clone),
            tails: [Vec::new(), Vec::new()],
            index: [HashMap::default(), HashMap::default()],
            are_compatible: VerdictCache::Unused,
            touching_runs,
            links,
            runs: boundaries.map(Sites::runs),
        }
    }

    /// Returns the index of a tail of the first (0) or second (1) group. Must not be called after
    /// [`are_compatible`](Self::are_compatible).
    pub(crate) fn index(&mut self, group: usize, tail: u64) -> u32 {
        debug_assert!(
            matches!(self.are_compatible, VerdictCache::Unused),
            "the table of pairs is as large as there were tails"
        );
        let fresh = self.tails[group].len() as u32;
        *self.index[group].entry(tail).or_insert_with(|| {
            self.tails[group].push(tail);
            fresh
        })
    }

    /// Returns the tail of an index.
    pub(crate) fn tail(&self, group: usize, index: u32) -> u64 {
        self.tails[group][index as usize]
    }

    /// Returns `true` if a tail of the first group and a tail of the second are compatible.
    pub(crate) fn are_compatible(&mut self, one: u32, two: u32) -> bool {
        if matches!(self.are_compatible, VerdictCache::Unused) {
            let pairs = self.tails[0].len() * self.tails[1].len();
            self.are_compatible = if pairs <= MAX_PAIRS {
                VerdictCache::Table(vec![None; pairs])
            } else {
                VerdictCache::Map(HashMap::default())
            };
        }
        let at = one as usize * self.tails[1].len() + two as usize;
        let known = match &self.are_compatible {
            VerdictCache::Unused => None,
            VerdictCache::Table(known) => known[at],
            VerdictCache::Map(known) => known.get(&at).copied(),
        };
        if let Some(known) = known {
            return known;
        }
        let verdict = self.judge(self.tails[0][one as usize], self.tails[1][two as usize]);
        match &mut self.are_compatible {
            VerdictCache::Unused => {}
            VerdictCache::Table(known) => known[at] = Some(verdict),
            VerdictCache::Map(known) => {
                known.insert(at, verdict);
            }
        }
        verdict
    }

    fn judge(&self, one: u64, two: u64) -> bool {
        let (one, one_touched) = self.layouts[0].split_tail(one);
        let (two, two_touched) = self.layouts[1].split_tail(two);
        self.tables.lines.all_touched([one_touched, two_touched], self.skeleton.centre.is_white())
            && (!self.tables.connected || self.is_one_region(one, two))
    }

    /// Returns `true` if the two quarters, their half-turn images and the centre form exactly one region.
    fn is_one_region(&self, one: u32, two: u32) -> bool {
        // The nodes are the components of the four quarters, 16 numbers for each quarter, and the centre.
        const CENTRE: usize = 4 * MAX_RUNS;
        let labels =
            [self.tables.partitions.labels(self.runs[0], one), self.tables.partitions.labels(self.runs[1], two)];
        // Quarters 0 and 2 belong to the first group, 1 and 3 to the second.
        let node = |quarter: usize, run: usize| quarter * MAX_RUNS + (labels[quarter % 2] >> (4 * run) & 15) as usize;
        let mut parent: [u8; CENTRE + 1] = std::array::from_fn(|node| node as u8);
        let mut regions = 0;
        for quarter in 0..4 {
            let labels = labels[quarter % 2];
            let last = (0..self.runs[quarter % 2]).map(|run| labels >> (4 * run) & 15).max();
            regions += last.map_or(0, |last| last as usize + 1);
        }
        regions += usize::from(self.skeleton.centre.is_white());
        let mut join = |a: usize, b: usize| {
            let (a, b) = (find(&parent, a), find(&parent, b));
            if a != b {
                parent[a] = b as u8;
                regions -= 1;
            }
        };
        for &(a, b) in &self.touching_runs[0] {
            join(node(0, a), node(1, b));
            join(node(2, a), node(3, b));
        }
        for &(a, b) in &self.touching_runs[1] {
            join(node(0, a), node(3, b));
            join(node(2, a), node(1, b));
        }
        for (group, link) in self.links.iter().enumerate() {
            if let Some(run) = *link {
                join(node(group, run), CENTRE);
                join(node(group + 2, run), CENTRE);
            }
        }
        regions == 1
    }
}

fn find(parent: &[u8], mut node: usize) -> usize {
    while usize::from(parent[node]) != node {
        node = parent[node].into();
    }
    node
}
