//! Analyses a partly painted grid: how many valid grids complete it, which open squares are forced, and which painted squares
//! exclude all grids.
//!
//! The squares painted so far are the givens of a [`Problem`].
//!
//! | question | answered by |
//! |---|---|
//! | do the painted squares alone break a rule? | [`broken_already`], whatever the colours of the others |
//! | which colours are forced, or which bars? | [`forced`], with a solver: the *backbone* of the formula |
//! | why is there no grid? | [`exclusion`], with a solver: an unsatisfiable core of the painted squares |
//! | how many grids are there? | [`count`], with the fastest engine that can |
//! | in how many is a square white, or does an edge have a bar? | [`shares`], with engines |
//! | which of them does a judge accept? | [`accepted`], with an engine that lists |
//!
//! This module prints nothing, and its [`Run`](gridcheck_engine::Run) can stop every analysis.

mod accepted;
mod count;
mod exclusion;
mod forced;
mod painted;
mod tally;

pub use accepted::{Accepted, accepted};
pub use count::{CompletionCount, Shares, count, disagreement, shares};
pub use exclusion::{Exclusion, exclusion};
pub use forced::{Forced, forced};
pub use painted::broken_already;
pub use tally::Tally;

use gridcheck_core::problem::Problem;
use gridcheck_core::problem::orbit::{Orbit, orbits};

/// Returns every orbit under the symmetry that has an open square or edge.
fn open_orbits(problem: &Problem) -> Vec<Orbit> {
    orbits(problem.size(), problem.rules()).into_iter().filter(|orbit| orbit.has_open(problem.givens())).collect()
}

#[cfg(test)]
mod tests;
