//! `gridcheck compare`: compares the grids of unrelated engines and of a published list.

pub mod by_measures;
mod spot;
mod words;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use comfy_table::{Cell, Table};
use serde::Serialize;

use super::args::{ExternalsArg, ProblemArgs, ReadArgs, at_most_one_stdin, duration};
use super::cite::{Citation, CiteArg};
use super::engines::{Asked, Need, all_engines, engines_named, engines_once};
use super::output::{About, indented};
use super::table::{agreement, align_right, empty_table, print_table};
use super::{Format, Output, Terminal, Verdict, report, report_notes};
use crate::compare::judge::AnswerChecker;
use crate::compare::published;
use crate::compare::sorted::SortedFiles;
use crate::compare::{CompareError, ExcludedEngine, ListAnswer, Report, choose, compare_prepared};
use crate::constraint::{Measure, measures};
use crate::engine::blocks::SumKind;
use crate::engines::ENGINES;
use crate::folder::NewFolder;
use crate::lint::codes;
use crate::plural::{form_of, plural};
use crate::problem::Problem;
use crate::visible::visible;
use spot::Samples;

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
pub struct Compare {
    #[command(flatten)]
    problem: ProblemArgs,
    #[arg(long, visible_alias = "engine", value_delimiter = ',', value_name = "A,B,C",
        help = format!("Run these engines: {}. The default is all built-in ones that are fast enough for the problem", all_engines()))]
    engines: Option<Vec<String>>,
    #[command(flatten)]
    externals: ExternalsArg,
    /// Compare a published list of grids, or a puzzle file, with the engines.
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// With --against: sort the list's grids, and those that it lacks, into this new folder: matched.txt, missing.txt, invalid.txt,
    /// duplicates.txt and extra.txt (valid, but no engine has it).
    #[arg(long, value_name = "DIR", requires = "against")]
    out: Option<PathBuf>,
    #[command(flatten)]
    reading: ReadArgs,
    /// Compare on this many random small parts of the problem instead of the whole.
    #[arg(long, value_name = "N", conflicts_with = "against", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..))]
    spot_checks: Option<u32>,
    /// Compare the numbers of grids by these measures, as in gridcheck count --by. Engines that cannot measure are not asked.
    #[arg(long, value_name = "MEASURES", value_parser = sorted_by, conflicts_with_all = ["against", "spot_checks", "out"])]
    by: Option<SortedBy>,
    /// With --spot-checks: draw the parts with this seed; without it, one is picked and printed.
    #[arg(long, value_name = "S", requires = "spot_checks", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// With --spot-checks: leave an engine out of a part if it takes longer than this, as in 30s, 10m or 1h30m.
    #[arg(long, value_name = "TIME", requires = "spot_checks", default_value = "1m", value_parser = duration,
          allow_hyphen_values = true)]
    patience: Duration,
    #[command(flatten)]
    cite: CiteArg,
    /// Print the outcome in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
}

#[derive(Clone)]
struct SortedBy(Vec<Measure>);

fn sorted_by(text: &str) -> Result<SortedBy, String> {
    measures(text).map(SortedBy).map_err(|error| error.to_string())
}

impl Compare {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        at_most_one_stdin(self.problem.question.paths().chain(self.against.as_deref()))?;
        if self.cite.cite && (self.spot_checks.is_some() || self.by.is_some() || self.format != Format::Text) {
            bail!("--cite cites one number of grids, in text: leave out other formats, --by and --spot-checks");
        }
        let start = Instant::now();
        let problem = self.problem.problem()?;
        let programs = self.externals.programs()?;
        if let Some(samples) = self.spot_checks {
            let engines = match &self.engines {
                Some(names) => engines_named(names, &programs)?,
                None => ENGINES.to_vec(),
            };
            let samples = Samples { number: samples as usize, seed: self.seed, patience: self.patience };
            return spot::run(&problem, &engines, samples, self.format, terminal, output);
        }
        let kind = self.by.as_ref().map_or(SumKind::Plain, |SortedBy(by)| SumKind::Distribution(by.clone()));
        let (engines, left_out) = match &self.engines {
            Some(names) => {
                engines_once(names)?;
                let asked = Asked { problem: &problem, kind: &kind };
                let prepared = names.iter().map(|name| asked.prepared_by(name, &programs, Need::Sum));
                (prepared.collect::<anyhow::Result<Vec<_>>>()?, Vec::new())
            }
            None => choose(&problem, &kind),
        };
        if engines.is_empty() {
            let why: Vec<String> = left_out.iter().map(|left| format!("{} ({})", left.name, left.why)).collect();
            bail!("no engine can do this in reasonable time; name one with --engines to try: {}", why.join(", "));
        }
        if let Some(SortedBy(by)) = &self.by {
            return by_measures::run(&problem, &engines, by, self.format, terminal, output);
        }
        let mut list = match &self.against {
            Some(path) => {
                let list = self.reading.how()?.check_plain(path)?;
                report_notes(list.name(), list.notes());
                Some(list)
            }
            None => None,
        };
        let place = |path: &Path| format!("--out {}", path.display());
        let folder = match &self.out {
            Some(path) => Some((path, NewFolder::begin(path).with_context(|| place(path))?)),
            None => None,
        };
        let mut files = match &folder {
            Some((path, folder)) => Some(SortedFiles::create(folder.path()).with_context(|| place(path))?),
            None => None,
        };
        let outcome = compare_prepared(&engines, list.as_mut(), files.as_mut(), terminal).map_err(|error| {
            match (error, &self.out) {
                (CompareError::Write(error), Some(path)) => anyhow::Error::new(error).context(place(path)),
                (error, _) => error.into(),
            }
        })?;
        if let (Some(files), Some((path, folder))) = (files, folder) {
            files.finish().and_then(|()| folder.keep()).with_context(|| place(path))?;
        }
        terminal.clear();
        let answer = || About::new(&problem, Compared { report: &outcome, left_out: &left_out });
        self.format.print(output, answer, |output| print_text(output, &problem, &outcome, &left_out))?;
        match &outcome.answers[..] {
            [first, ..] if self.cite.cite && outcome.agree => {
                let engines: Vec<&str> = outcome.answers.iter().map(|answer| answer.name).collect();
                let mut citation = Citation::of_count(&problem, first.count, &engines, start.elapsed());
                if let Some(listed) = outcome.answers.iter().find_map(|answer| answer.listed.as_ref()) {
                    let digest = listed.digest;
                    citation
                        .facts
                        .push(format!("The set of the grids has the digest {digest} (BLAKE3, added modulo 2^256)."));
                }
                if let Some(list) = &outcome.list {
                    citation.facts.push(format!("The list {} has the same grids.", visible(&list.name)));
                }
                citation.print(output)?;
            }
            _ if self.cite.cite => report("note: no citation, because the parties do not agree"),
            _ => {}
        }
        Ok(Verdict::well_if(outcome.agree))
    }
}

/// A report, and the engines that did not take part.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Compared<'a> {
    #[serde(flatten)]
    report: &'a Report,
    left_out: &'a [ExcludedEngine],
}

/// Returns the given squares and constraints in words, to follow the name of the rules.
fn beside_rules(problem: &Problem) -> String {
    let given = if problem.givens().is_empty() { "" } else { ", some squares given" };
    let constraints = problem.constraints().iter().map(|constraint| format!(", {constraint}"));
    given.to_owned() + &constraints.collect::<String>()
}

fn print_text(
    output: &mut Output,
    problem: &Problem,
    report: &Report,
    left_out: &[ExcludedEngine],
) -> anyhow::Result<()> {
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
    for note in problem.notes() {
        writeln!(output, "note: {note}")?;
    }
    Ok(())
}

/// Prints the differences between the answers, as far as they are known.
fn print_findings(output: &mut Output, report: &Report) -> anyhow::Result<()> {
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

fn print_list(output: &mut Output, problem: &Problem, list: &ListAnswer) -> anyhow::Result<()> {
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
        write!(output, "{}", output.grid_beside_opinion(grid, &AnswerChecker::new(problem).opinion(grid)))?;
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
