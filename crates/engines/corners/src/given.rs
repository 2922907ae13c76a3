//! The given edges, as the two upper corners see them.

use gridcheck_core::problem::Problem;

/// A place in a corner, from the corner of the grid.
type Square = (usize, usize);

/// The given edges in a corner, or on its two sides.
#[derive(Debug, Clone, PartialEq, Eq)]
struct GivenEdges {
    /// The edges to the next square of the row, by square.
    right: Vec<Option<bool>>,
    /// The edges to the next square of the column.
    below: Vec<Option<bool>>,
}

/// For each edge of a grid with the half turn whether it has a bar, if that is given.
pub(crate) struct Given {
    columns: usize,
    /// The corner at the left, and the one at the right in the mirror.
    corners: [GivenEdges; 2],
    /// The edges on which the corners meet, as if a corner had one more row and one more column.
    between: GivenEdges,
}

impl Given {
    /// Collects the given edges; `None` if the half turn contradicts them, so that there is no grid.
    pub(crate) fn of(problem: &Problem) -> Option<Self> {
        let (height, width) = (problem.height(), problem.width());
        let (rows, columns) = (height / 2, width / 2);
        let open = || GivenEdges { right: vec![None; rows * columns], below: vec![None; rows * columns] };
        let mut given = Given { columns, corners: [open(), open()], between: open() };
        // The corner of a square in the upper half, and its place there. The half turn maps the lower half to the upper one.
        let place = |(r, c): Square| {
            let (r, c) = if r < rows { (r, c) } else { (height - 1 - r, width - 1 - c) };
            if c < columns { (0, (r, c)) } else { (1, (r, width - 1 - c)) }
        };
        for (r, c) in problem.size().positions() {
            let [right, below] = problem.givens().bars_of(r, c);
            if let Some(is_right) = right.filter(|_| c + 1 < width) {
                given.fix(place((r, c)), place((r, c + 1)), true, is_right)?;
            }
            if let Some(is_below) = below.filter(|_| r + 1 < height) {
                given.fix(place((r, c)), place((r + 1, c)), false, is_below)?;
            }
        }
        Some(given)
    }

    fn fix(&mut self, one: (usize, Square), other: (usize, Square), is_right: bool, is_bar: bool) -> Option<()> {
        let edges = if one.0 == other.0 { &mut self.corners[one.0] } else { &mut self.between };
        let edges = if is_right { &mut edges.right } else { &mut edges.below };
        let (r, c) = one.1.min(other.1);
        let known = edges[r * self.columns + c].get_or_insert(is_bar);
        (*known == is_bar).then_some(())
    }

    /// Returns `true` if the edge to the next square of the row may have a bar, or none. The last one of a row is [elsewhere](Given::allow_sides).
    pub(crate) fn allow_right(&self, corner: usize, (r, c): Square, is_bar: bool) -> bool {
        self.corners[corner].right[r * self.columns + c].is_none_or(|given| given == is_bar)
    }

    /// Returns `true` if the edge to the next square of the column may have a bar, or none.
    pub(crate) fn allow_below(&self, corner: usize, (r, c): Square, is_bar: bool) -> bool {
        self.corners[corner].below[r * self.columns + c].is_none_or(|given| given == is_bar)
    }

    /// Returns `true` if the corners may meet so: bit k of `right` if row k leads from one to the other, bit k of `bottom` for column k.
    pub(crate) fn allow_sides(&self, right: u32, bottom: u32) -> bool {
        let rows = self.between.right.len() / self.columns;
        let last_column = (0..rows).map(|r| (self.between.right[(r + 1) * self.columns - 1], right >> r & 1));
        let last_row = (0..self.columns).map(|c| (self.between.below[(rows - 1) * self.columns + c], bottom >> c & 1));
        last_column.chain(last_row).all(|(given, is_open)| given.is_none_or(|is_bar| is_bar == (is_open == 0)))
    }

    /// Returns `true` if the same is given in both corners.
    pub(crate) fn are_alike(&self) -> bool {
        self.corners[0] == self.corners[1]
    }

    /// Returns `true` if nothing is given.
    pub(crate) fn is_empty(&self) -> bool {
        let all = self.corners.iter().chain([&self.between]);
        all.flat_map(|edges| edges.right.iter().chain(&edges.below)).all(Option::is_none)
    }
}
