//! The task that the options of a count ask for. Here, and only here, they are held against each other.

use std::path::Path;

use gridcheck_core::problem::Problem;
use gridcheck_engine::blocks::SumKind;
use gridcheck_formats::source::STANDARD_INPUT;
use gridcheck_sums::Piece;

use super::Count;
use crate::failure::Failure;
use crate::given::Given;
use crate::question::{Grouping, all_lengths};
use crate::usage;

/// The task of a count.
#[derive(Debug, PartialEq)]
pub enum Task<'a> {
    /// Make a sum over all grids.
    Total(Goal),
    /// Count the grids by type of symmetry.
    Symmetry,
    /// Make the sums of all blocks, or of those of a piece, and keep them.
    Blocks(SumKind, SumsFile<'a>, Option<Piece>),
    /// Make the sum of one block, and compare it with a file.
    Block(SumKind, &'a str, Option<&'a Path>),
    /// Find the pieces, of this number, that a folder lacks.
    Missing(SumKind, usize, &'a Path),
    /// Estimate the time of all blocks, and of each of this number of pieces, from a sample that takes this number of seconds.
    Estimate(u32, Option<SumsFile<'a>>, Option<usize>),
}

/// The kind of sum over all grids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// The sum is known before the size is.
    Sum(SumKind),
    /// The numbers of grids by the lengths of their words. The size says which lengths are possible.
    Lengths,
}

/// The place that keeps the sums of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SumsFile<'a> {
    /// A new file.
    New(&'a Path),
    /// A file that an earlier run began, if it exists.
    Begun(&'a Path),
    /// Standard output.
    StandardOutput,
}

impl Goal {
    /// Returns the kind of sum for a problem.
    pub fn kind(&self, problem: &Problem) -> SumKind {
        match self {
            Goal::Sum(kind) => kind.clone(),
            Goal::Lengths => SumKind::Distribution(all_lengths(problem.size())),
        }
    }
}

impl Count {
    /// Returns the task.
    ///
    /// # Errors
    /// The options contradict each other, or one is missing.
    pub fn task(&self) -> Result<Task<'_>, Failure> {
        // Every option is named, so that a new one is held against the others.
        let Count { question, threads: _, engine: _, externals: _, by, extremes, memory: _, .. } = self;
        let Count { sums, resume, estimate, pieces, piece, missing_in, block, .. } = self;
        let given = Given([
            ("by", by.is_some()),
            ("most", extremes.most.is_some()),
            ("fewest", extremes.fewest.is_some()),
            ("sums", sums.is_some()),
            ("resume", *resume),
            ("estimate", estimate.is_some()),
            ("pieces", pieces.is_some()),
            ("piece", piece.is_some()),
            ("missing_in", missing_in.is_some()),
            ("block", block.is_some()),
            ("given", question.given.is_some()),
        ]);
        if let Some(sizes) = self.several_sizes()
            && let Some(option) = given.first_beside(&["most", "fewest"])
        {
            return Err(usage!({option} " is for one size, and " [size] " names " (sizes.len())));
        }
        given.refuse("most", &["fewest"])?;
        given.refuse("by", &["most", "fewest"])?;
        given.refuse("estimate", &["by", "most", "fewest", "block", "piece"])?;
        given.refuse("missing_in", &["piece", "sums", "block", "estimate"])?;
        given.refuse("block", &["pieces", "resume"])?;
        given.require("resume", "sums")?;
        given.require("piece", "pieces")?;
        let file = sums.as_deref().map(|path| match path {
            path if path == Path::new(STANDARD_INPUT) => SumsFile::StandardOutput,
            path if *resume => SumsFile::Begun(path),
            path => SumsFile::New(path),
        });
        if file == Some(SumsFile::StandardOutput) {
            self.refuse_standard_output()?;
        }
        Ok(match (block, missing_in, estimate, file, pieces) {
            (Some(block), ..) => Task::Block(self.sum_of_blocks()?, block, sums.as_deref()),
            (None, Some(folder), _, _, pieces) => {
                let pieces = pieces.ok_or_else(|| usage!([missing_in] " needs " [pieces]))?;
                Task::Missing(self.sum_of_blocks()?, pieces, folder)
            }
            (None, None, Some(seconds), file, pieces) => {
                pieces.map(|pieces| Piece::new(1, pieces)).transpose()?;
                Task::Estimate(*seconds, file, *pieces)
            }
            (None, None, None, Some(file), None) => Task::Blocks(self.sum_of_blocks()?, file, None),
            (None, None, None, Some(file), Some(pieces)) if piece.is_some() => {
                let piece = piece.map(|number| Piece::new(number, *pieces)).transpose()?;
                Task::Blocks(self.sum_of_blocks()?, file, piece)
            }
            (None, None, None, _, Some(_)) => {
                return Err(usage!(
                    [pieces] " goes with " [piece] " and " [sums] ", with " [missing_in] " or with " [estimate]
                ));
            }
            (None, None, None, None, None) => match (by, extremes.goal()) {
                (_, Some(goal)) => Task::Total(Goal::Sum(SumKind::Extreme(goal))),
                (None, None) => Task::Total(Goal::Sum(SumKind::Plain)),
                (Some(Grouping::Measures(by)), None) => Task::Total(Goal::Sum(SumKind::Distribution(by.clone()))),
                (Some(Grouping::Lengths), None) => Task::Total(Goal::Lengths),
                (Some(Grouping::Symmetry), None) => Task::Symmetry,
            },
        })
    }

    /// Returns what is asked of each block.
    fn sum_of_blocks(&self) -> Result<SumKind, Failure> {
        match (&self.by, self.extremes.goal()) {
            (_, Some(goal)) => Ok(SumKind::Extreme(goal)),
            (None, None) => Ok(SumKind::Plain),
            (Some(Grouping::Measures(by)), None) => Ok(SumKind::Distribution(by.clone())),
            (Some(Grouping::Symmetry), None) => Err(usage!(
                [by] " symmetry makes several counts, so it cannot be combined with " [sums] ", " [pieces] " and " [block]
            )),
            (Some(Grouping::Lengths), None) => Err(usage!(
                [by] " lengths cannot be combined with " [sums] ", " [pieces] " and " [block]
                "; name some lengths, as in " [by] " 'length 3,length 4'"
            )),
        }
    }

    /// Refuses options with which sums cannot be kept on standard output.
    fn refuse_standard_output(&self) -> Result<(), Failure> {
        if self.resume {
            return Err(usage!(
                [sums] " -: standard output cannot be resumed; name a file, and pass it on when it is finished"
            ));
        }
        if self.block.is_some() {
            return Err(usage!([sums] " -: " [block] " compares with a file"));
        }
        if self.estimate.is_some() {
            return Err(usage!([sums] " -: an estimate keeps its sums in a file"));
        }
        Ok(())
    }
}
