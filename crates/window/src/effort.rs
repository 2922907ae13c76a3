//! The estimated cost of middle columns, extrapolated from a smaller grid.
//!
//! The cost depends strongly on the white squares, and on the rules. British middle columns are costly if every other
//! square is white, American ones if many adjacent squares are white. So the relative cost of a middle column is
//! estimated from the smaller ones that remain when squares are left out. It is the root of the sum of their squared
//! costs, because the costliest of them are the most significant.

use std::collections::BTreeSet;

use super::arm::Arm;

/// The cost of one middle column, in units of which all together have about [`WHOLE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// The cost of the sweep above its last row, for either centre.
    pub above: u64,
    /// The remaining cost.
    pub below: u64,
}

/// The cost of all middle columns.
const WHOLE: f64 = (1_u64 << 40) as f64;

/// The cost of every middle column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effort {
    /// Indexed by white squares.
    above: Vec<u64>,
    /// Indexed by the colour of the centre, and by white squares.
    below: [Vec<u64>; 2],
}

impl Effort {
    /// Extrapolates to middle columns of `side` squares from those of `small` squares. `above` and `below` are the
    /// costs above the last row and the remaining costs, indexed as in [`Effort`].
    pub fn extrapolate(side: usize, small: usize, above: &[f64], below: &[Vec<f64>; 2]) -> Self {
        let smaller: Vec<Vec<u32>> = (0..1 << side).map(|white| reductions(white, side, small)).collect();
        let expected = |costs: &[f64]| -> Vec<f64> {
            let cost = |smaller: &Vec<u32>| {
                smaller.iter().map(|&white| costs[white as usize] * costs[white as usize]).sum::<f64>().sqrt()
            };
            smaller.iter().map(cost).collect()
        };
        Effort::in_units(&expected(above), &below.each_ref().map(|costs| expected(costs)))
    }

    fn in_units(above: &[f64], below: &[Vec<f64>; 2]) -> Self {
        let all: f64 = above.iter().chain(below.iter().flatten()).sum();
        let units = |costs: &[f64]| -> Vec<u64> { costs.iter().map(|cost| (cost / all * WHOLE) as u64 + 1).collect() };
        Effort { above: units(above), below: below.each_ref().map(|costs| units(costs)) }
    }

    /// Returns the estimated cost of a middle column.
    pub fn of(&self, middle_column: &Arm) -> Cost {
        let white = middle_column.white() as usize;
        Cost { above: self.above[white], below: self.below[usize::from(middle_column.has_white_centre())][white] }
    }
}

/// Returns the distinct middle columns of `left` squares that remain when other squares are left out.
fn reductions(white: u32, side: usize, left: usize) -> Vec<u32> {
    let kept = (0_u32..1 << side).filter(|kept| kept.count_ones() as usize == left);
    let squares = |kept: u32| (0..side).filter(move |square| kept >> square & 1 == 1);
    let pressed =
        |kept: u32| (0..).zip(squares(kept)).map(|(place, square)| (white >> square & 1) << place).sum::<u32>();
    kept.map(pressed).collect::<BTreeSet<u32>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_left_out_in_every_way() {
        assert_eq!(reductions(0b101, 3, 2), [0b01, 0b10, 0b11]);
        assert_eq!(reductions(0b101, 3, 3), [0b101]);
        assert_eq!(reductions(0, 7, 4), [0]);
    }

    #[test]
    fn all_costs_come_to_the_whole() {
        let costs = |centre: usize| (0..8).map(|white| f64::from(white * white) + centre as f64).collect::<Vec<f64>>();
        for side in [3, 6, 10] {
            let effort = Effort::extrapolate(side, 3, &costs(2), &[costs(0), costs(1)]);
            let all: u64 = effort.above.iter().chain(effort.below.iter().flatten()).sum();
            assert!((all as f64 / WHOLE - 1.0).abs() < 1e-6, "side {side}: {all}");
        }
        // If nothing was counted, all costs are equal.
        let nothing = Effort::extrapolate(4, 2, &[0.0; 4], &[vec![0.0; 4], vec![0.0; 4]]);
        assert_eq!(nothing.of(&Arm::new(4, 5, true)), Cost { above: 1, below: 1 });
    }
}
