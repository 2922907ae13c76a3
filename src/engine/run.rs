//! What an engine is told while it works, and what it tells: the stop sign and the progress made.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::EngineError;

/// One run of one engine. Shared by its threads, and by whoever watches it.
#[derive(Debug, Default)]
pub struct Run {
    stop: AtomicBool,
    pieces: AtomicU64,
    done: AtomicU64,
    found: AtomicU64,
}

impl Run {
    /// A run that nobody has asked to stop.
    pub fn new() -> Self {
        Run::default()
    }

    /// Asks the engine to stop soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// An error once the run has been asked to stop. Engines call this often: at least every few milliseconds.
    pub fn check(&self) -> Result<(), EngineError> {
        if self.stop.load(Ordering::Relaxed) { Err(EngineError::Stopped) } else { Ok(()) }
    }

    /// Announces how many pieces the work has.
    pub fn set_pieces(&self, pieces: usize) {
        self.pieces.store(pieces as u64, Ordering::Relaxed);
    }

    /// One more piece is done, with so many grids in it.
    pub fn piece_done(&self, grids: u64) {
        self.done.fetch_add(1, Ordering::Relaxed);
        self.found.fetch_add(grids, Ordering::Relaxed);
    }

    /// Pieces done, pieces in all (0 while unknown), grids found in the pieces done.
    pub fn progress(&self) -> (u64, u64, u64) {
        (self.done.load(Ordering::Relaxed), self.pieces.load(Ordering::Relaxed), self.found.load(Ordering::Relaxed))
    }
}
