//! Defines the errors of files of sums.

use std::path::Path;

use thiserror::Error;

use super::piece::PieceError;
use crate::checked_log::LogError;

/// The reason why a file of sums cannot be used.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "names and messages say it")]
pub enum SumsError {
    #[error(transparent)]
    Log(#[from] LogError),
    #[error(transparent)]
    Pieces(#[from] PieceError),
    #[error("{path}:1: {what}")]
    Head { path: String, what: String },
    #[error("{path}:1: these are the sums of another problem: {theirs}")]
    OtherProblem { path: String, theirs: String },
    #[error("{path}:1: these are sums of another question: {theirs}, not {ours}")]
    OtherKind { path: String, theirs: String, ours: String },
    #[error("{path}:1: these are the sums of {theirs}, not of {ours}")]
    OtherPart { path: String, theirs: String, ours: String },
    /// Another engine counted the file, and its blocks differ.
    #[error("{path}:1: these are the sums of the blocks of engine {theirs}, not of {ours}")]
    OtherEngine { path: String, theirs: String, ours: &'static str },
    #[error("{one} and {other} are sums of different {what}: {one_is}; {other_is}")]
    Different { one: String, other: String, what: &'static str, one_is: String, other_is: String },
    #[error(
        "{path}:1: {}",
        if version == env!("CARGO_PKG_VERSION") {
            "this build deals the blocks into pieces in another way: use the build that began the file, or the line is damaged".to_owned()
        } else {
            format!("version {version} dealt the blocks into pieces in another way than this one: use that version for its pieces")
        }
    )]
    OtherDeal { path: String, version: String },
    #[error("{0}: the file has no header; delete it or name another file")]
    Nothing(String),
    /// The line of a block would be too long to be read again.
    #[error("block {block}: its record takes {length} bytes, {longest} at most fit in a line: sort by fewer measures")]
    TooLong { block: String, length: usize, longest: usize },
    /// The first line of a merged file would be too long to be read again.
    #[error("the sums are of {0} runs, too many for the first line of one file: merge fewer files")]
    TooManyRuns(usize),
    #[error("the sum of the blocks does not fit in 128 bits")]
    Overflow,
}

impl SumsError {
    /// Creates the error that the first line of the file at `path` is rejected for this reason.
    pub(super) fn in_head(path: &Path, what: &impl ToString) -> Self {
        SumsError::Head { path: path.display().to_string(), what: what.to_string() }
    }
}
