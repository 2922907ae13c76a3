//! Numbers the edges between neighbours: one variable for each orbit of edges under the symmetry.

use std::collections::BTreeSet;

use gridcheck_core::grid::{Edge, Square, Transform, edges_of};
use gridcheck_core::rules::Symmetry;
use gridcheck_core::size::Size;

/// The edges of a grid and their variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Edges {
    size: Size,
    symmetry: Symmetry,
    /// The edges of variables 1, 2, …, in the order of their first edges: row by row, for each square at its right and then below.
    of_variables: Vec<Vec<Edge>>,
    /// The variables at the right of each square and below it, row by row; `None` at the rim.
    variables: Vec<[Option<i32>; 2]>,
}

/// A row or a column.
pub(super) struct BarredLine {
    /// Its squares, in order.
    pub squares: Vec<Square>,
    /// The variables of the edges between them.
    pub bars: Vec<i32>,
    /// The number of lines that the symmetry maps to one another with it.
    pub images: u32,
}

impl Edges {
    /// Groups the edges of a grid.
    pub(super) fn new(size: Size, symmetry: Symmetry) -> Self {
        let mut edges = Edges { size, symmetry, of_variables: Vec::new(), variables: vec![[None; 2]; size.squares()] };
        for edge in edges_of(size) {
            if edges.variable(edge).is_some() {
                continue;
            }
            let orbit = symmetry.edge_orbit(size, edge);
            let variable = edges.of_variables.len() as i32 + 1;
            for &(first, second) in &orbit {
                edges.variables[first.0 * size.columns() + first.1][usize::from(first.0 < second.0)] = Some(variable);
            }
            edges.of_variables.push(orbit);
        }
        edges
    }

    /// Returns the size of the grid.
    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// Returns the edges of variables 1, 2, …
    pub(in super::super) fn of_variables(&self) -> &[Vec<Edge>] {
        &self.of_variables
    }

    /// Returns the variable at the right of a square; `None` at the rim.
    pub(super) fn right(&self, (r, c): Square) -> Option<i32> {
        self.variables[r * self.size.columns() + c][0]
    }

    /// Returns the variable below a square; `None` at the rim.
    pub(super) fn below(&self, (r, c): Square) -> Option<i32> {
        self.variables[r * self.size.columns() + c][1]
    }

    /// Returns the variable at the left of a square; `None` at the rim.
    pub(super) fn left(&self, (r, c): Square) -> Option<i32> {
        self.right((r, c.checked_sub(1)?))
    }

    /// Returns the variable above a square; `None` at the rim.
    pub(super) fn above(&self, (r, c): Square) -> Option<i32> {
        self.below((r.checked_sub(1)?, c))
    }

    /// Returns the variable of an edge.
    pub(in super::super) fn variable(&self, (first, second): Edge) -> Option<i32> {
        if first.0 == second.0 { self.right(first) } else { self.below(first) }
    }

    /// Returns the first image of a square under the symmetry.
    pub(super) fn first_image(&self, square: Square) -> Square {
        self.symmetry.group().iter().map(|&transform| self.image(transform, square)).min().unwrap_or(square)
    }

    fn image(&self, transform: Transform, square: Square) -> Square {
        transform.square(self.size.rows(), self.size.columns(), square)
    }

    /// Returns one line of each orbit of rows and columns.
    pub(super) fn lines(&self) -> Vec<BarredLine> {
        let (height, width) = (self.size.rows(), self.size.columns());
        let rows = (0..height).map(|r| (0..width).map(|c| (r, c)).collect::<Vec<Square>>());
        let columns = (0..width).map(|c| (0..height).map(|r| (r, c)).collect());
        let is_row = (0..height + width).map(|index| index < height);
        let mut seen = BTreeSet::new();
        let mut lines = Vec::new();
        for (squares, is_row) in rows.chain(columns).zip(is_row) {
            // A column is not an image of a row unless the transform exchanges them, even if both have one square.
            let image = |&transform: &Transform| {
                let image: BTreeSet<Square> = squares.iter().map(|&square| self.image(transform, square)).collect();
                (is_row != transform.swaps_sides(), image)
            };
            let images: BTreeSet<_> = self.symmetry.group().iter().map(image).collect();
            if images.iter().any(|image| seen.contains(image)) {
                continue;
            }
            let images_of_line = images.len() as u32;
            seen.extend(images);
            let bars = squares.windows(2).filter_map(|pair| self.variable((pair[0], pair[1]))).collect();
            lines.push(BarredLine { squares, bars, images: images_of_line });
        }
        lines
    }
}
