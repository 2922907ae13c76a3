//! Analyses a partly painted grid: how many valid grids complete it, which open squares are forced, and which painted squares
//! exclude all grids.
//!
//! The squares painted so far are the givens of a [`Problem`].
//!
//! | question | answered by |
//! |---|---|
//! | do the painted squares alone break a rule? | [`broken_already`], whatever the colours of the others |
//! | which colours are forced? | [`forced`], with a solver: the *backbone* of the formula |
//! | why is there no grid? | [`exclusion`], with a solver: an unsatisfiable core of the painted squares |
//! | how many grids are there? | [`count`], with the fastest engine that can |
//! | in how many is a square white? | [`whites`], with engines |
//! | which of them does a judge accept? | [`accepted`], with an engine that lists |
//!
//! This module prints nothing, and its [`Run`](gridcheck_engine::Run) can stop every analysis.

mod accepted;
mod count;
mod exclusion;
mod forced;
mod painted;

pub use accepted::{Accepted, accepted};
pub use count::{CompletionCount, WhiteCounts, count, disagreement, whites};
pub use exclusion::{Exclusion, exclusion};
pub use forced::{Forced, forced};
pub use painted::broken_already;

use gridcheck_core::problem::Problem;
use gridcheck_layout::shape::Square;

pub(crate) fn is_open(problem: &Problem, (r, c): Square) -> bool {
    problem.givens().colour(r, c).is_none()
}

/// Returns every orbit under the symmetry that has an open square.
pub(crate) fn open_orbits(problem: &Problem) -> Vec<Vec<Square>> {
    let mut orbits = Vec::new();
    for place in problem.size().positions() {
        let orbit = problem.symmetry().orbit(problem.size(), place);
        if orbit.iter().find(|&&other| is_open(problem, other)) == Some(&place) {
            orbits.push(orbit);
        }
    }
    orbits
}

#[cfg(test)]
mod tests;
