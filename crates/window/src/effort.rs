//! The estimated cost of middle columns, extrapolated from a smaller grid.
//!
//! The cost depends strongly on the white squares, and on the rules. British middle columns are costly if every other
//! square is white, American ones if many adjacent squares are white. So the relative cost of a middle column is
//! estimated from the smaller ones that remain when squares are left out. It is the root of the sum of their squared
//! costs, because the costliest of them are the most significant. The same holds for the joins with the middle rows.

use std::collections::BTreeSet;

use super::arm::Arm;

/// The cost of one middle column, in units of which all together have about [`WHOLE`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// The cost of the sweep above its last row, for either centre.
    pub above: u64,
    /// The remaining cost.
    pub below: u64,
}

impl Cost {
    /// Returns the cost if two middle columns share the sweep, or if this one has it alone.
    pub fn expected(self, is_shared: bool) -> u64 {
        self.above / if is_shared { 2 } else { 1 } + self.below
    }
}

/// The last row's share of the cost below the sweep, measured on British 15 × 15. The rest is that of the joins.
pub const LAST_ROW_SHARE: f64 = 0.3;
/// The cost of all middle columns.
const WHOLE: f64 = (1_u64 << 40) as f64;

/// The costs of a smaller grid.
#[derive(Debug, Clone, PartialEq)]
pub struct SmallCosts {
    /// Number of squares of an arm.
    pub side: usize,
    /// The cost above the last row, indexed by the white squares of a middle column.
    pub above: Vec<f64>,
    /// The remaining cost, indexed by the colour of the centre, and by the middle column.
    pub below: [Vec<f64>; 2],
    /// The cost of a join, indexed by the colour of the centre, by the middle column, and by the middle row.
    pub joins: [Vec<Vec<f64>>; 2],
}

/// The cost of every middle column.
#[derive(Debug, Clone, PartialEq)]
pub struct Effort {
    /// Indexed by white squares.
    above: Vec<u64>,
    /// Indexed by the colour of the centre, and by white squares.
    below: [Vec<u64>; 2],
    /// Indexed by the white squares of a middle column: the smaller ones that it is estimated from.
    smaller_columns: Vec<Vec<u32>>,
    /// Indexed by the white squares of a middle row: the smaller ones that it is estimated from.
    smaller_rows: Vec<Vec<u32>>,
    joins: [Vec<Vec<f64>>; 2],
}

impl Effort {
    /// Extrapolates to middle columns and middle rows of these numbers of squares.
    pub fn extrapolate([columns, rows]: [usize; 2], costs: &SmallCosts) -> Self {
        let smaller = |side: usize| (0..1 << side).map(|white| reductions(white, side, costs.side)).collect();
        let smaller_columns: Vec<Vec<u32>> = smaller(columns);
        let expected = |costs: &[f64]| -> Vec<f64> {
            smaller_columns
                .iter()
                .map(|smaller| root_of_squares(smaller.iter().map(|&white| costs[white as usize])))
                .collect()
        };
        let (above, below) = (expected(&costs.above), costs.below.each_ref().map(|costs| expected(costs)));
        let all: f64 = above.iter().chain(below.iter().flatten()).sum();
        let units = |costs: &[f64]| -> Vec<u64> { costs.iter().map(|cost| (cost / all * WHOLE) as u64 + 1).collect() };
        Effort {
            above: units(&above),
            below: below.each_ref().map(|costs| units(costs)),
            smaller_columns,
            smaller_rows: smaller(rows),
            joins: costs.joins.clone(),
        }
    }

    /// Replaces the joins of each of these middle columns by those with its middle rows. Some have far fewer middle rows than
    /// the smaller ones that they are estimated from. Other middle columns then have no joins.
    pub fn with_middle_rows(mut self, columns: &[(&Arm, Vec<u32>)]) -> Self {
        let joins = |(arm, rows): &(&Arm, Vec<u32>)| {
            let joins = self.of_joins(arm);
            rows.iter().map(|&row| joins[row as usize]).sum::<f64>()
        };
        let joins: Vec<f64> = columns.iter().map(joins).collect();
        let all: f64 = joins.iter().sum();
        let below = |effort: &Effort, arm: &Arm| effort.of(arm).below as f64;
        let all_below: f64 = columns.iter().map(|(arm, _)| below(&self, arm)).sum();
        let mut expected_below = [vec![0; self.below[0].len()], vec![0; self.below[1].len()]];
        for ((arm, _), joins) in columns.iter().zip(joins) {
            let expected =
                LAST_ROW_SHARE * below(&self, arm) + (1.0 - LAST_ROW_SHARE) * all_below * joins / all.max(1.0);
            expected_below[usize::from(arm.has_white_centre())][arm.white() as usize] = expected as u64 + 1;
        }
        self.below = expected_below;
        self
    }

    /// Returns the relative costs of the joins beside a middle column, indexed by the white squares of the middle row.
    pub fn of_joins(&self, middle_column: &Arm) -> Vec<f64> {
        let joins = &self.joins[usize::from(middle_column.has_white_centre())];
        let columns = &self.smaller_columns[middle_column.white() as usize];
        let small_rows = 0..joins.len();
        let beside: Vec<f64> =
            small_rows.map(|row| root_of_squares(columns.iter().map(|&column| joins[column as usize][row]))).collect();
        let rows = self.smaller_rows.iter();
        // The smaller grid may have no row like it.
        let cost = |smaller: &Vec<u32>| root_of_squares(smaller.iter().map(|&row| beside[row as usize])).max(1.0);
        rows.map(cost).collect()
    }

    /// Returns the estimated cost of a middle column.
    pub fn of(&self, middle_column: &Arm) -> Cost {
        let white = middle_column.white() as usize;
        Cost { above: self.above[white], below: self.below[usize::from(middle_column.has_white_centre())][white] }
    }
}

fn root_of_squares(costs: impl Iterator<Item = f64>) -> f64 {
    costs.map(|cost| cost * cost).sum::<f64>().sqrt()
}

/// Returns the distinct arms of `left` squares that remain when other squares are left out.
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
        let joins = [vec![vec![0.0; 8]; 8], vec![vec![0.0; 8]; 8]];
        let costs = SmallCosts { side: 3, above: costs(2), below: [costs(0), costs(1)], joins };
        for side in [3, 6, 10] {
            let effort = Effort::extrapolate([side, 3], &costs);
            let all: u64 = effort.above.iter().chain(effort.below.iter().flatten()).sum();
            assert!((all as f64 / WHOLE - 1.0).abs() < 1e-6, "side {side}: {all}");
        }
        // If nothing was counted, all costs are equal.
        let nothing = vec![0.0; 8];
        let costs = SmallCosts { above: nothing.clone(), below: [nothing.clone(), nothing], ..costs };
        let nothing = Effort::extrapolate([4, 4], &costs);
        assert_eq!(nothing.of(&Arm::new(4, 5, true)), Cost { above: 1, below: 1 });
    }

    /// A middle column with a single middle row has fewer joins than one with three.
    #[test]
    fn a_middle_column_has_the_joins_with_its_own_rows() {
        let joins = || vec![vec![10.0; 4]; 4];
        let costs =
            SmallCosts { side: 2, above: vec![1.0; 4], below: [vec![5.0; 4], vec![5.0; 4]], joins: [joins(), joins()] };
        let [many, few, other] = [0b01, 0b10, 0b11].map(|white| Arm::new(2, white, false));
        let effort = Effort::extrapolate([2, 2], &costs);
        let before = effort.of(&many).below;
        let effort = effort.with_middle_rows(&[(&many, vec![1, 2, 3]), (&few, vec![2])]);
        let [many, few] = [&many, &few].map(|arm| effort.of(arm).below as f64 / before as f64);
        assert!((many - (0.3 + 0.7 * 1.5)).abs() < 1e-6 && (few - (0.3 + 0.7 * 0.5)).abs() < 1e-6, "{many} {few}");
        assert_eq!(effort.of(&other).below, 0);
    }

    #[test]
    fn joins_cost_what_the_smaller_ones_cost() {
        let nothing = || vec![0.0; 2];
        let joins = [vec![vec![1.0, 2.0], vec![3.0, 4.0]], vec![nothing(), nothing()]];
        let costs = SmallCosts { side: 1, above: nothing(), below: [nothing(), nothing()], joins };
        let joins = Effort::extrapolate([1, 2], &costs).of_joins(&Arm::new(1, 1, false));
        assert_eq!(joins, [3.0, 5.0, 5.0, 4.0]);
        let joins = Effort::extrapolate([2, 1], &costs).of_joins(&Arm::new(2, 0b01, false));
        assert_eq!(joins, [10.0_f64.sqrt(), 20.0_f64.sqrt()]);
    }
}
