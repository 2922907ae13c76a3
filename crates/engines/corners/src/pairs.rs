//! The grids of a join by number: pairs of ways to fill its corners.
//!
//! Pairs are ordered by these criteria in turn:
//!
//! 1. the right side of the other corner, its regions, and its bottom side;
//! 2. the right side of the first corner, its regions, and its bottom side;
//! 3. the number of the first corner's way, and that of the other's.

use gridcheck_engine::{EngineError, Run};

use crate::board::Board;
use crate::join::{Corner, Entry, Join, JoinAtRight, chunks};
use crate::paths::Way;

/// The pairs of ways of a join.
pub(crate) struct Pairs<'c> {
    join: Join<'c>,
    /// The number of pairs by the right side of the other corner.
    at_rights: Vec<u128>,
}

/// Returns the place of the item that has this number, and the number within the item, if each has this many numbers.
fn located(items: impl IntoIterator<Item = u128>, mut number: u128) -> Option<(usize, u128)> {
    for (place, item) in items.into_iter().enumerate() {
        if number < item {
            return Some((place, number));
        }
        number -= item;
    }
    None
}

impl<'c> Pairs<'c> {
    /// Joins two corners.
    pub(crate) fn new(board: &'c Board, one: &'c Corner, other: &'c Corner, run: &Run) -> Result<Self, EngineError> {
        let join = Join::new(board, one, other);
        let at_rights = join.grids(run)?;
        Ok(Pairs { join, at_rights })
    }

    /// Returns the number of pairs.
    pub(crate) fn len(&self) -> u128 {
        // It is at most the product of the numbers of ways to fill the corners, which fits.
        self.at_rights.iter().sum()
    }

    /// Returns the pairs of these numbers, which are in order; those below the [number of pairs](Pairs::len).
    pub(crate) fn find(&self, numbers: &[u128], run: &Run) -> Result<Vec<[Way; 2]>, EngineError> {
        let located = |&number: &u128| located(self.at_rights.iter().copied(), number);
        let numbers: Vec<(usize, u128)> = numbers.iter().map_while(located).collect();
        let mut found = Vec::with_capacity(numbers.len());
        for at_right in numbers.chunk_by(|one, other| one.0 == other.0) {
            let pairs = PairsAtRight::new(&self.join, at_right[0].0, run)?;
            for &(_, number) in at_right {
                run.check()?;
                found.extend(pairs.find(number));
            }
        }
        Ok(found)
    }

    /// Returns the number of a pair; `None` if its corners do not make a grid.
    pub(crate) fn number(&self, [one, other]: [Way; 2], run: &Run) -> Result<Option<u128>, EngineError> {
        let Some((place, _, _)) = self.join.other.entry(self.join.board(), &other.state) else { return Ok(None) };
        let within = PairsAtRight::new(&self.join, place, run)?.number([one, other]);
        Ok(within.map(|within| self.at_rights[..place].iter().sum::<u128>() + within))
    }
}

/// The pairs with a right side of the other corner.
struct PairsAtRight<'j, 'c> {
    join: &'j Join<'c>,
    right: usize,
    at_right: JoinAtRight<'c>,
    /// The number of pairs by the regions of the other corner.
    by_regions: Vec<u128>,
}

impl<'j, 'c> PairsAtRight<'j, 'c> {
    fn new(join: &'j Join<'c>, right: usize, run: &Run) -> Result<Self, EngineError> {
        let at_right = join.at_right(right, run)?;
        let grids_of = |place| {
            run.check()?;
            Ok(join.grids_of(&at_right, place))
        };
        let by_regions = (0..at_right.of_other.len()).map(grids_of).collect::<Result<_, EngineError>>()?;
        Ok(PairsAtRight { join, right, at_right, by_regions })
    }

    fn find(&self, number: u128) -> Option<[Way; 2]> {
        let (place, number) = located(self.by_regions.iter().copied(), number)?;
        let (second, number) = located(self.join.grids_by_entry(&self.at_right, place), number)?;
        let other = self.at_right.of_other[place][second];
        let ones: Vec<(u32, Entry)> = self.ones(place, other).collect();
        let (first, number) = located(ones.iter().map(|(_, one)| pairs(*one, other)), number)?;
        let (right, one) = ones[first];
        // Both are less than a number of 64 bits.
        let [number_of_one, number_of_other] =
            [(number / u128::from(other.ways)) as u64, (number % u128::from(other.ways)) as u64];
        Some([
            Way { state: self.join.one.state(right as usize, one), number: number_of_one },
            Way { state: self.join.other.state(self.right, other), number: number_of_other },
        ])
    }

    fn number(&self, [one, other]: [Way; 2]) -> Option<u128> {
        let board = self.join.board();
        let (_, regions, bottom) = self.join.other.entry(board, &other.state)?;
        let place = self.at_right.of_other.iter().position(|entries| entries[0].regions == regions)?;
        let second = self.at_right.of_other[place].iter().position(|entry| entry.bottom == bottom)?;
        let entry = self.at_right.of_other[place][second];
        let (right, regions, bottom) = self.join.one.entry(board, &one.state)?;
        let is_one = |(at, one): &(u32, Entry)| (*at as usize, one.regions, one.bottom) == (right, regions, bottom);
        let ones: Vec<(u32, Entry)> = self.ones(place, entry).collect();
        let first = ones.iter().position(is_one)?;
        let before = self.by_regions[..place].iter().sum::<u128>()
            + self.join.grids_by_entry(&self.at_right, place).take(second).sum::<u128>();
        let before = before + ones[..first].iter().map(|(_, one)| pairs(*one, entry)).sum::<u128>();
        Some(before + u128::from(one.number) * u128::from(entry.ways) + u128::from(other.number))
    }

    /// Returns the entries of the first corner that make grids with an entry of the other one, each with the place of its right side.
    fn ones(&self, place: usize, other: Entry) -> impl Iterator<Item = (u32, Entry)> {
        let bottom = &self.join.other.bottoms.items[other.bottom as usize];
        let regions = self.at_right.of_other[place][0].regions;
        let of_right = |right: u32| chunks(&self.join.one.rights[right as usize].1).map(move |ones| (right, ones));
        let joined = self.join.completing(self.right).into_iter().flat_map(of_right);
        let joined = joined.filter(move |(_, ones)| self.join.joined.are_one(ones[0].regions, regions));
        let entries = joined.flat_map(|(right, ones)| ones.iter().map(move |&one| (right, one)));
        let one = &self.join.one.bottoms.items;
        entries.filter(move |(_, entry)| self.join.board().parts.complete(&one[entry.bottom as usize], bottom))
    }
}

/// Returns the number of pairs of two entries that make grids.
fn pairs(one: Entry, other: Entry) -> u128 {
    u128::from(one.ways) * u128::from(other.ways)
}
