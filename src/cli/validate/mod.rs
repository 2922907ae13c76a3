//! `gridcheck validate`: reports every broken rule of a grid.

mod form;
mod judge;
mod sarif;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::Args;

use super::args::{GlyphArgs, InputArg, RulesArg, WhereArg, at_most_one_stdin};
use super::format::Format;
use super::lists::Lists;
use super::output::Output;
use super::repair::{RepairOutcome, repaired};
use super::terminal::Terminal;
use super::{Verdict, report};
use crate::engine::watch::Watch;
use crate::engine::{EngineError, Run};
use crate::lint::codes::{self, Code};
use crate::lint::{Diagnostic, Severity, has_error};
use crate::plural::plural;
use crate::problem::Problem;
use crate::repair::Nearest;
use crate::rules::Ruleset;
use crate::shape::Shape;
use crate::stats::satisfied;
use form::{Judged, Printer, Suggestion};
use judge::{Hints, Judge};

/// Judge finished grids: report every broken rule with its place.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck validate mygrid.txt
  gridcheck validate --profile times monday.puz tuesday.ipuz
  gridcheck validate --profile auto grids/*.txt    each grid by the profile that fits it
  gridcheck validate --rules american --format json grids/*.txt
  gridcheck validate --suggest mygrid.txt how many squares a repair changes
  gridcheck validate --profile nyt --ignore GC014,GC016 --format sarif *.puz
  gridcheck list --size 7 | gridcheck validate --quiet -
  gridcheck validate --black 1 zeros-and-ones.txt

A file is a puzzle, recognised by its content as .puz, Across Lite text, ipuz, Exolve, .xd, JPZ, Qxw or the Guardian's
JSON, or plain text with one grid or many: # or X for black, . or - for white, emoji squares, or one grid a line with rows
joined by /. Every file is read to its end for mistakes before the first grid is judged.

By a rule set whatever is broken is an error; a profile (see gridcheck rules --profiles) has warnings and notes too. A grid
is valid when it has no error. With --select or --ignore only the findings asked for are shown, and the exit code goes by
them; where they filter out something that could be an error, there is no verdict (null in JSON).
In the drawing a square that a finding is about is o if white, X if black.
In grids with bars words end at bars; a place without a square (a void) lies outside the grid. A rule about full
rectangles is then said not to apply.
gridcheck rules --explain GC008 says what a code means.")]
pub struct Validate {
    /// Judge the grids of these files, or puzzle files; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    rules: RulesArg,
    /// Judge by the rules of a house instead of a rule set: one of gridcheck rules --profiles, or auto for the one with the
    /// fewest findings in each grid.
    #[arg(long, value_name = "NAME", conflicts_with = "rules")]
    profile: Option<String>,
    /// Report only findings of these codes.
    #[arg(long, value_name = "CODE,…", value_delimiter = ',', value_parser = code, conflicts_with = "ignore")]
    select: Vec<&'static Code>,
    /// Report no findings of these codes.
    #[arg(long, value_name = "CODE,…", value_delimiter = ',', value_parser = code)]
    ignore: Vec<&'static Code>,
    #[command(flatten)]
    glyphs: GlyphArgs,
    #[command(flatten)]
    constraints: WhereArg,
    #[command(flatten)]
    input: InputArg,
    /// Print only the summary.
    #[arg(long, short)]
    quiet: bool,
    /// Report for each grid with an error how many squares a repair changes (see gridcheck repair), within 10 s each.
    #[arg(long, conflicts_with = "quiet")]
    suggest: bool,
    /// Draw no grids.
    #[arg(long)]
    no_drawing: bool,
    /// Print the findings in this format; JSON is one object per grid, without a summary.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json, Format::Github, Format::Sarif]))]
    format: Format,
}

/// Parses a code.
fn code(text: &str) -> Result<&'static Code, String> {
    codes::named(text).ok_or_else(|| {
        let (first, last) = (codes::ALL[0], codes::ALL[codes::ALL.len() - 1]);
        format!("expected a code from {first} to {last} (see gridcheck rules --codes)")
    })
}

/// Totals over all grids.
#[derive(Default)]
struct Totals {
    grids: u64,
    /// Grids with an error among their findings.
    invalid: u64,
    warnings: u64,
    /// Grids with an even number of rows or columns.
    even: u64,
    /// Grids that violate the constraints and are not judged.
    left_out: u64,
    /// Grids with bars or voids for which a repair was requested.
    unrepaired: u64,
}

impl Validate {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        if self.quiet && self.format != Format::Text {
            bail!("--quiet leaves nothing to print with --format {}", self.format.name());
        }
        if self.suggest && !matches!(self.format, Format::Text | Format::Json) {
            bail!("--suggest has no place in --format {}", self.format.name());
        }
        at_most_one_stdin(self.files.iter().map(PathBuf::as_path).chain([self.rules.path()]))?;
        let judge = self.judge()?;
        let lists = Lists::check_shaped(&self.files, self.input.read_as(), self.glyphs.options()?)?;
        let stage = "validating";
        let run = if self.quiet { terminal.run(stage) } else { terminal.printing_run(stage, output) };
        run.set_tasks(lists.grids() as usize);
        let mut printer = Printer::begin(self.format, self.quiet, !self.no_drawing, output)?;
        let mut tally = Totals::default();
        let mut notes = Vec::new();
        let mut hints = (self.format == Format::Text && !self.quiet).then(Hints::new);
        for list in lists.opened() {
            let mut list = list?;
            let file = list.name().to_owned();
            notes.extend(list.notes().iter().map(|note| format!("{file}: {note}")));
            for (index, found) in list.shapes()?.enumerate() {
                if run.check().is_err() {
                    output.flush()?;
                    return Err(EngineError::Stopped.into());
                }
                let found = found?;
                let shape = Shape::from(&found);
                run.task_done(1);
                if !satisfied(shape, &self.constraints.constraints) {
                    tally.left_out += 1;
                    continue;
                }
                let (by, findings) = judge.findings(shape);
                tally.add(shape, &findings);
                if let Some(hints) = hints.as_mut().filter(|_| by.whole && !by.chosen && has_error(&findings)) {
                    hints.look(shape);
                }
                let repair = if self.suggest && has_error(&findings) {
                    tally.unrepaired += u64::from(!shape.is_plain());
                    suggest(shape, by.rules, (&run, terminal))?
                } else {
                    None
                };
                printer.print(output, &Judged { file: &file, index, line: found.line, shape, by, findings, repair })?;
                if output.is_closed() && tally.invalid > 0 {
                    return Ok(Verdict::Refuted);
                }
            }
        }
        printer.end(output)?;
        terminal.clear();
        notes.extend(tally.oddities());
        notes.extend(hints.iter().filter_map(Hints::sentence));
        if self.format == Format::Text {
            summarise(output, &judge, &tally)?;
        }
        if !notes.is_empty() {
            // Standard error is not buffered, and the summary must come first.
            output.flush()?;
            for note in notes {
                report(&format!("note: {note}"));
            }
        }
        Ok(if tally.invalid == 0 { Verdict::Well } else { Verdict::Refuted })
    }

    fn judge(&self) -> anyhow::Result<Judge> {
        let is_wanted =
            |code: &Code| (self.select.is_empty() || self.select.contains(&code)) && !self.ignore.contains(&code);
        match &self.profile {
            None => Ok(Judge::by_rules(&self.rules.ruleset()?, is_wanted)),
            Some(name) => Judge::by_profile(name, is_wanted),
        }
    }
}

/// Time limit of the search for a repair of each grid.
const SUGGEST_FOR: Duration = Duration::from_secs(10);

/// Returns what a repair of a grid takes. Returns `None` if the grid has bars or voids, or cannot have the rules' symmetry. The same
/// holds if no change is needed, because the errors concern no rule of the set.
fn suggest(shape: Shape, rules: &Ruleset, (run, terminal): (&Run, &Terminal)) -> anyhow::Result<Option<Suggestion>> {
    let grid = shape.grid;
    let Some(problem) = Problem::of_size(grid.size(), rules.clone()).ok().filter(|_| shape.is_plain()) else {
        return Ok(None);
    };
    Ok(match repaired(&problem, grid, 1, SUGGEST_FOR, (run, terminal))? {
        RepairOutcome::Repaired(Nearest { changes: 0, .. }) => None,
        RepairOutcome::Repaired(Nearest { changes, .. }) => Some(Suggestion::Changes(changes)),
        RepairOutcome::OutOfTime(fewest) => Some(Suggestion::AtLeast(fewest)),
        RepairOutcome::Impossible => Some(Suggestion::Impossible),
    })
}

fn summarise(output: &mut Output, judge: &Judge, tally: &Totals) -> anyhow::Result<()> {
    let Totals { grids, invalid, warnings, .. } = tally;
    write!(output, "{} by {}: ", plural(*grids, "grid"), judge.title())?;
    if judge.says_validity() {
        write!(output, "{} valid, {invalid} invalid", grids - invalid)?;
    } else {
        write!(output, "{invalid} with errors, {} without", grids - invalid)?;
    }
    if *warnings > 0 {
        write!(output, ", {}", plural(*warnings, "warning"))?;
    }
    writeln!(output, "{}", if judge.says_validity() { "" } else { "; no verdict: some rules were filtered out" })?;
    Ok(())
}

impl Totals {
    fn add(&mut self, shape: Shape, findings: &[Diagnostic]) {
        let grid = shape.grid;
        self.grids += 1;
        self.invalid += u64::from(has_error(findings));
        self.warnings += findings.iter().filter(|finding| finding.severity == Severity::Warning).count() as u64;
        self.even += u64::from(grid.height().is_multiple_of(2) || grid.width().is_multiple_of(2));
    }

    /// Returns notes on the shapes of the grids, a sentence each.
    fn oddities(&self) -> Vec<String> {
        let Totals { grids, even, left_out, unrepaired, .. } = self;
        let mut notes = Vec::new();
        if *left_out > 0 {
            notes.push(format!("{} not satisfying the constraints left out", plural(*left_out, "grid")));
        }
        if *even > 0 {
            notes.push(format!("{even} of {grids} of even size: Keith's rule 1, odd sizes only, is relaxed"));
        }
        if *unrepaired > 0 {
            let invalid = plural(*unrepaired, "invalid grid");
            notes.push(format!("no repair was looked for of {invalid} with bars or voids: repairs have neither"));
        }
        notes
    }
}
