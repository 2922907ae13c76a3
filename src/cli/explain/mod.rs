//! `gridcheck explain`: explains a published figure.

mod layouts;
mod reenactment;
mod search;

use std::io::Write;

use clap::Args;

use super::{Format, Output, Terminal, Verdict};
use crate::ask::Ask;
use crate::ask::explain::{Explain, ExplainReport, ReenactedProgram, ReenactmentsReport};
use crate::ask::failure::Failure;
use crate::audit::evidence::EndReason;

/// Explain a published count: find rules near the stated ones that give it, or the faults of the program behind it.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck explain --size 7 --count 346  do any rules near the stated ones give 346?
  gridcheck explain --size 8 --count 2638 --rules american-loose
  gridcheck explain --size 5 --count 7 --also 7=182 --rules british
  gridcheck explain ho-2021               a published program re-enacted, each of its faults mended
  gridcheck explain --list                the published programs that are re-enacted

Without a NAME, rule sets near the one given are searched. A change drops, loosens or tightens a rule, or replaces it by a published
variant; or it asks for a least number of white squares (in rows, or in rows and columns), counts one grid of each class, or counts the
all-black grid. --changes K makes up to K changes at once. Each rule set that gives the figure is counted by a second engine, and tried on
the source's other figures, which come from the built-in claims, from --claims and from --also. Those that give all the
figures come first, and among them the smallest change: fewest rules, then fewest steps along their values,
then published variants.

Exit code 0: an explanation is found (with a name: the published figures are reproduced); 1: none is.")]
pub(super) struct ExplainCommand {
    #[command(flatten)]
    request: Explain,
    /// Show at most this many of the rule sets that give the figure.
    #[arg(long, value_name = "K", default_value_t = 10)]
    top: usize,
    /// Print the outcome in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
}

impl ExplainCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        let report = self.request.ask(terminal);
        terminal.clear();
        let report = report?;
        self.format.print(output, || &report, |output| self.print_text(&report, output))?;
        if let ExplainReport::Figure(figure) = &report
            && figure.ending == EndReason::Interrupted
        {
            output.flush()?;
            return Err(Failure::Stopped);
        }
        Ok(match report.is_explained() {
            Some(true) => Verdict::Well,
            Some(false) => Verdict::Refuted,
            None => Verdict::Undecided,
        })
    }

    fn print_text(&self, report: &ExplainReport, output: &mut Output) -> Result<(), Failure> {
        match report {
            ExplainReport::List(report) => print_list(report, output),
            ExplainReport::Program(report) => reenactment::print_text(output, report),
            ExplainReport::Layouts(report) => layouts::print_text(output, report),
            ExplainReport::Figure(report) => search::print_text(output, report, self.top),
        }
    }
}

/// Prints the published programs that are re-enacted.
fn print_list(report: &ReenactmentsReport, output: &mut Output) -> Result<(), Failure> {
    let width = report.reenactments.iter().map(|program| program.name.len()).max().unwrap_or(0);
    for ReenactedProgram { name, about, .. } in report.reenactments {
        writeln!(output, "{name:width$}  {about}")?;
    }
    Ok(())
}
