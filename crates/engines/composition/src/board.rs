//! A problem as data of this method: the automaton of words, the order of edges, and the cuts of each row.

use gridcheck_core::constraint::RoundedConstraint;
use gridcheck_core::grid::full_row;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{RulesOnGrid, RulesOnLines};
use gridcheck_engine::Unsupported;

use super::cuts::{Cut, cuts};
use super::region::is_connected;
use super::stages::Stages;
use super::totals::BarredTotals;
use super::words::Words;

/// A problem as this method reads it.
pub(crate) struct Board {
    pub height: usize,
    pub width: usize,
    pub words: Words,
    pub stages: Stages,
    /// The cuts of each row, in increasing order of their ends.
    pub cuts: Vec<Vec<Cut>>,
    connected: bool,
    constraints: Vec<RoundedConstraint>,
}

/// Most cuts of a row that are kept.
const MAX_CUTS: usize = 1 << 14;

impl Board {
    /// Reads a problem; `None` if two given edges contradict the symmetry, so that there is no grid.
    ///
    /// # Errors
    /// Returns the reason if the problem is too large.
    pub(crate) fn new(problem: &Problem) -> Result<Option<Self>, Unsupported> {
        let (height, width) = (problem.height(), problem.width());
        // A rule set for bars requires nothing of black squares. The stages have the symmetry.
        let RulesOnLines { min_white_per_row: _, max_black_run: _ } = problem.rules().on_lines();
        let RulesOnGrid { edges: _, connected, symmetry: _ } = problem.rules().on_grid();
        let words = Words::new(problem.rules(), problem.size().longest_word())
            .ok_or("the rules distinguish too many beginnings of words")?;
        let Some(stages) = Stages::new(problem) else { return Ok(None) };
        let of_row = |stage| cuts(&words, width, stage, MAX_CUTS);
        let cuts: Option<Vec<_>> = stages.right.iter().map(of_row).collect();
        let cuts = cuts.ok_or_else(|| format!("a row can be cut into runs in more than {MAX_CUTS} ways"))?;
        let constraints = problem.rounded_constraints().to_vec();
        Ok(Some(Board { height, width, words, stages, cuts, connected, constraints }))
    }

    /// Returns a row of squares.
    pub(crate) fn full(&self) -> u64 {
        full_row(self.width)
    }

    /// Returns `true` if a grid whose rows and columns obey the rules for words is connected and meets the constraints.
    pub(crate) fn accepts(&self, right: &[u64], below: &[u64]) -> bool {
        let is_wanted = || {
            let totals = BarredTotals::new(self.width, right, below);
            self.constraints.iter().all(|&constraint| totals.meet(constraint))
        };
        (!self.connected || is_connected(self.width, right, below)) && (self.constraints.is_empty() || is_wanted())
    }
}
