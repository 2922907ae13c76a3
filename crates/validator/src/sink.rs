//! Defines the sink that receives the findings of the judge.

use std::ops::ControlFlow;

/// Receives the broken rules that the judge finds, and decides if the judge continues.
pub(super) trait Sink {
    /// The type that can hold a violation of any rule.
    type Violation;

    fn report<V>(&mut self, broken: impl FnOnce() -> V) -> ControlFlow<()>
    where
        Self::Violation: From<V>;
}
