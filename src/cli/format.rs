//! The forms in which answers are printed: one list of them, of which each command takes some.
//!
//! Invariant: a command is given only a form that it names to [`Format::among`], so the others need no answer there. Text is
//! the form for people, and the one that is meant where none is asked for.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// What `--format` can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// A line a grid.
    Line,
    /// Comma-separated values.
    Csv,
    /// For programs.
    Json,
    /// A page.
    Markdown,
    /// Annotations for GitHub Actions.
    Github,
    /// SARIF 2.1.0.
    Sarif,
}

impl Format {
    const ALL: [Format; 7] =
        [Format::Text, Format::Line, Format::Csv, Format::Json, Format::Markdown, Format::Github, Format::Sarif];

    /// The name that `--format` takes.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Line => "line",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Markdown => "markdown",
            Format::Github => "github",
            Format::Sarif => "sarif",
        }
    }

    const fn meaning(self) -> &'static str {
        match self {
            Format::Text => "Plain text",
            Format::Line => "A grid a line",
            Format::Csv => "Comma-separated values, a grid a line, below a line of column names",
            Format::Json => "JSON; where there are many grids, an object a line",
            Format::Markdown => "A page for a repository or an issue",
            Format::Github => "Annotations for GitHub Actions",
            Format::Sarif => "SARIF 2.1.0, as code scanners write it",
        }
    }

    /// Reads one of these forms, and no other.
    pub fn among<const N: usize>(formats: [Format; N]) -> impl TypedValueParser<Value = Format> {
        let values = formats.map(|format| PossibleValue::new(format.name()).help(format.meaning()));
        PossibleValuesParser::new(values).map(|name| {
            // The parser lets no other name through.
            Format::ALL.into_iter().find(|format| format.name() == name).unwrap_or(Format::Text)
        })
    }
}
