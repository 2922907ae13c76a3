//! Answers a request with its reports.

use std::ops::ControlFlow;

use gridcheck_ask::job::Job;
use gridcheck_ask::request::Request;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pythonize::depythonize;

use super::attended::{Attended, Caller, exception};

/// Answers a request. `request` has one key, the name of the command, and its options. Returns the reports as an array in JSON.
#[pyfunction]
pub(crate) fn ask(py: Python<'_>, request: &Bound<'_, PyDict>, caller: Caller) -> PyResult<String> {
    let request = request_from(request)?;
    let answer = move || {
        Job::start(request.resources(), move |host| {
            let mut reports = "[".to_owned();
            request.ask_in_json(host, |line| {
                if reports.len() > 1 {
                    reports.push(',');
                }
                reports.push_str(&line);
                ControlFlow::Continue(())
            })?;
            reports.push(']');
            Ok(reports)
        })
    };
    Attended::new(caller, answer)?.outcome(py)
}

/// Reads a request.
pub(crate) fn request_from(request: &Bound<'_, PyDict>) -> PyResult<Request> {
    depythonize(request).map_err(|error| exception(error.to_string(), 2))
}
