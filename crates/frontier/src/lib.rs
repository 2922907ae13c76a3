//! Counting by a transfer matrix, the first row down to the middle: grids are never looked at one by one.
//!
//! Two upper halves that leave the same to be decided below are counted together from there on. What is left to be
//! decided is little: the colours of the lowest row, how far each of its down words has come ([`starts`])
//! and which of its squares hang together ([`regions`], [`upper`]). At the middle the half turn ties the lower half to
//! the upper, and each state is worth as many grids as there are middle rows that close it ([`fold`]). The method is
//! known from self-avoiding walks and polygons (Conway and Guttmann 1996; Jensen 2001) and from polyominoes.
//!
//! The work grows with the number of states, not with that of grids. The [`sweep`] merges equal states, and knows
//! nothing of the problem, nor of the [`weight`] that it adds up: a number, ways [`sorted`] by what was [`asked`], or the
//! best of them ([`extreme`]).

mod asked;
mod board;
mod bucket;
mod columns;
mod extreme;
mod fold;
mod key;
mod pairs;
mod placed;
mod regions;
mod rows;
mod sorted;
mod starts;
mod sweep;
#[cfg(test)]
mod tests;
mod upper;
mod weight;

use asked::Asked;
use board::{Board, MOST_COLUMNS};
use gridcheck_core::constraint::{Distribution, Extreme, Goal, Kind, Measure};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Checking, Ruleset, Symmetry};
use gridcheck_run::{Ability, Engine, EngineError, Run, Witness};
use pairs::Pairs;
use sorted::Sorted;
use starts::Starts;
use upper::Upper;
use weight::{Count, Weight};

/// Sweeps the upper half row by row and merges states that leave the same to be decided.
pub struct Frontier;

impl Engine for Frontier {
    fn name(&self) -> &'static str {
        "frontier"
    }

    fn witness(&self) -> Witness {
        Witness::Alone
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::Rot180]
    }

    fn constraints(&self) -> &'static [Kind] {
        &Kind::ALL
    }

    fn effort_per_square(&self) -> f64 {
        1.2
    }

    fn uses_clauses(&self) -> bool {
        false
    }

    fn ability(&self, problem: &Problem) -> Ability {
        match (reasonable_open(problem), open_squares(problem)) {
            (Err(why), _) => Ability::Unable(why),
            (Ok(reasonable), open) if open > reasonable => {
                Ability::Slow(format!("{open} open squares, reasonable up to {reasonable}"))
            }
            (Ok(_), _) => Ability::Able,
        }
    }

    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        if !problem.constraints().is_empty() {
            return self.distribution(problem, &[], run)?.total().ok_or(EngineError::Overflow);
        }
        // Narrow counts make small states; few problems need more.
        match count_in::<u64>(problem, run) {
            Err(EngineError::Overflow) => count_in::<u128>(problem, run),
            answer => answer,
        }
    }

    fn measures(&self) -> bool {
        true
    }

    fn distribution(&self, problem: &Problem, by: &[Measure], run: &Run) -> Result<Distribution, EngineError> {
        let asked = Asked::of(by, problem.rounded_constraints());
        let (mut sorted, has_black) = worth::<Sorted>(problem, asked, run)?;
        if has_black {
            sorted.without_black();
        }
        let squares = (problem.size() * problem.size()) as u32;
        sorted.distribution((asked, by, problem.rounded_constraints()), squares).ok_or(EngineError::Overflow)
    }

    fn extreme(&self, problem: &Problem, goal: Goal, run: &Run) -> Result<Option<Extreme>, EngineError> {
        if problem.constraints().is_empty() && !matches!(goal.measure(), Measure::Length(_)) {
            return best(problem, goal, run);
        }
        Ok(self.distribution(problem, &[goal.measure()], run)?.extreme(goal))
    }
}

/// The extreme by the weight that keeps the best alone, which knows no lengths; `None` if there is no way at all. Only where the black grid is not among
/// them.
fn best(problem: &Problem, goal: Goal, run: &Run) -> Result<Option<Extreme>, EngineError> {
    let asked = Asked::for_goal(goal);
    let (best, has_black) = worth::<extreme::Extreme>(problem, asked, run)?;
    if has_black {
        return Ok(Frontier.distribution(problem, &[goal.measure()], run)?.extreme(goal));
    }
    let squares = (problem.size() * problem.size()) as u32;
    let extreme = Extreme { value: Asked::read(goal, best.had, squares), grids: best.ways.into() };
    Ok((best.ways > 0).then_some(extreme))
}

fn unable(why: String) -> EngineError {
    EngineError::Unable { engine: Frontier.name(), why }
}

/// Above this many squares left open by the half turn and the givens, a count takes hours; up to it, minutes at most. Or why
/// the engine cannot do the problem at all.
fn reasonable_open(problem: &Problem) -> Result<usize, String> {
    let Ruleset {
        name: _,
        min_word,
        single_cells: _,
        checking,
        max_unchecked_run: _,
        max_unchecked_run_at_ends: _,
        edges: _,
        connected: _,
        symmetry: _,
        min_white_per_row: least,
        max_word: _,
    } = *problem.rules();
    if let Some(why) = Frontier.wrong_symmetry(problem).or_else(|| Frontier.unsupported_constraint(problem)) {
        return Err(why);
    }
    if least > 1 {
        return Err(format!("min_white_per_row = {least}, at most 1"));
    }
    if problem.size() > MOST_COLUMNS {
        return Err(format!("size {}, at most {MOST_COLUMNS}", problem.size()));
    }
    Ok(match (min_word, checking) {
        // Words of two letters let far more rows occur, and with them states: as many as 11 × 11 has.
        (2, _) => 61,
        // Where every letter is checked, a start has next to nothing to remember: 15 × 15.
        (_, Checking::All) => 113,
        // 13 × 13.
        _ => 85,
    })
}

/// Squares that are not given, nor are their images; a square and its image count as one.
fn open_squares(problem: &Problem) -> usize {
    let n = problem.size();
    let given = |square: usize| problem.givens().colour(square / n, square % n).is_some();
    (0..(n * n).div_ceil(2)).filter(|&square| !given(square) && !given(n * n - 1 - square)).count()
}

/// The number of grids, if it and the number of ways to every state fit the type.
fn count_in<W: Count>(problem: &Problem, run: &Run) -> Result<u128, EngineError> {
    let (total, has_black) = worth::<W>(problem, Asked::default(), run)?;
    Ok(total.widen() - u128::from(has_black))
}

/// What all grids are worth, and whether the grid without a white square, which is none, is among them.
fn worth<W: Weight>(problem: &Problem, asked: Asked, run: &Run) -> Result<(W, bool), EngineError> {
    reasonable_open(problem).map_err(unable)?;
    let too_fine = || unable("its word rule leaves too many starts of words apart".to_owned());
    let starts = Starts::new(problem.rules(), problem.size(), asked.told(problem.size())).ok_or_else(too_fine)?;
    let Some(board) = Board::new(problem, starts, asked) else { return Ok((W::default(), false)) };
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
