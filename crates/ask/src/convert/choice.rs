//! The choice of the format in which a file is written, and what a file lacks that replaces its input.

use std::path::Path;

use gridcheck_formats::PuzzleFile;
use gridcheck_formats::registry::Format;
use gridcheck_formats::source::CheckedSource;

use crate::destination::Destination;
use crate::ending::format_of;
use crate::failure::Failure;
use crate::usage;

/// The format of a file that may replace the input. It is known before the input is read, unless the file replaces it.
pub struct FormatChoice {
    named: Option<Format>,
    by_ending: Option<Format>,
}

impl FormatChoice {
    /// Chooses the format by the option `to`, or by the ending of the file.
    ///
    /// # Errors
    /// The ending belongs to another format, or to none.
    pub fn new(named: Option<Format>, destination: Option<&Destination>) -> Result<Self, Failure> {
        let by_ending = match destination {
            Some(destination) if destination.replaces_input() => None,
            Some(destination) => Some(chosen(named, destination.path())?),
            None => Some(named.unwrap_or(Format::Text)),
        };
        Ok(FormatChoice { named, by_ending })
    }

    /// Returns the format. A file that replaces the input has the format of the input.
    ///
    /// # Errors
    /// The option names another format, or the format of the input cannot be written.
    pub fn format(&self, input: &CheckedSource) -> Result<Format, Failure> {
        if let Some(format) = self.by_ending {
            return Ok(format);
        }
        let name = input.name();
        let format = input.puzzle_file().and_then(|file| file.format).unwrap_or(Format::Text);
        match self.named {
            _ if !format.is_written() => Err(usage!(
                (name) ": " [in_place] " keeps the format, and " (format) " cannot be written; " [out] " names another file"
            )),
            // Both formats of lists are read as one.
            Some(named) if named != format && !(named.is_list() && format.is_list()) => Err(usage!(
                (name) ": " [in_place] " keeps the format, " (format) "; " [out] " names another file for " (named)
            )),
            named => Ok(named.unwrap_or(format)),
        }
    }
}

/// Returns the format of a file: the named one, or the one of the ending.
fn chosen(named: Option<Format>, path: &Path) -> Result<Format, Failure> {
    let name = format_of(path, named.map(Format::name), &Format::WRITTEN.map(Format::name))?;
    // The name is one of those that were passed.
    Ok(Format::by_name(name).unwrap_or(Format::Text))
}

/// Returns sentences on what a puzzle file has that a new file does not have, or has in another way if it replaces the file.
pub fn left_out(file: &PuzzleFile, destination: Option<&Destination>) -> Vec<String> {
    if destination.is_some_and(Destination::replaces_input) {
        file.left_out_in_place().collect()
    } else {
        file.left_out().collect()
    }
}

/// Returns a sentence if a list of grids that is replaced has lines that are not rows, because no format holds them. The list may have been
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
