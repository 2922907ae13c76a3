//! Defines the errors of files of sums.

use std::path::Path;

use thiserror::Error;

use super::piece::PieceError;
use crate::checked_log::LogError;

/// The reason why a file of sums cannot be used.
#[derive(Debug, Error)]
pub enum SumsError {
    /// The file cannot be used as a log.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The number of pieces is out of range.
    #[error(transparent)]
    Pieces(#[from] PieceError),
    /// The first line is rejected.
    #[error("{path}:1: {what}")]
    Head {
        /// The file.
        path: String,
        /// The fault of the line.
        what: String,
    },
    /// The file is about another problem.
    #[error("{path}:1: these are the sums of another problem: {theirs}")]
    OtherProblem {
        /// The file.
        path: String,
        /// The problem of the file.
        theirs: String,
    },
    /// The file has sums of another kind.
    #[error("{path}:1: these are sums of another question: {theirs}, not {ours}")]
    OtherKind {
        /// The file.
        path: String,
        /// The kind of the file's sums.
        theirs: String,
        /// The requested kind.
        ours: String,
    },
    /// The file is about another part of the count.
    #[error("{path}:1: these are the sums of {theirs}, not of {ours}")]
    OtherPart {
        /// The file.
        path: String,
        /// The part that the file is about.
        theirs: String,
        /// The requested part.
        ours: String,
    },
    /// Another engine counted the file, and its blocks differ.
    #[error("{path}:1: these are the sums of the blocks of engine {theirs}, not of {ours}")]
    OtherEngine {
        /// The file.
        path: String,
        /// The engine that counted the file.
        theirs: String,
        /// The requested engine.
        ours: &'static str,
    },
    /// Two files are about different problems.
    #[error("{one} and {other} are sums of different problems: {one_is}; {other_is}")]
    Different {
        /// A file.
        one: String,
        /// The problem of the first file.
        one_is: String,
        /// The other file.
        other: String,
        /// The problem of the other file.
        other_is: String,
    },
    /// Two files have sums of different kinds.
    #[error("{one} and {other} are sums of different questions: {one_is}; {other_is}")]
    Kinds {
        /// A file.
        one: String,
        /// The kind of the first file's sums.
        one_is: String,
        /// The other file.
        other: String,
        /// The kind of the other file's sums.
        other_is: String,
    },
    /// Two files are about different blocks.
    #[error("{one} and {other} are sums of different blocks: those of engine {one_is}; those of {other_is}")]
    Engines {
        /// A file.
        one: String,
        /// The engine that counted the first file.
        one_is: String,
        /// The other file.
        other: String,
        /// The engine that counted the other file.
        other_is: String,
    },
    /// The pieces of the file are not those of this version.
    #[error(
        "{path}:1: {}",
        if version == env!("CARGO_PKG_VERSION") {
            "this build deals the blocks into pieces in another way: use the build that began the file, or the line is damaged".to_owned()
        } else {
            format!("version {version} dealt the blocks into pieces in another way than this one: use that version for its pieces")
        }
    )]
    OtherDeal {
        /// The file.
        path: String,
        /// The version that began it.
        version: String,
    },
    /// No file has a complete first line.
    #[error("{0}: the file has no header; delete it or name another file")]
    Nothing(String),
    /// The line of a block would be too long to be read again.
    #[error("block {block}: its record takes {length} bytes, {longest} at most fit in a line: sort by fewer measures")]
    TooLong {
        /// The name of the block.
        block: String,
        /// Number of bytes of the record.
        length: usize,
        /// The most bytes of a record.
        longest: usize,
    },
    /// The first line of a merged file would be too long to be read again.
    #[error("the sums are of {0} runs, too many for the first line of one file: merge fewer files")]
    TooManyRuns(usize),
    /// The operating system gives no random number for a new file.
    #[error("no run number for a new file: {0}")]
    NoRunNumber(String),
    /// The sum exceeds 128 bits.
    #[error("the sum of the blocks does not fit in 128 bits")]
    Overflow,
}

impl SumsError {
    /// Creates the error that the first line of the file at `path` is rejected for this reason.
    pub(super) fn in_head(path: &Path, what: &impl ToString) -> Self {
        SumsError::Head { path: path.display().to_string(), what: what.to_string() }
    }
}
