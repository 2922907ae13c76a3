//! The JSON of counts: each has the question, the engine, the time and the notes in common.

use serde::Serialize;

use crate::constraint::{Constraint, Goal, Measure};
use crate::problem::Problem;
use crate::serial::{AsText, texts};
use crate::size::Size;

/// An answer to `gridcheck count`.
#[derive(Serialize)]
pub struct CountAnswer<'a> {
    size: Size,
    rules: &'a str,
    /// The constraints. A part of a count in blocks names them only if it has any.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    constraints: Option<Vec<AsText<&'a Constraint>>>,
    engine: &'a str,
    #[serde(flatten)]
    found: Found<'a>,
    seconds: f64,
    notes: Vec<String>,
}

/// The result of a count.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Found<'a> {
    /// The number of all grids.
    Count { count: AsText<u128> },
    /// The numbers of grids by measures; without a total if it does not fit in 128 bits.
    Distribution { by: Vec<AsText<&'a Measure>>, grids: Vec<DistributionRow<'a>>, count: Option<AsText<u128>> },
    /// The extreme of a measure, and the number of grids that reach it.
    Extreme { goal: AsText<Goal>, value: Option<u32>, grids: AsText<u128> },
    /// The number of grids in one piece.
    Piece { piece: usize, pieces: usize, blocks: usize, count_of_piece: AsText<u128> },
    /// The number of grids in one block, and the number that a file of sums has.
    Block { block: &'a str, count: AsText<u128>, recorded: Option<AsText<u128>> },
}

/// The number of grids with these values.
#[derive(Serialize)]
pub struct DistributionRow<'a> {
    pub values: &'a [u32],
    pub grids: AsText<u128>,
}

impl<'a> CountAnswer<'a> {
    /// Adds the problem to what an engine has found.
    pub fn new(problem: &'a Problem, engine: &'a str, found: Found<'a>, seconds: f64) -> Self {
        let is_in_blocks = matches!(found, Found::Piece { .. } | Found::Block { .. });
        CountAnswer {
            size: problem.size(),
            rules: &problem.rules().name,
            constraints: (!is_in_blocks || !problem.constraints().is_empty()).then(|| texts(problem.constraints())),
            engine,
            found,
            seconds,
            notes: problem.notes(),
        }
    }
}
