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
    work: AtomicU64,
    worked: AtomicU64,
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
        self.pieces_done(1, grids);
    }

    /// So many more pieces are done, with so many grids in all of them. What is found is for the eye only: it stays at the
    /// largest number there is rather than wrap.
    pub fn pieces_done(&self, pieces: u64, grids: u64) {
        self.done.fetch_add(pieces, Ordering::Relaxed);
        // The closure never declines.
        let _ =
            self.found.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |found| Some(found.saturating_add(grids)));
    }

    /// Announces how much work there is, in units of the engine's own, where pieces are too uneven to tell how far it is.
    pub fn set_work(&self, units: u64) {
        self.worked.store(0, Ordering::Relaxed);
        self.work.store(units, Ordering::Relaxed);
    }

    /// So much more of it is done.
    pub fn worked(&self, units: u64) {
        self.worked.fetch_add(units, Ordering::Relaxed);
    }

    /// How much of the work is done, from 0 to 1; by pieces if they are all that is known. `None` while nothing is.
    pub fn fraction(&self) -> Option<f64> {
        let part = |done: &AtomicU64, all: &AtomicU64| {
            let all = all.load(Ordering::Relaxed);
            (all > 0).then(|| (done.load(Ordering::Relaxed) as f64 / all as f64).min(1.0))
        };
        part(&self.worked, &self.work).or_else(|| part(&self.done, &self.pieces))
    }

    /// Whether the work is announced in units of its own, much finer than pieces.
    pub fn is_fine(&self) -> bool {
        self.work.load(Ordering::Relaxed) > 0
    }

    /// Pieces done, pieces in all (0 while unknown), grids found in the pieces done.
    pub fn progress(&self) -> (u64, u64, u64) {
        (self.done.load(Ordering::Relaxed), self.pieces.load(Ordering::Relaxed), self.found.load(Ordering::Relaxed))
    }
}
