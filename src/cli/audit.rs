//! `gridcheck audit`: checks published figures and explains the wrong ones.

use std::io::Write;
use std::time::Duration;

use clap::Args;
use comfy_table::{Cell, Color, Table};

use super::cite::{Citation, CiteArg};
use super::table::{align_right, coloured, indented_table};
use super::{Format, Output, Print, Terminal, Verdict as Exit, report as report_line};
use crate::ask::Ask;
use crate::ask::audit::{Audit, AuditReport};
use crate::ask::failure::Failure;
use crate::audit::annotations::annotations;
use crate::audit::claims::{Claim, Claims};
use crate::audit::evidence::EndReason;
use crate::audit::page::page;
use crate::audit::reproduce;
use crate::audit::verdict::{ClaimVerdict, Finding, theorem_names};
use crate::audit::{Audit as Outcome, Explained, explained};
use crate::plural::plural;
use crate::visible::visible;

/// Check published counts: report which ones hold, how surely, and why the others are wrong.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck audit                         the published counts that come with this program
  gridcheck audit --max-size 7            the quick ones: a minute on two cores
  gridcheck audit keith-2026              those of one source
  gridcheck audit --figure 'A323839(9)'   one figure: the verdict, its evidence, and how to check it
  gridcheck audit mine.json --time-limit 1h --state mine.state
                                          claims of your own; what is established is kept in mine.state
  gridcheck audit --results fixtures/results
                                          long counts are taken from finished files of sums
  gridcheck audit --expect docs/AUDIT.md  has any verdict changed since that page was written?

  gridcheck audit mine.json --strict      fail also if a claim is left open

A verdict that a theorem backs names it, as in \"proved: british_7\", and waits for no engine; docs/THEOREMS.md says what is proved.
A claims file is JSON; docs/AUDITING.md describes it and has examples.
Verdicts: confirmed (by a theorem or two engines), confirmed by one engine, refuted, inconsistent (it contradicts other figures of its source),
engines disagree, out of budget (the time limit ended the count), not understood, not checkable. A verdict is open if only one engine
has answered, the time ran out, or the figure cannot be counted here.

Exit codes: 1 a claim is refuted or inconsistent, or with --expect a verdict has changed; 2 a claim is not well written (an unknown
quantity, say), and nothing is counted; 3 with --strict: no claim is wrong, and a verdict is open.")]
pub(super) struct AuditCommand {
    #[command(flatten)]
    request: Audit,
    /// Exit with 3 if no claim is wrong and a verdict is open.
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    cite: CiteArg,
    /// Print the outcome in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json, Format::Markdown, Format::Github]))]
    format: Format,
}

impl AuditCommand {
    /// Audits and prints the outcome. After Ctrl-C it prints what is known by then.
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Exit, Failure> {
        if self.cite.cite && self.format != Format::Text {
            return Err(Failure::unusable("--cite adds to the text: leave out other formats"));
        }
        let report = self.request.ask(terminal);
        terminal.clear();
        let report = report?;
        let outcome = &report.outcome;
        match self.format {
            Format::Markdown => write!(output, "{}", page(outcome))?,
            Format::Github => write!(output, "{}", annotations(outcome))?,
            format => format.print_report(output, &report)?,
        }
        if self.format == Format::Text && self.request.figure.is_some() {
            print_evidence(output, outcome)?;
        }
        if self.cite.cite {
            citation(outcome).print(output)?;
        }
        if outcome.ending == EndReason::Interrupted {
            output.flush()?;
            return Err(Failure::Stopped);
        }
        report.changes_in_words().for_each(|change| report_line(&change));
        Ok(match (report.is_well(), outcome.is_conclusive()) {
            (false, _) => Exit::Refuted,
            (true, false) if self.strict => Exit::Undecided,
            (true, _) => Exit::Well,
        })
    }
}

/// Returns the citation of an audit, with the engines whose counts it rests on.
fn citation(outcome: &Outcome) -> Citation {
    let sources: Vec<&str> =
        outcome.sources.iter().filter(|source| !source.claims.is_empty()).map(|source| source.name.as_str()).collect();
    let claims = plural(outcome.findings.iter().map(Vec::len).sum::<usize>(), "published figure");
    let mut engines: Vec<&str> =
        outcome.evidence.questions().iter().flat_map(|question| &question.opinions).map(|one| one.engine).collect();
    engines.sort_unstable();
    engines.dedup();
    let mut facts = vec![
        format!("Of {claims} on crossword grids the verdicts are: {}.", outcome.summary()),
        format!("The sources are {}.", visible(&sources.join(", "))),
    ];
    if !engines.is_empty() {
        facts.push(format!("Counted by the engines {}.", engines.join(", ")));
    }
    let time = Duration::from_secs_f64(outcome.seconds);
    Citation { title: format!("an audit of {claims} on crossword grids"), facts, time }
}

impl Print for AuditReport {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let outcome = &self.outcome;
        for (source, findings) in outcome.sources.iter().zip(&outcome.findings).filter(|(_, found)| !found.is_empty()) {
            let origin = &source.source;
            let heading = format!("{}: {}, {}{}", source.name, origin.author, origin.title, origin.year_after_comma());
            writeln!(output, "{}\n", visible(&heading))?;
            for line in table(output, source, findings).lines() {
                writeln!(output, "  {}", line.trim_end())?;
            }
            for explained in explained(source, findings) {
                print_reasons(output, &explained)?;
            }
            writeln!(output)?;
        }
        for conflict in &outcome.conflicts {
            let (size, rules, quantity) = (conflict.size.rows_by_columns(), &conflict.rules, &conflict.quantity);
            let answers: Vec<String> = conflict.answers.iter().map(ToString::to_string).collect();
            let line = format!("sources differ: {size}, {rules}, {quantity}: {}", answers.join("; "));
            writeln!(output, "{}", visible(&line))?;
        }
        let summary = format!("{}.", outcome.summary());
        writeln!(output, "{}", if outcome.is_well() { output.good(&summary) } else { output.bad(&summary) })?;
        Ok(())
    }
}

/// Prints the counts that the verdicts rest on, and the commands that repeat them.
fn print_evidence(output: &mut Output, outcome: &Outcome) -> Result<(), Failure> {
    let theorems = theorem_names(outcome.claims().map(|(_, _, finding)| finding));
    if !theorems.is_empty() {
        let theorems = theorems.join(", ");
        writeln!(
            output,
            "\nProved in Coq: {theorems}; check it in the folder proofs of the repository, the slow ones by nightly or \
             release:\n  make -C proofs"
        )?;
    }
    for question in outcome.evidence.questions().iter().filter(|question| !question.opinions.is_empty()) {
        let (size, rules) = (question.problem.size().rows_by_columns(), question.problem.rules());
        let (count, opinions) = question.in_words();
        let (rules, symmetry) = (rules.described(), rules.symmetry.name());
        let line = format!("{size}, {rules}, symmetry {symmetry}: {count}, by {opinions}; count it again:");
        writeln!(output, "\n{}", visible(&line))?;
        if let Some(command) = reproduce::command(question) {
            writeln!(output, "  {}", visible(&command))?;
        }
    }
    Ok(())
}

fn print_reasons(output: &mut Output, explained: &Explained<'_>) -> Result<(), Failure> {
    let Claim { size, quantity, printed, .. } = explained.claim;
    for reason in explained.reasons {
        let line = format!("{} {quantity} {printed}: {reason}{}", size.rows_by_columns(), explained.and_others());
        writeln!(output, "  {}", visible(&line))?;
    }
    Ok(())
}

fn table(output: &Output, source: &Claims, findings: &[Finding]) -> Table {
    let header = ["size", "rules", "quantity", "printed", "verdict", "right value", "engines"];
    let mut table = indented_table(output, 2, header);
    for (claim, finding) in source.claims.iter().zip(findings) {
        let right = finding.correction(claim);
        table.add_row([
            Cell::new(claim.size),
            Cell::new(visible(&claim.rules)),
            Cell::new(visible(&claim.quantity)),
            Cell::new(visible(&claim.printed)),
            verdict(output, finding.verdict),
            Cell::new(right.map_or_else(String::new, ToString::to_string)),
            Cell::new(visible(&finding.evidence())),
        ]);
    }
    align_right(&mut table, &[0, 3, 5]);
    table
}

fn verdict(output: &Output, verdict: ClaimVerdict) -> Cell {
    let colour = match verdict {
        ClaimVerdict::Confirmed | ClaimVerdict::ConfirmedByOne => Color::Green,
        ClaimVerdict::OutOfBudget | ClaimVerdict::NotUnderstood | ClaimVerdict::NotCheckable => Color::Yellow,
        ClaimVerdict::Refuted | ClaimVerdict::Inconsistent | ClaimVerdict::EnginesDisagree => Color::Red,
    };
    coloured(output, verdict.name(), colour)
}
