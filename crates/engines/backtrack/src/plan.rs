//! Holds the plan: the data that a search needs, computed once for a problem.

use super::columns::Columns;
use super::constraints::ConstraintCheck;
use super::diagonal::Reflections;
use super::rows::RowPatterns;
use super::symmetry::SymmetryRules;
use super::words::WordPatterns;

/// The data described in the [module](self).
pub(crate) struct Plan {
    /// Number of rows.
    pub height: usize,
    /// Number of columns.
    pub width: usize,
    /// The requirements of the symmetry.
    pub symmetry_rules: SymmetryRules,
    /// Number of rows placed one after the other.
    pub levels: usize,
    /// The set of patterns that each level takes its rows from.
    pub sets: Vec<usize>,
    pub patterns: RowPatterns,
    pub words: WordPatterns,
    /// The column automaton.
    pub columns: Columns,
    /// `true` if the first and last column need a white square.
    pub edges: bool,
    /// `true` if the white squares must form one region.
    pub connected: bool,
    /// The reflections in the main diagonal that the search gives.
    pub reflections: Reflections,
    /// Maximum size of a thread's row graph (see [`RowGraph::trim`](super::graph::RowGraph::trim)).
    pub most_kept: usize,
    /// Minimum number of white squares in a column.
    pub least: usize,
    /// The constraints on the grids, if there are any.
    pub wanted: Option<ConstraintCheck>,
}
