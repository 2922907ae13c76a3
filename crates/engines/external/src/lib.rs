//! External programs as engines: a model counter or an answer-set solver receives the problem and returns a count.
//!
//! A solver that writes proofs is a [`prover`](gridcheck_engine::prover) in the same way. It receives the formula to refute.
//!
//! A small TOML file ([`config`]) states the command, the input language and the form of the count. Some entries are built in.
//! [`gridcheck_encodings`] translates the problem into the input language. Therefore such an engine is an independent witness for
//! everything except the translation. Two programs that receive the same translation are one witness for the translation.
//!
//! A program is never trusted to behave:
//! - It runs in an empty folder, so that it loads no code from the current folder.
//! - It is a child in a separate process group. At the time limit or at Ctrl-C it is killed with all its children ([`process`]).
//! - Its output is read in bounded memory ([`reply`]).
//! - An unexpected exit code or an unexpected last line is an error, never a count.

mod config;
mod engine;
mod entry;
mod group;
mod paths;
mod process;
mod prover;
mod reply;
#[cfg(unix)]
mod supervisor;

pub use config::{ExternalsError, Program, Programs};
pub use engine::{EXTERNAL, External};
pub use entry::{Input, ProgramEntry};
pub use prover::ExternalProver;
#[cfg(unix)]
pub use supervisor::keep_if_asked;
