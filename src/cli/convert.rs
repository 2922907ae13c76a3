//! `gridcheck convert`: the grid of a puzzle file, or a list of grids, in another form.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use super::args::{BlackArg, InputArg};
use super::output::Output;
use super::terminal::Terminal;
use super::{Verdict, report};
use crate::engine::Run;
use crate::engine::watch::Watch;
use crate::file::NewFile;
use crate::format::source::{Checked, Source};
use crate::format::text::Options;
use crate::format::{exolve, ipuz};

/// Write the grid of a puzzle file, or a list of grids, in another form.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck convert monday.puz                    # black, . white
  gridcheck convert monday.puz --to exolve --out monday.exolve
  gridcheck list --size 5 | gridcheck convert - --to line
  gridcheck convert mygrid.txt --to ipuz --out mygrid.ipuz

The file may be .puz, Across Lite text, ipuz, Exolve, .xd, JPZ, Qxw, the Guardian's JSON or plain text; its content shows
which. Only the grid, title and author are taken over; letters and clues are not.")]
pub struct Convert {
    /// The file to convert; - is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The form to write. ipuz and exolve hold one grid, with its words numbered and clues left blank.
    #[arg(long, value_enum, default_value_t = To::Text)]
    to: To,
    #[command(flatten)]
    black: BlackArg,
    #[command(flatten)]
    input: InputArg,
    /// Write to this file, whole or not at all, instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    /// A row a line, # black and . white, a blank line between grids.
    Text,
    /// A grid a line, its rows joined by /.
    Line,
    /// ipuz, version 2.
    Ipuz,
    /// Exolve.
    Exolve,
}

impl Convert {
    /// Converts every grid of the file.
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let mut source =
            Source::open(&self.file)?.check_as(self.input.read_as(), Options { black: self.black.black })?;
        let count = source.count();
        let is_puzzle = matches!(self.to, To::Ipuz | To::Exolve);
        if is_puzzle && count != 1 {
            bail!("{}: {count} grids, and an ipuz or Exolve file holds one: expected one grid", source.name());
        }
        let run = match &self.out {
            Some(_) => terminal.run("converting"),
            None => terminal.printing_run("converting", output),
        };
        run.set_pieces(count as usize);
        if let Some(path) = &self.out {
            let place = || format!("--out {}", path.display());
            let mut file = NewFile::begin(path).with_context(place)?;
            self.write(&mut source, &run, &mut file)?;
            file.keep().with_context(place)?;
        } else {
            let written = self.write(&mut source, &run, output);
            // Should it have been stopped, what was printed is whole grids, and stays.
            output.flush()?;
            written?;
        }
        terminal.clear();
        for note in source.puzzle().map_or(&[][..], |puzzle| &puzzle.notes) {
            report(&format!("note: {}: {note}", source.name()));
        }
        Ok(Verdict::Well)
    }

    /// Writes every grid of a source, or the only one if the form holds one.
    fn write(&self, source: &mut Checked, run: &Run, out: &mut impl Write) -> anyhow::Result<()> {
        let named = source.puzzle().map(|puzzle| (puzzle.title.clone(), puzzle.author.clone()));
        let (title, author) = named.unwrap_or_default();
        let mut first = true;
        for found in source.grids()? {
            run.check()?;
            let grid = found?.grid;
            match self.to {
                To::Text if first => writeln!(out, "{grid}")?,
                To::Text => writeln!(out, "\n{grid}")?,
                To::Line => writeln!(out, "{}", grid.one_line())?,
                To::Ipuz => out.write_all(ipuz::write(&grid, title.as_deref(), author.as_deref()).as_bytes())?,
                To::Exolve => out.write_all(exolve::write(&grid, title.as_deref(), author.as_deref()).as_bytes())?,
            }
            first = false;
            run.piece_done(1);
        }
        Ok(())
    }
}
