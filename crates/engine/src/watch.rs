//! Defines the watch, which shows the progress of work and can stop it.

use std::sync::Arc;

use super::run::Run;

/// Creates the run of each stage of some work, so that it can show the progress and stop the work.
pub trait Watch: Sync {
    /// Returns a run for the stage of this name. The run is already stopped if all work is to stop.
    fn run(&self, stage: &str) -> Arc<Run>;

    /// Records a fact that holds even if the work is stopped later, as in "sat: 650 grids".
    fn learned(&self, _fact: String) {}

    /// Announces in words that work begins that can take minutes.
    fn begins(&self, _work: &str) {}
}

/// A watch that shows nothing and never stops the work.
pub struct Unwatched;

impl Watch for Unwatched {
    fn run(&self, _stage: &str) -> Arc<Run> {
        Arc::new(Run::new())
    }
}
