//! The functions of the npm package and of the page, in WebAssembly: each puts one question to the library, and returns its reports.
//!
//! A question has options as JSON, and may have a file as bytes. The answer is JSON too: `answers`, the reports that the command prints
//! with `--format json`, and `notes`, the sentences that it writes to standard error. An error is one line. The JavaScript beside it converts
//! arguments, and chooses the thread.

#[cfg(feature = "files")]
mod convert;
mod files;
#[cfg(feature = "count")]
mod near;
mod options;
#[cfg(feature = "page")]
mod page;
#[cfg(feature = "count")]
mod sizes;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use gridcheck_ask::failure::Failure;
use gridcheck_ask::host::Host;
use gridcheck_ask::json::write_json;
use gridcheck_core::locks::locked;
use gridcheck_core::visible::shortened;
use gridcheck_engine::Run;
use gridcheck_engine::clock::use_clock;
use gridcheck_engine::watch::{Unwatched, Watch};
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
const MAX_MESSAGE: usize = 10_000;

/// JSON, or an error of one line.
type Answer = Result<String, JsError>;

/// A file that was written.
#[cfg(feature = "files")]
#[wasm_bindgen]
pub struct Written {
    bytes: Vec<u8>,
    notes: Vec<String>,
}

#[cfg(feature = "files")]
#[wasm_bindgen]
impl Written {
    /// Returns the contents of the file.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }

    /// Returns sentences about what the file lacks, and about how it was read and written.
    #[wasm_bindgen(getter)]
    pub fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }
}

#[cfg(feature = "count")]
#[wasm_bindgen]
extern "C" {
    /// A listener of the caller.
    pub type Listener;
    /// Receives the report so far, as JSON.
    #[wasm_bindgen(method)]
    fn hear(this: &Listener, report: &str);
}

/// Converts the error of a question to an error of one line.
fn told(error: &anyhow::Error) -> JsError {
    JsError::new(&shortened(&format!("{error:#}"), MAX_MESSAGE))
}

/// The reports and the notes of an answer. It is the host of a request: the browser lends no file, and ends the worker to stop the work.
#[derive(Default)]
struct Reply {
    reports: Vec<u8>,
    notes: Vec<String>,
    /// The notes of a request while it is answered.
    noted: Mutex<Vec<String>>,
}

impl Watch for Reply {
    fn run(&self, stage: &str) -> Arc<Run> {
        Unwatched.run(stage)
    }
}

impl Host for Reply {
    fn note(&self, note: String) {
        locked(&self.noted).push(note);
    }
}

/// Converts the failure of a request to an error, in which options have the names of JavaScript.
fn in_javascript(failure: Failure) -> anyhow::Error {
    let camel = |option: &str| {
        let mut words = option.split('_');
        let first = words.next().unwrap_or_default().to_owned();
        words.fold(first, |name, word| name + &word[..1].to_ascii_uppercase() + &word[1..])
    };
    anyhow::Error::msg(failure.written(camel))
}

impl Reply {
    /// Adds a report.
    fn add(&mut self, report: &impl Serialize) -> anyhow::Result<()> {
        if !self.reports.is_empty() {
            self.reports.push(b',');
        }
        Ok(write_json(&mut self.reports, report)?)
    }

    /// Adds an answer that is not a report.
    #[cfg(feature = "page")]
    fn put(&mut self, answer: &impl Serialize) -> anyhow::Result<()> {
        Ok(serde_json::to_writer(&mut self.reports, answer)?)
    }

    /// Returns the notes of a request.
    fn notes(&self) -> Vec<String> {
        std::mem::take(&mut locked(&self.noted))
    }

    /// Returns the answer as JSON.
    fn text(mut self) -> anyhow::Result<String> {
        let mut noted = self.notes();
        self.notes.append(&mut noted);
        let (reports, notes) = (String::from_utf8(self.reports)?, serde_json::to_string(&self.notes)?);
        Ok(format!("{{\"answers\":[{reports}],\"notes\":{notes}}}"))
    }
}

/// Gives the report so far to a listener.
#[cfg(feature = "count")]
fn tell(listener: &Listener, report: &impl Serialize) {
    let mut reply = Reply::default();
    let text = reply.add(report).map(|()| String::from_utf8_lossy(&reply.reports).into_owned());
    listener.hear(&text.expect("a report is JSON"));
}

/// Answers a question.
fn answer(question: impl FnOnce(&mut Reply) -> anyhow::Result<()>) -> Answer {
    let mut reply = Reply::default();
    question(&mut reply).and_then(|()| reply.text()).map_err(|error| told(&error))
}
