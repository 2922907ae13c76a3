//! `gridcheck fill`: fills a grid with words of a list.

mod form;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::args::name_of_value;
use super::stoppable::write_out;
use super::{Format, Output, Print, Terminal, Verdict, report_notes, write_json};
use crate::ask::AskEach;
use crate::ask::convert::form::WrittenPuzzle;
use crate::ask::destination::{ForceArg, OutFile};
use crate::ask::ending::{puzzle_format, refuse_other_ending};
use crate::ask::failure::Failure;
use crate::ask::fill::report::{FillReport, FilledPuzzle};
use crate::ask::fill::task::Task;
use crate::ask::fill::{Fill, Outcome};
use crate::ask::usage;
use crate::engine::watch::Watch;
use crate::fill::export::{dimacs, dlx};
use form::print_line;

/// Fill a grid with words of a list: find one fill, list all fills, or count them.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck fill mygrid.txt --words list.txt
                                          one fill, or why there is none
  gridcheck fill --size 4 --words list.txt --count
  gridcheck fill --size 5 --words list.txt --compare
                                          three engines: the same number, the same set?
  gridcheck fill letters.txt --black '#' --words list.txt --list 10 --format line
  gridcheck fill mygrid.txt --words 'list;scored.txt' --min-score 50 --seed 7
  gridcheck fill mygrid.txt --words scored.txt --best --seconds 30
                                          the fill with the best words that 30 seconds can find
  gridcheck fill mygrid.txt --words list.txt --theme 'LONG ENTRY,ANOTHER' --out mypuzzle.ipuz
  gridcheck fill mygrid.txt --words list.txt --slot '5A=^[AEIOU]' --slot '7D=*ING'
  gridcheck fill mygrid.txt --words list.txt --title Mine --out draft.xd
                                          a skeleton for clues: convert --clues reads them
  gridcheck fill mygrid.txt --words list.txt --list 5 --vary
  gridcheck fill mygrid.txt --words list.txt --estimate 10000 --seed 1
  gridcheck fill mygrid.txt --words mine.txt --words broad.txt --prefer loved.txt --ban dull.txt
  gridcheck fill mygrid.ipuz --words list.txt --region 1,9-5,15
                                          only the top right corner again
  gridcheck fill mygrid.txt --words list.txt --candidates 7D
                                          the words for one slot, the best first
  gridcheck fill --size 3 --words list.txt --export dimacs --out words3.cnf

The grid's letters are kept. Every run of two or more white squares is to be a word of the list, and no word is used twice. A list has one
word a line, or WORD;score, or WORD;score;root; tabs may stand for semicolons, a score may be a decimal number, and a line with # in front
is a remark. Other lines are left out, and one note counts them (--strict-list: the first of them is an error). Words with digits are left
out too, unless the grid has a digit. Capitals, accents, spaces, hyphens and apostrophes make no difference (--accents keep: accents do).
If words have scores, the first fill prefers high ones, and --best improves it.
If --time-limit ends a count, an estimate is printed, and marked as one.

Exit codes, the same for every task: 0 there are fills; 1 there is none, or engines differ; 2 bad use, unreadable input, or a list without
words of the needed lengths; 3 undecided: the time limit ended the search.")]
pub(super) struct FillCommand {
    /// Write the fill as a puzzle to this file, in the format of its extension: .ipuz, .puz, .jpz, .xd or .exolve. With --export:
    /// write the problem to it. The file is written completely or not at all.
    #[arg(long, value_name = "FILE", display_order = 3, conflicts_with_all = ["count", "list", "compare", "estimate", "candidates"])]
    out: Option<PathBuf>,
    #[command(flatten)]
    request: Fill,
    /// Write the question as input for other people's solvers.
    #[arg(long, value_enum, value_name = "WHAT", display_order = 9)]
    export: Option<ExportLanguage>,
    /// Use no word twice, which is the default.
    #[arg(long, hide = true, conflicts_with = "repeat")]
    distinct: bool,
    #[command(flatten)]
    force: ForceArg,
    /// Print the answer in this format; line is one fill per line, its rows joined by /.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Line, Format::Json]))]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExportLanguage {
    /// A formula for SAT solvers and model counters.
    Dimacs,
    /// Items and options of an exact cover problem, in the input format of Knuth's DLX programs.
    Dlx,
}

impl FillCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        let out = self.out.as_deref().map(|path| self.force.file(path));
        if let Some(out) = out {
            out.check(self.request.inputs().map(|input| input.argument().to_owned()))?;
        }
        if let (None, Some(option)) = (out, self.request.texts.option()) {
            return Err(usage!({option} " needs " [out]));
        }
        if let Some(to) = self.export {
            return self.export(to, out, terminal, output);
        }
        let is_list = matches!(self.request.task()?, Task::List(..));
        out.map(|out| puzzle_format(out.path())).transpose()?;
        let mut printed = 0_u64;
        let mut put = |report: FillReport<'_>| -> Result<(), Failure> {
            // A list has no bar between its fills.
            if !is_list {
                terminal.clear();
            }
            if let (FillReport::Fill(fill), Some(out)) = (&report, out) {
                write_puzzle(&(fill.puzzle)(), out)?;
            }
            if printed > 0 && self.format == Format::Text {
                writeln!(output)?;
            }
            self.print(&report, output)?;
            printed += 1;
            // Notes may follow a report that stands alone.
            Ok(if is_list { output.must_be_open() } else { output.flush() }?)
        };
        let mut failed = Ok(());
        let outcome = self.request.ask_each(terminal, &mut |report| {
            failed = put(report);
            if failed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        terminal.clear();
        failed?;
        // The output so far consists of whole fills.
        output.flush()?;
        Ok(match outcome? {
            Outcome::Some => Verdict::Well,
            Outcome::None => Verdict::Refuted,
            Outcome::Undecided => Verdict::Undecided,
        })
    }

    fn print(&self, report: &FillReport<'_>, output: &mut Output) -> Result<(), Failure> {
        match self.format {
            Format::Json => Ok(write_json(output, report)?),
            Format::Line => print_line(report, output),
            _ => report.print(output),
        }
    }

    /// Writes the question for other people's programs.
    fn export(
        &self,
        to: ExportLanguage,
        out: Option<OutFile>,
        terminal: &Terminal,
        output: &mut Output,
    ) -> Result<Verdict, Failure> {
        out.map(|out| refuse_other_ending(out.path(), &name_of_value(&to))).transpose()?;
        let question = self.request.question_to_export(terminal)?;
        let run = terminal.run("export");
        write_out(out, &run, output, |mut out| match to {
            ExportLanguage::Dimacs => dimacs::write(&question, &mut out),
            ExportLanguage::Dlx => dlx::write(&question, &mut out),
        })?;
        Ok(Verdict::Well)
    }
}

/// Writes a filled puzzle in the format that the extension names.
fn write_puzzle(filled: &FilledPuzzle, file: OutFile) -> Result<(), Failure> {
    let FilledPuzzle { name, puzzle, left_out } = filled;
    let format = puzzle_format(file.path())?;
    let WrittenPuzzle { bytes, lost, notes } = WrittenPuzzle::new(&file.argument(), puzzle, format)?;
    file.fill(|out| out.write_all(&bytes))?;
    report_notes(name, left_out);
    report_notes(&file.path().display().to_string(), &[lost, notes].concat());
    Ok(())
}
