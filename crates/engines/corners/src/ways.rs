//! A table of the ways to fill a corner in part, by state.

use std::collections::HashMap;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;

use crate::state::State;

/// The number of ways that lead to each state, in parts. A part fits in the cache of a processor, and takes many ways at once.
pub(crate) struct Ways(Vec<PartOfWays>);

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

impl Ways {
    /// Returns the one way to fill no square.
    pub(crate) fn of_empty_corner() -> Self {
        Ways(vec![PartOfWays { ways: HashMap::from_iter([(State::EMPTY, 1)]), waiting: Vec::new() }])
    }

    /// Returns an empty table for about as many states as another one has.
    pub(crate) fn after(before: &Ways) -> Self {
        let parts = (before.len() / STATES_A_PART).next_power_of_two().min(MOST_PARTS);
        Ways(std::iter::repeat_with(PartOfWays::default).take(parts).collect())
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

    /// Adds all that waits; `None` on overflow.
    pub(crate) fn settle(&mut self) -> Option<()> {
        self.0.iter_mut().try_for_each(|part| {
            part.settle()?;
            part.waiting = Vec::new();
            Some(())
        })
    }

    /// Returns all states with their ways, once they are settled.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&State, u64)> + Clone {
        self.0.iter().flat_map(|part| part.ways.iter().map(|(state, &ways)| (state, ways)))
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|part| part.ways.len()).sum()
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
