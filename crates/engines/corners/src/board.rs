//! A prepared problem: a corner, the classes of the parts of words in it, and the given edges.

use gridcheck_core::grid::Square;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{RulesOnGrid, RulesOnLines};

use crate::given::Given;
use crate::parts::{Classes, Gate, Parts};
use crate::state::MOST_SITES;

/// A problem in the form that the engine counts with.
pub(crate) struct Board {
    /// The rows of a corner: half those of the grid.
    pub(crate) rows: usize,
    /// The columns of a corner.
    pub(crate) columns: usize,
    pub(crate) connected: bool,
    pub(crate) parts: Parts,
    pub(crate) given: Given,
    across: [Classes; 2],
    down: [Classes; 3],
}

impl Board {
    /// Prepares a problem with an even height and width; `None` if a corner has too many sites or parts of words.
    pub(crate) fn new(problem: &Problem, given: Given) -> Option<Self> {
        let RulesOnLines { min_white_per_row: _, max_black_run: _ } = problem.rules().on_lines();
        let RulesOnGrid { edges: _, connected, symmetry: _ } = problem.rules().on_grid();
        let (rows, columns) = (problem.height() / 2, problem.width() / 2);
        if rows + columns > MOST_SITES {
            return None;
        }
        let parts = Parts::new(problem.rules(), rows.max(columns))?;
        let across = [Gate::Shut, Gate::Open].map(|gate| Classes::new(&parts, columns, gate));
        let down = [Gate::Shut, Gate::Open, Gate::Either].map(|gate| Classes::new(&parts, rows, gate));
        Some(Board { rows, columns, connected, parts, given, across, down })
    }

    /// Returns the classes of the parts in a row that leads out of the corner or not.
    pub(crate) fn across(&self, is_open: bool) -> &Classes {
        &self.across[usize::from(is_open)]
    }

    /// Returns the classes of the parts in a column.
    pub(crate) fn down(&self, gate: Gate) -> &Classes {
        &self.down[gate as usize]
    }

    /// Returns the number of upper corners that are filled in different ways: one if both are alike.
    pub(crate) fn different_corners(&self) -> usize {
        if self.given.are_alike() { 1 } else { 2 }
    }

    /// Returns the squares of a corner, row by row.
    pub(crate) fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + use<> {
        let columns = self.columns;
        (0..self.rows * columns).map(move |square| (square / columns, square % columns))
    }

    /// Returns `true` if a corner and its image in the diagonal are corners of the same problem.
    pub(crate) fn is_diagonal(&self) -> bool {
        self.rows == self.columns && self.given.is_empty()
    }
}
