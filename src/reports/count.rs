//! The report of a count: the question, the engine, the time and the notes.

use serde::Serialize;

use super::json::About;
use crate::constraint::{Constraint, Distribution, Extreme, Goal, Measure};
use crate::engine::blocks::BlockSum;
use crate::problem::Problem;
use crate::serial::{Digits, DigitsIfKnown, Text, Texts};

/// The answer of an engine to `gridcheck count`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountAnswer<'a, F> {
    #[serde(rename = "where", with = "Texts")]
    constraints: &'a [Constraint],
    engine: &'a str,
    #[serde(flatten)]
    found: F,
    seconds: f64,
}

/// The number of all grids.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NumberAnswer {
    /// The number.
    #[serde(with = "Digits")]
    pub count: u128,
}

/// The numbers of grids by measures.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DistributionAnswer<'a> {
    #[serde(with = "Texts")]
    by: &'a [Measure],
    grids: Vec<DistributionRow<'a>>,
    /// The number of all grids; null if it does not fit in 128 bits.
    #[serde(with = "DigitsIfKnown")]
    count: Option<u128>,
}

/// The number of grids with these values.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DistributionRow<'a> {
    values: &'a [u32],
    #[serde(with = "Digits")]
    grids: u128,
}

/// The extreme of a measure, and the number of grids that reach it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExtremeAnswer {
    #[serde(with = "Text")]
    goal: Goal,
    /// The extreme; null if there is no grid.
    value: Option<u32>,
    #[serde(with = "Digits")]
    grids: u128,
}

/// The sum of all blocks.
#[derive(Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "they are the three kinds of sums")]
pub enum TotalAnswer<'a> {
    Number(NumberAnswer),
    Distribution(DistributionAnswer<'a>),
    Extreme(ExtremeAnswer),
}

/// The sum of some blocks: a number of grids, their distribution by measures, or an extreme.
#[derive(Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "sum"))]
#[expect(missing_docs, reason = "they are the three kinds of sums")]
pub enum SumAnswer<'a> {
    Number(#[serde(with = "Digits")] u128),
    Distribution(DistributionAnswer<'a>),
    Extreme(ExtremeAnswer),
}

/// The sum of one piece.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct PieceAnswer<'a> {
    pub piece: usize,
    pub pieces: usize,
    pub blocks: usize,
    pub count_of_piece: SumAnswer<'a>,
}

/// The sum of one block.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct BlockAnswer<'a> {
    pub block: &'a str,
    pub count: SumAnswer<'a>,
    /// The sum in the file of sums, if it has the block.
    pub recorded: Option<SumAnswer<'a>>,
}

impl<'a, F: Serialize> CountAnswer<'a, F> {
    /// Adds the problem to what an engine has found.
    pub fn new(problem: &'a Problem, engine: &'a str, found: F, seconds: f64) -> About<Self> {
        About::new(problem, CountAnswer { constraints: problem.constraints(), engine, found, seconds })
    }
}

impl<'a> From<&'a Distribution> for DistributionAnswer<'a> {
    fn from(distribution: &'a Distribution) -> Self {
        let rows = distribution.grids.iter().map(|(values, &grids)| DistributionRow { values, grids });
        DistributionAnswer { by: &distribution.by, grids: rows.collect(), count: distribution.total() }
    }
}

impl ExtremeAnswer {
    /// Reports an extreme, if there is a grid.
    pub fn new(goal: Goal, best: Option<Extreme>) -> Self {
        ExtremeAnswer { goal, value: best.map(|best| best.value), grids: best.map_or(0, |best| best.grids) }
    }
}

impl<'a> From<&'a BlockSum> for TotalAnswer<'a> {
    fn from(sum: &'a BlockSum) -> Self {
        match SumAnswer::from(sum) {
            SumAnswer::Number(count) => TotalAnswer::Number(NumberAnswer { count }),
            SumAnswer::Distribution(distribution) => TotalAnswer::Distribution(distribution),
            SumAnswer::Extreme(extreme) => TotalAnswer::Extreme(extreme),
        }
    }
}

impl<'a> From<&'a BlockSum> for SumAnswer<'a> {
    fn from(sum: &'a BlockSum) -> Self {
        match sum {
            BlockSum::Plain(grids) => SumAnswer::Number(*grids),
            BlockSum::Distribution(distribution) => SumAnswer::Distribution(distribution.into()),
            BlockSum::Extreme { goal, best } => SumAnswer::Extreme(ExtremeAnswer::new(*goal, *best)),
        }
    }
}
