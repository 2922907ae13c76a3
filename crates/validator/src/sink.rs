//! Defines the sink that receives the findings of the judge.

use std::ops::ControlFlow;

use super::diagnostic::Diagnostic;

/// Receives the broken rules that the judge finds, and decides if the judge continues.
pub(super) trait Sink {
    fn report(&mut self, broken: impl FnOnce() -> Diagnostic) -> ControlFlow<()>;
}

/// Collects all violations.
impl Sink for Vec<Diagnostic> {
    fn report(&mut self, broken: impl FnOnce() -> Diagnostic) -> ControlFlow<()> {
        self.push(broken());
        ControlFlow::Continue(())
    }
}

/// A sink that stops the judge at the first violation.
pub(super) struct FirstViolation;

impl Sink for FirstViolation {
    fn report(&mut self, _broken: impl FnOnce() -> Diagnostic) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}
