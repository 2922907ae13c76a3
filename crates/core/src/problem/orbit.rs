//! Squares or edges that are alike in every grid of a problem, because the symmetry ties them together.

use super::Givens;
use crate::grid::{Edge, Grid, Square, edges_of};
use crate::rules::{GridKind, Ruleset};
use crate::size::Size;

/// Squares or edges that a grid of a problem decides together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Orbit {
    /// Squares that are white or black together.
    Squares(Vec<Square>),
    /// Edges of a barred grid that have bars together.
    Edges(Vec<Edge>),
}

/// Returns the orbits of grids under the symmetry of their rules, in the order of their first squares or edges: row by row, for each square the
/// edge at its right and then the one below it.
pub fn orbits(size: Size, rules: &Ruleset) -> Vec<Orbit> {
    let symmetry = rules.symmetry;
    match rules.kind {
        GridKind::Blocks => {
            let orbits = size.positions().map(|square| (square, symmetry.orbit(size, square)));
            orbits.filter(|(square, orbit)| orbit[0] == *square).map(|(_, orbit)| Orbit::Squares(orbit)).collect()
        }
        GridKind::Bars => {
            let orbits = edges_of(size).map(|edge| (edge, symmetry.edge_orbit(size, edge)));
            orbits.filter(|(edge, orbit)| orbit[0] == *edge).map(|(_, orbit)| Orbit::Edges(orbit)).collect()
        }
    }
}

impl Orbit {
    /// Returns the number of squares or edges.
    pub fn number(&self) -> usize {
        match self {
            Orbit::Squares(squares) => squares.len(),
            Orbit::Edges(orbit) => orbit.len(),
        }
    }

    /// Returns the number of squares that are white in a grid, or of edges with a bar.
    pub fn set_in(&self, grid: &Grid) -> usize {
        match self {
            Orbit::Squares(squares) => squares.iter().filter(|&&(r, c)| grid.is_white(r, c)).count(),
            Orbit::Edges(orbit) => orbit.iter().filter(|&&(one, other)| grid.bars().between(one, other)).count(),
        }
    }

    /// Returns `true` if all squares are white or all edges have bars, in a grid with the symmetry.
    pub fn is_set(&self, grid: &Grid) -> bool {
        self.set_in(grid) > 0
    }

    /// Makes the squares white, or places bars on the edges; or makes them black, or removes the bars.
    pub fn set(&self, grid: &mut Grid, is_set: bool) {
        match self {
            Orbit::Squares(squares) => {
                for &(r, c) in squares {
                    grid.set_white(r, c, is_set);
                }
            }
            Orbit::Edges(orbit) => {
                for &(one, other) in orbit {
                    grid.bars_mut().set_between(one, other, is_set);
                }
            }
        }
    }

    /// Makes the squares that are not given white, or places bars on the edges that are not given; or makes them black, or removes the bars.
    pub fn set_open(&self, grid: &mut Grid, givens: &Givens, is_set: bool) {
        match self {
            Orbit::Squares(squares) => {
                let open = squares.iter().filter(|&&(r, c)| givens.colour(r, c).is_none());
                open.for_each(|&(r, c)| grid.set_white(r, c, is_set));
            }
            Orbit::Edges(orbit) => {
                let open = orbit.iter().filter(|&&edge| givens.bar(edge).is_none());
                open.for_each(|&(one, other)| grid.bars_mut().set_between(one, other, is_set));
            }
        }
    }

    /// Returns for each square whether it is given white, or for each edge whether it is given with a bar; `None` if it is open.
    pub fn given(&self, givens: &Givens) -> impl Iterator<Item = Option<bool>> {
        (0..self.number()).map(|i| match self {
            Orbit::Squares(squares) => givens.colour(squares[i].0, squares[i].1),
            Orbit::Edges(orbit) => givens.bar(orbit[i]),
        })
    }

    /// Returns `true` if a square or edge is not given.
    pub fn has_open(&self, givens: &Givens) -> bool {
        self.given(givens).any(|given| given.is_none())
    }

    /// Returns `true` if no square or edge is given.
    pub fn is_open(&self, givens: &Givens) -> bool {
        self.given(givens).all(|given| given.is_none())
    }
}
