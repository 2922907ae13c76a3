//! Sorted lists of states in which equal states are merged.
//!
//! Invariant: a finished list is sorted, and no two of its states are equal.

use super::weight::QuadrantWeight;
use gridcheck_engine::{EngineError, Run};

/// The symbols of a state, and the total weight of the ways that lead to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WeightedState<W> {
    /// The symbols at the middle column, five bits each, the first row lowest. From [`OPEN`] on, one bit for each
    /// symbol that is not 0.
    pub right: u64,
    /// The symbols of the columns, five bits each, the first column lowest.
    pub bottom: u64,
    pub weight: W,
}

/// The first bit of the set of open sites in [`WeightedState::right`].
pub(crate) const OPEN: u32 = 54;

impl<W: QuadrantWeight> WeightedState<W> {
    pub(crate) fn start() -> Self {
        WeightedState { right: 0, bottom: 0, weight: W::one() }
    }

    /// Returns the sort key.
    fn key(&self) -> u128 {
        u128::from(self.right) << u64::BITS | u128::from(self.bottom)
    }
}

#[cold]
fn overflow() -> EngineError {
    let what = "more ways to fill a quarter alike than 64 bits can count".to_owned();
    EngineError::Failed { engine: super::facts::NAME, what }
}

/// Merges equal adjacent states.
fn merge_equal<W: QuadrantWeight>(states: &mut Vec<WeightedState<W>>) -> Result<(), EngineError> {
    let mut kept = 0;
    for next in 0..states.len() {
        let state = states[next];
        if kept > 0 && states[kept - 1].key() == state.key() {
            states[kept - 1].weight.add(&state.weight).ok_or_else(overflow)?;
        } else {
            states[kept] = state;
            kept += 1;
        }
    }
    states.truncate(kept);
    Ok(())
}

/// Sorts states and merges equal ones.
///
/// # Errors
/// The sum of two weights overflows.
pub(crate) fn sort_and_merge<W: QuadrantWeight>(states: &mut Vec<WeightedState<W>>) -> Result<(), EngineError> {
    states.sort_unstable_by_key(WeightedState::key);
    merge_equal(states)
}

/// Collects states in any order and merges equal ones from time to time, so that the list is never much longer than
/// the result.
pub(crate) struct StateAccumulator<W> {
    done: Vec<WeightedState<W>>,
    fresh: Vec<WeightedState<W>>,
    merged: Vec<WeightedState<W>>,
}

/// States of fewer bytes are not merged before the end, because they fit into the processor's cache.
const FEW: usize = 3 << 18;

impl<W: QuadrantWeight> StateAccumulator<W> {
    pub(crate) fn new() -> Self {
        StateAccumulator { done: Vec::new(), fresh: Vec::new(), merged: Vec::new() }
    }

    pub(crate) fn push(&mut self, state: WeightedState<W>) {
        self.fresh.push(state);
    }

    /// Merges the new states if they are at least as many as the old ones. The caller should call it from time to
    /// time.
    ///
    /// # Errors
    /// The run is stopped, or a sum overflows.
    pub(crate) fn compact(&mut self, run: &Run) -> Result<(), EngineError> {
        if self.fresh.len() < (FEW / size_of::<WeightedState<W>>()).max(self.done.len()) {
            return Ok(());
        }
        run.check()?;
        self.add_fresh()
    }

    fn add_fresh(&mut self) -> Result<(), EngineError> {
        sort_and_merge(&mut self.fresh)?;
        if self.done.is_empty() {
            std::mem::swap(&mut self.done, &mut self.fresh);
        } else {
            self.merged.clear();
            self.merged.reserve_exact(self.done.len() + self.fresh.len());
            merge(&self.done, &self.fresh, &mut self.merged)?;
            std::mem::swap(&mut self.done, &mut self.merged);
            self.fresh.clear();
        }
        Ok(())
    }

    /// Returns all states, in a list without spare capacity.
    ///
    /// # Errors
    /// The sum of two weights overflows.
    pub(crate) fn end(mut self) -> Result<Vec<WeightedState<W>>, EngineError> {
        self.add_fresh()?;
        self.done.shrink_to_fit();
        Ok(self.done)
    }
}

/// Merges adjacent sorted runs of states in pairs until one is left (Knuth, 1973, natural merge sort).
pub(crate) struct RunMerger<W> {
    /// The ends of the runs.
    ends: Vec<usize>,
    merged: Vec<WeightedState<W>>,
}

impl<W: QuadrantWeight> RunMerger<W> {
    /// Creates a merger without runs.
    pub(crate) fn new() -> Self {
        RunMerger { ends: Vec::new(), merged: Vec::new() }
    }

    /// Ends a run: it holds the states since the end of the previous run.
    pub(crate) fn run_ends(&mut self, runs: &[WeightedState<W>]) {
        self.ends.push(runs.len());
    }

    /// Merges all runs and equal states. No run may contain equal states.
    ///
    /// # Errors
    /// The sum of two weights overflows.
    pub(crate) fn merge(&mut self, runs: &mut Vec<WeightedState<W>>) -> Result<(), EngineError> {
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
fn merge<W: QuadrantWeight>(
    mut one: &[WeightedState<W>],
    mut other: &[WeightedState<W>],
    to: &mut Vec<WeightedState<W>>,
) -> Result<(), EngineError> {
    while let (Some(first), Some(second)) = (one.first(), other.first()) {
        let (key, other_key) = (first.key(), second.key());
        let (from_one, from_other) = (key <= other_key, other_key <= key);
        let least = if from_one { first } else { second };
        let [mut weight, more] = [(from_one, first), (from_other, second)]
            .map(|(takes, state)| if takes { state.weight } else { W::default() });
        weight.add(&more).ok_or_else(overflow)?;
        to.push(WeightedState { weight, ..*least });
        one = &one[usize::from(from_one)..];
        other = &other[usize::from(from_other)..];
    }
    to.extend_from_slice(one);
    to.extend_from_slice(other);
    Ok(())
}
