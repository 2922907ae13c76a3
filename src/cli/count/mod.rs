//! `gridcheck count`: counts grids.

mod by_symmetry;
mod chart;
mod estimate;
mod print;
mod several_sizes;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::cite::{Citation, CiteArg};
use super::{Format, Output, Print, Terminal, Verdict, write_json};
use crate::ask::Ask;
use crate::ask::count::Count;
use crate::ask::count::report::CountReport;
use crate::ask::count::task::{Goal, SumsFile, Task};
use crate::ask::destination::ForceArg;
use crate::ask::failure::Failure;
use crate::draw::chart::Scale;
use crate::engine::blocks::{BlockSum, SumKind};

use chart::Chart;

/// The help of `--size` for this command.
const SIZES: &str = "Number of rows and columns, 1 to 64: one number for a square, as in 13, or rows x columns, as in 13x15; several, \
     as in 5,7,9; or a range, as in 3..15, 3..15/2 (every second) and 5x3..5x20. `count 13` is short for `count --size 13`";

/// Count the grids that obey the rules.
#[derive(Args)]
#[command(mut_arg("size", |size| size.help(SIZES)))]
#[command(after_help = "\
Examples:
  gridcheck count --size 9
  gridcheck count --size 8 --rules american --engine sat
  gridcheck count --size 9 --engine external:pyganak
                                          ask somebody else's program
  gridcheck count --size 7 --given corner.txt --format json
  gridcheck count --size 9 --by symmetry  how symmetric the grids are, and how many are essentially different
  gridcheck count --size 9 --where 'words <= 14' --where 'length 3 = 0'
                                          only such grids
  gridcheck count --size 9 --by words     the number of grids with each number of words
  gridcheck count --size 11 --by letters,words --out 11.svg
                                          and a picture of it
  gridcheck count --size 11 --most words  as many words as a grid can have, and how many have them
  gridcheck count --size 11 --cite        the number, with a paragraph and BibTeX to cite it
  gridcheck count --size 3..11 --rules american
                                          each size from 3 to 11 (3..11/2: every second)
  gridcheck count --size 5x3..5x12 --format bfile
                                          rectangles, as a b-file of the OEIS
  gridcheck count --size 15 --sums british-15.sums --resume
                                          a long count that can be stopped and resumed
  gridcheck count --size 15 --by words --pieces 100 --piece 17 --sums 17.sums
                                          piece 17 of 100 of a table
  gridcheck count --size 15 --sums british-15.sums --block o-o-o--:-
                                          count one of its blocks again, and see whether it was right
  gridcheck count --size 17 --pieces 100 --piece 17 --sums 17.sums --resume --memory 12G
                                          one of 100 pieces, wherever there is a processor; gridcheck sums
                                          puts them together
  gridcheck count --size 17 --pieces 100 --missing-in sums
                                          the numbers of those that the folder lacks
  gridcheck count --size 15 --estimate --pieces 100 --jobs 1
                                          the time of all blocks and of each piece, from some blocks
  gridcheck count --size 17 --pieces 100 --piece 17 --sums - | gzip | aws s3 cp - s3://bucket/17.sums.gz
                                          the same without a shared folder
  gridcheck count --size 15 --engine pinwheel --sums by-pinwheel.sums
                                          the same by another engine, in other blocks

For one size, standard output is the number alone. Several sizes and --by print a table, other options sentences. Notes and errors go to standard error.")]
pub(super) struct CountCommand {
    #[command(flatten)]
    request: Count,
    /// Draw the result of --by as a chart: .svg or .png, by the name's ending.
    #[arg(long, value_name = "PICTURE", requires = "by")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArg,
    /// With --out: draw the chart with logarithms of the numbers of grids, so that small numbers can be seen beside large ones.
    #[arg(long, requires = "out")]
    log_scale: bool,
    #[command(flatten)]
    cite: CiteArg,
    /// Print the answer in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Csv, Format::Json, Format::Bfile]))]
    format: Format,
}

impl CountCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        if let Some(out) = &self.out {
            let inputs: Vec<_> = self.request.question.inputs().collect();
            self.force.file(out).check(inputs.iter().filter_map(|input| input.path()))?;
        }
        let task = self.request.task()?;
        self.refuse_citation(&task)?;
        if self.request.several_sizes().is_some() {
            return self.count_each_size(terminal, output);
        }
        let chart = self.chart_of(&task)?;
        let answer = self.request.ask(terminal);
        terminal.clear();
        // If the reader of standard output has gone, the sums have no use, and that is not a fault.
        if terminal.stream_is_closed() {
            return Ok(Verdict::Well);
        }
        let report = answer?;
        self.print(&task, &report, output)?;
        if let (Some(chart), CountReport::Total(about)) = (chart, &report)
            && let BlockSum::Distribution(distribution) = &about.report.found.sum
        {
            chart.draw(&about.problem, distribution)?;
        }
        Ok(match &report {
            CountReport::Block(about) => Verdict::well_if(about.report.found.agrees()),
            _ => Verdict::Well,
        })
    }

    fn print(&self, task: &Task, report: &CountReport, output: &mut Output) -> Result<(), Failure> {
        if is_in_standard_output(task) {
            print::to_standard_error(report);
            return Ok(());
        }
        match (self.format, report) {
            (Format::Json, _) => write_json(output, report)?,
            (Format::Csv, CountReport::Total(about)) => print::as_csv(about, output)?,
            _ => report.print(output)?,
        }
        if let (true, CountReport::Total(about)) = (self.cite.cite, report)
            && let BlockSum::Plain(count) = about.report.found.sum
        {
            let time = Duration::from_secs_f64(about.report.seconds);
            Citation::of_count(&about.problem, count, &[about.report.engine], time).print(output)?;
        }
        Ok(())
    }

    /// Refuses a citation of an answer that is not a single number of all grids.
    fn refuse_citation(&self, task: &Task) -> Result<(), Failure> {
        let is_number = match task {
            Task::Total(goal) => *goal == Goal::Sum(SumKind::Plain),
            Task::Blocks(kind, file, piece) => {
                *kind == SumKind::Plain && *file != SumsFile::StandardOutput && piece.is_none()
            }
            Task::Symmetry | Task::Block(..) | Task::Missing(..) | Task::Estimate(..) => false,
        };
        let is_one_size = self.request.several_sizes().is_none();
        if self.cite.cite && !(is_one_size && is_number && self.format == Format::Text) {
            return Err(Failure::unusable(
                "--cite cites one number of grids, in text: leave out other formats, sizes, measures, parts and estimates",
            ));
        }
        Ok(())
    }

    /// Returns the chart that --out asks for, and refuses a format or a chart that the task has not.
    fn chart_of(&self, task: &Task) -> Result<Option<Chart<'_>>, Failure> {
        if self.format == Format::Bfile {
            return Err(Failure::unusable("--format bfile is for several sizes, as in --size 3..15"));
        }
        if is_in_standard_output(task) && self.format != Format::Text {
            return Err(Failure::unusable("--sums -: standard output has the sums, and no place for another format"));
        }
        let (is_csv, out) = (self.format == Format::Csv, self.out.as_deref());
        let is_part = match task {
            Task::Blocks(_, file, piece) => *file == SumsFile::StandardOutput || piece.is_some(),
            Task::Block(..) | Task::Missing(..) => true,
            Task::Total(_) | Task::Symmetry | Task::Estimate(..) => false,
        };
        if is_part && is_csv {
            return Err(Failure::unusable("--format csv is for the table of all grids, not of a part"));
        }
        if is_part && out.is_some() {
            return Err(Failure::unusable(
                "--out draws the table of all grids, not of a part; gridcheck sums merges the pieces",
            ));
        }
        let is_table = match task {
            Task::Total(Goal::Sum(kind)) | Task::Blocks(kind, ..) => matches!(kind, SumKind::Distribution(_)),
            Task::Total(Goal::Lengths) => true,
            Task::Symmetry | Task::Block(..) | Task::Missing(..) | Task::Estimate(..) => false,
        };
        if is_csv && !is_table {
            return Err(Failure::unusable("--format csv is for --by with measures"));
        }
        let Some(path) = out else { return Ok(None) };
        let scale = if self.log_scale { Scale::Logarithmic } else { Scale::Linear };
        match task {
            Task::Total(Goal::Sum(SumKind::Distribution(by))) | Task::Blocks(SumKind::Distribution(by), ..) => {
                Chart::new(self.force.file(path), scale, by.len()).map(Some)
            }
            Task::Symmetry => Err(Failure::unusable("--out: there is no chart of --by symmetry")),
            _ => Err(Failure::unusable("--out: a chart has one measure, or two")),
        }
    }
}

/// Returns `true` if the sums of blocks go to standard output.
fn is_in_standard_output(task: &Task) -> bool {
    matches!(task, Task::Blocks(_, SumsFile::StandardOutput, _))
}
