//! Joins two corners along the edges on which they meet.
//!
//! A corner has a *right* side, the parts of words that leave it in its rows, and a *bottom* side, those of its columns. Two corners make
//! grids if their right sides complete each other and their bottom sides too.
//!
//! T(r, b) is the number of ways to fill one corner with the sides r and b, and T' that of the other corner. Two sides r ~ r' complete each
//! other. The number of grids is the sum of T(r, b) T'(r', b') over r ~ r' and b ~ b'. For each r', U(b) is the sum of T(r, b) over r ~ r', and
//! W(b) that of T'(r', b') over b' ~ b. The sum of U(b) W(b) is the same number.
//!
//! Regions divide each table. Most regions of one corner are joined to one by most regions of the other. So all pairs are counted, and those
//! with regions that are not joined are taken off.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicU8, Ordering};

use foldhash::fast::FixedState;
use gridcheck_engine::{EngineError, Run};

use crate::board::Board;
use crate::prelude::*;
use crate::regions::{Regions, are_one};
use crate::space::{HalfIndices, Space};
use crate::state::{Side, State};

/// Different items, numbered in the order in which they come.
pub(crate) struct Numbered<T> {
    pub(crate) items: Vec<T>,
    numbers: HashMap<T, u32, FixedState>,
}

impl<T: Copy + Ord + Hash> Numbered<T> {
    fn number(&mut self, item: T) -> u32 {
        let items = &mut self.items;
        *self.numbers.entry(item).or_insert_with(|| {
            items.push(item);
            items.len() as u32 - 1
        })
    }

    /// Numbers the items in order. Returns the new number of each old one.
    fn sort(&mut self) -> Vec<u32> {
        self.items.sort_unstable();
        let mut new = vec![0; self.items.len()];
        for (item, number) in self.items.iter().zip(0..) {
            // Each item has a number.
            new[self.numbers[item] as usize] = number;
        }
        self.numbers = self.items.iter().copied().zip(0..).collect();
        new
    }
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Numbered { items: Vec::new(), numbers: HashMap::default() }
    }
}

/// The ways to fill a corner with one right side, a bottom side and regions.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) regions: u32,
    pub(crate) bottom: u32,
    pub(crate) ways: u64,
}

/// The ways to fill a corner.
#[derive(Default)]
pub(crate) struct Corner {
    pub(crate) bottoms: Numbered<Side>,
    regions: Numbered<Regions>,
    /// The right sides in order, with their ways; those with equal regions stand together.
    pub(crate) rights: Vec<(Side, Vec<Entry>)>,
    /// The number of all ways.
    ways: u64,
}

impl Corner {
    /// Adds all ways with one right side; `None` on overflow.
    pub(crate) fn add(&mut self, rows: usize, ways: &[(State, u64)]) -> Option<()> {
        let Some((first, _)) = ways.first() else { return Some(()) };
        let right = first.row_parts(rows);
        let mut entries = Vec::with_capacity(ways.len());
        for &(state, ways) in ways {
            let regions = self.regions.number(state.regions);
            entries.push(Entry { regions, bottom: self.bottoms.number(state.column_parts(rows)), ways });
            self.ways = self.ways.checked_add(ways)?;
        }
        self.rights.push((right, entries));
        Some(())
    }

    /// Numbers sides and regions in order: then those that complete one side are close together.
    pub(crate) fn sort(&mut self) {
        let (bottoms, regions) = (self.bottoms.sort(), self.regions.sort());
        many(self.rights.iter_mut().collect()).for_each(|(_, entries)| {
            for entry in &mut *entries {
                (entry.bottom, entry.regions) = (bottoms[entry.bottom as usize], regions[entry.regions as usize]);
            }
            entries.sort_unstable_by_key(|entry| (entry.regions, entry.bottom));
        });
        self.rights.sort_unstable_by_key(|(side, _)| *side);
    }

    /// Returns the place of the right side of a state, the number of its regions, and that of its bottom side, if there are such ways.
    pub(crate) fn entry(&self, board: &Board, state: &State) -> Option<(usize, u32, u32)> {
        let right = self.rights.binary_search_by_key(&state.row_parts(board.rows), |(side, _)| *side).ok()?;
        let bottom = state.column_parts(board.rows);
        Some((right, *self.regions.numbers.get(&state.regions)?, *self.bottoms.numbers.get(&bottom)?))
    }

    /// Returns the state of an entry of a right side.
    pub(crate) fn state(&self, right: usize, entry: Entry) -> State {
        let mut parts = self.bottoms.items[entry.bottom as usize];
        // Each site is on one of both sides, and without a part on the other.
        parts.iter_mut().zip(self.rights[right].0).for_each(|(part, at_right)| *part |= at_right);
        State { parts, regions: self.regions.items[entry.regions as usize] }
    }
}

/// Knows which regions of one corner and of another make one, by their numbers. Each pair is looked at once, unless there are too many.
pub(crate) struct Joined<'c> {
    board: &'c Board,
    one: &'c [Regions],
    other: &'c [Regions],
    /// 0 if it is not known yet, then 1 if they do not make one, and 2 if they do.
    known: Vec<AtomicU8>,
}

impl<'c> Joined<'c> {
    fn new(board: &'c Board, one: &'c Corner, other: &'c Corner) -> Self {
        let (one, other) = (&one.regions.items[..], &other.regions.items[..]);
        let pairs = one.len().checked_mul(other.len()).filter(|&pairs| pairs <= MOST_PAIRS).unwrap_or(0);
        let known = std::iter::repeat_with(AtomicU8::default).take(pairs);
        Joined { board, one, other, known: known.collect() }
    }

    pub(crate) fn are_one(&self, one: u32, other: u32) -> bool {
        let (one, other) = (one as usize, other as usize);
        let are_one = || !self.board.connected || are_one(&self.one[one], &self.other[other], self.board.rows);
        if self.known.is_empty() {
            return are_one();
        }
        let known = &self.known[one * self.other.len() + other];
        match known.load(Ordering::Relaxed) {
            0 => {
                let are_one = are_one();
                known.store(1 + u8::from(are_one), Ordering::Relaxed);
                are_one
            }
            known => known == 2,
        }
    }
}

/// The most pairs of regions that are kept.
const MOST_PAIRS: usize = 1 << 26;

/// Returns the entries with equal regions together.
pub(crate) fn chunks(entries: &[Entry]) -> impl Iterator<Item = &[Entry]> {
    entries.chunk_by(|one, other| one.regions == other.regions)
}

/// Two corners that are open at the same sites, to be joined.
pub(crate) struct Join<'c> {
    pub(crate) one: &'c Corner,
    pub(crate) other: &'c Corner,
    pub(crate) joined: Joined<'c>,
    /// The right sides of the first corner in order, with their places in it.
    pub(crate) rights: Vec<(Side, u32)>,
    /// The bottom sides.
    space: Space,
    /// The bottom sides of both corners in the space.
    pub(crate) indices: [Vec<HalfIndices>; 2],
}

/// The part of a join with one right side of the other corner.
pub(crate) struct JoinAtRight<'j> {
    /// The entries of the other corner, in chunks with equal regions.
    pub(crate) of_other: Vec<&'j [Entry]>,
    /// U: the sums of ways of the first corner by bottom side, for all regions that are joined by the same regions of the other corner.
    pub(crate) groups: Vec<Group>,
}

/// The ways of a corner whose regions are joined by the same regions of the other corner, with one right side of that.
pub(crate) struct Group {
    /// Entry k is `true` if the regions of chunk k of the other corner join them.
    pub(crate) joins: Vec<bool>,
    /// The number of ways by bottom side.
    pub(crate) ways: Vec<(HalfIndices, u64)>,
}

impl JoinAtRight<'_> {
    /// Returns the groups that the regions of a chunk of the other corner join, or those that they do not join.
    fn groups(&self, place: usize, are_joined: bool) -> Vec<&Group> {
        self.groups.iter().filter(|group| group.joins[place] == are_joined).collect()
    }
}

impl<'c> Join<'c> {
    /// Prepares a join.
    pub(crate) fn new(board: &'c Board, one: &'c Corner, other: &'c Corner) -> Self {
        let joined = Joined::new(board, one, other);
        let rights = one.rights.iter().map(|&(side, _)| side).zip(0..).collect();
        let sides = [&one.bottoms.items[..], &other.bottoms.items[..]];
        let space = Space::new(&board.parts, sides);
        let indices = sides.map(|sides| sides.iter().map(|side| space.indices(side)).collect());
        Join { one, other, joined, rights, space, indices }
    }

    /// Returns the board of both corners.
    pub(crate) fn board(&self) -> &'c Board {
        self.joined.board
    }

    /// Returns the number of grids with each right side of the other corner, in order.
    pub(crate) fn grids(&self, run: &Run) -> Result<Vec<u128>, EngineError> {
        self.by_right(run, &|right, at_right| {
            let all = self.pairs(&self.other.rights[right].1, &at_right.groups.iter().collect::<Vec<_>>());
            // Most regions are joined, so those that are not have few ways.
            let apart = at_right.of_other.iter().enumerate().map(|(place, entries)| {
                run.check()?;
                Ok(self.pairs(entries, &at_right.groups(place, false)))
            });
            Ok(all - apart.sum::<Result<u128, EngineError>>()?)
        })
    }

    /// Returns the number of pairs of ways of some entries of the other corner and of some groups with bottom sides that complete each other.
    fn pairs(&self, entries: &[Entry], groups: &[&Group]) -> u128 {
        let of_other = || entries.iter().map(|entry| (self.indices[1][entry.bottom as usize], entry.ways));
        let of_one = || groups.iter().flat_map(|group| &group.ways);
        let (others, ones) = (entries.len(), groups.iter().map(|group| group.ways.len()).sum::<usize>());
        let weighted = |sum: u64, ways: u64| u128::from(sum) * u128::from(ways);
        // It is at most the product of the numbers of ways to fill the corners, which fits.
        if others * ones <= self.space.steps(others.min(ones)) {
            of_other().map(|(side, ways)| weighted(self.space.sum_at(side, of_one()), ways)).sum()
        } else if others <= ones {
            let sums = self.space.sums(&mut of_other());
            of_one().map(|&(side, ways)| weighted(sums.at(side), ways)).sum()
        } else {
            let sums = self.space.sums(&mut of_one().copied());
            of_other().map(|(side, ways)| weighted(sums.at(side), ways)).sum()
        }
    }

    /// Returns the number of grids with some regions of the other corner.
    pub(crate) fn grids_of(&self, at_right: &JoinAtRight<'_>, place: usize) -> u128 {
        self.pairs(at_right.of_other[place], &at_right.groups(place, true))
    }

    /// Returns the number of grids with each entry of some regions of the other corner.
    pub(crate) fn grids_by_entry(&self, at_right: &JoinAtRight<'_>, place: usize) -> impl Iterator<Item = u128> {
        let groups = at_right.groups(place, true);
        let of_one = self.space.sums(&mut groups.into_iter().flat_map(|group| &group.ways).copied());
        let ways = move |entry: &Entry| of_one.at(self.indices[1][entry.bottom as usize]);
        at_right.of_other[place].iter().map(move |entry| u128::from(ways(entry)) * u128::from(entry.ways))
    }
}
