//! Which open squares have the same colour in every completion.
//!
//! In a formula they are its *backbone*. A completion that is known shows for every square one colour that is possible, so only the
//! other colour is in doubt. It is asked for, square by square; a completion that has it settles every other square whose colour it
//! shows to be possible too, and where there is none the square is forced, which is told to the solver (Janota, Lynce and
//! Marques-Silva 2015, algorithm 3). Squares that the symmetry ties together are one.

use super::{Place, open_orbits, places};
use crate::engine::{EngineError, Run};
use crate::grid::Grid;
use crate::oracle::Oracle;
use crate::problem::{Givens, Problem};

/// What all completions have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forced {
    /// The squares that have one colour in every completion, those that are painted among them.
    pub squares: Givens,
    /// A completion.
    pub example: Grid,
}

/// Finds the squares that are forced; `None` if there is no completion.
pub fn forced(problem: &Problem, run: &Run) -> Result<Option<Forced>, EngineError> {
    let mut oracle = Oracle::new(problem, run);
    let Some(example) = oracle.grid(&[])? else { return Ok(None) };
    // Of each orbit a square that no completion known so far shows in the other colour.
    let mut in_doubt: Vec<Place> = open_orbits(problem).into_iter().map(|orbit| orbit[0]).collect();
    run.set_work(in_doubt.len() as u64);
    let mut forced: Vec<Place> = Vec::new();
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
        places(problem).all(|(r, c)| squares.colour(r, c).is_none_or(|white| white == example.is_white(r, c)))
    );
    Ok(Some(Forced { squares, example }))
}
