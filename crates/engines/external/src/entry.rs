//! The configuration of one external program, as [`config`](super::config) reads it: its command, its input and its limits.

use std::path::PathBuf;

use serde::Deserialize;
use thiserror::Error;

/// Placeholder in an argument for the name of the file that holds the problem.
pub(super) const FILE: &str = "{file}";
/// Placeholder in an argument for the size of square grids.
pub(super) const SIZE: &str = "{size}";
/// Placeholder in an argument for the name of the file to which the program writes a proof.
pub(super) const PROOF: &str = "{proof}";

/// The command of a program, its input language and its limits.
#[derive(Debug, Clone)]
pub struct ProgramEntry {
    /// The program and its arguments. It holds at least the program. In an argument, `{file}` stands for the name of the input file,
    /// `{proof}` for the name of the proof file and `{size}` for the size of square grids.
    pub command: Vec<String>,
    /// The language of the problem that the program reads.
    pub input: Input,
    /// Exit codes of a complete answer.
    pub exits: Vec<i32>,
    /// Time limit in seconds.
    pub seconds: u64,
    /// Instructions for the installation of the program.
    pub install: Option<String>,
}

/// The languages in which a program can read a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Input {
    /// DIMACS in the form of the Model Counting Competition.
    Dimacs,
    /// DIMACS without comments.
    PlainDimacs,
    /// A logic program.
    Asp,
    /// The rules as gridcheck writes them, in TOML. The size is an argument.
    Rules,
}

/// The error if a program is not installed. It says how to install it.
#[derive(Debug, Error)]
#[error("there is no program `{program}`{advice}")]
pub(super) struct MissingProgram {
    program: String,
    advice: String,
}

impl ProgramEntry {
    /// Returns the installation instructions as a suffix for an error message, introduced by `condition`.
    pub(super) fn advice(&self, condition: &str) -> String {
        self.install.as_ref().map_or(String::new(), |install| format!("; {condition}: {install}"))
    }

    /// Returns the absolute path of the program.
    pub(super) fn program(&self) -> Result<PathBuf, MissingProgram> {
        let program = &self.command[0];
        let missing = || MissingProgram { program: program.clone(), advice: self.advice("to install it") };
        // A relative folder of the PATH gives a relative path.
        which::which(program).ok().and_then(|path| std::path::absolute(path).ok()).ok_or_else(missing)
    }
}
