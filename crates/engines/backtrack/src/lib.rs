//! Searches by bit-parallel backtracking, from the middle row outward.
//!
//! The method is Keith's (2026): with a half turn, the upper half and the middle row determine the grid. So rows are placed from the middle
//! outward, and columns are checked as they grow. The new part: rows are tried without a loop over squares, or even over rows.
//! Rows are bit words, and so are sets of rows ([`rows`]). The rows that may follow a row are looked up ([`graph`]). Rows that the columns
//! do not permit ([`columns`]) are removed from the set all at once ([`filter`]). Regions are maintained as pairs of bit words
//! ([`regions`]). Near the edge, where most of the work is, two rows are considered together ([`edge_lookahead`], [`adjacent`]). Without a
//! half turn the same search proceeds from the first row down. Other symmetries remove rows from it ([`symmetry`]), and constraints end
//! branches of it ([`constraints`]).
//!
//! A listing contains every grid. A count skips grids whose mirror image ([`mirror`]) or reflection ([`diagonal`]) is counted for both.
//!
//! The tasks are subtrees: the first row with a group of second rows. Rayon's threads share them.

mod adjacent;
mod columns;
mod constraints;
mod diagonal;
mod edge_lookahead;
mod filter;
mod forbidden;
mod graph;
mod hinges;
mod level;
mod mirror;
mod outline;
mod pattern;
mod plan;
mod regions;
mod rows;
mod search;
mod symmetry;
#[cfg(test)]
mod tests;
mod words;

use std::sync::Mutex;

use columns::Columns;
use constraints::ConstraintCheck;
use diagonal::Reflections;
use graph::RowGraph;
use gridcheck_core::constraint::{Kind, Measure};
use gridcheck_core::grid::{Grid, reverse_row};
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{GridKind, Symmetry};
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::listing::{Collector, TaskSink, for_each_task};
use gridcheck_engine::memory;
use gridcheck_engine::{ClauseUse, Declined, Engine, EngineError, EngineFacts, Lister, Method, Prepared, Run, Witness};
use mirror::{Weights, is_mirrored};
use outline::{LevelKind, Outline, Role};
use plan::Plan;
use rows::{RowPatterns, legal_rows};
use search::{Receiver, Search};
use symmetry::each_row;

/// Places rows from the middle outward, and backtracks where no row fits.
pub struct Backtrack;

/// Above this many squares left open by symmetry and givens, a count takes hours (13 × 13 with a half turn has 85).
const REASONABLE_OPEN: usize = 64;
/// Approximate number of tasks: enough for even loads, few enough for a progress report.
const TASKS: usize = 1 << 13;
/// Maximum number of words that a thread's lists of rows may take (256 MB); those of a 13 × 13 British count take half of that.
const MAX_KEPT: usize = 32 << 20;

/// Returns [`MAX_KEPT`], or less if the lists of all threads would take more than half of the memory limit.
fn most_kept() -> usize {
    let word = size_of::<u64>();
    MAX_KEPT.min(memory::limit() / 2 / word / rayon::current_num_threads())
}

const FACTS: EngineFacts = EngineFacts {
    name: "backtrack",
    witness: Witness::Alone,
    method: Method::Lists { suits_small_parts: false },
    kinds: &[GridKind::Blocks],
    symmetries: &Symmetry::ALL,
    constraints: &Kind::ALL,
    rank: 3,
    clauses: ClauseUse::None,
    seeks_extremes: false,
};

impl Engine for Backtrack {
    fn facts(&self) -> EngineFacts {
        FACTS
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        let outline = Outline::of(problem).map_err(|why| why.by(FACTS.name))?;
        let open = outline.as_ref().map_or(0, |outline| outline.open);
        let slow = (open > REASONABLE_OPEN).then(|| format!("{open} open squares, reasonable up to {REASONABLE_OPEN}"));
        Prepared::listing(self, problem, kind, slow, Rows { problem: problem.clone(), outline })
    }
}

/// A problem to be filled row by row.
struct Rows {
    problem: Problem,
    /// `None` if the givens contradict the symmetry, so that there is no grid.
    outline: Option<Outline>,
}

impl Lister for Rows {
    fn measure(&self, grid: &Grid, measure: Measure) -> u32 {
        constraints::measure(grid, measure)
    }

    fn list(&self, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        let Some(outline) = self.outline.clone() else { return Ok(()) };
        Work::new(&self.problem, outline).list(run, collector)
    }

    fn count(&self, run: &Run) -> Result<u128, EngineError> {
        let Some(outline) = self.outline.clone() else { return Ok(0) };
        let mut work = Work::new(&self.problem, outline);
        if work.plan.symmetry_rules.half_turn && diagonal::is_symmetric(&self.problem) {
            work.plan.reflections = Reflections::OneOfTwo;
        }
        work.count(run)
    }
}

/// Counts the grids of a task.
struct GridCounter {
    width: usize,
    reflections: Reflections,
    grids: u64,
}

impl Receiver for GridCounter {
    fn found(&mut self, rows: &[u32]) -> Result<(), EngineError> {
        self.grids += match self.reflections {
            Reflections::Both => 1,
            Reflections::OneOfTwo => diagonal::weight(rows, self.width),
        };
        Ok(())
    }
}

/// Passes the grids of a task to a collector.
struct GridSender<'a> {
    half_turn: bool,
    grid: Grid,
    task: Box<dyn TaskSink + 'a>,
    grids: u64,
}

impl Receiver for GridSender<'_> {
    fn found(&mut self, rows: &[u32]) -> Result<(), EngineError> {
        let GridSender { half_turn, grid, .. } = self;
        each_row(grid.size(), *half_turn, rows, |r, row| grid.set_row(r, row));
        self.grids += 1;
        if self.task.put(&self.grid).is_break() { Err(EngineError::Stopped) } else { Ok(()) }
    }
}

/// The plan of a problem, and its division into tasks.
struct Work {
    plan: Plan,
    /// `true` if the mirror image of every grid is a grid too.
    mirrored: bool,
    /// Number of second rows that a task tries.
    chunk: usize,
}

impl Work {
    /// Makes the plan of a problem, whose outline this is.
    fn new(problem: &Problem, outline: Outline) -> Self {
        let Outline { symmetry_rules, levels, words, edges, connected, least, constraints, runs, kinds, sets, open: _ } =
            outline;
        let (height, width) = (problem.height(), problem.width());
        let mirrored = symmetry_rules.hold_in_mirror() && kinds.iter().all(|kind| is_mirrored(kind.givens, width));
        let mut rows = Vec::new();
        for LevelKind { givens, role, alike } in kinds {
            let mut legal = legal_rows(width, &words, givens);
            if role == Role::Middle || symmetry_rules.palindromes {
                legal.retain(|&row| u64::from(row) == reverse_row(row.into(), width));
            }
            legal.retain(|row| row & alike == 0 || row & alike == alike);
            rows.push(legal);
        }
        let pairs = rows[sets[0]].len().saturating_mul(rows[sets[1]].len());
        let plan = Plan {
            height,
            width,
            symmetry_rules,
            levels,
            patterns: RowPatterns::new(width, &rows),
            sets,
            columns: Columns::new(runs, &words, levels),
            words,
            edges,
            connected,
            reflections: Reflections::Both,
            most_kept: most_kept(),
            least,
            wanted: ConstraintCheck::new(&constraints, problem.size(), symmetry_rules.half_turn),
        };
        Work { plan, mirrored, chunk: pairs.div_ceil(TASKS).max(1) }
    }

    /// Lists the grids in order.
    fn list(&self, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        let plan = &self.plan;
        let half_turn = plan.symmetry_rules.half_turn;
        self.each_task(run, |Share { index, first, seconds }, graph| {
            let task = collector.begin(index);
            let sender = GridSender { half_turn, grid: Grid::black(plan.height, plan.width), task, grids: 0 };
            let mut search = Search::new(plan, run, graph, sender);
            search.run(first, seconds)?;
            let (graph, sender) = search.into_parts();
            sender.task.end();
            Ok((graph, sender.grids))
        })
    }

    /// Counts the grids that `list` gives if no reflections are skipped.
    fn count(&self, run: &Run) -> Result<u128, EngineError> {
        let plan = &self.plan;
        let counter = || GridCounter { width: plan.width, reflections: plan.reflections, grids: 0 };
        let total = Mutex::new(Some(0u128));
        self.each_task(run, |Share { first, seconds, .. }, graph| {
            let Weights { once, twice } =
                if self.mirrored { Weights::mirrored(&plan.patterns, first, seconds) } else { Weights::plain(seconds) };
            let mut search = Search::new(plan, run, graph, counter());
            search.run(first, &twice)?;
            search.receiver.grids *= 2;
            search.run(first, &once)?;
            let (graph, GridCounter { grids, .. }) = search.into_parts();
            let mut total = locked(&total);
            *total = total.and_then(|total| total.checked_add(grids.into()));
            Ok((graph, grids))
        })?;
        unlocked(total).ok_or(EngineError::Overflow)
    }

    /// Calls `search` for each task on rayon's threads. It returns the graph that it received, and the task's number of grids.
    fn each_task<'a>(
        &'a self,
        run: &Run,
        search: impl Fn(Share<'a>, RowGraph<'a>) -> Result<(RowGraph<'a>, u64), EngineError> + Sync,
    ) -> Result<(), EngineError> {
        let plan = &self.plan;
        let firsts = plan.patterns.set(plan.sets[0]);
        let seconds: Vec<&[u32]> = plan.patterns.set(plan.sets[1]).chunks(self.chunk).collect();
        // A graph serves one search at a time and is then passed to the next.
        let idle: Mutex<Vec<RowGraph>> = Mutex::new(Vec::new());
        for_each_task(firsts.len() * seconds.len(), run, |index| {
            let graph = locked(&idle).pop();
            let graph = graph.unwrap_or_else(|| RowGraph::new(&plan.patterns, &plan.words));
            // Start with the fullest first row: a listing then finds grids at once, because hardly any grid has a nearly black middle row.
            let first = firsts[firsts.len() - 1 - index / seconds.len()];
            let seconds = seconds[index % seconds.len()];
            let (graph, grids) = search(Share { index, first, seconds }, graph)?;
            locked(&idle).push(graph);
            Ok(grids)
        })
    }
}

/// The search of one task.
struct Share<'a> {
    /// The task's number.
    index: usize,
    /// The row of level 0 ...
    first: u32,
    /// ... and the rows of level 1.
    seconds: &'a [u32],
}
