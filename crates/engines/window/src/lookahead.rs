//! Decides which states of a quadrant can still reach a middle row, and which steps each column may take next. A sweep drops the
//! other states at once, and merges states that these steps do not distinguish.
//!
//! Below a row, some columns need a white square (*open*) and some a black one (*closed*). Many such pairs of sets fit no
//! legal row, or only rows that do not fit above any middle row. This is decided from the middle row upwards, for all
//! pairs. Regions and symbols are ignored, so a boundary that is kept may still lead nowhere.
//!
//! Near the middle row, the symbols make *demands*: a word that cannot end in the last row needs a white square of the
//! middle row below it, and a word that cannot go on needs a black one. Some middle row must meet all of them.
//!
//! Without this, more than a third of the states before the last row lead nowhere in British 13 × 13.

use std::ops::BitOrAssign;

use super::arm::Arm;
use super::tables::{Choice, NextSteps};

/// The pairs of open and closed columns, and the demands, from which a middle row can be reached.
pub(crate) struct Lookahead {
    width: usize,
    /// Indexed by row, then by its open and its closed columns: the steps that each column may take in the next row
    /// ([`NextSteps`]), and [`LEADS_ON`]; 0 if no middle row can be reached. For the last row without steps.
    next: Vec<Vec<u64>>,
    meets: Vec<bool>,
}

/// The bit of [`Lookahead::next`] that is set if a middle row can be reached.
const LEADS_ON: u64 = 1 << 63;

impl Lookahead {
    /// Computes the lookahead of a quadrant above middle rows with these white squares. `choices` are the possible rows below
    /// these open columns. `may_end` is `true` if some middle row fits below a last row with these white squares and these
    /// open columns.
    pub(crate) fn new<'t, C: Iterator<Item = &'t Choice>>(
        [height, width]: [usize; 2],
        middle_column: &Arm,
        choices: impl Fn(usize, u32) -> C,
        may_end: impl Fn(u32, u32) -> bool,
        middle_rows: impl Iterator<Item = u32>,
    ) -> Self {
        let sets = 1u32 << width;
        let pairs = (0..sets).flat_map(|open| (0..sets).map(move |closed| (open, closed)));
        let ends = pairs.map(|(open, closed)| open & closed == 0 && may_end(open | closed, open));
        let last = ends.map(|may_end| if may_end { LEADS_ON } else { 0 }).collect();
        let mut lookahead = Lookahead { width, next: vec![last], meets: meets(width, middle_rows) };
        // The rows are added from the last one upwards.
        for row in (1..height).rev() {
            let beyond = u32::from(middle_column.is_white(row)) << (width - 1);
            let above = (0..sets).flat_map(|open| {
                let mut fits = vec![0; sets as usize];
                for choice in choices(row, open).filter(|choice| lookahead.allows(0, choice)) {
                    let crossed = choice.white << 1 | choice.white >> 1 | beyond;
                    fits[(!choice.white & (sets - 1)) as usize] |= LEADS_ON | NextSteps::of_row(width, choice, crossed);
                }
                with_subsets(fits, width)
            });
            let above = above.collect();
            lookahead.next.insert(0, above);
        }
        lookahead
    }

    /// Returns the demands that some middle row meets, indexed by the demands of all pairs of columns.
    pub(crate) fn meets(&self) -> &[bool] {
        &self.meets
    }

    /// Returns `true` if a middle row can be reached after this choice for a row.
    pub(crate) fn allows(&self, row: usize, choice: &Choice) -> bool {
        self.next_steps(row, choice) & LEADS_ON != 0
    }

    /// Returns the steps that each column may take in the next row, after this choice for a row other than the last
    /// ([`NextSteps`]).
    pub(crate) fn next_steps(&self, row: usize, choice: &Choice) -> u64 {
        let closed = choice.white & !choice.open;
        self.next[row][(choice.open << self.width | closed) as usize]
    }
}

/// Returns the demands that some middle row meets. Each pair of columns has four bits of demands: two for columns that
/// need a white square, and two for those that need a black one.
fn meets(width: usize, middle_rows: impl Iterator<Item = u32>) -> Vec<bool> {
    let pairs = width.div_ceil(2);
    let mut met = vec![false; 1 << (4 * pairs)];
    for white in middle_rows {
        let of_pair = |pair: usize| (white >> (2 * pair) & 0b11 | (!white >> (2 * pair) & 0b11) << 2) as usize;
        met[(0..pairs).map(|pair| of_pair(pair) << (4 * pair)).sum::<usize>()] = true;
    }
    with_subsets(met, 4 * pairs)
}

/// Gives the marks of each set to its subsets too.
fn with_subsets<M: Copy + BitOrAssign>(mut marked: Vec<M>, width: usize) -> Vec<M> {
    for column in 0..width {
        for set in (0..marked.len()).filter(|set| set >> column & 1 == 0) {
            let more = marked[set | 1 << column];
            marked[set] |= more;
        }
    }
    marked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn demands_are_met_by_one_middle_row() {
        let met = meets(4, [0b0110, 0b1001].into_iter());
        let [white, black] = [0, 2].map(|kind| move |column: usize| 1 << (4 * (column / 2) + column % 2 + kind));
        assert!(met[0] && met[white(1) | white(2) | black(0) | black(3)] && met[white(3) | black(2)]);
        assert!(!met[white(1) | white(3)] && !met[black(0) | black(1)] && !met[white(0) | black(0)]);
    }

    #[test]
    fn subsets_of_marked_sets_are_marked() {
        let marked = with_subsets((0..8).map(|set| set == 0b101 || set == 0b010).collect(), 3);
        let sets: Vec<usize> = (0..8).filter(|&set| marked[set]).collect();
        assert_eq!(sets, [0b000, 0b001, 0b010, 0b100, 0b101]);
    }

    /// Two rows of two columns. Every row is black, or white in column 0 only or in both columns.
    #[test]
    fn a_boundary_needs_a_row_and_a_middle_row_below_it() {
        let row_of = |white| [0b00, 0b01, 0b10, 0b11].map(|open| Choice { white, open: open & white, symbol: 0 });
        let rows = [0b00, 0b01, 0b11].map(row_of).concat();
        let choices = |_row, above: u32| rows.iter().filter(move |choice| above & !choice.white == 0);
        // The only middle row is white in column 0, where the last row is white too.
        let lookahead = Lookahead::new(
            [2, 2],
            &Arm::new(2, 0, false),
            choices,
            |white, open| open == 0b01 && white & 0b01 == 0b01,
            [0b01].into_iter(),
        );
        let leads_on = |row, open, closed| lookahead.allows(row, &Choice { white: open | closed, open, symbol: 0 });
        assert!(leads_on(1, 0b01, 0b00) && leads_on(1, 0b01, 0b10));
        assert!(!leads_on(1, 0b00, 0b01) && !leads_on(1, 0b11, 0b00));
        // Below row 0: column 0 must not be closed, because the last row is white there.
        assert!(leads_on(0, 0b00, 0b00) && leads_on(0, 0b00, 0b10) && leads_on(0, 0b10, 0b00));
        assert!(!leads_on(0, 0b00, 0b01) && !leads_on(0, 0b10, 0b01));
        // The last row is white in column 0, alone or beside column 1, and goes on there. Column 1 always ends.
        let steps =
            |open, closed| lookahead.next_steps(0, &Choice { white: open | closed, open, symbol: 0 }) & !LEADS_ON;
        let [uncrossed, crossed] = [0b0100, 0b1000];
        assert_eq!(steps(0b00, 0b00), uncrossed | crossed | 0b0010 << 4);
        assert_eq!(steps(0b00, 0b10), uncrossed);
        assert_eq!(steps(0b10, 0b00), crossed | 0b0010 << 4);
    }
}
