//! Given squares, as a quarter sees them.
//!
//! A square and its half-turn image have the same colour, so each given square determines both. Each square lies in
//! one of two quarters: the one at the top left, or the next one clockwise, turned into its place. Contradictory
//! given squares leave no colours for a row, and the count is 0.

use crate::blocks::block::Centre;
use crate::quarter::Shape;
use gridcheck_core::problem::{Givens, Problem};

/// The squares given in one quarter, and in the centre.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Given {
    /// Indexed by row: the squares given white and the squares given black, one bit each.
    rows: Vec<[u32; 2]>,
    /// Two flags: the centre is given white; the centre is given black.
    centre: [bool; 2],
}

impl Given {
    /// Returns the given squares of the quarter at the top left and of the next one, turned into its place.
    pub(crate) fn of(problem: &Problem) -> [Self; 2] {
        let shape = Shape::new(problem.height());
        let last = problem.height() - 1;
        let quarter = |turned: bool| {
            // The position of the quarter's square (r, c) in the grid, and its half-turn image.
            let squares = move |r: usize, c: usize| {
                let (r, c) = if turned { (c, last - r) } else { (r, c) };
                [(r, c), (last - r, last - c)]
            };
            let row = |r: usize| {
                (0..shape.width).fold([0, 0], |[white, black], c| {
                    let [is_white, is_black] = colours(problem.givens(), squares(r, c));
                    [white | u32::from(is_white) << c, black | u32::from(is_black) << c]
                })
            };
            let centre =
                if shape.has_centre() { colours(problem.givens(), [(last / 2, last / 2); 2]) } else { [false, false] };
            Given { rows: (0..shape.height).map(row).collect(), centre }
        };
        [quarter(false), quarter(true)]
    }

    /// Combines the given squares of two quarters that must be equal.
    pub(crate) fn and(&self, other: &Given) -> Given {
        let rows = self.rows.iter().zip(&other.rows).map(|(one, two)| [one[0] | two[0], one[1] | two[1]]).collect();
        Given { rows, centre: self.centre }
    }

    /// Returns the number of squares of the quarter that are not given.
    pub(crate) fn open_squares(&self, shape: Shape) -> u32 {
        let given: u32 = self.rows.iter().map(|[white, black]| (white | black).count_ones()).sum();
        (shape.width * self.rows.len()) as u32 - given
    }

    /// Fixes all squares of the first rows.
    #[must_use]
    pub(crate) fn with_rows(&self, rows: &[u32]) -> Self {
        let mut given = self.clone();
        given.rows.iter_mut().zip(rows).for_each(|(given, &row)| *given = [row, !row]);
        given
    }

    /// Returns `true` if row `i` can have these colours. The row below the quarter's last row is unrestricted.
    pub(crate) fn allows(&self, i: usize, row: u32) -> bool {
        self.rows.get(i).is_none_or(|[white, black]| white & !row | black & row == 0)
    }

    /// Returns `true` if the centre can have this role.
    pub(crate) fn allows_centre(&self, centre: Centre) -> bool {
        let [white, black] = self.centre;
        if centre.is_white() { !black } else { !white }
    }
}

/// Returns two flags: one of the squares is given white; one of them is given black.
fn colours(givens: &Givens, squares: [(usize, usize); 2]) -> [bool; 2] {
    [true, false].map(|white| squares.iter().any(|&(r, c)| givens.colour(r, c) == Some(white)))
}
