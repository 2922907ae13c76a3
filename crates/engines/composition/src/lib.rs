//! Lists barred grids row by row: each row is a composition of the width into runs.
//!
//! A barred grid has white squares only, and bars between them at which words end. A row is chosen as a composition of the width into runs
//! of allowed lengths ([`cuts`]), from the top row down, and then the bars below it ([`search`]). The columns are kept as words that one
//! automaton reads letter by letter ([`words`]), and the same automaton reads the words of the row. The symmetry and the givens fix edges
//! before they are chosen ([`stages`]): the lower half of a grid with a half turn has no choice left. Connectivity ([`region`]) and constraints
//! ([`totals`]) are tested on complete grids.

mod board;
mod cuts;
mod region;
mod search;
mod stages;
#[cfg(test)]
mod tests;
mod totals;
mod words;

use gridcheck_core::constraint::{Kind, Measure};
use gridcheck_core::grid::{Bars, Grid, full_row};
use gridcheck_core::problem::Problem;
use gridcheck_core::rng::SeededRng;
use gridcheck_core::rules::{GridKind, Symmetry};
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::listing::{Collector, for_each_task};
use gridcheck_engine::{ClauseUse, Declined, Engine, EngineError, EngineFacts, Lister, Method, Prepared, Run, Witness};

use board::Board;
use search::{Prefix, Search};
use totals::BarredTotals;

/// Lists barred grids: rows are compositions of the width into runs, and columns are read as words.
pub struct Composition;

/// The search is divided until there are this many tasks, if it is large enough ...
const ENOUGH_TASKS: usize = 256;
/// ... and never into more tasks than this number.
const MAX_TASKS: usize = 1 << 16;
/// If the search is expected to choose more rows than this power of two (minutes, at about 1 µs a row), the engine reports that it is
/// slow.
const REASONABLE_BITS: f64 = 28.0;
/// Number of random descents that estimate it ...
const PROBES: usize = 400;
/// ... which end early after this number of cuts and columns, so that a problem is always prepared fast.
const MAX_TRIED: usize = 2_000_000;

const FACTS: EngineFacts = EngineFacts {
    name: "composition",
    witness: Witness::Alone,
    method: Method::Lists { suits_small_parts: true },
    kinds: &[GridKind::Bars],
    symmetries: &Symmetry::ALL,
    constraints: Kind::WITHOUT_HINGES,
    rank: 3,
    clauses: ClauseUse::None,
    seeks_extremes: false,
};

impl Engine for Composition {
    fn facts(&self) -> EngineFacts {
        FACTS
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        let board = Board::new(problem).map_err(|unsupported| unsupported.by(self.name()))?;
        let slow = board.as_ref().and_then(slow);
        Prepared::listing(self, problem, kind, slow, Barred { board })
    }
}

/// Returns the reason why a search takes unreasonably long, or `None`.
fn slow(board: &Board) -> Option<String> {
    let empty = Prefix::empty(board);
    let mut search = Search::new(board, &empty);
    let mut rng = SeededRng::new(0);
    let (mut probes, mut rows, mut tried) = (0, 0.0, 0);
    while probes < PROBES && tried < MAX_TRIED {
        let probe = search.probe(&empty, &mut rng);
        probes += 1;
        rows += probe.rows;
        tried += probe.tried;
    }
    let bits = (rows / probes as f64).log2();
    (bits > REASONABLE_BITS).then(|| format!("about 2^{bits:.0} rows to choose, reasonable up to 2^{REASONABLE_BITS}"))
}

/// The barred grids of a problem.
struct Barred {
    /// `None` if there is no grid.
    board: Option<Board>,
}

impl Lister for Barred {
    fn measure(&self, grid: &Grid, measure: Measure) -> u32 {
        BarredTotals::of_grid(grid).measure(measure)
    }

    fn list(&self, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        let Some(board) = &self.board else { return Ok(()) };
        let tasks = tasks(board, run)?;
        for_each_task(tasks.len(), run, |index| {
            let mut task = collector.begin(index);
            let mut grids = 0;
            let mut grid = Grid::white(board.height, board.width);
            let not_last = full_row(board.width - 1);
            let mut bars_right = vec![0; board.height];
            let prefix = &tasks[index];
            Search::new(board, prefix).grids(prefix, run, |right, below| {
                if !board.accepts(right, below) {
                    return Ok(());
                }
                grids += 1;
                // Runs end at the rim too, where there is no bar.
                bars_right.iter_mut().zip(right).for_each(|(bars, ends)| *bars = ends & not_last);
                *grid.bars_mut() = Bars::from_rows(&bars_right, &below[..board.height - 1]);
                if task.put(&grid).is_break() { Err(EngineError::Stopped) } else { Ok(()) }
            })?;
            task.end();
            Ok(grids)
        })
    }
}

/// Returns the tasks: the first rows of each, in order.
fn tasks(board: &Board, run: &Run) -> Result<Vec<Prefix>, EngineError> {
    let mut tasks = vec![Prefix::empty(board)];
    for _ in 0..board.height {
        if tasks.len() >= ENOUGH_TASKS {
            break;
        }
        let mut finer = Vec::new();
        for prefix in &tasks {
            let longer = Search::new(board, prefix).longer(prefix, MAX_TASKS - finer.len(), run)?;
            let Some(longer) = longer else { return Ok(tasks) };
            finer.extend(longer);
        }
        tasks = finer;
    }
    Ok(tasks)
}
