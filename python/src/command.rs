//! Runs a command of gridcheck, without Python's lock. Meanwhile signals are handled, notes are passed on, and progress is shown.

use std::ffi::OsString;
use std::time::Duration;

use gridcheck::cli;
use gridcheck::cli::embedded::{Answer, Failure, Job};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::import_exception;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Interval at which Ctrl-C, notes and progress are looked for.
pub const TICK: Duration = Duration::from_millis(20);
/// Longest wait for a command that was stopped. After that it ends alone: it may be reading from a disk.
const LAST_WAIT: Duration = Duration::from_millis(200);

import_exception!(gridcheck._errors, Error);

/// Returns the exception of a failure.
pub fn exception(failure: Failure) -> PyErr {
    Error::new_err((failure.message, failure.exit_code))
}

/// A command, and the functions of its caller.
pub struct Attended {
    job: Job,
    /// Takes each note.
    report: Py<PyAny>,
    /// Takes the finished part, the whole, and a text, if the caller wants them.
    progress: Option<Py<PyAny>>,
}

impl Attended {
    pub fn new(job: Job, report: Py<PyAny>, progress: Option<Py<PyAny>>) -> Self {
        Attended { job, report, progress }
    }

    /// Waits for the outcome.
    pub fn outcome(&self, py: Python<'_>) -> PyResult<Answer> {
        loop {
            let outcome = py.detach(|| self.job.wait(TICK));
            self.attend(py)?;
            if let Some(outcome) = outcome {
                return outcome.map_err(exception);
            }
        }
    }

    /// Handles signals, notes and progress. If Python raises an exception, the command is stopped.
    pub fn attend(&self, py: Python<'_>) -> PyResult<()> {
        self.notices(py).map_err(|error| {
            self.job.stop();
            let outcome = py.detach(|| self.job.wait(LAST_WAIT));
            match outcome {
                Some(Err(failure)) if error.is_instance_of::<PyKeyboardInterrupt>(py) => {
                    PyKeyboardInterrupt::new_err(failure.message)
                }
                _ => error,
            }
        })
    }

    /// Stops the command.
    pub fn stop(&self) {
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

/// Runs the command with these arguments, and returns its exit code and its output.
#[pyfunction]
pub fn run(
    py: Python<'_>,
    arguments: Vec<OsString>,
    report: Py<PyAny>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(u8, Bound<'_, PyBytes>)> {
    let answer = Attended::new(Job::start(arguments, None)?, report, progress).outcome(py)?;
    Ok((answer.exit_code, PyBytes::new(py, &answer.output)))
}

/// Runs the program `gridcheck` with these arguments, the name of the program first, and ends the process with its exit code.
#[pyfunction]
pub fn main(py: Python<'_>, arguments: Vec<OsString>) {
    py.detach(|| std::process::exit(cli::main(arguments).into()));
}
