//! How a program is run and fed, as [`config`](super::config) reads it.

use serde::Deserialize;

/// In an argument, the place for the name of the file with the problem.
pub(super) const FILE: &str = "{file}";
/// In an argument, the place for the size of the grids.
pub(super) const SIZE: &str = "{size}";
/// The place for the name of the file that it is to write a proof to.
pub(super) const PROOF: &str = "{proof}";

/// How to run a program and feed it.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The program and its arguments, at least the program; `{file}` in an argument becomes the name of the file to read,
    /// `{proof}` that of the file to write, `{size}` the size of the grids.
    pub command: Vec<String>,
    /// What it is fed.
    pub input: Input,
    /// Exit codes of a complete answer.
    pub exits: Vec<i32>,
    /// The time limit.
    pub seconds: u64,
    /// How to install it.
    pub install: Option<String>,
}

/// The languages that programs are fed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Input {
    /// DIMACS in the form of the Model Counting Competition.
    Dimacs,
    /// DIMACS without comments.
    PlainDimacs,
    /// A logic program.
    Asp,
    /// The rules as gridcheck writes them, in TOML. The program reads rules of its own accord; the size is an argument.
    Rules,
}

impl Entry {
    /// Returns the same entry with the size in its arguments.
    pub(super) fn at_size(&self, size: usize) -> Self {
        let command = self.command.iter().map(|argument| argument.replace(SIZE, &size.to_string())).collect();
        Entry { command, ..self.clone() }
    }

    /// How to install the program, to be added to an error after `condition`.
    pub(super) fn advice(&self, condition: &str) -> String {
        self.install.as_ref().map_or(String::new(), |install| format!("; {condition}: {install}"))
    }

    /// That there is no such program, if there is none.
    pub(super) fn missing(&self) -> Option<String> {
        let program = &self.command[0];
        let why = |_| format!("there is no program `{program}`{}", self.advice("to install it"));
        which::which(program).err().map(why)
    }
}
