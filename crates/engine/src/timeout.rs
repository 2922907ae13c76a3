//! Runs work with a time limit inside a longer run.
//!
//! Many short runs, as of a spot check, are not watched one by one. The user sees and stops the whole. A short run stops when the whole
//! stops or its time is up.

use std::time::Duration;

use super::error::EngineError;
use super::run::Run;

/// Returns the result of `work`, or `None` if it took longer than `limit`.
///
/// # Errors
/// Returns an error if `whole` is stopped or `work` fails.
pub fn with_timeout<T>(
    whole: &Run,
    limit: Duration,
    work: impl FnOnce(&Run) -> Result<T, EngineError>,
) -> Result<Option<T>, EngineError> {
    whole.check()?;
    let run = whole.within(limit);
    let outcome = work(&run);
    whole.check()?;
    match outcome {
        Err(EngineError::Stopped) if run.is_late() => Ok(None),
        outcome => outcome.map(Some),
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn forever(run: &Run) -> Result<(), EngineError> {
        loop {
            run.check()?;
            thread::yield_now();
        }
    }

    #[test]
    fn with_timeout_ends_late_tasks_and_passes_on_results() {
        let (soon, late) = (Duration::from_millis(30), Duration::from_secs(3600));
        assert_eq!(with_timeout(&Run::new(), soon, forever), Ok(None));
        assert_eq!(with_timeout(&Run::new(), late, |_| Ok(7)), Ok(Some(7)));
        let failed = EngineError::Overflow;
        assert_eq!(with_timeout(&Run::new(), late, |_| Err::<(), _>(failed.clone())), Err(failed));
    }

    #[test]
    fn stopping_the_outer_run_stops_the_timed_task() {
        let whole = Run::new();
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(30));
                whole.stop();
            });
            assert_eq!(with_timeout(&whole, Duration::from_secs(3600), forever), Err(EngineError::Stopped));
        });
    }
}
