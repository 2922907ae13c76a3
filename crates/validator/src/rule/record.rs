//! Represents a rule without its check.

use crate::code::Code;

/// A rule that a grid can break.
#[derive(Debug)]
pub struct Rule {
    /// The key of the rule in a rule file; `white` and `in_word` for the two rules that always hold.
    pub key: &'static str,
    /// The code of the findings that break the rule.
    pub code: Code,
}
