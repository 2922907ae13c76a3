//! `gridcheck validate`: is this grid valid, and if not, which rule does it break where?

mod form;
mod sarif;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use clap::Args;

use super::args::{BlackArg, InputArg, RulesArg};
use super::format::Format;
use super::lists::Lists;
use super::output::Output;
use super::plural::plural;
use super::terminal::Terminal;
use super::{Verdict, report};
use crate::engine::EngineError;
use crate::engine::watch::Watch;
use crate::format::text::{FoundGrid, Options};
use crate::lint::codes::Code;
use crate::lint::profile::{PROFILES, Profile};
use crate::lint::{Linter, Severity};
use form::{Judged, Printer};

/// Judge finished grids: every broken rule, with its place.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck validate mygrid.txt
  gridcheck validate --profile times monday.puz tuesday.ipuz
  gridcheck validate --rules american --format json grids/*.txt
  gridcheck validate --profile nyt --ignore GC014,GC016 --format sarif *.puz
  gridcheck list --size 7 | gridcheck validate --quiet -
  gridcheck validate --black 1 zeros-and-ones.txt

A file is a puzzle, recognised by its content as .puz, Across Lite text, ipuz, Exolve, .xd, JPZ, Qxw or the Guardian's
JSON, or plain text with one grid or many: # or X for black, . or - for white, emoji squares, or one grid a line with rows
joined by /. Every file is read to its end for mistakes before the first grid is judged.

By a rule set whatever is broken is an error; a profile (see gridcheck rules --profiles) has warnings and notes too. A grid
is valid when it has no error. In the drawing a square that a finding is about is o if white, X if black.
gridcheck rules --explain GC008 says what a code means.")]
pub struct Validate {
    /// Files of grids, or puzzle files; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    rules: RulesArg,
    /// The house rules to judge by, in place of a rule set: keith, times, exet, nyt or lax.
    #[arg(long, value_name = "NAME", conflicts_with = "rules")]
    profile: Option<String>,
    /// Report findings of these codes only.
    #[arg(long, value_name = "CODE,…", value_delimiter = ',', value_parser = code, conflicts_with = "ignore")]
    select: Vec<Code>,
    /// Report no findings of these codes.
    #[arg(long, value_name = "CODE,…", value_delimiter = ',', value_parser = code)]
    ignore: Vec<Code>,
    #[command(flatten)]
    black: BlackArg,
    #[command(flatten)]
    input: InputArg,
    /// Print the summary only.
    #[arg(long, short)]
    quiet: bool,
    /// Draw no grids.
    #[arg(long)]
    no_drawing: bool,
    /// How to print the findings; JSON is one object a grid, without a summary.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json, Format::Github, Format::Sarif]))]
    format: Format,
}

/// A code as typed.
fn code(text: &str) -> Result<Code, String> {
    Code::named(text).ok_or_else(|| {
        let (first, last) = (Code::ALL[0].name(), Code::ALL[Code::ALL.len() - 1].name());
        format!("expected a code from {first} to {last} (see gridcheck rules --codes)")
    })
}

/// What came of all grids.
#[derive(Default)]
struct Tally {
    grids: u64,
    invalid: u64,
    warnings: u64,
    /// Grids in lists that are not square, and those of even size.
    oblong: u64,
    even: u64,
}

impl Validate {
    /// Judges every grid.
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        if self.quiet && self.format != Format::Text {
            bail!("--quiet leaves nothing to print with --format {}", self.format.name());
        }
        let linter = self.linter()?;
        let lists = Lists::check(&self.files, self.input.read_as(), Options { black: self.black.black })?;
        let stage = "validating";
        let run = if self.quiet { terminal.run(stage) } else { terminal.printing_run(stage, output) };
        run.set_pieces(lists.grids() as usize);
        let mut printer = Printer::begin(self.format, self.quiet, !self.no_drawing, output)?;
        let mut tally = Tally::default();
        let mut notes = Vec::new();
        for list in lists.opened() {
            let mut list = list?;
            let file = list.name().to_owned();
            notes.extend(list.puzzle().iter().flat_map(|puzzle| &puzzle.notes).map(|note| format!("{file}: {note}")));
            let is_puzzle = list.puzzle().is_some();
            for (index, found) in list.grids()?.enumerate() {
                if run.check().is_err() {
                    output.flush()?;
                    return Err(EngineError::Stopped.into());
                }
                let FoundGrid { grid, line } = found?;
                let violations = linter.violations(&grid);
                let findings = linter.findings_beside(&grid, &violations);
                let with = |severity: Severity| findings.iter().filter(|finding| finding.severity == severity).count();
                tally.grids += 1;
                tally.invalid += u64::from(with(Severity::Error) > 0);
                tally.warnings += with(Severity::Warning) as u64;
                tally.oblong += u64::from(!grid.is_square() && !is_puzzle);
                tally.even += u64::from(grid.is_square() && grid.height().is_multiple_of(2));
                let violations = if self.profile.is_none() { violations } else { Vec::new() };
                printer.print(output, &Judged { file: &file, index, line, grid: &grid, findings, violations })?;
                run.piece_done(1);
            }
        }
        printer.end(output)?;
        terminal.clear();
        notes.extend(tally.oddities());
        if self.format == Format::Text {
            self.summarise(output, &linter, &tally)?;
        }
        if !notes.is_empty() {
            // Standard error is not buffered, and the summary comes first.
            output.flush()?;
            for note in notes {
                report(&format!("note: {note}"));
            }
        }
        Ok(if tally.invalid == 0 { Verdict::Well } else { Verdict::Refuted })
    }

    fn linter(&self) -> anyhow::Result<Linter> {
        let linter = match &self.profile {
            None => Linter::by_rules(&self.rules.ruleset()?),
            Some(name) => Linter::by_profile(Profile::named(name).ok_or_else(|| {
                let known: Vec<&str> = PROFILES.iter().map(|profile| profile.name).collect();
                anyhow!("no profile `{name}`, expected one of {}", known.join(", "))
            })?),
        };
        let is_wanted =
            |code: Code| (self.select.is_empty() || self.select.contains(&code)) && !self.ignore.contains(&code);
        Ok(linter.only(is_wanted))
    }

    fn summarise(&self, output: &mut Output, linter: &Linter, tally: &Tally) -> anyhow::Result<()> {
        let Tally { grids, invalid, warnings, .. } = tally;
        let by = if self.profile.is_some() { "profile" } else { "rules" };
        write!(output, "{} by the {by} {}: ", plural(*grids, "grid"), linter.name)?;
        write!(output, "{} valid, {invalid} invalid", grids - invalid)?;
        if *warnings > 0 {
            write!(output, ", {}", plural(*warnings, "warning"))?;
        }
        writeln!(output)?;
        Ok(())
    }
}

impl Tally {
    /// What a reader of the summary should know of the grids' shapes, a sentence each.
    fn oddities(&self) -> Vec<String> {
        let Tally { grids, oblong, even, .. } = self;
        let mut notes = Vec::new();
        if *oblong > 0 {
            notes.push(format!("{oblong} of {grids} not square: is there a blank line between any two grids?"));
        }
        if *even > 0 {
            notes.push(format!("{even} of {grids} of even size: Keith's rule 1, odd sizes only, is relaxed"));
        }
        notes
    }
}
