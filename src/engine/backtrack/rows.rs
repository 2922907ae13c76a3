//! Rows, and which rows may follow one another going outward.
//!
//! A *pattern* is a row whose across runs are all legal lengths. Whether a row's across words are checked as the rules
//! want depends on the row itself and on which of its squares have a white neighbour above or below. So once the row on
//! the inner side is known, all that matters of it is `inner`, its squares under this row's white ones; and the rows that may
//! come next on the outer side are a list that depends on (pattern, inner) alone. Such a pair is a *node*, a list of
//! *successors* hangs on it for each set of admissible patterns, and the search walks from node to node without ever
//! looking at a row's words again. Lists are made when first needed and kept.
//!
//! Invariant: the list of (node, set), once made, has a bit for every pattern of that set which makes the node's row
//! legal (and, in the last set, is legal itself with nothing beyond it).

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::columns::SYMBOLS;
use super::filter::{Filter, set_of};
use super::words::Words;

/// A row and what the search needs of it, a bit a square.
#[derive(Clone, Copy)]
pub struct Pattern {
    /// White squares.
    pub row: u32,
    /// White squares with a white neighbour across: those in across words.
    pub across: u32,
    /// White squares of the row or of the row read backward.
    pub fold: u32,
    /// The row read backward.
    pub reversed: u32,
}

impl Pattern {
    /// For each symbol, the columns that read it.
    pub fn reads(&self) -> [u32; SYMBOLS] {
        [!self.row, self.row & !self.across, self.across]
    }

    /// What column c reads.
    pub fn symbol(&self, c: usize) -> usize {
        ((self.row >> c & 1) + (self.across >> c & 1)) as usize
    }
}

/// Squares that are given in a row, and the fewest white ones it may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RowGivens {
    /// Squares given white.
    pub white: u32,
    /// Squares given black.
    pub black: u32,
    /// The fewest white squares.
    pub least: u32,
}

/// All patterns, and the sets of them that the levels of the search may use.
pub struct Patterns {
    all: Vec<Pattern>,
    /// The words of each pattern, as (first square, length).
    words: Vec<Vec<(u8, u8)>>,
    /// For each set, indices into `all`, increasing.
    sets: Vec<Vec<u32>>,
    filters: Vec<Filter>,
}

impl RowGivens {
    /// The lengths of the runs that may begin at square `at`, after a black one: 0 stands for a black square.
    fn runs_from(self, at: usize, size: usize, words: &Words, single_cells: bool) -> impl Iterator<Item = usize> {
        let given = move |squares: u32, at: usize| at < size && squares >> at & 1 == 1;
        let longest = (at..size).take_while(|&at| !given(self.black, at)).count();
        (0..=longest).filter(move |&length| {
            let legal = match length {
                0 => true,
                1 => single_cells,
                _ => words.allow_length(length),
            };
            legal && !given(self.white, at + length)
        })
    }
}

/// How many patterns agree with `givens`, whatever their number of white squares.
pub fn number_of_rows(size: usize, words: &Words, single_cells: bool, givens: RowGivens) -> u64 {
    // At each place after a black square, the ways to go on from there; beyond the right border there is one.
    let mut ways = vec![1u64; size + 2];
    for at in (0..size).rev() {
        ways[at] = givens.runs_from(at, size, words, single_cells).map(|length| ways[at + length + 1]).sum();
    }
    ways[0]
}

/// Every pattern that agrees with `givens`, in increasing order.
pub fn legal_rows(size: usize, words: &Words, single_cells: bool, givens: RowGivens) -> Vec<u32> {
    // Rows settled up to a black square or the right border, and how far.
    let mut begun = vec![(0u64, 0)];
    let mut found = Vec::new();
    while let Some((row, at)) = begun.pop() {
        if at < size {
            let runs = givens.runs_from(at, size, words, single_cells);
            begun.extend(runs.map(|length| (row | ((1 << length) - 1) << at, at + length + 1)));
        } else if row.count_ones() >= givens.least {
            found.push(row as u32);
        }
    }
    found.sort_unstable();
    found
}

impl Patterns {
    /// One table for several sets of rows of `size` squares.
    pub fn new(size: usize, sets: &[Vec<u32>]) -> Self {
        let mut rows: Vec<u32> = sets.concat();
        rows.sort_unstable();
        rows.dedup();
        let pattern = |&row: &u32| {
            let reversed = row.reverse_bits() >> (32 - size);
            Pattern { row, across: row & (row << 1 | row >> 1), fold: row | reversed, reversed }
        };
        let index = |row: &u32| rows.partition_point(|other| other < row) as u32;
        let all: Vec<Pattern> = rows.iter().map(pattern).collect();
        let sets: Vec<Vec<u32>> = sets.iter().map(|set| set.iter().map(index).collect()).collect();
        let members = |set: &Vec<u32>| set.iter().map(|&index| all[index as usize]).collect::<Vec<_>>();
        let filters = sets.iter().map(|set| Filter::new(size, &members(set))).collect();
        Patterns { words: rows.iter().map(|&row| words_of(row, size)).collect(), all, sets, filters }
    }

    /// What picks the patterns of a set that the columns permit.
    pub fn filter(&self, set: usize) -> &Filter {
        &self.filters[set]
    }

    /// The pattern of that index.
    pub fn get(&self, index: u32) -> &Pattern {
        &self.all[index as usize]
    }

    /// The indices of a set's patterns.
    pub fn set(&self, set: usize) -> &[u32] {
        &self.sets[set]
    }

    /// Whether a row is legal when `upright` are the squares with a white neighbour above or below: its words are
    /// checked as they should be, and each run of one square is crossed by a word.
    pub fn legal_between(&self, words: &Words, index: u32, upright: u32) -> bool {
        let Pattern { row, across, .. } = *self.get(index);
        row & !across & !upright == 0
            && self.words[index as usize]
                .iter()
                .all(|&(first, k)| words.allow(k.into(), upright >> first & (u32::MAX >> (32 - k))))
    }
}

fn words_of(row: u32, size: usize) -> Vec<(u8, u8)> {
    let mut words = Vec::new();
    let mut at = 0;
    while at < size {
        let length = (row >> at).trailing_ones() as usize;
        if length >= 2 {
            words.push((at as u8, length as u8));
        }
        at += length + 1;
    }
    words
}

/// The nodes and lists made so far; one for each thread.
pub struct RowGraph<'a> {
    patterns: &'a Patterns,
    words: &'a Words,
    /// (pattern, inner) of each node.
    nodes: Vec<(u32, u32)>,
    index: HashMap<(u32, u32), u32, FixedState>,
    /// Where each list begins in `members`, or `NONE`; as long as its set of patterns has words.
    lists: Vec<u32>,
    members: Vec<u64>,
    /// `starts[pattern * sets + set]`: where in `targets` the nodes that the set's patterns are when they follow the pattern
    /// begin, or `NONE`.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

/// No list, no node.
const NONE: u32 = u32::MAX;

/// Lists that take more words than this (64 MB) are thrown away at the next chance.
const MOST_KEPT: usize = 8 << 20;

impl<'a> RowGraph<'a> {
    /// A graph without a node.
    pub fn new(patterns: &'a Patterns, words: &'a Words) -> Self {
        RowGraph {
            patterns,
            words,
            nodes: Vec::new(),
            index: HashMap::default(),
            lists: Vec::new(),
            members: Vec::new(),
            starts: vec![NONE; patterns.all.len() * patterns.sets.len()],
            targets: Vec::new(),
        }
    }

    /// Forgets everything if it has grown too large. Node numbers from before are then void.
    pub fn trim(&mut self) {
        if self.members.len() + self.targets.len() / 2 > MOST_KEPT {
            *self = RowGraph::new(self.patterns, self.words);
        }
    }

    /// The node of a row whose inner neighbour has these white squares under the row's own.
    pub fn node(&mut self, pattern: u32, inner: u32) -> u32 {
        let sets = self.patterns.sets.len();
        *self.index.entry((pattern, inner)).or_insert_with(|| {
            self.nodes.push((pattern, inner));
            self.lists.extend(std::iter::repeat_n(NONE, sets));
            self.nodes.len() as u32 - 1
        })
    }

    /// The successors of `node` in pattern set `set`; with `last`, those that are legal with black beyond. A set is used
    /// either always or never with `last`.
    pub fn successors(&mut self, node: u32, set: usize, last: bool) -> &[u64] {
        let at = node as usize * self.patterns.sets.len() + set;
        if self.lists[at] == NONE {
            self.make(at, node, set, last);
        }
        &self.members[self.lists[at] as usize..][..self.patterns.sets[set].len().div_ceil(64)]
    }

    /// What the patterns of `set` are as successors of `node`: to be handed to [`RowGraph::target`].
    pub fn targets(&mut self, node: u32, set: usize) -> Targets {
        let (pattern, _) = self.nodes[node as usize];
        let at = pattern as usize * self.patterns.sets.len() + set;
        if self.starts[at] == NONE {
            self.starts[at] = self.targets.len() as u32;
            self.targets.resize(self.targets.len() + self.patterns.sets[set].len(), NONE);
        }
        Targets { start: self.starts[at] as usize, pattern, set }
    }

    /// The node that the i-th pattern of the set is.
    pub fn target(&mut self, targets: Targets, i: usize) -> u32 {
        let node = self.targets[targets.start + i];
        if node == NONE { self.make_target(targets, i) } else { node }
    }

    #[cold]
    fn make_target(&mut self, Targets { start, pattern, set }: Targets, i: usize) -> u32 {
        let patterns = self.patterns;
        let next = patterns.set(set)[i];
        let node = self.node(next, patterns.get(pattern).row & patterns.get(next).row);
        self.targets[start + i] = node;
        node
    }

    #[cold]
    fn make(&mut self, at: usize, node: u32, set: usize, last: bool) {
        let patterns = self.patterns;
        let (pattern, inner) = self.nodes[node as usize];
        let row = patterns.get(pattern).row;
        let has = patterns.set(set).iter().map(|&next| {
            let next_row = patterns.get(next).row;
            patterns.legal_between(self.words, pattern, (inner | next_row) & row)
                && (!last || patterns.legal_between(self.words, next, row & next_row))
        });
        let has: Vec<bool> = has.collect();
        self.lists[at] = self.members.len() as u32;
        self.members.extend(set_of(&has));
    }
}

/// The nodes that the patterns of a set are when they follow one pattern.
#[derive(Clone, Copy)]
pub struct Targets {
    start: usize,
    pattern: u32,
    set: usize,
}
