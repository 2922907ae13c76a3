//! Requests to gridcheck and their reports: one of each for a command, in every language.
//!
//! A door is a shell, a program in Python or JavaScript, a page. It converts values to a request and prints the report. It decides
//! nothing: it holds no default, builds no problem and chooses no engine.
//!
//! - A **request** ([`Ask`], or [`AskEach`] if it has many answers) is the options of a command. It is read from JSON, or from the arguments of a shell. One function holds the
//!   options against each other, and returns the task.
//! - A **report** is the answer. Its JSON is what every door shows; text is made from it.
//! - A **host** ([`host::Host`]) is what the door lends: progress, a signal to stop, a place for notes, the standard streams.
//! - A **failure** ([`failure::Failure`]) is the reason why there is no report. It has the exit code.
//!
//! | module | content |
//! |---|---|
//! | [`count`], [`list`], [`sample`], [`compare`], [`complete`], [`repair`], [`recurrence`], [`audit`], [`explain`], [`check`], [`export`], [`sums`], [`fill`], [`words`], [`validate`], [`similar`], [`find`], [`stats`], [`convert`] | the commands of these names |
//! | [`question`], [`sizes`], [`rules`], [`input`], [`inputs`], [`examine`], [`options`], [`parse`], [`given`], [`claims`], [`texts`], [`word_lists`] | the parts that requests share |
//! | [`engines`], [`names`], [`request`] | the choice of engines, values by their names, and any request by its name |
//! | [`host`], [`failure`] | what a door lends, and why there is no report |
//! | [`rule_lists`] | the command `rules` |
//! | `certify` | the command of this name, which needs files |
//! | `draw` | the command of this name, which needs writers of pictures |
//! | `job`, `progress`, `memory` | a request beside its caller; progress in words; the memory limit |
//! | [`json`] | the form of every report; `docs/schema/answers.json` describes them, and `docs/schema/requests.json` the requests |
//!
//! `rule_lists` has the request of `rules`.

#![forbid(unsafe_code)]

use std::ops::ControlFlow;

use failure::Failure;
use host::Host;

/// A request: the options of a command.
pub trait Ask {
    /// The answer.
    type Report;

    /// Answers the request.
    ///
    /// # Errors
    /// The options contradict each other, an input is at fault, or the work fails or is stopped.
    fn ask(&self, host: &dyn Host) -> Result<Self::Report, Failure>;
}

/// A request with many answers, which are handed out one by one.
pub trait AskEach: 'static {
    /// One of the answers.
    type Item<'a>;
    /// The result after the last one.
    type Summary;

    /// Answers the request. A `Break` of `each` ends it without a failure.
    ///
    /// # Errors
    /// The options contradict each other, an input is at fault, or the work fails or is stopped.
    fn ask_each(&self, host: &dyn Host, each: Each<'_, Self>) -> Result<Self::Summary, Failure>;
}

/// Receives the answers of a request, one by one.
pub type Each<'e, R> = &'e mut (dyn FnMut(<R as AskEach>::Item<'_>) -> ControlFlow<()> + Send);

pub mod audit;
#[cfg(feature = "files")]
pub mod certify;
pub mod check;
pub mod claims;
pub mod compare;
pub mod complete;
pub mod convert;
pub mod count;
#[cfg(feature = "files")]
pub mod destination;
#[cfg(feature = "pictures")]
pub mod draw;
#[cfg(feature = "files")]
pub mod ending;
pub mod engines;
pub mod examine;
pub mod explain;
pub mod export;
pub mod failure;
pub mod fill;
pub mod find;
pub mod given;
pub mod grid;
pub mod host;
pub mod house;
pub mod input;
pub mod inputs;
#[cfg(feature = "jobs")]
pub mod job;
pub mod json;
pub mod list;
#[cfg(feature = "jobs")]
pub mod memory;
pub mod names;
pub mod options;
pub mod parse;
#[cfg(feature = "jobs")]
pub mod progress;
pub mod question;
pub mod recurrence;
pub mod repair;
pub mod request;
pub mod rule_lists;
pub mod rules;
pub mod sample;
pub mod similar;
pub mod sizes;
pub mod stats;
pub mod sums;
#[cfg(test)]
mod testing;
pub mod texts;
pub mod validate;
pub mod word_lists;
pub mod words;
#[cfg(feature = "jobs")]
mod workers;
