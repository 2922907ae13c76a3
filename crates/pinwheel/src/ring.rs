//! Whether four quarters in a ring, with the centre, are one region.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::block::Skeleton;
use super::group::{Layout, rim};
use super::partition::MOST_RUNS;
use super::quarter::Sites;
use super::tables::Tables;
use gridcheck_run::memory::attempt;

/// The tails of two groups that meet, and which of them go together: the four quarters are connected, if that is asked,
/// and leave no line without the white square it needs.
pub struct Ring<'t> {
    tables: &'t Tables,
    skeleton: Skeleton,
    layouts: [Layout; 2],
    /// The tails in use, by index.
    tails: [Vec<u64>; 2],
    index: [HashMap<u64, u32, FixedState>; 2],
    together: Together,
    /// Runs of the first group and of the second that meet: in quarters that follow one another clockwise, and the other way.
    meeting: [Vec<(usize, usize)>; 2],
    /// The run that leads to the centre, of either.
    links: [Option<usize>; 2],
    runs: [usize; 2],
}

/// What is known of two tails, by the one's index times the number of the others plus the other's.
enum Together {
    /// No pair has been asked for yet.
    Unused,
    /// Every pair has its place, and is `None` until it is asked for.
    Table(Vec<Option<bool>>),
    /// The pairs asked for; where a table would be too large.
    Asked(HashMap<usize, bool, FixedState>),
}

/// The most pairs that have a table, of a byte each.
const MOST_PAIRS: usize = 1 << 26;

impl<'t> Ring<'t> {
    /// The ring of `skeleton` and its turned one, no tail in use yet.
    pub fn new(tables: &'t Tables, skeleton: Skeleton, layouts: [&Layout; 2]) -> Self {
        let height = tables.shape.height;
        let rims = [rim(tables, skeleton), rim(tables, skeleton.turned())];
        let mut meeting = [Vec::new(), Vec::new()];
        for site in 0..height {
            let clockwise = rims[0].run_of_right(site).zip(rims[1].run_of_column(site));
            let counter = rims[0].run_of_column(site).zip(rims[1].run_of_right(site));
            meeting[0].extend(clockwise);
            meeting[1].extend(counter);
        }
        meeting.iter_mut().for_each(Vec::dedup);
        let links = rims.map(|rim| tables.shape.has_centre().then(|| rim.run_of_column(height)).flatten());
        Ring {
            tables,
            skeleton,
            layouts: layouts.map(Layout::clone),
            tails: [Vec::new(), Vec::new()],
            index: [HashMap::default(), HashMap::default()],
            together: Together::Unused,
            meeting,
            links,
            runs: rims.map(Sites::runs),
        }
    }

    /// The index of a tail of the first (0) or second (1) group. No index may be asked for after [`Ring::together`].
    pub fn index(&mut self, group: usize, tail: u64) -> u32 {
        debug_assert!(matches!(self.together, Together::Unused), "the table of pairs is as large as there were tails");
        let fresh = self.tails[group].len() as u32;
        *self.index[group].entry(tail).or_insert_with(|| {
            self.tails[group].push(tail);
            fresh
        })
    }

    /// The tail of an index.
    pub fn tail(&self, group: usize, index: u32) -> u64 {
        self.tails[group][index as usize]
    }

    /// Whether the first group's tail of one index and the second's of another go together.
    pub fn together(&mut self, one: u32, two: u32) -> bool {
        if matches!(self.together, Together::Unused) {
            let pairs = self.tails[0].len() * self.tails[1].len();
            let mut table = Vec::new();
            self.together = if pairs <= MOST_PAIRS && attempt(|| table.try_reserve_exact(pairs)).is_ok() {
                table.resize(pairs, None);
                Together::Table(table)
            } else {
                Together::Asked(HashMap::default())
            };
        }
        let at = one as usize * self.tails[1].len() + two as usize;
        let known = match &self.together {
            Together::Unused => None,
            Together::Table(known) => known[at],
            Together::Asked(known) => known.get(&at).copied(),
        };
        if let Some(known) = known {
            return known;
        }
        let verdict = self.judge(self.tails[0][one as usize], self.tails[1][two as usize]);
        match &mut self.together {
            Together::Unused => {}
            Together::Table(known) => known[at] = Some(verdict),
            Together::Asked(known) => {
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

    /// Whether the two quarters, their images under the half turn and the centre form exactly one region.
    fn is_one_region(&self, one: u32, two: u32) -> bool {
        // Nodes: the components of the four quarters, a label's bit in a sixteen-bit field each, and the centre.
        const CENTRE: usize = 4 * MOST_RUNS;
        let labels =
            [self.tables.partitions.labels(self.runs[0], one), self.tables.partitions.labels(self.runs[1], two)];
        // Quarter 0 and 2 are of the first group, 1 and 3 of the second.
        let node = |quarter: usize, run: usize| quarter * MOST_RUNS + (labels[quarter % 2] >> (4 * run) & 15) as usize;
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
        for &(a, b) in &self.meeting[0] {
            join(node(0, a), node(1, b));
            join(node(2, a), node(3, b));
        }
        for &(a, b) in &self.meeting[1] {
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
