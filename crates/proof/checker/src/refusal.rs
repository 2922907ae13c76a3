//! The reason why a certificate is not accepted.

use thiserror::Error;

use gridcheck_core::visible::shortened;

/// Most characters of a reason to show. More would be the content of a file.
const MAX: usize = 2_000;

/// Holds one reason on one line, whatever the files of the folder contain.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{why}")]
pub struct Refusal {
    why: String,
    is_limit: bool,
}

impl Refusal {
    /// Creates a refusal with this reason.
    pub fn new(why: impl Into<String>) -> Self {
        Refusal { why: shortened(&why.into(), MAX).into_owned(), is_limit: false }
    }

    /// Creates a refusal of a certificate that exceeds what this version reads. Such a certificate may be right.
    pub fn limit(why: impl Into<String>) -> Self {
        Refusal { is_limit: true, ..Refusal::new(why) }
    }

    /// Returns `true` if the certificate exceeds what this version reads, and may be right.
    pub fn is_limit(&self) -> bool {
        self.is_limit
    }
}

#[cfg(test)]
mod tests {
    use super::super::CheckError;
    use super::*;

    #[test]
    fn an_exceeded_limit_is_unusable_and_not_refused() {
        assert!(matches!(CheckError::from(Refusal::limit("large")), CheckError::Unusable(_)));
        assert!(matches!(CheckError::from(Refusal::new("wrong")), CheckError::Refused(_)));
    }
}
