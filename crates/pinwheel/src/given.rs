//! Given squares, as a quarter sees them.
//!
//! A square and its image under the half turn have one colour, so what is given of either is given of both; and each is in
//! one of two quarters that are swept for themselves: the one at the top left, and the next one clockwise, turned into its
//! place. Contradictory givens leave a row no colours, and the count comes to nothing by itself.

use super::block::Centre;
use super::quarter::Shape;
use gridcheck_core::problem::{Givens, Problem};

/// The squares given in one quarter, and in the centre.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// By row: the squares given white, the squares given black, a bit each.
    rows: Vec<[u32; 2]>,
    /// Whether the centre is given white, and given black.
    centre: [bool; 2],
}

impl Given {
    /// What is given of the quarter at the top left and of the next one, turned into its place.
    pub fn of(problem: &Problem) -> [Self; 2] {
        let shape = Shape::new(problem.size());
        let last = problem.size() - 1;
        let quarter = |turned: bool| {
            // Where the square in row r and column c of the quarter is in the grid, and its image under the half turn.
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

    /// What is given of a quarter that is both of these.
    pub fn and(&self, other: &Given) -> Given {
        let rows = self.rows.iter().zip(&other.rows).map(|(one, two)| [one[0] | two[0], one[1] | two[1]]).collect();
        Given { rows, centre: self.centre }
    }

    /// The same with the first rows given.
    #[must_use]
    pub fn with_rows(&self, rows: &[u32]) -> Self {
        let mut given = self.clone();
        given.rows.iter_mut().zip(rows).for_each(|(given, &row)| *given = [row, !row]);
        given
    }

    /// Whether row `i` can be this one. The row below the quarter's last can be any.
    pub fn allows(&self, i: usize, row: u32) -> bool {
        self.rows.get(i).is_none_or(|[white, black]| white & !row | black & row == 0)
    }

    /// Whether the centre can play this part.
    pub fn allows_centre(&self, centre: Centre) -> bool {
        let [white, black] = self.centre;
        if centre.is_white() { !black } else { !white }
    }
}

/// Whether one of the squares is given white, and whether one is given black.
fn colours(givens: &Givens, squares: [(usize, usize); 2]) -> [bool; 2] {
    [true, false].map(|white| squares.iter().any(|&(r, c)| givens.colour(r, c) == Some(white)))
}
