//! Who watches the work: shows how far it is, and can stop it.

use std::sync::Arc;

use super::Run;

/// Hands out the run of each stage of some work, and so gets to see its progress and to stop it.
pub trait Watch: Sync {
    /// A run for the stage of this name, already stopped if everything is to stop.
    fn run(&self, stage: &str) -> Arc<Run>;

    /// Something is known that holds even if the work is stopped later, as in "sat: 650 grids".
    fn learned(&self, fact: String);

    /// Hears, in words, that work begins that can take minutes.
    fn begins(&self, _work: &str) {}
}

/// Watches nothing and never stops anything.
pub struct Unwatched;

impl Watch for Unwatched {
    fn run(&self, _stage: &str) -> Arc<Run> {
        Arc::new(Run::new())
    }

    fn learned(&self, _fact: String) {}
}
