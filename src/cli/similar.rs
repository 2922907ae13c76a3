//! `gridcheck similar`: finds out whether a grid has been used before.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use serde::Serialize;

use super::args::{ReadArgs, at_most_one_stdin};
use super::lists::only_one;
use super::walk::{Folders, inputs};
use super::{Format, Output, Terminal, Verdict, note_all, report, write_json};
use crate::engine::watch::Watch;
use crate::grid::{Grid, Transform};
use crate::plural::plural;
use crate::similar::Similar;
use crate::visible::visible;

/// Find the grids of a list that are nearest to a given grid, up to rotation and reflection.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck similar mygrid.txt --among published.txt
  gridcheck similar monday.puz --among puzzles --count 20   a folder of puzzles
  gridcheck list --size 9 | gridcheck similar mygrid.txt --among - --format json

The distance of two grids is the number of squares in which they differ, in the rotation or reflection with the fewest. The same
grid, turned or not, comes first.")]
pub struct SimilarCommand {
    /// Compare this grid, or the grid of a puzzle file; - is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Search these files of grids, or puzzle files, or all such files in a folder; - is standard input.
    #[arg(long, required = true, num_args = 1.., value_name = "LIST")]
    among: Vec<PathBuf>,
    #[command(flatten)]
    walk: Folders,
    /// Show this many of the nearest grids.
    #[arg(long, value_name = "K", default_value = "5", allow_negative_numbers = true)]
    count: usize,
    #[command(flatten)]
    reading: ReadArgs,
    /// Print the answer in this format; JSON has one object for each grid shown.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
}

/// The JSON of one of the nearest grids.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SimilarGrid<'a> {
    file: &'a str,
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    index: usize,
    line: usize,
    distance: usize,
    transform: &'static str,
}

/// The place of a grid in the list.
struct ListPlace {
    /// The file and the grid's number in it, both from 0.
    file: usize,
    index: usize,
    line: usize,
}

impl SimilarCommand {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        at_most_one_stdin(std::iter::once(&self.file).chain(&self.among))?;
        let among = inputs(&self.walk, &self.among, terminal)?;
        let (name, grid) = self.grid()?;
        terminal.end_at_once();
        let run = terminal.run("comparing");
        run.set_tasks(among.files.len());
        let mut verdict = Verdict::Well;
        let mut similar = Similar::to(&grid, self.count);
        let (mut files, mut places) = (Vec::new(), Vec::new());
        let mut notes = Vec::new();
        let how = self.reading.how()?;
        for (file, input) in among.files.iter().enumerate() {
            let name = input.name();
            let mut index = 0;
            // Results are printed only after all files are read, so one pass is enough. Grids before a fault are compared.
            let found = input.source(terminal).and_then(|source| {
                source.each(how.what, how.options, |found| {
                    similar.look(&found.grid);
                    places.push(ListPlace { file, index, line: found.line });
                    index += 1;
                    if run.check().is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                })
            });
            let found = match found {
                Err(error) if !among.is_one_file => {
                    terminal.clear();
                    report(&error.to_string());
                    verdict = Verdict::Unreadable;
                    Vec::new()
                }
                found => found?,
            };
            run.check()?;
            run.task_done(index as u128);
            notes.extend(found.iter().map(|note| format!("{name}: {note}")));
            files.push(name);
        }
        terminal.clear();
        note_all(notes);
        self.print(output, (&name, &grid), &similar, |index| {
            let ListPlace { file, index, line } = &places[index];
            (&files[*file], *index, *line)
        })?;
        Ok(verdict)
    }

    /// Returns the only grid of the file, and the file's name.
    fn grid(&self) -> anyhow::Result<(String, Grid)> {
        let mut list = self.reading.how()?.check_plain(&self.file)?;
        let name = only_one(&list)?;
        let found = list.grids()?.next().transpose()?;
        // The check has already refused a list without grids.
        found.map(|found| (name, found.grid)).ok_or_else(|| anyhow!("{}: no grid found", self.file.display()))
    }

    fn print<'a>(
        &self,
        output: &mut Output,
        (name, grid): (&str, &Grid),
        similar: &Similar,
        place: impl Fn(usize) -> (&'a String, usize, usize),
    ) -> anyhow::Result<()> {
        if self.format == Format::Json {
            for likeness in similar.nearest() {
                let (file, index, line) = place(likeness.index);
                let (distance, transform) = (likeness.distance, likeness.transform.name());
                write_json(output, &SimilarGrid { file, index: index + 1, line, distance, transform })?;
            }
            return Ok(());
        }
        let (height, width) = (grid.height(), grid.width());
        let among = similar.looked_at() - similar.of_other_sides();
        write!(output, "{}: {height} × {width}, among {} of these sides", visible(name), plural(among, "grid"))?;
        match similar.of_other_sides() {
            0 => writeln!(output)?,
            others => writeln!(output, ", {others} of others left out")?,
        }
        for likeness in similar.nearest() {
            let (file, index, line) = place(likeness.index);
            let what = match likeness.distance {
                0 => output.bad("the same"),
                1 => "1 square differs".to_owned(),
                distance => format!("{distance} squares differ"),
            };
            let turned = match likeness.transform {
                Transform::Identity => String::new(),
                transform => format!(" ({})", transform.name()),
            };
            writeln!(output, "  {}:{line}: grid {}: {what}{turned}", visible(file), index + 1)?;
        }
        Ok(())
    }
}
