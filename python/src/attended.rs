//! Attends to a request that is answered without Python's lock. Meanwhile signals are handled, notes are passed on, and progress is shown.

use std::cell::Cell;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use gridcheck_ask::failure::Failure;
use gridcheck_ask::job::{Job, JobFailure};
use gridcheck_ask::parse::duration;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::import_exception;
use pyo3::prelude::*;

/// Interval at which Ctrl-C, notes and progress are looked for.
pub(crate) const TICK: Duration = Duration::from_millis(20);
/// Shortest time between two reports of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);
/// Longest wait for a request that was stopped. After that it ends alone: it may be reading from a disk.
const LAST_WAIT: Duration = Duration::from_millis(200);
/// The exit code of a command whose time limit ended the search.
const UNDECIDED: u8 = 3;

import_exception!(gridcheck._errors, Error);

/// Returns the exception of a line and an exit code.
pub(crate) fn exception(line: String, exit_code: u8) -> PyErr {
    Error::new_err((line, exit_code))
}

/// A time limit of a caller: seconds, or a text as in "10m".
#[derive(FromPyObject)]
pub(crate) enum Limit {
    Seconds(f64),
    Text(String),
}

impl Limit {
    /// Returns the limit as a time.
    fn duration(&self) -> PyResult<Duration> {
        let wrong = |why: &dyn std::fmt::Display| exception(format!("time_limit: {why}"), 2);
        match self {
            Limit::Seconds(seconds) => Duration::try_from_secs_f64(*seconds).map_err(|error| wrong(&error)),
            Limit::Text(text) => duration(text).map_err(|error| wrong(&format_args!("{text}: {error}"))),
        }
    }
}

/// The names, the time limit and the functions that a caller lends to a request.
#[derive(FromPyObject)]
pub(crate) struct Caller {
    /// The parameters whose options have other names.
    names: HashMap<String, String>,
    /// The time after which the request is stopped.
    limit: Option<Limit>,
    /// Takes each note.
    report: Py<PyAny>,
    /// Takes the finished part, the whole, and a text, if the caller wants them.
    progress: Option<Py<PyAny>>,
}

/// A request that is being answered, and its caller.
pub(crate) struct Attended<T> {
    job: Job<T>,
    caller: Caller,
    begun: Instant,
    limit: Option<Duration>,
    /// `true` once the limit has stopped the request.
    is_late: Cell<bool>,
    /// The time of the last report of progress.
    told: Cell<Option<Instant>>,
}

impl<T: Send + 'static> Attended<T> {
    /// Attends to the job that `start` starts.
    pub(crate) fn new(caller: Caller, start: impl FnOnce() -> Job<T>) -> PyResult<Self> {
        let limit = caller.limit.as_ref().map(Limit::duration).transpose()?;
        let (is_late, told) = (Cell::new(false), Cell::new(None));
        Ok(Attended { job: start(), caller, begun: Instant::now(), limit, is_late, told })
    }

    /// Waits for the outcome.
    pub(crate) fn outcome(&self, py: Python<'_>) -> PyResult<T> {
        loop {
            let job = &self.job;
            let outcome = py.detach(|| job.wait(TICK));
            self.attend_to(py, outcome.is_some())?;
            if let Some(outcome) = outcome {
                return outcome.map_err(|failure| self.exception(&failure));
            }
        }
    }

    /// Handles signals, notes, progress and the time limit. If Python raises an exception, the request is stopped.
    pub(crate) fn attend(&self, py: Python<'_>) -> PyResult<()> {
        self.attend_to(py, false)
    }

    fn attend_to(&self, py: Python<'_>, is_over: bool) -> PyResult<()> {
        let passed = self.limit.filter(|limit| !is_over && self.begun.elapsed() >= *limit);
        if let Some(limit) = passed
            && !self.is_late.replace(true)
        {
            self.job.stop_because(format!("the time of {} s was over", limit.as_secs_f64()));
        }
        self.notices(py, is_over).map_err(|error| {
            self.job.stop();
            let job = &self.job;
            let outcome = py.detach(|| job.wait(LAST_WAIT));
            match outcome {
                Some(Err(failure)) if error.is_instance_of::<PyKeyboardInterrupt>(py) => {
                    PyKeyboardInterrupt::new_err(self.in_words(&failure))
                }
                _ => error,
            }
        })
    }

    /// Stops the request.
    pub(crate) fn stop(&self) {
        self.job.stop();
    }

    /// Returns the exception of a failure.
    fn exception(&self, failure: &JobFailure) -> PyErr {
        let is_late = self.is_late.get() && matches!(failure.failure, Failure::Stopped);
        exception(self.in_words(failure), if is_late { UNDECIDED } else { failure.exit_code() })
    }

    /// Returns the line of a failure, in which options have the names of parameters.
    fn in_words(&self, failure: &JobFailure) -> String {
        failure.written(|option| self.caller.names.get(option).map_or(option, String::as_str).to_owned())
    }

    fn notices(&self, py: Python<'_>, is_over: bool) -> PyResult<()> {
        py.check_signals()?;
        for note in self.job.notes() {
            self.caller.report.call1(py, (note,))?;
        }
        let is_due = is_over || self.told.get().is_none_or(|told| told.elapsed() >= PROGRESS_INTERVAL);
        if is_due
            && let Some(progress) = &self.caller.progress
            && let Some(made) = self.job.progress()
        {
            self.told.set(Some(Instant::now()));
            progress.call1(py, made)?;
        }
        Ok(())
    }
}
