//! Runs the sweep: computes all states after a stride, each with the number of ways that lead to it.
//!
//! The states are distributed by their keys over shards, each small enough to be merged in the cache. A stride has two halves, and both run
//! in several threads. First, every part of the states is advanced, and the successors are written to lists by shard. Then each shard's
//! lists are merged.
//!
//! Invariant: a state is in one shard only, and only once.

use std::collections::HashMap;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use rayon::prelude::*;

use super::state::State;
use super::steps::{Steps, Stride};
use gridcheck_engine::{EngineError, Run};

/// A state's key, and the number of ways that lead to it.
type Entry = (u128, u128);

/// Approximate number of states that are merged together: their table stays in the cache.
const SHARD: usize = 1 << 13;
const MAX_SHARDS: usize = 1 << 12;
/// Number of states between two checks for a stop of the run.
const CHECK_INTERVAL: usize = 1 << 10;

/// Returns the number of ways that lead to grids. After each stride, `on_stride` receives the number of states
/// before it.
///
/// # Errors
///
/// Fails if the run must stop, or if a count overflows.
pub(crate) fn sweep(steps: &Steps, run: &Run, mut on_stride: impl FnMut(usize)) -> Result<u128, EngineError> {
    let [layout, _] = steps.layouts(&steps.strides()[0]);
    let mut level = Level { shards: vec![vec![(layout.pack(&State::START), 1)]] };
    for stride in steps.strides() {
        let met = level.states();
        let shards = (2 * met / SHARD).next_power_of_two().min(MAX_SHARDS);
        let successors = level.distribute(shards, steps, stride, run)?;
        drop(level);
        level = successors.merged(shards, run)?;
        on_stride(met);
    }
    let last = steps.last_layout();
    let mut total = 0;
    for &(key, ways) in level.shards.iter().flatten() {
        if steps.is_grid(&last.unpack(key)) {
            total = sum(total, ways)?;
        }
    }
    Ok(total)
}

fn sum(one: u128, other: u128) -> Result<u128, EngineError> {
    one.checked_add(other).ok_or(EngineError::Overflow)
}

/// All states after a stride, by shard.
struct Level {
    shards: Vec<Vec<Entry>>,
}

/// The successors before equal ones are merged: by part of the states, and by shard.
struct Successors {
    parts: Vec<Vec<Vec<Entry>>>,
}

impl Level {
    fn states(&self) -> usize {
        self.shards.iter().map(Vec::len).sum()
    }

    /// Advances every state by a stride, and distributes the successors over the shards.
    fn distribute(&self, shards: usize, steps: &Steps, stride: &Stride, run: &Run) -> Result<Successors, EngineError> {
        let [before, after] = steps.layouts(stride);
        let hasher = FixedState::default();
        let parts = self.shards.len().min(4 * rayon::current_num_threads());
        let each = self.shards.len().div_ceil(parts);
        let parts: Result<Vec<_>, EngineError> = self
            .shards
            .par_chunks(each)
            .map(|part| {
                let mut lists: Vec<Vec<Entry>> = (0..shards).map(|_| Vec::new()).collect();
                for entries in part.iter().flat_map(|shard| shard.chunks(CHECK_INTERVAL)) {
                    run.check()?;
                    for &(key, ways) in entries {
                        steps.walk(stride, before.unpack(key), &mut |state| {
                            let next = after.pack(state);
                            lists[hasher.hash_one(next) as usize & (shards - 1)].push((next, ways));
                        });
                    }
                }
                Ok(lists)
            })
            .collect();
        Ok(Successors { parts: parts? })
    }
}

impl Successors {
    /// Merges equal states.
    fn merged(self, shards: usize, run: &Run) -> Result<Level, EngineError> {
        let merged: Result<Vec<_>, EngineError> = (0..shards)
            .into_par_iter()
            .map_init(HashMap::<u128, u128, FixedState>::default, |table, shard| {
                run.check()?;
                for &(key, ways) in self.parts.iter().flat_map(|lists| &lists[shard]) {
                    let all = table.entry(key).or_default();
                    *all = sum(*all, ways)?;
                }
                Ok(table.drain().collect())
            })
            .collect();
        Ok(Level { shards: merged? })
    }
}
