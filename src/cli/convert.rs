//! `gridcheck convert`: converts a puzzle file or a list of grids to another format.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use clap::Args;

use super::args::{GlyphArgs, InputArg};
use super::destination::{Destination, OutArgs};
use super::output::Output;
use super::output_form::{OutputForm, WrittenPuzzle, form, text_beside_grids};
use super::terminal::Terminal;
use super::{Verdict, report};
use crate::engine::Run;
use crate::engine::watch::Watch;
use crate::format::puzzle::{Feature, Puzzle};
use crate::format::source::{Checked, Source};
use crate::format::target::Loss;
use crate::format::text::FoundGrid;

/// Convert a puzzle file, or a list of grids, to another format.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck convert monday.puz                    # black, . white
  gridcheck convert monday.puz --to exolve
  gridcheck convert monday.ipuz --out monday.puz
  gridcheck convert monday.puz --to puz-text --out monday.txt
  gridcheck list --size 5 | gridcheck convert - --to line
  gridcheck convert mygrid.txt --out mygrid.ipuz

The file may be .puz, Across Lite text, ipuz, Exolve, .xd, JPZ, Qxw, the Guardian's JSON or plain text; its content shows
which. The ending of --out names the format to write: .puz, .ipuz, .jpz, .xd, .exolve or .txt. --to names it for another
ending, and for a format that shares .txt; an ending that contradicts --to is an error. The command draw writes pictures.

Letters, clues, title, author and all else are kept if the format can store them. A note names each kind of thing that it
cannot. A file is read back before it is kept. An input file is only replaced with --in-place, and only if nothing is lost.")]
pub struct Convert {
    /// Convert this file; - is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write this format; the default is the ending of --out, and text on standard output. All but text and line hold one
    /// puzzle, with its words numbered.
    #[arg(long, value_name = "FORMAT", value_parser = form())]
    to: Option<OutputForm>,
    #[command(flatten)]
    glyphs: GlyphArgs,
    #[command(flatten)]
    input: InputArg,
    #[command(flatten)]
    out: OutArgs,
}

/// Sentences on what a written file lacks, and on how it was written.
#[derive(Default)]
struct Outcome {
    lost: Vec<String>,
    notes: Vec<String>,
}

impl Convert {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let options = self.glyphs.options()?;
        let destination = self.out.destination(&self.file, [])?;
        let form = OutputForm::chosen(self.to, destination.as_ref().map(Destination::path))?;
        let mut source = Source::open(&self.file)?.check_shaped(self.input.read_as(), options)?;
        let count = source.count();
        if let OutputForm::Puzzle(target) = form
            && count != 1
        {
            bail!("{}: {count} grids, and a file of the format {target} holds one: expected one grid", source.name());
        }
        let run = match &destination {
            Some(_) => terminal.run("converting"),
            None => terminal.printing_run("converting", output),
        };
        run.set_tasks(count as usize);
        let Outcome { lost, notes } = if let Some(destination) = &destination {
            let mut file = destination.begin()?;
            // Other errors name their own file.
            let named = |error: anyhow::Error| {
                if error.is::<io::Error>() { error.context(destination.argument()) } else { error }
            };
            let mut outcome = write(form, &mut source, &run, &mut file).map_err(named)?;
            if destination.replaces_input() && source.puzzle_file().is_none() {
                outcome.lost.extend(text_beside_grids(&self.file, &mut source)?);
            }
            destination.keep(file, &outcome.lost)?;
            outcome
        } else {
            let written = write(form, &mut source, &run, &mut output.until_closed());
            // If it was stopped, the printed part consists of whole grids, so it is kept.
            output.flush()?;
            written?
        };
        terminal.clear();
        for note in source.notes().iter().chain(&lost).chain(&notes) {
            report(&format!("note: {}: {note}", source.name()));
        }
        Ok(Verdict::Well)
    }
}

/// Writes the content of a source.
fn write(form: OutputForm, source: &mut Checked, run: &Run, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let unread = source.puzzle_file().map(|file| file.unread.clone());
    if unread.is_none() && !matches!(form, OutputForm::Puzzle(_)) {
        return write_grids(form, source, run, out);
    }
    let puzzle = puzzle(source)?;
    let WrittenPuzzle { bytes, lost, notes } = form.written(source.name(), &puzzle)?;
    out.write_all(&bytes)?;
    let unread = unread.into_iter().flatten().map(|kind| format!("left out: {kind}"));
    Ok(Outcome { lost: lost.into_iter().chain(unread).collect(), notes })
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
fn puzzle(source: &mut Checked) -> anyhow::Result<Puzzle> {
    if let Some(file) = source.puzzle_file() {
        return file.puzzle().cloned().map_err(|fault| anyhow!("{}:{fault}", source.name()));
    }
    let name = source.name().to_owned();
    let found: Option<FoundGrid> = source.grids()?.next().transpose()?;
    found.map(|found| found.puzzle()).ok_or_else(|| anyhow!("{name}: no grid found"))
}
