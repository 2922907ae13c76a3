//! The forms in which grids and puzzles are written.

#[cfg(feature = "clap")]
use clap::builder::{MapValueParser, PossibleValue, PossibleValuesParser, TypedValueParser, ValueParserFactory};
use serde::Deserialize;

use gridcheck_formats::Unwritable;
use gridcheck_formats::puzzle::{Feature, Puzzle};
use gridcheck_formats::registry::Format;
use gridcheck_formats::target::{Loss, write as write_puzzle};

use crate::failure::Failure;

/// The form of written grids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum OutputForm {
    /// One row per line.
    Text,
    /// One grid per line.
    Line,
    /// A puzzle file format.
    Puzzle(Format),
}

/// A puzzle in some form, with sentences on what the form lacks, and on how it was written.
pub struct WrittenPuzzle {
    /// The contents of the file.
    pub bytes: Vec<u8>,
    /// Sentences on what the form lacks.
    pub lost: Vec<String>,
    /// Sentences on how it was written.
    pub notes: Vec<String>,
}

/// The name of plain text.
pub const TEXT: &str = "text";
const LINE: &str = "line";

impl OutputForm {
    /// Returns all forms.
    pub fn all() -> impl Iterator<Item = OutputForm> {
        [OutputForm::Text, OutputForm::Line].into_iter().chain(Format::WRITTEN.map(OutputForm::Puzzle))
    }

    /// Returns the name that `--to` takes.
    pub fn name(self) -> &'static str {
        match self {
            OutputForm::Text => TEXT,
            OutputForm::Line => LINE,
            OutputForm::Puzzle(target) => target.name(),
        }
    }

    /// Returns `true` if a file may hold any number of grids.
    pub fn is_list(self) -> bool {
        matches!(self, OutputForm::Text | OutputForm::Line)
    }

    /// Returns the ending of the name of such a file, without a dot.
    pub fn ending(self) -> &'static str {
        match self {
            OutputForm::Text | OutputForm::Line | OutputForm::Puzzle(Format::PuzText) => "txt",
            OutputForm::Puzzle(target) => target.name(),
        }
    }

    /// Returns the sentence that the form does not hold a feature.
    pub fn cannot_store(self, loss: &Loss) -> String {
        let form = match self {
            OutputForm::Text | OutputForm::Line => "plain text",
            OutputForm::Puzzle(target) => target.name(),
        };
        format!("{form} cannot store {loss}")
    }

    /// Returns a puzzle in this form. `name` is the name of its file.
    ///
    /// # Errors
    /// The form cannot hold the puzzle at all.
    pub fn written(self, name: &str, puzzle: &Puzzle) -> Result<WrittenPuzzle, Failure> {
        let refused = |unwritable: Unwritable| Failure::unusable(format!("{name}: {}: {unwritable}", self.name()));
        let (bytes, lost, notes) = match self {
            OutputForm::Puzzle(target) => {
                let written = write_puzzle(puzzle, target).map_err(refused)?;
                (written.bytes, written.lost, written.notes)
            }
            _ if puzzle.count(Feature::Bars) > 0 => return Err(refused(Unwritable::without(Feature::Bars))),
            _ => {
                let grid = &puzzle.grid;
                let text = if self == OutputForm::Line { grid.one_line() } else { grid.to_string() };
                let lost = puzzle.things().map(|thing| Loss::of(puzzle, thing)).collect();
                (format!("{text}\n").into_bytes(), lost, Vec::new())
            }
        };
        Ok(WrittenPuzzle { bytes, lost: lost.iter().map(|loss| self.cannot_store(loss)).collect(), notes })
    }

    /// Returns a description of one line.
    pub fn meaning(self) -> &'static str {
        match self {
            OutputForm::Text => "A row a line, # black and . white, a blank line between grids",
            OutputForm::Line => "A grid a line, its rows joined by /",
            OutputForm::Puzzle(target) => target.description(),
        }
    }

    /// Returns the form of that name.
    pub fn named(name: &str) -> Option<Self> {
        OutputForm::all().find(|form| form.name() == name)
    }
}

impl TryFrom<String> for OutputForm {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        OutputForm::named(&name).ok_or_else(|| {
            let known: Vec<&str> = OutputForm::all().map(OutputForm::name).collect();
            format!("to: no format `{name}`, expected one of {}", known.join(", "))
        })
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for OutputForm {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "OutputForm".into()
    }

    /// Returns the schema of the names.
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let names: Vec<&str> = OutputForm::all().map(OutputForm::name).collect();
        schemars::json_schema!({ "type": "string", "enum": names, "description": "The form of written grids." })
    }
}

/// Reads a name in the arguments of a shell.
#[cfg(feature = "clap")]
impl ValueParserFactory for OutputForm {
    type Parser = MapValueParser<PossibleValuesParser, fn(String) -> OutputForm>;

    fn value_parser() -> Self::Parser {
        let values = OutputForm::all().map(|form| PossibleValue::new(form.name()).help(form.meaning()));
        // The parser accepts no other name.
        PossibleValuesParser::new(values).map(|name| OutputForm::named(&name).unwrap_or(OutputForm::Text))
    }
}
