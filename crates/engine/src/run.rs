//! Connects a working engine with its caller: the signal to stop and the progress.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use super::clock::Moment;
use super::error::EngineError;
use gridcheck_core::locks::locked;

/// The state of one run of one engine, shared by its threads and its watchers.
#[derive(Debug, Default)]
pub struct Run {
    signal: Arc<StopSignal>,
    tasks: AtomicU64,
    done: AtomicU64,
    found: Mutex<u128>,
    work: AtomicU64,
    worked: AtomicU64,
}

/// A signal to stop. It is never reset.
///
/// No thread waits to set it when the time is over: every check of the signal also checks the clock. So it works without threads.
#[derive(Debug, Default)]
struct StopSignal {
    set: AtomicBool,
    /// The moment when the signal sets automatically.
    end: OnceLock<Moment>,
    /// `true` if the time limit set the signal.
    late: AtomicBool,
    /// The signal of the outer run, which stops this run too.
    outer: Option<Arc<StopSignal>>,
}

impl StopSignal {
    #[inline]
    fn is_set(&self) -> bool {
        self.set.load(Ordering::Relaxed) || self.update()
    }

    /// Sets the signal if the time is over or the outer signal is set, and returns `true` then.
    fn update(&self) -> bool {
        let late = self.end.get().is_some_and(|end| end.is_past());
        let is_set = late || self.outer.as_ref().is_some_and(|outer| outer.is_set());
        if is_set {
            self.late.fetch_or(late, Ordering::Relaxed);
            self.set.store(true, Ordering::Relaxed);
        }
        is_set
    }
}

impl Run {
    /// Creates a run that is not stopped.
    #[inline]
    pub fn new() -> Self {
        Run::default()
    }

    /// Creates a run inside this one, with separate progress. It stops when this one stops, and after the time limit.
    #[must_use]
    pub fn within(&self, limit: Duration) -> Self {
        let signal = StopSignal { outer: Some(Arc::clone(&self.signal)), ..StopSignal::default() };
        let run = Run { signal: Arc::new(signal), ..Run::default() };
        run.stop_at(Moment::after(limit));
        run
    }

    /// Sets the moment at which the run stops, unless one is already set.
    #[inline]
    pub fn stop_at(&self, end: Moment) {
        self.signal.end.get_or_init(|| end);
    }

    /// Returns `true` if the time limit stopped the run.
    #[inline]
    pub fn is_late(&self) -> bool {
        self.signal.late.load(Ordering::Relaxed)
    }

    /// Asks the engine to stop soon.
    #[inline]
    pub fn stop(&self) {
        self.signal.set.store(true, Ordering::Relaxed);
    }

    /// Checks if the engine may continue. Engines call this at least every few milliseconds.
    ///
    /// # Errors
    /// Returns an error if the run is stopped.
    #[inline]
    pub fn check(&self) -> Result<(), EngineError> {
        if self.signal.is_set() { Err(EngineError::Stopped) } else { Ok(()) }
    }

    /// Announces the number of tasks, none of them done.
    #[inline]
    pub fn set_tasks(&self, tasks: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.tasks.store(tasks as u64, Ordering::Relaxed);
    }

    /// Reports one more task done, with this number of grids.
    #[inline]
    pub fn task_done(&self, grids: u128) {
        self.tasks_done(1, grids);
    }

    /// Reports more tasks done, with this number of grids in all. The number of grids is only for display, so it saturates instead of
    /// wrapping.
    #[inline]
    pub fn tasks_done(&self, tasks: u64, grids: u128) {
        self.done.fetch_add(tasks, Ordering::Relaxed);
        if grids > 0 {
            let mut found = locked(&self.found);
            *found = found.saturating_add(grids);
        }
    }

    /// Announces the amount of work in units of the engine, if tasks are too uneven to measure progress.
    #[inline]
    pub fn set_work(&self, units: u64) {
        self.continue_work(0, units);
    }

    /// Announces the amount of work, and the part that is already done.
    #[inline]
    pub fn continue_work(&self, done: u64, units: u64) {
        self.worked.store(done, Ordering::Relaxed);
        self.work.store(units, Ordering::Relaxed);
    }

    /// Reports more units of work done.
    #[inline]
    pub fn worked(&self, units: u64) {
        self.worked.fetch_add(units, Ordering::Relaxed);
    }

    /// Returns the fraction of the work that is done, from 0 to 1. It counts tasks if no work is announced. `None` if nothing is
    /// announced.
    #[inline]
    pub fn fraction(&self) -> Option<f64> {
        let part = |done: &AtomicU64, all: &AtomicU64| {
            let all = all.load(Ordering::Relaxed);
            (all > 0).then(|| (done.load(Ordering::Relaxed) as f64 / all as f64).min(1.0))
        };
        part(&self.worked, &self.work).or_else(|| part(&self.done, &self.tasks))
    }

    /// Returns the units of work announced and done.
    #[inline]
    pub fn work(&self) -> (u64, u64) {
        (self.work.load(Ordering::Relaxed), self.worked.load(Ordering::Relaxed))
    }

    /// Returns `true` if the work is announced in units of the engine, which are much finer than tasks.
    #[inline]
    pub fn is_fine(&self) -> bool {
        self.work.load(Ordering::Relaxed) > 0
    }

    /// Returns the number of tasks done, of tasks in all (0 while unknown), and of grids found.
    #[inline]
    pub fn progress(&self) -> (u64, u64, u128) {
        (self.done.load(Ordering::Relaxed), self.tasks.load(Ordering::Relaxed), *locked(&self.found))
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

    /// Begins a second pass over the work at the end of the first one.
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
        run.set_tasks(4);
        run.tasks_done(4, 0);
        // A count that overflowed is started again.
        run.set_tasks(4);
        assert_eq!(run.fraction(), Some(0.0));
    }

    #[test]
    fn the_sum_of_grids_found_saturates_at_the_maximum() {
        let run = Run::new();
        for _ in 0..3 {
            run.task_done(u64::MAX.into());
        }
        assert_eq!(run.progress(), (3, 0, 3 * u128::from(u64::MAX)));
        run.tasks_done(2, u128::MAX);
        assert_eq!(run.progress(), (5, 0, u128::MAX));
    }
}
