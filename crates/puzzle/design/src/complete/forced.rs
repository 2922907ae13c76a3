//! Finds the open squares that have the same colour in every completion, or the edges with a bar in every one or in none.
//!
//! They are the *backbone* of the formula. A known completion shows one possible state of every square or edge, so only the other state
//! is in doubt. The solver is asked for it, one by one. A completion with the other state also settles everything else
//! that it shows in the other state. If there is no such completion, the state is forced, and the solver receives this as a
//! clause (Janota, Lynce and Marques-Silva 2015, algorithm 3). Squares or edges that the symmetry ties together count as one.

use std::collections::BTreeMap;

use super::open_orbits;
use crate::oracle::Oracle;
use gridcheck_core::grid::{Edge, Grid, edges_of};
use gridcheck_core::problem::orbit::Orbit;
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_core::rules::GridKind;
use gridcheck_engine::{EngineError, Run};

/// The common parts of all completions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forced {
    /// The squares that are the same in every completion, including the painted ones: in colour, and in the bars at their right and below.
    pub squares: Givens,
    /// In a barred grid, the edges with a bar in every completion (`true`) or in none, row by row, including those of painted squares.
    pub edges: BTreeMap<Edge, bool>,
    /// A completion.
    pub example: Grid,
}

impl Forced {
    /// Collects what is given, and the orbits that are set in every completion, or in none.
    pub(super) fn of(kind: GridKind, given: &Givens, certain: Vec<(Orbit, bool)>, example: Grid) -> Self {
        let (size, mut squares, mut edges) = (example.size(), given.clone(), BTreeMap::new());
        for (orbit, is_set) in certain {
            match orbit {
                Orbit::Squares(orbit) => orbit.into_iter().for_each(|(r, c)| squares.fix(r, c, is_set)),
                Orbit::Edges(orbit) => edges.extend(orbit.into_iter().map(|edge| (edge, is_set))),
            }
        }
        if kind == GridKind::Bars {
            edges.extend(edges_of(size).filter_map(|edge| Some((edge, given.bar(edge)?))));
            let is_known = |one, (r, c)| r == size.rows() || c == size.columns() || edges.contains_key(&(one, (r, c)));
            for (r, c) in size.positions() {
                if is_known((r, c), (r, c + 1)) && is_known((r, c), (r + 1, c)) {
                    squares.fix_bars(r, c, example.bars().after((r, c)));
                }
            }
        }
        Forced { squares, edges, example }
    }
}

/// Finds what is forced; returns `None` if there is no completion.
///
/// # Errors
/// Fails if the solver fails or the run is stopped.
pub fn forced(problem: &Problem, run: &Run) -> Result<Option<Forced>, EngineError> {
    let mut oracle = Oracle::new(problem, run);
    let Some(example) = oracle.grid(&[])? else { return Ok(None) };
    // The orbits that no known completion shows in the other state.
    let mut in_doubt = open_orbits(problem);
    run.set_work(in_doubt.len() as u64);
    let mut forced: Vec<(Orbit, bool)> = Vec::new();
    while let Some(orbit) = in_doubt.pop() {
        let (set, is_set) = (oracle.orbit(&orbit), orbit.is_set(&example));
        let seen = if is_set { set } else { !set };
        if let Some(other) = oracle.grid(&[!seen])? {
            let before = in_doubt.len();
            in_doubt.retain(|orbit| orbit.is_set(&other) == orbit.is_set(&example));
            run.worked((before - in_doubt.len()) as u64);
        } else {
            oracle.add(&[seen]);
            forced.push((orbit, is_set));
        }
        run.worked(1);
    }
    Ok(Some(Forced::of(problem.rules().kind, problem.givens(), forced, example)))
}
