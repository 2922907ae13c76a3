//! Lists of states, sorted, equal ones put together.
//!
//! Invariant: a list that is done is sorted, and no two of its states are equal.

use super::weight::Weight;
use gridcheck_run::memory::{Account, Part};
use gridcheck_run::{EngineError, Run};

/// Symbols, and what the ways are worth in which they come about.
#[derive(Debug, Clone, Copy)]
pub struct State<W> {
    /// The symbols at the middle column, five bits each, the first row in the lowest; and from [`OPEN`] on a bit for each that is not 0.
    pub right: u64,
    /// The symbols of the columns, five bits each, the first column in the lowest.
    pub bottom: u64,
    pub weight: W,
}

/// Where in [`State::right`] the set of open sites begins.
pub const OPEN: u32 = 54;

impl<W: Weight> State<W> {
    pub const START: State<W> = State { right: 0, bottom: 0, weight: W::ONE };

    /// What states are sorted by, as one number.
    fn key(&self) -> u128 {
        u128::from(self.right) << u64::BITS | u128::from(self.bottom)
    }
}

/// Adds up equal neighbours.
fn merge_equal<W: Weight>(states: &mut Vec<State<W>>) -> Result<(), EngineError> {
    let mut kept = 0;
    for next in 0..states.len() {
        let state = states[next];
        if kept > 0 && states[kept - 1].key() == state.key() {
            states[kept - 1].weight = states[kept - 1].weight.add(state.weight)?;
        } else {
            states[kept] = state;
            kept += 1;
        }
    }
    states.truncate(kept);
    Ok(())
}

/// Sorts states, and adds up equal ones.
pub fn sort_and_merge<W: Weight>(states: &mut Vec<State<W>>) -> Result<(), EngineError> {
    states.sort_unstable_by_key(State::key);
    merge_equal(states)
}

/// States that come in any order and are put together on the way, so that a pile is never much larger than what it comes to.
pub struct StateAccumulator<'a, W> {
    done: Vec<State<W>>,
    fresh: Vec<State<W>>,
    merged: Vec<State<W>>,
    taken: Part<'a>,
}

/// States of fewer bytes than these are not put together on the way: the processor's own memory holds them.
const FEW: usize = 3 << 18;

impl<'a, W: Weight> StateAccumulator<'a, W> {
    pub fn new(account: &'a Account) -> Self {
        StateAccumulator { done: Vec::new(), fresh: Vec::new(), merged: Vec::new(), taken: account.part() }
    }

    pub fn push(&mut self, state: State<W>) {
        self.fresh.push(state);
    }

    /// Puts together what has come, if that is as much as what was there. To be asked for now and then.
    pub fn compact(&mut self, run: &Run) -> Result<(), EngineError> {
        if self.fresh.len() < (FEW / size_of::<State<W>>()).max(self.done.len()) {
            return Ok(());
        }
        run.check()?;
        let merged = self.merged.capacity().max(self.done.len() + self.fresh.len());
        let capacity = self.done.capacity() + self.fresh.capacity() + merged;
        let more = (capacity * size_of::<State<W>>()).saturating_sub(self.taken.bytes());
        self.taken.take(more)?;
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

    /// All states, no larger than they need be.
    pub fn end(mut self) -> Result<Vec<State<W>>, EngineError> {
        self.add_fresh()?;
        self.done.shrink_to_fit();
        Ok(self.done)
    }
}

/// Sorted runs of states, one after the other, are made one: neighbours in pairs, until there is but one (Knuth, 1973, natural merge sort).
pub struct RunMerger<W> {
    /// Where runs end.
    ends: Vec<usize>,
    merged: Vec<State<W>>,
}

impl<W: Weight> RunMerger<W> {
    /// No run so far.
    pub fn new() -> Self {
        RunMerger { ends: Vec::new(), merged: Vec::new() }
    }

    /// What is in the list since the last run is one.
    pub fn run_ends(&mut self, runs: &[State<W>]) {
        self.ends.push(runs.len());
    }

    /// Merges all runs; equal states are added up. No run has two that are equal.
    pub fn merge(&mut self, runs: &mut Vec<State<W>>) -> Result<(), EngineError> {
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

/// Two sorted lists in one, without branches that cannot be foretold.
fn merge<W: Weight>(mut one: &[State<W>], mut other: &[State<W>], to: &mut Vec<State<W>>) -> Result<(), EngineError> {
    while let (Some(first), Some(second)) = (one.first(), other.first()) {
        let (key, other_key) = (first.key(), second.key());
        let (from_one, from_other) = (key <= other_key, other_key <= key);
        let least = if from_one { first } else { second };
        let [weight, more] =
            [(from_one, first), (from_other, second)].map(|(takes, state)| if takes { state.weight } else { W::NONE });
        to.push(State { weight: weight.add(more)?, ..*least });
        one = &one[usize::from(from_one)..];
        other = &other[usize::from(from_other)..];
    }
    to.extend_from_slice(one);
    to.extend_from_slice(other);
    Ok(())
}
