//! `gridcheck validate`: is this grid valid, and if not, which rule does it break where?

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use serde::Serialize;

use super::args::{BlackArg, Format, InputArg, RulesArg, at_most_one_stdin};
use super::output::Output;
use super::terminal::Terminal;
use super::{Verdict, report};
use crate::engine::EngineError;
use crate::engine::watch::Watch;
use crate::format::source::{As, Checked, STANDARD_INPUT, Source, SourceError};
use crate::format::text::{FoundGrid, Options};
use crate::rules::validator::{Validator, Violation};

/// Judge finished grids: every broken rule, with its place.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck validate mygrid.txt
  gridcheck validate --rules american --format json grids/*.txt
  gridcheck list --size 7 | gridcheck validate --quiet -
  gridcheck validate --black 1 zeros-and-ones.txt
  gridcheck validate monday.puz tuesday.ipuz

A file is a puzzle, recognised by its content as .puz, Across Lite text, ipuz, Exolve, .xd, JPZ, Qxw or the Guardian's
JSON, or plain text with one grid or many: # or X for black, . or - for white, emoji squares, or one grid a line with rows
joined by /. Every file is read to its end for mistakes before the first grid is judged.")]
pub struct Validate {
    /// Files of grids, or puzzle files; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    rules: RulesArg,
    #[command(flatten)]
    black: BlackArg,
    #[command(flatten)]
    input: InputArg,
    /// Print the summary only.
    #[arg(long, short)]
    quiet: bool,
    /// How to print the findings; JSON is one object a grid, without a summary.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Files kept open from their check until they are judged. A process can often have no more than 1,024.
const MOST_OPEN: usize = 256;

/// A file without an error in it, waiting to be judged.
struct List<'a> {
    path: &'a Path,
    grids: u64,
    /// `None` if it is to be opened, and then checked, once more.
    open: Option<Checked>,
}

impl<'a> List<'a> {
    /// Reads a file for errors. What cannot be read twice is kept open in any case.
    fn check(path: &'a Path, what: As, options: Options, keep_open: bool) -> Result<Self, SourceError> {
        let checked = Source::open(path)?.check_as(what, options)?;
        let grids = checked.count();
        let keep_open = keep_open || path.as_os_str() == STANDARD_INPUT || !path.is_file();
        Ok(List { path, grids, open: keep_open.then_some(checked) })
    }

    fn opened(self, what: As, options: Options) -> Result<Checked, SourceError> {
        match self.open {
            Some(checked) => Ok(checked),
            None => Source::open(self.path)?.check_as(what, options),
        }
    }
}

/// A grid's findings as JSON.
#[derive(Serialize)]
struct Finding<'a> {
    file: &'a str,
    /// The grid's number in its file, from 1.
    index: u64,
    /// The line of its first row, from 1.
    line: usize,
    valid: bool,
    violations: Vec<Violation>,
}

impl Validate {
    /// Judges every grid.
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        if self.quiet && self.format == Format::Json {
            bail!("--quiet leaves nothing to print with --format json");
        }
        let rules = self.rules.ruleset()?;
        let options = Options { black: self.black.black };
        at_most_one_stdin(&self.files)?;
        let what = self.input.read_as();
        let lists = self.files.iter().enumerate().map(|(i, path)| List::check(path, what, options, i < MOST_OPEN));
        let lists = lists.collect::<Result<Vec<List>, SourceError>>()?;

        let validator = Validator::new(&rules);
        let stage = "validating";
        let run = if self.quiet { terminal.run(stage) } else { terminal.printing_run(stage, output) };
        run.set_pieces(lists.iter().map(|list| list.grids).sum::<u64>() as usize);
        let (mut total, mut invalid, mut oblong, mut even) = (0_u64, 0_u64, 0_u64, 0_u64);
        let mut notes = Vec::new();
        for list in lists {
            let mut list = list.opened(what, options)?;
            let name = list.name().to_owned();
            notes.extend(list.puzzle().iter().flat_map(|puzzle| &puzzle.notes).map(|note| format!("{name}: {note}")));
            let mut index = 0;
            for found in list.grids()? {
                if run.check().is_err() {
                    output.flush()?;
                    return Err(EngineError::Stopped.into());
                }
                let FoundGrid { grid, line } = found?;
                index += 1;
                total += 1;
                oblong += u64::from(!grid.is_square());
                even += u64::from(grid.is_square() && grid.height().is_multiple_of(2));
                let violations = validator.violations(&grid);
                let valid = violations.is_empty();
                invalid += u64::from(!valid);
                match self.format {
                    _ if self.quiet => {}
                    Format::Json => {
                        let finding = Finding { file: &name, index, line, valid, violations };
                        serde_json::to_writer(&mut *output, &finding).map_err(std::io::Error::from)?;
                        writeln!(output)?;
                    }
                    Format::Text => {
                        let size = format!("{} × {}", grid.height(), grid.width());
                        if valid {
                            writeln!(output, "{name}:{line}: grid {index}, {size}: {}", output.good("valid"))?;
                        } else {
                            let number = violations.len();
                            let broken = format!("{number} violation{}", if number == 1 { "" } else { "s" });
                            writeln!(output, "{name}:{line}: grid {index}, {size}: {}", output.bad(&broken))?;
                            for violation in violations {
                                writeln!(output, "  {violation}")?;
                            }
                        }
                    }
                }
                run.piece_done(1);
            }
        }
        terminal.clear();
        notes.extend(oddities(total, oblong, even));
        if self.format == Format::Text {
            let valid = total - invalid;
            let plural = if total == 1 { "" } else { "s" };
            writeln!(output, "{total} grid{plural} by the rules {}: {valid} valid, {invalid} invalid", rules.name)?;
        }
        if !notes.is_empty() {
            // Standard error is not buffered, and the summary comes first.
            output.flush()?;
            for note in notes {
                report(&format!("note: {note}"));
            }
        }
        Ok(if invalid == 0 { Verdict::Well } else { Verdict::Refuted })
    }
}

/// What a reader of the summary should know of the grids' shapes, a sentence each.
fn oddities(total: u64, oblong: u64, even: u64) -> Vec<String> {
    let mut notes = Vec::new();
    if oblong > 0 {
        notes.push(format!("{oblong} of {total} not square: is there a blank line between any two grids?"));
    }
    if even > 0 {
        notes.push(format!("{even} of {total} of even size: Keith's rule 1, odd sizes only, is relaxed"));
    }
    notes
}
