//! The report of a count: the question, what an engine has found, and the time.

use serde::Serialize;

use gridcheck_core::constraint::{Constraint, Distribution, Extreme, Goal, Measure};
use gridcheck_core::problem::Problem;
use gridcheck_core::serial::{Digits, DigitsIfKnown, RulesName, Text, Texts};
use gridcheck_core::size::Size;
use gridcheck_engine::blocks::BlockSum;
use gridcheck_sums::{Piece, Sample};

use super::by_symmetry::SymmetryReport;
use crate::json::About;

/// The result of a count. Its JSON has the keys of the variant.
#[derive(Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "each has the report of one task")]
pub enum CountReport {
    Total(About<Found<Total>>),
    Symmetry(About<SymmetryReport>),
    Piece(About<Found<PieceReport>>),
    Block(About<Found<BlockReport>>),
    Estimate(EstimateReport),
    Missing(About<MissingReport>),
}

/// The result of an engine, with the question.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct Found<F> {
    #[serde(rename = "where", with = "Texts")]
    pub constraints: Vec<Constraint>,
    pub engine: &'static str,
    #[serde(flatten)]
    pub found: F,
    pub seconds: f64,
}

impl<F: Serialize> Found<F> {
    /// Adds the problem, the engine and the time to what was found.
    pub fn about(problem: &Problem, engine: &'static str, found: F, seconds: f64) -> About<Self> {
        About::new(problem, Found { constraints: problem.constraints().to_vec(), engine, found, seconds })
    }
}

/// The sum over all grids.
pub struct Total {
    /// The sum.
    pub sum: BlockSum,
    /// `true` if its measures are those of the lengths of words, and a reader may show them as such.
    pub is_by_lengths: bool,
}

impl Serialize for Total {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.sum {
            BlockSum::Plain(count) => NumberReport { count: *count }.serialize(serializer),
            BlockSum::Distribution(distribution) => DistributionReport::from(distribution).serialize(serializer),
            BlockSum::Extreme { goal, best } => ExtremeReport::new(*goal, *best).serialize(serializer),
        }
    }
}

/// The sum of one piece.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceReport {
    /// The number of the piece, from 1.
    pub piece: usize,
    /// The number of pieces.
    pub pieces: usize,
    /// The number of its blocks that were counted.
    pub blocks: usize,
    /// Its sum.
    #[serde(serialize_with = "by_kind")]
    #[cfg_attr(feature = "schema", schemars(with = "SumReport"))]
    pub count_of_piece: BlockSum,
    /// The piece.
    #[serde(skip)]
    pub of: Piece,
    /// `true` if there are more pieces than work, and this one has none.
    #[serde(skip)]
    pub is_of_nothing: bool,
}

/// The sum of one block.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlockReport {
    /// The name of the block.
    pub block: String,
    /// Its sum.
    #[serde(serialize_with = "by_kind")]
    #[cfg_attr(feature = "schema", schemars(with = "SumReport"))]
    pub count: BlockSum,
    /// The sum in the file of sums, if it has the block.
    #[serde(serialize_with = "by_kind_if_known")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<SumReport>"))]
    pub recorded: Option<BlockSum>,
    /// The name of the file of sums, if there is one.
    #[serde(skip)]
    pub file: Option<String>,
}

impl BlockReport {
    /// Returns `true` unless the file of sums has another sum.
    pub fn agrees(&self) -> bool {
        self.recorded.as_ref().is_none_or(|recorded| *recorded == self.count)
    }
}

/// The time of a count, extrapolated from a sample of its blocks.
///
/// Seconds are by the clock, with these threads. Of blocks that were cut, the part that was done tells their time.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct EstimateReport {
    pub size: Size,
    pub rules: RulesName,
    pub engine: &'static str,
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub threads: usize,
    pub blocks: usize,
    pub known: usize,
    pub counted: usize,
    pub cut: usize,
    pub sample_seconds: f64,
    /// The expected time; null if fewer than two blocks were counted, or only the lower end of the interval is known.
    pub seconds: Option<f64>,
    pub interval: Option<[Option<f64>; 2]>,
    pub memory_bytes: u64,
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub pieces: Option<usize>,
    pub seconds_of_piece: Option<f64>,
    /// The sample.
    #[serde(skip)]
    pub sample: Sample,
}

/// The pieces that a folder lacks.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MissingReport {
    /// The number of pieces.
    pub pieces: usize,
    /// The numbers of those that it lacks.
    pub missing: Vec<usize>,
}

/// The number of all grids.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NumberReport {
    /// The number.
    #[serde(with = "Digits")]
    pub count: u128,
}

/// The numbers of grids by measures.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DistributionReport<'a> {
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
struct DistributionRow<'a> {
    values: &'a [u32],
    #[serde(with = "Digits")]
    grids: u128,
}

/// The extreme of a measure, and the number of grids that reach it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExtremeReport {
    #[serde(with = "Text")]
    goal: Goal,
    /// The extreme; null if there is no grid.
    value: Option<u32>,
    #[serde(with = "Digits")]
    grids: u128,
}

/// The sum of some blocks: a number of grids, their distribution by measures, or an extreme.
#[derive(Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "sum"))]
#[expect(missing_docs, reason = "they are the three kinds of sums")]
pub enum SumReport<'a> {
    Number(#[serde(with = "Digits")] u128),
    Distribution(DistributionReport<'a>),
    Extreme(ExtremeReport),
}

/// Serializes a sum of some blocks.
fn by_kind<S: serde::Serializer>(sum: &BlockSum, serializer: S) -> Result<S::Ok, S::Error> {
    SumReport::from(sum).serialize(serializer)
}

/// Serializes a sum of some blocks, or null.
#[expect(clippy::ref_option, reason = "serde passes the field")]
fn by_kind_if_known<S: serde::Serializer>(sum: &Option<BlockSum>, serializer: S) -> Result<S::Ok, S::Error> {
    sum.as_ref().map(SumReport::from).serialize(serializer)
}

impl<'a> From<&'a Distribution> for DistributionReport<'a> {
    fn from(distribution: &'a Distribution) -> Self {
        let rows = distribution.grids.iter().map(|(values, &grids)| DistributionRow { values, grids });
        DistributionReport { by: &distribution.by, grids: rows.collect(), count: distribution.total() }
    }
}

impl ExtremeReport {
    /// Reports an extreme, if there is a grid.
    fn new(goal: Goal, best: Option<Extreme>) -> Self {
        ExtremeReport { goal, value: best.map(|best| best.value), grids: best.map_or(0, |best| best.grids) }
    }
}

impl<'a> From<&'a BlockSum> for SumReport<'a> {
    fn from(sum: &'a BlockSum) -> Self {
        match sum {
            BlockSum::Plain(grids) => SumReport::Number(*grids),
            BlockSum::Distribution(distribution) => SumReport::Distribution(distribution.into()),
            BlockSum::Extreme { goal, best } => SumReport::Extreme(ExtremeReport::new(*goal, *best)),
        }
    }
}
