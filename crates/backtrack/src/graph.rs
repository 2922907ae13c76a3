//! Which rows may follow one another going outward.
//!
//! Once the row on the inner side of a row is known, all that matters of it is `inner`, its squares under the row's
//! white ones; and the rows that may come next on the outer side are a list that depends on (pattern, inner) alone.
//! Such a pair is a *node*, a list of *successors* hangs on it for each set of admissible patterns, and the search
//! walks from node to node without ever looking at a row's words again. Lists are made when first needed and kept.
//!
//! Invariant: the list of (node, set), once made, has a bit for every pattern of that set which makes the node's row
//! legal (and, at the edge, is legal itself with nothing beyond it).

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::filter::set_of;
use super::forbidden::Forbidden;
use super::outlook::Outlook;
use super::rows::RowPatterns;
use super::words::Words;

/// The nodes and lists made so far; one for each thread.
pub struct RowGraph<'a> {
    patterns: &'a RowPatterns,
    words: &'a Words,
    /// (pattern, inner) of each node.
    nodes: Vec<(u32, u32)>,
    index: HashMap<(u32, u32), u32, FixedState>,
    /// `lists[node * sets + set]`: where in `members` a list begins that is as long as the set's bits, or `NONE`.
    lists: Vec<u32>,
    members: Vec<u64>,
    /// For each node, the outlook of its list at the edge once that is made.
    outlooks: Vec<Outlook>,
    /// `followers[pattern * sets + set]`: where in `targets` the nodes begin that the patterns of the set are when they
    /// follow the pattern, or `NONE`.
    followers: Vec<u32>,
    targets: Vec<u32>,
}

/// No list, no node.
const NONE: u32 = u32::MAX;

impl<'a> RowGraph<'a> {
    /// A graph without a node.
    pub fn new(patterns: &'a RowPatterns, words: &'a Words) -> Self {
        RowGraph {
            patterns,
            words,
            nodes: Vec::new(),
            index: HashMap::default(),
            lists: Vec::new(),
            members: Vec::new(),
            outlooks: Vec::new(),
            followers: vec![NONE; patterns.len() * patterns.sets()],
            targets: Vec::new(),
        }
    }

    /// Forgets everything if it takes more than `most` words of memory, about, and gives the nodes in use new numbers.
    pub fn trim<'n>(&mut self, most: usize, in_use: impl Iterator<Item = &'n mut u32>) {
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

    /// The node of a row whose inner neighbour has these white squares under the row's own.
    pub fn node(&mut self, pattern: u32, inner: u32) -> u32 {
        *self.index.entry((pattern, inner)).or_insert_with(|| {
            self.nodes.push((pattern, inner));
            self.lists.extend(std::iter::repeat_n(NONE, self.patterns.sets()));
            self.outlooks.push(Outlook::UNKNOWN);
            self.nodes.len() as u32 - 1
        })
    }

    /// The successors of `node` in a set of patterns.
    pub fn successors(&mut self, node: u32, set: usize) -> &[u64] {
        let at = node as usize * self.patterns.sets() + set;
        if self.lists[at] == NONE {
            self.lists[at] = self.make(node, set);
        }
        &self.members[self.lists[at] as usize..][..self.patterns.set(set).len().div_ceil(64)]
    }

    /// Whether `node` may have a successor at the edge that does nothing forbidden, as far as is known at a glance.
    pub fn may_reach_edge(&self, node: u32, forbidden: &Forbidden) -> bool {
        self.outlooks[node as usize].may_avoid(forbidden, self.patterns.size())
    }

    /// What the patterns of `set` are as successors of `node`: to be handed to [`RowGraph::target`].
    pub fn followers(&mut self, node: u32, set: usize) -> Followers {
        let (pattern, _) = self.nodes[node as usize];
        let at = pattern as usize * self.patterns.sets() + set;
        if self.followers[at] == NONE {
            self.followers[at] = self.targets.len() as u32;
            self.targets.resize(self.targets.len() + self.patterns.set(set).len(), NONE);
        }
        Followers { pattern, set, targets: self.followers[at] as usize }
    }

    /// The node that the i-th pattern of the set is.
    pub fn target(&mut self, followers: Followers, i: usize) -> u32 {
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
            self.outlooks[node as usize] = Outlook::of(rows.map(|(&next, _)| patterns.get(next).reads()));
        }
        let start = self.members.len() as u32;
        self.members.extend(set_of(&has));
        start
    }
}

/// The nodes that the patterns of a set are when they follow one pattern.
#[derive(Clone, Copy)]
pub struct Followers {
    pattern: u32,
    set: usize,
    /// Where they begin in `RowGraph::targets`.
    targets: usize,
}
