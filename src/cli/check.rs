//! `gridcheck check`: checks that a folder proves its claim.

use std::io::Write;

use clap::Args;

use super::{Format, Output, Print, Terminal, Verdict};
use crate::ask::Ask;
use crate::ask::check::{Check, CheckReport, FolderReport, NoClaim, NoVerdict};
use crate::ask::failure::Failure;
use crate::checker::{self, Report};

/// Check a certificate without using the translation into clauses or any solver.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck check british-7
  gridcheck check --rules british british-7      are those the rules I mean?
  gridcheck check --format json british-7
  gridcheck check --time-limit 1m british-11      no longer than a minute
  gridcheck check --witness external:proved british-9
                                                 the program proved in Coq counts as many

A refutation says which grids satisfy the clauses. For small grids, `check` proves that the clauses mean the rules: it judges every
colouring. For larger grids, an engine that uses no clauses must find the same grids, or as many. If no engine can in reasonable
time, the refutation may be sound, but the claim is not accepted.

Exit codes: 0 accepted: the folder proves what it claims; 1 refused; 2 no certificate that can be checked; 3 the meaning of
the clauses is not established, or the time was over before a verdict; 75 the memory limit was reached.")]
pub(super) struct CheckCommand {
    #[command(flatten)]
    request: Check,
    /// Print the findings in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
}

impl CheckCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        // Only the report is written, at the end.
        terminal.end_at_once();
        let report = self.request.ask(terminal);
        terminal.clear();
        let report = report?;
        self.format.print_report(output, &report)?;
        Ok(match &report {
            CheckReport::Checked(report) => verdict(report),
            CheckReport::NoClaim(report) => match report.found.verdict {
                NoVerdict::Refused => Verdict::Refuted,
                NoVerdict::Undecided => Verdict::Undecided,
            },
        })
    }
}

/// Returns the exit verdict on a certificate that is not refused.
pub(super) fn verdict(report: &FolderReport<Report>) -> Verdict {
    if report.accepted { Verdict::Well } else { Verdict::Undecided }
}

impl Print for CheckReport {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        match self {
            CheckReport::Checked(report) => report.print(output),
            CheckReport::NoClaim(report) => report.print(output),
        }
    }
}

impl Print for FolderReport<NoClaim> {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let NoClaim { verdict, why } = &self.found;
        Ok(writeln!(output, "{}: {why}", output.bad(verdict.name()))?)
    }
}

impl Print for FolderReport<Report> {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        print_text(&self.found, output)
    }
}

fn print_text(found: &Report, output: &mut Output) -> Result<(), Failure> {
    let accepted = found.verdict == checker::Verdict::Accepted;
    // A reader of the first line alone must not take the claim for established.
    writeln!(output, "{}{}\n", if accepted { "" } else { "Not established: " }, found.claim)?;
    let width = found.findings.iter().map(|finding| finding.what.len()).max().unwrap_or(0);
    for finding in &found.findings {
        writeln!(output, "  {:width$}  {}", finding.what, finding.found)?;
    }
    for (heading, sentences) in [
        ("Proved", &found.proved),
        ("Tested, not proved", &found.tested),
        ("Not established", &found.not_established),
        ("Taken on trust", &found.trusted),
    ] {
        if !sentences.is_empty() {
            writeln!(output, "\n{heading}:")?;
            sentences.iter().try_for_each(|sentence| writeln!(output, "- {sentence}"))?;
        }
    }
    let end = if accepted {
        output.good("accepted")
    } else {
        output.bad("not accepted: the refutation is sound, what the clauses mean is not established")
    };
    writeln!(output, "\n{end}")?;
    Ok(())
}
