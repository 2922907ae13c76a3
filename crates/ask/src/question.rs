//! Defines the question which grids: the part that most requests share.

use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Deserializer};

use gridcheck_core::constraint::{Constraint, Measure, measures};
use gridcheck_core::grid::MAX_SIZE;
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_core::rules::Ruleset;
use gridcheck_core::size::Size;
use gridcheck_formats::source::STANDARD_INPUT;

use super::failure::Failure;
use super::host::Host;
use super::input::{Input, at_most_one_standard_input};
use super::options::constraints;
#[cfg(feature = "clap")]
use super::options::{TAKEN, with_grammar};
use super::parse::WrongValue;
use super::rules::RulesInput;
use super::sizes::Sizes;
use super::usage;

/// The grids that are asked about.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Question {
    /// Number of rows and columns, 1 to 64: one number for a square, as in 13, or rows x columns, as in 13x15.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", allow_negative_numbers = true, value_parser = str::parse::<Sizes>, required = true))]
    pub size: Option<Sizes>,
    /// The rule set: a built-in one (see `gridcheck rules`) or a TOML file; - is standard input. The default is british.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME|FILE.toml", allow_hyphen_values = true))]
    pub rules: Option<RulesInput>,
    /// Take only grids that agree with this partial grid: # black, . white, ? open. A puzzle file works too.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub given: Option<Input>,
    /// Use the setters' lattice: every square in an even row and an even column, counted from 1, is black. Phase 2 shifts it by a
    /// column, 3 by a row, 4 by both.
    #[cfg_attr(feature = "clap", arg(long, value_name = "PHASE", num_args = 0..=1, default_missing_value = "1", value_parser = clap::value_parser!(u8).range(1..=4)))]
    #[serde(deserialize_with = "phase")]
    #[cfg_attr(feature = "schema", schemars(with = "Phase"))]
    pub lattice: Option<u8>,
    // These stand here, not in a group: serde cannot tell the unknown options of a request from those of a group within a group.
    /// The conditions on the grids.
    #[cfg_attr(feature = "clap", arg(long = "where", value_name = "CONSTRAINT", value_parser = str::parse::<Constraint>, help = TAKEN, long_help = with_grammar(TAKEN)))]
    #[serde(rename = "where", deserialize_with = "constraints")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::parse::OneOrMore"))]
    pub constraints: Vec<Constraint>,
}

/// The forms of a phase of the lattice in JSON.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(untagged, expecting = "lattice: expected a phase from 1 to 4, true or false")]
enum Phase {
    Number(#[cfg_attr(feature = "schema", schemars(range(min = 1, max = 4)))] i64),
    IsOn(bool),
}

/// Reads a phase of the lattice; `true` is the first one.
fn phase<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    match Phase::deserialize(deserializer)? {
        Phase::Number(phase @ 1..=4) => Ok(Some(phase as u8)),
        Phase::Number(phase) => Err(serde::de::Error::custom(format!("lattice: {phase} is not in 1..=4"))),
        Phase::IsOn(is_on) => Ok(is_on.then_some(1)),
    }
}

impl Question {
    /// Returns the inputs that are read for it, without built-in rules.
    pub fn inputs(&self) -> impl Iterator<Item = Input> {
        self.rules.as_ref().and_then(RulesInput::input).into_iter().chain(self.given.clone())
    }

    /// Returns the paths of these inputs; - is standard input.
    pub fn paths(&self) -> impl Iterator<Item = PathBuf> {
        self.inputs().filter_map(|input| match input {
            Input::Path(path) => Some(path),
            Input::StandardInput => Some(STANDARD_INPUT.into()),
            Input::Text { .. } | Input::Bytes { .. } => None,
        })
    }

    /// Returns the problem.
    ///
    /// # Errors
    /// No size or several sizes are named, an input cannot be read, or no problem has these parts.
    pub fn problem(&self, host: &dyn Host) -> Result<Problem, Failure> {
        let size = self.size.as_ref().ok_or_else(|| usage!([size] " is missing"))?;
        self.problem_of_size(size.one()?, host)
    }

    /// Returns the problem of grids of this size.
    ///
    /// # Errors
    /// As for [`problem`](Question::problem).
    pub fn problem_of_size(&self, size: Size, host: &dyn Host) -> Result<Problem, Failure> {
        at_most_one_standard_input(&self.inputs().collect::<Vec<_>>())?;
        self.problem_by(self.ruleset(host)?, size, host)
    }

    /// Returns the rule set.
    ///
    /// # Errors
    /// There is no such set, its file cannot be read, or its text is wrong.
    pub fn ruleset(&self, host: &dyn Host) -> Result<Ruleset, Failure> {
        self.rules.clone().unwrap_or_default().ruleset(host)
    }

    /// Returns the problem of grids of this size by rules that were read before: they may come from a pipe, which can be read only once.
    ///
    /// # Errors
    /// As for [`problem`](Question::problem).
    pub fn problem_by(&self, rules: Ruleset, size: Size, host: &dyn Host) -> Result<Problem, Failure> {
        let mut problem = Problem::of_size(size, rules)?;
        if let Some(given) = &self.given {
            let (name, givens) = given.givens(host)?;
            problem = problem.with_givens(givens).map_err(|error| Failure::unusable(format!("{name}:1:1: {error}")))?;
        }
        if let Some(phase) = self.lattice {
            problem = on_lattice(problem, phase.into())?;
        }
        Ok(problem.with_constraints(self.constraints.clone())?)
    }
}

/// Restricts a problem to the setters' lattice of this phase, from 1 to 4.
///
/// # Errors
/// A given square contradicts the lattice.
pub fn on_lattice(problem: Problem, phase: usize) -> Result<Problem, Failure> {
    let Some(lattice) = Givens::lattice(problem.size(), phase) else { return Ok(problem) };
    let both = problem
        .givens()
        .and(&lattice)
        .map_err(|(r, c)| usage!([lattice] ": row " (r + 1) ", column " (c + 1) " is black in it and given as white"));
    Ok(problem.with_givens(both?)?)
}

/// Parses one measure.
///
/// # Errors
/// There is no such measure, or the text names several.
pub fn measure(text: &str) -> Result<Measure, WrongValue> {
    match measures(text).map_err(WrongValue::new)?[..] {
        [measure] => Ok(measure),
        _ => Err(WrongValue::new("expected one measure")),
    }
}

/// The property by which grids are grouped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Grouping {
    /// Symmetry type: Keith's A, h, r, t, N.
    Symmetry,
    /// The values of these measures.
    Measures(Vec<Measure>),
    /// The multiset of the lengths of their words.
    Lengths,
}

impl FromStr for Grouping {
    type Err = WrongValue;

    fn from_str(text: &str) -> Result<Self, WrongValue> {
        match text.trim() {
            "symmetry" => Ok(Grouping::Symmetry),
            "lengths" => Ok(Grouping::Lengths),
            text => {
                let wrong = |error| WrongValue::new(format_args!("{error}; or symmetry, or lengths"));
                measures(text).map(Grouping::Measures).map_err(wrong)
            }
        }
    }
}

/// Returns the measures that tell the multiset of the lengths of words.
pub fn all_lengths(size: Size) -> Vec<Measure> {
    (2..=size.longest_word()).map(Measure::Length).collect()
}

/// Parses a size.
///
/// # Errors
/// The text is not a size.
pub fn size(text: &str) -> Result<Size, WrongValue> {
    let expected = || format!("expected whole numbers from 1 to {MAX_SIZE}, as in 13 or 13x15");
    text.parse().map_err(|_| WrongValue::new(expected()))
}
