//! Writes the content of a source in a format.

use std::ops::ControlFlow;

use gridcheck_engine::Run;
use gridcheck_formats::PuzzleFile;
use gridcheck_formats::puzzle::{Feature, Puzzle};
use gridcheck_formats::registry::Format;
use gridcheck_formats::source::CheckedSource;
use gridcheck_formats::target::Loss;

use super::form::{WrittenPuzzle, cannot_store};
use crate::failure::Failure;
use crate::texts::NewTexts;

/// Receives the next bytes. A `Break` ends the writing without a failure.
pub(super) type Put<'a> = &'a mut dyn FnMut(&[u8]) -> Result<ControlFlow<()>, Failure>;

/// Sentences about a written file.
#[derive(Default)]
pub(super) struct Outcome {
    /// Sentences on what the file lacks.
    pub lost: Vec<String>,
    /// Sentences on how it was written.
    pub notes: Vec<String>,
}

/// Fails if a source has several grids and the format holds one.
pub(super) fn must_fit(source: &CheckedSource, format: Format) -> Result<(), Failure> {
    let (name, count) = (source.name(), source.count());
    if format.is_list() || count == 1 {
        return Ok(());
    }
    Err(Failure::unusable(format!(
        "{name}: {count} grids, and a file of the format {format} holds one: expected one grid"
    )))
}

/// Writes the content of a source, with other texts in its only puzzle. `left_out` returns sentences on what a puzzle file has that the new
/// file lacks.
pub(super) fn write(
    format: Format,
    source: &mut CheckedSource,
    left_out: &dyn Fn(&PuzzleFile) -> Vec<String>,
    texts: Option<&NewTexts>,
    run: &Run,
    put: Put<'_>,
) -> Result<Outcome, Failure> {
    let left_out = source.puzzle_file().map(left_out);
    if left_out.is_none() && format.is_list() && texts.is_none() {
        return write_grids(format, source, run, put);
    }
    let mut puzzle = puzzle(source)?;
    texts.map_or(Ok(()), |texts| texts.set(&mut puzzle))?;
    let WrittenPuzzle { bytes, lost, notes } = WrittenPuzzle::new(source.name(), &puzzle, format)?;
    // There are no further bytes that a break would keep back.
    let _ = put(&bytes)?;
    Ok(Outcome { lost: lost.into_iter().chain(left_out.into_iter().flatten()).collect(), notes })
}

/// Writes every grid of a list as plain text.
fn write_grids(format: Format, source: &mut CheckedSource, run: &Run, put: Put<'_>) -> Result<Outcome, Failure> {
    let mut letters = 0;
    let mut first = true;
    for found in source.grids()? {
        run.check()?;
        let found = found?;
        let text = match format {
            Format::Line => format!("{}\n", found.grid.one_line()),
            _ if first => format!("{}\n", found.grid),
            _ => format!("\n{}\n", found.grid),
        };
        if put(text.as_bytes())?.is_break() {
            break;
        }
        letters += found.puzzle().count(Feature::Letters);
        first = false;
        run.task_done(1);
    }
    let loss =
        (letters > 0).then(|| cannot_store(format, &Loss { thing: Feature::Letters, count: letters, why: None }));
    Ok(Outcome { lost: loss.into_iter().collect(), notes: Vec::new() })
}

/// Returns the only puzzle of a source.
///
/// # Errors
/// It has none, or the puzzle has a fault.
pub fn puzzle(source: &mut CheckedSource) -> Result<Puzzle, Failure> {
    if let Some(file) = source.puzzle_file() {
        return file.puzzle().cloned().map_err(|fault| Failure::unusable(format!("{}:{fault}", source.name())));
    }
    let name = source.name().to_owned();
    let found = source.grids()?.next().transpose()?;
    found.map(|found| found.puzzle()).ok_or_else(|| Failure::unusable(format!("{name}: no grid found")))
}
