//! `gridcheck count`: counts grids, all of them, in groups, or in parts.

mod blocks;
pub mod by_symmetry;
pub mod report;
pub mod task;

use std::path::PathBuf;

use serde::{Deserialize, Deserializer};

use gridcheck_core::problem::Problem;
use gridcheck_core::size::Size;
use gridcheck_engine::Candidates;
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::clock::Moment;

use crate::Ask;
use crate::engines::{ENGINES, Programs, SumRequest};
#[cfg(feature = "clap")]
use crate::engines::{all_engines, one_engine};
use crate::failure::Failure;
use crate::host::{Advice, Host};
use crate::options::{Externals, Extremes, MemoryLimit, Threads};
use crate::parse::parsed;
use crate::question::{Grouping, Question};

use blocks::BlocksRequest;
use by_symmetry::SymmetryReport;
use report::{CountReport, Found, Total};
use task::{Goal, Task};

/// Counts the grids that obey the rules.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Count {
    /// The grids.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub question: Question,
    /// The number of threads.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub threads: Threads,
    /// The name of the engine to ask; the default is the fastest that can count the grids.
    #[cfg_attr(feature = "clap", arg(long, visible_alias = "engines", value_name = "NAME", value_parser = one_engine,
        help = format!("Ask this engine: {}. The default is the fastest that can count the grids", all_engines())))]
    pub engine: Option<String>,
    /// Further programs that can be used like engines.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub externals: Externals,
    /// Count the grids in groups: by symmetry; by lengths (how many words of each length); or by measures of --where with commas
    /// between, as in letters,words.
    ///
    /// With symmetry the groups are Keith's types: A has all eight symmetries of the square, h both mirrors, r the quarter turn, t
    /// both diagonals, N the half turn alone. Grids that are images of each other count once. Types that would take too long are left out.
    #[cfg_attr(feature = "clap", arg(long, value_name = "WHAT", value_parser = str::parse::<Grouping>))]
    #[serde(deserialize_with = "grouping")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub by: Option<Grouping>,
    /// The extreme of a measure.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub extremes: Extremes,
    /// Write the number of grids in each block to a new file, or to standard output if it is -. A block is a part of the problem that an
    /// engine counts separately. With --by, --most or
    /// --fewest, write the table or the extreme of each block. Engines that count in blocks have different blocks.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub sums: Option<PathBuf>,
    /// With --sums: resume from the file, if it exists. A file that was compressed has to be decompressed first.
    #[cfg_attr(feature = "clap", arg(long))]
    pub resume: bool,
    /// Count blocks at random for this many seconds, by default 20, and print how long all blocks take, and each of --pieces. With
    /// --sums the file keeps the counted blocks.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SECONDS", num_args = 0..=1, require_equals = true, default_missing_value = "20",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)))]
    pub estimate: Option<u32>,
    /// Divide the blocks into this many pieces, the same on every machine. Needs --piece with --sums, or --missing-in, or --estimate.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", allow_negative_numbers = true))]
    pub pieces: Option<usize>,
    /// With --pieces and --sums: count only this piece, numbered from 1.
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", allow_negative_numbers = true))]
    pub piece: Option<usize>,
    /// With --pieces: print the numbers of the pieces that the files *.sums of this folder lack, one per line, and count nothing. A folder
    /// that does not exist lacks all. A file of another problem or another number of pieces is refused.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FOLDER"))]
    pub missing_in: Option<PathBuf>,
    /// Count only this block, named as in the first column of a file of sums; with --sums, compare the result with the file.
    #[cfg_attr(feature = "clap", arg(long, value_name = "BLOCK", allow_hyphen_values = true))]
    pub block: Option<String>,
    /// The memory limit.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub memory: MemoryLimit,
}

/// Reads the property by which grids are grouped.
fn grouping<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Grouping>, D::Error> {
    parsed(deserializer, |text| text.parse::<Grouping>().map_err(|error| format!("by: {error}"))).map(Some)
}

impl Ask for Count {
    type Report = CountReport;

    fn ask(&self, host: &dyn Host) -> Result<CountReport, Failure> {
        let task = self.task()?;
        let programs = Programs::of(&self.externals, host)?;
        self.answer(&task, &self.question.problem(host)?, &programs, host)
    }
}

impl Count {
    /// Returns the sizes, if there are several. [`each_size`](Count::each_size) counts them.
    pub fn several_sizes(&self) -> Option<&[Size]> {
        self.question.size.as_ref().map(super::sizes::Sizes::all).filter(|sizes| sizes.len() > 1)
    }

    /// Counts the grids of several sizes, and hands each report out as soon as it is known.
    ///
    /// # Errors
    /// Another option is for one size, an input is at fault, or `each` returns a failure.
    pub fn each_size(
        &self,
        host: &dyn Host,
        mut each: impl FnMut(Size, Result<CountReport, Failure>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let sizes = self.several_sizes().unwrap_or_default();
        let task = self.task()?;
        let programs = Programs::of(&self.externals, host)?;
        // They may come from a pipe, which can be read only once.
        let rules = self.question.ruleset(host)?;
        for &size in sizes {
            let problem = self.question.problem_by(rules.clone(), size, host);
            each(size, problem.and_then(|problem| self.answer(&task, &problem, &programs, host)))?;
        }
        Ok(())
    }

    fn answer(
        &self,
        task: &Task<'_>,
        problem: &Problem,
        programs: &Programs,
        host: &dyn Host,
    ) -> Result<CountReport, Failure> {
        let engine = self.engine.as_deref();
        let blocks = |kind| BlocksRequest { candidates: Candidates::new(ENGINES, problem, kind), engine, host };
        match task {
            Task::Total(goal) => self.total(goal, problem, programs, host),
            Task::Symmetry => SymmetryReport::count(problem, engine, programs, host).map(CountReport::Symmetry),
            Task::Blocks(kind, file, piece) => blocks(kind).count_into(*file, *piece),
            Task::Block(kind, block, file) => blocks(kind).count_one(block, *file),
            Task::Missing(kind, pieces, folder) => blocks(kind).missing(*pieces, folder),
            Task::Estimate(seconds, file, pieces) => blocks(&SumKind::Plain).estimate(*seconds, *file, *pieces),
        }
    }

    /// Makes a sum over all grids.
    fn total(
        &self,
        goal: &Goal,
        problem: &Problem,
        programs: &Programs,
        host: &dyn Host,
    ) -> Result<CountReport, Failure> {
        let kind = goal.kind(problem);
        let request = SumRequest { problem, kind: &kind };
        let prepared = request.prepared_by_or_fastest(self.engine.as_deref(), programs, host)?;
        let several = self.several_sizes().is_some();
        // Only then do the first blocks tell how long all take.
        if !several && kind == SumKind::Plain && prepared.blocks().is_some_and(|blocks| blocks.are_separate()) {
            host.advise_if_long(Advice::Divide);
        }
        let engine = prepared.name();
        let stage = if several { format!("{engine}, size {}", problem.size()) } else { engine.to_owned() };
        let start = Moment::now();
        let sum = prepared.sum(&host.run(&stage))?;
        let total = Total { sum, is_by_lengths: *goal == Goal::Lengths };
        Ok(CountReport::Total(Found::about(problem, engine, total, start.seconds())))
    }
}
