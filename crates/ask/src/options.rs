//! Defines the options that several requests share.

use std::path::PathBuf;

use serde::{Deserialize, Deserializer};

use gridcheck_checker::Witnesses;
use gridcheck_core::constraint::{Constraint, Goal, Measure};
use gridcheck_formats::registry::Format;
use gridcheck_formats::text::Options;
#[cfg(feature = "clap")]
use gridcheck_formats::text::glyph;

#[cfg(feature = "clap")]
use super::engines::one_engine;
use super::engines::{Programs, witnesses};
use super::examine::ReadOptions;
use super::failure::Failure;
use super::parse::{NumberOrText, OneOrMore, bytes, parsed};
use super::question::measure;
use super::usage;

/// Conditions on grids; the grids that meet them all.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Conditions {
    /// The conditions, as in "words 28..32" or "length 3 <= 2".
    #[cfg_attr(feature = "clap", arg(long = "where", value_name = "CONSTRAINT", value_parser = str::parse::<Constraint>, help = TAKEN, long_help = with_grammar(TAKEN)))]
    #[serde(rename = "where", deserialize_with = "constraints")]
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMore"))]
    pub constraints: Vec<Constraint>,
}

pub(crate) fn constraints<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Constraint>, D::Error> {
    OneOrMore::deserialize(deserializer)?.each()
}

/// The help of `--where`.
#[cfg(feature = "clap")]
pub(crate) const TAKEN: &str =
    "Take only grids that meet this condition (repeatable), as in 'words 28..32' or 'length 3 <= 2'";

/// Returns the help of `--where`, and what a condition is.
#[cfg(feature = "clap")]
pub fn with_grammar(help: &str) -> String {
    format!(
        "{help}.\n\nA condition is a measure, then = N, <= N, >= N or A..B. Measures are letters, blacks, words, checked (letters in a word \
     across and a word down), unchecked, mean-length and lengths (the number of different lengths). 'length 3 = 0': no word has 3 \
     letters. 'length 3..5 = 2': two words of each of these lengths. 'length except 5/7 = 0': none of any other length. \
     'blacks-per-row = 1': each row has one. cheaters are the black squares that could be white without changing the number of \
     words; elbows are those with a black neighbour in their row and in their column. Other measures of black squares are \
     largest-block, black-run (the most side by side), black-edge (the most side by side along an edge) and square-blocks (2 x 2). \
     hinges are the checked letters that alone connect two parts of the grid."
    )
}

/// An extreme of a measure.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Extremes {
    /// Find the largest value of this measure, and the grids that reach it.
    #[cfg_attr(feature = "clap", arg(long, value_name = "MEASURE", value_parser = measure))]
    #[serde(deserialize_with = "one_measure")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub most: Option<Measure>,
    /// Find the smallest value of this measure, and the grids that reach it.
    #[cfg_attr(feature = "clap", arg(long, value_name = "MEASURE", value_parser = measure))]
    #[serde(deserialize_with = "one_measure")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub fewest: Option<Measure>,
}

fn one_measure<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Measure>, D::Error> {
    parsed(deserializer, measure).map(Some)
}

impl Extremes {
    /// Returns the extreme that is asked for, if one is.
    pub fn goal(&self) -> Option<Goal> {
        self.most.map(Goal::Most).or(self.fewest.map(Goal::Fewest))
    }
}

/// The number of threads.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Threads {
    /// Use this many threads; the default is one per processor.
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024)))]
    #[serde(deserialize_with = "number_of_threads")]
    #[cfg_attr(feature = "schema", schemars(with = "u16", range(min = 1, max = 1024)))]
    pub jobs: Option<u16>,
}

fn number_of_threads<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u16>, D::Error> {
    let range = 1..=1024;
    match i64::deserialize(deserializer)? {
        jobs if range.contains(&jobs) => Ok(Some(jobs as u16)),
        jobs => Err(serde::de::Error::custom(format!("{jobs} is not in {range:?}"))),
    }
}

/// The way in which files of grids are read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Reading {
    /// Read this character as black, where the grid is ambiguous (as in 0 and 1). Every other character is then a white square, # too, and
    /// every other letter stands in one.
    #[cfg_attr(feature = "clap", arg(long, value_name = "CHAR", value_parser = glyph))]
    pub black: Option<char>,
    /// With --black: read only this character as a white square without a letter.
    #[cfg_attr(feature = "clap", arg(long, value_name = "CHAR", value_parser = glyph))]
    pub white: Option<char>,
    /// Read every file in this format where its content does not show the format; text is a list of grids.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FORMAT", value_parser = formats()))]
    pub input_format: Option<String>,
}

/// Parses the name of a format that is read.
#[cfg(feature = "clap")]
fn formats() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(
        Format::ALL.into_iter().filter(|format| format.is_read()).map(Format::name),
    )
}

impl Reading {
    /// Returns how files are read: the format, and the characters.
    ///
    /// # Errors
    /// White is given without black, both are one character, or there is no such format.
    pub fn settled(&self) -> Result<ReadOptions, Failure> {
        let Reading { black, white, input_format } = self;
        let options = Options { black: *black, white: *white, unnameable: false };
        match (black, white) {
            (None, Some(_)) => return Err(usage!([white] " needs " [black])),
            (Some(black), Some(white)) if black.eq_ignore_ascii_case(white) => {
                return Err(usage!(
                    [white] " " (white) ": " (black) " is black, and upper and lower case are one character"
                ));
            }
            _ => {}
        }
        let named = |name: &String| {
            let format = Format::by_name(name).filter(|format| format.is_read());
            format.ok_or_else(|| usage!([input_format] ": there is no format `" (name) "`"))
        };
        Ok(ReadOptions { format: input_format.as_ref().map(named).transpose()?, options })
    }
}

/// The memory limit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct MemoryLimit {
    /// Use at most this much memory, as in 6G or 500MiB.
    ///
    /// It is a number with k, M, G or T (thousands, millions, ...) or with KiB, MiB, GiB or TiB (1024, ...). The program ends at the limit
    /// with exit code 75. With little memory pinwheel takes longer. The default is what the machine or the container has.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SIZE", value_parser = bytes, allow_negative_numbers = true))]
    #[serde(deserialize_with = "number_of_bytes")]
    #[cfg_attr(feature = "schema", schemars(with = "NumberOrText"))]
    pub memory: Option<u64>,
}

fn number_of_bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    Ok(Some(match NumberOrText::deserialize(deserializer)? {
        NumberOrText::Number(bytes) => bytes,
        NumberOrText::Text(text) => {
            bytes(&text).map_err(|error| serde::de::Error::custom(format!("memory: {text}: {error}")))?
        }
    }))
}

/// Other people's programs that can be used like engines.
// "[NAME]" is the head of a table in the help, and no link.
#[allow(rustdoc::broken_intra_doc_links)]
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Externals {
    /// Read descriptions of further programs from this TOML file.
    ///
    /// They extend external:NAME (built in: clingo, clingo-python, ganak, proved, pyganak and toulbar2) and certify --prover (built in: cadical and
    /// cadical-lrat). Each is a table [NAME] with command and input (dimacs, plain-dimacs, asp or rules). An engine has count (the line it
    /// prints, with {count}); a prover has {proof} (the file it writes) in command. Optional keys are zero, exits, seconds (the time
    /// limit, 600 by default) and install. A program runs in an empty folder; gridcheck looks for the files that command names in the
    /// folder of FILE.toml and then in the current folder.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE.toml"))]
    pub externals: Option<PathBuf>,
}

/// The engine that is asked for a witness.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct WitnessOption {
    /// Ask this engine as a witness, however long it takes, also where all colourings can be judged: for example external:proved.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", value_parser = one_engine))]
    pub witness: Option<String>,
}

impl WitnessOption {
    /// Returns the engines that may be asked, and the one that is named.
    ///
    /// # Errors
    /// There is no such engine, or it cannot be a witness.
    pub fn witnesses(&self, programs: &Programs) -> Result<Witnesses<'static>, Failure> {
        witnesses(self.witness.as_deref(), programs)
    }
}
