//! `gridcheck compare`: compares the grids of unrelated engines and of a published list.

mod by_measures;
mod spot;
mod words;

use std::io::Write;

use clap::Args;
use comfy_table::{Cell, Table};

use super::cite::{Citation, CiteArg};
use super::output::indented;
use super::table::{agreement, align_right, empty_table, print_table};
use super::{Format, Output, Print, Terminal, Verdict, report as report_line};
use crate::ask::Ask;
use crate::ask::compare::{Compare, CompareReport, Comparison};
use crate::ask::failure::Failure;
use crate::ask::json::About;
use crate::compare::judge::GridChecker;
use crate::compare::published;
use crate::compare::{ListReport, Report};
use crate::lint::codes;
use crate::plural::{form_of, plural};
use crate::problem::Problem;
use crate::visible::visible;

/// Run several engines on one problem, and compare their numbers and sets of grids.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck compare --size 7
  gridcheck compare --size 9 --engines backtrack,sat --rules american
  gridcheck compare --size 7 --engines backtrack,sat,external:clingo
                                          with somebody else's program
  gridcheck compare --size 7 --against valid_7x7_grids.txt --format json
  gridcheck compare --size 7 --against valid_7x7_grids.txt --out sorted
                                          ... and its grids sorted into files
  gridcheck compare --size 9 --by letters,words
                                          the numbers of grids with each number of letters and words
  gridcheck compare --size 13 --spot-checks 50 --seed 1

A digest stands for a set of grids: the sum, modulo 2^256, of the BLAKE3 hashes of its grids in one-line form, each hash
read as a little-endian number. An engine that only counts has none; it agrees when its count does. Of grids that are
missing, invalid or only in the list, JSON has the first 50.

A spot check compares the engines on a part of the problem that has 1 to 20,000 grids. A grid is drawn at random, some of its
squares are opened (single squares, rows, columns, a block), and all engines count or list the grids that agree with the others. The
same seed draws the same samples. The first part on which engines disagree is printed in the form that --given reads.")]
pub(super) struct CompareCommand {
    #[command(flatten)]
    request: Compare,
    #[command(flatten)]
    cite: CiteArg,
    /// Print the outcome in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
}

impl CompareCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        let Compare { spot_checks, by, .. } = &self.request;
        if self.cite.cite && (spot_checks.is_some() || by.is_some() || self.format != Format::Text) {
            return Err(Failure::unusable(
                "--cite cites one number of grids, in text: leave out other formats, --by and --spot-checks",
            ));
        }
        let report = self.request.ask(terminal);
        terminal.clear();
        let report = report?;
        match &report {
            // What is known after Ctrl-C is printed, if anything is.
            CompareReport::Parts(about) if about.report.stopped => {
                if about.report.compared > 0 {
                    self.format.print_report(output, &report)?;
                    output.flush()?;
                }
                return Err(Failure::Stopped);
            }
            report => self.format.print_report(output, report)?,
        }
        if let (true, CompareReport::Whole(about)) = (self.cite.cite, &report) {
            cite(about, output)?;
        }
        Ok(Verdict::well_if(report.agree()))
    }
}

/// Prints a citation of the number, if the parties agree.
fn cite(about: &About<Comparison>, output: &mut Output) -> Result<(), Failure> {
    let Comparison { report, time, .. } = &about.report;
    let [first, ..] = &report.answers[..] else { return Ok(()) };
    if !report.agree {
        report_line("note: no citation, because the parties do not agree");
        return Ok(());
    }
    let engines: Vec<&str> = report.answers.iter().map(|answer| answer.name).collect();
    let mut citation = Citation::of_count(&about.problem, first.count, &engines, *time);
    if let Some(listed) = report.answers.iter().find_map(|answer| answer.listed.as_ref()) {
        let digest = listed.digest;
        citation.facts.push(format!("The set of the grids has the digest {digest} (BLAKE3, added modulo 2^256)."));
    }
    if let Some(list) = &report.list {
        citation.facts.push(format!("The list {} has the same grids.", visible(&list.name)));
    }
    citation.print(output)
}

impl Print for CompareReport {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        match self {
            CompareReport::Whole(about) => print_text(output, about),
            CompareReport::Bins(about) => by_measures::print_text(output, about),
            CompareReport::Parts(about) => spot::print_text(output, about),
        }
    }
}

/// Returns the given squares and constraints in words, to follow the name of the rules.
pub(in crate::cli) fn beside_rules(problem: &Problem) -> String {
    let given = if problem.givens().is_empty() { "" } else { ", some squares given" };
    let constraints = problem.constraints().iter().map(|constraint| format!(", {constraint}"));
    given.to_owned() + &constraints.collect::<String>()
}

fn print_text(output: &mut Output, about: &About<Comparison>) -> Result<(), Failure> {
    let (problem, Comparison { report, left_out, .. }) = (&about.problem, &about.report);
    let size = problem.size().rows_by_columns();
    writeln!(output, "{size} grids, rules {}{}\n", problem.rules().described(), beside_rules(problem))?;
    let table = table(output, report);
    print_table(output, &table)?;
    writeln!(output)?;

    let engines = report.answers.len();
    if report.agree && engines + usize::from(report.list.is_some()) > 1 {
        let whole = match (engines, &report.list) {
            (1, Some(_)) => "The engine and the list agree".to_owned(),
            (_, Some(_)) => format!("All {engines} engines and the list agree"),
            (_, None) => format!("All {engines} engines agree"),
        };
        let (count, list) = (report.answers[0].count, usize::from(report.list.is_some()));
        let sets = report.answers.iter().filter(|answer| answer.listed.is_some()).count() + list;
        let what = if sets == engines + list {
            format!("the same {}", plural(count, "grid"))
        } else if sets > 1 {
            format!("{}, and the same set from all that list them", plural(count, "grid"))
        } else {
            format!("the same count, {count}")
        };
        writeln!(output, "{}", output.good(&format!("{whole}: {what}.")))?;
    } else if report.agree {
        let beside = if report.answers[0].listed.is_some() { " but the validator" } else { "" };
        writeln!(output, "One party only: nothing to compare its answer with{beside}.")?;
    } else {
        writeln!(output, "{}", output.bad("They do not agree."))?;
    }
    print_findings(output, report)?;
    if let Some(list) = &report.list {
        print_list(output, problem, list)?;
    }
    for left in left_out {
        writeln!(output, "not asked: {} ({})", left.name, left.why)?;
    }
    print_notes(output, &about.notes)
}

/// Prints the notes on the problem.
fn print_notes(output: &mut Output, notes: &[String]) -> Result<(), Failure> {
    notes.iter().try_for_each(|note| Ok(writeln!(output, "note: {note}")?))
}

/// Prints the differences between the answers, as far as they are known.
fn print_findings(output: &mut Output, report: &Report) -> Result<(), Failure> {
    for remark in &report.remarks {
        writeln!(output, "{}", words::remark(remark))?;
    }
    for difference in &report.differences {
        writeln!(output, "\n{}:", words::found(&difference.found))?;
        write!(output, "{}", output.grid_beside_opinion(&difference.grid, &difference.opinion))?;
    }
    for part in &report.parts {
        write!(output, "\n{}:\n{}", words::part(part), indented(&part.givens))?;
    }
    Ok(())
}

/// A cell for values that a counting engine does not have.
const NOTHING: &str = "–";

fn table(output: &Output, report: &Report) -> Table {
    let mut table = empty_table(output, ["party", "count", "digest", "valid", "time", "agrees?"]);
    for answer in &report.answers {
        let listed = answer.listed.as_ref();
        table.add_row([
            Cell::new(answer.name),
            Cell::new(answer.count),
            Cell::new(listed.map_or(NOTHING.to_owned(), |listed| listed.digest.short())),
            Cell::new(listed.map_or(NOTHING.to_owned(), |listed| listed.valid.to_string())),
            Cell::new(format!("{:.3} s", answer.seconds)),
            agreement(output, answer.agrees),
        ]);
    }
    if let Some(list) = &report.list {
        table.add_row([
            Cell::new(visible(&list.name)),
            Cell::new(list.reading.sum.count),
            Cell::new(list.reading.sum.digest.short()),
            Cell::new(list.reading.valid),
            Cell::new(format!("{:.3} s", list.seconds)),
            agreement(output, list.agrees),
        ]);
    }
    align_right(&mut table, &[1, 3, 4]);
    table
}

fn print_list(output: &mut Output, problem: &Problem, list: &ListReport) -> Result<(), Failure> {
    let (reading, matching) = (&list.reading, &list.matching);
    writeln!(
        output,
        "\n{}: {}, {} matched, {} valid, {} invalid, {} missing, {} (matched with {})",
        visible(&list.name),
        plural(reading.sum.count, "grid"),
        matching.matched,
        reading.valid,
        reading.invalid,
        matching.missing,
        plural(matching.duplicates, "duplicate"),
        list.matched_with
    )?;
    if !reading.by_rule.is_empty() {
        let rules: Vec<String> =
            reading.by_rule.iter().map(|(rule, grids)| format!("{} {grids}", with_code(rule))).collect();
        writeln!(output, "invalid by rule: {}", rules.join(", "))?;
    }
    for published::ListedGrid { line, grid, opinion } in &reading.refused {
        writeln!(output, "\ninvalid, at line {line}:")?;
        write!(output, "{}", output.grid_beside_opinion(grid, opinion))?;
    }
    let unshown = reading.invalid - reading.refused.len() as u64;
    if unshown > 0 {
        writeln!(
            output,
            "\n... and {unshown} more invalid {}; gridcheck validate shows them all",
            form_of("grid", unshown)
        )?;
    }
    if let Some(published::ListedGrid { line, grid, opinion }) = matching.only_listed.first() {
        writeln!(output, "\nonly the list has this grid, at line {line}, and {} does not:", list.matched_with)?;
        write!(output, "{}", output.grid_beside_opinion(grid, opinion))?;
    }
    if let Some(grid) = matching.lacking.first() {
        writeln!(output, "\nmissing, the first of {}:", matching.missing)?;
        write!(output, "{}", output.grid_beside_opinion(grid, &GridChecker::new(problem).opinion(grid)))?;
    }
    if let Some(line) = matching.first_duplicate {
        writeln!(output, "\nduplicate, the first of {}: at line {line}", matching.duplicates)?;
    }
    Ok(())
}

/// Adds its code to a rule's key. The key for a contradicted given square has no code.
fn with_code(key: &str) -> String {
    let code = codes::ALL.iter().find(|code| code.key == Some(key));
    code.map_or_else(|| key.to_owned(), |code| format!("{key} ({code})"))
}
