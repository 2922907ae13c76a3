//! Encodes "the cost is at most s" as clauses and assumptions.
//!
//! The encoding is a generalized totalizer (Joshi, Martins and Manquinho 2015; for equal weights the totalizer of Bailleux and
//! Boufkhad 2003). The terms are the leaves of a balanced binary tree. A node has a variable for each possible sum of its terms.
//! The clauses state that a node reaches s + t if its left half reaches s and its right half t. Sums above a cap count as the
//! cap, so a small bound needs few variables. If the bound reaches the cap, the tree is built again with a doubled cap.
//!
//! The clauses state only that a sum is reached if its parts are. This is enough: to bound the cost, the sums above the bound are
//! assumed false. Dropping the assumption lifts the bound.
//!
//! Invariant: `root` contains every possible sum up to the cap; larger sums count as the cap.

use std::collections::BTreeMap;

use crate::oracle::{Lit, Oracle};

/// The first cap, above the cost of most repairs.
pub(super) const FIRST_CAP: usize = 16;

/// A weighted sum that can be bounded.
pub(super) struct Bound {
    /// A weight counts if its literal is true.
    terms: Vec<(usize, Lit)>,
    cap: usize,
    /// The literal that each sum is reached. Empty until the first use.
    root: BTreeMap<usize, Lit>,
}

impl Bound {
    pub(super) fn new(terms: Vec<(usize, Lit)>) -> Self {
        Bound { terms, cap: FIRST_CAP, root: BTreeMap::new() }
    }

    /// Returns the assumptions under which the sum is at most `most`.
    pub(super) fn at_most(&mut self, most: usize, oracle: &mut Oracle) -> Vec<Lit> {
        self.reach(most, oracle);
        self.root.iter().filter(|&(&sum, _)| sum > most).map(|(_, &reached)| !reached).collect()
    }

    /// Returns the least possible sum above `sum`.
    pub(super) fn next(&mut self, sum: usize, oracle: &mut Oracle) -> Option<usize> {
        self.reach(sum + 1, oracle);
        // Gaps as wide as the cap are unlikely. If there is one, the cap is raised until it covers the next sum or all of them.
        while self.cap <= self.total() {
            match self.root.keys().find(|&&other| other > sum) {
                Some(&next) if next < self.cap => return Some(next),
                _ => self.reach(self.cap, oracle),
            }
        }
        self.root.keys().copied().find(|&other| other > sum)
    }

    fn total(&self) -> usize {
        self.terms.iter().map(|(weight, _)| weight).sum()
    }

    /// Raises the cap above `sum`, and rebuilds the tree if necessary.
    fn reach(&mut self, sum: usize, oracle: &mut Oracle) {
        if self.root.is_empty() || self.cap <= sum {
            while self.cap <= sum {
                self.cap *= 2;
            }
            self.root = node(&self.terms, self.cap, oracle);
        }
    }
}

/// Returns the possible sums of these terms except 0, each with a literal that is true if the sum is reached.
fn node(terms: &[(usize, Lit)], cap: usize, oracle: &mut Oracle) -> BTreeMap<usize, Lit> {
    match terms {
        [] => return BTreeMap::new(),
        &[(weight, literal)] => return BTreeMap::from([(weight.min(cap), literal)]),
        _ => {}
    }
    let (left, right) = terms.split_at(terms.len() / 2);
    let (left, right) = (node(left, cap, oracle), node(right, cap, oracle));
    let mut sums = BTreeMap::new();
    let mut reached = |sum: usize, parts: &[Lit], oracle: &mut Oracle| {
        let whole = *sums.entry(sum.min(cap)).or_insert_with(|| oracle.fresh());
        let clause: Vec<Lit> = parts.iter().map(|&part| !part).chain([whole]).collect();
        oracle.add(&clause);
    };
    for (&sum, &literal) in left.iter().chain(&right) {
        reached(sum, &[literal], oracle);
    }
    for (&s, &one) in &left {
        for (&t, &other) in &right {
            reached(s + t, &[one, other], oracle);
        }
    }
    sums
}
