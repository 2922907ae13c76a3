//! Adds up over grids in how many a square is white, or an edge has a bar.

use super::Forced;
use gridcheck_core::grid::{Edge, Grid, Square, edges_of};
use gridcheck_core::problem::orbit::Orbit;
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_core::rules::GridKind;

/// For each square, row by row, a number of grids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tally {
    /// The number in which the square is white.
    Whites(Vec<Vec<u128>>),
    /// The number with a bar at the right of the square, and the number with one below it.
    Bars(Vec<Vec<[u128; 2]>>),
}

impl Tally {
    /// Creates the tally of no grid.
    pub(super) fn none(problem: &Problem) -> Self {
        let (height, width) = (problem.height(), problem.width());
        match problem.rules().kind {
            GridKind::Blocks => Tally::Whites(vec![vec![0; width]; height]),
            GridKind::Bars => Tally::Bars(vec![vec![[0; 2]; width]; height]),
        }
    }

    /// Adds a grid.
    pub(super) fn add(&mut self, grid: &Grid) {
        match self {
            Tally::Whites(rows) => {
                for (counts, &row) in rows.iter_mut().zip(grid.rows()) {
                    counts.iter_mut().enumerate().for_each(|(c, count)| *count += u128::from(row >> c & 1));
                }
            }
            Tally::Bars(rows) => {
                for edge in grid.bars().sides() {
                    rows[edge.0.0][edge.0.1][side(edge)] += 1;
                }
            }
        }
    }

    /// Returns what is the same in all of `total` grids. `example` is one of them.
    pub(super) fn forced(&self, total: u128, example: Grid) -> Forced {
        let state = |count| (count == 0 || count == total).then_some(count > 0);
        let size = example.size();
        let (kind, certain) = match self {
            Tally::Whites(rows) => {
                let square = |(r, c): Square| Some((Orbit::Squares(vec![(r, c)]), state(rows[r][c])?));
                (GridKind::Blocks, size.positions().filter_map(square).collect())
            }
            Tally::Bars(rows) => {
                let count = |edge: Edge| rows[edge.0.0][edge.0.1][side(edge)];
                let edge = |edge| Some((Orbit::Edges(vec![edge]), state(count(edge))?));
                (GridKind::Bars, edges_of(size).filter_map(edge).collect())
            }
        };
        Forced::of(kind, &Givens::open(size.rows(), size.columns()), certain, example)
    }
}

/// Returns the side of its first square at which an edge is: 0 for the right side, 1 for the lower one.
fn side((one, other): Edge) -> usize {
    usize::from(one.0 != other.0)
}
