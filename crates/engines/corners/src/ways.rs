//! A table of the ways to fill a corner in part, by state.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::ops::Deref;

use foldhash::fast::FixedState;
use rayon::prelude::*;

use crate::state::State;

/// The number of ways that lead to each state.
pub(crate) struct Ways(Vec<(State, u64)>);

/// A table that is being filled, in parts. A part fits in the cache of a processor, and takes many ways at once.
pub(crate) struct Adding(Vec<PartOfWays>);

/// Some of the states.
#[derive(Default)]
struct PartOfWays {
    ways: HashMap<State, u64, FixedState>,
    /// The ways that wait to be added.
    waiting: Vec<(State, u64)>,
}

/// The number of ways that wait for a part.
const WAITING: usize = 64;

/// The number of states of a part that is not too large, and the most parts.
const STATES_A_PART: usize = 1 << 13;
const MOST_PARTS: usize = 1 << 12;

/// The least number of states of a share of the work.
const STATES_A_SHARE: usize = 1 << 16;

impl Ways {
    /// Returns the one way to fill no square.
    pub(crate) fn of_empty_corner() -> Self {
        Ways(vec![(State::EMPTY, 1)])
    }

    /// Sorts the states by their parts in the first rows.
    pub(crate) fn sort_by_rows(&mut self, rows: usize) {
        self.0.par_sort_unstable_by_key(|(state, _)| state.row_parts(rows));
    }

    /// Returns the states in shares. States with the same parts in the first rows are in one share, if they are sorted by them.
    pub(crate) fn by_rows(&self, rows: usize) -> Vec<&[(State, u64)]> {
        let mut shares = Vec::new();
        let mut left = &self.0[..];
        while let Some((last, _)) = left.get(..STATES_A_SHARE.min(left.len())).and_then(<[_]>::last) {
            let last = last.row_parts(rows);
            let share;
            (share, left) = left.split_at(left.partition_point(|(state, _)| state.row_parts(rows) <= last));
            shares.push(share);
        }
        shares
    }
}

impl Deref for Ways {
    type Target = [(State, u64)];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl Adding {
    /// Returns an empty table for about as many states as another one has: `before`.
    pub(crate) fn after(before: usize) -> Self {
        let parts = (before / STATES_A_PART).next_power_of_two().min(MOST_PARTS);
        Adding(std::iter::repeat_with(PartOfWays::default).take(parts).collect())
    }

    /// Adds ways to those of a state; `None` on overflow.
    pub(crate) fn add(&mut self, state: State, ways: u64) -> Option<()> {
        // The tables of the parts use the other bits.
        let bits = FixedState::with_seed(1).hash_one(state) as usize;
        let parts = self.0.len();
        let part = &mut self.0[bits & (parts - 1)];
        part.waiting.push((state, ways));
        if part.waiting.len() < WAITING { Some(()) } else { part.settle() }
    }

    /// Returns the table with all that was added; `None` on overflow.
    pub(crate) fn settled(mut self) -> Option<Ways> {
        self.0.iter_mut().try_for_each(PartOfWays::settle)?;
        let mut ways = Vec::with_capacity(self.0.iter().map(|part| part.ways.len()).sum());
        self.0.into_iter().for_each(|part| ways.extend(part.ways));
        Some(Ways(ways))
    }
}

impl PartOfWays {
    fn settle(&mut self) -> Option<()> {
        self.waiting.drain(..).try_for_each(|(state, more)| {
            let ways = self.ways.entry(state).or_insert(0);
            *ways = ways.checked_add(more)?;
            Some(())
        })
    }
}
