//! Where the judge puts what it finds.

use std::ops::ControlFlow;

/// Takes the broken rules that the judge finds, and says whether to go on.
pub(super) trait Sink {
    /// Whatever rule it is that is broken.
    type Violation;

    fn report<RuleViolation>(&mut self, broken: impl FnOnce() -> RuleViolation) -> ControlFlow<()>
    where
        Self::Violation: From<RuleViolation>;
}
