//! The report of a count: the question, the engine, the time and the notes.

use serde::Serialize;

use super::json::About;
use crate::constraint::{Constraint, Distribution, Extreme, Goal, Measure};
use crate::problem::Problem;
use crate::run::blocks::BlockSum;
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
#[expect(missing_docs, reason = "the schema describes the keys")]
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

/// The JSON of a sum.
#[derive(Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the schema describes the keys")]
pub enum SumAnswer<'a> {
    /// The number of grids.
    Number(AsText<u128>),
    /// The numbers of grids by measures; without a total if it does not fit in 128 bits.
    Distribution { by: Vec<AsText<&'a Measure>>, grids: Vec<DistributionRow<'a>>, count: Option<AsText<u128>> },
    /// The extreme of a measure, and the number of grids that reach it.
    Extreme { goal: AsText<Goal>, value: Option<u32>, grids: AsText<u128> },
}

/// The number of grids with these values.
#[derive(Serialize)]
pub struct DistributionRow<'a> {
    values: &'a [u32],
    grids: AsText<u128>,
}

impl<'a> SumAnswer<'a> {
    /// Returns the JSON of a distribution.
    pub fn of_distribution(distribution: &'a Distribution) -> Self {
        let rows = distribution.grids.iter().map(|(values, grids)| DistributionRow { values, grids: AsText(*grids) });
        let (by, count) = (texts(&distribution.by), distribution.total().map(AsText));
        SumAnswer::Distribution { by, grids: rows.collect(), count }
    }

    /// Returns the JSON of an extreme.
    pub fn of_extreme(goal: Goal, best: Option<Extreme>) -> Self {
        let (value, grids) = (best.map(|best| best.value), best.map_or(0, |best| best.grids));
        SumAnswer::Extreme { goal: AsText(goal), value, grids: AsText(grids) }
    }
}

impl<'a> From<&'a BlockSum> for SumAnswer<'a> {
    fn from(sum: &'a BlockSum) -> Self {
        match sum {
            BlockSum::Plain(grids) => SumAnswer::Number(AsText(*grids)),
            BlockSum::Distribution(distribution) => SumAnswer::of_distribution(distribution),
            BlockSum::Extreme { goal, best } => SumAnswer::of_extreme(*goal, *best),
        }
    }
}
