//! Exact cover: rows and columns as options that have to agree in every square.
//!
//! Every way to fill a row and every way to fill a column that the rules allow is an *option* ([`mod@line`]); *items* make
//! rows and columns say the same of every square, and dancing links (Knuth 2000, by the crate `dlx-rs` behind [`matrix`])
//! finds all ways to choose one option for every line. Word lengths, checking, the edge rule, fewest whites and givens
//! are judged when options are made; whether a grid is connected ([`region`]), and satisfies the constraints ([`constraints`]), only when it is complete. The search is
//! first cut into subtrees by fixing lines, and the options that no longer fit are left out of each subtree's own small
//! matrix ([`subtree`]), so that memory stays small, work can be shared out, and a stop is noticed soon.
//!
//! Symmetry: the half turn or none. Under a half turn every pair of squares is one square and half of the lines suffice
//! ([`board`]); the other symmetries tie rows to columns or make every line a palindrome, and are left to other engines.

mod board;
mod constraints;
mod line;
mod matrix;
mod region;
mod subtree;
#[cfg(test)]
mod tests;

use board::Board;
use gridcheck_core::constraint::{Kind, Measure};
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Symmetry;
use gridcheck_run::listing::{Collector, count_by_listing, for_each_piece};
use gridcheck_run::{Ability, Engine, EngineError, Lister, Run, Witness};
use line::{Budget, Spent};
use subtree::{Fixed, Subtree};

/// Exact cover by dancing links: rows and columns as options that agree in every square.
pub struct ExactCover;

const NAME: &str = "exact-cover";

/// Options of all lines together beyond which the engine declines: they take 16 bytes each ...
const MOST_OPTIONS: usize = 1_000_000;
/// ... and the steps that making them may take, so that asking for the engine's ability is always quick.
const MOST_STEPS: usize = 8_000_000;
/// When more grids are to be expected than this power of two (minutes, at about 10 µs a grid), the engine calls itself
/// slow ...
const REASONABLE_BITS: f64 = 24.0;
/// ... and likewise above this many open squares, where the expectation is too rough to rely on.
const REASONABLE_SQUARES: usize = 64;
/// The search is cut until there are this many pieces, if it is large enough ...
const ENOUGH_PIECES: usize = 256;
/// ... and in one round no piece is cut any more once there are this many.
const MOST_PIECES: usize = 1 << 16;

impl Engine for ExactCover {
    fn name(&self) -> &'static str {
        NAME
    }

    fn witness(&self) -> Witness {
        Witness::Alone
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::Rot180, Symmetry::None]
    }

    fn constraints(&self) -> &'static [Kind] {
        &Kind::ALL
    }

    fn effort_per_square(&self) -> f64 {
        1.7
    }

    fn uses_clauses(&self) -> bool {
        false
    }

    fn ability(&self, problem: &Problem) -> Ability {
        match opening(problem) {
            Err(why) => Ability::Unable(why),
            Ok((_, None)) => Ability::Able,
            Ok((board, Some(whole))) => {
                let open = whole.open_squares();
                let bits = whole.expected_bits(&board);
                if open > REASONABLE_SQUARES {
                    Ability::Slow(format!("{open} open squares, reasonable up to {REASONABLE_SQUARES}"))
                } else if bits > REASONABLE_BITS {
                    let most = format!("reasonable up to 2^{REASONABLE_BITS}");
                    Ability::Slow(format!("{open} open squares, about 2^{bits:.0} grids to be expected, {most}"))
                } else {
                    Ability::Able
                }
            }
        }
    }

    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        count_by_listing(self, problem, run)
    }

    fn lister(&self) -> Option<&dyn Lister> {
        Some(self)
    }
}

impl Lister for ExactCover {
    fn suits_small_parts(&self) -> bool {
        true
    }

    fn measure(&self, grid: &Grid, measure: Measure) -> u32 {
        constraints::Tally::of(grid).measure(measure)
    }

    fn list(&self, problem: &Problem, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        let (board, whole) = opening(problem).map_err(|why| EngineError::Unable { engine: NAME, why })?;
        let Some(whole) = whole else { return Ok(()) };
        let pieces = cut(&board, &whole, run)?;
        for_each_piece(pieces.len(), run, |index| {
            let mut piece = collector.begin(index);
            let mut grids = 0;
            if let Some(subtree) = follow(&board, &whole, &pieces[index]) {
                subtree.search(&board, run, &mut |grid| {
                    grids += 1;
                    if piece.grid(grid).is_break() { Err(EngineError::Stopped) } else { Ok(()) }
                })?;
            }
            piece.end();
            Ok(grids)
        })
    }
}

/// The board and the whole search, `None` where there is nothing to search, or why the engine cannot do the problem.
fn opening(problem: &Problem) -> Result<(Board, Option<Subtree>), String> {
    if let Some(why) = ExactCover.wrong_symmetry(problem) {
        return Err(why);
    }
    let board = Board::new(problem);
    let budget = Budget { options: MOST_OPTIONS, steps: MOST_STEPS };
    let whole = Subtree::whole(&board, problem, budget).map_err(|spent| match spent {
        Spent::Options => format!("rows and columns can be filled in more than {MOST_OPTIONS} ways"),
        Spent::Steps => format!("to fill rows and columns takes more than {MOST_STEPS} steps"),
    })?;
    Ok((board, whole))
}

/// The pieces of the work: for each the lines fixed in it, in order.
fn cut(board: &Board, whole: &Subtree, run: &Run) -> Result<Vec<Vec<Fixed>>, EngineError> {
    let mut pieces = vec![Vec::new()];
    let mut whole_pieces = 0;
    // Each round splits every piece once; the work is cut finely enough, or cannot be cut further.
    while pieces.len() < ENOUGH_PIECES && whole_pieces < pieces.len() {
        let mut finer = Vec::new();
        whole_pieces = 0;
        for piece in pieces {
            run.check()?;
            let Some(subtree) = follow(board, whole, &piece) else { continue };
            match subtree.split() {
                Some((line, options)) if finer.len() < MOST_PIECES => {
                    finer.extend(options.iter().map(|&option| [&piece[..], &[(line, option)]].concat()));
                }
                _ => {
                    finer.push(piece);
                    whole_pieces += 1;
                }
            }
        }
        pieces = finer;
    }
    Ok(pieces)
}

/// The subtree that fixing these lines one after the other leads to; `None` when nothing is left in it.
fn follow(board: &Board, whole: &Subtree, fixed: &[Fixed]) -> Option<Subtree> {
    fixed.iter().try_fold(whole.clone(), |subtree, &fixed| subtree.fix(board, fixed))
}
