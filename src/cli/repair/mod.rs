//! `gridcheck repair`: finds the valid grids that change the fewest squares or bars of a given one.

mod form;

use std::io::Write;
use std::ops::ControlFlow;

use clap::Args;

use super::{Format, Output, Print, Terminal, Verdict, report, report_notes, write_json};
use crate::ask::convert::choice::{FormatChoice, left_out, text_beside_grids};
use crate::ask::convert::form::{WrittenPuzzle, written_formats};
use crate::ask::destination::{Destination, OutArgs, result_for};
use crate::ask::failure::Failure;
use crate::ask::names::profile_file;
use crate::ask::repair::{GridPlace, Repair, RepairedGrid, Worst};
use crate::ask::rules::RulesInput;
use crate::file::NewFile;
use crate::formats::puzzle::Puzzle;
use crate::formats::registry;
use crate::grid::Grid;

/// Find the valid grids that change the fewest squares of a grid, or the fewest bars of a barred one.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck repair mygrid.txt
  gridcheck repair monday.puz --profile times --all
  gridcheck repair mygrid.txt --keep kept.txt --count 3
  gridcheck repair mygrid.txt --out mended.txt
  gridcheck repair monday.puz --out mended.puz    letters and clues stay where squares do

Squares that change are marked: o was black and is white, X was white and is black. In a barred grid the bars that change are
named. The solver proves that no valid grid changes fewer squares or bars, and the validator judges every grid.

With a profile, only rules that a rule set can express are enforced; other findings are printed beside the grids. Exit codes:
1 no valid grid meets the conditions and keeps what stays, 3 none was found in time.")]
pub(super) struct RepairCommand {
    #[command(flatten)]
    request: Repair,
    #[command(flatten)]
    out: OutArgs,
    /// Write the file of --out in this format; the default is its ending. All but text and line hold one puzzle. The file keeps the
    /// letters, clues and descriptions of a puzzle where squares do not change.
    #[arg(long, value_name = "FORMAT", value_parser = written_formats())]
    to: Option<registry::Format>,
    /// Print the answer in this format; JSON has one object for each grid of the file.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
}

impl RepairCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        let Repair { file, rules, profile, keep, .. } = &self.request;
        let (rules, profile) = (rules.as_ref().and_then(RulesInput::input), profile.as_deref().and_then(profile_file));
        let destination = self.out.destination(file, rules.iter().chain(&profile).chain(keep))?;
        if destination.is_none() && self.to.is_some() {
            return Err(Failure::unusable("--to is the format of a file: --out names one"));
        }
        let repaired = self.repair_all(destination.as_ref(), terminal, output);
        result_for(destination.as_ref(), repaired)
    }

    fn repair_all(
        &self,
        destination: Option<&Destination>,
        terminal: &Terminal,
        output: &mut Output,
    ) -> Result<Verdict, Failure> {
        let choice = FormatChoice::new(self.to, destination)?;
        let mut list = self.request.open(terminal)?;
        let format = choice.format(&list)?;
        if !format.is_list() && (list.count() != 1 || self.request.most()? != 1) {
            let file = self.request.file.name();
            return Err(Failure::unusable(format!(
                "{file}: a file of the format {format} holds one grid, and there may be several"
            )));
        }
        let mut out = destination.map(|to| MendedFile::begin(to, format)).transpose()?;
        let mut answers = Vec::new();
        let (file, puzzle) = (list.name().to_owned(), list.puzzle_file().and_then(|file| file.puzzle().ok()).cloned());
        let mut failed = Ok(());
        let mut put = |repaired: &RepairedGrid<'_>| -> Result<(), Failure> {
            if let Some(out) = &mut out {
                let puzzle = puzzle.clone().or_else(|| repaired.puzzle.map(|puzzle| puzzle()));
                puzzle.map_or(Ok(()), |puzzle| out.add(repaired.at, &puzzle, repaired.grids()))?;
            }
            terminal.clear();
            match self.format {
                Format::Json => Ok(write_json(&mut answers, &repaired.report())?),
                _ => repaired.print(output),
            }
        };
        let worst = self.request.repair_each(&mut list, terminal, &|_| {}, &mut |repaired| {
            failed = put(&repaired);
            if failed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        failed?;
        output.write_all(&answers)?;
        if let Some(mut out) = out {
            out.lost.extend(list.puzzle_file().into_iter().flat_map(|file| left_out(file, Some(out.to))));
            if out.to.replaces_input() && puzzle.is_none() {
                out.lost.extend(text_beside_grids(out.to, &mut list)?);
            }
            out.keep(&file)?;
        }
        Ok(match worst {
            Worst::Repaired => Verdict::Well,
            Worst::OutOfTime => Verdict::Undecided,
            Worst::Impossible => Verdict::Refuted,
        })
    }
}

struct MendedFile<'a> {
    to: &'a Destination,
    format: registry::Format,
    file: NewFile,
    grids: usize,
    /// Sentences on what the file lacks, each once.
    lost: Vec<String>,
    /// Sentences on how the grids were written.
    notes: Vec<String>,
}

impl<'a> MendedFile<'a> {
    fn begin(to: &'a Destination, format: registry::Format) -> Result<Self, Failure> {
        Ok(MendedFile { to, format, file: to.begin()?, grids: 0, lost: Vec::new(), notes: Vec::new() })
    }

    /// Adds the repaired grids of a puzzle, with its contents.
    fn add(&mut self, at: GridPlace, puzzle: &Puzzle, repaired: &[Grid]) -> Result<(), Failure> {
        if repaired.is_empty() {
            self.lost.push(format!("grid {}, which was not repaired", at.index + 1));
        }
        let failed = |error| Failure::of_file(&self.to.argument(), &error);
        for grid in repaired {
            let (puzzle, lost) = puzzle.with_grid(grid);
            let written = WrittenPuzzle::new(at.file, &puzzle, self.format)?;
            if self.grids > 0 && self.format == registry::Format::Text {
                writeln!(self.file).map_err(&failed)?;
            }
            self.file.write_all(&written.bytes).map_err(&failed)?;
            self.grids += 1;
            for sentence in written.lost.into_iter().chain(lost.iter().map(|loss| format!("left out: {loss}"))) {
                if !self.lost.contains(&sentence) {
                    self.lost.push(sentence);
                }
            }
            self.notes = written.notes;
        }
        Ok(())
    }

    /// Keeps the file, and reports what it lacks. `name` is the name of the input.
    fn keep(self, name: &str) -> Result<(), Failure> {
        let MendedFile { to, file, grids, lost, notes, format: _ } = self;
        if grids == 0 {
            report(&format!("note: no valid grid was found, so {} is not written", to.argument()));
            return Ok(());
        }
        to.keep(file, &lost)?;
        report_notes(name, &[lost, notes].concat());
        Ok(())
    }
}
