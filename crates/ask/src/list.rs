//! `gridcheck list`: streams every grid.

use std::ops::ControlFlow;

use serde::Deserialize;

use gridcheck_compare::classes::canonical::{primitive, stands_for_class};
use gridcheck_compare::maximal::{MAX_GRIDS, maximal};
use gridcheck_core::constraint::{Bounds, Constraint, Goal, Measure, Subject};
use gridcheck_core::grid::Grid;
use gridcheck_core::plural::plural;
use gridcheck_core::problem::Problem;
use gridcheck_design::oracle::exists;
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::listing::InOrder;
use gridcheck_engine::{EngineError, Prepared, Run};

use super::engines::{Programs, SumRequest, lister_of_or_fastest};
#[cfg(feature = "clap")]
use super::engines::{listing_engines, one_engine};
use super::failure::Failure;
use super::given::Given;
use super::grid::GridReport;
use super::host::Host;
use super::options::{Extremes, Threads};
use super::question::Question;
use super::{AskEach, Each, usage};

/// Lists every grid that obeys the rules, in an order that does not depend on the number of threads.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct List {
    /// The grids.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub question: Question,
    /// The number of threads.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub threads: Threads,
    /// The name of the engine to ask; the default is the fastest that can list the grids.
    #[cfg_attr(feature = "clap", arg(long, visible_alias = "engines", value_name = "NAME", value_parser = one_engine,
        help = format!("Ask this engine: {}. The default is the fastest that can list the grids", listing_engines())))]
    pub engine: Option<String>,
    /// List only one grid of each class under the square's eight symmetries: of the images that obey the rules and have the given squares,
    /// the first in order, with # before . (row by row).
    #[cfg_attr(feature = "clap", arg(long))]
    pub primitive: bool,
    /// List only maximal grids: no other listed grid has all their white squares and at least as many words. The list has at most
    /// 100000 grids.
    #[cfg_attr(feature = "clap", arg(long))]
    pub maximal: bool,
    /// The extreme that the grids reach.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub extremes: Extremes,
    /// Stop after this many grids.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", allow_negative_numbers = true))]
    pub limit: Option<u64>,
}

impl AskEach for List {
    type Item<'a> = GridReport<'a>;
    type Summary = ();

    fn ask_each(&self, host: &dyn Host, each: Each<'_, Self>) -> Result<(), Failure> {
        let Extremes { most, fewest } = &self.extremes;
        Given([("most", most.is_some()), ("fewest", fewest.is_some())]).refuse("most", &["fewest"])?;
        let Some(problem) = self.problem(host)? else { return Ok(()) };
        let engine = lister_of_or_fastest(self.engine.as_deref(), &problem, host)?;
        problem.notes().into_iter().for_each(|note| host.note(note));
        let is_slow = self.engine.is_none() && engine.slow().is_some();
        if is_slow && exists(&problem, &host.run("looking for a grid"))? == Some(false) {
            host.note("there is no such grid, as the solver has shown before any listing".to_owned());
            return Ok(());
        }
        let limit = self.limit.unwrap_or(u64::MAX);
        let mut listed = 0;
        let mut is_over = false;
        let put = |grid: &Grid| {
            if listed < limit && each(GridReport::new(grid, None)).is_continue() {
                listed += 1;
            } else {
                is_over = true;
            }
            is_over |= listed == limit;
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let outcome = self.list(&problem, &engine, &host.run_with_items(engine.name()), put);
        match outcome {
            Err(Failure::Stopped) if is_over => Ok(()),
            outcome => outcome,
        }
    }
}

impl List {
    /// Returns the problem, whose grids reach the extreme if one is asked for; `None` if there is no grid at all.
    fn problem(&self, host: &dyn Host) -> Result<Option<Problem>, Failure> {
        let problem = self.question.problem(host)?;
        match self.extremes.goal() {
            None => Ok(Some(problem)),
            Some(goal) => reaching(problem, goal, host),
        }
    }

    fn list(
        &self,
        problem: &Problem,
        engine: &Prepared<'_>,
        run: &Run,
        mut put: impl FnMut(&Grid) -> ControlFlow<()> + Send,
    ) -> Result<(), Failure> {
        if !self.maximal {
            let order = InOrder::new(put);
            let listed =
                if self.primitive { engine.list(run, &primitive(problem, &order)) } else { engine.list(run, &order) };
            return Ok(listed?);
        }
        let grids = few_grids(engine, run)?;
        let is_shown = |grid: &&&Grid| !self.primitive || stands_for_class(grid, problem);
        let lister = engine.lister().ok_or_else(|| Failure::unusable("the engine does not list"))?;
        let found = maximal(&grids, |grid: &Grid| lister.measure(grid, Measure::Words), run)?;
        // The end of the reading is not an error.
        let _ = found.iter().filter(is_shown).try_for_each(|grid| put(grid));
        Ok(())
    }
}

/// Returns the grids of a problem, to be compared with each other.
fn few_grids(engine: &Prepared<'_>, run: &Run) -> Result<Vec<Grid>, Failure> {
    let mut grids = Vec::new();
    let order = InOrder::new(|grid: &Grid| {
        grids.push(grid.clone());
        if grids.len() > MAX_GRIDS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let outcome: Result<(), EngineError> = engine.list(run, &order);
    drop(order);
    if grids.len() > MAX_GRIDS {
        return Err(usage!("more than " (MAX_GRIDS) " grids: " [maximal] " compares each with all others"));
    }
    outcome?;
    Ok(grids)
}

/// Returns the problem of the grids that reach a goal, which the fastest measuring engine finds. Returns `None` if there is no
/// grid at all.
fn reaching(problem: Problem, goal: Goal, host: &dyn Host) -> Result<Option<Problem>, Failure> {
    let sum = SumRequest { problem: &problem, kind: &SumKind::Extreme(goal) };
    let engine = sum.prepared_by_or_fastest(None, &Programs::builtin(), host)?;
    let Some(extreme) = engine.extreme(&host.run(engine.name()))? else { return Ok(None) };
    host.inform(format!("{goal}: {}, in {}", extreme.value, plural(extreme.grids, "grid")));
    let constraint = Constraint { subject: Subject::Of(goal.measure()), bounds: Bounds::exactly(extreme.value) };
    let constraints = [problem.constraints(), &[constraint]].concat();
    Ok(Some(problem.with_constraints(constraints)?))
}
