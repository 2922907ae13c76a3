//! The result of a command, and its exit code.

/// The result of a command that ended without an error, and its exit code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Well = 0,
    /// Engines or files disagree, a grid is invalid, a published count is wrong, or a part of a count is missing.
    Refuted = 1,
    /// Some files cannot be read; what can be said about the others was said.
    Unreadable = 2,
    /// A certificate's refutation is sound but the meaning of its clauses is not established, or the time ran out before an
    /// answer.
    Undecided = 3,
}

impl Verdict {
    pub(super) fn exit_code(self) -> u8 {
        self as u8
    }

    /// Returns `Well` or `Refuted`.
    pub(super) fn well_if(is_well: bool) -> Self {
        if is_well { Verdict::Well } else { Verdict::Refuted }
    }
}
