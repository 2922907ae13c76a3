//! Finds the open squares that have the same colour in every completion.
//!
//! They are the *backbone* of the formula. A known completion shows one possible colour of every square, so only the other colour
//! is in doubt. The solver is asked for it, square by square. A completion with the other colour also settles every other square
//! that it shows in the other colour. If there is no such completion, the square is forced, and the solver receives this as a
//! clause (Janota, Lynce and Marques-Silva 2015, algorithm 3). Squares that the symmetry ties together count as one.

use super::{Square, open_orbits};
use crate::oracle::Oracle;
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_engine::{EngineError, Run};

/// The common squares of all completions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forced {
    /// The squares that have one colour in every completion, including the painted ones.
    pub squares: Givens,
    /// A completion.
    pub example: Grid,
}

/// Finds the squares that are forced; returns `None` if there is no completion.
///
/// # Errors
/// Fails if the solver fails or the run is stopped.
pub fn forced(problem: &Problem, run: &Run) -> Result<Option<Forced>, EngineError> {
    let mut oracle = Oracle::of_squares(problem, run)?;
    let Some(example) = oracle.grid(&[])? else { return Ok(None) };
    // One square of each orbit that no known completion shows in the other colour.
    let mut in_doubt: Vec<Square> = open_orbits(problem).into_iter().map(|orbit| orbit[0]).collect();
    run.set_work(in_doubt.len() as u64);
    let mut forced: Vec<Square> = Vec::new();
    while let Some(place) = in_doubt.pop() {
        let seen = oracle.square(place, example.is_white(place.0, place.1));
        if let Some(other) = oracle.grid(&[!seen])? {
            let before = in_doubt.len();
            in_doubt.retain(|&(r, c)| other.is_white(r, c) == example.is_white(r, c));
            run.worked((before - in_doubt.len()) as u64);
        } else {
            oracle.add(&[seen]);
            forced.push(place);
        }
        run.worked(1);
    }
    let mut squares = problem.givens().clone();
    let orbits = open_orbits(problem);
    for &(r, c) in orbits.iter().filter(|orbit| forced.contains(&orbit[0])).flatten() {
        squares.fix(r, c, example.is_white(r, c));
    }
    debug_assert!(
        problem
            .size()
            .positions()
            .all(|(r, c)| squares.colour(r, c).is_none_or(|white| white == example.is_white(r, c)))
    );
    Ok(Some(Forced { squares, example }))
}
