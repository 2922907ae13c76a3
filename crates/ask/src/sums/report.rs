//! The report of merged sums.

use std::path::PathBuf;

use serde::{Serialize, Serializer};
use serde_json::Value;

use gridcheck_core::constraint::{Constraint, Measure};
use gridcheck_core::serial::{RulesName, Texts};
use gridcheck_core::size::Size;
use gridcheck_engine::blocks::{BlockSum, SumKind};
use gridcheck_sums::{BlockStatements, FileFacts, Gap, Merge, Piece, share_seen};

use crate::count::report::SumReport;
use crate::failure::Failure;

/// Merged files, and what a check of them has found.
pub struct SumsReport {
    /// The files.
    pub merge: Merge,
    /// The number of runs that must agree on a block.
    pub quorum: usize,
    /// The pieces with unknown blocks.
    pub gaps: Vec<Gap>,
    /// The blocks on which files differ.
    pub contradictions: Vec<BlockStatements>,
    /// The blocks that were drawn and counted again.
    pub rechecked: Option<Rechecked>,
    /// The sum, unless blocks are missing or files are wrong.
    pub total: Option<BlockSum>,
    /// The fate of the merged file.
    pub out: MergedFile,
}

/// Blocks that were drawn at random and counted again.
pub struct Rechecked {
    /// The seed of the draws.
    pub seed: u64,
    /// The number of draws.
    pub draws: usize,
    /// The blocks, each once.
    pub blocks: Vec<BlockStatements>,
}

/// The file of all blocks.
pub enum MergedFile {
    /// None was asked for.
    NotRequested,
    /// It is not written, for this reason.
    Withheld {
        /// Its path.
        file: PathBuf,
        /// The reason.
        why: &'static str,
    },
    /// It is written.
    Written(PathBuf),
    /// It could not be written.
    Failed(Failure),
}

impl Rechecked {
    /// Returns the blocks for which a file states another sum.
    pub fn wrong(&self) -> impl Iterator<Item = &BlockStatements> {
        self.blocks.iter().filter(|block| block.wrong().next().is_some())
    }
}

impl SumsReport {
    /// Returns `true` if nothing contradicts the files.
    pub fn is_right(&self) -> bool {
        let is_wrong = |rechecked: &Rechecked| rechecked.wrong().next().is_some();
        self.contradictions.is_empty() && !self.rechecked.as_ref().is_some_and(is_wrong)
    }

    /// Returns the name of a file, by its index.
    pub fn name(&self, file: usize) -> String {
        self.merge.files().nth(file).map_or_else(String::new, |file| file.path.display().to_string())
    }

    /// Returns the number of files whose agreement is worth a report, and the number of pieces on which they agree.
    pub fn agreement(&self) -> (usize, usize) {
        let files = self.quorum.max(2);
        (files, self.merge.agreed(files))
    }

    /// Returns the failure to write the merged file.
    ///
    /// # Errors
    /// It could not be written.
    pub fn file_failure(self) -> Result<(), Failure> {
        match self.out {
            MergedFile::NotRequested | MergedFile::Withheld { .. } | MergedFile::Written(_) => Ok(()),
            MergedFile::Failed(failure) => Err(failure),
        }
    }
}

impl Serialize for SumsReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

/// The JSON of the report.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SumsJson<'a> {
    size: Size,
    rules: RulesName,
    #[cfg_attr(feature = "schema", schemars(with = "gridcheck_core::rules::Ruleset"))]
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
    contradictions: Vec<BlockJson<'a>>,
    rechecked: Option<RecheckReport<'a>>,
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
struct BlockJson<'a> {
    block: &'a str,
    counted: Option<SumReport<'a>>,
    says: Vec<StatementReport<'a>>,
}

/// The statement of one file.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct StatementReport<'a> {
    file: String,
    count: SumReport<'a>,
    wrong: Option<bool>,
}

/// The result of `--recheck`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct RecheckReport<'a> {
    seed: u64,
    draws: usize,
    blocks: usize,
    blocks_on_record: usize,
    wrong: Vec<BlockJson<'a>>,
    share_seen_at_99_percent: f64,
}

impl SumsReport {
    fn json(&self) -> SumsJson<'_> {
        let SumsReport { merge, quorum, gaps, contradictions, rechecked, total, out } = self;
        let problem = merge.problem();
        let (agreement, agreed_pieces) = self.agreement();
        let (by, goal) = match merge.kind() {
            SumKind::Plain => (&[][..], None),
            SumKind::Distribution(by) => (&by[..], None),
            SumKind::Extreme(goal) => (&[][..], Some(goal.to_string())),
        };
        SumsJson {
            size: problem.size(),
            rules: problem.rules().into(),
            ruleset: problem.rules().record(),
            constraints: problem.constraints(),
            by,
            goal,
            engine: merge.engine(),
            files: merge.files().map(file).collect(),
            pieces: merge.pieces(),
            missing: gaps,
            quorum: *quorum,
            agreed_pieces,
            agreed_without_run_numbers: merge.agreed_without_numbers(agreement),
            contradictions: contradictions.iter().map(|block| self.block(block)).collect(),
            rechecked: rechecked.as_ref().map(|rechecked| self.recheck(rechecked)),
            total: total.as_ref().map(SumReport::from),
            out: match out {
                MergedFile::Written(path) => Some(path.display().to_string()),
                MergedFile::NotRequested | MergedFile::Withheld { .. } | MergedFile::Failed(_) => None,
            },
        }
    }

    /// Returns what files say about a block, and what a recheck counted.
    fn block<'a>(&self, block: &'a BlockStatements) -> BlockJson<'a> {
        let counted = block.counted.as_ref();
        let says = |(file, sum): &'a (usize, BlockSum)| StatementReport {
            file: self.name(*file),
            count: sum.into(),
            wrong: counted.map(|counted| counted != sum),
        };
        let statements = block.statements.iter().map(says).collect();
        BlockJson { block: &block.name, counted: counted.map(SumReport::from), says: statements }
    }

    fn recheck<'a>(&self, rechecked: &'a Rechecked) -> RecheckReport<'a> {
        RecheckReport {
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
