//! Puzzles in the formats that are written, and the names of these formats in requests.

#[cfg(feature = "clap")]
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::{Deserialize, Deserializer};

use gridcheck_formats::puzzle::Puzzle;
use gridcheck_formats::registry::Format;
use gridcheck_formats::target::{Loss, write as write_puzzle};

use crate::failure::Failure;

/// A puzzle in some format, with sentences on what the format lacks, and on how it was written.
pub struct WrittenPuzzle {
    /// The contents of the file.
    pub bytes: Vec<u8>,
    /// Sentences on what the format lacks.
    pub lost: Vec<String>,
    /// Sentences on how it was written.
    pub notes: Vec<String>,
}

impl WrittenPuzzle {
    /// Writes a puzzle in a format. `name` is the name of its file.
    ///
    /// # Errors
    /// The format cannot hold the puzzle at all.
    pub fn new(name: &str, puzzle: &Puzzle, format: Format) -> Result<Self, Failure> {
        let written = write_puzzle(puzzle, format)
            .map_err(|unwritable| Failure::unusable(format!("{name}: {format}: {unwritable}")))?;
        let lost = written.lost.iter().map(|loss| cannot_store(format, loss)).collect();
        Ok(WrittenPuzzle { bytes: written.bytes, lost, notes: written.notes })
    }
}

/// Returns the sentence that a format does not hold a feature.
pub(super) fn cannot_store(format: Format, loss: &Loss) -> String {
    let name = if format.is_list() { "plain text" } else { format.name() };
    format!("{name} cannot store {loss}")
}

/// Reads the name of a format that can be written.
pub(super) fn written_format<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Format>, D::Error> {
    let Some(name) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let format = Format::by_name(&name).filter(|format| format.is_written());
    format.map(Some).ok_or_else(|| {
        let known = Format::WRITTEN.map(Format::name).join(", ");
        serde::de::Error::custom(format!("to: no format `{name}`, expected one of {known}"))
    })
}

/// The schema of the names of the formats that can be written.
#[cfg(feature = "schema")]
pub(super) struct OutputForm;

#[cfg(feature = "schema")]
impl schemars::JsonSchema for OutputForm {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "OutputForm".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let names = Format::WRITTEN.map(Format::name);
        schemars::json_schema!({ "type": "string", "enum": names, "description": "The form of written grids." })
    }
}

/// Returns the parser of the name of a format that can be written, in the arguments of a shell.
#[cfg(feature = "clap")]
pub fn written_formats() -> impl TypedValueParser<Value = Format> {
    let values = Format::WRITTEN.map(|format| PossibleValue::new(format.name()).help(format.description()));
    // The parser accepts no other name.
    PossibleValuesParser::new(values).map(|name| Format::by_name(&name).unwrap_or(Format::Text))
}
