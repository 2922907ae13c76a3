//! Attends to a request that is answered without Python's lock. Meanwhile signals are handled, notes are passed on, and progress is shown.

use std::time::Duration;

use gridcheck_ask::job::{Job, JobFailure};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::import_exception;
use pyo3::prelude::*;

/// Interval at which Ctrl-C, notes and progress are looked for.
pub(crate) const TICK: Duration = Duration::from_millis(20);
/// Longest wait for a request that was stopped. After that it ends alone: it may be reading from a disk.
const LAST_WAIT: Duration = Duration::from_millis(200);

import_exception!(gridcheck._errors, Error);

/// Returns the exception of a line and an exit code.
pub(crate) fn exception(line: String, exit_code: u8) -> PyErr {
    Error::new_err((line, exit_code))
}

/// A request that is being answered, and the functions of its caller.
pub(crate) struct Attended<T> {
    job: Job<T>,
    /// Takes each note.
    report: Py<PyAny>,
    /// Takes the finished part, the whole, and a text, if the caller wants them.
    progress: Option<Py<PyAny>>,
}

impl<T: Send + 'static> Attended<T> {
    pub(crate) fn new(job: Job<T>, report: Py<PyAny>, progress: Option<Py<PyAny>>) -> Self {
        Attended { job, report, progress }
    }

    /// Waits for the outcome.
    pub(crate) fn outcome(&self, py: Python<'_>) -> PyResult<T> {
        loop {
            let outcome = py.detach(|| self.job.wait(TICK));
            self.attend(py)?;
            if let Some(outcome) = outcome {
                return outcome.map_err(|failure| exception(in_words(&failure), failure.exit_code()));
            }
        }
    }

    /// Handles signals, notes and progress. If Python raises an exception, the request is stopped.
    pub(crate) fn attend(&self, py: Python<'_>) -> PyResult<()> {
        self.notices(py).map_err(|error| {
            self.job.stop();
            let outcome = py.detach(|| self.job.wait(LAST_WAIT));
            match outcome {
                Some(Err(failure)) if error.is_instance_of::<PyKeyboardInterrupt>(py) => {
                    PyKeyboardInterrupt::new_err(in_words(&failure))
                }
                _ => error,
            }
        })
    }

    /// Stops the request.
    pub(crate) fn stop(&self) {
        self.job.stop();
    }

    fn notices(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals()?;
        for note in self.job.notes() {
            self.report.call1(py, (note,))?;
        }
        if let (Some(progress), Some(made)) = (&self.progress, self.job.progress()) {
            progress.call1(py, made)?;
        }
        Ok(())
    }
}

/// Returns the line of a failure, with the names of options as the command has them.
fn in_words(failure: &JobFailure) -> String {
    failure.written(|option| format!("--{}", option.replace('_', "-")))
}
