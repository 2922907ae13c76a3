//! The sweep: counts the ways through a layered problem, level by level, merging equal states.
//!
//! It knows nothing of grids. What a state is and which states follow it is the business of a [`Spec`]; hashing,
//! threads and memory are the business of this file (the division of labour is that of `TdZdd`: Iwashita and Minato
//! 2013).
//!
//! A spec sorts the states of a level into *buckets*, known in advance, and fills one bucket at a time from all states
//! of the level before. So the table in which equal states meet holds one bucket only and mostly stays in the cache,
//! buckets are filled in parallel without sharing anything, and the states of the last level, the most numerous, are
//! never all there: each bucket is summed up as soon as it is full.
//!
//! Invariant of [`Table`]: every slot outside of what is in use is empty, and an empty slot is one whose count is 0.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;
use rayon::prelude::*;

use crate::engine::{EngineError, Run};

/// A number of ways: an unsigned integer of some width. What does not fit is an error, never wrapped.
pub trait Tally: Copy + Eq + Default + Send + Sync {
    /// One way.
    const ONE: Self;

    /// The sum, if it fits.
    fn plus(self, other: Self) -> Option<Self>;

    /// The number in the widest type.
    fn widen(self) -> u128;
}

macro_rules! tally {
    ($($integer:ty),*) => {$(
        impl Tally for $integer {
            const ONE: Self = 1;

            fn plus(self, other: Self) -> Option<Self> {
                self.checked_add(other)
            }

            fn widen(self) -> u128 {
                self.into()
            }
        }
    )*};
}

tally!(u64, u128);
#[cfg(test)]
tally!(u8, u16);

/// The states of a level by bucket, those of the buckets that have any.
pub type Level<S, T> = BTreeMap<<S as Spec>::Bucket, <S as Spec>::Ready<T>>;

/// A problem as states on levels 0, 1, ...: a way goes from a root on level 0 to the last level, one state a level, and
/// is then worth so many ends.
pub trait Spec: Sync {
    /// Names a set of states that are merged together.
    type Bucket: Copy + Ord + Send + Sync;
    /// A state within its bucket.
    type Key: Copy + Eq + Hash + Default + Send + Sync;
    /// The states of a bucket with their counts, made ready for their successors to be taken.
    type Ready<T: Tally>: Send + Sync;

    /// The number of levels, at least 1.
    fn levels(&self) -> usize;

    /// Every bucket of a level that could have states, each once.
    fn buckets(&self, level: usize) -> Vec<Self::Bucket>;

    /// Gives `sink` the states of a bucket, in any order and repeated as often as they are reached: the successors of
    /// the states `before`, the level above; on level 0 the roots.
    fn fill<T: Tally>(
        &self,
        level: usize,
        bucket: Self::Bucket,
        before: &Level<Self, T>,
        sink: &mut Sink<Self::Key, T>,
    ) -> Result<(), EngineError>;

    /// Makes the states of a bucket ready, and may merge more of them. Not asked for the last level.
    fn ready<T: Tally>(
        &self,
        level: usize,
        bucket: Self::Bucket,
        states: Vec<(Self::Key, T)>,
    ) -> Result<Self::Ready<T>, EngineError>;

    /// The ends of all ways that end in these states of a bucket of the last level.
    fn ends<T: Tally>(
        &self,
        bucket: Self::Bucket,
        states: &[(Self::Key, T)],
        run: &Run,
    ) -> Result<Total<T>, EngineError>;
}

/// A sum that remembers having overflowed.
#[derive(Debug, Clone, Copy)]
pub struct Total<T>(Option<T>);

impl<T: Tally> Total<T> {
    /// Nothing yet.
    pub fn zero() -> Self {
        Total(Some(T::default()))
    }

    /// Adds ways.
    pub fn add(&mut self, ways: T) {
        self.0 = self.0.and_then(|total| total.plus(ways));
    }

    /// The two sums together.
    fn with(mut self, other: Self) -> Self {
        match other.0 {
            Some(ways) => self.add(ways),
            None => self.0 = None,
        }
        self
    }
}

/// Where a spec puts the states of the bucket being filled.
pub struct Sink<'a, K, T> {
    table: Table<K, T>,
    run: &'a Run,
}

impl<K: Copy + Eq + Hash + Default, T: Tally> Sink<'_, K, T> {
    /// These ways lead to this state.
    #[inline]
    pub fn add(&mut self, state: K, ways: T) {
        self.table.add(state, ways);
    }

    /// An error once the run is to stop; to be called every few thousand states.
    pub fn check(&self) -> Result<(), EngineError> {
        self.run.check()
    }
}

/// The ends of all ways, if they, and the ways to every single state, fit the type.
pub fn count<S: Spec, T: Tally>(spec: &S, run: &Run) -> Result<T, EngineError> {
    let buckets: Vec<Vec<S::Bucket>> = (0..spec.levels()).map(|level| spec.buckets(level)).collect();
    run.set_pieces(buckets.iter().map(Vec::len).sum());
    let Some((last, inner)) = buckets.split_last() else { return Ok(T::default()) };
    let sink = || Sink { table: Table::new(), run };

    let mut before = Level::<S, T>::new();
    for (level, buckets) in inner.iter().enumerate() {
        let ready = |sink: &mut Sink<S::Key, T>, &bucket: &S::Bucket| {
            spec.fill(level, bucket, &before, sink)?;
            let states = sink.table.drain()?;
            run.piece_done(0);
            if states.is_empty() { Ok(None) } else { Ok(Some((bucket, spec.ready(level, bucket, states)?))) }
        };
        let filled = buckets.par_iter().map_init(sink, ready).collect::<Result<Vec<_>, EngineError>>()?;
        before = filled.into_iter().flatten().collect();
    }

    let level = inner.len();
    let ends = |sink: &mut Sink<S::Key, T>, &bucket: &S::Bucket| {
        spec.fill(level, bucket, &before, sink)?;
        let total = spec.ends(bucket, &sink.table.drain()?, run)?;
        let found = total.0.ok_or(EngineError::Overflow)?;
        run.piece_done(found.widen().try_into().unwrap_or(u64::MAX));
        Ok(total)
    };
    let total = last.par_iter().map_init(sink, ends).try_reduce(Total::zero, |a, b| Ok(a.with(b)))?;
    total.0.ok_or(EngineError::Overflow)
}

/// The slots that a table has at least.
const FEWEST_SLOTS: usize = 1 << 8;

/// States and the ways that lead to them: a hash table with linear probing.
struct Table<K, T> {
    /// More slots than are in use, so that a table once grown is not paid for again.
    slots: Vec<(K, T)>,
    /// Slots in use, less one: a power of two less one.
    mask: usize,
    states: usize,
    overflowed: bool,
    hasher: FixedState,
}

impl<K: Copy + Eq + Hash + Default, T: Tally> Table<K, T> {
    fn new() -> Self {
        let slots = vec![(K::default(), T::default()); FEWEST_SLOTS];
        Table { slots, mask: FEWEST_SLOTS - 1, states: 0, overflowed: false, hasher: FixedState::default() }
    }

    #[inline]
    fn add(&mut self, state: K, ways: T) {
        let mut at = self.hasher.hash_one(state) as usize & self.mask;
        loop {
            let (key, sum) = &mut self.slots[at];
            if *sum == T::default() {
                (*key, *sum) = (state, ways);
                self.states += 1;
                if 2 * self.states > self.mask {
                    self.grow();
                }
                return;
            }
            if *key == state {
                match sum.plus(ways) {
                    Some(more) => *sum = more,
                    None => self.overflowed = true,
                }
                return;
            }
            at = (at + 1) & self.mask;
        }
    }

    fn grow(&mut self) {
        let states = self.take();
        self.mask = 2 * self.mask + 1;
        if self.slots.len() <= self.mask {
            self.slots.resize(self.mask + 1, (K::default(), T::default()));
        }
        for (state, ways) in states {
            self.add(state, ways);
        }
    }

    /// Empties the slots in use.
    fn take(&mut self) -> Vec<(K, T)> {
        let mut states = Vec::with_capacity(self.states);
        for slot in &mut self.slots[..=self.mask] {
            if slot.1 != T::default() {
                states.push(std::mem::take(slot));
            }
        }
        self.states = 0;
        states
    }

    /// All states, each once, and none left; an error if the ways to one of them were too many.
    fn drain(&mut self) -> Result<Vec<(K, T)>, EngineError> {
        let states = self.take();
        self.mask = FEWEST_SLOTS - 1;
        if std::mem::take(&mut self.overflowed) { Err(EngineError::Overflow) } else { Ok(states) }
    }
}
