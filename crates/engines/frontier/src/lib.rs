//! Counts grids by a transfer matrix that sweeps from the first row down to the middle, without listing the grids.
//!
//! Two upper halves that leave the same open decisions below are counted together from there on. Few decisions stay open: the colours of
//! the lowest row, the progress of each of its down words ([`starts`]) and the connection of its squares ([`regions`], [`upper`]). At the
//! middle, the half turn determines the lower half from the upper half. Each state is multiplied by the number of middle rows that close
//! it ([`fold`]). The method is known from self-avoiding polygons and walks (Conway, Enting and Guttmann 1993; Conway and Guttmann 1996;
//! Jensen 2001) and from polyominoes. T. Boettcher counted crossword grids by it, row by row, in 2026
//! (travisboettcher/crossword-puzzle-shape-counter).
//!
//! The work grows with the number of states, not with the number of grids. The [`sweep`] merges equal states. It does not depend on the
//! problem, nor on the [`weight`] that it sums: a number, a [`histogram`] of the [`tracked`] measures, or the best value ([`extreme`]).

mod board;
mod columns;
mod extreme;
mod fold;
mod histogram;
mod key;
mod pairs;
mod regions;
mod rows;
mod starts;
mod sweep;
#[cfg(test)]
mod tests;
mod tracked;
mod upper;
mod weight;

use board::{Board, MOST_COLUMNS};
use gridcheck_core::constraint::{Constraint, Distribution, Extreme, Goal, Kind, Measure};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Checking, Limit, RulesOnGrid, RulesOnWords, Symmetry};
use gridcheck_core::size::Size;
use gridcheck_run::blocks::{BlockSum, SumKind};
use gridcheck_run::{Declined, Engine, EngineError, EngineFacts, Method, Prepared, Run, Witness};
use histogram::Histogram;
use pairs::Pairs;
use starts::Starts;
use tracked::TrackedMeasures;
use upper::Upper;
use weight::{Count, Weight};

/// Sweeps the upper half row by row and merges states that leave the same open decisions.
pub struct Frontier;

const FACTS: EngineFacts = EngineFacts {
    name: "frontier",
    witness: Witness::Alone,
    method: Method::CountsWhole,
    symmetries: &[Symmetry::Rot180],
    constraints: &Kind::SUMS,
    effort_per_square: 1.2,
    uses_clauses: false,
    seeks_extremes: false,
};

impl Engine for Frontier {
    fn facts(&self) -> EngineFacts {
        FACTS
    }

    fn prepare(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        let side = reasonable_side(problem).map_err(declined)?;
        let size = problem.size();
        let by = kind.measures();
        if let Some(length) = by.iter().find(|measure| needs_long_lengths(size, measure.kind())) {
            return Err(declined(format!("grids by {length} at size {size}, at most {MOST_COLUMNS}")));
        }
        let (columns, open) = (problem.upright().width(), open_squares(problem));
        let most = (side * side).div_ceil(2);
        let slow = (columns > side && open > most).then(|| format!("{open} open squares, reasonable up to {most}"));
        let (asked, asked_kind) = (problem.clone(), kind.clone());
        Ok(Prepared::whole(self, problem, kind, slow, move |run| sum(&asked, &asked_kind, run)))
    }
}

/// Makes the sum over all grids.
fn sum(problem: &Problem, kind: &SumKind, run: &Run) -> Result<BlockSum, EngineError> {
    if problem.constraints().is_empty() {
        match *kind {
            SumKind::Plain => {
                // Narrow counts make small states; few problems need wide counts.
                let grids = match count_in::<u64>(problem, run) {
                    Err(EngineError::Overflow) => count_in::<u128>(problem, run),
                    answer => answer,
                };
                return grids.map(BlockSum::Plain);
            }
            SumKind::Extreme(goal) if !matches!(goal.measure(), Measure::Length(_)) => {
                if let Some(best) = best(problem, goal, run)? {
                    return Ok(best);
                }
            }
            SumKind::Distribution(_) | SumKind::Extreme(_) => {}
        }
    }
    kind.of_distribution(distribution(problem, &kind.measures(), run)?).ok_or(EngineError::Overflow)
}

/// Sorts all grids by these measures.
fn distribution(problem: &Problem, by: &[Measure], run: &Run) -> Result<Distribution, EngineError> {
    let tracked = TrackedMeasures::of(by, problem.rounded_constraints());
    let (mut histogram, has_black) = worth::<Histogram>(problem, tracked, run)?;
    if has_black {
        histogram.without_black();
    }
    let squares = problem.size().squares() as u32;
    histogram.distribution(tracked, by, problem.rounded_constraints(), squares).ok_or(EngineError::Overflow)
}

/// Returns the extreme with the weight that keeps only the best value. That weight does not track lengths. If the black grid is among the
/// counted grids, the best value may be its own, and the result is `None`.
fn best(problem: &Problem, goal: Goal, run: &Run) -> Result<Option<BlockSum>, EngineError> {
    let tracked = TrackedMeasures::for_goal(goal);
    let (best, has_black) = worth::<extreme::BestWays>(problem, tracked, run)?;
    if has_black {
        return Ok(None);
    }
    let squares = problem.size().squares() as u32;
    let extreme = Extreme { value: TrackedMeasures::read(goal, best.value, squares), grids: best.ways.into() };
    Ok(Some(BlockSum::Extreme { goal, best: (best.ways > 0).then_some(extreme) }))
}

fn declined(why: String) -> Declined {
    Declined { engine: Frontier.name(), why }
}

/// Returns the side of the largest square grid whose count takes minutes at most; above it, a count takes hours. A rectangle whose narrower
/// side is not longer takes a time proportional to its other side. The error is the reason why the engine does not support the problem.
fn reasonable_side(problem: &Problem) -> Result<usize, String> {
    let RulesOnWords {
        min_word,
        single_cells: _,
        checking,
        max_unchecked_run: _,
        max_unchecked_run_at_ends: _,
        max_word: _,
    } = problem.rules().on_words();
    let RulesOnGrid { edges: _, connected: _, symmetry: _, min_white_per_row: least, max_black_run } =
        problem.rules().on_grid();
    if let Some(why) = FACTS.unsupported(problem) {
        return Err(why);
    }
    if least > 1 {
        return Err(format!("min_white_per_row = {least}, at most 1"));
    }
    if max_black_run != Limit::Unlimited {
        return Err(format!("max_black_run = {max_black_run}, only unlimited"));
    }
    let size = problem.size();
    if problem.upright().width() > MOST_COLUMNS {
        return Err(format!("size {size}, at most {MOST_COLUMNS}"));
    }
    // A constraint on rows keeps a wide grid wide.
    if problem.upright().height() < 2 {
        let or_columns = if size.columns() > 1 { "" } else { " or columns" };
        return Err(format!("size {size}, at least 2 rows{or_columns}"));
    }
    let is_too_long = |constraint: &&Constraint| needs_long_lengths(size, constraint.subject.kind());
    if let Some(constraint) = problem.constraints().iter().find(is_too_long) {
        return Err(format!("{constraint} at size {size}, at most {MOST_COLUMNS}"));
    }
    Ok(match (min_word, checking) {
        // Words of two letters allow far more rows and states.
        (2, _) => 11,
        // If every letter is checked, a start carries almost no information.
        (_, Checking::All) => 15,
        _ => 13,
    })
}

/// Returns `true` if a measurement of this kind needs lengths of words that do not fit into the four bits of a state.
fn needs_long_lengths(size: Size, kind: Kind) -> bool {
    match kind {
        Kind::Length | Kind::Lengths => size.longest_word() > MOST_COLUMNS,
        Kind::Letters
        | Kind::Blacks
        | Kind::Words
        | Kind::Checked
        | Kind::Unchecked
        | Kind::BlacksPerRow
        | Kind::MeanLength
        | Kind::Black(_) => false,
    }
}

/// Counts the squares that are not given and whose images are not given; a square and its image count as one.
fn open_squares(problem: &Problem) -> usize {
    let (squares, width) = (problem.size().squares(), problem.width());
    let given = |square: usize| problem.givens().colour(square / width, square % width).is_some();
    (0..squares.div_ceil(2)).filter(|&square| !given(square) && !given(squares - 1 - square)).count()
}

/// Returns the number of grids, if it and the number of ways to every state fit the type.
fn count_in<W: Count>(problem: &Problem, run: &Run) -> Result<u128, EngineError> {
    let (total, has_black) = worth::<W>(problem, TrackedMeasures::default(), run)?;
    Ok(total.widen() - u128::from(has_black))
}

/// Returns the total weight of all grids, and `true` if it includes the grid without a white square, which is invalid.
fn worth<W: Weight>(problem: &Problem, tracked: TrackedMeasures, run: &Run) -> Result<(W, bool), EngineError> {
    let too_fine = || EngineError::from(declined("its word rule leaves too many starts of words apart".to_owned()));
    // The fewer columns, the fewer states. The half turn, the other rules and the measures do not tell rows from columns.
    let problem = &*problem.upright();
    let down = Starts::new(problem.rules(), problem.height(), tracked.length_limit(problem.height()));
    let across = Starts::new(problem.rules(), problem.width(), 0);
    let (down, across) = down.zip(across).ok_or_else(too_fine)?;
    let Some(board) = Board::new(problem, down, &across, tracked) else { return Ok((W::default(), false)) };
    let pairs = Pairs::new(&board);
    let total = if Upper::<u64>::fits(&board) {
        sweep::count(&Upper::<u64>::new(&board, &pairs, run)?, run)?
    } else if Upper::<u128>::fits(&board) {
        sweep::count(&Upper::<u128>::new(&board, &pairs, run)?, run)?
    } else {
        return Err(too_fine());
    };
    Ok((total, board.admits_black()))
}
