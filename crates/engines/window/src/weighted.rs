//! Sorted lists of keys with weights, in which equal keys are merged.
//!
//! Invariant: a finished list is sorted, and no two of its keys are equal.

use super::weight::QuadrantWeight;
use gridcheck_engine::EngineError;

/// A key, and the total weight of the ways that have it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Weighted<K, W> {
    pub key: K,
    pub weight: W,
}

#[cold]
pub(crate) fn overflow() -> EngineError {
    let what = "more ways to fill a quarter alike than 64 bits can count".to_owned();
    EngineError::Failed { engine: super::facts::NAME, what }
}

/// Merges equal keys of a sorted list.
///
/// # Errors
/// The sum of two weights overflows.
pub(crate) fn merge_equal<K: Copy + Ord, W: QuadrantWeight>(list: &mut Vec<Weighted<K, W>>) -> Result<(), EngineError> {
    let mut kept = 0;
    for next in 0..list.len() {
        let weighted = list[next];
        if kept > 0 && list[kept - 1].key == weighted.key {
            list[kept - 1].weight.add(&weighted.weight).ok_or_else(overflow)?;
        } else {
            list[kept] = weighted;
            kept += 1;
        }
    }
    list.truncate(kept);
    Ok(())
}

/// Merges adjacent sorted runs of a list in pairs until one is left (Knuth, 1973, natural merge sort).
pub(crate) struct RunMerger<K, W> {
    /// The ends of the runs.
    ends: Vec<usize>,
    merged: Vec<Weighted<K, W>>,
}

impl<K: Copy + Ord, W: QuadrantWeight> RunMerger<K, W> {
    /// Creates a merger without runs.
    pub(crate) fn new() -> Self {
        RunMerger { ends: Vec::new(), merged: Vec::new() }
    }

    /// Ends a run: it holds what was added since the end of the previous run.
    pub(crate) fn run_ends(&mut self, runs: &[Weighted<K, W>]) {
        self.ends.push(runs.len());
    }

    /// Merges all runs and equal keys. No run may contain equal keys.
    ///
    /// # Errors
    /// The sum of two weights overflows.
    pub(crate) fn merge(&mut self, runs: &mut Vec<Weighted<K, W>>) -> Result<(), EngineError> {
        while self.ends.len() > 1 {
            self.merged.clear();
            let (mut begin, mut kept) = (0, 0);
            for pair in 0..self.ends.len().div_ceil(2) {
                let middle = self.ends[2 * pair];
                let end = self.ends.get(2 * pair + 1).copied().unwrap_or(middle);
                merge(&runs[begin..middle], &runs[middle..end], &mut self.merged)?;
                self.ends[pair] = self.merged.len();
                (begin, kept) = (end, pair + 1);
            }
            self.ends.truncate(kept);
            std::mem::swap(runs, &mut self.merged);
        }
        self.ends.clear();
        Ok(())
    }
}

/// Merges two sorted lists without unpredictable branches.
///
/// # Errors
/// The sum of two weights overflows.
pub(crate) fn merge<K: Copy + Ord, W: QuadrantWeight>(
    mut one: &[Weighted<K, W>],
    mut other: &[Weighted<K, W>],
    to: &mut Vec<Weighted<K, W>>,
) -> Result<(), EngineError> {
    to.reserve(one.len() + other.len());
    while let (Some(first), Some(second)) = (one.first(), other.first()) {
        let (from_one, from_other) = (first.key <= second.key, second.key <= first.key);
        let key = if from_one { first.key } else { second.key };
        let [mut weight, more] = [(from_one, first), (from_other, second)]
            .map(|(takes, weighted)| if takes { weighted.weight } else { W::default() });
        weight.add(&more).ok_or_else(overflow)?;
        to.push(Weighted { key, weight });
        one = &one[usize::from(from_one)..];
        other = &other[usize::from(from_other)..];
    }
    to.extend_from_slice(one);
    to.extend_from_slice(other);
    Ok(())
}
