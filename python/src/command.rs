//! Attends to work that goes on without Python's lock. Meanwhile signals are handled, notes are passed on, and progress is shown.

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
/// Longest wait for work that was stopped. After that it ends alone: it may be reading from a disk.
const LAST_WAIT: Duration = Duration::from_millis(200);

import_exception!(gridcheck._errors, Error);

/// Returns the exception of a line and an exit code.
pub fn exception(failure: (String, u8)) -> PyErr {
    Error::new_err(failure)
}

/// Work that goes on beside Python.
pub trait Work {
    /// The answer that it returns.
    type Answer;

    /// Waits at most this long for the outcome: an answer, or the line and the exit code of a failure.
    fn wait(&self, most: Duration) -> Option<Result<Self::Answer, (String, u8)>>;
    /// Stops the work.
    fn stop(&self);
    /// Returns the notes since the last call.
    fn notes(&self) -> Vec<String>;
    /// Returns the finished part, the whole, and a text about both.
    fn progress(&self) -> Option<(u64, u64, String)>;
}

impl Work for Job {
    type Answer = Answer;

    fn wait(&self, most: Duration) -> Option<Result<Answer, (String, u8)>> {
        Some(Job::wait(self, most)?.map_err(|Failure { message, exit_code }| (message, exit_code)))
    }

    fn stop(&self) {
        Job::stop(self);
    }

    fn notes(&self) -> Vec<String> {
        Job::notes(self)
    }

    fn progress(&self) -> Option<(u64, u64, String)> {
        Job::progress(self)
    }
}

/// Work, and the functions of its caller.
pub struct Attended<W> {
    job: W,
    /// Takes each note.
    report: Py<PyAny>,
    /// Takes the finished part, the whole, and a text, if the caller wants them.
    progress: Option<Py<PyAny>>,
}

impl<W: Work + Sync> Attended<W> {
    pub fn new(job: W, report: Py<PyAny>, progress: Option<Py<PyAny>>) -> Self {
        Attended { job, report, progress }
    }

    /// Waits for the outcome.
    pub fn outcome(&self, py: Python<'_>) -> PyResult<W::Answer>
    where
        W::Answer: Send,
    {
        loop {
            let outcome = py.detach(|| self.job.wait(TICK));
            self.attend(py)?;
            if let Some(outcome) = outcome {
                return outcome.map_err(exception);
            }
        }
    }

    /// Handles signals, notes and progress. If Python raises an exception, the command is stopped.
    pub fn attend(&self, py: Python<'_>) -> PyResult<()>
    where
        W::Answer: Send,
    {
        self.notices(py).map_err(|error| {
            self.job.stop();
            let outcome = py.detach(|| self.job.wait(LAST_WAIT));
            match outcome {
                Some(Err((message, _))) if error.is_instance_of::<PyKeyboardInterrupt>(py) => {
                    PyKeyboardInterrupt::new_err(message)
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
    let answer = Attended::new(Job::start(arguments)?, report, progress).outcome(py)?;
    Ok((answer.exit_code, PyBytes::new(py, &answer.output)))
}

/// Runs the program `gridcheck` with these arguments, the name of the program first, and ends the process with its exit code.
#[pyfunction]
pub fn main(py: Python<'_>, arguments: Vec<OsString>) {
    py.detach(|| std::process::exit(cli::main(arguments).into()));
}
