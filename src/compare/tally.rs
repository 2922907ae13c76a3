//! Summarizes a stream of grids: count and digest, both by bucket, and the validator's verdicts.
//!
//! A bucket is the set of grids with the same row in one place, at first the middle row. Two streams that disagree do so in some
//! bucket, and fixing that row makes a smaller problem with the same disagreement. Only the few smallest rejected grids are kept,
//! so memory does not grow with the stream.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Mutex;

use serde::Serialize;

use super::judge::AnswerChecker;
use crate::digest::Digest;
use crate::engine::listing::{Collector, PieceSink};
use crate::grid::Grid;
use crate::locks::{locked, unlocked};
use crate::problem::Problem;
use crate::serial::as_decimal;

/// A count and a digest of a set of grids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Sum {
    /// Number of grids.
    #[serde(serialize_with = "as_decimal")]
    pub count: u128,
    /// Digest of the grids.
    pub digest: Digest,
}

impl Sum {
    /// Adds one grid.
    pub fn add_grid(&mut self, grid: &Grid) {
        self.add(Sum { count: 1, digest: Digest::of(grid) });
    }

    fn add(&mut self, other: Sum) {
        // 2^128 grids cannot be listed one by one in the lifetime of any machine.
        self.count += other.count;
        self.digest.add(other.digest);
    }
}

/// The summary of a stream of grids.
#[derive(Debug, Clone, Default)]
pub struct Totals {
    /// Count and digest by the row in the bucket's place.
    pub buckets: BTreeMap<u64, Sum>,
    /// Number of accepted grids.
    pub valid: u64,
    /// Number of rejected grids.
    pub invalid: u64,
    /// The smallest of the rejected grids.
    pub refused: BTreeSet<Grid>,
}

/// Maximum number of rejected grids to keep.
const MOST_REFUSED: usize = 3;

impl Totals {
    /// Returns the count and digest over all buckets.
    pub fn sum(&self) -> Sum {
        let mut sum = Sum::default();
        self.buckets.values().for_each(|&bucket| sum.add(bucket));
        sum
    }

    fn add_grid(&mut self, grid: &Grid, bucket_row: usize, judge: &AnswerChecker) {
        self.buckets.entry(grid.rows()[bucket_row]).or_default().add_grid(grid);
        if judge.accepts(grid) {
            self.valid += 1;
        } else {
            self.invalid += 1;
            self.refused.insert(grid.clone());
            if self.refused.len() > MOST_REFUSED {
                self.refused.pop_last();
            }
        }
    }

    fn merge(&mut self, other: Totals) {
        for (row, sum) in other.buckets {
            self.buckets.entry(row).or_default().add(sum);
        }
        self.valid += other.valid;
        self.invalid += other.invalid;
        self.refused.extend(other.refused);
        while self.refused.len() > MOST_REFUSED {
            self.refused.pop_last();
        }
    }
}

/// A collector that keeps [`Totals`].
pub struct Tally<'a> {
    judge: AnswerChecker,
    bucket_row: usize,
    /// Only grids with these rows are counted: a place, and the row there.
    path: &'a [(usize, u64)],
    totals: Mutex<Totals>,
}

impl<'a> Tally<'a> {
    /// Creates a tally of the answers to `problem` that have the rows of `path`. Its buckets are by row `bucket_row`.
    pub fn new(problem: &Problem, bucket_row: usize, path: &'a [(usize, u64)]) -> Self {
        Tally { judge: AnswerChecker::new(problem), bucket_row, path, totals: Mutex::default() }
    }

    /// Returns the totals of the pieces that have ended.
    pub fn into_totals(self) -> Totals {
        unlocked(self.totals)
    }
}

impl Collector for Tally<'_> {
    fn begin(&self, _index: usize) -> Box<dyn PieceSink + '_> {
        Box::new(TallyPiece { tally: self, totals: Totals::default() })
    }
}

struct TallyPiece<'a> {
    tally: &'a Tally<'a>,
    totals: Totals,
}

impl PieceSink for TallyPiece<'_> {
    fn grid(&mut self, grid: &Grid) -> ControlFlow<()> {
        if self.tally.path.iter().all(|&(r, row)| grid.rows()[r] == row) {
            self.totals.add_grid(grid, self.tally.bucket_row, &self.tally.judge);
        }
        ControlFlow::Continue(())
    }

    fn end(self: Box<Self>) {
        locked(&self.tally.totals).merge(self.totals);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_testing::british;

    /// The smallest three are kept, both within a piece and when pieces are merged.
    #[test]
    fn few_refused_grids_are_kept() {
        let judge = AnswerChecker::new(&Problem::new(5, british()).expect("a fair size"));
        let lonely = |place: usize| {
            let mut grid = Grid::black(5, 5);
            grid.set_white(2, place, true);
            grid
        };
        let totals = |places: &[usize]| {
            let mut totals = Totals::default();
            for (before, &place) in places.iter().enumerate() {
                totals.add_grid(&lonely(place), 2, &judge);
                assert_eq!(totals.refused.len(), (before + 1).min(MOST_REFUSED));
            }
            totals
        };
        let mut all = totals(&[0, 3, 1]);
        all.merge(totals(&[2, 4]));
        assert_eq!((all.valid, all.invalid), (0, 5));
        let mut smallest: Vec<Grid> = (0..5).map(lonely).collect();
        smallest.sort();
        assert_eq!(all.refused.into_iter().collect::<Vec<_>>(), smallest[..3]);
    }
}
