//! The choices that determine a grid, each of them a variable of the formula: the squares, or the bars.

use std::collections::HashSet;

use gridcheck_core::grid::{Edge, Grid, Square, edges_of};
use gridcheck_core::plural::plural;
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_core::rules::{GridKind, Ruleset};
use gridcheck_core::size::Size;

/// A place of a grid with a choice: a square is white or black, an edge has a bar or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Place {
    Square(Square),
    Edge(Edge),
}

impl Place {
    /// Returns `true` for a white square, and for a bar.
    fn is_on(self, grid: &Grid) -> bool {
        match self {
            Place::Square((r, c)) => grid.is_white(r, c),
            Place::Edge((one, other)) => grid.bars().between(one, other),
        }
    }

    fn set(self, grid: &mut Grid, is_on: bool) {
        match self {
            Place::Square((r, c)) => grid.set_white(r, c, is_on),
            Place::Edge((one, other)) => grid.bars_mut().set_between(one, other, is_on),
        }
    }

    pub(super) fn flip(self, grid: &mut Grid) {
        self.set(grid, !self.is_on(grid));
    }

    pub(super) fn given(self, givens: &Givens) -> Option<bool> {
        match self {
            Place::Square((r, c)) => givens.colour(r, c),
            Place::Edge(edge) => givens.bar(edge),
        }
    }
}

/// Turns places on or off.
pub(super) fn set(grid: &mut Grid, places: &[Place], is_on: bool) {
    for place in places {
        place.set(grid, is_on);
    }
}

/// Returns the places of grids under these rules, those together that the symmetry maps to one another.
pub(super) fn orbits(size: Size, rules: &Ruleset) -> Vec<Vec<Place>> {
    let symmetry = rules.symmetry;
    let all: Vec<Vec<Place>> = match rules.kind {
        GridKind::Blocks => {
            let orbit = |square| symmetry.orbit(size, square).into_iter().map(Place::Square).collect();
            size.positions().map(orbit).collect()
        }
        GridKind::Bars => {
            let orbit = |edge| symmetry.edge_orbit(size, edge).into_iter().map(Place::Edge).collect();
            edges_of(size).map(orbit).collect()
        }
    };
    let mut seen = HashSet::new();
    all.into_iter().filter(|orbit| seen.insert(orbit[0])).collect()
}

/// Returns the grid in which every place is off: all squares black, or no bars.
pub(super) fn empty(size: Size, kind: GridKind) -> Grid {
    let mut grid = Grid::black(size.rows(), size.columns());
    if kind == GridKind::Bars {
        for (r, c) in size.positions() {
            grid.set_white(r, c, true);
        }
    }
    grid
}

/// The choices of a problem in the order of their variables: the squares row by row, or the orbits of edges. Orbits are in the order of their
/// first edges: row by row, for each square the edge at its right and then the one below it.
pub struct Choices {
    size: Size,
    kind: GridKind,
    places: Vec<Vec<Place>>,
}

impl Choices {
    /// Numbers the choices of a problem.
    pub fn of(problem: &Problem) -> Self {
        let (size, rules) = (problem.size(), problem.rules());
        let places = match rules.kind {
            GridKind::Blocks => size.positions().map(|square| vec![Place::Square(square)]).collect(),
            GridKind::Bars => orbits(size, rules),
        };
        Choices { size, kind: rules.kind, places }
    }

    /// Returns the number of choices.
    pub fn number(&self) -> usize {
        self.places.len()
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
        self.places.iter().map(|places| places[0].is_on(grid))
    }

    /// Returns the grid with these values.
    pub fn grid(&self, values: &[bool]) -> Grid {
        let mut grid = empty(self.size, self.kind);
        for (places, &is_on) in self.places.iter().zip(values) {
            set(&mut grid, places, is_on);
        }
        grid
    }

    /// Returns the clause that excludes only this grid.
    pub(super) fn excluding<'a>(&'a self, grid: &'a Grid) -> impl Iterator<Item = i32> + 'a {
        (1..).zip(self.values(grid)).map(|(variable, is_on)| if is_on { -variable } else { variable })
    }
}
