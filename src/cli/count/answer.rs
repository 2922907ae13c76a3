//! The JSON of counts: each has the question, the engine, the time and the notes in common.

use serde::Serialize;

use super::super::output::About;
use super::super::sum::SumAnswer;
use crate::constraint::Constraint;
use crate::problem::Problem;
use crate::serial::{AsText, texts};

/// The answer of an engine to `gridcheck count`.
#[derive(Serialize)]
pub struct CountAnswer<'a> {
    /// The constraints. A part of a count in blocks names them only if it has any.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    constraints: Option<Vec<AsText<&'a Constraint>>>,
    engine: &'a str,
    #[serde(flatten)]
    found: Found<'a>,
    seconds: f64,
}

/// The result of a count.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Found<'a> {
    /// The number of all grids.
    Count { count: AsText<u128> },
    /// The grids by measures, or an extreme.
    Sum(SumAnswer<'a>),
    /// The sum of one piece.
    Piece { piece: usize, pieces: usize, blocks: usize, count_of_piece: SumAnswer<'a> },
    /// The sum of one block, and the one that a file of sums has.
    Block { block: &'a str, count: SumAnswer<'a>, recorded: Option<SumAnswer<'a>> },
}

impl<'a> CountAnswer<'a> {
    /// Adds the problem to what an engine has found.
    pub fn new(problem: &'a Problem, engine: &'a str, found: Found<'a>, seconds: f64) -> About<Self> {
        let is_in_blocks = matches!(found, Found::Piece { .. } | Found::Block { .. });
        let constraints = !is_in_blocks || !problem.constraints().is_empty();
        let constraints = constraints.then(|| texts(problem.constraints()));
        About::new(problem, CountAnswer { constraints, engine, found, seconds })
    }
}
