//! Why a certificate is not accepted.

use thiserror::Error;

use crate::visible::shortened;

/// The number of characters that are shown of a reason: more is the content of a file.
const LONGEST: usize = 2_000;

/// Holds one reason, in one line whatever the files of the folder contain.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Refusal(String);

impl Refusal {
    pub(super) fn new(why: impl Into<String>) -> Self {
        Refusal(shortened(&why.into(), LONGEST).into_owned())
    }
}
