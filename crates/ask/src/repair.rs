//! The nearest valid grids of each grid of a file, and their report.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::examine::note_reading;
use super::failure::Failure;
use super::host::Host;
use super::input::{Input, at_most_one_standard_input};
use super::names::{JudgedBy, profile_named, profile_with_rules};
use super::options::{Conditions, Reading};
use super::parse::time;
#[cfg(feature = "clap")]
use super::parse::{at_least_one, duration};
use super::rules::RulesInput;
use super::{AskEach, Each, usage};
use gridcheck_core::constraint::Constraint;
use gridcheck_core::grid::Grid;
use gridcheck_core::plural::plural;
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_core::rules::{GridKind, Ruleset};
use gridcheck_core::serial::{AsRows, Squares};
use gridcheck_design::repair::{Nearest, nearest};
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{EngineError, Run};
use gridcheck_formats::puzzle::Puzzle;
use gridcheck_formats::source::CheckedSource;
use gridcheck_lint::choice::Choice;
use gridcheck_lint::profile::Profile;
use gridcheck_lint::{Diagnostic, Linter};

/// Finds the valid grids that change the fewest squares of a grid, or the fewest bars of a barred one.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Repair {
    /// Repair the grids of this file, or of a puzzle file; - is standard input.
    #[cfg_attr(feature = "clap", arg(value_name = "FILE"))]
    pub file: Input,
    /// The rule set: a built-in one (see `gridcheck rules`) or a TOML file; - is standard input. The default is british. With a profile,
    /// the rule set takes the place of that of the profile.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME|FILE.toml", allow_hyphen_values = true))]
    #[serde(default)]
    pub rules: Option<RulesInput>,
    /// The conditions on repaired grids.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub conditions: Conditions,
    /// Repair by the rules of a house: one of gridcheck rules --profiles, a TOML file, or auto for the one with the fewest findings in
    /// each grid. With --rules, that rule set takes the place of the rule set of the house.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME|FILE.toml"))]
    pub profile: Option<String>,
    /// Keep these squares: a file like the grid, with ? for every square that may change.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub keep: Option<Input>,
    /// Show this many of the nearest grids; the default is one.
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", value_parser = at_least_one, allow_negative_numbers = true))]
    pub count: Option<usize>,
    /// Show all nearest grids.
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub all: bool,
    /// Search at most this long for each grid. The default is a minute.
    #[cfg_attr(feature = "clap", arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true))]
    #[serde(default, deserialize_with = "time")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::parse::Time"))]
    pub time_limit: Option<Duration>,
    /// The way in which the file is read.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub reading: Reading,
}

/// The time for each grid.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// The worst outcome of all grids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worst {
    /// Each grid was repaired.
    Repaired,
    /// The time ran out for some grid.
    OutOfTime,
    /// Some grid cannot be repaired.
    Impossible,
}

impl AskEach for Repair {
    type Item<'a> = RepairedGrid<'a>;
    type Summary = Worst;

    fn ask_each(&self, host: &dyn Host, each: Each<'_, Self>) -> Result<Worst, Failure> {
        let mut list = self.open(host)?;
        self.repair_each(&mut list, host, &|_| {}, each)
    }
}

impl Repair {
    /// Returns the number of grids to show.
    ///
    /// # Errors
    /// It is 0, or all are to be shown.
    pub fn most(&self) -> Result<usize, Failure> {
        match (self.count, self.all) {
            (Some(_), true) => Err(usage!([count] " cannot be combined with " [all])),
            (Some(0), false) => Err(usage!([count] ": expected a whole number from 1")),
            (count, false) => Ok(count.unwrap_or(1)),
            (None, true) => Ok(usize::MAX),
        }
    }

    /// Opens the file, and checks the options against each other.
    ///
    /// # Errors
    /// Options contradict each other, or the file cannot be read.
    pub fn open(&self, host: &dyn Host) -> Result<CheckedSource, Failure> {
        let rules = self.rules.as_ref().and_then(RulesInput::input);
        let inputs = [Some(self.file.clone()), rules, self.keep.clone()];
        at_most_one_standard_input(&inputs.into_iter().flatten().collect::<Vec<_>>())?;
        self.most()?;
        let list = self.reading.settled()?.check(&self.file, host)?;
        if self.keep.is_some() && list.count() != 1 {
            let grids = plural(list.count(), "grid");
            return Err(usage!(
                (self.file.name()) ": " (grids) ", expected one, as " [keep] " names squares of one"
            ));
        }
        Ok(list)
    }

    /// Repairs each grid of the file. `on_bound` learns the report so far of the grid that is being repaired.
    ///
    /// # Errors
    /// The rules cannot apply to a grid, or the work fails or is stopped.
    pub fn repair_each(
        &self,
        list: &mut CheckedSource,
        host: &dyn Host,
        on_bound: &dyn Fn(&RepairReport<'_>),
        each: Each<'_, Self>,
    ) -> Result<Worst, Failure> {
        let rules = self.rules.as_ref().map(|rules| rules.ruleset(host)).transpose()?;
        let by = match (self.profile.as_deref(), rules) {
            (None, None) => RepairBasis::Rules(Box::new(RulesInput::default().ruleset(host)?)),
            (None, Some(rules)) => RepairBasis::Rules(Box::new(rules)),
            (Some(name), None) => RepairBasis::of_profile(profile_named(name, host)?),
            (Some(name), Some(rules)) => RepairBasis::Profile(profile_with_rules(name, &rules, host)?),
        };
        let keep = self.keep.as_ref().map(|keep| keep.givens(host)).transpose()?;
        let keep = keep.as_ref().map(|(name, givens)| (&**name, givens));
        let (most, limit) = (self.most()?, self.time_limit.unwrap_or(TIME_LIMIT));
        if !by.may_have_bars() {
            list.refuse_bars()?;
        }
        let file = note_reading(list, host);
        let mut worst = Worst::Repaired;
        for (index, found) in list.grids()?.enumerate() {
            let found = found?;
            let at = GridPlace { file: &file, index, line: found.line };
            let (problem, profile) = problem_of(at, &found.grid, &by, &self.conditions.constraints, keep)?;
            let of = |outcome| RepairedGrid::new(at, &found.grid, &problem, profile, outcome);
            let tell = |fewest| on_bound(&of(RepairOutcome::OutOfTime(fewest)).report());
            let outcome = repaired(&problem, &found.grid, most, limit, &host.run("repair"), host, tell)?;
            worst = worst.max(match outcome {
                RepairOutcome::Repaired(_) => Worst::Repaired,
                RepairOutcome::OutOfTime(_) => Worst::OutOfTime,
                RepairOutcome::Impossible => Worst::Impossible,
            });
            let puzzle = || found.puzzle();
            if each(RepairedGrid { puzzle: Some(&puzzle), ..of(outcome) }).is_break() {
                break;
            }
        }
        Ok(worst)
    }
}

/// The place of a grid.
#[derive(Clone, Copy)]
pub struct GridPlace<'a> {
    /// The file's name.
    pub file: &'a str,
    /// The grid's number in its file, from 0.
    pub index: usize,
    /// The line of its first row, from 1.
    pub line: usize,
}

/// A grid of the file and its result.
#[expect(missing_docs, reason = "the names say it")]
pub struct RepairedGrid<'a> {
    pub at: GridPlace<'a>,
    pub grid: &'a Grid,
    /// The name of the rules or of the profile.
    pub name: String,
    pub is_profile: bool,
    pub outcome: RepairOutcome,
    /// The findings of the profile in each of the repaired grids.
    pub findings: Vec<Vec<Diagnostic>>,
    /// Returns the grid as a puzzle, once it is repaired.
    pub puzzle: Option<&'a dyn Fn() -> Puzzle>,
}

/// The result for a grid.
pub enum RepairOutcome {
    /// The nearest valid grids.
    Repaired(Nearest),
    /// No valid grid has the squares to keep.
    Impossible,
    /// The time ran out; every valid grid is known to change at least this many squares.
    OutOfTime(usize),
}

/// The rules by which a grid is repaired.
pub enum RepairBasis {
    /// A rule set.
    Rules(Box<Ruleset>),
    /// A profile.
    Profile(&'static Profile),
    /// The profile with the fewest findings in each grid.
    Closest(Choice),
}

/// Repairs a grid within the time limit. `on_bound` learns the lower bounds on the number of changes. If it is interrupted, the watch learns
/// the last one.
///
/// # Errors
/// The solver fails or is stopped.
pub fn repaired(
    problem: &Problem,
    grid: &Grid,
    most: usize,
    limit: Duration,
    run: &Run,
    watch: &dyn Watch,
    on_bound: impl Fn(usize),
) -> Result<RepairOutcome, EngineError> {
    let mut fewest = 0;
    let raised = |bound| {
        fewest = bound;
        on_bound(bound);
    };
    match nearest(problem, grid, most, &run.within(limit), raised) {
        Ok(Some(nearest)) => Ok(RepairOutcome::Repaired(nearest)),
        Ok(None) => Ok(RepairOutcome::Impossible),
        Err(EngineError::Stopped) => {
            if run.check().is_err() {
                watch.learned(format!("no valid grid changes fewer than {}", changes(grid, fewest)));
            }
            run.check().map(|()| RepairOutcome::OutOfTime(fewest))
        }
        Err(error) => Err(error),
    }
}

/// Returns a number of changes of a grid in words.
pub fn changes(grid: &Grid, number: usize) -> String {
    plural(number, if grid.bars().is_empty() { "square" } else { "bar" })
}

impl RepairBasis {
    /// Returns `true` if the rules may be those of barred grids.
    fn may_have_bars(&self) -> bool {
        match self {
            RepairBasis::Rules(rules) => rules.kind == GridKind::Bars,
            RepairBasis::Profile(profile) => profile.ruleset().kind == GridKind::Bars,
            RepairBasis::Closest(_) => true,
        }
    }

    /// Repairs by a profile, or by the one with the fewest findings in each grid.
    pub fn of_profile(profile: Option<&'static Profile>) -> Self {
        profile.map_or_else(|| RepairBasis::Closest(Choice::new()), RepairBasis::Profile)
    }
}

/// Builds the problem of the grids that a repair may return, and chooses the profile. Squares of `keep`, which the file of this name has,
/// stay.
///
/// # Errors
/// The rules or the constraints cannot apply to the grid, or a square to keep has another colour in it.
fn problem_of(
    at: GridPlace,
    grid: &Grid,
    by: &RepairBasis,
    constraints: &[Constraint],
    keep: Option<(&str, &Givens)>,
) -> Result<(Problem, Option<&'static Profile>), Failure> {
    let (rules, profile) = match by {
        RepairBasis::Rules(rules) => (Ruleset::clone(rules), None),
        RepairBasis::Profile(profile) => (profile.ruleset(), Some(*profile)),
        RepairBasis::Closest(choice) => {
            let profile = choice.closest(grid);
            (profile.ruleset(), Some(profile))
        }
    };
    let file = at.file;
    let place = format!("{file}:{}:1", at.line);
    let problem =
        Problem::of_size(grid.size(), rules).and_then(|problem| problem.with_constraints(constraints.to_vec()));
    let mut problem = problem.map_err(|error| Failure::unusable(format!("{place}: {error}")))?;
    let has_other_kind = match problem.rules().kind {
        GridKind::Blocks => (!grid.bars().is_empty()).then_some("bars, and those of the rules have black squares"),
        GridKind::Bars => {
            (grid.whites() < problem.size().squares()).then_some("black squares, and those of the rules have bars")
        }
    };
    if let Some(has) = has_other_kind {
        return Err(Failure::unusable(format!("{place}: the grid has {has}")));
    }
    if let Some((path, givens)) = keep {
        problem =
            problem.with_givens(givens.clone()).map_err(|error| Failure::unusable(format!("{path}:1:1: {error}")))?;
        if let Some((r, c)) = givens.first_broken(grid) {
            let square = format!("row {}, column {}", r + 1, c + 1);
            let kept = if givens.colour(r, c) == Some(!grid.is_white(r, c)) {
                let (kept, found) = if grid.is_white(r, c) { ("black", "white") } else { ("white", "black") };
                format!("{square} is {kept}, in {file} it is {found}: a square that stays has the grid's colour")
            } else {
                format!("{square} has other bars in {file}: a square that stays has the grid's bars")
            };
            return Err(Failure::unusable(format!("{path}: {kept}")));
        }
    }
    Ok((problem, profile))
}

impl<'a> RepairedGrid<'a> {
    /// Adds the findings of the profile in the repaired grids.
    pub fn new(
        at: GridPlace<'a>,
        grid: &'a Grid,
        problem: &Problem,
        profile: Option<&'static Profile>,
        outcome: RepairOutcome,
    ) -> Self {
        let name = profile.map_or_else(|| problem.rules().described(), |profile| profile.name.to_owned());
        let findings = match (&outcome, profile) {
            (RepairOutcome::Repaired(Nearest { grids, .. }), Some(profile)) => {
                let linter = Linter::by_profile(profile);
                grids.iter().map(|grid| linter.findings(grid)).collect()
            }
            _ => Vec::new(),
        };
        RepairedGrid { at, grid, name, is_profile: profile.is_some(), outcome, findings, puzzle: None }
    }

    /// Returns the nearest valid grids; none if there are none, or none was found in time.
    pub fn grids(&self) -> &[Grid] {
        match &self.outcome {
            RepairOutcome::Repaired(nearest) => &nearest.grids,
            RepairOutcome::Impossible | RepairOutcome::OutOfTime(_) => &[],
        }
    }

    /// Returns the report.
    pub fn report(&self) -> RepairReport<'_> {
        let RepairedGrid { at: GridPlace { file, index, line }, grid, name, is_profile, outcome, findings, .. } = self;
        let (changes, fewest, all) = match outcome {
            RepairOutcome::Repaired(Nearest { changes, all, .. }) => (Some(*changes), Some(*changes), Some(*all)),
            RepairOutcome::Impossible => (None, None, Some(true)),
            RepairOutcome::OutOfTime(fewest) => (None, Some(*fewest), None),
        };
        let grids = self.grids().iter().enumerate().map(|(i, repaired)| {
            let square = |grid: &Grid, (r, c)| (grid.is_white(r, c), grid.bars().after((r, c)));
            let changed = grid.size().positions().filter(|&place| square(grid, place) != square(repaired, place));
            let codes = findings.get(i).into_iter().flatten().map(|finding| finding.code.name);
            NearestReport { rows: AsRows(repaired), changed: changed.collect(), findings: codes.collect() }
        });
        RepairReport {
            file,
            index: index + 1,
            line: *line,
            by: JudgedBy::new(name, *is_profile),
            changes,
            fewest,
            all,
            grids: grids.collect(),
        }
    }
}

/// The report of `gridcheck repair` on a grid.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(extend("oneOf" = [{ "required": ["profile"] }, { "required": ["rules"] }])))]
pub struct RepairReport<'a> {
    file: &'a str,
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    index: usize,
    line: usize,
    #[serde(flatten)]
    by: JudgedBy<'a>,
    changes: Option<usize>,
    fewest: Option<usize>,
    all: Option<bool>,
    grids: Vec<NearestReport<'a>>,
}

/// A nearest valid grid.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct NearestReport<'a> {
    rows: AsRows<&'a Grid>,
    /// The squares that change colour, or whose bars at the right or below change.
    #[serde(with = "Squares")]
    changed: Vec<(usize, usize)>,
    findings: Vec<&'a str>,
}
