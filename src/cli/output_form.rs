//! The forms in which grids and puzzles are written: plain text, or a puzzle file.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::destination::{Destination, format_by_ending, format_of, without_format};
use crate::ask::convert::TEXT;
pub use crate::ask::convert::{OutputForm, WrittenPuzzle};
use crate::formats::PuzzleFile;
use crate::formats::source::Checked;
use crate::formats::target::Target;

/// Returns the form to write: the named one, or the one of the ending of the file, or plain text on standard output.
fn chosen(named: Option<OutputForm>, out: Option<&Path>) -> anyhow::Result<OutputForm> {
    let Some(path) = out else { return Ok(named.unwrap_or(OutputForm::Text)) };
    let names: Vec<&'static str> = OutputForm::all().map(OutputForm::name).collect();
    let name = format_of(path, named.map(OutputForm::name), &names)?;
    // The name is one of those that were passed.
    Ok(OutputForm::named(name).unwrap_or(OutputForm::Text))
}

/// The form of a file that may replace the input. It is known before the input is read, unless the file replaces it.
pub struct FormChoice {
    named: Option<OutputForm>,
    by_ending: Option<OutputForm>,
}

impl FormChoice {
    /// Chooses the form by `--to`, or by the ending of the file.
    pub fn of(named: Option<OutputForm>, to: Option<&Destination>) -> anyhow::Result<Self> {
        let by_ending = match to {
            Some(to) if to.replaces_input() => None,
            to => Some(chosen(named, to.map(Destination::path))?),
        };
        Ok(FormChoice { named, by_ending })
    }

    /// Returns the form. A file that replaces the input has the format of the input.
    pub fn form(&self, input: &Checked) -> anyhow::Result<OutputForm> {
        if let Some(form) = self.by_ending {
            return Ok(form);
        }
        let name = input.name();
        let (format, own) = match input.puzzle_file().and_then(|file| file.format) {
            Some(format) => (format.name(), Target::of(format).map(OutputForm::Puzzle)),
            None => (TEXT, Some(self.named.filter(|form| form.is_list()).unwrap_or(OutputForm::Text))),
        };
        match (own, self.named) {
            (None, _) => {
                bail!("{name}: --in-place keeps the format, and {format} cannot be written; --out names another file")
            }
            (Some(own), Some(named)) if own != named => {
                let to = named.name();
                bail!("{name}: --in-place keeps the format, {format}; --out names another file for {to}")
            }
            (Some(own), _) => Ok(own),
        }
    }
}

/// Returns sentences on what a puzzle file has that a new file does not have, or has in another way if it replaces the file.
pub fn left_out(file: &PuzzleFile, to: Option<&Destination>) -> Vec<String> {
    if to.is_some_and(Destination::replaces_input) {
        file.left_out_in_place().collect()
    } else {
        file.left_out().collect()
    }
}

/// Returns the format of a puzzle file, by its ending. Plain text cannot store letters, so `.txt` is refused.
pub fn puzzle_format(path: &Path) -> anyhow::Result<Target> {
    let targets = Target::ALL.into_iter().filter(|target| *target != Target::PuzText);
    let names: Vec<&'static str> = targets.clone().map(Target::name).collect();
    let named = format_by_ending(path, &names)?;
    let target = targets.clone().find(|target| Some(target.name()) == named);
    target.ok_or_else(|| anyhow!("{}, expected {}", without_format(path), names.join(", ")))
}

pub fn form() -> impl TypedValueParser<Value = OutputForm> {
    let values = OutputForm::all().map(|form| PossibleValue::new(form.name()).help(form.meaning()));
    // The parser accepts no other name.
    PossibleValuesParser::new(values).map(|name| OutputForm::named(&name).unwrap_or(OutputForm::Text))
}

/// Returns a sentence if a list of grids has lines that are no rows, which no form holds.
pub fn text_beside_grids(path: &Path, source: &mut Checked) -> anyhow::Result<Option<String>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let (mut rows, mut grids) = (0, 0);
    for found in source.grids()? {
        rows += found?.grid.height();
        grids += 1;
    }
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let is_whole = lines.clone().count() == rows || lines.clone().count() == grids;
    // JSON has keys besides the rows.
    let has_more = !is_whole || text.contains('{');
    Ok(has_more.then(|| "lines that are no rows of grids".to_owned()))
}
