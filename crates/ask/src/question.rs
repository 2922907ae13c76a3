//! The question which grids: the parts that every command reads alike.

use anyhow::anyhow;

use gridcheck_core::constraint::{Measure, measures};
use gridcheck_core::grid::MAX_SIZE;
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_core::size::Size;

/// Restricts a problem to the setters' lattice of this phase, from 1 to 4.
///
/// # Errors
/// A given square contradicts the lattice.
pub fn on_lattice(problem: Problem, phase: usize) -> anyhow::Result<Problem> {
    let Some(lattice) = Givens::lattice(problem.size(), phase) else { return Ok(problem) };
    let both = problem.givens().and(&lattice);
    let both =
        both.map_err(|(r, c)| anyhow!("--lattice: row {}, column {} is black in it and given as white", r + 1, c + 1))?;
    Ok(problem.with_givens(both)?)
}

/// Parses one measure.
///
/// # Errors
/// It is none, or several.
pub fn measure(text: &str) -> Result<Measure, String> {
    match measures(text).map_err(|error| error.to_string())?[..] {
        [measure] => Ok(measure),
        _ => Err("expected one measure".to_owned()),
    }
}

/// The property by which grids are grouped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Grouping {
    /// Symmetry type: Keith's A, h, r, t, N.
    Symmetry,
    /// The values of these measures.
    Measures(Vec<Measure>),
    /// The multiset of the lengths of their words.
    Lengths,
}

/// Parses the property by which grids are grouped.
///
/// # Errors
/// It is none.
pub fn by(text: &str) -> Result<Grouping, String> {
    match text.trim() {
        "symmetry" => Ok(Grouping::Symmetry),
        "lengths" => Ok(Grouping::Lengths),
        text => measures(text).map(Grouping::Measures).map_err(|error| format!("{error}; or symmetry, or lengths")),
    }
}

/// Returns the measures that tell the multiset of the lengths of words.
pub fn all_lengths(size: Size) -> Vec<Measure> {
    (2..=size.longest_word()).map(Measure::Length).collect()
}

/// Parses a size.
///
/// # Errors
/// It is none.
pub fn size(text: &str) -> Result<Size, String> {
    let expected = || format!("expected whole numbers from 1 to {MAX_SIZE}, as in 13 or 13x15");
    text.parse().map_err(|_| expected())
}
