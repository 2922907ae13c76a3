//! Makes an external program an engine.

use super::entry::{Input, ProgramEntry, SIZE};
use super::process;
use super::reply::{self, CountForm, Reply};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{GridKind, Symmetry};
use gridcheck_encodings::cnf::{Cnf, SHARED};
use gridcheck_encodings::{CONSTRAINTS, asp, write_rules};
use gridcheck_engine::blocks::{BlockSum, SumKind};
use gridcheck_engine::{
    ClauseUse, Declined, Engine, EngineError, EngineFacts, Method, Prepared, Run, Unsupported, Witness, only_counts,
};

/// An external program with its configuration. It counts and does not list.
pub struct External {
    facts: EngineFacts,
    pub(super) entry: ProgramEntry,
    form: CountForm,
}

/// The prefix of the name of every external engine.
pub const EXTERNAL: &str = "external:";

impl External {
    /// Creates the engine of an entry. `name` is [`EXTERNAL`] and the name of the entry.
    pub(super) fn new(name: &'static str, entry: ProgramEntry, form: CountForm) -> Self {
        let (witness, clauses) = match entry.input {
            Input::Dimacs | Input::PlainDimacs => (Witness::Sharing(SHARED), ClauseUse::ReadsRules),
            Input::Asp => {
                let witness = Witness::Sharing("the translation into a logic program");
                (witness, ClauseUse::Unknown { receives: "a logic program" })
            }
            Input::Rules => (Witness::Alone, ClauseUse::Unknown { receives: "the rules and the size" }),
        };
        let facts = EngineFacts {
            name,
            witness,
            method: Method::CountsWhole,
            // A program that reads rules was written for grids of blocks.
            kinds: if entry.input == Input::Rules { &[GridKind::Blocks] } else { &GridKind::ALL },
            symmetries: &Symmetry::ALL,
            constraints: if entry.input == Input::Rules { &[] } else { CONSTRAINTS },
            rank: 5,
            clauses,
            seeks_extremes: false,
        };
        External { facts, entry, form }
    }

    /// Returns the problem in the input language of the program.
    fn input(&self, problem: &Problem) -> Vec<u8> {
        let mut text = Vec::new();
        let written = match self.entry.input {
            Input::Dimacs | Input::PlainDimacs => Cnf::of(problem).write(&mut text),
            Input::Asp => asp::write(problem, &mut text),
            Input::Rules => write_rules(problem, &mut text),
        };
        debug_assert!(written.is_ok(), "memory takes all");
        if self.entry.input == Input::PlainDimacs {
            text =
                text.split_inclusive(|&byte| byte == b'\n').filter(|line| line[0] != b'c').flatten().copied().collect();
        }
        text
    }

    /// Returns `true` if the program receives the size as one number, so that it cannot count rectangles.
    fn reads_one_number(&self) -> bool {
        self.entry.input == Input::Rules || self.entry.command.iter().any(|argument| argument.contains(SIZE))
    }

    fn failed(&self, what: String) -> EngineError {
        EngineError::Failed { engine: self.name(), what }
    }
}

impl Engine for External {
    fn facts(&self) -> EngineFacts {
        self.facts
    }

    /// Prepares a problem if the program is installed and reads all parts of the problem. The time limit bounds its running time, which
    /// cannot be estimated.
    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        self.accepts(problem, kind).map_err(|why| why.by(self.name()))?;
        let asked = problem.clone();
        Ok(Prepared::whole(self, problem, kind, None, move |run| self.ask(&asked, run).map(BlockSum::Plain)))
    }
}

impl External {
    /// Returns the reason if the program cannot be asked.
    fn accepts(&self, problem: &Problem, kind: &SumKind) -> Result<(), Unsupported> {
        only_counts(kind)?;
        if self.entry.input == Input::Rules {
            problem.rules().on_words().named_checking()?;
            if !problem.givens().is_empty() {
                return Err("given squares: the program reads rules and a size".into());
            }
        }
        if self.reads_one_number() && !problem.size().is_square() {
            return Err(format!("size {}: the program reads one number as the size", problem.size()).into());
        }
        self.entry.program().map(drop).map_err(|missing| missing.to_string().into())
    }

    /// Runs the program.
    fn ask(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        run.check()?;
        let input = self.input(problem);
        let reply = Reply::new(self.form.clone());
        let ended =
            process::run(&self.entry, input, &[(SIZE, problem.size().to_string())], |output| reply.read(output), run);
        let ended = ended.map_err(|failure| match failure {
            process::Failure::Stopped => EngineError::Stopped,
            process::Failure::File(what, kind) => EngineError::File { engine: self.name(), what, kind },
            process::Failure::Other(what) => self.failed(what),
        })?;
        if !ended.is_complete(&self.entry) {
            return Err(self.failed(ended.describe(&self.entry)));
        }
        ended.reply.count().map_err(|no_count| match no_count {
            reply::NoCount::TooLarge => EngineError::Overflow,
            reply::NoCount::Other(what) => self.failed(format!("{what}{}", ended.last_line_suffix())),
        })
    }
}
