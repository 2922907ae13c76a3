//! The sides of a corner that are open at the same sites, and sums over those that complete each other.
//!
//! Two sides complete each other if both of their halves do. So the sides that complete one need no list, which would have billions of items
//! for six open sites: they are the pairs of two short lists.

use std::collections::BTreeSet;

use crate::parts::{Part, Parts};
use crate::state::{Side, open_sites};

/// The indices of both halves of a side.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HalfIndices {
    high: u32,
    low: u32,
}

/// All pairs of halves of some sides.
pub(crate) struct Space {
    halves: [Half; 2],
}

/// The sides with parts at half of the open sites only.
struct Half {
    sites: Vec<usize>,
    sides: Vec<Side>,
    /// For each side the indices of those that complete it.
    partners: Vec<Vec<usize>>,
    /// Entry [i][k] is `true` if sides i and k complete each other.
    are_partners: Vec<Vec<bool>>,
    /// For each site the rows whose sum each new row is. After the last site these are the sums over the sides that complete one.
    rows: Vec<Vec<Vec<usize>>>,
}

impl Half {
    fn new<'s>(parts: &Parts, sites: &[usize], sides: impl Iterator<Item = &'s Side>) -> Self {
        let sides: BTreeSet<Side> = sides.map(|side| at(sites, side)).collect();
        let sides: Vec<Side> = sides.into_iter().collect();
        let are_partners = |one: &Side| sides.iter().map(|other| parts.complete(one, other)).collect();
        let are_partners: Vec<Vec<bool>> = sides.iter().map(are_partners).collect();
        let partners = |are: &Vec<bool>| (0..are.len()).filter(|&other| are[other]).collect();
        let rows = rows(parts, sites, &sides);
        Half { sites: sites.to_vec(), partners: are_partners.iter().map(partners).collect(), are_partners, rows, sides }
    }

    /// Returns the number of rows that are added to make sums.
    fn added_rows(&self) -> usize {
        self.rows.iter().flatten().map(Vec::len).sum()
    }

    /// Returns the number of sides that complete a side on average.
    fn mean_partners(&self) -> usize {
        self.partners.iter().map(Vec::len).sum::<usize>().div_ceil(self.sides.len().max(1))
    }

    fn index(&self, side: &Side) -> u32 {
        let half = at(&self.sites, side);
        // A half with more sites has shorter parts, so there are fewer than 2^32 sides.
        self.sides.partition_point(|other| *other < half) as u32
    }
}

/// Returns for each site the rows whose sum each new row is. The first rows belong to sides, in order. After a site the parts of a row's side
/// are those that are completed, up to this site, so the last rows belong to sides again.
fn rows(parts: &Parts, sites: &[usize], sides: &[Side]) -> Vec<Vec<Vec<usize>>> {
    let mut before = sides.to_vec();
    let at_site = |(place, &site): (usize, &usize)| {
        let (completed, left) = sites.split_at(place + 1);
        let [completed, left] =
            [completed, left].map(|sites| sides.iter().map(|side| at(sites, side)).collect::<BTreeSet<_>>());
        let joined = |one: &Side, other: &Side| std::array::from_fn(|site| one[site] | other[site]);
        let pairs = completed.iter().flat_map(|one| left.iter().map(move |other| joined(one, other)));
        let after: Vec<Side> = pairs.collect::<BTreeSet<Side>>().into_iter().collect();
        let row = |side: &Side| {
            let partners = parts.partners(side[site]);
            let with = |part: Part| {
                let mut other = *side;
                other[site] = part;
                other
            };
            let completing = parts.all().filter(|part| partners >> part & 1 == 1);
            completing.filter_map(|part| before.binary_search(&with(part)).ok()).collect()
        };
        let rows = after.iter().map(row).collect();
        before = after;
        rows
    };
    sites.iter().enumerate().map(at_site).collect()
}

/// Returns the parts of a side at some sites.
pub(crate) fn at(sites: &[usize], side: &Side) -> Side {
    let mut half = Side::default();
    for &site in sites {
        half[site] = side[site];
    }
    half
}

impl Space {
    /// Takes the sides of both corners, which are open at the same sites.
    pub(crate) fn new(parts: &Parts, sides: [&[Side]; 2]) -> Self {
        let sides = || sides.into_iter().flatten();
        let open = sides().next().map(open_sites).unwrap_or_default();
        let (high, low) = open.split_at(open.len() / 2);
        Space { halves: [high, low].map(|sites| Half::new(parts, sites, sides())) }
    }

    /// Returns the indices of a side, which is one of those that made the space.
    pub(crate) fn indices(&self, side: &Side) -> HalfIndices {
        let [high, low] = self.halves.each_ref().map(|half| half.index(side));
        HalfIndices { high, low }
    }

    /// Returns the sum of the values of those that complete a side. It must not exceed 64 bits.
    pub(crate) fn sum_at<'v>(&self, side: HalfIndices, values: impl Iterator<Item = &'v (HalfIndices, u64)>) -> u64 {
        let [high, low] = &self.halves;
        let (high, low) = (&high.are_partners[side.high as usize], &low.are_partners[side.low as usize]);
        let value =
            |&(at, value): &(HalfIndices, u64)| if high[at.high as usize] & low[at.low as usize] { value } else { 0 };
        values.map(value).sum()
    }

    /// Returns the number of steps to make all [sums](Space::sums) of this number of values. To compare a side with a value is a step too.
    pub(crate) fn steps(&self, values: usize) -> usize {
        let [high, low] = &self.halves;
        // A processor adds a row several values at a time.
        values * low.mean_partners() + high.added_rows() * low.sides.len() / 3
    }

    /// Returns for each side the sum of the values of those that complete it. No sum must exceed 64 bits. That is not checked, which would
    /// keep a processor from adding a row several values at a time.
    pub(crate) fn sums(&self, values: &mut dyn Iterator<Item = (HalfIndices, u64)>) -> Sums {
        let [high, low] = &self.halves;
        let width = low.sides.len();
        let mut sums = vec![0_u64; high.sides.len() * width];
        for (side, value) in values {
            let row = &mut sums[side.high as usize * width..][..width];
            low.partners[side.low as usize].iter().for_each(|&low| row[low] = row[low].wrapping_add(value));
        }
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for begin in (0..width).step_by(COLUMNS) {
            let columns = begin..width.min(begin + COLUMNS);
            after.clear();
            sums.chunks_exact(width).for_each(|row| after.extend_from_slice(&row[columns.clone()]));
            for rows in &high.rows {
                std::mem::swap(&mut before, &mut after);
                after.resize(rows.len() * columns.len(), 0);
                for (row, added) in after.chunks_exact_mut(columns.len()).zip(rows) {
                    add_rows(row, added, &before);
                }
            }
            for (row, sums) in sums.chunks_exact_mut(width).zip(after.chunks_exact(columns.len())) {
                row[columns.clone()].copy_from_slice(sums);
            }
        }
        Sums { width, sums }
    }
}

/// The number of columns of rows that are added together: a processor keeps them near.
const COLUMNS: usize = 64;

/// The number of sums that a processor adds at once.
const AT_ONCE: usize = 16;

/// Sets a row to the sum of some rows of the same length.
fn add_rows(row: &mut [u64], added: &[usize], rows: &[u64]) {
    let length = row.len();
    let (pieces, rest) = row.as_chunks_mut::<AT_ONCE>();
    let begin_of_rest = pieces.len() * AT_ONCE;
    for (place, piece) in pieces.iter_mut().enumerate() {
        let mut sums = [0_u64; AT_ONCE];
        for other in added {
            let values = &rows[other * length + place * AT_ONCE..][..AT_ONCE];
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum = sum.wrapping_add(*value));
        }
        *piece = sums;
    }
    for (place, sum) in rest.iter_mut().enumerate() {
        let value = |other: &usize| rows[other * length + begin_of_rest + place];
        *sum = added.iter().map(value).fold(0, u64::wrapping_add);
    }
}

/// A sum for each side.
pub(crate) struct Sums {
    width: usize,
    sums: Vec<u64>,
}

impl Sums {
    pub(crate) fn at(&self, side: HalfIndices) -> u64 {
        self.sums[side.high as usize * self.width + side.low as usize]
    }
}

#[cfg(test)]
mod tests {
    use gridcheck_core::rng::SeededRng;
    use gridcheck_core::rules::builtin;

    use super::*;
    use crate::parts::Part;

    #[test]
    fn sums_are_over_all_sides_that_complete_one() {
        let parts = Parts::new(&builtin("ximenes").expect("built in"), 5).expect("few parts");
        let rng = &mut SeededRng::new(1);
        for open in 0..=5 {
            let side = |rng: &mut SeededRng| {
                let mut side = Side::default();
                side[1..=open].fill_with(|| 1 + rng.below(7) as Part);
                side
            };
            let sides: Vec<Side> = (0..2000).map(|_| side(rng)).collect();
            let space = Space::new(&parts, [&sides[..300], &sides[300..]]);
            for number in [0, 1, 3, 2000] {
                let value = |(side, value): (&Side, u64)| (space.indices(side), value);
                let values: Vec<(HalfIndices, u64)> = sides[..number].iter().zip(1..).map(value).collect();
                let sums = space.sums(&mut values.iter().copied());
                for one in &sides[..100] {
                    let completing = sides[..number].iter().zip(1..).filter(|(other, _)| parts.complete(one, *other));
                    let expected: u64 = completing.map(|(_, value)| value).sum();
                    let indices = space.indices(one);
                    assert_eq!((sums.at(indices), space.sum_at(indices, values.iter())), (expected, expected));
                }
            }
        }
    }
}
