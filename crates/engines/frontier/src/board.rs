//! Prepares a problem for the sweep: the rows that each place admits, and the rules as tables.

use super::rows::{Across, Row, RowInPlace, RowPair, full, reversed};
use super::starts::Starts;
use super::tracked::TrackedMeasures;
use gridcheck_core::constraint::{Range, RoundedConstraint};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::RulesOnGrid;

/// The most columns, if every letter is checked: few rows are legal then, because each run of white squares is a word.
pub(crate) const MAX_COLUMNS: usize = 17;
/// The most columns under other rules. Every row is legal with many sets of checked squares, and the table of them fills the memory.
pub(crate) const MAX_COLUMNS_UNCHECKED: usize = 15;

/// A problem prepared for the sweep.
pub(crate) struct Board {
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    height: usize,
    /// Number of rows above the middle row; with an even number of rows, half of them.
    pub half: usize,
    /// The word rule for columns.
    pub starts: Starts,
    /// The word rule for rows.
    pub across: Across,
    /// The colours that each row of the upper half may have, in increasing order; for an odd number of rows, those of the middle row too.
    pub rows: Vec<Vec<Row>>,
    /// `true` if the mirror image of every grid is a grid too.
    pub mirrored: bool,
    /// `true` if the white squares must form one region.
    pub connected: bool,
    /// The pairs of columns ([`Board::pairs`]) that must not be all black.
    pub wanted: Row,
    /// The measures that weights track, and their maxima.
    pub tracked: TrackedMeasures,
}

impl Board {
    /// Prepares the problem with the starts of its columns and of its rows; `None` if the givens contradict the symmetry, so that there is no
    /// grid. `least` is the required number of white squares in every row and column, 0 or 1.
    pub(crate) fn new(
        problem: &Problem,
        least: usize,
        starts: Starts,
        across: &Starts,
        tracked: TrackedMeasures,
    ) -> Option<Self> {
        let (height, width) = (problem.height(), problem.width());
        let RulesOnGrid { edges, connected, symmetry: _ } = problem.rules().on_grid();
        let half = height / 2;
        let across = Across::new(across, width);
        let mut rows = Vec::with_capacity(half + 1);
        let mut mirrored = true;
        for r in 0..height.div_ceil(2) {
            // A square is given if it or its image under the half turn is given.
            let both = |of: &dyn Fn(usize) -> u64| of(r) as Row | reversed(of(height - 1 - r) as Row, width);
            let (white, black) = (both(&|r| problem.givens().white(r)), both(&|r| problem.givens().black(r)));
            if white & black != 0 {
                return None;
            }
            mirrored &= [white, black].iter().all(|&givens| givens == reversed(givens, width));
            // The image of a row has as many black squares as the row.
            let has_its_blacks = |row: Row| {
                let blacks = width as u32 - row.count_ones();
                problem.rounded_constraints().iter().all(|constraint| match constraint {
                    RoundedConstraint::BlacksPerRow(Range { least, most }) => {
                        blacks >= *least && most.is_none_or(|most| blacks <= most)
                    }
                    RoundedConstraint::Measure(..)
                    | RoundedConstraint::EachLength { .. }
                    | RoundedConstraint::Lengths(_)
                    | RoundedConstraint::Black(..)
                    | RoundedConstraint::Hinges(_)
                    | RoundedConstraint::MeanLength { .. } => true,
                })
            };
            let may_be_black = least == 0 && !(edges && r == 0);
            let admitted = |&row: &Row| {
                row & black == 0
                    && white & !row == 0
                    && (row != 0 || may_be_black)
                    && has_its_blacks(row)
                    && (r < half || row == reversed(row, width))
            };
            rows.push(across.possible().filter(admitted).collect());
        }
        let all = (1 << width.div_ceil(2)) - 1;
        let wanted = if least > 0 { all } else { Row::from(edges) };
        Some(Board { width, height, half, starts, across, rows, mirrored, connected, wanted, tracked })
    }

    /// Returns the second part of the bucket of a row below another: its squares below a white square, as far as they matter.
    pub(crate) fn below(&self, upper: Row, row: Row) -> Row {
        upper & (row | self.tracked.blacks_that_ask(row, full(self.width)))
    }

    /// Returns the row of a bucket on a level, above this row.
    pub(crate) fn place(&self, level: usize, (row, above): RowPair, below: Row) -> RowInPlace {
        RowInPlace { row, squares: full(self.width), above, below, is_first: level == 0, is_middle: false }
    }

    /// Returns `true` if there is a middle row.
    pub(crate) fn is_odd(&self) -> bool {
        self.height % 2 == 1
    }

    /// Returns the row with left and right exchanged.
    pub(crate) fn reversed(&self, row: Row) -> Row {
        reversed(row, self.width)
    }

    /// Returns the pairs of columns, each with its image under the half turn, in which the row has a white square. Bit c stands for columns
    /// c and n − 1 − c.
    pub(crate) fn pairs(&self, row: Row) -> Row {
        (row | self.reversed(row)) & ((1 << self.width.div_ceil(2)) - 1)
    }

    /// Returns `true` if the sweep counts the grid without a white square. That grid meets every rule that the sweep tests, but is invalid.
    pub(crate) fn admits_black(&self) -> bool {
        !self.connected
            && self.wanted == 0
            && self.rows.iter().all(|rows| rows.first() == Some(&0))
            && !self.tracked.refuse_black_grid([self.height, self.width])
    }
}
