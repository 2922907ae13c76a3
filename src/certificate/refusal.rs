//! Why a certificate is not accepted.

use thiserror::Error;

/// A reason is no longer than this: files of a stranger may hold names of a megabyte. Two grids of the largest size fit.
const MOST_BYTES: usize = 4000;

/// Holds one reason, in one line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{why}")]
pub struct Refusal {
    why: String,
    is_limit: bool,
}

impl Refusal {
    pub(super) fn new(why: impl Into<String>) -> Self {
        let mut why = why.into();
        if why.len() > MOST_BYTES {
            why.truncate(why.floor_char_boundary(MOST_BYTES));
            why.push('…');
        }
        Refusal { why, is_limit: false }
    }

    /// Returns the reason that a certificate exceeds what this version reads, which does not make it wrong.
    pub(super) fn limit(why: impl Into<String>) -> Self {
        Refusal { is_limit: true, ..Refusal::new(why) }
    }

    /// Returns `true` if the certificate exceeds what this version reads, and may be right.
    pub(super) fn is_limit(&self) -> bool {
        self.is_limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_short() {
        let long = Refusal::new("é".repeat(MOST_BYTES)).to_string();
        assert_eq!(long, format!("{}…", "é".repeat(MOST_BYTES / 2)));
        assert_eq!(Refusal::new("é".repeat(MOST_BYTES / 2)).to_string().len(), MOST_BYTES);
    }
}
