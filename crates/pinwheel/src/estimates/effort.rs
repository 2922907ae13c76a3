//! Estimates the cost of a block from smaller grids. The estimate is the same on every machine.
//!
//! The last row and the joins take four fifths of the work. Their cost is proportional to the number of signatures in
//! a group. That number depends on where the group's sides are open, and on the rules: British sides have few
//! adjacent open sites, American ones many. So signatures are counted at two smaller sizes, by the pattern of open
//! right sites and by that of open bottom sites. These numbers are extrapolated one site at a time, as if a side were
//! a Markov chain in which a site depends on its nearby sites.
//!
//! - The number of signatures of a group (R, B) is estimated as r(R) · b(B), plus a constant for each group, empty or
//!   not.
//! - `r(s₁…sₕ) = r(s₁…sₕ₋₁) · r(s₂…sₕ) / r(s₂…sₕ₋₁)`, and the same for b.
//! - Consider the beginnings of right sides that lack the last k sites. Sweeping the row that ends such a beginning
//!   costs [`ABOVE`]`[k]` of the whole. One half is divided among the beginnings by the signatures below them, the
//!   other half evenly, because some states lead to no group.
//!
//! With these estimates, the slowest of 16 pieces of British 13 × 13 takes 1.4 times the mean (docs/CLUSTER.md). The
//! estimate depends only on the size and the rules, so that different machines compute the same deal. Given squares
//! make the pieces less even, but do not affect the result.

use crate::blocks::tile::rank;

/// The estimated cost of groups, in units of which all groups together take about 2^40.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effort {
    height: usize,
    /// Indexed by pattern.
    right: Vec<u64>,
    bottom: Vec<u64>,
}

/// The numbers of signatures by the pattern of open sites on a side.
#[derive(Debug, Clone)]
pub struct SideCounts {
    /// Indexed by the pattern of open right sites, and by that of open bottom sites.
    pub signatures: [Vec<u64>; 2],
}

/// The units of one side.
const SIDE: f64 = (1_u64 << 20) as f64;
/// The reciprocal of the share of the work that is proportional to the number of groups.
const EACH: u64 = 32;
/// The cost of the rows that end k sites before the last one, in thousandths of the sweep and joins below. Measured
/// on British 13 × 13; the first is 144 on American.
const ABOVE: [u64; 4] = [0, 240, 40, 7];

impl Effort {
    /// Extrapolates to sides of `height` sites, from counts with `from` sites and with one more.
    pub fn extrapolate(height: usize, from: usize, small: &SideCounts, large: &SideCounts) -> Self {
        let [right, bottom] = [0, 1].map(|side| {
            let as_numbers = |sides: &SideCounts| {
                sides.signatures[side].iter().map(|&signatures| signatures as f64).collect::<Vec<f64>>()
            };
            let mut last = [as_numbers(small), as_numbers(large)];
            for sites in from + 1..height {
                let next = one_site_more(sites, &last);
                last = {
                    let [_, large] = last;
                    [large, next]
                };
            }
            let [_, counts] = last;
            in_units(&counts)
        });
        Effort { height, right, bottom }
    }

    /// Uses counts of sides of `height` sites.
    pub fn counted(height: usize, sides: &SideCounts) -> Self {
        let [right, bottom] = [0, 1].map(|side| {
            in_units(&sides.signatures[side].iter().map(|&signatures| signatures as f64).collect::<Vec<f64>>())
        });
        Effort { height, right, bottom }
    }

    /// Assigns the same cost to all sides of `height` sites.
    pub fn uniform(height: usize) -> Self {
        Effort::counted(height, &SideCounts { signatures: [0, 1].map(|_| vec![0; 1 << height]) })
    }

    /// Returns the number of sites of a side.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the cost of the last row and the joins of the two groups that have these patterns on their sides, in
    /// either order.
    pub fn of_pair(&self, [one, other]: [u32; 2]) -> u64 {
        let group = |right: u32, bottom: u32| {
            self.right[right as usize] * self.bottom[bottom as usize] + (1 << 40 >> (2 * self.height)) / EACH
        };
        let cost = if one == other { group(one, one) } else { group(one, other) + group(other, one) };
        cost.max(1)
    }

    /// Returns the cost that a pattern adds on both sides, in units of a side.
    pub fn of_pattern(&self, pattern: u32) -> u64 {
        self.right[pattern as usize] + self.bottom[pattern as usize]
    }

    /// Returns the cost of the upper rows. For each beginning of `sites` sites, in depth-first order, it gives the
    /// cost to sweep its last row. The cost is 0 for whole sides.
    pub fn above(&self, sites: usize) -> Vec<u64> {
        let left = self.height - sites;
        let share = ABOVE.get(left).copied().unwrap_or(1);
        let mut signatures = vec![0_u64; 1 << sites];
        for (pattern, &of_pattern) in (0..).zip(&self.right) {
            signatures[rank(self.height, pattern) as usize >> left] += of_pattern;
        }
        let evenly = self.right.iter().sum::<u64>() >> sites;
        signatures.into_iter().map(|signatures| signatures.midpoint(evenly) * (SIDE as u64) / 1000 * share).collect()
    }
}

/// Estimates the counts of sides with one site more than `large` has, by pattern. `large` has `sites` sites.
fn one_site_more(sites: usize, [small, large]: &[Vec<f64>; 2]) -> Vec<f64> {
    let (inner, whole) = ((1_usize << (sites - 1)) - 1, (1_usize << sites) - 1);
    let pattern = |pattern: usize| {
        let common = small[pattern >> 1 & inner];
        if common > 0.0 { large[pattern & whole] * large[pattern >> 1] / common } else { 0.0 }
    };
    (0..2 << sites).map(pattern).collect()
}

/// Scales counts so that their sum is about the units of a side. If nothing was counted, all are equal.
fn in_units(counts: &[f64]) -> Vec<u64> {
    let all: f64 = counts.iter().sum();
    if all > 0.0 && all.is_finite() {
        counts.iter().map(|count| (count / all * SIDE) as u64).collect()
    } else {
        vec![SIDE as u64 / counts.len() as u64; counts.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The extrapolation is exact for a chain whose sites depend only on the previous site.
    #[test]
    fn a_chain_of_sites_is_extrapolated_exactly() {
        // The weight of a site, by whether the site before it and the site are open.
        let weight = |sites: usize, pattern: usize| -> u64 {
            (1..sites).fold(1, |weight, site| {
                weight
                    * match (pattern >> (site - 1) & 1, pattern >> site & 1) {
                        (0, 0) => 3,
                        (0, _) => 5,
                        (_, 0) => 7,
                        (_, _) => 2,
                    }
            })
        };
        let sides = |sites: usize| SideCounts {
            signatures: [0, 1].map(|_| (0..1 << sites).map(|p| weight(sites, p)).collect()),
        };
        let drawn = Effort::extrapolate(6, 3, &sides(3), &sides(4));
        assert_eq!(drawn, Effort::counted(6, &sides(6)));
    }

    #[test]
    fn without_counts_all_patterns_cost_the_same() {
        let none = |sites: usize| SideCounts { signatures: [0, 1].map(|_| vec![0; 1 << sites]) };
        let effort = Effort::extrapolate(5, 3, &none(3), &none(4));
        assert!((0..32).all(|pattern| effort.of_pattern(pattern) == effort.of_pattern(0)));
        assert!(effort.of_pair([0, 0]) > 0);
        assert_eq!(effort.of_pair([3, 5]), 2 * effort.of_pair([3, 3]));
    }

    #[test]
    fn upper_rows_cost_a_part_of_what_is_below() {
        let flat = SideCounts { signatures: [0, 1].map(|_| vec![1; 1 << 5]) };
        let effort = Effort::counted(5, &flat);
        let all = |sites| effort.above(sites).iter().sum::<u64>() as f64 / (1_u64 << 40) as f64;
        assert!((all(4) - 0.24).abs() < 0.001 && (all(3) - 0.04).abs() < 0.001);
        assert!((all(1) - 0.001).abs() < 0.0005 && all(5).abs() < 1e-9);
    }
}
