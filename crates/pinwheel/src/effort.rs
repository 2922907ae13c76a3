//! What a block is expected to cost, found on smaller grids, the same on every machine.
//!
//! The last row and the joins take four fifths of the work, and go with the kinds of quarter in a group; a group's kinds depend
//! much on where its sides are open, and how they do depends on the rules: British sides have few open sites side by side,
//! American ones have many. So the kinds are counted at two smaller sizes, by the pattern of open right sites and by that of open
//! bottom sites, and drawn out a site at a time as if a side were a chain in which a site knows the ones near it: a
//! pattern is expected as often as its beginning times its end, by what these have in common.
//!
//! - the kinds of a group (R, B) go with r(R) · b(B), and something is added for each group, empty or not;
//! - `r(s₁…sₕ) = r(s₁…sₕ₋₁) · r(s₂…sₕ) / r(s₂…sₕ₋₁)`, and the same for b;
//! - to sweep the row that ends a beginning of the right side without the last k sites costs [`ABOVE`]`[k]` of the whole, divided
//!   among such beginnings, one half by the kinds of the groups below them, the other evenly: there are states that come to nothing.
//!
//! With these, of 16 pieces of British 13 × 13 the slowest takes 1.4 times the mean (docs/CLUSTER.md). Nothing but the size and the
//! rules goes into it, so that pieces that are counted on different machines are pieces of one deal. Givens make pieces less
//! even, and no less right.

use super::tile::rank;

/// The expected cost of groups, in units of which all together come to about 2^40.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effort {
    height: usize,
    /// By pattern.
    right: Vec<u64>,
    bottom: Vec<u64>,
}

/// How many kinds have which open sites on either side.
#[derive(Debug, Clone)]
pub struct SideCounts {
    /// By the pattern of open right sites, and by that of open bottom sites.
    pub signatures: [Vec<u64>; 2],
}

/// All of one side.
const SIDE: f64 = (1_u64 << 20) as f64;
/// Of the whole work, what goes with the number of groups alone.
const EACH: u64 = 32;
/// What the rows that end so many sites before the last one cost, in thousandths of all that is swept and joined below: measured on
/// British 13 × 13; on American the first is 144.
const ABOVE: [u64; 4] = [0, 240, 40, 7];

impl Effort {
    /// For sides of so many sites, by what was counted with `small.0` sites and with one more.
    pub fn extrapolate(height: usize, small: (usize, &SideCounts), large: &SideCounts) -> Self {
        let [right, bottom] = [0, 1].map(|side| {
            let as_numbers = |sides: &SideCounts| {
                sides.signatures[side].iter().map(|&signatures| signatures as f64).collect::<Vec<f64>>()
            };
            let mut last = [as_numbers(small.1), as_numbers(large)];
            for sites in small.0 + 1..height {
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

    /// For sides of so many sites, by what was counted there.
    pub fn counted(height: usize, sides: &SideCounts) -> Self {
        let [right, bottom] = [0, 1].map(|side| {
            in_units(&sides.signatures[side].iter().map(|&signatures| signatures as f64).collect::<Vec<f64>>())
        });
        Effort { height, right, bottom }
    }

    /// For sides of so many sites, of which nothing is known.
    pub fn alike(height: usize) -> Self {
        Effort::counted(height, &SideCounts { signatures: [0, 1].map(|_| vec![0; 1 << height]) })
    }

    /// The sites of a side.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The last row and the joins of the two groups that have these patterns on their sides, in either order.
    pub fn of_pair(&self, [one, other]: [u32; 2]) -> u64 {
        let group = |right: u32, bottom: u32| {
            self.right[right as usize] * self.bottom[bottom as usize] + (1 << 40 >> (2 * self.height)) / EACH
        };
        let cost = if one == other { group(one, one) } else { group(one, other) + group(other, one) };
        cost.max(1)
    }

    /// What a pattern brings with it on either side, in units of a side.
    pub fn of_pattern(&self, pattern: u32) -> u64 {
        self.right[pattern as usize] + self.bottom[pattern as usize]
    }

    /// The rows that lead to the last one: for the beginnings of so many sites, by their place in depth-first order, what it costs to
    /// sweep their last row. None for whole sides.
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

/// Counts, by pattern, of sides with one site more than the second of these has. `sites` is how many that is.
fn one_site_more(sites: usize, [small, large]: &[Vec<f64>; 2]) -> Vec<f64> {
    let (inner, whole) = ((1_usize << (sites - 1)) - 1, (1_usize << sites) - 1);
    let pattern = |pattern: usize| {
        let common = small[pattern >> 1 & inner];
        if common > 0.0 { large[pattern & whole] * large[pattern >> 1] / common } else { 0.0 }
    };
    (0..2 << sites).map(pattern).collect()
}

/// The same in units, so that all come to about a whole side. Where nothing was counted all are alike.
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

    /// Of a chain whose sites know only the one before them, the rule tells the truth.
    #[test]
    fn a_chain_is_drawn_out_exactly() {
        // How likely a site is open after one that is shut, and after one that is open.
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
        let drawn = Effort::extrapolate(6, (3, &sides(3)), &sides(4));
        assert_eq!(drawn, Effort::counted(6, &sides(6)));
    }

    #[test]
    fn where_nothing_is_known_all_are_alike() {
        let none = |sites: usize| SideCounts { signatures: [0, 1].map(|_| vec![0; 1 << sites]) };
        let effort = Effort::extrapolate(5, (3, &none(3)), &none(4));
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
