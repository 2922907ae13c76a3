//! Why a certificate is not accepted.

use thiserror::Error;

/// One reason, in one line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Refusal(String);

impl Refusal {
    pub(super) fn new(why: impl Into<String>) -> Self {
        Refusal(why.into())
    }
}
