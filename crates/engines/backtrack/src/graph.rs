//! Stores the rows that may follow one another going outward.
//!
//! Of the row on the inner side of a row, only `inner` matters: its squares under the row's white ones. The rows that may come next on the
//! outer side depend on (pattern, inner) alone. Such a pair is a *node*; it has a list of *successors* for each set of admissible patterns.
//! The search moves from node to node and never tests a row's words again. Lists are computed on demand and kept.
//!
//! Invariant: the list of (node, set), once computed, has a bit for every pattern of that set that makes the node's row legal. At the edge
//! the pattern must also be legal itself, with nothing beyond it.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::adjacent::AdjacentReads;
use super::filter::set_of;
use super::forbidden::Forbidden;
use super::rows::RowPatterns;
use super::words::WordPatterns;

/// The nodes and lists computed so far; each thread has a separate graph.
pub(crate) struct RowGraph<'a> {
    patterns: &'a RowPatterns,
    words: &'a WordPatterns,
    /// (pattern, inner) of each node.
    nodes: Vec<(u32, u32)>,
    index: HashMap<(u32, u32), u32, FixedState>,
    /// `lists[node * sets + set]`: the position of a list in `members`, or `NONE`; a list is as long as the set's bits.
    lists: Vec<u32>,
    members: Vec<u64>,
    /// For each node, the summary of its list at the edge, once that is computed.
    adjacent_reads: Vec<AdjacentReads>,
    /// `followers[pattern * sets + set]`: the position in `targets` of the nodes of the set's patterns as followers of the pattern, or
    /// `NONE`.
    followers: Vec<u32>,
    targets: Vec<u32>,
}

/// No list, no node.
const NONE: u32 = u32::MAX;

impl<'a> RowGraph<'a> {
    /// Returns a graph without nodes.
    pub(crate) fn new(patterns: &'a RowPatterns, words: &'a WordPatterns) -> Self {
        RowGraph {
            patterns,
            words,
            nodes: Vec::new(),
            index: HashMap::default(),
            lists: Vec::new(),
            members: Vec::new(),
            adjacent_reads: Vec::new(),
            followers: vec![NONE; patterns.len() * patterns.sets()],
            targets: Vec::new(),
        }
    }

    /// Discards everything if it takes more than about `most` words of memory, and renumbers the nodes in use.
    pub(crate) fn trim<'n>(&mut self, most: usize, in_use: impl Iterator<Item = &'n mut u32>) {
        const WORDS_OF_A_NODE: usize = 10;
        if self.members.len() + self.targets.len() / 2 + self.nodes.len() * WORDS_OF_A_NODE <= most {
            return;
        }
        let old = std::mem::replace(self, RowGraph::new(self.patterns, self.words));
        for node in in_use {
            let (pattern, inner) = old.nodes[*node as usize];
            *node = self.node(pattern, inner);
        }
    }

    /// Returns the node of a row whose inner neighbour has these white squares under the row's own.
    pub(crate) fn node(&mut self, pattern: u32, inner: u32) -> u32 {
        *self.index.entry((pattern, inner)).or_insert_with(|| {
            self.nodes.push((pattern, inner));
            self.lists.extend(std::iter::repeat_n(NONE, self.patterns.sets()));
            self.adjacent_reads.push(AdjacentReads::UNKNOWN);
            self.nodes.len() as u32 - 1
        })
    }

    /// Returns the successors of `node` in a set of patterns.
    pub(crate) fn successors(&mut self, node: u32, set: usize) -> &[u64] {
        let at = node as usize * self.patterns.sets() + set;
        if self.lists[at] == NONE {
            self.lists[at] = self.make(node, set);
        }
        &self.members[self.lists[at] as usize..][..self.patterns.set(set).len().div_ceil(64)]
    }

    /// Returns `false` if the summary shows that `node` has no permitted successor at the edge.
    pub(crate) fn may_reach_edge(&self, node: u32, forbidden: &Forbidden) -> bool {
        self.adjacent_reads[node as usize].may_avoid(forbidden, self.patterns.width())
    }

    /// Locates the nodes of the patterns of `set` as successors of `node`, for [`RowGraph::target`].
    pub(crate) fn followers(&mut self, node: u32, set: usize) -> Followers {
        let (pattern, _) = self.nodes[node as usize];
        let at = pattern as usize * self.patterns.sets() + set;
        if self.followers[at] == NONE {
            self.followers[at] = self.targets.len() as u32;
            self.targets.resize(self.targets.len() + self.patterns.set(set).len(), NONE);
        }
        Followers { pattern, set, targets: self.followers[at] as usize }
    }

    /// Returns the node of the i-th pattern of the set.
    pub(crate) fn target(&mut self, followers: Followers, i: usize) -> u32 {
        let node = self.targets[followers.targets + i];
        if node == NONE { self.make_target(followers, i) } else { node }
    }

    #[cold]
    fn make_target(&mut self, Followers { pattern, set, targets }: Followers, i: usize) -> u32 {
        let patterns = self.patterns;
        let next = patterns.set(set)[i];
        let node = self.node(next, patterns.get(pattern).row & patterns.get(next).row);
        self.targets[targets + i] = node;
        node
    }

    #[cold]
    fn make(&mut self, node: u32, set: usize) -> u32 {
        let patterns = self.patterns;
        let (pattern, inner) = self.nodes[node as usize];
        let row = patterns.get(pattern).row;
        let edge = set == patterns.edge_set();
        let follows = |&next: &u32| {
            let next_row = patterns.get(next).row;
            patterns.legal_between(self.words, pattern, (inner | next_row) & row)
                && (!edge || patterns.legal_between(self.words, next, row & next_row))
        };
        let has: Vec<bool> = patterns.set(set).iter().map(follows).collect();
        if edge {
            let rows = patterns.set(set).iter().zip(&has).filter(|(_, has)| **has);
            self.adjacent_reads[node as usize] = AdjacentReads::of(rows.map(|(&next, _)| patterns.get(next).reads()));
        }
        let start = self.members.len() as u32;
        self.members.extend(set_of(&has));
        start
    }
}

/// The nodes of a set's patterns as followers of one pattern.
#[derive(Clone, Copy)]
pub(crate) struct Followers {
    pattern: u32,
    set: usize,
    /// Their position in `RowGraph::targets`.
    targets: usize,
}
