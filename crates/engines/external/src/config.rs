//! Reads the file that lists the external programs. The head of `builtin.toml` explains its keys.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use serde::Deserialize;
use thiserror::Error;

use super::engine::{EXTERNAL, External};
use super::entry::{Input, PROOF, ProgramEntry};
use super::paths::resolved;
use super::prover::{ExternalProver, REFUTED};
use super::reply::{CountForm, CountLine};
use gridcheck_core::place::{line_and_column, toml_fault};
use gridcheck_engine::Engine;

/// Number of seconds in a year, the longest time limit that an entry may set.
const MAX_SECONDS: u64 = 365 * 24 * 60 * 60;

const BUILTIN: &str = include_str!("builtin.toml");

/// An entry in the form of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    command: Vec<String>,
    input: Input,
    count: Option<CountLine>,
    zero: Option<String>,
    exits: Option<Vec<i32>>,
    #[serde(default = "ten_minutes")]
    seconds: u64,
    install: Option<String>,
}

/// The purpose of a program.
enum Role {
    Counts(CountForm),
    Proves,
}

const fn ten_minutes() -> u64 {
    600
}

impl RawEntry {
    /// Returns a one-line description of the entry's first fault, if it has one.
    fn fault(&self) -> Option<&'static str> {
        if self.command.first().is_none_or(String::is_empty) {
            Some("command: expected a program and its arguments")
        } else if !(1..=MAX_SECONDS).contains(&self.seconds) {
            Some("seconds: expected 1 to 31536000, a year")
        } else if self.exits.as_ref().is_some_and(Vec::is_empty) {
            Some("exits: expected at least one exit code")
        } else {
            None
        }
    }

    /// Converts the entry into the program's configuration and role, or describes its fault in one line.
    fn validate(self) -> Result<(ProgramEntry, Role), &'static str> {
        if let Some(fault) = self.fault() {
            return Err(fault);
        }
        let proves = self.command.iter().any(|argument| argument.contains(PROOF));
        let role = match (self.count, proves) {
            (Some(count), false) => Role::Counts(CountForm { count, zero: self.zero }),
            (None, true) if self.zero.is_none() && self.input == Input::PlainDimacs => Role::Proves,
            (None, true) if self.zero.is_none() => {
                return Err("input: a program that writes a {proof} reads plain-dimacs");
            }
            (_, true) => return Err("a program that writes a {proof} does not count: expected neither count nor zero"),
            (None, false) => return Err("expected count, the line that has it, or {proof} in the command"),
        };
        let usual = match role {
            Role::Counts(_) => 0,
            Role::Proves => REFUTED,
        };
        let RawEntry { command, input, seconds, install, .. } = self;
        Ok((ProgramEntry { command, input, exits: self.exits.unwrap_or_else(|| vec![usual]), seconds, install }, role))
    }
}

/// An error in a file of programs, and its position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{line}:{column}: {message}")]
pub struct ExternalsError {
    /// Line number, from 1.
    pub line: usize,
    /// Column number, from 1, counted in characters.
    pub column: usize,
    /// One line that states what was found and what was expected.
    pub message: String,
}

/// An external engine. It lives as long as the process, as all engines do.
pub type Program = &'static External;

/// A program in the registry, by its purpose.
#[derive(Clone, Copy)]
enum Registered {
    Engine(Program),
    Prover(&'static ExternalProver),
}

/// The available programs, by name.
#[derive(Clone)]
pub struct Programs(BTreeMap<String, Registered>);

impl Programs {
    /// Returns the built-in programs. Their file is read once, because what is read is never freed.
    ///
    /// # Panics
    /// Never: a test asserts that the built-in file is valid.
    pub fn builtin() -> Self {
        static READ: LazyLock<Programs> =
            LazyLock::new(|| Programs(read(BUILTIN, |command| command).expect("the built-in file is right")));
        READ.clone()
    }

    /// Returns the built-in programs and those of a file. An entry of the file replaces the built-in program of the same name.
    /// `folder` is the folder of the file: relative paths in a command are looked up there first, and then in the current folder.
    ///
    /// The engines are never freed: a program reads its configuration once.
    ///
    /// # Errors
    /// Returns the position and the cause if the file is not valid TOML, or if an entry has an unknown key or an invalid value.
    pub fn with_file(text: &str, folder: &Path) -> Result<Self, ExternalsError> {
        let mut programs = Programs::builtin();
        programs.0.extend(read(text, |command| resolved(command, folder))?);
        Ok(programs)
    }

    /// Returns the engine of this name. The name begins with [`EXTERNAL`].
    pub fn engine(&self, name: &str) -> Option<Program> {
        match self.0.get(name.strip_prefix(EXTERNAL)?)? {
            Registered::Engine(engine) => Some(engine),
            Registered::Prover(_) => None,
        }
    }

    /// Returns the prover of this name.
    pub fn prover(&self, name: &str) -> Option<&'static ExternalProver> {
        match self.0.get(name)? {
            Registered::Engine(_) => None,
            Registered::Prover(prover) => Some(prover),
        }
    }

    /// Returns the names of the engines.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.values().filter_map(|registered| match registered {
            Registered::Engine(engine) => Some(engine.name()),
            Registered::Prover(_) => None,
        })
    }

    /// Returns the names of the provers.
    pub fn provers(&self) -> impl Iterator<Item = &'static str> {
        self.0.values().filter_map(|registered| match registered {
            Registered::Engine(_) => None,
            Registered::Prover(prover) => Some(prover.name),
        })
    }
}

/// Reads the entries of a file. `locate` replaces the relative paths in their commands.
fn read(
    text: &str,
    locate: impl Fn(Vec<String>) -> Vec<String>,
) -> Result<BTreeMap<String, Registered>, ExternalsError> {
    let entries: BTreeMap<toml::Spanned<String>, RawEntry> = toml::from_str(text).map_err(|error| {
        let (start, message) = toml_fault(&error);
        at(text, start, message)
    })?;
    let mut programs = BTreeMap::new();
    for (spanned, mut raw) in entries {
        let (start, name) = (spanned.span().start, spanned.into_inner());
        let plain = |character: char| character.is_ascii_alphanumeric() || "-_.".contains(character);
        if name.is_empty() || !name.chars().all(plain) {
            return Err(at(text, start, format!("[{name:?}]: expected a name of letters, digits, -, _ and .")));
        }
        raw.command = locate(raw.command);
        let validated = raw.validate().map_err(|fault| at(text, start, format!("[{name}]: {fault}")));
        let registered = match validated? {
            (entry, Role::Counts(form)) => {
                let name: &'static str = format!("{EXTERNAL}{name}").leak();
                Registered::Engine(Box::leak(Box::new(External::new(name, entry, form))))
            }
            (entry, Role::Proves) => {
                let name: &'static str = name.clone().leak();
                Registered::Prover(Box::leak(Box::new(ExternalProver { name, entry })))
            }
        };
        programs.insert(name, registered);
    }
    Ok(programs)
}

fn at(text: &str, offset: usize, message: String) -> ExternalsError {
    let (line, column) = line_and_column(text, offset);
    ExternalsError { line, column, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_builtin_programs_are_read_once() {
        let [one, other] = [(); 2].map(|()| Programs::builtin().prover("cadical").expect("built in"));
        assert!(std::ptr::eq(one, other));
    }

    #[test]
    fn built_in_file_has_the_expected_engines_and_provers() {
        let names: Vec<_> = Programs::builtin().names().collect();
        assert_eq!(
            names,
            ["clingo", "clingo-python", "ganak", "proved", "pyganak", "toulbar2"]
                .map(|name| format!("external:{name}"))
        );
        assert!(Programs::builtin().engine("clingo").is_none() && Programs::builtin().engine("external:x").is_none());
        assert_eq!(Programs::builtin().provers().collect::<Vec<_>>(), ["cadical", "cadical-lrat"]);
    }

    #[test]
    fn entries_of_a_file_override_built_in_programs() {
        let mine = "[clingo]\ncommand = [\"mine\"]\ninput = \"asp\"\ncount = \"{count}\"\n";
        let programs = Programs::with_file(mine, Path::new("")).expect("a fair file");
        let entry = &programs.engine("external:clingo").expect("in the file").entry;
        assert_eq!((entry.command[0].as_str(), entry.seconds, entry.exits.as_slice()), ("mine", 600, &[0][..]));
        assert!(programs.engine("external:ganak").is_some());
        // An entry also replaces a built-in program that has the other purpose.
        let mine = "[clingo]\ncommand = [\"mine\", \"{proof}\"]\ninput = \"plain-dimacs\"\n";
        let programs = Programs::with_file(mine, Path::new("")).expect("a fair file");
        assert!(programs.engine("external:clingo").is_none() && programs.engine("external:cadical").is_none());
        assert_eq!(programs.prover("clingo").expect("in the file").entry.exits, [20]);
        assert!(programs.prover("ganak").is_none() && programs.prover("external:cadical").is_none());
    }
}
