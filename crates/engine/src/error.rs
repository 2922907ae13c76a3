//! Holds the reasons why an engine gives no answer.

use std::io;

use gridcheck_core::rules::UnsupportedRule;
use thiserror::Error;

/// The reason why an engine does not answer a problem.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("engine {engine} cannot do this: {why}")]
pub struct Declined {
    /// The engine's name.
    pub engine: &'static str,
    /// The reason, as in "symmetry mirror, it supports only rot180".
    pub why: String,
}

/// The reason why an engine does not answer a problem, without the engine's name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Unsupported(String);

impl Unsupported {
    /// Adds the name of the engine.
    pub fn by(self, engine: &'static str) -> Declined {
        Declined { engine, why: self.0 }
    }
}

impl From<String> for Unsupported {
    fn from(reason: String) -> Self {
        Unsupported(reason)
    }
}

impl From<&str> for Unsupported {
    fn from(reason: &str) -> Self {
        Unsupported(reason.to_owned())
    }
}

impl From<UnsupportedRule> for Unsupported {
    fn from(rule: UnsupportedRule) -> Self {
        Unsupported(rule.to_string())
    }
}

/// The reason why an engine gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "names and messages say it")]
pub enum EngineError {
    /// The run was stopped, or the receiver of the grids wants no more.
    #[error("stopped")]
    Stopped,
    #[error(transparent)]
    Declined(#[from] Declined),
    #[error("the count does not fit in 128 bits")]
    Overflow,
    /// A library or a file that the engine needs failed, or a part of the work was requested that does not exist.
    #[error("engine {engine}: {what}")]
    Failed { engine: &'static str, what: String },
    /// A file that the work needs cannot be written or read.
    #[error("engine {engine}: {what}")]
    File { engine: &'static str, what: String, kind: io::ErrorKind },
}
