//! Summarizes a stream of grids, or of other answers: count and digest, both by bucket, and the numbers of valid and invalid ones.
//!
//! The caller says which bucket an answer is in, and whether it is valid. Only the few smallest invalid answers are kept, so memory does
//! not grow with the stream.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::digest::Digest;
use gridcheck_core::serial::Digits;

/// A count and a digest of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sum {
    /// Number of items.
    #[serde(with = "Digits")]
    pub count: u128,
    /// Digest of the items.
    pub digest: Digest,
}

impl Sum {
    /// Adds one item.
    pub fn add_one(&mut self, digest: Digest) {
        self.add(Sum { count: 1, digest });
    }

    fn add(&mut self, other: Sum) {
        // 2^128 items cannot be listed one by one in the lifetime of any machine.
        self.count += other.count;
        self.digest.add(other.digest);
    }
}

/// The summary of a stream.
#[derive(Debug, Clone)]
pub struct Totals<T> {
    /// Count and digest by bucket.
    pub buckets: BTreeMap<u64, Sum>,
    /// Number of valid answers.
    pub valid: u64,
    /// Number of invalid answers.
    pub invalid: u64,
    /// The smallest of the invalid answers.
    pub refused: BTreeSet<T>,
}

/// Maximum number of invalid answers to keep.
const MAX_REFUSED: usize = 3;

impl<T> Default for Totals<T> {
    fn default() -> Self {
        Totals { buckets: BTreeMap::new(), valid: 0, invalid: 0, refused: BTreeSet::new() }
    }
}

impl<T: Ord> Totals<T> {
    /// Returns the count and digest over all buckets.
    pub fn sum(&self) -> Sum {
        let mut sum = Sum::default();
        self.buckets.values().for_each(|&bucket| sum.add(bucket));
        sum
    }

    /// Adds an answer. `refused` is the answer itself if it is invalid.
    pub fn put(&mut self, bucket: u64, digest: Digest, refused: Option<T>) {
        self.buckets.entry(bucket).or_default().add_one(digest);
        match refused {
            None => self.valid += 1,
            Some(_) => self.invalid += 1,
        }
        self.keep(refused);
    }

    /// Adds the summary of another part of the stream.
    pub fn merge(&mut self, other: Self) {
        for (bucket, sum) in other.buckets {
            self.buckets.entry(bucket).or_default().add(sum);
        }
        self.valid += other.valid;
        self.invalid += other.invalid;
        self.keep(other.refused);
    }

    fn keep(&mut self, refused: impl IntoIterator<Item = T>) {
        for answer in refused {
            self.refused.insert(answer);
            if self.refused.len() > MAX_REFUSED {
                self.refused.pop_last();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest three are kept, both within a piece and when pieces are merged.
    #[test]
    fn keeps_the_three_smallest_refused_answers_across_merges() {
        let totals = |answers: &[u32]| {
            let mut totals = Totals::default();
            for (before, &answer) in answers.iter().enumerate() {
                totals.put(2, Digest::of_text(&answer.to_string()), Some(answer));
                assert_eq!(totals.refused.len(), (before + 1).min(MAX_REFUSED));
            }
            totals
        };
        let mut all = totals(&[0, 3, 1, 5]);
        all.merge(totals(&[2, 4]));
        all.put(7, Digest::default(), None);
        assert_eq!((all.valid, all.invalid, all.sum().count), (1, 6, 7));
        assert_eq!(all.buckets.values().map(|sum| sum.count).collect::<Vec<_>>(), [6, 1]);
        assert_eq!(all.refused.into_iter().collect::<Vec<_>>(), [0, 1, 2]);
    }
}
