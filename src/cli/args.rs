//! Arguments that several commands share, and the problem that they define.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::lists::ReadOptions;
use super::terminal::Streams;
use crate::ask::options::with_grammar;
pub use crate::ask::options::{Conditions, Threads};
pub use crate::ask::parse::{duration, square};
use crate::ask::rules::RulesInput;
use crate::formats::registry;
use crate::formats::source::{As, STANDARD_INPUT};
use crate::formats::text::{Options, glyph};
use crate::rules::Ruleset;

/// Returns the name of a value as a user types it.
pub fn name_of_value(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The rule set, by name or file.
#[derive(Args)]
pub struct RulesArg {
    /// The rule set: a built-in one (see `gridcheck rules`) or a TOML file; - is standard input.
    #[arg(long, value_name = "NAME|FILE.toml", default_value = "british", allow_hyphen_values = true)]
    pub rules: String,
}

/// The help of `--where` for grids that are read.
const READ: &str = "Skip the grids that do not meet this condition (repeatable), as in 'words 28..32'; they do not change the exit code";

/// Changes the help of `--where` for a command that reads grids.
pub fn skips(arg: clap::Arg) -> clap::Arg {
    arg.help(READ).long_help(with_grammar(READ))
}

/// The way in which files are read.
#[derive(Args)]
pub struct ReadArgs {
    /// Read this character as black, where the grid is ambiguous (as in 0 and 1). Every other character is then a white square, # too, and
    /// every other letter stands in one.
    #[arg(long, value_name = "CHAR", value_parser = glyph)]
    black: Option<char>,
    /// With --black: read only this character as a white square without a letter.
    #[arg(long, value_name = "CHAR", value_parser = glyph, requires = "black")]
    white: Option<char>,
    /// Read every file in this format where its content does not show the format; text is a list of grids.
    #[arg(long, value_name = "FORMAT", value_parser = input_format())]
    input_format: Option<As>,
}

impl ReadArgs {
    pub fn how(&self) -> anyhow::Result<ReadOptions> {
        let ReadArgs { black, white, input_format } = *self;
        if let (Some(black), Some(white)) = (black, white)
            && black.eq_ignore_ascii_case(&white)
        {
            bail!("--white {white}: {black} is black, and upper and lower case are one character");
        }
        Ok(ReadOptions { what: input_format.unwrap_or_default(), options: Options { black, white } })
    }
}

/// Parses plain text or a puzzle format, by name.
fn input_format() -> impl TypedValueParser<Value = As> {
    let names = std::iter::once(PLAIN_TEXT).chain(registry::Format::ALL.map(registry::Format::name));
    PossibleValuesParser::new(names).map(|name| {
        // The only name that no puzzle format has is that of plain text.
        registry::Format::ALL.into_iter().find(|format| format.name() == name).map_or(As::List, As::Puzzle)
    })
}

const PLAIN_TEXT: &str = "text";

impl RulesArg {
    /// Returns the built-in rule set of that name, or reads it from the file; - is standard input.
    pub fn ruleset(&self) -> anyhow::Result<Ruleset> {
        let Ok(input) = self.rules.parse::<RulesInput>();
        Ok(input.ruleset(&Streams)?)
    }
}

/// Opens a file, or standard input.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    if path.as_os_str() == STANDARD_INPUT {
        return Ok(Box::new(std::io::stdin()));
    }
    Ok(Box::new(File::open(path).with_context(|| path.display().to_string())?))
}

/// Fails if standard input is named more than once: the second reader would find nothing.
pub fn at_most_one_stdin(paths: impl IntoIterator<Item: AsRef<Path>>) -> anyhow::Result<()> {
    if paths.into_iter().filter(|path| path.as_ref().as_os_str() == STANDARD_INPUT).count() > 1 {
        bail!("{STANDARD_INPUT} is named twice, and standard input can be read only once");
    }
    Ok(())
}
