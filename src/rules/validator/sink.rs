//! Where the judge puts what it finds.

use std::ops::ControlFlow;

use super::violation::Violation;

/// Takes the violations the judge finds, and says whether to go on.
pub(super) trait Sink {
    fn report<V: Into<Violation>>(&mut self, broken: impl FnOnce() -> V) -> ControlFlow<()>;
}

/// Keeps them all.
impl Sink for Vec<Violation> {
    fn report<V: Into<Violation>>(&mut self, broken: impl FnOnce() -> V) -> ControlFlow<()> {
        self.push(broken().into());
        ControlFlow::Continue(())
    }
}

/// Wants to know only that there is one.
pub(super) struct AtFirst;

impl Sink for AtFirst {
    fn report<V: Into<Violation>>(&mut self, _broken: impl FnOnce() -> V) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}
