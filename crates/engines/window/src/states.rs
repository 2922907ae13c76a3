//! The states of a sweep, listed by the symbols of their columns.

use super::weight::QuadrantWeight;
use super::weighted::{Weighted, merge, overflow};
use gridcheck_engine::{EngineError, Run};

/// The first bit of the set of open rows in [`Weighted::key`] of a [`StateList`].
pub(crate) const OPEN: u32 = 54;

/// The states of a boundary. The key of a state holds the symbols of its rows: five bits for each white square of the middle
/// column, the first row lowest. From [`OPEN`] on, one bit for each row whose symbol is not 0.
///
/// Invariant: the runs are sorted by symbols, and so are the states of a run. No two are equal.
pub(crate) struct StateList<W> {
    /// The symbols of the columns, five bits each, the first column lowest; and the end of the run of states that have them.
    bottoms: Vec<(u64, usize)>,
    states: Vec<Weighted<u64, W>>,
}

impl<W: QuadrantWeight> StateList<W> {
    /// The state before the first row.
    pub(crate) fn start() -> Self {
        StateList { bottoms: vec![(0, 1)], states: vec![Weighted { key: 0, weight: W::one() }] }
    }

    /// Lists states that are sorted by the symbols of their columns and then of their rows.
    fn of_sorted(sorted: &[Weighted<u128, W>]) -> Self {
        let mut bottoms: Vec<(u64, usize)> = Vec::new();
        let states = sorted.iter().enumerate().map(|(place, &Weighted { key, weight })| {
            let (bottom, key) = ((key >> u64::BITS) as u64, key as u64);
            match bottoms.last_mut() {
                Some((last, end)) if *last == bottom => *end = place + 1,
                _ => bottoms.push((bottom, place + 1)),
            }
            Weighted { key, weight }
        });
        StateList { states: states.collect(), bottoms }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Returns the number of states.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns the symbols of columns that occur, each with its states.
    #[inline]
    pub(crate) fn runs(&self) -> impl Iterator<Item = (u64, &[Weighted<u64, W>])> {
        let mut begin = 0;
        self.bottoms.iter().map(move |&(bottom, end)| {
            let run = &self.states[begin..end];
            begin = end;
            (bottom, run)
        })
    }
}

/// Collects states in any order and merges equal ones. A hash table merges new states at once. From time to time all of them are
/// merged with the earlier ones, so that the table stays in the processor's cache as long as possible.
pub(crate) struct StateAccumulator<W> {
    done: Vec<Weighted<u128, W>>,
    fresh: Vec<Weighted<u128, W>>,
    /// For each hash, the place of its state in `fresh`, or [`FREE`]; a taken place passes a state on to the next one.
    places: Vec<u32>,
    merged: Vec<Weighted<u128, W>>,
    /// New states are merged with the earlier ones from this number on.
    few: usize,
    overflows: bool,
}

/// States of fewer bytes are not merged with the earlier ones before the end, because they fit into the processor's cache.
const FEW: usize = 3 << 18;

/// A place of the hash table without a state.
const FREE: u32 = u32::MAX;

/// The first number of places of a hash table.
const FIRST_PLACES: usize = 1 << 6;

impl<W: QuadrantWeight> StateAccumulator<W> {
    pub(crate) fn new() -> Self {
        let (places, few) = (vec![FREE; FIRST_PLACES], FEW / size_of::<Weighted<u128, W>>());
        StateAccumulator { done: Vec::new(), fresh: Vec::new(), places, merged: Vec::new(), few, overflows: false }
    }

    /// Adds a way to a state with these symbols of the columns and of the rows.
    #[inline]
    pub(crate) fn push(&mut self, bottom: u64, right: u64, weight: W) {
        let key = u128::from(bottom) << u64::BITS | u128::from(right);
        match self.place_of(key) {
            Ok(known) => self.overflows |= self.fresh[known].weight.add(&weight).is_none(),
            Err(free) => {
                self.places[free] = self.fresh.len() as u32;
                self.fresh.push(Weighted { key, weight });
                if 2 * self.fresh.len() > self.places.len() {
                    self.grow();
                }
            }
        }
    }

    /// Finds an equal key in `fresh`, or else the free place for it.
    #[inline]
    fn place_of(&self, key: u128) -> Result<usize, usize> {
        let last = self.places.len() - 1;
        let mut place = hash(key) as usize & last;
        loop {
            match self.places[place] {
                FREE => return Err(place),
                known if self.fresh[known as usize].key == key => return Ok(known as usize),
                _ => place = (place + 1) & last,
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.free_places(2 * self.places.len());
        for number in 0..self.fresh.len() {
            // No two are equal, so each has a free place.
            if let Err(free) = self.place_of(self.fresh[number].key) {
                self.places[free] = number as u32;
            }
        }
    }

    fn free_places(&mut self, number: usize) {
        assert!(number <= FREE as usize, "a place has the number of a state");
        self.places.clear();
        self.places.resize(number, FREE);
    }

    /// Merges the new states with the earlier ones if they are at least as many. The caller should call it from time to time.
    ///
    /// # Errors
    /// The run is stopped, or a sum overflows.
    pub(crate) fn compact(&mut self, run: &Run) -> Result<(), EngineError> {
        if self.fresh.len() < self.few.max(self.done.len()) {
            return Ok(());
        }
        run.check()?;
        self.add_fresh()
    }

    fn add_fresh(&mut self) -> Result<(), EngineError> {
        if self.overflows {
            return Err(overflow());
        }
        self.fresh.sort_unstable_by_key(|state| state.key);
        if self.done.is_empty() {
            std::mem::swap(&mut self.done, &mut self.fresh);
        } else {
            self.merged.clear();
            merge(&self.done, &self.fresh, &mut self.merged)?;
            std::mem::swap(&mut self.done, &mut self.merged);
            self.fresh.clear();
        }
        self.free_places(FIRST_PLACES);
        Ok(())
    }

    /// Returns all states, and begins anew.
    ///
    /// # Errors
    /// The sum of two weights overflows.
    pub(crate) fn end(&mut self) -> Result<StateList<W>, EngineError> {
        self.add_fresh()?;
        let states = StateList::of_sorted(&self.done);
        self.done.clear();
        Ok(states)
    }
}

/// Returns a hash of a key by a folded multiplication.
#[inline]
fn hash(key: u128) -> u64 {
    let (high, low) = ((key >> u64::BITS) as u64, key as u64);
    let product = u128::from(high ^ 0x9e37_79b9_7f4a_7c15) * u128::from(low ^ 0xd1b5_4a32_d192_ed03);
    (product >> u64::BITS) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use gridcheck_testing::prelude::*;

    #[test]
    fn equal_states_are_merged_before_and_after_compaction() {
        let (mut rng, run) = (SeededRng::new(5), Run::new());
        for few in [8, 200, 100_000] {
            let mut accumulator = StateAccumulator { few, ..StateAccumulator::new() };
            for _ in 0..4 {
                let mut expected: BTreeMap<(u64, u64), u64> = BTreeMap::new();
                for _ in 0..2000 {
                    let (bottom, right, weight) = (rng.below(12) as u64, rng.below(60) as u64, rng.below(9) as u64);
                    *expected.entry((bottom, right)).or_default() += weight;
                    accumulator.push(bottom, right, weight);
                    accumulator.compact(&run).expect("not stopped");
                }
                let list = accumulator.end().expect("no overflow");
                let states = list.runs().flat_map(|(bottom, run)| run.iter().map(move |state| (bottom, state)));
                let states: Vec<_> = states.map(|(bottom, state)| ((bottom, state.key), state.weight)).collect();
                assert_eq!(states, expected.into_iter().collect::<Vec<_>>(), "{few}");
                assert_eq!(list.len(), states.len());
            }
        }
    }

    /// The second sum overflows at once, or when it is merged with the first.
    #[test]
    fn a_sum_that_overflows_is_an_error() {
        for few in [1, 100] {
            let mut accumulator = StateAccumulator { few, ..StateAccumulator::new() };
            let pushed = [u64::MAX, 1].map(|weight| {
                accumulator.push(3, 4, weight);
                accumulator.compact(&Run::new())
            });
            assert_eq!(pushed.map(|pushed| pushed.is_err()), [false, few == 1]);
            assert!(few == 1 || accumulator.end().is_err());
        }
    }
}
