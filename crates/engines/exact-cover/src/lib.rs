//! Searches by exact cover: rows and columns are options that must agree in every square.
//!
//! [`gridcheck_encodings::cover`] gives the options: every way to fill a row or a column that the rules allow. Dancing links (Knuth 2000, by
//! the crate `dlx-rs` behind [`gridcheck_dlx`]) finds all ways to choose one option for every line. Options already satisfy the rules for
//! word lengths, checking, edges, fewest whites, symmetry and givens. Connectivity ([`region`]) and constraints ([`constraints`]) are tested
//! only on complete grids. The search is first divided into subtrees by fixing lines. Each subtree has a separate small matrix without the
//! options that no longer fit ([`subtree`]). This limits memory, divides the work, and lets a stop take effect soon.
//!
//! A solver that reads the exported exact cover problem gets the same options, so it is not a second witness beside this engine.

mod constraints;
mod facts;
mod hinges;
mod region;
mod subtree;
#[cfg(test)]
mod tests;

use facts::{FACTS, NAME};
use gridcheck_core::constraint::{Measure, RoundedConstraint};
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use gridcheck_encodings::cover::board::Board;
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::listing::{Collector, for_each_task};
use gridcheck_engine::{Declined, Engine, EngineError, EngineFacts, Lister, Prepared, Run, Unsupported};
use subtree::{Budget, Exhausted, FixedLine, Subtree};

/// Solves an exact cover problem by dancing links: rows and columns are options that agree in every square.
pub struct ExactCover;

/// Maximum number of options of all lines together, beyond which the engine rejects the problem (they take 16 bytes each) ...
const MAX_OPTIONS: usize = 1_000_000;
/// ... and the maximum number of steps to compute them, so that a problem is always prepared fast.
const MAX_STEPS: usize = 8_000_000;
/// If the expected number of grids exceeds this power of two (minutes, at about 10 µs a grid), the engine reports that it is slow ...
const REASONABLE_BITS: f64 = 24.0;
/// ... and likewise above this number of open squares, where the estimate is too rough.
const REASONABLE_SQUARES: usize = 64;
/// The search is divided until there are this many tasks, if it is large enough ...
const ENOUGH_TASKS: usize = 256;
/// ... and no round divides a task any more after this many tasks.
const MAX_TASKS: usize = 1 << 16;

impl Engine for ExactCover {
    fn facts(&self) -> EngineFacts {
        FACTS
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        let (board, whole) = board_and_search(problem).map_err(|why| why.by(NAME))?;
        let slow = whole.as_ref().and_then(|whole| slow(&board, whole));
        let constraints = problem.rounded_constraints().to_vec();
        Prepared::listing(self, problem, kind, slow, Cover { board, constraints, whole })
    }
}

/// Returns the reason why a search takes unreasonably long, or `None`.
fn slow(board: &Board, whole: &Subtree) -> Option<String> {
    let (open, bits) = (whole.open_squares(), whole.expected_bits(board));
    if open > REASONABLE_SQUARES {
        return Some(format!("{open} open squares, reasonable up to {REASONABLE_SQUARES}"));
    }
    (bits > REASONABLE_BITS).then(|| {
        let most = format!("reasonable up to 2^{REASONABLE_BITS}");
        format!("{open} open squares, about 2^{bits:.0} grids to be expected, {most}")
    })
}

/// A problem as an exact cover.
struct Cover {
    board: Board,
    constraints: Vec<RoundedConstraint>,
    /// `None` if there is nothing to search.
    whole: Option<Subtree>,
}

impl Lister for Cover {
    fn measure(&self, grid: &Grid, measure: Measure) -> u32 {
        constraints::GridTotals::of(grid).measure(measure)
    }

    fn list(&self, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        let Cover { board, constraints, whole: Some(whole) } = self else { return Ok(()) };
        let tasks = cut(board, whole, run)?;
        for_each_task(tasks.len(), run, |index| {
            let mut task = collector.begin(index);
            let mut grids = 0;
            if let Some(subtree) = subtree_of(board, whole, &tasks[index]) {
                subtree.search(board, run, &mut |grid| {
                    if !constraints::meets_all(grid, constraints) {
                        return Ok(());
                    }
                    grids += 1;
                    if task.put(grid).is_break() { Err(EngineError::Stopped) } else { Ok(()) }
                })?;
            }
            task.end();
            Ok(grids)
        })
    }
}

/// Makes the board and the whole search; `None` if there is nothing to search. The error is the reason why the engine does not support
/// the problem.
fn board_and_search(problem: &Problem) -> Result<(Board, Option<Subtree>), Unsupported> {
    let board = Board::new(problem);
    let budget = Budget { options: MAX_OPTIONS, steps: MAX_STEPS };
    let whole = Subtree::whole(&board, problem, budget).map_err(|exhausted| match exhausted {
        Exhausted::Options => format!("rows and columns can be filled in more than {MAX_OPTIONS} ways"),
        Exhausted::Steps => format!("to fill rows and columns takes more than {MAX_STEPS} steps"),
    })?;
    Ok((board, whole))
}

/// Returns the tasks: for each task the fixed lines, in order.
fn cut(board: &Board, whole: &Subtree, run: &Run) -> Result<Vec<Vec<FixedLine>>, EngineError> {
    let mut tasks = vec![Vec::new()];
    let mut whole_tasks = 0;
    // Each round splits every task once. The loop ends if there are enough tasks, or none can be split.
    while tasks.len() < ENOUGH_TASKS && whole_tasks < tasks.len() {
        let mut finer = Vec::new();
        whole_tasks = 0;
        for task in tasks {
            run.check()?;
            let Some(subtree) = subtree_of(board, whole, &task) else { continue };
            match subtree.split() {
                Some((line, options)) if finer.len() < MAX_TASKS => {
                    finer.extend(options.iter().map(|&option| [&task[..], &[(line, option)]].concat()));
                }
                _ => {
                    finer.push(task);
                    whole_tasks += 1;
                }
            }
        }
        tasks = finer;
    }
    Ok(tasks)
}

/// Returns the subtree in which these lines are fixed one after the other; `None` if it is empty.
fn subtree_of(board: &Board, whole: &Subtree, fixed: &[FixedLine]) -> Option<Subtree> {
    fixed.iter().try_fold(whole.clone(), |subtree, &fixed| subtree.fix(board, fixed))
}
