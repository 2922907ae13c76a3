//! `gridcheck list`: streams every grid.

use std::io::{self, Write};
use std::ops::ControlFlow;

use anyhow::{Context, bail};
use clap::Args;

use super::args::{GoalArgs, ProblemArgs};
use super::engines::{Asked, lister_or_fastest, listing_engines, one_engine};
use super::{Format, Output, Terminal, Verdict, note_all, report, write_json};
use crate::classes::canonical::{primitive, stands_for_class};
use crate::constraint::{Bounds, Constraint, Goal, Measure, Subject};
use crate::engine::blocks::SumKind;
use crate::engine::listing::InOrder;
use crate::engine::watch::Watch;
use crate::engine::{EngineError, Prepared, Run};
use crate::external::Programs;
use crate::grid::Grid;
use crate::maximal::{MOST_GRIDS, maximal};
use crate::oracle::exists;
use crate::plural::plural;
use crate::problem::Problem;
use crate::reports::grid::GridAnswer;

/// List every grid that obeys the rules, in an order that does not depend on the number of threads.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck list --size 5
  gridcheck list --size 7 --format line | sort > 7x7.txt
  gridcheck list --size 11 --format json | head
  gridcheck list --size 13 --limit 3      the first three of very many
  gridcheck list --size 7 --primitive     one grid of each class
  gridcheck list --size 7 --rules american --maximal
                                          those in which no black squares can be made white without losing a word
  gridcheck list --size 9 --rules american --where 'length 3..9 >= 1'
                                          those with words of every length
  gridcheck list --size 9 --most words --primitive
                                          the grids that have the most words")]
pub struct List {
    #[command(flatten)]
    problem: ProblemArgs,
    #[arg(long, visible_alias = "engines", value_name = "NAME", value_parser = one_engine,
        help = format!("Ask this engine: {}. The default is the fastest that can list the grids", listing_engines()))]
    engine: Option<String>,
    /// List only one grid of each class under the square's eight symmetries: of the images that obey the rules and have the given squares,
    /// the first in order, with # before . (row by row).
    #[arg(long)]
    primitive: bool,
    /// List only maximal grids: no other listed grid has all their white squares and at least as many words. The list has at most
    /// 100000 grids.
    #[arg(long)]
    maximal: bool,
    #[command(flatten)]
    extreme: GoalArgs,
    /// Stop after this many grids.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    limit: Option<u64>,
    /// Print each grid in this format, # black and . white: a row per line, with a blank line between grids; a grid per line, its
    /// rows joined by /; or {"rows": [...]}.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Line, Format::Json]))]
    format: Format,
}

impl List {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let mut problem = self.problem.problem()?;
        if let Some(goal) = self.extreme.goal() {
            let Some(reaching) = reaching(problem, goal, terminal)? else { return Ok(Verdict::Well) };
            problem = reaching;
        }
        let engine = lister_or_fastest(self.engine.as_deref(), &problem, terminal)?;
        note_all(problem.notes());
        let is_slow = self.engine.is_none() && engine.slow().is_some();
        if is_slow && exists(&problem, &terminal.run("looking for a grid"))? == Some(false) {
            terminal.clear();
            report("note: there is no such grid, as the solver has shown before any listing");
            return Ok(Verdict::Well);
        }
        let run = terminal.printing_run(engine.name(), output);
        let limit = self.limit.unwrap_or(u64::MAX);
        let mut printed = 0;
        let mut failed = None;
        let mut put = |grid: &Grid| {
            if printed == limit {
                return ControlFlow::Break(());
            }
            let put = print(output, grid, None, self.format, printed == 0).and_then(|()| output.must_be_open());
            if let Err(error) = put {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            printed += 1;
            if printed == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let outcome = if self.maximal {
            let grids = few_grids(&engine, &run)?;
            let is_shown = |grid: &&&Grid| !self.primitive || stands_for_class(grid, &problem);
            let lister = engine.lister().context("the engine lists")?;
            let words = |grid: &Grid| lister.measure(grid, Measure::Words);
            let found = maximal(&grids, words, &run)?;
            // The end of the printing is not an error.
            let _ = found.iter().filter(is_shown).try_for_each(|grid| put(grid));
            Ok(())
        } else {
            let order = InOrder::new(put);
            if self.primitive { engine.list(&run, &primitive(&problem, &order)) } else { engine.list(&run, &order) }
        };
        match (failed, outcome) {
            (Some(error), _) => Err(error.into()),
            (None, Err(EngineError::Stopped)) if printed == limit => Ok(Verdict::Well),
            (None, Err(EngineError::Stopped)) => {
                // The output so far consists of whole grids, so it is kept.
                output.flush()?;
                Err(EngineError::Stopped.into())
            }
            (None, outcome) => Ok(outcome.map(|()| Verdict::Well)?),
        }
    }
}

/// Returns the grids of a problem, to be compared with each other.
fn few_grids(engine: &Prepared<'_>, run: &Run) -> anyhow::Result<Vec<Grid>> {
    let mut grids = Vec::new();
    let order = InOrder::new(|grid: &Grid| {
        grids.push(grid.clone());
        if grids.len() > MOST_GRIDS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let outcome = engine.list(run, &order);
    drop(order);
    if grids.len() > MOST_GRIDS {
        bail!("more than {MOST_GRIDS} grids: --maximal compares each with all others");
    }
    outcome?;
    Ok(grids)
}

/// Returns the problem of the grids that reach a goal, which the fastest measuring engine finds. Returns `None` if there is no
/// grid at all.
fn reaching(problem: Problem, goal: Goal, terminal: &Terminal) -> anyhow::Result<Option<Problem>> {
    let asked = Asked { problem: &problem, kind: &SumKind::Extreme(goal) };
    let engine = asked.prepared_or_fastest(None, &Programs::builtin(), terminal)?;
    let extreme = engine.extreme(&terminal.run(engine.name()))?;
    terminal.clear();
    let Some(extreme) = extreme else { return Ok(None) };
    report(&format!("{goal}: {}, in {}", extreme.value, plural(extreme.grids, "grid")));
    let constraint = Constraint { subject: Subject::Of(goal.measure()), bounds: Bounds::exactly(extreme.value) };
    let constraints = [problem.constraints(), &[constraint]].concat();
    Ok(Some(problem.with_constraints(constraints)?))
}

/// Prints one of several grids; JSON includes its rank if it is known. Another program that takes grids receives the grid itself.
pub fn print(output: &mut Output, grid: &Grid, rank: Option<u128>, format: Format, first: bool) -> io::Result<()> {
    match format {
        _ if output.hand_over(grid, rank) => Ok(()),
        Format::Line => writeln!(output, "{}", grid.one_line()),
        Format::Json => write_json(output, &GridAnswer::new(grid, rank)),
        _ if first => writeln!(output, "{grid}"),
        _ => writeln!(output, "\n{grid}"),
    }
}
