//! The output formats: one list, from which each command accepts some.
//!
//! Invariant: a command receives only a format that it passes to [`Format::among`], so it need not handle the others. Text is for
//! people, and is the default everywhere.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// The values of `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Text for people.
    Text,
    /// One grid per line.
    Line,
    /// Comma-separated values.
    Csv,
    /// JSON for programs.
    Json,
    /// A Markdown page.
    Markdown,
    /// Annotations for GitHub Actions.
    Github,
    /// SARIF 2.1.0.
    Sarif,
    /// A b-file of the OEIS.
    Bfile,
}

impl Format {
    const ALL: [Format; 8] = [
        Format::Text,
        Format::Line,
        Format::Csv,
        Format::Json,
        Format::Markdown,
        Format::Github,
        Format::Sarif,
        Format::Bfile,
    ];

    /// Returns the name that `--format` takes.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Line => "line",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Markdown => "markdown",
            Format::Github => "github",
            Format::Sarif => "sarif",
            Format::Bfile => "bfile",
        }
    }

    const fn meaning(self) -> &'static str {
        match self {
            Format::Text => "Plain text",
            Format::Line => "A line for each grid, fill or word",
            Format::Csv => "Comma-separated values, below a line of column names",
            Format::Json => "JSON: one object, or an object a line where there are many grids",
            Format::Markdown => "A page for a repository or an issue",
            Format::Github => "Annotations for GitHub Actions",
            Format::Sarif => "SARIF 2.1.0, as code scanners write it",
            Format::Bfile => "A b-file of the OEIS: index and value, one line for each of several sizes",
        }
    }

    /// Parses one of these formats, and no other.
    pub fn among<const N: usize>(formats: [Format; N]) -> impl TypedValueParser<Value = Format> {
        let values = formats.map(|format| PossibleValue::new(format.name()).help(format.meaning()));
        PossibleValuesParser::new(values).map(|name| {
            // The parser accepts no other name.
            Format::ALL.into_iter().find(|format| format.name() == name).unwrap_or(Format::Text)
        })
    }
}
