//! The JSON of merged sums.

use serde::Serialize;
use serde_json::Value;

use super::super::sum::SumAnswer;
use super::{MergeReport, Rechecked};
use crate::constraint::{Constraint, Goal, Measure};
use crate::run::blocks::{BlockStatements, BlockSum, FileFacts, Gap, Piece, SumKind, share_seen};
use crate::serial::{AsText, texts};
use crate::size::Size;

impl MergeReport<'_> {
    /// Returns the JSON. `out` is the file that was written.
    pub fn as_json<'s>(&'s self, out: Option<String>) -> SumsAnswer<'s> {
        let (merge, problem) = (self.merge, self.merge.problem());
        let (by, goal) = match merge.kind() {
            SumKind::Plain => (None, None),
            SumKind::Distribution(by) => (Some(texts(by)), None),
            SumKind::Extreme(goal) => (None, Some(AsText(*goal))),
        };
        let file = |file: FileFacts<'_>| FileAnswer {
            file: file.path.display().to_string(),
            piece: file.piece.map(Piece::number),
            version: file.version.map(str::to_owned),
            blocks: file.blocks,
            finished: file.is_finished,
            runs: file.runs,
        };
        let gap = |gap: &Gap| GapAnswer { piece: gap.piece, missing_blocks: gap.missing, blocks: gap.of };
        let rechecked = |rechecked: &'s Rechecked| RecheckAnswer {
            seed: rechecked.seed,
            draws: rechecked.draws,
            blocks: rechecked.blocks.len(),
            blocks_on_record: merge.recorded(),
            wrong: rechecked.wrong().map(|block| self.block_as_json(block)).collect(),
            share_seen_at_99_percent: share_seen(rechecked.draws),
        };
        SumsAnswer {
            size: problem.size(),
            rules: problem.rules().described(),
            ruleset: problem.rules().record(),
            constraints: texts(problem.constraints()),
            by,
            goal,
            engine: merge.engine(),
            files: merge.files().map(file).collect(),
            pieces: merge.pieces(),
            missing: self.gaps.iter().map(gap).collect(),
            quorum: self.quorum,
            agreed_pieces: self.agreement().1,
            agreed_without_run_numbers: merge.agreed_without_numbers(self.agreement().0),
            contradictions: self.contradictions.iter().map(|block| self.block_as_json(block)).collect(),
            rechecked: self.rechecked.as_ref().map(rechecked),
            total: self.total.as_ref().map(SumAnswer::from),
            out,
        }
    }

    fn block_as_json<'s>(&'s self, block: &'s BlockStatements) -> BlockAnswer<'s> {
        let says = |(file, sum): &'s (usize, BlockSum)| BlockCount {
            file: self.name(*file),
            count: SumAnswer::from(sum),
            wrong: block.counted.as_ref().map(|counted| counted != sum),
        };
        BlockAnswer {
            block: &block.name,
            counted: block.counted.as_ref().map(SumAnswer::from),
            says: block.statements.iter().map(says).collect(),
        }
    }
}

/// The JSON of merged sums.
#[derive(Serialize)]
pub struct SumsAnswer<'a> {
    size: Size,
    rules: String,
    ruleset: Value,
    #[serde(rename = "where", skip_serializing_if = "Vec::is_empty")]
    constraints: Vec<AsText<&'a Constraint>>,
    /// The measures, if the sums are distributions.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Vec<AsText<&'a Measure>>>,
    /// The extreme that the sums are, if they are extremes.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<AsText<Goal>>,
    engine: &'static str,
    files: Vec<FileAnswer>,
    pieces: Option<usize>,
    missing: Vec<GapAnswer>,
    quorum: usize,
    /// Number of pieces on which as many files of different runs agree as the quorum says, and at least two.
    agreed_pieces: usize,
    /// Number of these pieces where several of the files have no run number, so that they may be copies of one.
    agreed_without_run_numbers: usize,
    contradictions: Vec<BlockAnswer<'a>>,
    rechecked: Option<RecheckAnswer<'a>>,
    total: Option<SumAnswer<'a>>,
    /// The file that was written.
    out: Option<String>,
}

/// A merged file.
#[derive(Serialize)]
struct FileAnswer {
    file: String,
    piece: Option<usize>,
    version: Option<String>,
    blocks: usize,
    finished: bool,
    runs: Vec<String>,
}

/// An incomplete piece.
#[derive(Serialize)]
struct GapAnswer {
    piece: usize,
    missing_blocks: usize,
    blocks: usize,
}

/// The statements of files about a block.
#[derive(Serialize)]
struct BlockAnswer<'a> {
    block: &'a str,
    counted: Option<SumAnswer<'a>>,
    says: Vec<BlockCount<'a>>,
}

/// The statement of one file about a block.
#[derive(Serialize)]
struct BlockCount<'a> {
    file: String,
    count: SumAnswer<'a>,
    wrong: Option<bool>,
}

/// The result of counting drawn blocks again.
#[derive(Serialize)]
struct RecheckAnswer<'a> {
    seed: u64,
    draws: usize,
    blocks: usize,
    blocks_on_record: usize,
    wrong: Vec<BlockAnswer<'a>>,
    share_seen_at_99_percent: f64,
}
