//! Bit-parallel backtracking, the middle row outward.
//!
//! The method is Keith's (2026): with a half turn the upper half and the middle row determine the grid, so rows are
//! placed from the middle outward and columns are checked as they grow. What is new here is that nothing loops over
//! squares, or even over rows, while rows are tried. Rows are bit words, and so are sets of rows ([`rows`]); which rows
//! may follow which is looked up ([`graph`]); those that the columns do not permit ([`columns`]) fall out of the set
//! all at once ([`filter`]); regions are carried along as pairs of bit words ([`regions`]). Near the edge, where most
//! of the work is, two rows are looked at together ([`ending`], [`outlook`]). Without a half turn the same search goes
//! from the first row down. Other symmetries take rows away from it ([`symmetry`]), and constraints end branches of it ([`constraints`]).
//!
//! A list has every grid. A count leaves out grids whose mirror image ([`mirror`]) or reflection ([`diagonal`]) is
//! counted in their stead.
//!
//! Subtrees (the first row with a group of second rows) are the pieces of the work, shared among rayon's threads.

mod columns;
mod constraints;
mod diagonal;
mod ending;
mod filter;
mod forbidden;
mod graph;
mod level;
mod mirror;
mod outline;
mod outlook;
mod pattern;
mod plan;
mod regions;
mod rows;
mod search;
mod symbol;
mod symmetry;
#[cfg(test)]
mod tests;
mod words;

use std::sync::Mutex;

use columns::Columns;
use constraints::Wanted;
use diagonal::Reflections;
use graph::RowGraph;
use gridcheck_core::constraint::{Kind, Measure};
use gridcheck_core::grid::{Grid, reverse_row};
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Symmetry;
use gridcheck_run::listing::{Collector, Piece, for_each_piece};
use gridcheck_run::memory::Account;
use gridcheck_run::{Ability, Engine, EngineError, Lister, Run, Witness};
use mirror::{Weights, is_mirrored};
use outline::{LevelKind, Outline, Role};
use plan::Plan;
use rows::{RowPatterns, legal_rows};
use search::{Receiver, Search};

/// Places rows from the middle outward and goes back where none fits.
pub struct Backtrack;

/// Above this many squares left open by symmetry and givens, a count takes hours (13 × 13 with a half turn has 85).
const REASONABLE_OPEN: usize = 64;
/// Pieces to cut the work into, about: enough for even loads, few enough to announce progress by.
const PIECES: usize = 1 << 13;
/// Words that a thread's lists of rows may take (256 MB); those of a 13 × 13 British count take half of that.
const MOST_KEPT: usize = 32 << 20;

/// The same, or less where all threads' lists together would take more than half of the memory that can be had.
fn most_kept() -> usize {
    let word = size_of::<u64>();
    MOST_KEPT.min(Account::open().bytes() / 2 / word / rayon::current_num_threads())
}

impl Engine for Backtrack {
    fn name(&self) -> &'static str {
        "backtrack"
    }

    fn witness(&self) -> Witness {
        Witness::Alone
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &Symmetry::ALL
    }

    fn constraints(&self) -> &'static [Kind] {
        &Kind::ALL
    }

    fn effort_per_square(&self) -> f64 {
        1.35
    }

    fn uses_clauses(&self) -> bool {
        false
    }

    fn ability(&self, problem: &Problem) -> Ability {
        match Outline::of(problem) {
            Err(why) => Ability::Unable(why),
            Ok(Some(outline)) if outline.open > REASONABLE_OPEN => {
                Ability::Slow(format!("{} open squares, reasonable up to {REASONABLE_OPEN}", outline.open))
            }
            Ok(_) => Ability::Able,
        }
    }

    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        let Some(mut work) = Work::of(problem)? else { return Ok(0) };
        if work.plan.demands.half_turn && diagonal::are_alike(problem) {
            work.plan.reflections = Reflections::OneOfTwo;
        }
        work.count(run)
    }

    fn lister(&self) -> Option<&dyn Lister> {
        Some(self)
    }
}

impl Lister for Backtrack {
    fn suits_small_parts(&self) -> bool {
        false
    }

    fn measure(&self, grid: &Grid, measure: Measure) -> u32 {
        constraints::measure(grid, measure)
    }

    fn list(&self, problem: &Problem, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        let Some(work) = Work::of(problem)? else { return Ok(()) };
        work.list(run, collector)
    }
}

/// Counts the grids of a piece.
struct Tally {
    size: usize,
    reflections: Reflections,
    grids: u64,
}

impl Receiver for Tally {
    fn found(&mut self, rows: &[u32]) -> Result<(), EngineError> {
        self.grids += match self.reflections {
            Reflections::Both => 1,
            Reflections::OneOfTwo => diagonal::weight(rows, self.size),
        };
        Ok(())
    }
}

/// Passes the grids of a piece on.
struct Handover<'a> {
    size: usize,
    half_turn: bool,
    grid: Grid,
    piece: Box<dyn Piece + 'a>,
    grids: u64,
}

impl Receiver for Handover<'_> {
    fn found(&mut self, rows: &[u32]) -> Result<(), EngineError> {
        let Handover { size, half_turn, grid, .. } = self;
        each_row(*size, *half_turn, rows, |r, row| grid.set_row(r, row));
        self.grids += 1;
        if self.piece.grid(&self.grid).is_break() { Err(EngineError::Stopped) } else { Ok(()) }
    }
}

/// A problem made ready: the plan and how it is cut into pieces.
struct Work {
    plan: Plan,
    /// Whether the mirror image of every grid is one too.
    mirrored: bool,
    /// Second rows that a piece tries.
    chunk: usize,
}

impl Work {
    /// `None` when the givens contradict the symmetry, so that there is nothing to count.
    fn of(problem: &Problem) -> Result<Option<Work>, EngineError> {
        let unable = |why| EngineError::Unable { engine: Backtrack.name(), why };
        let Some(outline) = Outline::of(problem).map_err(unable)? else { return Ok(None) };
        let Outline { demands, levels, words, single_cells, edges, connected, least, runs, kinds, sets, open: _ } =
            outline;
        let size = problem.size();
        let mirrored = demands.outlive_mirror() && kinds.iter().all(|kind| is_mirrored(kind.givens, size));
        let mut rows = Vec::new();
        for LevelKind { givens, role, alike } in kinds {
            let mut legal = legal_rows(size, &words, single_cells, givens);
            if role == Role::Middle || demands.palindromes {
                legal.retain(|&row| u64::from(row) == reverse_row(row.into(), size));
            }
            legal.retain(|row| row & alike == 0 || row & alike == alike);
            rows.push(legal);
        }
        let pairs = rows[sets[0]].len().saturating_mul(rows[sets[1]].len());
        let plan = Plan {
            size,
            demands,
            levels,
            patterns: RowPatterns::new(size, &rows),
            sets,
            columns: Columns::new(runs, &words, single_cells, levels),
            words,
            edges,
            connected,
            reflections: Reflections::Both,
            most_kept: most_kept(),
            least,
            wanted: Wanted::new(problem.rounded_constraints(), size, demands.half_turn),
        };
        Ok(Some(Work { plan, mirrored, chunk: pairs.div_ceil(PIECES).max(1) }))
    }

    /// Lists the grids in order.
    fn list(&self, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        let plan = &self.plan;
        let (size, half_turn) = (plan.size, plan.demands.half_turn);
        self.each_piece(run, |Share { index, first, seconds }, graph| {
            let piece = collector.begin(index);
            let handover = Handover { size, half_turn, grid: Grid::black(size, size), piece, grids: 0 };
            let mut search = Search::new(plan, run, graph, handover);
            search.run(first, seconds)?;
            let (graph, handover) = search.into_parts();
            handover.piece.end();
            Ok((graph, handover.grids))
        })
    }

    /// Counts the grids that `list` gives when no reflections are left out.
    fn count(&self, run: &Run) -> Result<u128, EngineError> {
        let plan = &self.plan;
        let tally = || Tally { size: plan.size, reflections: plan.reflections, grids: 0 };
        let total = Mutex::new(Some(0u128));
        self.each_piece(run, |Share { first, seconds, .. }, graph| {
            let Weights { once, twice } =
                if self.mirrored { Weights::mirrored(&plan.patterns, first, seconds) } else { Weights::plain(seconds) };
            let mut search = Search::new(plan, run, graph, tally());
            search.run(first, &twice)?;
            search.receiver.grids *= 2;
            search.run(first, &once)?;
            let (graph, Tally { grids, .. }) = search.into_parts();
            let mut total = locked(&total);
            *total = total.and_then(|total| total.checked_add(grids.into()));
            Ok((graph, grids))
        })?;
        unlocked(total).ok_or(EngineError::Overflow)
    }

    /// Does `search` for each piece on rayon's threads. It returns the graph it was lent and the piece's number of
    /// grids.
    fn each_piece<'a>(
        &'a self,
        run: &Run,
        search: impl Fn(Share<'a>, RowGraph<'a>) -> Result<(RowGraph<'a>, u64), EngineError> + Sync,
    ) -> Result<(), EngineError> {
        let plan = &self.plan;
        let firsts = plan.patterns.set(plan.sets[0]);
        let seconds: Vec<&[u32]> = plan.patterns.set(plan.sets[1]).chunks(self.chunk).collect();
        // A graph serves one search at a time and is then passed on to the next.
        let idle: Mutex<Vec<RowGraph>> = Mutex::new(Vec::new());
        for_each_piece(firsts.len() * seconds.len(), run, |index| {
            let graph = locked(&idle).pop();
            let graph = graph.unwrap_or_else(|| RowGraph::new(&plan.patterns, &plan.words));
            // The fullest first row first: a listing then begins at once, while hardly a grid has a nearly black middle
            // row.
            let first = firsts[firsts.len() - 1 - index / seconds.len()];
            let seconds = seconds[index % seconds.len()];
            let (graph, grids) = search(Share { index, first, seconds }, graph)?;
            locked(&idle).push(graph);
            Ok(grids)
        })
    }
}

/// What a piece of the work has to search.
struct Share<'a> {
    /// The piece's number.
    index: usize,
    /// The row of level 0 ...
    first: u32,
    /// ... and those of level 1.
    seconds: &'a [u32],
}

/// The rows of the first levels, each with its place in the grid, and their images.
fn each_row(size: usize, half_turn: bool, levels: &[u32], mut put: impl FnMut(usize, u64)) {
    for (k, &row) in levels.iter().enumerate() {
        let (near, far) = rows_of_level(size, half_turn, k);
        put(near, row.into());
        if let Some(far) = far {
            put(far, reverse_row(row.into(), size));
        }
    }
}

/// The row of level k nearer the top, and its image under the half turn if that is another.
fn rows_of_level(size: usize, half_turn: bool, k: usize) -> (usize, Option<usize>) {
    if !half_turn {
        return (k, None);
    }
    let near = size.div_ceil(2) - 1 - k;
    let far = size - 1 - near;
    (near, (near != far).then_some(far))
}
