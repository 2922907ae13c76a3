//! Joins two corners along the edges on which they meet.
//!
//! A corner has a *right* side, the parts of words that leave it in its rows, and a *bottom* side, those of its columns. Two corners make
//! grids if their right sides complete each other and their bottom sides too.
//!
//! T(r, b) is the number of ways to fill one corner with the sides r and b, and T' that of the other corner. Two sides r ~ r' complete each
//! other. The number of grids is the sum of T(r, b) T'(r', b') over r ~ r' and b ~ b'. U(r', b) is the sum of T(r, b) over
//! r ~ r', and W(r', b) that of T'(r', b') over b' ~ b. The sum of U(r', b) W(r', b) is the same number. Regions divide each table.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicU8, Ordering};

use foldhash::fast::FixedState;
use gridcheck_engine::{EngineError, Run};
use rayon::prelude::*;

use crate::board::Board;
use crate::parts::{NONE, Part, Parts};
use crate::regions::{Regions, are_one};
use crate::state::{MOST_SITES, State};

/// The parts of words at all sites of a side.
type Side = [Part; MOST_SITES];

/// Different items, numbered in the order in which they come.
struct Numbered<T> {
    items: Vec<T>,
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
struct Entry {
    regions: u32,
    bottom: u32,
    ways: u64,
}

/// The ways to fill a corner.
#[derive(Default)]
pub(crate) struct Corner {
    bottoms: Numbered<Side>,
    regions: Numbered<Regions>,
    /// The right sides with their ways; those with equal regions stand together.
    rights: Vec<(Side, Vec<Entry>)>,
    /// The number of all ways.
    ways: u64,
}

impl Corner {
    /// Adds all ways with some right sides; `None` on overflow.
    pub(crate) fn add(&mut self, rows: usize, ways: &[(State, u64)]) -> Option<()> {
        let mut rights: HashMap<Side, Vec<Entry>, FixedState> = HashMap::default();
        for &(state, ways) in ways {
            let mut bottom = state.parts;
            bottom[..rows].fill(NONE);
            let regions = self.regions.number(state.regions);
            rights.entry(state.row_parts(rows)).or_default().push(Entry {
                regions,
                bottom: self.bottoms.number(bottom),
                ways,
            });
            self.ways = self.ways.checked_add(ways)?;
        }
        for (right, mut entries) in rights {
            entries.sort_unstable_by_key(|entry| (entry.regions, entry.bottom));
            entries.shrink_to_fit();
            self.rights.push((right, entries));
        }
        Some(())
    }

    /// Numbers the bottom sides in order, so that those that complete one side are close together.
    pub(crate) fn sort_bottoms(&mut self) {
        let numbers = self.bottoms.sort();
        self.rights.par_iter_mut().flat_map(|(_, entries)| entries).for_each(|entry| {
            entry.bottom = numbers[entry.bottom as usize];
        });
    }
}

/// Returns whether the regions of one corner and those of another make one, by their numbers. Each pair is looked at once.
struct Joined<'c> {
    board: &'c Board,
    one: &'c [Regions],
    other: &'c [Regions],
    /// 0 if it is not known yet, then 1 if they do not make one, and 2 if they do.
    known: Vec<AtomicU8>,
}

impl<'c> Joined<'c> {
    fn new(board: &'c Board, one: &'c Corner, other: &'c Corner) -> Self {
        let (one, other) = (&one.regions.items[..], &other.regions.items[..]);
        let pairs = one.len() * other.len();
        let known = std::iter::repeat_with(AtomicU8::default).take(if pairs <= MOST_PAIRS { pairs } else { 0 });
        Joined { board, one, other, known: known.collect() }
    }

    fn are_one(&self, one: u32, other: u32) -> bool {
        let (one, other) = (one as usize, other as usize);
        let are_one = || !self.board.connected || are_one(&self.one[one], &self.other[other], self.board.rows);
        let Some(known) = self.known.get(one * self.other.len() + other) else { return are_one() };
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
const MOST_PAIRS: usize = 1 << 30;

/// Adds the numbers of the sides that complete one, among some that are in order and equal up to a site.
fn add_completing(parts: &Parts, one: &Side, site: usize, those: &[(Side, u32)], found: &mut Vec<u32>) {
    let Some(&part) = one.get(site) else {
        found.extend(those.iter().map(|&(_, number)| number));
        return;
    };
    for alike in those.chunk_by(|(one, _), (other, _)| one[site] == other[site]) {
        // A site that is shut in one side is shut in all.
        if part == NONE || parts.partners(part) >> alike[0].0[site] & 1 == 1 {
            add_completing(parts, one, site + 1, alike, found);
        }
    }
}

/// Returns the numbers of the sides that complete one, among some that are in order.
fn completing(parts: &Parts, one: &Side, those: &[(Side, u32)]) -> Vec<u32> {
    let mut found = Vec::new();
    add_completing(parts, one, 0, those, &mut found);
    found
}

/// Returns the entries with equal regions together.
fn chunks(entries: &[Entry]) -> impl Iterator<Item = &[Entry]> {
    entries.chunk_by(|one, other| one.regions == other.regions)
}

/// Returns the number of grids whose upper corners are filled in these ways. Their [bottom sides are sorted](Corner::sort_bottoms).
pub(crate) fn grids(board: &Board, one: &Corner, other: &Corner, run: &Run) -> Result<u128, EngineError> {
    let joined = Joined::new(board, one, other);
    let mut rights: Vec<(Side, u32)> = one.rights.iter().map(|&(side, _)| side).zip(0..).collect();
    rights.sort_unstable();
    let those: Vec<(Side, u32)> = one.bottoms.items.iter().copied().zip(0..).collect();
    let of_bottom = |side: &Side| {
        run.check()?;
        Ok(completing(&board.parts, side, &those))
    };
    let bottoms: Vec<Vec<u32>> = other.bottoms.items.par_iter().map(of_bottom).collect::<Result<_, EngineError>>()?;
    let width = one.bottoms.items.len();
    let of_right = |(side, entries): &(Side, Vec<Entry>)| {
        run.check()?;
        let mut from_other = vec![0_u64; width];
        let of_other: Vec<&[Entry]> = chunks(entries).collect();
        // The sums of ways by bottom side, for all regions that are joined by the same regions of the other corner: entry k for `of_other[k]`.
        let mut groups: Vec<(Vec<bool>, Vec<u64>)> = Vec::new();
        let mut group_of: HashMap<u32, usize, FixedState> = HashMap::default();
        let rights = completing(&board.parts, side, &rights);
        let of_one = rights.into_iter().flat_map(|right| chunks(&one.rights[right as usize].1));
        for entries in of_one {
            let regions = entries[0].regions;
            let group = *group_of.entry(regions).or_insert_with(|| {
                let joins: Vec<bool> = of_other.iter().map(|other| joined.are_one(regions, other[0].regions)).collect();
                groups.iter().position(|(known, _)| *known == joins).unwrap_or_else(|| {
                    groups.push((joins, vec![0; width]));
                    groups.len() - 1
                })
            });
            let sums = &mut groups[group].1;
            for entry in entries {
                // No sum exceeds the number of all ways to fill the corner, which is known to fit.
                let sum = &mut sums[entry.bottom as usize];
                *sum = sum.wrapping_add(entry.ways);
            }
        }
        let mut total = 0_u128;
        for (place, entries) in of_other.into_iter().enumerate() {
            from_other.fill(0);
            for entry in entries {
                for &bottom in &bottoms[entry.bottom as usize] {
                    let sum = &mut from_other[bottom as usize];
                    *sum = sum.wrapping_add(entry.ways);
                }
            }
            for (_, from_one) in groups.iter().filter(|(joins, _)| joins[place]) {
                total = total.checked_add(products(from_one, &from_other)).ok_or(EngineError::Overflow)?;
            }
        }
        Ok(total)
    };
    let add = |one: u128, other: u128| one.checked_add(other).ok_or(EngineError::Overflow);
    other.rights.par_iter().map(of_right).try_reduce(|| 0, add)
}

/// Returns the sum of the products of both. It is at most the product of the numbers of ways to fill the corners, which fits.
fn products(one: &[u64], other: &[u64]) -> u128 {
    one.iter().zip(other).map(|(&one, &other)| u128::from(one) * u128::from(other)).fold(0, u128::wrapping_add)
}
