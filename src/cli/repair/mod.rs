//! `gridcheck repair`: finds the valid grids that change the fewest squares of a given one.

mod form;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;

use super::args::{Conditions, ReadArgs, RulesArg, at_least_one, at_most_one_stdin, duration, read_givens};
use super::destination::{Destination, OutArgs, result_for};
use super::output_form::{FormChoice, OutputForm, form, left_out, text_beside_grids};
use super::{Format, Output, Print, Terminal, Verdict, report, report_notes, write_json};
use crate::ask::names::profile_named;
use crate::ask::repair::{GridPlace, RepairBasis, RepairOutcome, RepairedGrid, problem_of, repaired};
use crate::engine::watch::Watch;
use crate::file::NewFile;
use crate::formats::puzzle::Puzzle;
use crate::grid::Grid;
use crate::plural::plural;
use crate::problem::Givens;

/// Find the valid grids that change the fewest squares of a grid.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck repair mygrid.txt
  gridcheck repair monday.puz --profile times --all
  gridcheck repair mygrid.txt --keep kept.txt --count 3
  gridcheck repair mygrid.txt --out mended.txt
  gridcheck repair monday.puz --out mended.puz    letters and clues stay where squares do

Squares that change are marked: o was black and is white, X was white and is black. The solver proves that no valid grid changes
fewer squares, and the validator judges every grid.

With a profile, only rules that a rule set can express are enforced; other findings are printed beside the grids. Exit codes:
1 no valid grid has the squares that stay, 3 none was found in time.")]
pub struct Repair {
    /// Repair the grids of this file, or of a puzzle file; - is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    rules: RulesArg,
    #[command(flatten)]
    constraints: Conditions,
    /// Repair by the rules of a house instead of a rule set: one of gridcheck rules --profiles, or auto for the one with the
    /// fewest findings in each grid.
    #[arg(long, value_name = "NAME", conflicts_with = "rules")]
    profile: Option<String>,
    /// Keep these squares: a file like the grid, with ? for every square that may change.
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Show this many of the nearest grids.
    #[arg(long, value_name = "K", default_value = "1", conflicts_with = "all", value_parser = at_least_one, allow_negative_numbers = true)]
    count: usize,
    /// Show all nearest grids.
    #[arg(long)]
    all: bool,
    /// Search at most this long for each grid.
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = duration, allow_hyphen_values = true)]
    time_limit: Duration,
    #[command(flatten)]
    reading: ReadArgs,
    #[command(flatten)]
    out: OutArgs,
    /// Write the file of --out in this format; the default is its ending. All but text and line hold one puzzle. The file keeps the
    /// letters, clues and descriptions of a puzzle where squares do not change.
    #[arg(long, value_name = "FORMAT", value_parser = form())]
    to: Option<OutputForm>,
    /// Print the answer in this format; JSON has one object for each grid of the file.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
}

impl Repair {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let keep = self.keep.as_deref();
        at_most_one_stdin([self.file.as_path(), self.rules.path()].into_iter().chain(keep))?;
        let destination = self.out.destination(&self.file, self.rules.input().into_iter().chain(keep))?;
        if destination.is_none() && self.to.is_some() {
            bail!("--to is the format of a file: --out names one");
        }
        let repaired = self.repair_all(destination.as_ref(), terminal, output);
        result_for(destination.as_ref(), repaired)
    }

    fn repair_all(
        &self,
        destination: Option<&Destination>,
        terminal: &Terminal,
        output: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let keep = self.keep.as_deref();
        let choice = FormChoice::of(self.to, destination)?;
        let by = self.by()?;
        let keep = keep.map(|path| anyhow::Ok((path, read_givens(path)?.1))).transpose()?;
        let mut list = self.reading.how()?.check_plain(&self.file)?;
        let form = choice.form(&list)?;
        if keep.is_some() && list.count() != 1 {
            let grids = plural(list.count(), "grid");
            bail!("{}: {grids}, expected one, as --keep names squares of one", self.file.display());
        }
        if let OutputForm::Puzzle(target) = form
            && (list.count() != 1 || self.all || self.count != 1)
        {
            bail!("{}: a file of the format {target} holds one grid, and there may be several", self.file.display());
        }
        let mut out = destination.map(|to| MendedFile::begin(to, form)).transpose()?;
        let mut verdict = Verdict::Well;
        let mut answers = Vec::new();
        let file = list.name().to_owned();
        report_notes(&file, list.notes());
        let puzzle = list.puzzle_file().and_then(|file| file.puzzle().ok()).cloned();
        for (index, found) in list.grids()?.enumerate() {
            let found = found?;
            let at = GridPlace { file: &file, index, line: found.line };
            let repaired = self.repaired_grid(&by, at, &found.grid, keep.as_ref(), terminal)?;
            match repaired.outcome {
                RepairOutcome::Impossible => verdict = Verdict::Refuted,
                RepairOutcome::OutOfTime(_) if verdict == Verdict::Well => verdict = Verdict::Undecided,
                RepairOutcome::Repaired(_) | RepairOutcome::OutOfTime(_) => {}
            }
            if let Some(out) = &mut out {
                let puzzle = puzzle.clone().unwrap_or_else(|| found.puzzle());
                out.add(at, &puzzle, repaired.grids())?;
            }
            terminal.clear();
            match self.format {
                Format::Json => write_json(&mut answers, &repaired.report())?,
                _ => repaired.print(output)?,
            }
        }
        output.write_all(&answers)?;
        if let Some(mut out) = out {
            out.lost.extend(list.puzzle_file().into_iter().flat_map(|file| left_out(file, Some(out.to))));
            if out.to.replaces_input() && puzzle.is_none() {
                out.lost.extend(text_beside_grids(&self.file, &mut list)?);
            }
            out.keep(&file)?;
        }
        Ok(verdict)
    }

    fn by(&self) -> anyhow::Result<RepairBasis> {
        match self.profile.as_deref() {
            None => Ok(RepairBasis::Rules(self.rules.ruleset()?)),
            Some(name) => Ok(RepairBasis::of_profile(profile_named(name)?)),
        }
    }

    fn repaired_grid<'a>(
        &self,
        by: &'a RepairBasis,
        at: GridPlace<'a>,
        grid: &'a Grid,
        keep: Option<&(&Path, Givens)>,
        terminal: &Terminal,
    ) -> anyhow::Result<RepairedGrid<'a>> {
        let constraints = &self.constraints.constraints;
        let keep = keep.map(|(path, givens)| (path.display().to_string(), givens));
        let (problem, profile) =
            problem_of(at, grid, by, constraints, keep.as_ref().map(|(path, keep)| (&**path, *keep)))?;
        let most = if self.all { usize::MAX } else { self.count };
        let run = terminal.run("repair");
        let outcome = repaired(&problem, grid, most, self.time_limit, (&run, terminal), |_| {})?;
        Ok(RepairedGrid::new(at, grid, &problem, profile, outcome))
    }
}

struct MendedFile<'a> {
    to: &'a Destination,
    form: OutputForm,
    file: NewFile,
    grids: usize,
    /// Sentences on what the file lacks, each once.
    lost: Vec<String>,
    /// Sentences on how the grids were written.
    notes: Vec<String>,
}

impl<'a> MendedFile<'a> {
    fn begin(to: &'a Destination, form: OutputForm) -> anyhow::Result<Self> {
        Ok(MendedFile { to, form, file: to.begin()?, grids: 0, lost: Vec::new(), notes: Vec::new() })
    }

    /// Adds the repaired grids of a puzzle, with its contents.
    fn add(&mut self, at: GridPlace, puzzle: &Puzzle, repaired: &[Grid]) -> anyhow::Result<()> {
        if repaired.is_empty() {
            self.lost.push(format!("grid {}, which was not repaired", at.index + 1));
        }
        for grid in repaired {
            let (puzzle, lost) = puzzle.with_grid(grid);
            let written = self.form.written(at.file, &puzzle)?;
            if self.grids > 0 && self.form == OutputForm::Text {
                writeln!(self.file).with_context(|| self.to.argument())?;
            }
            self.file.write_all(&written.bytes).with_context(|| self.to.argument())?;
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
    fn keep(self, name: &str) -> anyhow::Result<()> {
        let MendedFile { to, file, grids, lost, notes, form: _ } = self;
        if grids == 0 {
            report(&format!("note: no valid grid was found, so {} is not written", to.argument()));
            return Ok(());
        }
        to.keep(file, &lost)?;
        report_notes(name, &[lost, notes].concat());
        Ok(())
    }
}
