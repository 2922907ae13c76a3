//! The output formats: one list, from which each command accepts some.
//!
//! Invariant: a command receives only a format that it passes to [`Format::among`], so it need not handle the others. Text is for
//! people, and is the default everywhere.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use super::{Output, Print, write_json};
use crate::ask::failure::Failure;

/// The values of `--format`, with their help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Plain text
    Text,
    /// A line for each grid, fill or word
    Line,
    /// Comma-separated values, below a line of column names
    Csv,
    /// JSON: one object, or an object a line where there are many grids
    Json,
    /// A page for a repository or an issue
    Markdown,
    /// Annotations for GitHub Actions
    Github,
    /// SARIF 2.1.0, as code scanners write it
    Sarif,
    /// A b-file of the OEIS: index and value, one line for each of several sizes
    Bfile,
}

impl Format {
    /// Parses one of these formats, and no other.
    pub(super) fn among<const N: usize>(formats: [Format; N]) -> impl TypedValueParser<Value = Format> {
        let values = formats.into_iter().filter_map(|format| format.to_possible_value());
        // The parser accepts no other name.
        PossibleValuesParser::new(values).map(|name| Format::from_str(&name, false).unwrap_or(Format::Text))
    }

    /// Prints an answer: as JSON in that format, otherwise as `text` prints it.
    pub(super) fn print<A: Serialize>(
        self,
        output: &mut Output,
        answer: impl FnOnce() -> A,
        text: impl FnOnce(&mut Output) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if self == Format::Json { Ok(write_json(output, &answer())?) } else { text(output) }
    }

    /// Prints a report: as JSON in that format, otherwise as text.
    pub(super) fn print_report(self, output: &mut Output, report: &(impl Serialize + Print)) -> Result<(), Failure> {
        if self == Format::Json { Ok(write_json(output, report)?) } else { report.print(output) }
    }
}
