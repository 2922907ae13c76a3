//! Other people's programs as engines: a model counter or an answer-set solver is given the problem and asked for a count.
//!
//! A solver that writes proofs is a [`prover`](gridcheck_run::prover) in the same way, fed the formula that is to be refuted.
//!
//! What is to be run, what it is fed and how its count is read stands in a small TOML file ([`config`]); some entries are
//! built in. The problem is fed in a language of [`export`](gridcheck_export). So such an engine is a witness for everything
//! but the translation, and two that are fed the same translation are one witness for that.
//!
//! A program is never trusted to behave: it is a child with a process group of its own that is killed with all its children
//! at the time limit or at Ctrl-C ([`process`]), its output is read in bounded memory, and an exit code or a last line that
//! is not as expected makes an error and no count ([`reply`]).

mod config;
mod entry;
mod group;
#[cfg(unix)]
mod keeper;
mod process;
mod prover;
mod reply;

use std::io::Write;

use gridcheck_core::constraint::Kind;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Symmetry;
use gridcheck_export::asp;
use gridcheck_export::cnf::Cnf;
use gridcheck_run::{Ability, Engine, EngineError, Run, Witness};
use reply::{CountForm, Reply};

pub use config::{ExternalsError, Program, Programs};
pub use entry::{Entry, Input};
#[cfg(unix)]
pub use keeper::keep_if_asked;
pub use prover::ExternalProver;

/// A program of somebody else's, by its entry. It counts and does not list.
pub struct External {
    /// "external:" and the name of the entry.
    name: &'static str,
    entry: Entry,
    form: CountForm,
}

/// What the name of every such engine begins with.
pub const EXTERNAL: &str = "external:";

impl External {
    /// The problem in the language that the program is fed.
    fn input(&self, problem: &Problem) -> Vec<u8> {
        let mut text = Vec::new();
        let written = match self.entry.input {
            Input::Dimacs | Input::PlainDimacs => Cnf::of(problem).write(&mut text),
            Input::Asp => asp::write(problem, &mut text),
            Input::Rules => text.write_all(problem.rules().to_toml().as_bytes()),
        };
        debug_assert!(written.is_ok(), "memory takes all");
        if self.entry.input == Input::PlainDimacs {
            text =
                text.split_inclusive(|&byte| byte == b'\n').filter(|line| line[0] != b'c').flatten().copied().collect();
        }
        text
    }

    /// What all programs share that are fed the same translation.
    fn translation(&self) -> Option<&'static str> {
        match self.entry.input {
            Input::Dimacs | Input::PlainDimacs => Some("the translation into clauses"),
            Input::Asp => Some("the translation into a logic program"),
            Input::Rules => None,
        }
    }

    fn failed(&self, what: String) -> EngineError {
        EngineError::Failed { engine: self.name, what }
    }
}

impl Engine for External {
    fn name(&self) -> &'static str {
        self.name
    }

    fn witness(&self) -> Witness {
        self.translation().map_or(Witness::Alone, Witness::Sharing)
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &Symmetry::ALL
    }

    fn constraints(&self) -> &'static [Kind] {
        if self.entry.input == Input::Rules { &[] } else { &Kind::ALL }
    }

    fn effort_per_square(&self) -> f64 {
        1.7
    }

    fn uses_clauses(&self) -> bool {
        matches!(self.entry.input, Input::Dimacs | Input::PlainDimacs)
    }

    /// How long it takes is the program's affair, and bounded by the time limit.
    fn ability(&self, problem: &Problem) -> Ability {
        if self.entry.input == Input::Rules {
            if let Some(why) = self.unsupported_constraint(problem) {
                return Ability::Unable(why);
            }
            if !problem.givens().is_empty() {
                return Ability::Unable("given squares: the program reads rules and a size".to_owned());
            }
        }
        self.entry.missing().map_or(Ability::Able, Ability::Unable)
    }

    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        run.check()?;
        let input = self.input(problem);
        let reply = Reply::new(self.form.clone());
        let ended = process::run(&self.entry.at_size(problem.size()), input, None, |output| reply.read(output), run);
        let ended = ended.map_err(|failure| match failure {
            process::Failure::Stopped => EngineError::Stopped,
            process::Failure::Other(what) => self.failed(what),
        })?;
        if !ended.is_complete(&self.entry) {
            return Err(self.failed(ended.how(&self.entry)));
        }
        ended.reply.count().map_err(|no_count| match no_count {
            reply::NoCount::TooLarge => EngineError::Overflow,
            reply::NoCount::Other(what) => self.failed(format!("{what}{}", ended.last_words())),
        })
    }
}
