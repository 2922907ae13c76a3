//! The file that says what programs there are: its keys are explained at the head of `builtin.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;

use super::reply::CountLine;
use super::{EXTERNAL, External};

/// A year.
const MOST_SECONDS: u64 = 365 * 24 * 60 * 60;

const BUILTIN: &str = include_str!("builtin.toml");

/// How to run a program, feed it, and read its count.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The program and its arguments, at least the program; `{file}` in an argument becomes the name of the file to read.
    pub command: Vec<String>,
    /// What it is fed.
    pub input: Input,
    /// The line that has the count.
    pub count: CountLine,
    /// A line that means a count of 0.
    pub zero: Option<String>,
    /// Exit codes of a complete count.
    #[serde(default = "only_zero")]
    pub exits: Vec<i32>,
    /// The time limit.
    #[serde(default = "ten_minutes")]
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
}

fn only_zero() -> Vec<i32> {
    vec![0]
}

const fn ten_minutes() -> u64 {
    600
}

impl Entry {
    /// How to install the program, to be added to an error after `condition`.
    pub(super) fn advice(&self, condition: &str) -> String {
        self.install.as_ref().map_or(String::new(), |install| format!("; {condition}: {install}"))
    }

    /// What is wrong with the entry, in one line.
    fn mistake(&self) -> Option<&'static str> {
        if self.command.first().is_none_or(String::is_empty) {
            Some("command: expected a program and its arguments")
        } else if !(1..=MOST_SECONDS).contains(&self.seconds) {
            Some("seconds: expected 1 to 31536000, a year")
        } else if self.exits.is_empty() {
            Some("exits: expected at least one exit code")
        } else {
            None
        }
    }
}

/// What is wrong with a file of programs, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{line}:{column}: {message}")]
pub struct ExternalsError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, counted in characters.
    pub column: usize,
    /// What was found and what was expected, in one line.
    pub message: String,
}

/// An external engine that lives as long as the program, as all engines do.
pub type Program = &'static External;

/// The programs that can be asked for, by name.
pub struct Programs(BTreeMap<String, Program>);

impl Programs {
    /// Those that are built in.
    ///
    /// # Panics
    /// Never: the built-in file is right, which a test holds.
    pub fn builtin() -> Self {
        Programs(read(BUILTIN).expect("the built-in file is right"))
    }

    /// Those that are built in and those of a file, which come before built-in ones of the same name.
    ///
    /// The engines are never freed: a program reads its configuration once.
    pub fn with_file(text: &str) -> Result<Self, ExternalsError> {
        let mut programs = Programs::builtin();
        programs.0.extend(read(text)?);
        Ok(programs)
    }

    /// The engine of that name, which begins with [`EXTERNAL`].
    pub fn engine(&self, name: &str) -> Option<Program> {
        self.0.get(name.strip_prefix(EXTERNAL)?).copied()
    }

    /// The engines' names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.values().map(|program| program.name)
    }
}

fn read(text: &str) -> Result<BTreeMap<String, Program>, ExternalsError> {
    let entries: BTreeMap<toml::Spanned<String>, Entry> = toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        at(text, start, error.message().split_whitespace().collect::<Vec<_>>().join(" "))
    })?;
    let mut programs = BTreeMap::new();
    for (spanned, entry) in entries {
        let (start, name) = (spanned.span().start, spanned.into_inner());
        let plain = |character: char| character.is_ascii_alphanumeric() || "-_.".contains(character);
        if name.is_empty() || !name.chars().all(plain) {
            return Err(at(text, start, format!("[{name:?}]: expected a name of letters, digits, -, _ and .")));
        }
        if let Some(mistake) = entry.mistake() {
            return Err(at(text, start, format!("[{name}]: {mistake}")));
        }
        let full_name: &'static str = format!("{EXTERNAL}{name}").leak();
        programs.insert(name, &*Box::leak(Box::new(External { name: full_name, entry })));
    }
    Ok(programs)
}

fn at(text: &str, offset: usize, message: String) -> ExternalsError {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    ExternalsError { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Programs::with_file(text).err().expect("this file is wrong").to_string()
    }

    #[test]
    fn the_built_in_file_is_right() {
        let names: Vec<_> = Programs::builtin().names().collect();
        assert_eq!(names, ["external:clingo", "external:clingo-python", "external:ganak", "external:toulbar2"]);
        assert!(Programs::builtin().engine("clingo").is_none() && Programs::builtin().engine("external:x").is_none());
    }

    #[test]
    fn a_file_comes_before_what_is_built_in() {
        let mine = "[clingo]\ncommand = [\"mine\"]\ninput = \"asp\"\ncount = \"{count}\"\n";
        let programs = Programs::with_file(mine).expect("a fair file");
        let entry = &programs.engine("external:clingo").expect("in the file").entry;
        assert_eq!((entry.command[0].as_str(), entry.seconds, entry.exits.as_slice()), ("mine", 600, &[0][..]));
        assert!(programs.engine("external:ganak").is_some());
    }

    #[test]
    fn errors_name_the_place() {
        let right = "command = [\"x\"]\ninput = \"asp\"\ncount = \"{count}\"\n";
        assert!(error("[a]\ncommand = 3").starts_with("2:11: "));
        assert!(error(&format!("[a]\n{right}speed = 3")).contains("speed"));
        assert!(error("[a]\ncommand = [\"x\"]\ninput = \"dimacs\"").contains("count"));
        assert!(error(&right.replace("asp", "smt").replace("command", "[a]\ncommand")).contains("plain-dimacs"));
        assert!(error(&format!("\n[a]\n{}", right.replace("{count}", "count"))).contains("{count}"));
        assert!(error(&format!("\n[a]\n{}", right.replace("\"x\"", ""))).starts_with("2:2: [a]: command"));
        for seconds in ["0", "9223372036854775807"] {
            assert!(error(&format!("[a]\n{right}seconds = {seconds}")).contains("[a]: seconds"));
        }
        assert!(error(&format!("[a]\n{right}exits = []")).contains("[a]: exits"));
        assert!(error(&format!("[\"a,b\"]\n{right}")).contains("expected a name"));
    }
}
