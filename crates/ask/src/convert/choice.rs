//! The choice of the form in which a file is written, and what a file lacks that replaces its input.

use std::path::Path;

use gridcheck_formats::PuzzleFile;
use gridcheck_formats::source::CheckedSource;

use super::form::{OutputForm, TEXT};
use crate::destination::Destination;
use crate::ending::format_of;
use crate::failure::Failure;
use crate::usage;

/// The form of a file that may replace the input. It is known before the input is read, unless the file replaces it.
pub struct FormChoice {
    named: Option<OutputForm>,
    by_ending: Option<OutputForm>,
}

impl FormChoice {
    /// Chooses the form by the option `to`, or by the ending of the file.
    ///
    /// # Errors
    /// The ending belongs to another form, or to none.
    pub fn of(named: Option<OutputForm>, destination: Option<&Destination>) -> Result<Self, Failure> {
        let by_ending = match destination {
            Some(destination) if destination.replaces_input() => None,
            Some(destination) => Some(chosen(named, destination.path())?),
            None => Some(named.unwrap_or(OutputForm::Text)),
        };
        Ok(FormChoice { named, by_ending })
    }

    /// Returns the form. A file that replaces the input has the format of the input.
    ///
    /// # Errors
    /// The option names another form, or the format of the input cannot be written.
    pub fn form(&self, input: &CheckedSource) -> Result<OutputForm, Failure> {
        if let Some(form) = self.by_ending {
            return Ok(form);
        }
        let name = input.name();
        let (format, own) = match input.puzzle_file().and_then(|file| file.format) {
            Some(format) => (format.name(), Some(format).filter(|format| format.is_written()).map(OutputForm::Puzzle)),
            None => (TEXT, Some(self.named.filter(|form| form.is_list()).unwrap_or(OutputForm::Text))),
        };
        match (own, self.named) {
            (None, _) => Err(usage!(
                (name) ": " [in_place] " keeps the format, and " (format) " cannot be written; " [out] " names another file"
            )),
            (Some(own), Some(named)) if own != named => Err(usage!(
                (name) ": " [in_place] " keeps the format, " (format) "; " [out] " names another file for " (named.name())
            )),
            (Some(own), _) => Ok(own),
        }
    }
}

/// Returns the form of a file: the named one, or the one of the ending.
fn chosen(named: Option<OutputForm>, path: &Path) -> Result<OutputForm, Failure> {
    let names: Vec<&'static str> = OutputForm::all().map(OutputForm::name).collect();
    let name = format_of(path, named.map(OutputForm::name), &names)?;
    // The name is one of those that were passed.
    Ok(OutputForm::named(name).unwrap_or(OutputForm::Text))
}

/// Returns sentences on what a puzzle file has that a new file does not have, or has in another way if it replaces the file.
pub fn left_out(file: &PuzzleFile, destination: Option<&Destination>) -> Vec<String> {
    if destination.is_some_and(Destination::replaces_input) {
        file.left_out_in_place().collect()
    } else {
        file.left_out().collect()
    }
}

/// Returns a sentence if a list of grids that is replaced has lines that are not rows, because no form holds them. The list may have been
/// read as standard input.
///
/// # Errors
/// The list cannot be read again.
pub fn text_beside_grids(replaced: &Destination, source: &mut CheckedSource) -> Result<Option<String>, Failure> {
    let path = replaced.path();
    let text = std::fs::read_to_string(path).map_err(|error| Failure::of_file(&path.display().to_string(), &error))?;
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
