//! `gridcheck validate`: reports every broken rule of a grid.

mod fix;
mod form;
mod sarif;

use std::io::Write;
use std::ops::ControlFlow;

use clap::Args;

use super::args::{name_of_value, skips};
use super::{Format, Output, Terminal, Verdict, note_all, report};
use crate::ask::failure::Failure;
use crate::ask::validate::{Extent, FilesToJudge, Validate, ValidateSummary};
use crate::plural::plural;
use fix::FixArgs;
use form::Printer;

/// Judge finished grids: report every broken rule with its place.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck validate mygrid.txt
  gridcheck validate --profile times monday.puz tuesday.ipuz
  gridcheck validate --profile auto grids          each grid in a folder by the profile that fits it
  gridcheck validate grids --glob '*.ipuz' --changed-since origin/main
  gridcheck validate grids --format json > known.json
  gridcheck validate grids --baseline known.json   only what is new counts
  gridcheck validate --rules american --format json grids/*.txt
  gridcheck validate --suggest mygrid.txt
                                          how many squares a repair changes
  gridcheck validate --profile nyt --ignore GC014,GC016 --format sarif *.puz
  gridcheck list --size 7 | gridcheck validate --quiet -
  gridcheck validate --black 1 zeros-and-ones.txt

A rule set reports what a grid breaks as errors, and faults of clues as warnings. A profile (see gridcheck rules --profiles) is
the style of a house: it has errors, warnings and notes. A grid is valid when it has no error.

A file is a puzzle, recognised by its content as .puz, Across Lite text, ipuz, Exolve, .xd, JPZ, Qxw, the Guardian's JSON or
that of other newspapers (site-json), or plain text with one grid or many: # or X for black, . or - for white, emoji squares, or one grid a line with rows
joined by /. A folder stands for its puzzles and lists; hidden files and those that .gitignore names are left out. A .txt file without a grid
in it cannot be read: leave it out, as in --glob '!notes.txt'. Every
file is read to its end for mistakes before its first grid is judged. One that cannot be read is reported as GC000, the others
are judged all the same, and the exit code is 2. If no grid was judged, it is 1. A file that is named twice is
judged once.

The nearest gridcheck.toml above a file states the rules for it, if no option does: profile or rules, select, ignore, exclude
(patterns of files in folders), and [[overrides]], each with the folder that it is for.

With --select or --ignore only these findings are shown, and they alone decide the exit code. If an error may have been left
out, there is no verdict (null in JSON).
Findings about the whole grid come first, then those about words, in the order of the clues.
In the drawing a square that a finding is about is o if white, X if black.
In grids with bars words end at bars; a place without a square (a void) lies outside the grid. A rule about full
rectangles is then said not to apply.
gridcheck rules --explain GC008 says what a code means.")]
#[command(mut_arg("constraints", skips))]
pub(super) struct ValidateCommand {
    #[command(flatten)]
    request: Validate,
    #[command(flatten)]
    fix: FixArgs,
    /// Print only the summary.
    #[arg(long, short, conflicts_with = "suggest")]
    quiet: bool,
    /// Draw no grids.
    #[arg(long)]
    no_drawing: bool,
    /// Print the findings in this format; JSON is one object per grid, without a summary.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json, Format::Github, Format::Sarif]))]
    format: Format,
}

impl ValidateCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        if self.quiet && self.format != Format::Text {
            return Err(Failure::unusable(format!(
                "--quiet leaves nothing to print with --format {}",
                name_of_value(&self.format)
            )));
        }
        if self.request.suggest && !matches!(self.format, Format::Text | Format::Json) {
            return Err(Failure::unusable(format!(
                "--suggest cannot be combined with --format {}",
                name_of_value(&self.format)
            )));
        }
        let request = Validate { extent: self.extent(), ..self.request.clone() };
        let files = request.files(terminal)?;
        if let Some(verdict) = self.fix.run(&files, output)? {
            return Ok(verdict);
        }
        let summary = self.judge(&request, &files, terminal, output)?;
        if self.format == Format::Text {
            summarise(output, &summary)?;
        }
        if !summary.notes.is_empty() {
            // Standard error is not buffered, and the summary must come first.
            output.flush()?;
            note_all(&summary.notes);
        }
        Ok(match summary {
            ValidateSummary { unreadable: 1.., .. } => Verdict::Unreadable,
            ValidateSummary { lacks_grids: true, .. } => {
                report("no grid was judged; --allow-empty accepts that");
                Verdict::Refuted
            }
            ValidateSummary { failing: 0, .. } => Verdict::Well,
            _ => Verdict::Refuted,
        })
    }

    fn extent(&self) -> Extent {
        match self.format {
            _ if self.quiet => Extent::Summary,
            Format::Text => Extent::FindingsAndProfiles,
            _ => Extent::Findings,
        }
    }

    /// Judges the files, and prints what is found.
    fn judge(
        &self,
        request: &Validate,
        files: &FilesToJudge,
        terminal: &Terminal,
        output: &mut Output,
    ) -> Result<ValidateSummary, Failure> {
        let mut printer = Printer::new(self.format, self.quiet, !self.no_drawing);
        let (mut fails, mut printed) = (false, Ok(()));
        let judged = request.judge_each(files, terminal, &mut |judgement| {
            fails |= judgement.fails();
            printed = printer.print(output, &judgement);
            // After a closed pipe the verdict is known.
            if printed.is_err() || output.is_closed() && fails {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        printed?;
        if judged.is_err() {
            // What is printed consists of whole grids.
            output.flush()?;
        }
        let summary = judged?;
        printer.end(output)?;
        terminal.clear();
        Ok(summary)
    }
}

fn summarise(output: &mut Output, summary: &ValidateSummary) -> Result<(), Failure> {
    let ValidateSummary {
        grids,
        invalid,
        failing: _,
        known,
        unreadable,
        warnings,
        by,
        says_validity,
        lacks_grids: _,
        notes: _,
    } = summary;
    write!(output, "{} by {by}: ", plural(*grids, "grid"))?;
    if *says_validity {
        write!(output, "{} valid, {invalid} invalid", grids - invalid)?;
    } else {
        write!(output, "{invalid} with errors, {} without", grids - invalid)?;
    }
    if *warnings > 0 {
        write!(output, ", {}", plural(*warnings, "warning"))?;
    }
    if *known > 0 {
        write!(output, "; {} known", plural(*known, "finding"))?;
    }
    if *unreadable > 0 {
        write!(output, "; {} unreadable", plural(*unreadable, "file"))?;
    }
    writeln!(output, "{}", if *says_validity { "" } else { "; no verdict: some rules were filtered out" })?;
    Ok(())
}
