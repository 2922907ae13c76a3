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
//! problem, nor on the [`weight`] that it sums: a number, a [`histogram`] of the [`tracked`] measures, or the best value.

mod board;
mod columns;
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

use board::{Board, MAX_COLUMNS, MAX_COLUMNS_UNCHECKED};
use gridcheck_core::constraint::{Constraint, Extreme, Goal, Kind, Measure, Range, RoundedConstraint};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Checking, GridKind, RulesOnWords, Symmetry};
use gridcheck_core::size::Size;
use gridcheck_engine::blocks::{BlockSum, SumKind};
use gridcheck_engine::{
    ClauseUse, Declined, Engine, EngineError, EngineFacts, Method, Prepared, Run, Unsupported, Witness,
};
use gridcheck_weight::Best;
use histogram::{Histogram, distribution};
use key::Wide;
use pairs::Pairs;
use starts::Starts;
use tracked::TrackedMeasures;
use upper::Upper;
use weight::RowWeight;

/// Sweeps the upper half row by row and merges states that leave the same open decisions.
pub struct Frontier;

const FACTS: EngineFacts = EngineFacts {
    name: "frontier",
    witness: Witness::Alone,
    method: Method::CountsWhole,
    kinds: &[GridKind::Blocks],
    symmetries: &[Symmetry::Rot180],
    constraints: Kind::SUMS,
    rank: 2,
    clauses: ClauseUse::None,
    seeks_extremes: false,
};

impl Engine for Frontier {
    fn facts(&self) -> EngineFacts {
        FACTS
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        let by = kind.measures();
        let side = reasonable_side(problem, &by).map_err(declined)?;
        let size = problem.size();
        if let Some(length) = by.iter().find(|measure| needs_long_lengths(size, measure.kind())) {
            let why = format!("grids by {length} at size {size}, at most {MAX_LENGTH}");
            return Err(declined(why.into()));
        }
        let (columns, open) = (problem.upright().width(), open_squares(problem));
        let most = (side * side).div_ceil(2);
        let slow = (columns > side && open > most).then(|| format!("{open} open squares, reasonable up to {most}"));
        let way = Way::of(problem, kind);
        let board = board(problem, way.tracked(problem)).map_err(declined)?;
        let asked = SumRequest { problem: problem.clone(), way, board };
        Ok(Prepared::whole(self, problem, kind, slow, move |run| asked.sum(run)))
    }
}

/// The way to a sum.
enum Way {
    /// Counts. Rows alone decide the constraints, if there are any.
    Count,
    /// The weight that keeps only the best value.
    Best(Goal),
    /// The distribution by all measures that the question and the constraints need.
    Histogram(SumKind),
}

impl Way {
    fn of(problem: &Problem, kind: &SumKind) -> Self {
        match kind {
            SumKind::Plain if problem.rounded_constraints().iter().all(decided_by_rows) => Way::Count,
            // That weight does not track lengths.
            SumKind::Extreme(goal)
                if problem.constraints().is_empty() && !matches!(goal.measure(), Measure::Length(_)) =>
            {
                Way::Best(*goal)
            }
            SumKind::Plain | SumKind::Distribution(_) | SumKind::Extreme(_) => Way::Histogram(kind.clone()),
        }
    }

    fn tracked(&self, problem: &Problem) -> TrackedMeasures {
        match self {
            Way::Count => TrackedMeasures::of(&[], problem.rounded_constraints()),
            Way::Best(goal) => TrackedMeasures::for_goal(*goal),
            Way::Histogram(kind) => TrackedMeasures::of(&kind.measures(), problem.rounded_constraints()),
        }
    }
}

/// Returns `true` if a grid meets the constraint exactly when each of its rows, between its neighbours, does.
fn decided_by_rows(constraint: &RoundedConstraint) -> bool {
    match constraint {
        RoundedConstraint::BlacksPerRow(_)
        | RoundedConstraint::Measure(Measure::Cheaters | Measure::Elbows, Range { least: 0, most: Some(0) }) => true,
        RoundedConstraint::Measure(..)
        | RoundedConstraint::EachLength { .. }
        | RoundedConstraint::Lengths(_)
        | RoundedConstraint::Black(..)
        | RoundedConstraint::Hinges(_)
        | RoundedConstraint::MeanLength { .. } => false,
    }
}

/// A prepared problem.
struct SumRequest {
    problem: Problem,
    way: Way,
    /// `None` if no row fits the given squares, so that there is no grid.
    board: Option<Board>,
}

impl SumRequest {
    /// Makes the sum over all grids.
    fn sum(&self, run: &Run) -> Result<BlockSum, EngineError> {
        match &self.way {
            Way::Count => {
                // Narrow counts make small states; few problems need wide counts.
                let grids = match self.count::<u64>(run) {
                    Err(EngineError::Overflow) => self.count::<u128>(run),
                    answer => answer,
                };
                grids.map(BlockSum::Plain)
            }
            Way::Best(goal) => self.best(*goal, run),
            Way::Histogram(kind) => self.histogram(kind, run),
        }
    }

    /// Returns the number of grids, if it and the number of ways to every state fit the type.
    fn count<W: RowWeight + Into<u128>>(&self, run: &Run) -> Result<u128, EngineError> {
        let (total, has_black) = worth::<W>(self.board.as_ref(), run)?;
        Ok(total.into() - u128::from(has_black))
    }

    /// Makes the sum from the distribution of all grids.
    fn histogram(&self, kind: &SumKind, run: &Run) -> Result<BlockSum, EngineError> {
        let (problem, by) = (&self.problem, kind.measures());
        let (histogram, has_black) = worth::<Histogram>(self.board.as_ref(), run)?;
        let (tracked, squares) = (self.way.tracked(problem), problem.size().squares() as u32);
        let black_grid = has_black.then(|| tracked.of_black_grid([problem.height(), problem.width()]));
        let found = distribution(&histogram, black_grid, tracked, &by, problem.rounded_constraints(), squares);
        found.and_then(|found| kind.of_distribution(found)).ok_or(EngineError::Overflow)
    }

    /// Returns the extreme. If the black grid is among the counted grids, the best value may be that of the black grid, and a
    /// distribution decides.
    fn best(&self, goal: Goal, run: &Run) -> Result<BlockSum, EngineError> {
        let (best, has_black) = worth::<Best<u64>>(self.board.as_ref(), run)?;
        if has_black {
            let (problem, way) = (self.problem.clone(), Way::Histogram(SumKind::Extreme(goal)));
            let board = board(&problem, way.tracked(&problem)).map_err(declined)?;
            let asked = SumRequest { problem, way, board };
            return asked.sum(run);
        }
        let squares = self.problem.size().squares() as u32;
        let extreme = Extreme { value: TrackedMeasures::read(goal, best.value, squares), grids: best.number.into() };
        Ok(BlockSum::Extreme { goal, best: (best.number > 0).then_some(extreme) })
    }
}

fn declined(why: Unsupported) -> Declined {
    why.by(FACTS.name)
}

/// Returns the side of the largest square grid whose count takes minutes at most; above it, a count takes hours. A rectangle whose narrower
/// side is not longer takes a time proportional to its other side. The error is the reason why the engine does not support the problem.
fn reasonable_side(problem: &Problem, by: &[Measure]) -> Result<usize, Unsupported> {
    let RulesOnWords {
        min_word,
        single_cells: _,
        checking,
        max_unchecked_run: _,
        max_unchecked_run_at_ends: _,
        max_word: _,
    } = problem.rules().on_words();
    let size = problem.size();
    let most = if checking == Checking::All { MAX_COLUMNS } else { MAX_COLUMNS_UNCHECKED };
    if problem.upright().width() > most {
        return Err(format!("size {size}, at most {most}").into());
    }
    // A constraint on rows keeps a wide grid wide.
    if problem.upright().height() < 2 {
        let or_columns = if size.columns() > 1 { "" } else { " or columns" };
        return Err(format!("size {size}, at least 2 rows{or_columns}").into());
    }
    let is_too_long = |constraint: &&Constraint| needs_long_lengths(size, constraint.subject.kind());
    if let Some(constraint) = problem.constraints().iter().find(is_too_long) {
        return Err(format!("{constraint} at size {size}, at most {MAX_LENGTH}").into());
    }
    // The rows beside a black square are too few to tell if it is a cheater: an unchecked letter there is in no word on that side.
    let is_unseen = |kind: Kind| kind == Kind::Cheaters && checking != Checking::All;
    let by = by.iter().filter(|measure| is_unseen(measure.kind())).map(|measure| format!("grids by {measure}"));
    let constraints = problem.constraints().iter().filter(|constraint| is_unseen(constraint.subject.kind()));
    if let Some(asked) = by.chain(constraints.map(Constraint::to_string)).next() {
        return Err(format!("{asked}, unless the rules require that every letter is checked").into());
    }
    Ok(match (min_word, checking) {
        // Words of two letters allow far more rows and states.
        (2, _) => 11,
        // Every length and every number of unchecked letters is another state.
        (_, Checking::ByLength(_)) => 9,
        // If every letter is checked, a start carries almost no information.
        (_, Checking::All) => 15,
        _ => 13,
    })
}

/// The longest word that the four bits of a state can hold.
const MAX_LENGTH: usize = 15;

/// Returns `true` if a measurement of this kind needs lengths of words that do not fit into the four bits of a state.
fn needs_long_lengths(size: Size, kind: Kind) -> bool {
    match kind {
        Kind::Length | Kind::Lengths => size.longest_word() > MAX_LENGTH,
        Kind::Letters
        | Kind::Blacks
        | Kind::Words
        | Kind::Checked
        | Kind::Unchecked
        | Kind::BlacksPerRow
        | Kind::MeanLength
        | Kind::Cheaters
        | Kind::Elbows
        | Kind::Black(_)
        | Kind::Hinges => false,
    }
}

/// Counts the squares that are not given and whose images are not given; a square and its image count as one.
fn open_squares(problem: &Problem) -> usize {
    let (squares, width) = (problem.size().squares(), problem.width());
    let given = |square: usize| problem.givens().colour(square / width, square % width).is_some();
    (0..squares.div_ceil(2)).filter(|&square| !given(square) && !given(squares - 1 - square)).count()
}

/// Returns the board of a problem, if it can have a grid. The error is the reason why the engine does not support its rules.
fn board(problem: &Problem, tracked: TrackedMeasures) -> Result<Option<Board>, Unsupported> {
    let too_fine = || Unsupported::from("its word rule leaves too many starts of words apart");
    // The fewer columns, the fewer states. The half turn, the other rules and the measures do not tell rows from columns.
    let problem = &*problem.upright();
    let least = problem.rules().on_lines().whites_up_to(1)?;
    let down = Starts::new(problem.rules(), problem.height(), tracked.length_limit(problem.height()));
    let across = Starts::new(problem.rules(), problem.width(), 0);
    let (down, across) = down.zip(across).ok_or_else(too_fine)?;
    let board = Board::new(problem, least, down, &across, tracked);
    if board.as_ref().is_some_and(|board| !Upper::<Wide<4>>::fits(board) && !Upper::<Wide<8>>::fits(board)) {
        return Err(too_fine());
    }
    Ok(board)
}

/// Returns the total weight of all grids, and `true` if it includes the grid without a white square, which is invalid.
fn worth<W: RowWeight>(board: Option<&Board>, run: &Run) -> Result<(W, bool), EngineError> {
    let Some(board) = board else { return Ok((W::default(), false)) };
    let pairs = Pairs::new(board);
    let total = if Upper::<u64>::fits(board) {
        sweep::count(&Upper::<u64>::new(board, &pairs, run)?, run)?
    } else if Upper::<Wide<4>>::fits(board) {
        sweep::count(&Upper::<Wide<4>>::new(board, &pairs, run)?, run)?
    } else {
        sweep::count(&Upper::<Wide<8>>::new(board, &pairs, run)?, run)?
    };
    Ok((total, board.admits_black()))
}
