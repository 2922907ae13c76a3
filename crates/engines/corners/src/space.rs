//! The sides of a corner that are open at the same sites, and sums over those that complete each other.
//!
//! Two sides complete each other if both of their halves do. So the sides that complete one need no list, which would have billions of items
//! for six open sites: they are the pairs of two short lists.

use std::collections::BTreeSet;

use crate::parts::Parts;
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
}

impl Half {
    fn new<'s>(parts: &Parts, sites: &[usize], sides: impl Iterator<Item = &'s Side>) -> Self {
        let sides: BTreeSet<Side> = sides.map(|side| at(sites, side)).collect();
        let sides: Vec<Side> = sides.into_iter().collect();
        let are_partners = |one: &Side| sides.iter().map(|other| parts.complete(one, other)).collect();
        let are_partners: Vec<Vec<bool>> = sides.iter().map(are_partners).collect();
        let partners = |are: &Vec<bool>| (0..are.len()).filter(|&other| are[other]).collect();
        Half { sites: sites.to_vec(), partners: are_partners.iter().map(partners).collect(), are_partners, sides }
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

/// Returns the parts of a side at some sites.
fn at(sites: &[usize], side: &Side) -> Side {
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

    /// Returns the number of steps to make all [sums](Space::sums) of this number of values: if whole rows are added, and if not.
    fn steps(&self, values: usize) -> [usize; 2] {
        let [high, low] = &self.halves;
        let [highs, lows] = [high, low].map(Half::mean_partners);
        // A processor adds a row several values at a time.
        let by_rows = values * lows + high.sides.len() * highs * low.sides.len() / 2;
        [by_rows, values * highs * lows]
    }

    /// Returns the number of values from which on it takes less time to make all sums than some of them, one by one.
    pub(crate) fn many_values(&self, sums: usize) -> usize {
        let [by_rows, directly] = self.steps(sums);
        by_rows.min(directly) / sums.max(1)
    }

    /// Returns for each side the sum of the values of those that complete it. No sum must exceed 64 bits. That is not checked, which would
    /// keep a processor from adding a row several values at a time.
    pub(crate) fn sums(&self, values: impl ExactSizeIterator<Item = (HalfIndices, u64)>) -> Sums {
        let [high, low] = &self.halves;
        let width = low.sides.len();
        let mut sums = vec![0_u64; high.sides.len() * width];
        let [by_rows, directly] = self.steps(values.len());
        if by_rows < directly {
            let mut rows = vec![0_u64; sums.len()];
            for (side, value) in values {
                let row = &mut rows[side.high as usize * width..][..width];
                low.partners[side.low as usize].iter().for_each(|&low| row[low] = row[low].wrapping_add(value));
            }
            for (sums, partners) in sums.chunks_exact_mut(width).zip(&high.partners) {
                for row in partners.iter().map(|high| &rows[high * width..][..width]) {
                    sums.iter_mut().zip(row).for_each(|(sum, value)| *sum = sum.wrapping_add(*value));
                }
            }
        } else {
            for (side, value) in values {
                for high in &high.partners[side.high as usize] {
                    let row = &mut sums[high * width..][..width];
                    low.partners[side.low as usize].iter().for_each(|&low| row[low] = row[low].wrapping_add(value));
                }
            }
        }
        Sums { width, sums }
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

    /// Few values are added one by one, and many by rows. Both ways give the sums over all sides that complete one.
    #[test]
    fn sums_are_over_all_sides_that_complete_one() {
        let parts = Parts::new(&builtin("ximenes").expect("built in"), 5).expect("few parts");
        let rng = &mut SeededRng::new(1);
        for open in [0, 1, 2, 4] {
            let side = |rng: &mut SeededRng| {
                let mut side = Side::default();
                side[1..=open].fill_with(|| 1 + rng.below(7) as Part);
                side
            };
            let sides: Vec<Side> = (0..2000).map(|_| side(rng)).collect();
            let space = Space::new(&parts, [&sides[..300], &sides[300..]]);
            let mut ways_to_add = BTreeSet::new();
            for number in [0, 1, 3, 2000] {
                let value = |(side, value): (&Side, u64)| (space.indices(side), value);
                let values: Vec<(HalfIndices, u64)> = sides[..number].iter().zip(1..).map(value).collect();
                let [by_rows, directly] = space.steps(number);
                ways_to_add.insert(by_rows < directly);
                let sums = space.sums(values.iter().copied());
                for one in &sides[..100] {
                    let completing = sides[..number].iter().zip(1..).filter(|(other, _)| parts.complete(one, *other));
                    let expected: u64 = completing.map(|(_, value)| value).sum();
                    let indices = space.indices(one);
                    assert_eq!((sums.at(indices), space.sum_at(indices, values.iter())), (expected, expected));
                }
            }
            assert!(open < 4 || ways_to_add.len() == 2, "{open} sites are added in one way only");
        }
    }
}
