//! The nearest valid grids of each grid of a file, and their report.

use std::time::Duration;

use anyhow::{anyhow, bail};
use serde::Serialize;

use super::names::JudgedBy;
use gridcheck_core::constraint::Constraint;
use gridcheck_core::grid::Grid;
use gridcheck_core::plural::plural;
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_core::rules::Ruleset;
use gridcheck_core::serial::{AsRows, Squares};
use gridcheck_design::repair::{Nearest, nearest};
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{EngineError, Run};
use gridcheck_lint::choice::Choice;
use gridcheck_lint::profile::Profile;
use gridcheck_lint::{Diagnostic, Linter};

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
    Rules(Ruleset),
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
    (run, watch): (&Run, &dyn Watch),
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
                watch.learned(format!("no valid grid changes fewer than {}", plural(fewest, "square")));
            }
            run.check().map(|()| RepairOutcome::OutOfTime(fewest))
        }
        Err(error) => Err(error),
    }
}

impl RepairBasis {
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
pub fn problem_of(
    at: GridPlace,
    grid: &Grid,
    by: &RepairBasis,
    constraints: &[Constraint],
    keep: Option<(&str, &Givens)>,
) -> anyhow::Result<(Problem, Option<&'static Profile>)> {
    let (rules, profile) = match by {
        RepairBasis::Rules(rules) => (rules.clone(), None),
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
    let mut problem = problem.map_err(|error| anyhow!("{place}: {error}"))?;
    if let Some((path, givens)) = keep {
        problem = problem.with_givens(givens.clone()).map_err(|error| anyhow!("{path}:1:1: {error}"))?;
        if let Some((r, c)) = givens.first_broken(grid) {
            let (kept, found) = if grid.is_white(r, c) { ("black", "white") } else { ("white", "black") };
            let square = format!("row {}, column {}", r + 1, c + 1);
            bail!("{path}: {square} is {kept}, in {file} it is {found}: a square that stays has the grid's colour");
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
        RepairedGrid { at, grid, name, is_profile: profile.is_some(), outcome, findings }
    }

    /// Returns the nearest valid grids; none if there are none, or none was found in time.
    pub fn grids(&self) -> &[Grid] {
        match &self.outcome {
            RepairOutcome::Repaired(nearest) => &nearest.grids,
            RepairOutcome::Impossible | RepairOutcome::OutOfTime(_) => &[],
        }
    }

    /// Returns the report.
    pub fn report(&self) -> RepairAnswer<'_> {
        let RepairedGrid { at: GridPlace { file, index, line }, grid, name, is_profile, outcome, findings } = self;
        let (changes, fewest, all) = match outcome {
            RepairOutcome::Repaired(Nearest { changes, all, .. }) => (Some(*changes), Some(*changes), Some(*all)),
            RepairOutcome::Impossible => (None, None, Some(true)),
            RepairOutcome::OutOfTime(fewest) => (None, Some(*fewest), None),
        };
        let grids = self.grids().iter().enumerate().map(|(i, repaired)| {
            let changed = grid.size().positions().filter(|&(r, c)| grid.is_white(r, c) != repaired.is_white(r, c));
            let codes = findings.get(i).into_iter().flatten().map(|finding| finding.code.name);
            NearestAnswer { rows: AsRows(repaired), changed: changed.collect(), findings: codes.collect() }
        });
        RepairAnswer {
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
pub struct RepairAnswer<'a> {
    file: &'a str,
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    index: usize,
    line: usize,
    #[serde(flatten)]
    by: JudgedBy<'a>,
    changes: Option<usize>,
    fewest: Option<usize>,
    all: Option<bool>,
    grids: Vec<NearestAnswer<'a>>,
}

/// A nearest valid grid.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct NearestAnswer<'a> {
    rows: AsRows<&'a Grid>,
    #[serde(with = "Squares")]
    changed: Vec<(usize, usize)>,
    findings: Vec<&'a str>,
}
