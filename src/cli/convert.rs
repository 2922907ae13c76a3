//! `gridcheck convert`: converts a puzzle file or a list of grids to another format.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::args::{GlyphArgs, InputArg};
use super::output::Output;
use super::terminal::Terminal;
use super::{Verdict, report};
use crate::engine::Run;
use crate::engine::watch::Watch;
use crate::file::NewFile;
use crate::format::Unwritable;
use crate::format::puzzle::{Feature, Puzzle};
use crate::format::source::{Checked, Source};
use crate::format::target::{Loss, Target, write};
use crate::format::text::FoundGrid;

/// Convert a puzzle file, or a list of grids, to another format.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck convert monday.puz                    # black, . white
  gridcheck convert monday.puz --to exolve --out monday.exolve
  gridcheck convert monday.ipuz --to puz --out monday.puz
  gridcheck list --size 5 | gridcheck convert - --to line
  gridcheck convert mygrid.txt --to ipuz --out mygrid.ipuz

The file may be .puz, Across Lite text, ipuz, Exolve, .xd, JPZ, Qxw, the Guardian's JSON or plain text; its content shows
which. Letters, clues, title, author and all else are taken over as far as the form has room for them; what is left out
is said, a line for each kind of thing. A puzzle is read back from what is written before it is kept.")]
pub struct Convert {
    /// Convert this file; - is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write this format. All but text and line hold one puzzle, with its words numbered.
    #[arg(long, value_name = "FORM", default_value = TEXT, value_parser = form())]
    to: OutputForm,
    #[command(flatten)]
    glyphs: GlyphArgs,
    #[command(flatten)]
    input: InputArg,
    /// Write to this file, complete or not at all, instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OutputForm {
    /// One row per line.
    Text,
    /// One grid per line.
    Line,
    /// A puzzle file format.
    Puzzle(Target),
}

const TEXT: &str = "text";
const LINE: &str = "line";

impl OutputForm {
    fn name(self) -> &'static str {
        match self {
            OutputForm::Text => TEXT,
            OutputForm::Line => LINE,
            OutputForm::Puzzle(target) => target.name(),
        }
    }
}

/// Parses a format by name.
fn form() -> impl TypedValueParser<Value = OutputForm> {
    let text = PossibleValue::new(TEXT).help("A row a line, # black and . white, a blank line between grids");
    let line = PossibleValue::new(LINE).help("A grid a line, its rows joined by /");
    let targets = Target::ALL.map(|target| PossibleValue::new(target.name()).help(target.description()));
    PossibleValuesParser::new([text, line].into_iter().chain(targets)).map(|name| {
        let target = Target::ALL.into_iter().find(|target| target.name() == name);
        target.map_or(if name == LINE { OutputForm::Line } else { OutputForm::Text }, OutputForm::Puzzle)
    })
}

impl Convert {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let options = self.glyphs.options()?;
        let mut source = Source::open(&self.file)?.check_shaped(self.input.read_as(), options)?;
        let count = source.count();
        if let OutputForm::Puzzle(target) = self.to
            && count != 1
        {
            bail!("{}: {count} grids, and a file of the format {target} holds one: expected one grid", source.name());
        }
        let run = match &self.out {
            Some(_) => terminal.run("converting"),
            None => terminal.printing_run("converting", output),
        };
        run.set_tasks(count as usize);
        let notes = if let Some(path) = &self.out {
            let place = || format!("--out {}", path.display());
            let mut file = NewFile::begin(path).with_context(place)?;
            // Other errors name their own file.
            let named = |error: anyhow::Error| if error.is::<io::Error>() { error.context(place()) } else { error };
            let notes = self.write(&mut source, &run, &mut file).map_err(named)?;
            file.keep().with_context(place)?;
            notes
        } else {
            let written = self.write(&mut source, &run, &mut output.until_closed());
            // If it was stopped, the printed part consists of whole grids, so it is kept.
            output.flush()?;
            written?
        };
        terminal.clear();
        for note in source.notes().iter().chain(&notes) {
            report(&format!("note: {}: {note}", source.name()));
        }
        Ok(Verdict::Well)
    }

    /// Writes the content of a source. Returns notes for the user, a sentence each.
    fn write(&self, source: &mut Checked, run: &Run, out: &mut impl Write) -> anyhow::Result<Vec<String>> {
        let unread = source.puzzle_file().map(|file| file.unread.clone()).unwrap_or_default();
        let (lost, notes) = match self.to {
            OutputForm::Text | OutputForm::Line => (self.write_grids(source, run, out)?, Vec::new()),
            OutputForm::Puzzle(target) => {
                let name = source.name().to_owned();
                let puzzle = puzzle(source)?;
                let written = write(&puzzle, target).map_err(|unwritable| anyhow!("{name}: {target}: {unwritable}"))?;
                out.write_all(&written.bytes)?;
                (written.lost, written.notes)
            }
        };
        let lost = lost.into_iter().map(|loss| format!("{} does not hold {loss}", self.to.name()));
        let unread = unread.into_iter().map(|kind| format!("left out: {kind}"));
        Ok(lost.chain(unread).chain(notes).collect())
    }

    /// Writes every grid of a source as plain text. Returns the features that were lost.
    fn write_grids(&self, source: &mut Checked, run: &Run, out: &mut impl Write) -> anyhow::Result<Vec<Loss>> {
        if source.puzzle_file().is_some() {
            let puzzle = puzzle(source)?;
            if puzzle.count(Feature::Bars) > 0 {
                let unwritable = Unwritable::without(Feature::Bars);
                bail!("{}: {}: {unwritable}", source.name(), self.to.name());
            }
            match self.to {
                OutputForm::Line => writeln!(out, "{}", puzzle.grid.one_line())?,
                _ => writeln!(out, "{}", puzzle.grid)?,
            }
            return Ok(puzzle.things().map(|thing| Loss::of(&puzzle, thing)).collect());
        }
        let mut letters = 0;
        let mut first = true;
        for found in source.grids()? {
            run.check()?;
            let found = found?;
            match self.to {
                OutputForm::Line => writeln!(out, "{}", found.grid.one_line())?,
                _ if first => writeln!(out, "{}", found.grid)?,
                _ => writeln!(out, "\n{}", found.grid)?,
            }
            letters += found.puzzle().count(Feature::Letters);
            first = false;
            run.task_done(1);
        }
        if letters > 0 {
            return Ok(vec![Loss { thing: Feature::Letters, count: letters, why: None }]);
        }
        Ok(Vec::new())
    }
}

/// Returns the only puzzle of a source.
fn puzzle(source: &mut Checked) -> anyhow::Result<Puzzle> {
    if let Some(file) = source.puzzle_file() {
        return file.puzzle().cloned().map_err(|fault| anyhow!("{}:{fault}", source.name()));
    }
    let name = source.name().to_owned();
    let found: Option<FoundGrid> = source.grids()?.next().transpose()?;
    found.map(|found| found.puzzle()).ok_or_else(|| anyhow!("{name}: no grid found"))
}
