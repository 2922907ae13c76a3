//! The sweep: adds up the ways through a layered problem, level by level, merging equal states.
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
//! Invariant of [`Table`]: every slot outside of what is in use is empty, and an empty slot is one to which no way leads.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;
use rayon::prelude::*;

use super::weight::Weight;
use gridcheck_run::memory::{Account, Part};
use gridcheck_run::{EngineError, Run};

/// The states of a level by bucket, those of the buckets that have any.
pub type Level<S, W> = BTreeMap<<S as Spec>::Bucket, <S as Spec>::Ready<W>>;

/// A problem as states on levels 0, 1, ...: a way goes from a root on level 0 to the last level, one state a level, and
/// is then worth so many ends.
pub trait Spec: Sync {
    /// Names a set of states that are merged together.
    type Bucket: Copy + Ord + Send + Sync;
    /// A state within its bucket.
    type Key: Copy + Eq + Hash + Default + Send + Sync;
    /// The states of a bucket with their weights, made ready for their successors to be taken.
    type Ready<W: Weight>: Send + Sync;

    /// The number of levels, at least 1.
    fn levels(&self) -> usize;

    /// Every bucket of a level that could have states, each once.
    fn buckets(&self, level: usize) -> Vec<Self::Bucket>;

    /// Gives `sink` the states of a bucket, in any order and repeated as often as they are reached: the successors of
    /// the states `before`, the level above; on level 0 the roots.
    fn fill<W: Weight>(
        &self,
        level: usize,
        bucket: Self::Bucket,
        before: &Level<Self, W>,
        sink: &mut Sink<Self::Key, W>,
    ) -> Result<(), EngineError>;

    /// Makes the states of a bucket ready, and may merge more of them. Not asked for the last level.
    fn ready<W: Weight>(
        &self,
        level: usize,
        bucket: Self::Bucket,
        states: Vec<(Self::Key, W)>,
    ) -> Result<Self::Ready<W>, EngineError>;

    /// The ends of all ways that end in these states of a bucket of the last level.
    fn ends<W: Weight>(
        &self,
        bucket: Self::Bucket,
        states: &[(Self::Key, W)],
        run: &Run,
    ) -> Result<Total<W>, EngineError>;
}

/// A sum that remembers having overflowed.
#[derive(Debug, Clone)]
pub struct Total<W>(Option<W>);

impl<W: Weight> Total<W> {
    /// Nothing yet.
    pub fn zero() -> Self {
        Total(Some(W::default()))
    }

    /// Adds ways; `None` are ways whose weight does not fit.
    pub fn add(&mut self, ways: Option<&W>) {
        let sum = self.0.as_mut().zip(ways).and_then(|(total, ways)| total.add(ways));
        if sum.is_none() {
            self.0 = None;
        }
    }

    /// The two sums together.
    fn with(mut self, other: &Self) -> Self {
        self.add(other.0.as_ref());
        self
    }
}

/// Where a spec puts the states of the bucket being filled.
pub struct Sink<'a, K, W> {
    table: Table<'a, K, W>,
    run: &'a Run,
}

impl<K: Copy + Eq + Hash + Default, W: Weight> Sink<'_, K, W> {
    /// These ways lead to this state; `None` are ways whose weight does not fit. Where they are no ways at all nothing leads there.
    #[inline]
    pub fn add(&mut self, state: K, ways: Option<W>) {
        match ways {
            Some(ways) if ways == W::default() => {}
            Some(ways) => self.table.add(state, ways),
            None => self.table.failure = Some(EngineError::Overflow),
        }
    }

    /// An error once the run is to stop; to be called every few thousand states.
    pub fn check(&self) -> Result<(), EngineError> {
        self.run.check()
    }
}

/// What the ends of all ways are worth, if that, and what the ways to every single state are worth, fits the type.
pub fn count<S: Spec, W: Weight>(spec: &S, run: &Run) -> Result<W, EngineError> {
    let buckets: Vec<Vec<S::Bucket>> = (0..spec.levels()).map(|level| spec.buckets(level)).collect();
    run.set_pieces(buckets.iter().map(Vec::len).sum());
    let Some((last, inner)) = buckets.split_last() else { return Ok(W::default()) };
    let account = Account::open();
    let sink = || Sink { table: Table::new(&account), run };

    let mut before = Level::<S, W>::new();
    // What a level takes, until the one after it is there.
    let mut held = account.part();
    for (level, buckets) in inner.iter().enumerate() {
        let taken = account.part();
        let ready = |sink: &mut Sink<S::Key, W>, &bucket: &S::Bucket| {
            spec.fill(level, bucket, &before, sink)?;
            let states = sink.table.drain()?;
            run.piece_done(0);
            // Made ready, a state is about twice as large.
            taken.take(2 * states.len() * size_of::<(S::Key, W)>())?;
            if states.is_empty() { Ok(None) } else { Ok(Some((bucket, spec.ready(level, bucket, states)?))) }
        };
        let filled = buckets.par_iter().map_init(sink, ready).collect::<Result<Vec<_>, EngineError>>()?;
        before = filled.into_iter().flatten().collect();
        drop(std::mem::replace(&mut held, taken));
    }

    let level = inner.len();
    let ends = |sink: &mut Sink<S::Key, W>, &bucket: &S::Bucket| {
        spec.fill(level, bucket, &before, sink)?;
        let total = spec.ends(bucket, &sink.table.drain()?, run)?;
        run.piece_done(total.0.as_ref().ok_or(EngineError::Overflow)?.seen());
        Ok(total)
    };
    let total = last.par_iter().map_init(sink, ends).try_reduce(Total::zero, |a, b| Ok(a.with(&b)))?;
    total.0.ok_or(EngineError::Overflow)
}

/// The slots that a table has at least.
const FEWEST_SLOTS: usize = 1 << 8;

/// States and the ways that lead to them: a hash table with linear probing.
struct Table<'a, K, W> {
    /// More slots than are in use, so that a table once grown is not paid for again.
    slots: Vec<(K, W)>,
    /// Slots in use, less one: a power of two less one.
    mask: usize,
    states: usize,
    /// What is wrong with what is in it, if anything is.
    failure: Option<EngineError>,
    hasher: FixedState,
    /// What the slots are paid for from.
    taken: Part<'a>,
}

impl<'a, K: Copy + Eq + Hash + Default, W: Weight> Table<'a, K, W> {
    fn new(account: &'a Account) -> Self {
        let slots = vec![(K::default(), W::default()); FEWEST_SLOTS];
        let (mask, states, failure) = (FEWEST_SLOTS - 1, 0, None);
        Table { slots, mask, states, failure, hasher: FixedState::default(), taken: account.part() }
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

    /// Twice the slots. Where there is no room for them the states are let go, and what comes is as good as nothing.
    fn grow(&mut self) {
        let states = self.take();
        let more = (2 * self.mask + 2).saturating_sub(self.slots.len());
        if let Err(error) = self.taken.reserve(&mut self.slots, more) {
            self.failure = Some(error);
            return;
        }
        self.mask = 2 * self.mask + 1;
        if self.slots.len() <= self.mask {
            self.slots.resize(self.mask + 1, (K::default(), W::default()));
        }
        for (state, ways) in states {
            self.add(state, ways);
        }
    }

    /// Empties the slots in use.
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

    /// All states, each once, and none left; an error if the ways to one of them were too many.
    fn drain(&mut self) -> Result<Vec<(K, W)>, EngineError> {
        let states = self.take();
        self.mask = FEWEST_SLOTS - 1;
        self.failure.take().map_or(Ok(states), Err)
    }
}
