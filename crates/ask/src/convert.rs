//! The forms in which grids and puzzles are written, and the conversion of a file to one of them.

use std::io::Write;

use anyhow::{anyhow, bail};

use super::failure::Failure;
use gridcheck_engine::Run;
use gridcheck_formats::puzzle::{Feature, Puzzle};
use gridcheck_formats::source::Checked;
use gridcheck_formats::target::{Loss, Target, write as write_puzzle};
use gridcheck_formats::text::FoundGrid;
use gridcheck_formats::{PuzzleFile, Unwritable};

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
    pub fn is_list(self) -> bool {
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
                let written = write_puzzle(puzzle, target).map_err(refused)?;
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

/// The result of writing a file.
#[derive(Default)]
pub struct Outcome {
    /// Sentences on what the file lacks.
    pub lost: Vec<String>,
    /// Sentences on how it was written.
    pub notes: Vec<String>,
}

/// Fails if a source has several grids and the form holds one.
///
/// # Errors
/// It does.
pub fn must_fit(source: &Checked, form: OutputForm) -> anyhow::Result<()> {
    let count = source.count();
    match form {
        OutputForm::Puzzle(target) if count != 1 => {
            bail!("{}: {count} grids, and a file of the format {target} holds one: expected one grid", source.name())
        }
        _ => Ok(()),
    }
}

/// Writes the content of a source. `left_out` returns sentences on what a puzzle file has that the new file lacks.
///
/// # Errors
/// The form cannot hold the content, or writing fails.
pub fn write(
    form: OutputForm,
    source: &mut Checked,
    left_out: &dyn Fn(&PuzzleFile) -> Vec<String>,
    run: &Run,
    out: &mut impl Write,
) -> anyhow::Result<Outcome> {
    let left_out = source.puzzle_file().map(left_out);
    if left_out.is_none() && !matches!(form, OutputForm::Puzzle(_)) {
        return write_grids(form, source, run, out);
    }
    let puzzle = puzzle(source)?;
    let WrittenPuzzle { bytes, lost, notes } = form.written(source.name(), &puzzle)?;
    out.write_all(&bytes)?;
    Ok(Outcome { lost: lost.into_iter().chain(left_out.into_iter().flatten()).collect(), notes })
}

/// Writes every grid of a list as plain text.
fn write_grids(form: OutputForm, source: &mut Checked, run: &Run, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let mut letters = 0;
    let mut first = true;
    for found in source.grids()? {
        run.check()?;
        let found = found?;
        match form {
            OutputForm::Line => writeln!(out, "{}", found.grid.one_line())?,
            _ if first => writeln!(out, "{}", found.grid)?,
            _ => writeln!(out, "\n{}", found.grid)?,
        }
        letters += found.puzzle().count(Feature::Letters);
        first = false;
        run.task_done(1);
    }
    let loss = (letters > 0).then(|| form.cannot_store(&Loss { thing: Feature::Letters, count: letters, why: None }));
    Ok(Outcome { lost: loss.into_iter().collect(), notes: Vec::new() })
}

/// Returns the only puzzle of a source.
///
/// # Errors
/// It has none, or the puzzle has a fault.
pub fn puzzle(source: &mut Checked) -> Result<Puzzle, Failure> {
    if let Some(file) = source.puzzle_file() {
        return file.puzzle().cloned().map_err(|fault| Failure::unusable(format!("{}:{fault}", source.name())));
    }
    let name = source.name().to_owned();
    let found: Option<FoundGrid> = source.grids()?.next().transpose()?;
    found.map(|found| found.puzzle()).ok_or_else(|| Failure::unusable(format!("{name}: no grid found")))
}
