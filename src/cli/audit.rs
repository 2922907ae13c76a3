//! `gridcheck audit`: checks published figures and explains the wrong ones.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use comfy_table::{Cell, Color, Table};

use super::args::{Threads, at_most_one_stdin, duration, open, read_text};
use super::cite::{Citation, CiteArg};
use super::table::{align_right, coloured, indented_table};
use super::walk::with_endings;
use super::{Format, Output, Terminal, Verdict as Exit, cut_short, report, write_json};
use crate::audit::annotations::annotations;
use crate::audit::build::BUILD;
use crate::audit::claims::{Claim, Claims};
use crate::audit::evidence::Ending;
use crate::audit::figure::Figure;
use crate::audit::json;
use crate::audit::opinions::KnownOpinions;
use crate::audit::page::{changes, other_build, page};
use crate::audit::reproduce;
use crate::audit::strip::Strip;
use crate::audit::theorems;
use crate::audit::verdict::{ClaimVerdict, Finding, theorem_names};
use crate::audit::{Audit as Outcome, Explained, audit, explained};
use crate::engine::{Engine, EngineError};
use crate::engines::ENGINES;
use crate::plural::plural;
use crate::visible::visible;

/// Check published counts: report which ones hold, how surely, and why the others are wrong.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck audit                         the published counts that come with this program
  gridcheck audit --max-size 11           the quick ones: half a minute on two cores
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
pub struct Audit {
    /// Read claims from these files, or take the built-in ones of these sources, whose names head the tables, as in keith-2026; - is
    /// standard input. The default is all built-in claims.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Spend at most this time on counting, as in 30s, 10m or 1h30m; 0s only compares figures with each other.
    #[arg(long, alias = "budget", value_name = "TIME", default_value = "10m", value_parser = duration, allow_hyphen_values = true)]
    time_limit: Duration,
    /// Audit only this figure, a term of the OEIS as in A323839(9) or a number as in 9,381; say how to check it.
    #[arg(long, value_name = "FIGURE")]
    figure: Option<Figure>,
    /// Leave out claims about larger grids.
    #[arg(long, value_name = "N")]
    max_size: Option<u16>,
    /// Store the answers of engines in this file, and reuse those that it already has.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// With --state: count again what the file has from other builds of this program.
    #[arg(long, requires = "state")]
    renew: bool,
    /// Take the totals of finished files of sums in this folder as answers of the engines that made them.
    #[arg(long, value_name = "DIR")]
    results: Option<PathBuf>,
    /// Compare the verdicts with a page that --format markdown has written.
    #[arg(long, value_name = "PAGE.md")]
    expect: Option<PathBuf>,
    /// Exit with 3 if no claim is wrong and a verdict is open.
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    cite: CiteArg,
    /// Print the outcome in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json, Format::Markdown, Format::Github]))]
    format: Format,
    #[command(flatten)]
    jobs: Threads,
}

const MOST_BYTES: u64 = 1 << 20;

impl Audit {
    /// Audits and prints the outcome. After Ctrl-C it prints what is known by then.
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Exit> {
        at_most_one_stdin(&self.files)?;
        if self.cite.cite && self.format != Format::Text {
            bail!("--cite adds to the text: leave out other formats");
        }
        let start = Instant::now();
        let mut sources = if self.files.is_empty() {
            Claims::builtin()
        } else {
            self.files.iter().map(|path| claims(path)).collect::<anyhow::Result<_>>()?
        };
        if let Some(most) = self.max_size {
            for source in &mut sources {
                source.claims.retain(|claim| claim.size.longer_side() <= i64::from(most));
            }
        }
        if let Some(figure) = &self.figure {
            figure.select(&mut sources);
            if sources.iter().all(|source| source.claims.is_empty()) {
                bail!(
                    "--figure: no claim is about it; name a claims file that has it, or count it with gridcheck count"
                );
            }
        }
        let earlier = self.expect.as_ref().map(|path| read_file(path)).transpose()?;
        let mut state = match &self.state {
            Some(path) => KnownOpinions::open(path)?,
            None => KnownOpinions::default(),
        };
        if let Some(path) = self.state.as_ref().filter(|_| state.was_cut_short()) {
            report(&cut_short(path));
        }
        if self.renew {
            state.renew();
        }
        if !state.is_empty() && self.format == Format::Text {
            let were = if state.len() == 1 { "was" } else { "were" };
            let others = match state.of_other_builds() {
                0 => String::new(),
                others => format!(", {others} by other builds; --renew counts these again"),
            };
            report(&format!("note: {} {were} established before{others}", plural(state.len(), "answer")));
        }
        if let Some(folder) = &self.results {
            take_results(&mut state, folder)?;
        }
        if let Some(build) = earlier.as_deref().and_then(other_build) {
            report(&format!("note: the page is by another build, {build}; this is {BUILD}"));
        }
        let engines: Vec<&dyn Engine> = ENGINES.into_iter().chain([&Strip as &dyn Engine]).collect();
        let outcome = audit(sources, theorems::all(), &engines, self.time_limit, &mut state, terminal)?;
        terminal.clear();
        match self.format {
            Format::Json => write_json(output, &json::audit(&outcome))?,
            Format::Markdown => write!(output, "{}", page(&outcome))?,
            Format::Github => write!(output, "{}", annotations(&outcome))?,
            _ => {
                print_text(output, &outcome)?;
                if self.figure.is_some() {
                    print_evidence(output, &outcome)?;
                }
            }
        }
        if self.cite.cite {
            citation(&outcome, start.elapsed()).print(output)?;
        }
        if outcome.ending == Ending::Interrupted {
            output.flush()?;
            return Err(EngineError::Stopped.into());
        }
        let well = match (&earlier, &self.expect) {
            (Some(earlier), Some(path)) => {
                let changes =
                    changes(earlier, &outcome, self.max_size).map_err(|why| anyhow!("{}: {why}", path.display()))?;
                for change in &changes {
                    report(&format!("changed: {change}"));
                }
                changes.is_empty()
            }
            _ => outcome.is_well(),
        };
        Ok(match (well, outcome.is_conclusive()) {
            (false, _) => Exit::Refuted,
            (true, false) if self.strict => Exit::Undecided,
            (true, _) => Exit::Well,
        })
    }
}

/// Takes the totals of the files of sums in a folder; other files, and unfinished ones, are passed over.
fn take_results(state: &mut KnownOpinions, folder: &Path) -> anyhow::Result<()> {
    let in_folder = || folder.display().to_string();
    let paths = with_endings(folder, &["sums", "uprights"]).with_context(in_folder)?;
    for path in &paths {
        state.take_sums(path, &ENGINES)?;
    }
    if paths.is_empty() {
        bail!("{}: no files of sums (*.sums, *.uprights) in it", in_folder());
    }
    Ok(())
}

/// Returns the citation of an audit, with the engines whose counts it rests on.
fn citation(outcome: &Outcome, time: Duration) -> Citation {
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
    Citation { title: format!("an audit of {claims} on crossword grids"), facts, time }
}

/// Returns the built-in claims of that source, if no file has its name; otherwise those of the file.
fn claims(path: &Path) -> anyhow::Result<Claims> {
    let named = || Claims::builtin().into_iter().find(|source| Path::new(&source.name) == path);
    let builtin = if path.exists() { None } else { named() };
    builtin.map_or_else(|| read_claims(path), Ok)
}

/// Reads a claims file, or standard input.
pub fn read_claims(path: &Path) -> anyhow::Result<Claims> {
    let text = read_file(path)?;
    Claims::from_json(&text).map_err(|error| anyhow!("{}:{error}", path.display()))
}

fn read_file(path: &Path) -> anyhow::Result<String> {
    read_text(open(path)?, &path.display().to_string(), MOST_BYTES)
}

fn print_text(output: &mut Output, outcome: &Outcome) -> anyhow::Result<()> {
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

/// Prints the counts that the verdicts rest on, and the commands that repeat them.
fn print_evidence(output: &mut Output, outcome: &Outcome) -> anyhow::Result<()> {
    let theorems = theorem_names(outcome.claims().map(|(_, _, finding)| finding));
    if !theorems.is_empty() {
        let theorems = theorems.join(", ");
        writeln!(
            output,
            "\nProved in Coq: {theorems}; check it in the folder proofs of the repository:\n  make -C proofs"
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

fn print_reasons(output: &mut Output, explained: &Explained<'_>) -> anyhow::Result<()> {
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
