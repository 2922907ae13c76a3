//! "The cost is at most so much", as clauses and assumptions.
//!
//! A generalized totalizer (Joshi, Martins and Manquinho 2015; for equal weights the totalizer of Bailleux and Boufkhad 2003). The terms are the
//! leaves of a balanced binary tree. A node has a variable for each sum that its terms can come to; the clauses say that where the left
//! half comes to s and the right half to t the node comes to s + t. Sums above a cap count as the cap, so that a small
//! bound takes few variables; when the bound reaches the cap the tree is built anew with twice as much.
//!
//! Clauses say only that a sum is reached if its parts are, which is enough: to bound the cost, the sums above the bound are assumed
//! not to be reached, and dropping the assumption lifts the bound.
//!
//! Invariant: every sum that the terms can come to, up to the cap, is in `root`, and what is above counts as the cap.

use std::collections::BTreeMap;

use crate::oracle::{Lit, Oracle};

/// The first cap: more changes than most repairs take.
const FIRST_CAP: usize = 16;

/// A sum of weights that can be bounded.
pub(super) struct Bound {
    /// A weight counts where its literal is true.
    terms: Vec<(usize, Lit)>,
    cap: usize,
    /// By sum: "it is reached". Empty until it is needed.
    root: BTreeMap<usize, Lit>,
}

impl Bound {
    pub(super) fn new(terms: Vec<(usize, Lit)>) -> Self {
        Bound { terms, cap: FIRST_CAP, root: BTreeMap::new() }
    }

    /// What to assume for the sum to be at most this.
    pub(super) fn at_most(&mut self, most: usize, oracle: &mut Oracle) -> Vec<Lit> {
        self.reach(most, oracle);
        self.root.iter().filter(|&(&sum, _)| sum > most).map(|(_, &reached)| !reached).collect()
    }

    /// The least sum above this that the terms can come to.
    pub(super) fn next(&mut self, sum: usize, oracle: &mut Oracle) -> Option<usize> {
        self.reach(sum + 1, oracle);
        // The terms can hardly have gaps as wide as the cap; if they have, it is raised until it finds the next sum or all.
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

    /// Makes the cap larger than this, and the tree with it.
    fn reach(&mut self, sum: usize, oracle: &mut Oracle) {
        if self.root.is_empty() || self.cap <= sum {
            while self.cap <= sum {
                self.cap *= 2;
            }
            self.root = node(&self.terms, self.cap, oracle);
        }
    }
}

/// The sums that these terms can come to, 0 left out, with a literal that is true where one is reached.
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
