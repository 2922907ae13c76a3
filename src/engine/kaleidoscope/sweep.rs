//! The sweep: all states after a step, each with the ways that lead to it.
//!
//! The states are dealt by their keys into shards, each small enough to be merged in the cache. A step is taken in two
//! halves, either in several threads: every part of the states is taken on, what comes of it going to lists by shard; then each
//! shard's lists are merged.
//!
//! Invariant: a state is in one shard only, and once.

use std::collections::HashMap;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use rayon::prelude::*;

use super::state::{Layout, State};
use super::steps::{Step, Steps};
use super::weight::Weight;
use crate::engine::memory::{Account, Part};
use crate::engine::{EngineError, Run};

/// A state's key, and what the ways to it are worth.
type Entry<W> = (u128, W);

/// About as many states are merged together: their table stays in the cache.
const SHARD: usize = 1 << 13;
const MOST_SHARDS: usize = 1 << 12;
/// After so many states it is looked whether the run goes on.
const BREATH: usize = 1 << 10;

/// What the ways to all grids are worth; `None` if there is no grid. After each step whoever watches is told how many states it met.
pub fn sweep<W: Weight>(steps: &Steps, run: &Run, mut watch: impl FnMut(usize)) -> Result<Option<W>, EngineError> {
    let account = Account::open();
    let [layout, _] = steps.layouts(steps.all[0]);
    let mut level = Level { shards: vec![vec![(layout.pack(&State::START), W::one())]], taken: account.part() };
    for &step in &steps.all {
        let met = level.states();
        let shards = (2 * met / SHARD).next_power_of_two().min(MOST_SHARDS);
        let dealt = level.dealt(shards, steps, step, run)?;
        drop(level);
        level = dealt.merged(shards, run)?;
        watch(met);
    }
    let last: &Layout = steps.layouts(steps.all[steps.all.len() - 1])[1];
    let mut total: Option<W> = None;
    for (key, weight) in level.shards.iter().flatten() {
        if steps.is_grid(&last.unpack(*key)) {
            match &mut total {
                None => total = Some(weight.clone()),
                Some(total) => total.add(weight).ok_or(EngineError::Overflow)?,
            }
        }
    }
    Ok(total)
}

/// All states after a step, by shard.
struct Level<'a, W> {
    shards: Vec<Vec<Entry<W>>>,
    taken: Part<'a>,
}

/// What comes of the states, equal ones still apart: by part of the states, and by shard.
struct Dealt<'a, W> {
    parts: Vec<Vec<Vec<Entry<W>>>>,
    taken: Part<'a>,
    account: &'a Account,
}

impl<'a, W: Weight> Level<'a, W> {
    fn states(&self) -> usize {
        self.shards.iter().map(Vec::len).sum()
    }

    /// Takes every state a step on, and deals what comes of it.
    fn dealt(&self, shards: usize, steps: &Steps, step: Step, run: &Run) -> Result<Dealt<'a, W>, EngineError> {
        let [before, after] = steps.layouts(step);
        let account = self.taken.account();
        let taken = account.part();
        let hasher = FixedState::default();
        let parts = self.shards.len().min(4 * rayon::current_num_threads());
        let each = self.shards.len().div_ceil(parts);
        let parts: Result<Vec<_>, EngineError> = self
            .shards
            .par_chunks(each)
            .map(|part| {
                let mut lists: Vec<Vec<Entry<W>>> = (0..shards).map(|_| Vec::new()).collect();
                for entries in part.iter().flat_map(|shard| shard.chunks(BREATH)) {
                    run.check()?;
                    for (key, weight) in entries {
                        steps.take(step, before.unpack(*key), &mut |state| {
                            let next = after.pack(&state);
                            lists[hasher.hash_one(next) as usize & (shards - 1)].push((next, weight.clone()));
                        });
                    }
                }
                taken.take(lists.iter().map(|list| list.capacity() * size_of::<Entry<W>>()).sum())?;
                Ok(lists)
            })
            .collect();
        Ok(Dealt { parts: parts?, taken, account })
    }
}

impl<'a, W: Weight> Dealt<'a, W> {
    /// Puts equal states together.
    fn merged(self, shards: usize, run: &Run) -> Result<Level<'a, W>, EngineError> {
        let taken = self.account.part();
        let merged: Result<Vec<_>, EngineError> = (0..shards)
            .into_par_iter()
            .map_init(HashMap::<u128, W, FixedState>::default, |table, shard| {
                run.check()?;
                for (key, weight) in self.parts.iter().flat_map(|lists| &lists[shard]) {
                    match table.get_mut(key) {
                        Some(sum) => sum.add(weight).ok_or(EngineError::Overflow)?,
                        None => {
                            table.insert(*key, weight.clone());
                        }
                    }
                }
                taken.take(table.len() * size_of::<Entry<W>>())?;
                Ok(table.drain().collect())
            })
            .collect();
        drop(self.taken);
        Ok(Level { shards: merged?, taken })
    }
}
