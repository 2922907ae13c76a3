//! Why a file of sums cannot be used.

use std::path::Path;

use thiserror::Error;

use crate::EngineError;
use crate::checked_log::LogError;

/// Why a file of sums cannot be used.
#[derive(Debug, Error)]
pub enum SumsError {
    /// The file cannot be.
    #[error(transparent)]
    Log(#[from] LogError),
    /// Its first line is not understood.
    #[error("{path}:1: {what}")]
    Head {
        /// The file.
        path: String,
        /// What is wrong with it.
        what: String,
    },
    /// It is about another question.
    #[error("{path}:1: these are the sums of another problem: {theirs}")]
    OtherProblem {
        /// The file.
        path: String,
        /// The problem it is about.
        theirs: String,
    },
    /// It is about another part of the count.
    #[error("{path}:1: these are the sums of {theirs}, not of {ours}")]
    OtherPart {
        /// The file.
        path: String,
        /// The part it is about.
        theirs: String,
        /// The part asked for.
        ours: String,
    },
    /// Another engine counted it, in blocks of its own.
    #[error("{path}:1: these are the sums of the blocks of engine {theirs}, not of {ours}")]
    OtherEngine {
        /// The file.
        path: String,
        /// The engine it is by.
        theirs: String,
        /// The engine asked for.
        ours: &'static str,
    },
    /// Two files that have nothing to do with one another.
    #[error("{one} and {other} are sums of different problems: {one_is}; {other_is}")]
    Different {
        /// A file.
        one: String,
        /// What it is about.
        one_is: String,
        /// The other file.
        other: String,
        /// What that is about.
        other_is: String,
    },
    /// Two files that have other blocks.
    #[error("{one} and {other} are sums of different blocks: those of engine {one_is}; those of {other_is}")]
    Engines {
        /// A file.
        one: String,
        /// The engine that counted it.
        one_is: String,
        /// The other file.
        other: String,
        /// The engine that counted that.
        other_is: String,
    },
    /// Its pieces are not those of this version.
    #[error(
        "{path}:1: {}",
        if version == env!("CARGO_PKG_VERSION") {
            "damaged: this version deals what the line says into pieces in another way".to_owned()
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
    /// The problem cannot be counted in blocks, or not be dealt into pieces.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// No file says what it is about.
    #[error("{0}: nothing is on record here, not even what was to be counted")]
    Nothing(String),
    /// The sum does not fit.
    #[error("the sum of the blocks does not fit in 128 bits")]
    Overflow,
}

impl SumsError {
    /// The first line of the file at `path` is not understood, for this reason.
    pub(super) fn in_head(path: &Path, what: &impl ToString) -> Self {
        SumsError::Head { path: path.display().to_string(), what: what.to_string() }
    }
}
