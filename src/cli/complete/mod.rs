//! `gridcheck complete`: analyses a partly painted grid.

mod form;

use clap::Args;

use super::{Format, Output, Terminal, Verdict};
use crate::ask::Ask;
use crate::ask::complete::Complete;
use crate::ask::failure::Failure;

/// Analyse a partly painted grid: count the valid grids that complete it, and find the forced squares.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck complete begun.txt            # black, . white, ? open
  gridcheck complete begun.txt --rules american --time-limit 1m
  gridcheck complete begun.txt --profile times
  gridcheck complete barred.txt --rules ximenes   r, b and + have bars; ? is open
  gridcheck complete begun.txt --format json

A square is forced when it has the same colour in every completion: o is forced white, X forced black, ? open. The forced squares
are always found. The completions, and those in which each square is white, are counted if the time suffices. In a barred grid
edges take the place of squares: X is a forced bar, o an edge that is forced open.

Some demands of a profile cannot be written as rules. Completions are then judged one by one. If there are too many, the demand is ignored
and named: the true number of completions may be smaller, and more squares may be forced.

If there is no completion, the answer names a smallest set of painted squares that contradict each other, and the exit code is 1.
If painted squares break a rule by themselves, the rule is reported too.")]
pub(super) struct CompleteCommand {
    #[command(flatten)]
    request: Complete,
    /// Print the answer in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
}

impl CompleteCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        let report = self.request.ask(terminal);
        terminal.clear();
        let report = report?;
        self.format.print_report(output, &report)?;
        Ok(Verdict::well_if(report.has_completions()))
    }
}
