//! The choices that determine a grid, each of them a variable of the formula: the squares, or the bars.

use gridcheck_core::grid::Grid;
use gridcheck_core::plural::plural;
use gridcheck_core::problem::Problem;
use gridcheck_core::problem::orbit::{Orbit, orbits};
use gridcheck_core::rules::GridKind;
use gridcheck_core::size::Size;

/// Returns the grid where nothing is chosen: all squares are black, or white and without bars.
pub(super) fn empty(size: Size, kind: GridKind) -> Grid {
    let mut grid = Grid::black(size.rows(), size.columns());
    if kind == GridKind::Bars {
        Orbit::Squares(size.positions().collect()).set(&mut grid, true);
    }
    grid
}

/// The choices of a problem in the order of their variables: the squares row by row, or the [orbits] of edges.
pub struct Choices {
    size: Size,
    kind: GridKind,
    orbits: Vec<Orbit>,
}

impl Choices {
    /// Numbers the choices of a problem.
    pub fn of(problem: &Problem) -> Self {
        let (size, rules) = (problem.size(), problem.rules());
        let orbits = match rules.kind {
            // The formula states the symmetry of squares.
            GridKind::Blocks => size.positions().map(|square| Orbit::Squares(vec![square])).collect(),
            GridKind::Bars => orbits(size, rules),
        };
        Choices { size, kind: rules.kind, orbits }
    }

    /// Returns the number of choices.
    pub fn number(&self) -> usize {
        self.orbits.len()
    }

    /// States their number in words, as in "49 squares".
    pub(super) fn described(&self) -> String {
        match self.kind {
            GridKind::Blocks => plural(self.number(), "square"),
            GridKind::Bars => format!("{} with images", plural(self.number(), "edge")),
        }
    }

    /// Returns the values that a grid gives to the variables: `true` for a white square, or for a bar.
    pub fn values<'a>(&'a self, grid: &'a Grid) -> impl Iterator<Item = bool> + 'a {
        self.orbits.iter().map(|orbit| orbit.is_set(grid))
    }

    /// Returns the grid with these values.
    pub fn grid(&self, values: &[bool]) -> Grid {
        let mut grid = empty(self.size, self.kind);
        for (orbit, &is_set) in self.orbits.iter().zip(values) {
            orbit.set(&mut grid, is_set);
        }
        grid
    }

    /// Returns the clause that excludes only this grid.
    pub(super) fn excluding<'a>(&'a self, grid: &'a Grid) -> impl Iterator<Item = i32> + 'a {
        (1..).zip(self.values(grid)).map(|(variable, is_set)| if is_set { -variable } else { variable })
    }
}
