//! Defines the sink that receives the findings of the judge.

use std::ops::ControlFlow;

use super::diagnostic::{Code, Diagnostic};

/// Receives the broken rules that the judge finds, and decides if the judge continues.
pub(super) trait Sink {
    /// Receives a violation of the rule with this code. `broken` makes its text, which takes longer than the judgement.
    fn report(&mut self, code: &'static Code, broken: impl FnOnce() -> Diagnostic) -> ControlFlow<()>;
}

/// Collects all violations.
impl Sink for Vec<Diagnostic> {
    fn report(&mut self, _code: &'static Code, broken: impl FnOnce() -> Diagnostic) -> ControlFlow<()> {
        self.push(broken());
        ControlFlow::Continue(())
    }
}

/// Collects the codes of all violations, without their texts.
impl Sink for Vec<&'static Code> {
    fn report(&mut self, code: &'static Code, _broken: impl FnOnce() -> Diagnostic) -> ControlFlow<()> {
        self.push(code);
        ControlFlow::Continue(())
    }
}

/// A sink that stops the judge at the first violation.
pub(super) struct FirstViolation;

impl Sink for FirstViolation {
    fn report(&mut self, _code: &'static Code, _broken: impl FnOnce() -> Diagnostic) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}
