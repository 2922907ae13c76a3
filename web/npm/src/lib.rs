//! The functions of the npm package, in WebAssembly: each puts one question to the library, and returns its reports.
//!
//! A question has a file as bytes, or a size, and options as JSON. The answer is JSON too: `answers`, the reports that the command prints
//! with `--format json`, and `notes`, the sentences that it writes to standard error. An error is one line. The JavaScript beside it converts
//! arguments, and chooses the thread.

mod files;
mod options;
mod sizes;

use std::time::Duration;

use gridcheck::reports::json::write_json;
use gridcheck::run::clock::use_clock;
use gridcheck_core::visible::shortened;
use serde::Serialize;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Returns milliseconds since a fixed moment.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;
}

/// Prepares the library. Called once, when the module is loaded.
#[wasm_bindgen(start)]
fn start() {
    use_clock(|| Duration::from_secs_f64(milliseconds() / 1000.0));
}

/// Maximum number of characters of an error. A longer one is probably the content of a file.
const LONGEST_MESSAGE: usize = 10_000;

/// JSON, or an error of one line.
type Answer = Result<String, JsError>;

/// Converts the error of a question to an error of one line.
fn told(error: &anyhow::Error) -> JsError {
    JsError::new(&shortened(&format!("{error:#}"), LONGEST_MESSAGE))
}

/// The reports and the notes of an answer.
#[derive(Default)]
struct Reply {
    reports: Vec<u8>,
    notes: Vec<String>,
}

impl Reply {
    /// Adds a report.
    fn add(&mut self, report: &impl Serialize) -> anyhow::Result<()> {
        if !self.reports.is_empty() {
            self.reports.push(b',');
        }
        Ok(write_json(&mut self.reports, report)?)
    }

    /// Adds the notes on a file.
    fn add_notes(&mut self, file: &str, notes: &[String]) {
        self.notes.extend(notes.iter().map(|note| format!("{file}: {note}")));
    }

    /// Returns the answer as JSON.
    fn text(self) -> anyhow::Result<String> {
        let (reports, notes) = (String::from_utf8(self.reports)?, serde_json::to_string(&self.notes)?);
        Ok(format!("{{\"answers\":[{reports}],\"notes\":{notes}}}"))
    }
}

/// Answers a question.
fn answer(question: impl FnOnce(&mut Reply) -> anyhow::Result<()>) -> Answer {
    let mut reply = Reply::default();
    question(&mut reply).and_then(|()| reply.text()).map_err(|error| told(&error))
}
