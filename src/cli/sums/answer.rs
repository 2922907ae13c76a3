//! The report of merged sums.

use serde::Serialize;
use serde_json::Value;

use super::{MergeReport, Rechecked};
use crate::ask::count::report::SumReport;
use crate::constraint::{Constraint, Measure};
use crate::engine::blocks::{BlockSum, SumKind};
use crate::serial::{RulesName, Texts};
use crate::size::Size;
use crate::sums::{BlockStatements, FileFacts, Gap, Piece, share_seen};

/// The report of `gridcheck sums`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SumsAnswer<'a> {
    size: Size,
    rules: RulesName,
    #[cfg_attr(feature = "schema", schemars(with = "crate::rules::Ruleset"))]
    ruleset: Value,
    #[serde(rename = "where", with = "Texts", skip_serializing_if = "<[_]>::is_empty")]
    constraints: &'a [Constraint],
    /// The measures, if the sums are distributions.
    #[serde(with = "Texts", skip_serializing_if = "<[_]>::is_empty")]
    by: &'a [Measure],
    /// The extreme, if the sums are extremes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    goal: Option<String>,
    engine: &'a str,
    files: Vec<SumsFile<'a>>,
    pieces: Option<usize>,
    missing: &'a [Gap],
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    quorum: usize,
    /// The pieces on which as many files of different runs agree as the quorum says, and at least two.
    agreed_pieces: usize,
    /// The pieces among these where several of the files have no run number, so that they may be copies of one.
    agreed_without_run_numbers: usize,
    contradictions: Vec<BlockAnswer<'a>>,
    rechecked: Option<RecheckAnswer<'a>>,
    /// The sum; null if blocks are missing or files are wrong.
    total: Option<SumReport<'a>>,
    /// The file that was written; null if none was.
    out: Option<String>,
}

/// A file of sums.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SumsFile<'a> {
    file: String,
    piece: Option<usize>,
    version: Option<&'a str>,
    blocks: usize,
    finished: bool,
    /// The numbers of the runs that counted its sums, in hexadecimal digits, or unnumbered for those of earlier versions.
    runs: Vec<String>,
}

/// The statements of files about a block, and the sum counted again.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "block"))]
struct BlockAnswer<'a> {
    block: &'a str,
    counted: Option<SumReport<'a>>,
    says: Vec<StatementAnswer<'a>>,
}

/// The statement of one file.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct StatementAnswer<'a> {
    file: String,
    count: SumReport<'a>,
    wrong: Option<bool>,
}

/// The result of `--recheck`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct RecheckAnswer<'a> {
    seed: u64,
    draws: usize,
    blocks: usize,
    blocks_on_record: usize,
    wrong: Vec<BlockAnswer<'a>>,
    share_seen_at_99_percent: f64,
}

impl MergeReport<'_> {
    pub fn report(&self, out: Option<String>) -> SumsAnswer<'_> {
        let (merge, problem) = (self.merge, self.merge.problem());
        let (agreement, agreed_pieces) = self.agreement();
        let (by, goal) = match merge.kind() {
            SumKind::Plain => (&[][..], None),
            SumKind::Distribution(by) => (&by[..], None),
            SumKind::Extreme(goal) => (&[][..], Some(goal.to_string())),
        };
        SumsAnswer {
            size: problem.size(),
            rules: problem.rules().into(),
            ruleset: problem.rules().record(),
            constraints: problem.constraints(),
            by,
            goal,
            engine: merge.engine(),
            files: merge.files().map(file).collect(),
            pieces: merge.pieces(),
            missing: &self.gaps,
            quorum: self.quorum,
            agreed_pieces,
            agreed_without_run_numbers: merge.agreed_without_numbers(agreement),
            contradictions: self.contradictions.iter().map(|block| self.block(block)).collect(),
            rechecked: self.rechecked.as_ref().map(|rechecked| self.recheck(rechecked)),
            total: self.total.as_ref().map(SumReport::from),
            out,
        }
    }

    /// Returns what files say about a block, and what a recheck counted.
    fn block<'a>(&self, block: &'a BlockStatements) -> BlockAnswer<'a> {
        let counted = block.counted.as_ref();
        let says = |(file, sum): &'a (usize, BlockSum)| StatementAnswer {
            file: self.name(*file),
            count: sum.into(),
            wrong: counted.map(|counted| counted != sum),
        };
        let statements = block.statements.iter().map(says).collect();
        BlockAnswer { block: &block.name, counted: counted.map(SumReport::from), says: statements }
    }

    fn recheck<'a>(&self, rechecked: &'a Rechecked) -> RecheckAnswer<'a> {
        RecheckAnswer {
            seed: rechecked.seed,
            draws: rechecked.draws,
            blocks: rechecked.blocks.len(),
            blocks_on_record: self.merge.recorded(),
            wrong: rechecked.wrong().map(|block| self.block(block)).collect(),
            share_seen_at_99_percent: share_seen(rechecked.draws),
        }
    }
}

fn file(file: FileFacts<'_>) -> SumsFile<'_> {
    SumsFile {
        file: file.path.display().to_string(),
        piece: file.piece.map(Piece::number),
        version: file.version,
        blocks: file.blocks,
        finished: file.is_finished,
        runs: file.runs,
    }
}
