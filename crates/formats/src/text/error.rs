//! Where and why a text is refused.

use thiserror::Error;

/// What is wrong with a text, and where. One line when displayed, ready to follow a file's name and a colon.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{line}:{column}: {message}")]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, counted in characters; a U+FE0F, which only says how the one before it looks, is not counted.
    pub column: usize,
    /// What was found and what was expected, in one line.
    pub message: String,
}

impl ReadError {
    pub(super) fn new(line: usize, column: usize, message: impl Into<String>) -> Self {
        ReadError { line, column, message: message.into() }
    }
}
