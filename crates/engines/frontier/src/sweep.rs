//! Adds up the ways through a layered problem, level by level, and merges equal states.
//!
//! The sweep does not depend on grids. A [`Spec`] defines the states and their successors; this file is responsible for hashing and
//! threads. `TdZdd` divides the work in the same way (Iwashita and Minato 2013).
//!
//! A spec sorts the states of a level into *buckets*, known in advance. It fills one bucket at a time from all states of the level before.
//! This has three benefits. The table that merges equal states holds one bucket only and mostly stays in the cache. Buckets are filled in
//! parallel without shared data. The states of the last level, the most numerous, are never all in memory: each bucket is summed as soon as
//! it is full.
//!
//! Invariant of [`StateTable`]: every slot outside of the slots in use is empty, and an empty slot has the weight of no way.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;
use rayon::prelude::*;

use super::weight::RowWeight;
use gridcheck_engine::{EngineError, Run};

/// The states of a level by bucket, without the empty buckets.
pub(crate) type ReadyBuckets<S, W> = BTreeMap<<S as Spec>::Bucket, <S as Spec>::Ready<W>>;

/// Describes a problem as states on levels 0, 1, ...: a way leads from a root on level 0 to the last level through one state a level. A way
/// has a weighted number of ends.
pub(crate) trait Spec: Sync {
    /// Names a set of states that are merged together.
    type Bucket: Copy + Ord + Send + Sync;
    /// A state within its bucket.
    type Key: Copy + Eq + Hash + Default + Send + Sync;
    /// The states of a bucket with their weights, prepared for the computation of their successors.
    type Ready<W: RowWeight>: Send + Sync;

    /// Returns the number of levels, at least 1.
    fn levels(&self) -> usize;

    /// Returns every bucket of a level that could have states, each once.
    fn buckets(&self, level: usize) -> Vec<Self::Bucket>;

    /// Passes the states of a bucket to `sink`, in any order and once for each way that reaches them. They are the successors of the states
    /// `before`, the level above; on level 0 they are the roots.
    ///
    /// # Errors
    ///
    /// Fails if the run must stop.
    fn fill<W: RowWeight>(
        &self,
        level: usize,
        bucket: Self::Bucket,
        before: &ReadyBuckets<Self, W>,
        sink: &mut Sink<Self::Key, W>,
    ) -> Result<(), EngineError>;

    /// Prepares the states of a bucket, and may merge more of them. The sweep does not call it for the last level.
    ///
    /// # Errors
    ///
    /// Fails if a weight overflows.
    fn ready<W: RowWeight>(
        &self,
        level: usize,
        bucket: Self::Bucket,
        states: Vec<(Self::Key, W)>,
    ) -> Result<Self::Ready<W>, EngineError>;

    /// Sums the ends of all ways that end in these states of a bucket of the last level.
    ///
    /// # Errors
    ///
    /// Fails if the run must stop, or if the sum does not fit.
    fn ends<W: RowWeight>(&self, bucket: Self::Bucket, states: &[(Self::Key, W)], run: &Run) -> Result<W, EngineError>;
}

/// Receives the states of the bucket that a spec fills.
pub(crate) struct Sink<'a, K, W> {
    table: StateTable<K, W>,
    run: &'a Run,
}

impl<K: Copy + Eq + Hash + Default, W: RowWeight> Sink<'_, K, W> {
    /// Adds ways that lead to this state. The weight of no way changes nothing.
    #[inline]
    pub(crate) fn add(&mut self, state: K, ways: W) {
        if ways != W::default() {
            self.table.add(state, ways);
        }
    }

    /// Checks for a stop of the run; call it every few thousand states.
    ///
    /// # Errors
    ///
    /// Fails if the run must stop.
    pub(crate) fn check(&self) -> Result<(), EngineError> {
        self.run.check()
    }
}

/// Returns the summed weight of the ends of all ways.
///
/// # Errors
///
/// Fails if the run must stop, or if the sum or the weight of a state does not fit.
pub(crate) fn count<S: Spec, W: RowWeight>(spec: &S, run: &Run) -> Result<W, EngineError> {
    let buckets: Vec<Vec<S::Bucket>> = (0..spec.levels()).map(|level| spec.buckets(level)).collect();
    run.set_tasks(buckets.iter().map(Vec::len).sum());
    let Some((last, inner)) = buckets.split_last() else { return Ok(W::default()) };
    let sink = || Sink { table: StateTable::new(), run };

    let mut before = ReadyBuckets::<S, W>::new();
    for (level, buckets) in inner.iter().enumerate() {
        let ready = |sink: &mut Sink<S::Key, W>, &bucket: &S::Bucket| {
            spec.fill(level, bucket, &before, sink)?;
            let states = sink.table.drain()?;
            run.task_done(0);
            if states.is_empty() { Ok(None) } else { Ok(Some((bucket, spec.ready(level, bucket, states)?))) }
        };
        let filled = buckets.par_iter().map_init(sink, ready).collect::<Result<Vec<_>, EngineError>>()?;
        before = filled.into_iter().flatten().collect();
    }

    let level = inner.len();
    let ends = |sink: &mut Sink<S::Key, W>, &bucket: &S::Bucket| {
        spec.fill(level, bucket, &before, sink)?;
        let total = spec.ends(bucket, &sink.table.drain()?, run)?;
        run.task_done(total.for_display());
        Ok(total)
    };
    let sum = |mut one: W, other: W| one.add(&other).map(|()| one).ok_or(EngineError::Overflow);
    last.par_iter().map_init(sink, ends).try_reduce(W::default, sum)
}

/// Minimum number of slots of a table.
const FEWEST_SLOTS: usize = 1 << 8;

/// Holds states and the ways that lead to them: a hash table with linear probing.
struct StateTable<K, W> {
    /// May have more slots than are in use, so that a grown table does not grow again.
    slots: Vec<(K, W)>,
    /// Number of slots in use, a power of two, minus one.
    mask: usize,
    states: usize,
    /// The first error of an insertion, if any.
    failure: Option<EngineError>,
    hasher: FixedState,
}

impl<K: Copy + Eq + Hash + Default, W: RowWeight> StateTable<K, W> {
    fn new() -> Self {
        let slots = vec![(K::default(), W::default()); FEWEST_SLOTS];
        let (mask, states, failure) = (FEWEST_SLOTS - 1, 0, None);
        StateTable { slots, mask, states, failure, hasher: FixedState::default() }
    }

    #[inline]
    fn add(&mut self, state: K, ways: W) {
        let mut at = self.hasher.hash_one(state) as usize & self.mask;
        loop {
            let (key, sum) = &mut self.slots[at];
            if *sum == W::default() {
                (*key, *sum) = (state, ways);
                self.states += 1;
                if 2 * self.states > self.mask {
                    self.grow();
                }
                return;
            }
            if *key == state {
                if sum.add(&ways).is_none() {
                    self.failure = Some(EngineError::Overflow);
                }
                return;
            }
            at = (at + 1) & self.mask;
        }
    }

    /// Doubles the number of slots.
    fn grow(&mut self) {
        let states = self.take();
        self.mask = 2 * self.mask + 1;
        if self.slots.len() <= self.mask {
            self.slots.resize(self.mask + 1, (K::default(), W::default()));
        }
        for (state, ways) in states {
            self.add(state, ways);
        }
    }

    /// Empties the slots in use and returns their states.
    fn take(&mut self) -> Vec<(K, W)> {
        let mut states = Vec::with_capacity(self.states);
        for slot in &mut self.slots[..=self.mask] {
            if slot.1 != W::default() {
                states.push(std::mem::take(slot));
            }
        }
        self.states = 0;
        states
    }

    /// Returns all states, each once, and empties the table; fails if an insertion failed.
    fn drain(&mut self) -> Result<Vec<(K, W)>, EngineError> {
        let states = self.take();
        self.mask = FEWEST_SLOTS - 1;
        self.failure.take().map_or(Ok(states), Err)
    }
}
