//! Who watches a comparison: shows how far it is, and can stop it.

use std::sync::Arc;

use crate::engine::Run;

/// Hands out the run of each stage, and so gets to see its progress and to stop it.
pub trait Watch: Sync {
    /// A run for the stage of this name, already stopped if everything is to stop.
    fn run(&self, stage: &str) -> Arc<Run>;
}

/// Watches nothing and never stops anything.
pub struct Unwatched;

impl Watch for Unwatched {
    fn run(&self, _stage: &str) -> Arc<Run> {
        Arc::new(Run::new())
    }
}
