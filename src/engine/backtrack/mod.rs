//! Bit-parallel backtracking, the middle row outward.
//!
//! The method is Keith's (2026): with a half turn the upper half and the middle row determine the grid, so rows are placed
//! from the middle outward and columns are checked as they grow. What is new here is that nothing loops over squares, or even over
//! rows, while rows are tried. Rows are bit words, and so are sets of rows; which rows may follow which is looked up ([`rows`]); those
//! that the columns do not permit ([`columns`]) fall out of the set all at once ([`filter`]); regions are carried along as
//! pairs of bit words ([`regions`]). Without symmetry the same search goes from the first row down.
//!
//! Subtrees (the first row with a group of second rows) are the pieces of the work, shared among rayon's threads.

mod columns;
mod diagonal;
mod ending;
mod filter;
mod forbidden;
mod graph;
mod level;
mod mirror;
mod outlook;
mod regions;
mod rows;
mod search;
#[cfg(test)]
mod tests;
mod words;

use std::sync::{Mutex, PoisonError};

use super::listing::{Collector, Piece, for_each_piece};
use super::{Ability, Engine, EngineError, Run};
use crate::grid::{Grid, full_row, reverse_row};
use crate::problem::Problem;
use columns::{Columns, Runs};
use graph::RowGraph;
use mirror::{Weights, is_mirrored};
use rows::{Patterns, RowGivens, legal_rows, number_of_rows};
use search::{MOST_SIZE, Plan, Receiver, Search};
use words::Words;

/// Places rows from the middle outward and goes back where none fits.
pub struct Backtrack;

/// Above this many squares left open by symmetry and givens, a count takes hours (13 × 13 with a half turn has 85).
const REASONABLE_OPEN: usize = 64;
/// Row patterns of one level beyond which the engine declines: the lists of rows would not fit.
const MOST_PATTERNS: u64 = 1 << 18;
/// Pieces to cut the work into, about: enough for even loads, few enough to announce progress by.
const PIECES: usize = 1 << 13;

impl Engine for Backtrack {
    fn name(&self) -> &'static str {
        "backtrack"
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

    fn list(&self, problem: &Problem, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        let Some(work) = Work::of(problem)? else { return Ok(()) };
        let plan = &work.plan;
        let (size, half_turn) = (plan.size, plan.half_turn);
        work.each_piece(run, |Share { index, first, seconds }, graph| {
            let piece = collector.begin(index);
            let lister = Lister { size, half_turn, grid: Grid::black(size, size), piece, grids: 0 };
            let mut search = Search::new(plan, run, graph, lister);
            search.run(first, seconds)?;
            let (graph, lister) = search.into_parts();
            lister.piece.end();
            Ok((graph, lister.grids))
        })
    }

    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        let Some(mut work) = Work::of(problem)? else { return Ok(0) };
        work.plan.reflected = work.plan.half_turn && diagonal::is_reflected(problem);
        let plan = &work.plan;
        let tally = || Tally { size: plan.size, reflected: plan.reflected, grids: 0 };
        let total = Mutex::new(Some(0u128));
        work.each_piece(run, |Share { first, seconds, .. }, graph| {
            let Weights { once, twice } =
                if work.mirrored { Weights::mirrored(&plan.patterns, first, seconds) } else { Weights::plain(seconds) };
            let mut search = Search::new(plan, run, graph, tally());
            search.run(first, &twice)?;
            search.receiver.grids *= 2;
            search.run(first, &once)?;
            let (graph, Tally { grids, .. }) = search.into_parts();
            let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
            *total = total.and_then(|total| total.checked_add(grids.into()));
            Ok((graph, grids))
        })?;
        total.into_inner().unwrap_or_else(PoisonError::into_inner).ok_or(EngineError::Overflow)
    }
}

/// Counts the grids of a piece.
struct Tally {
    size: usize,
    reflected: bool,
    grids: u64,
}

impl Receiver for Tally {
    fn found(&mut self, rows: &[u32]) -> Result<(), EngineError> {
        self.grids += if self.reflected { diagonal::weight(rows, self.size) } else { 1 };
        Ok(())
    }
}

/// Passes the grids of a piece on.
struct Lister<'a> {
    size: usize,
    half_turn: bool,
    grid: Grid,
    piece: Box<dyn Piece + 'a>,
    grids: u64,
}

impl Receiver for Lister<'_> {
    fn found(&mut self, rows: &[u32]) -> Result<(), EngineError> {
        for (k, &row) in rows.iter().enumerate() {
            let (near, far) = rows_of_level(self.size, self.half_turn, k);
            self.grid.set_row(near, row.into());
            if let Some(far) = far {
                self.grid.set_row(far, reverse_row(row.into(), self.size));
            }
        }
        self.grids += 1;
        if self.piece.grid(&self.grid).is_break() { Err(EngineError::Stopped) } else { Ok(()) }
    }
}

/// Squares whose colour neither a given square nor the half turn of one settles, images counted once.
fn open_squares(problem: &Problem, half_turn: bool) -> usize {
    let n = problem.size();
    let open = |r: usize| {
        let givens = |r: usize| problem.givens().white(r) | problem.givens().black(r);
        let fixed = if half_turn { givens(r) | reverse_row(givens(n - 1 - r), n) } else { givens(r) };
        (!fixed & full_row(n)).count_ones() as usize
    };
    let all: usize = (0..n).map(open).sum();
    if half_turn { all.div_ceil(2) } else { all }
}

/// Levels whose rows are drawn from the same set agree in this.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The middle row of an odd size, its own image under the half turn.
    Middle,
    Inner,
    /// Nothing lies beyond.
    Edge,
}

/// What is cheap to know of a problem, and all there is to know of whether the engine can do it.
struct Outline {
    half_turn: bool,
    levels: usize,
    words: Words,
    runs: Runs,
    /// The kinds of rows, and which of them each level has.
    kinds: Vec<(RowGivens, Role)>,
    sets: Vec<usize>,
    /// See [`open_squares`].
    open: usize,
}

impl Outline {
    /// `None` when the givens contradict the symmetry, so that there is nothing to count; an error says why the engine
    /// cannot do it.
    fn of(problem: &Problem) -> Result<Option<Outline>, String> {
        let (size, rules) = (problem.size(), problem.rules());
        let half_turn = Plan::half_turn(rules)
            .ok_or_else(|| format!("symmetry {}; this engine does rot180 and none", rules.symmetry.name()))?;
        if size > MOST_SIZE {
            return Err(format!("size {size}, at most {MOST_SIZE}"));
        }
        let words = Words::new(rules, size);
        let levels = if half_turn { size.div_ceil(2) } else { size };
        let mut kinds: Vec<(RowGivens, Role)> = Vec::new();
        let mut sets = Vec::new();
        for k in 0..levels {
            let Some(mut givens) = level_givens(problem, half_turn, k) else { return Ok(None) };
            let edge = k + 1 == levels;
            let at_border = edge || !half_turn && k == 0;
            let least = rules.min_white_per_row.max(usize::from(rules.edges && at_border));
            givens.least = least as u32;
            let role = match k {
                0 if half_turn && size % 2 == 1 => Role::Middle,
                _ if edge => Role::Edge,
                _ => Role::Inner,
            };
            let kind = (givens, role);
            let set = kinds.iter().position(|other| *other == kind).unwrap_or_else(|| {
                kinds.push(kind);
                kinds.len() - 1
            });
            sets.push(set);
        }
        if kinds.iter().any(|(givens, _)| number_of_rows(size, &words, rules.single_cells, *givens) > MOST_PATTERNS) {
            return Err(format!("more than {MOST_PATTERNS} row patterns"));
        }
        let runs = Runs::new(&words, rules.single_cells, levels, Plan::middles(size, half_turn))
            .ok_or_else(|| format!("columns of {size} squares have too many states under these rules"))?;
        Ok(Some(Outline { half_turn, levels, words, runs, kinds, sets, open: open_squares(problem, half_turn) }))
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
        let Outline { half_turn, levels, words, runs, kinds, sets, .. } = outline;
        let (size, rules) = (problem.size(), problem.rules());
        let mirrored = kinds.iter().all(|(givens, _)| is_mirrored(*givens, size));
        let mut rows = Vec::new();
        for (givens, role) in kinds {
            let mut legal = legal_rows(size, &words, rules.single_cells, givens);
            if role == Role::Middle {
                legal.retain(|&row| u64::from(row) == reverse_row(row.into(), size));
            }
            rows.push(legal);
        }
        let pairs = rows[sets[0]].len().saturating_mul(rows[sets[1]].len());
        let plan = Plan {
            size,
            half_turn,
            levels,
            patterns: Patterns::new(size, &rows),
            sets,
            columns: Columns::new(runs, &words, rules.single_cells, levels),
            words,
            edges: rules.edges,
            connected: rules.connected,
            reflected: false,
            least: rules.min_white_per_row,
        };
        Ok(Some(Work { plan, mirrored, chunk: pairs.div_ceil(PIECES).max(1) }))
    }

    /// Does `search` for each piece on rayon's threads. It returns the graph it was lent and the piece's number of grids.
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
            let graph = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut graph = graph.unwrap_or_else(|| RowGraph::new(&plan.patterns, &plan.words));
            graph.trim();
            // The fullest first row first: a listing then begins at once, while hardly a grid has a nearly black middle row.
            let first = firsts[firsts.len() - 1 - index / seconds.len()];
            let seconds = seconds[index % seconds.len()];
            let (graph, grids) = search(Share { index, first, seconds }, graph)?;
            idle.lock().unwrap_or_else(PoisonError::into_inner).push(graph);
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

/// The row of level k nearer the top, and its image under the half turn if that is another.
fn rows_of_level(size: usize, half_turn: bool, k: usize) -> (usize, Option<usize>) {
    if !half_turn {
        return (k, None);
    }
    let near = size.div_ceil(2) - 1 - k;
    let far = size - 1 - near;
    (near, (near != far).then_some(far))
}

/// The givens of a level's row, those of its image turned round included; `None` when they contradict one another.
fn level_givens(problem: &Problem, half_turn: bool, k: usize) -> Option<RowGivens> {
    let size = problem.size();
    let givens = problem.givens();
    let (near, _) = rows_of_level(size, half_turn, k);
    let (mut white, mut black) = (givens.white(near), givens.black(near));
    if half_turn {
        white |= reverse_row(givens.white(size - 1 - near), size);
        black |= reverse_row(givens.black(size - 1 - near), size);
    }
    (white & black == 0).then_some(RowGivens { white: white as u32, black: black as u32, least: 0 })
}
