//! What is known of a rule beside its check.

use crate::code::Code;

/// A rule that a grid can break.
#[derive(Debug)]
pub struct Rule {
    /// Its key in a rule file; `white` and `in_word` for the two rules that always hold.
    pub key: &'static str,
    /// What findings are called that break it.
    pub code: Code,
}
