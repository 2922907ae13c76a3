//! Numbers the variables: one for each orbit of squares under the symmetry, so that symmetry needs no clauses.
//!
//! Orbits are numbered in the order in which the search fixes them: by rows from the middle outward, because the long words of the middle
//! rows constrain the most. Orbit i is variable i, true when its squares are white. Models are listed in the lexicographic order of these
//! variables, black before white, for any division of the search.

use varisat::{Lit, Var};

use super::formula::Formula;
use gridcheck_core::grid::{Grid, Transform};
use gridcheck_core::problem::Problem;
use gridcheck_core::size::Size;

pub(super) struct Orbits {
    size: Size,
    /// The orbit of each square, row by row.
    of_square: Vec<usize>,
    /// The squares of each orbit.
    squares: Vec<Vec<(usize, usize)>>,
}

impl Orbits {
    pub(super) fn of(problem: &Problem) -> Self {
        let size = problem.size();
        let (height, width) = (size.rows(), size.columns());
        let mut rows: Vec<usize> = (0..height).collect();
        rows.sort_by_key(|&r| (2 * r).abs_diff(height - 1));
        let mut of_square = vec![usize::MAX; size.squares()];
        let mut squares: Vec<Vec<(usize, usize)>> = Vec::new();
        for square in rows.into_iter().flat_map(|r| (0..width).map(move |c| (r, c))) {
            if of_square[square.0 * width + square.1] != usize::MAX {
                continue;
            }
            let mut orbit: Vec<_> =
                problem.symmetry().group().iter().map(|transform| transform.square(height, width, square)).collect();
            orbit.sort_unstable();
            orbit.dedup();
            for &(r, c) in &orbit {
                of_square[r * width + c] = squares.len();
            }
            squares.push(orbit);
        }
        Orbits { size, of_square, squares }
    }

    /// Returns the size of the grid.
    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// Returns the number of orbits, which is the number of their variables.
    pub(super) fn len(&self) -> usize {
        self.squares.len()
    }

    /// Returns the literal "square (`r`, `c`) is white".
    pub(super) fn white(&self, r: usize, c: usize) -> Lit {
        Var::from_index(self.of_square[r * self.size.columns() + c]).positive()
    }

    /// Returns the given squares as literals. Two of one orbit may contradict each other.
    pub(super) fn givens(&self, problem: &Problem) -> Vec<Lit> {
        let squares = self.size.positions();
        squares
            .filter_map(|(r, c)| problem.givens().colour(r, c).map(|white| self.white(r, c).var().lit(white)))
            .collect()
    }

    /// Returns the image of each orbit under a symmetry; `None` if it maps one orbit to parts of several, or changes the size of the grid.
    pub(super) fn moved(&self, symmetry: Transform) -> Option<Vec<usize>> {
        if symmetry.swaps_sides() && !self.size.is_square() {
            return None;
        }
        let (height, width) = (self.size.rows(), self.size.columns());
        let image = |&square: &(usize, usize)| {
            let (r, c) = symmetry.square(height, width, square);
            self.of_square[r * width + c]
        };
        let whole = |orbit: &Vec<(usize, usize)>| {
            let first = image(&orbit[0]);
            orbit.iter().all(|square| image(square) == first).then_some(first)
        };
        self.squares.iter().map(whole).collect()
    }

    /// Returns the orbits whose colour `formula` leaves open, in order.
    pub(super) fn open(&self, formula: &Formula) -> Vec<Var> {
        (0..self.len()).map(Var::from_index).filter(|var| formula.value(var.positive()).is_none()).collect()
    }

    /// Returns the grid that colours the orbits as `formula` and `assignment` do. Of the `open` orbits, at most 64, the i-th from the end
    /// is white if bit i of `assignment` is set.
    pub(super) fn painted(&self, formula: &Formula, open: &[Var], assignment: u64) -> Grid {
        let mut grid = Grid::black(self.size.rows(), self.size.columns());
        let fixed = (0..self.len()).map(Var::from_index).filter(|orbit| formula.value(orbit.positive()) == Some(true));
        let chosen = open.iter().rev().enumerate().filter(|&(i, _)| assignment >> i & 1 == 1).map(|(_, &orbit)| orbit);
        for orbit in fixed.chain(chosen) {
            for &(r, c) in &self.squares[orbit.index()] {
                grid.set_white(r, c, true);
            }
        }
        grid
    }
}
