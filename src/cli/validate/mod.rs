//! `gridcheck validate`: reports every broken rule of a grid.

mod baseline;
mod config;
mod fix;
mod form;
mod judge;
mod sarif;

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use clap::Args;

use super::args::{Conditions, ReadArgs, at_most_one_stdin, name_of_value, skips};
use super::lists::{ExaminedGrid, Step, examine_all};
use super::walk::{InputFile, Inputs, WalkArgs, keep_changed, name_of};
use super::{Format, Output, Terminal, Verdict, note_all};
use crate::ask::names::code_named;
use crate::ask::repair::{RepairOutcome, repaired};
use crate::ask::validate::{BaselineState, Basis, Judge, Judged, Suggestion};
use crate::engine::Run;
use crate::engine::watch::Watch;
use crate::formats::source::{FoundShape, SourceError};
use crate::lint::choice::Choice;
use crate::lint::clue;
use crate::lint::codes::{self, Code};
use crate::lint::{Diagnostic, Severity, has_error};
use crate::plural::plural;
use crate::problem::Problem;
use crate::repair::Nearest;
use crate::rules::Ruleset;
use crate::shape::Shape;
use crate::stats::satisfied;
use crate::visible::visible;
use baseline::{Baseline, fingerprint};
use config::{Configuration, Configurations, Settings};
use fix::FixArgs;
use form::Printer;
use judge::{judge_by, must_check_selected, suggestion};

/// Judge finished grids: report every broken rule with its place.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck validate mygrid.txt
  gridcheck validate --profile times monday.puz tuesday.ipuz
  gridcheck validate --profile auto grids          each grid in a folder by the profile that fits it
  gridcheck validate grids --glob '*.ipuz' --changed-since origin/main
  gridcheck validate grids --format json > known.json
  gridcheck validate grids --baseline known.json   only what is new counts
  gridcheck validate --rules american --format json grids/*.txt
  gridcheck validate --suggest mygrid.txt
                                          how many squares a repair changes
  gridcheck validate --profile nyt --ignore GC014,GC016 --format sarif *.puz
  gridcheck list --size 7 | gridcheck validate --quiet -
  gridcheck validate --black 1 zeros-and-ones.txt

A rule set reports what a grid breaks as errors, and faults of clues as warnings. A profile (see gridcheck rules --profiles) is
the style of a house: it has errors, warnings and notes. A grid is valid when it has no error.

A file is a puzzle, recognised by its content as .puz, Across Lite text, ipuz, Exolve, .xd, JPZ, Qxw, the Guardian's JSON or
that of other newspapers (site-json), or plain text with one grid or many: # or X for black, . or - for white, emoji squares, or one grid a line with rows
joined by /. A folder stands for its puzzles and lists; hidden files and those that .gitignore names are left out. A .txt file without a grid
in it cannot be read: leave it out, as in --glob '!notes.txt'. Every
file is read to its end for mistakes before its first grid is judged. One that cannot be read is reported as GC000, the others
are judged all the same, and the exit code is 2.

The nearest gridcheck.toml above a file states the rules for it, if no option does: profile or rules, select, ignore, exclude
(patterns of files in folders), and [[overrides]], each with the folder that it is for.

With --select or --ignore only these findings are shown, and they alone decide the exit code. If an error may have been left
out, there is no verdict (null in JSON).
Findings about the whole grid come first, then those about words, in the order of the clues.
In the drawing a square that a finding is about is o if white, X if black.
In grids with bars words end at bars; a place without a square (a void) lies outside the grid. A rule about full
rectangles is then said not to apply.
gridcheck rules --explain GC008 says what a code means.")]
#[command(mut_arg("constraints", skips))]
pub struct Validate {
    /// Judge the grids of these files, or puzzle files, or of all such files in a folder; - is standard input.
    #[arg(required = true, value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    walk: WalkArgs,
    /// Judge only files that differ from this revision of their git repository, or that git does not know.
    #[arg(long, value_name = "REV", allow_hyphen_values = true)]
    changed_since: Option<String>,
    /// Judge by this rule set: a built-in one (see gridcheck rules) or a TOML file; - is standard input. The default is that of
    /// gridcheck.toml, or british.
    #[arg(long, value_name = "NAME|FILE.toml", allow_hyphen_values = true)]
    rules: Option<String>,
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
    config: ConfigArgs,
    /// Mark the findings that this file has, the output of an earlier run with --format json or sarif. They do not count for the
    /// exit code.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    #[command(flatten)]
    constraints: Conditions,
    #[command(flatten)]
    reading: ReadArgs,
    #[command(flatten)]
    fix: FixArgs,
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

/// The choice of configuration files.
#[derive(Args)]
struct ConfigArgs {
    /// Take the rules from this file instead of the nearest gridcheck.toml above each file.
    #[arg(long, value_name = "FILE.toml", conflicts_with = "no_config")]
    config: Option<PathBuf>,
    /// Read no gridcheck.toml.
    #[arg(long)]
    no_config: bool,
}

fn code(text: &str) -> Result<&'static Code, String> {
    code_named(text).map_err(|error| format!("{error} (see gridcheck rules --codes)"))
}

#[derive(Default)]
struct Totals {
    grids: u64,
    /// Grids with an error among their findings.
    invalid: u64,
    /// Grids with an error that the baseline does not have.
    failing: u64,
    known: u64,
    unreadable: u64,
    warnings: u64,
    /// Grids that violate the constraints and are not judged.
    left_out: u64,
    /// Grids with bars or voids for which a repair was requested.
    unrepaired: u64,
}

/// The files to judge, each with its judge.
struct Work {
    files: Vec<InputFile>,
    is_one_file: bool,
    judges: Vec<Judge>,
    /// The number of the judge of each file.
    judge_of: Vec<usize>,
}

struct GridFindings<'a> {
    by: Basis<'a>,
    /// The findings; none if only their severities are needed.
    findings: Vec<Diagnostic>,
    /// The severities, in the order of the findings.
    severities: Vec<Severity>,
    /// A profile that finds no error, where the rules find one.
    fitting: Option<&'static str>,
}

impl Validate {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        if self.quiet && self.format != Format::Text {
            bail!("--quiet leaves nothing to print with --format {}", name_of_value(&self.format));
        }
        if self.suggest && !matches!(self.format, Format::Text | Format::Json) {
            bail!("--suggest cannot be combined with --format {}", name_of_value(&self.format));
        }
        let work = self.work()?;
        let how = self.reading.how()?;
        if let Some(verdict) = self.fix.run(&work.files, how.what, output)? {
            return Ok(verdict);
        }
        let baseline = self.baseline.as_deref().map(Baseline::read).transpose()?;
        let stage = "validating";
        let run = if self.quiet { terminal.run(stage) } else { terminal.printing_run(stage, output) };
        let mut printer = Printer::new(self.format, self.quiet, !self.no_drawing);
        let mut tally = Totals::default();
        let mut notes = Vec::new();
        let mut all_fitting = BTreeMap::new();
        let choice = (self.format == Format::Text && !self.quiet).then(Choice::new);
        let examine =
            |file: usize, found: &FoundShape| self.findings(&work.judges[work.judge_of[file]], found, choice.as_ref());
        let examined = examine_all(&work.files, how, &run, examine, |file, step| {
            let name = name_of(&work.files[file].path);
            let ExaminedGrid { index, found, outcome } = match step {
                Step::File { notes: of_file } => {
                    notes.extend(of_file.iter().map(|note| format!("{name}: {note}")));
                    return Ok(ControlFlow::Continue(()));
                }
                Step::Unreadable(error) if work.is_one_file => return Err(error.into()),
                Step::Unreadable(error) => {
                    tally.unreadable += 1;
                    printer.print_unreadable(output, (&name, error.line()), &unreadable(&error))?;
                    return Ok(ControlFlow::Continue(()));
                }
                Step::Grid(grid) => grid,
            };
            let Some(GridFindings { by, findings, severities, fitting }) = outcome else {
                tally.left_out += 1;
                return Ok(ControlFlow::Continue(()));
            };
            let shape = Shape::from(found);
            let known: Vec<BaselineState> =
                findings.iter().map(|finding| known(baseline.as_ref(), &name, *index, finding)).collect();
            tally.add(severities, &known);
            if let Some(name) = *fitting {
                *all_fitting.entry(name).or_default() += 1;
            }
            let repair = if self.suggest && has_error(findings) {
                tally.unrepaired += u64::from(!shape.is_plain());
                suggest(shape, by.rules, (&run, terminal))?
            } else {
                None
            };
            let line = found.line;
            let judged = Judged { file: &name, index: *index, line, shape, by: *by, findings, known: &known, repair };
            printer.print(output, &judged)?;
            // After a closed pipe the verdict is known.
            Ok(if output.is_closed() && tally.failing > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        if let Err(error) = examined {
            // What is printed consists of whole grids.
            output.flush()?;
            return Err(error);
        }
        printer.end(output)?;
        terminal.clear();
        notes.extend(tally.notes());
        notes.extend(suggestion(&all_fitting));
        if self.format == Format::Text {
            summarise(output, &work, &tally)?;
        }
        if !notes.is_empty() {
            // Standard error is not buffered, and the summary must come first.
            output.flush()?;
            note_all(notes);
        }
        Ok(match tally {
            Totals { unreadable: 1.., .. } => Verdict::Unreadable,
            Totals { failing: 0, .. } => Verdict::Well,
            _ => Verdict::Refuted,
        })
    }

    /// Returns the findings in a grid, or `None` if the grid does not satisfy the constraints.
    fn findings<'a>(&self, judge: &'a Judge, found: &FoundShape, choice: Option<&Choice>) -> Option<GridFindings<'a>> {
        let shape = Shape::from(found);
        satisfied(shape, &self.constraints.constraints).then(|| {
            let (by, linter) = judge.linter(shape);
            // A summary needs no texts.
            let file = found.file.as_deref();
            let (findings, severities) = if self.quiet && self.baseline.is_none() {
                (Vec::new(), linter.severities_of(shape, file))
            } else {
                let findings = linter.findings_of(shape, file);
                let severities = findings.iter().map(|finding| finding.severity).collect();
                (findings, severities)
            };
            // Other rules find the same in the clues.
            let is_grid_wrong =
                |finding: &Diagnostic| finding.severity == Severity::Error && !clue::is_about(finding.code);
            let choice = choice.filter(|_| by.whole && !by.chosen && findings.iter().any(is_grid_wrong));
            let fitting = choice.and_then(|choice| choice.fitting(shape)).map(|profile| profile.name);
            GridFindings { by, findings, severities, fitting }
        })
    }

    /// Returns the files to judge, and the judges.
    fn work(&self) -> anyhow::Result<Work> {
        let rules = self.rules.as_deref().map(Path::new);
        let named = self.files.iter().map(PathBuf::as_path).chain(rules);
        at_most_one_stdin(named)?;
        let Inputs { mut files, is_one_file } = self.walk.inputs(&self.files)?;
        if let Some(revision) = &self.changed_since {
            keep_changed(&mut files, revision)?;
        }
        let mut configurations = match &self.config.config {
            None if self.config.no_config => Configurations::None,
            Some(path) => Configurations::One(Box::new(Configuration::read(path)?)),
            None => Configurations::Nearest(HashMap::new()),
        };
        let asked = self.asked();
        let mut work = Work { files: Vec::new(), is_one_file, judges: Vec::new(), judge_of: Vec::new() };
        let mut known: Vec<Settings> = Vec::new();
        let mut read = HashMap::new();
        for file in files {
            let Some(settings) = configurations.settings(&file)? else { continue };
            let settings = asked.clone().or(&settings);
            let number = known.iter().position(|its| *its == settings).unwrap_or(known.len());
            if number == known.len() {
                work.judges.push(judge_by(&settings, &mut read)?);
                known.push(settings);
            }
            work.judge_of.push(number);
            work.files.push(file);
        }
        if work.judges.is_empty() {
            // There is no file, but wrong options are still errors.
            work.judges.push(judge_by(&asked, &mut read)?);
            known.push(asked);
        }
        must_check_selected(&known, &work.judges)?;
        Ok(work)
    }

    /// Returns the settings that options state. Selected codes on the command line replace ignored ones of a configuration.
    fn asked(&self) -> Settings {
        let rules = self.rules.clone().map(config::Basis::Rules);
        let names = |codes: &[&'static Code]| codes.iter().map(|code| code.name).collect::<Vec<_>>();
        let (select, ignore) = (names(&self.select), names(&self.ignore));
        let is_filtered = !select.is_empty() || !ignore.is_empty();
        Settings {
            basis: self.profile.clone().map(config::Basis::Profile).or(rules),
            select: is_filtered.then_some(select),
            ignore: is_filtered.then_some(ignore),
        }
    }
}

/// Returns the finding that a file cannot be read.
fn unreadable(error: &SourceError) -> Diagnostic {
    Diagnostic::new(codes::UNREADABLE, visible(&error.fault()).into_owned(), Vec::new(), [])
}

fn known(baseline: Option<&Baseline>, file: &str, index: usize, finding: &Diagnostic) -> BaselineState {
    match baseline {
        None => BaselineState::NoBaseline,
        Some(baseline) if baseline.knows(&fingerprint(file, Some(index), finding)) => BaselineState::Known,
        Some(_) => BaselineState::New,
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
    Ok(match repaired(&problem, grid, 1, SUGGEST_FOR, (run, terminal), |_| {})? {
        RepairOutcome::Repaired(Nearest { changes: 0, .. }) => None,
        RepairOutcome::Repaired(Nearest { changes, .. }) => Some(Suggestion::Changes(changes)),
        RepairOutcome::OutOfTime(fewest) => Some(Suggestion::AtLeast(fewest)),
        RepairOutcome::Impossible => Some(Suggestion::Impossible),
    })
}

fn summarise(output: &mut Output, work: &Work, tally: &Totals) -> anyhow::Result<()> {
    let Totals { grids, invalid, warnings, known, unreadable, .. } = tally;
    let says_validity = work.judges.iter().all(Judge::says_validity);
    let title = match &work.judges[..] {
        [judge] => judge.title(),
        _ if says_validity => "the rules of their folders".to_owned(),
        _ => "part of the rules of their folders".to_owned(),
    };
    write!(output, "{} by {title}: ", plural(*grids, "grid"))?;
    if says_validity {
        write!(output, "{} valid, {invalid} invalid", grids - invalid)?;
    } else {
        write!(output, "{invalid} with errors, {} without", grids - invalid)?;
    }
    if *warnings > 0 {
        write!(output, ", {}", plural(*warnings, "warning"))?;
    }
    if *known > 0 {
        write!(output, "; {} known", plural(*known, "finding"))?;
    }
    if *unreadable > 0 {
        write!(output, "; {} unreadable", plural(*unreadable, "file"))?;
    }
    writeln!(output, "{}", if says_validity { "" } else { "; no verdict: some rules were filtered out" })?;
    Ok(())
}

impl Totals {
    fn add(&mut self, severities: &[Severity], known: &[BaselineState]) {
        self.grids += 1;
        let is_known = |i: usize| known.get(i) == Some(&BaselineState::Known);
        let mut errors = (0..).zip(severities).filter(|(_, severity)| **severity == Severity::Error);
        self.failing += u64::from(errors.clone().any(|(i, _)| !is_known(i)));
        self.invalid += u64::from(errors.next().is_some());
        self.known += known.iter().filter(|known| **known == BaselineState::Known).count() as u64;
        self.warnings += severities.iter().filter(|severity| **severity == Severity::Warning).count() as u64;
    }

    /// Returns notes on grids that were not judged or not repaired, a sentence each.
    fn notes(&self) -> Vec<String> {
        let Totals { left_out, unrepaired, .. } = self;
        let mut notes = Vec::new();
        if *left_out > 0 {
            notes.push(format!("{} not satisfying the constraints left out", plural(*left_out, "grid")));
        }
        if *unrepaired > 0 {
            let invalid = plural(*unrepaired, "invalid grid");
            notes.push(format!("no repair was looked for of {invalid} with bars or voids: repairs have neither"));
        }
        notes
    }
}
