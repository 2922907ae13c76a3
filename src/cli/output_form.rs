//! The forms in which grids and puzzles are written: plain text, or a puzzle file.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::destination::{Destination, format_by_ending, format_of, without_format};
use crate::formats::puzzle::{Feature, Puzzle};
use crate::formats::source::Checked;
use crate::formats::target::{Loss, Target, write};
use crate::formats::{PuzzleFile, Unwritable};

/// The form of written grids.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum OutputForm {
    /// One row per line.
    Text,
    /// One grid per line.
    Line,
    /// A puzzle file format.
    Puzzle(Target),
}

/// A puzzle in some form, with sentences on what the form lacks, and on how it was written.
pub struct WrittenPuzzle {
    pub bytes: Vec<u8>,
    pub lost: Vec<String>,
    pub notes: Vec<String>,
}

const TEXT: &str = "text";
const LINE: &str = "line";

impl OutputForm {
    fn all() -> impl Iterator<Item = OutputForm> {
        [OutputForm::Text, OutputForm::Line].into_iter().chain(Target::ALL.map(OutputForm::Puzzle))
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
    fn is_list(self) -> bool {
        matches!(self, OutputForm::Text | OutputForm::Line)
    }

    /// Returns the ending of the name of such a file, without a dot.
    pub fn ending(self) -> &'static str {
        match self {
            OutputForm::Text | OutputForm::Line | OutputForm::Puzzle(Target::PuzText) => "txt",
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
    pub fn written(self, name: &str, puzzle: &Puzzle) -> anyhow::Result<WrittenPuzzle> {
        let refused = |unwritable: Unwritable| anyhow!("{name}: {}: {unwritable}", self.name());
        let (bytes, lost, notes) = match self {
            OutputForm::Puzzle(target) => {
                let written = write(puzzle, target).map_err(refused)?;
                (written.bytes, written.lost, written.notes)
            }
            _ if puzzle.count(Feature::Bars) > 0 => bail!(refused(Unwritable::without(Feature::Bars))),
            _ => {
                let grid = &puzzle.grid;
                let text = if self == OutputForm::Line { grid.one_line() } else { grid.to_string() };
                let lost = puzzle.things().map(|thing| Loss::of(puzzle, thing)).collect();
                (format!("{text}\n").into_bytes(), lost, Vec::new())
            }
        };
        Ok(WrittenPuzzle { bytes, lost: lost.iter().map(|loss| self.cannot_store(loss)).collect(), notes })
    }

    fn meaning(self) -> &'static str {
        match self {
            OutputForm::Text => "A row a line, # black and . white, a blank line between grids",
            OutputForm::Line => "A grid a line, its rows joined by /",
            OutputForm::Puzzle(target) => target.description(),
        }
    }

    fn named(name: &str) -> Option<Self> {
        OutputForm::all().find(|form| form.name() == name)
    }

    /// Returns the form to write: the named one, or the one of the ending of the file, or plain text on standard output.
    ///
    /// # Errors
    /// The ending belongs to another form, or to none.
    fn chosen(named: Option<OutputForm>, out: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = out else { return Ok(named.unwrap_or(OutputForm::Text)) };
        let names: Vec<&'static str> = OutputForm::all().map(OutputForm::name).collect();
        let name = format_of(path, named.map(OutputForm::name), &names)?;
        // The name is one of those that were passed.
        Ok(OutputForm::named(name).unwrap_or(OutputForm::Text))
    }
}

/// The form of a file that may replace the input. It is known before the input is read, unless the file replaces it.
pub struct FormChoice {
    named: Option<OutputForm>,
    by_ending: Option<OutputForm>,
}

impl FormChoice {
    /// Chooses the form by `--to`, or by the ending of the file.
    ///
    /// # Errors
    /// The ending belongs to another form, or to none.
    pub fn of(named: Option<OutputForm>, to: Option<&Destination>) -> anyhow::Result<Self> {
        let by_ending = match to {
            Some(to) if to.replaces_input() => None,
            to => Some(OutputForm::chosen(named, to.map(Destination::path))?),
        };
        Ok(FormChoice { named, by_ending })
    }

    /// Returns the form. A file that replaces the input has the format of the input.
    ///
    /// # Errors
    /// The format of the input cannot be written, or another one is named.
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
///
/// # Errors
/// The ending belongs to no format of puzzles.
pub fn puzzle_format(path: &Path) -> anyhow::Result<Target> {
    let targets = Target::ALL.into_iter().filter(|target| *target != Target::PuzText);
    let names: Vec<&'static str> = targets.clone().map(Target::name).collect();
    let named = format_by_ending(path, &names)?;
    let target = targets.clone().find(|target| Some(target.name()) == named);
    target.ok_or_else(|| anyhow!("{}, expected {}", without_format(path), names.join(", ")))
}

/// Parses a form by name.
pub fn form() -> impl TypedValueParser<Value = OutputForm> {
    let values = OutputForm::all().map(|form| PossibleValue::new(form.name()).help(form.meaning()));
    // The parser accepts no other name.
    PossibleValuesParser::new(values).map(|name| OutputForm::named(&name).unwrap_or(OutputForm::Text))
}

/// Returns a sentence if a list of grids has lines that are no rows, which no form holds.
///
/// # Errors
/// The file cannot be read again.
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
