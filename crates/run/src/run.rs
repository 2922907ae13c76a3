//! What an engine is told while it works, and what it tells: the stop sign and the progress made.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use super::clock::Moment;
use super::{EngineError, memory};
use gridcheck_core::locks::locked;

/// One run of one engine. Shared by its threads, and by whoever watches it.
#[derive(Debug, Default)]
pub struct Run {
    sign: Arc<Sign>,
    pieces: AtomicU64,
    done: AtomicU64,
    found: Mutex<u128>,
    work: AtomicU64,
    worked: AtomicU64,
}

/// A stop sign. Once it is up it stays up.
///
/// No thread waits to put it up when the time is over: who looks at the sign looks at the clock. So it needs no threads.
#[derive(Debug, Default)]
struct Sign {
    up: AtomicBool,
    /// When it goes up by itself.
    end: OnceLock<Moment>,
    /// Whether it did.
    late: AtomicBool,
    /// It goes up with this one, too.
    outer: Option<Arc<Sign>>,
}

impl Sign {
    #[inline]
    fn is_up(&self) -> bool {
        self.up.load(Ordering::Relaxed) || self.goes_up()
    }

    /// Whether it is time to go up.
    fn goes_up(&self) -> bool {
        let late = self.end.get().is_some_and(|end| end.is_past());
        let goes_up = late || self.outer.as_ref().is_some_and(|outer| outer.is_up());
        if goes_up {
            self.late.fetch_or(late, Ordering::Relaxed);
            self.up.store(true, Ordering::Relaxed);
        }
        goes_up
    }
}

impl Run {
    /// A run that nobody has asked to stop.
    pub fn new() -> Self {
        Run::default()
    }

    /// A run inside this one, with progress of its own: it stops when this one does, and when it has taken so long.
    #[must_use]
    pub fn within(&self, limit: Duration) -> Self {
        let sign = Sign { outer: Some(Arc::clone(&self.sign)), ..Sign::default() };
        let run = Run { sign: Arc::new(sign), ..Run::default() };
        run.stop_at(Moment::after(limit));
        run
    }

    /// Stops the run at that moment, unless another was set before.
    pub fn stop_at(&self, end: Moment) {
        self.sign.end.get_or_init(|| end);
    }

    /// Whether it was stopped because its moment had come.
    pub fn is_late(&self) -> bool {
        self.sign.late.load(Ordering::Relaxed)
    }

    /// Asks the engine to stop soon.
    pub fn stop(&self) {
        self.sign.up.store(true, Ordering::Relaxed);
    }

    /// Returns an error once the run has been asked to stop, or the process has about all the memory that it is allowed. Engines call
    /// this often: at least every few milliseconds.
    #[inline]
    pub fn check(&self) -> Result<(), EngineError> {
        if self.sign.is_up() { Err(EngineError::Stopped) } else { memory::check() }
    }

    /// Announces how many pieces the work has, none of them done.
    pub fn set_pieces(&self, pieces: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.pieces.store(pieces as u64, Ordering::Relaxed);
    }

    /// One more piece is done, with so many grids in it.
    pub fn piece_done(&self, grids: u128) {
        self.pieces_done(1, grids);
    }

    /// So many more pieces are done, with so many grids in all of them. What is found is for the eye only: it stays at the
    /// largest number there is rather than wrap.
    pub fn pieces_done(&self, pieces: u64, grids: u128) {
        self.done.fetch_add(pieces, Ordering::Relaxed);
        if grids > 0 {
            let mut found = locked(&self.found);
            *found = found.saturating_add(grids);
        }
    }

    /// Announces the amount of work in units of the engine, where pieces are too uneven to measure progress by.
    pub fn set_work(&self, units: u64) {
        self.continue_work(0, units);
    }

    /// Announces the amount of work, part of which is done already.
    pub fn continue_work(&self, done: u64, units: u64) {
        self.worked.store(done, Ordering::Relaxed);
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

    /// The units of work announced and done.
    pub fn work(&self) -> (u64, u64) {
        (self.work.load(Ordering::Relaxed), self.worked.load(Ordering::Relaxed))
    }

    /// Whether the work is announced in units of its own, much finer than pieces.
    pub fn is_fine(&self) -> bool {
        self.work.load(Ordering::Relaxed) > 0
    }

    /// Pieces done, pieces in all (0 while unknown), grids found in the pieces done.
    pub fn progress(&self) -> (u64, u64, u128) {
        (self.done.load(Ordering::Relaxed), self.pieces.load(Ordering::Relaxed), *locked(&self.found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_inside_another_stops_with_it_or_when_its_time_is_over() {
        let whole = Run::new();
        let (inner, other) = (whole.within(Duration::MAX), whole.within(Duration::MAX));
        let innermost = inner.within(Duration::MAX);
        inner.stop();
        assert_eq!(innermost.check(), Err(EngineError::Stopped));
        assert_eq!((whole.check(), other.check()), (Ok(()), Ok(())));
        whole.stop();
        assert_eq!(other.check(), Err(EngineError::Stopped));
        assert!(!other.is_late() && !innermost.is_late());

        let whole = Run::new();
        let late = whole.within(Duration::ZERO);
        assert!(late.check().is_err() && late.is_late() && whole.check().is_ok());
        whole.stop_at(Moment::after(Duration::MAX));
        assert!(whole.check().is_ok());
    }

    /// A second pass over the work begins where the first one ended.
    #[test]
    fn progress_is_kept_between_passes() {
        let run = Run::new();
        run.set_work(100);
        run.worked(40);
        run.continue_work(40, 50);
        assert_eq!(run.fraction(), Some(0.8));
        run.set_work(50);
        assert_eq!(run.fraction(), Some(0.0));
        let run = Run::new();
        run.set_pieces(4);
        run.pieces_done(4, 0);
        // A count that did not fit is begun again.
        run.set_pieces(4);
        assert_eq!(run.fraction(), Some(0.0));
    }

    #[test]
    fn what_is_found_is_added_up_to_the_most_there_can_be() {
        let run = Run::new();
        for _ in 0..3 {
            run.piece_done(u64::MAX.into());
        }
        assert_eq!(run.progress(), (3, 0, 3 * u128::from(u64::MAX)));
        run.pieces_done(2, u128::MAX);
        assert_eq!(run.progress(), (5, 0, u128::MAX));
    }
}
