//! Joins two corners along the edges on which they meet.
//!
//! A corner has a *right* side, the parts of words that leave it in its rows, and a *bottom* side, those of its columns. Two corners make
//! grids if their right sides complete each other and their bottom sides too. With T(r, b) ways to fill a corner with the sides r and b, and
//! r ~ r' for sides that complete each other, the number of grids is the sum over r, b, r' ~ r and b' ~ b of T(r, b) T'(r', b'). It is the
//! sum over r' and b of the products of U(r', b), the sum of T(r, b) over r ~ r', and W(r', b), the sum of T'(r', b') over b' ~ b.
//! Regions divide each of the three tables.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use foldhash::fast::FixedState;
use gridcheck_engine::{EngineError, Run};

use crate::board::Board;
use crate::parts::{NONE, Part, Parts};
use crate::regions::{Regions, are_one};
use crate::state::{MOST_SITES, State};
use crate::ways::Ways;

/// The parts of words at all sites of a side.
type Side = [Part; MOST_SITES];

/// Different items in order, each with its place as a number.
struct Numbered<T> {
    items: Vec<T>,
    numbers: HashMap<T, u32, FixedState>,
}

impl<T: Copy + Ord + Hash> Numbered<T> {
    fn new(items: impl Iterator<Item = T>) -> Self {
        let different: HashSet<T, FixedState> = items.collect();
        let mut items: Vec<T> = different.into_iter().collect();
        items.sort_unstable();
        let numbers = items.iter().copied().zip(0..).collect();
        Numbered { items, numbers }
    }

    fn number(&self, item: &T) -> u32 {
        self.numbers[item]
    }

    fn len(&self) -> usize {
        self.items.len()
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
struct Corner {
    rights: Numbered<Side>,
    bottoms: Numbered<Side>,
    regions: Numbered<Regions>,
    /// By right side; those with equal regions stand together.
    entries: Vec<Vec<Entry>>,
}

impl Corner {
    /// Sorts the ways; `None` if their number overflows.
    fn new(board: &Board, ways: &Ways) -> Option<Self> {
        ways.iter().try_fold(0_u64, |sum, (_, ways)| sum.checked_add(ways))?;
        let sides = |&State { parts, regions }: &State| {
            let (mut right, mut bottom) = (parts, parts);
            right[board.rows..].fill(NONE);
            bottom[..board.rows].fill(NONE);
            (right, bottom, regions)
        };
        let all = || ways.iter().map(|(state, _)| sides(state));
        let (rights, bottoms) = (Numbered::new(all().map(|sides| sides.0)), Numbered::new(all().map(|sides| sides.1)));
        let regions = Numbered::new(all().map(|sides| sides.2));
        let mut entries = vec![Vec::new(); rights.len()];
        for (state, ways) in ways.iter() {
            let (right, bottom, of_entry) = sides(state);
            let entry = Entry { regions: regions.number(&of_entry), bottom: bottoms.number(&bottom), ways };
            entries[rights.number(&right) as usize].push(entry);
        }
        for entries in &mut entries {
            entries.sort_unstable_by_key(|entry| (entry.regions, entry.bottom));
        }
        Some(Corner { rights, bottoms, regions, entries })
    }
}

/// Returns the numbers of the sides in `those`, which are in order, that complete each side of `these`.
fn completing(parts: &Parts, these: &[Side], those: &[Side]) -> Vec<Vec<u32>> {
    let of = |one: &Side| {
        let mut found = Vec::new();
        add_completing(parts, one, 0, those, 0, &mut found);
        found
    };
    these.iter().map(of).collect()
}

/// Adds the numbers of the sides that complete a side, among some that are equal up to a site. The first of them has the number `first`.
fn add_completing(parts: &Parts, one: &Side, site: usize, those: &[Side], first: u32, found: &mut Vec<u32>) {
    let Some(&part) = one.get(site) else {
        found.push(first);
        return;
    };
    let mut first = first;
    for alike in those.chunk_by(|one, other| one[site] == other[site]) {
        // A site that is shut in one side is shut in all.
        if part == NONE || parts.partners(part) >> alike[0][site] & 1 == 1 {
            add_completing(parts, one, site + 1, alike, first, found);
        }
        first += alike.len() as u32;
    }
}

/// Returns the number of grids whose upper corners are filled in these ways.
pub(crate) fn grids(board: &Board, one: &Ways, other: &Ways, run: &Run) -> Result<u128, EngineError> {
    if one.len().min(other.len()) == 0 {
        return Ok(0);
    }
    let one = Corner::new(board, one).ok_or(EngineError::Overflow)?;
    let other = Corner::new(board, other).ok_or(EngineError::Overflow)?;
    let rights = completing(&board.parts, &other.rights.items, &one.rights.items);
    let bottoms = completing(&board.parts, &other.bottoms.items, &one.bottoms.items);
    let mut joined: HashMap<(u32, u32), bool, FixedState> = HashMap::default();
    let mut are_one = |of_one: u32, of_other: u32| {
        !board.connected
            || *joined.entry((of_one, of_other)).or_insert_with(|| {
                are_one(&one.regions.items[of_one as usize], &other.regions.items[of_other as usize], board.rows)
            })
    };
    let width = one.bottoms.len();
    let mut from_other = vec![0_u64; width];
    let mut total = 0_u128;
    for (right, entries) in other.entries.iter().enumerate() {
        run.check()?;
        let of_other: Vec<&[Entry]> = entries.chunk_by(|one, other| one.regions == other.regions).collect();
        // The sums of ways by bottom side, for all regions that are joined by the same regions of the other corner: bit k for `of_other[k]`.
        let mut groups: Vec<(Vec<bool>, Vec<u64>)> = Vec::new();
        let mut group_of: HashMap<u32, usize, FixedState> = HashMap::default();
        for entry in rights[right].iter().flat_map(|&right| &one.entries[right as usize]) {
            let group = *group_of.entry(entry.regions).or_insert_with(|| {
                let joins: Vec<bool> = of_other.iter().map(|other| are_one(entry.regions, other[0].regions)).collect();
                groups.iter().position(|(known, _)| *known == joins).unwrap_or_else(|| {
                    groups.push((joins, vec![0; width]));
                    groups.len() - 1
                })
            });
            // No sum exceeds the number of all ways to fill the corner, which is known to fit.
            let sum = &mut groups[group].1[entry.bottom as usize];
            *sum = sum.wrapping_add(entry.ways);
        }
        for (joins, from_one) in groups {
            from_other.fill(0);
            for entry in of_other.iter().zip(joins).filter(|&(_, joins)| joins).flat_map(|(&entries, _)| entries) {
                for &bottom in &bottoms[entry.bottom as usize] {
                    let sum = &mut from_other[bottom as usize];
                    *sum = sum.wrapping_add(entry.ways);
                }
            }
            // The sum of all products is at most the product of the numbers of ways to fill the corners.
            total = total.checked_add(products(&from_one, &from_other)).ok_or(EngineError::Overflow)?;
        }
    }
    Ok(total)
}

/// Returns the sum of the products of both.
fn products(one: &[u64], other: &[u64]) -> u128 {
    one.iter().zip(other).map(|(&one, &other)| u128::from(one) * u128::from(other)).fold(0, u128::wrapping_add)
}
