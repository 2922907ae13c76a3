//! The plan: what a search needs to know, made once for a problem.

use super::columns::Columns;
use super::constraints::Wanted;
use super::diagonal::Reflections;
use super::rows::RowPatterns;
use super::symmetry::Demands;
use super::words::Words;

/// See the [module](self).
pub struct Plan {
    /// Rows and columns.
    pub size: usize,
    /// What the symmetry asks for.
    pub demands: Demands,
    /// Rows placed one after the other.
    pub levels: usize,
    /// The set of patterns that each level takes its rows from.
    pub sets: Vec<usize>,
    /// All patterns.
    pub patterns: RowPatterns,
    /// The word rules.
    pub words: Words,
    /// The column automaton.
    pub columns: Columns,
    /// The first and last column need a white square.
    pub edges: bool,
    /// White squares form one region.
    pub connected: bool,
    /// Which of two reflections in the main diagonal are wanted.
    pub reflections: Reflections,
    /// How large a thread's row graph may become (see [`RowGraph::trim`](super::graph::RowGraph::trim)).
    pub most_kept: usize,
    /// The fewest white squares in a column.
    pub least: usize,
    /// Which of the grids are wanted, if not all.
    pub wanted: Option<Wanted>,
}
