//! The error of reading a text, with its place.

use thiserror::Error;

/// A fault in a text, and its place. It is displayed on one line, to follow a file's name and a colon.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{line}:{column}: {message}")]
pub struct ReadError {
    /// Line number, from 1.
    pub line: usize,
    /// Column number, from 1, counted in characters. A U+FE0F, which only changes the appearance of the character before it, is not
    /// counted.
    pub column: usize,
    /// One line that states what was found and what was expected.
    pub message: String,
}

impl ReadError {
    pub(super) fn new(line: usize, column: usize, message: impl Into<String>) -> Self {
        ReadError { line, column, message: message.into() }
    }
}
