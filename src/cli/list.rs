//! `gridcheck list`: streams every grid.

use std::io::{self, Write};
use std::ops::ControlFlow;

use clap::Args;

use super::{Format, Output, Terminal, Verdict, write_json};
use crate::ask::AskEach;
use crate::ask::failure::Failure;
use crate::ask::grid::GridReport;
use crate::ask::list::List;

/// List every grid that obeys the rules, in an order that does not depend on the number of threads.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck list --size 5
  gridcheck list --size 7 --format line | sort > 7x7.txt
  gridcheck list --size 11 --format json | head
  gridcheck list --size 13 --limit 3      the first three of very many
  gridcheck list --size 7 --primitive     one grid of each class
  gridcheck list --size 7 --rules american --maximal
                                          those in which no black squares can be made white without losing a word
  gridcheck list --size 9 --rules american --where 'length 3..9 >= 1'
                                          those with words of every length
  gridcheck list --size 9 --most words --primitive
                                          the grids that have the most words")]
pub(super) struct ListCommand {
    #[command(flatten)]
    request: List,
    /// Print each grid in this format, # black and . white: a row per line, with a blank line between grids; a grid per line, its
    /// rows joined by /; or {"rows": [...]}.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Line, Format::Json]))]
    format: Format,
}

impl ListCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        let mut printer = Printer::new(output, self.format);
        let listed = self.request.ask_each(terminal, &mut |grid| printer.print(grid));
        terminal.clear();
        printer.end()?;
        listed.map(|()| Verdict::Well)
    }
}

/// Prints several grids until the output is closed.
pub(super) struct Printer<'a> {
    output: &'a mut Output,
    format: Format,
    printed: u64,
    failed: Option<io::Error>,
}

impl<'a> Printer<'a> {
    pub(super) fn new(output: &'a mut Output, format: Format) -> Self {
        Printer { output, format, printed: 0, failed: None }
    }

    /// Returns `true` if nothing has been printed.
    pub(super) fn is_first(&self) -> bool {
        self.printed == 0
    }

    /// Prints the next grid. Returns a break if that fails.
    pub(super) fn print(&mut self, grid: GridReport<'_>) -> ControlFlow<()> {
        let (format, is_first) = (self.format, self.is_first());
        self.write(|output| print(output, grid, format, is_first))
    }

    /// Prints the next item. Returns a break if that fails.
    pub(super) fn write(&mut self, write: impl FnOnce(&mut Output) -> io::Result<()>) -> ControlFlow<()> {
        match write(self.output).and_then(|()| self.output.must_be_open()) {
            Ok(()) => {
                self.printed += 1;
                ControlFlow::Continue(())
            }
            Err(error) => {
                self.failed = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Writes what is left, also of a listing that was stopped: it consists of whole grids.
    pub(super) fn end(self) -> io::Result<()> {
        self.failed.map_or_else(|| self.output.flush(), Err)
    }
}

/// Prints one of several grids; JSON includes its rank if it is known.
pub(super) fn print(output: &mut Output, report: GridReport<'_>, format: Format, first: bool) -> io::Result<()> {
    let grid = report.grid;
    match format {
        Format::Line => writeln!(output, "{}", grid.one_line()),
        Format::Json => write_json(output, &report),
        _ if first => writeln!(output, "{grid}"),
        _ => writeln!(output, "\n{grid}"),
    }
}
