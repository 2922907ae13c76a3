//! Counting by four quarters, without ever seeing a grid: `pinwheel`.
//!
//! # Quarter, sites, link, ring
//!
//! A square grid less its centre falls into four rectangles that turn into one another by 90°, here at 7 × 7:
//!
//! ```text
//!     1 1 1 1|2 2 2      The quarter in hand is 1: h rows of h + 1 squares (n = 2h + 1).
//!     1 1 1 1|2 2 2      Its right sites, squares 4 of its rows, meet quarter 2 at the bottom sites of that one, turned;
//!     1 1 1 1|2 2 2      its bottom sites, the first h squares of its last row, meet the right sites of quarter 4;
//!     -----+-+           and its link, the last square of its last row, meets the centre.
//!     4 4 4|*|2 2 2      Around the centre the four make a ring: 1 right of 4, 2 right of 1, 3 right of 2, 4 right of 3.
//!          +-+-----
//!     4 4 4|3 3 3 3      A site is black, or white with black beyond it (closed), or white with white beyond it (open).
//!     4 4 4|3 3 3 3      Even sizes have four squares of h × h, no centre and no link.
//!     4 4 4|3 3 3 3
//! ```
//!
//! With half-turn symmetry 3 is 1 turned and 4 is 2 turned: a grid is two quarters and the centre. So it is enough to know
//! how many quarters there are of each kind, and which kinds meet: meet in the middle (Horowitz and Sahni, 1974) in two
//! dimensions. A *kind* is all that the rest of the grid can see of a quarter: for each site whether it is black, closed, or
//! open and then how far the word has come that leads out of it; which open sites hang together inside; which of the lines
//! that need a white square it has touched. Without connectivity the count would be the trace of (T·M)², T the table of the
//! kinds by what they show on their two sides and M what fits what; grids with quarter-turn symmetry are the trace of T·M.
//!
//! # Why twice
//!
//! Two quarters fit only if each is open where the other is. So the quarters that are open at R on the right and at B at the
//! bottom, the *group* (R, B), meet the group (B, R) and no other, and such a pair is a *block* of the sum. When nothing
//! given tells quarter 1 from quarter 2, one table serves for both, and a block has the grids with 1 from (R, B) and 2 from
//! (B, R) and as many with the two exchanged: its groups meet once, and the sum is doubled. A group that meets itself, R = B,
//! has met all its pairs in both orders: nothing is doubled.
//!
//! # What it costs
//!
//! British kinds: 1,078 at 7 × 7, 22,532 at 9 × 9, 896,344 at 11 × 11, 32.5 million at 13 × 13, about 1.4 thousand million at
//! 15 × 15. Each is made once: the sweep fixes the open right sites depth first, so that all groups (R, ·) come out together,
//! and a group that comes when its partner is there meets it and is gone ([`pending_groups`]). A quarter of all groups waits at most.
//! Where that is too much for memory the patterns of open sites are cut in k parts and the blocks in [`tile`]s; then the last
//! rows are still made once, and the rows above them up to k times.
//!
//! # Who does what
//!
//! - [`question`](mod@question): the problem turned into [`tables`];
//! - [`quarter`]: the shape, its rows and sites, and the lines that need a white square; [`given`]: squares given in it;
//! - [`partition`]: which of a region's open sites hang together;
//! - [`sweep`]: counts the quarters of every kind, by [`passage`] from row to row; [`states`]: the states between two rows, as
//!   matrices; [`intern`]: numbers for what there is in them;
//! - [`block`]: the pieces of the answer, each a pair of [`group`]s of quarters;
//! - [`pair`], [`join`]: how many grids two groups make; [`fits`]: what fits at a site; [`ring`]: whether four quarters and the centre are one region;
//! - [`count`]: all of it, in [`tile`]s that fit into [`memory`](gridcheck_run::memory), their groups waiting on a [`pending_groups`];
//! - [`mod@blocks`]: the blocks as those see them who [keep their sums](gridcheck_run::blocks), [`deal`]t into pieces by the [`effort`] that is expected
//!   of them;
//! - [`ranking`]: a number for every grid and a grid for every number, by blocks [`opened`], their groups [`chosen`] out of a sweep; the
//!   keys are [sought](seek), and the quarters of a key are the paths of a [`trellis`];
//! - [`census`]: how many kinds there are, and where they are open; [`forecast`]: what that says of larger grids; [`progress`]: how
//!   much of the work is done;
//! - [`weight`]: what is added and multiplied: integers, which never wrap; a [`spread`] of measures, told by a [`meter`]; the [`best`] of
//!   one and how many reach it; [`measured`]: the answers that these give.
//!
//! The rules for words come as the classes of [`parts`], so nothing else here knows one rule set from another.

mod best;
mod block;
mod blocks;
mod census;
mod chosen;
mod compatibility;
mod count;
mod deal;
mod effort;
mod encoder;
mod forecast;
mod given;
mod group;
mod intern;
mod job;
mod join;
mod measured;
mod pair;
mod partition;
mod parts;
mod pending_groups;
mod placed;
mod polynomial;
mod prepared;
mod progress;
mod quarter;
mod ranked_block;
mod ranking;
mod seek;
mod states;
mod sweep;
mod tables;
mod tails;
#[cfg(test)]
mod tests;
mod tile;
mod transition;
mod trellis;
mod weight;

use std::sync::Arc;

use blocks::PinwheelBlocks;
use census::Extent;
use encoder::{DigitLimit, MeasureEncoder};
use gridcheck_core::constraint::{Distribution, Extreme, Goal, Kind, Measure};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Symmetry;
use gridcheck_run::blocks::{BlockSums, Blocks, InBlocks, count_in_blocks};
use gridcheck_run::{Ability, Engine, EngineError, Run, Witness};
use prepared::{Geometry, PreparedProblem};

pub use ranking::Ranking;

/// The engine `pinwheel`; see the module.
pub struct Pinwheel;

const NAME: &str = "pinwheel";

/// Partitions of more runs than this are too many to be numbered.
const LARGEST: usize = 23;

impl Engine for Pinwheel {
    fn name(&self) -> &'static str {
        NAME
    }

    fn witness(&self) -> Witness {
        Witness::Alone
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::Rot180, Symmetry::Rot90]
    }

    fn constraints(&self) -> &'static [Kind] {
        &Kind::ALL
    }

    fn effort_per_square(&self) -> f64 {
        1.0
    }

    fn uses_clauses(&self) -> bool {
        false
    }

    fn ability(&self, problem: &Problem) -> Ability {
        match prepare(problem) {
            Err(why) => Ability::Unable(why),
            Ok(_) => forecast::slow(problem).map_or(Ability::Able, Ability::Slow),
        }
    }

    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        if problem.constraints().is_empty() {
            return count_in_blocks(self, problem, run, &BlockSums::in_memory());
        }
        self.distribution(problem, &[], run)?.total().ok_or(EngineError::Overflow)
    }

    fn in_blocks(&self) -> Option<&dyn InBlocks> {
        Some(self)
    }

    fn measures(&self) -> bool {
        true
    }

    fn wrong_measure(&self, problem: &Problem, by: &[Measure]) -> Option<String> {
        prepare_with(problem, |geometry| measured::encoder(problem, by, geometry)).err()
    }

    fn distribution(&self, problem: &Problem, by: &[Measure], run: &Run) -> Result<Distribution, EngineError> {
        measured::distribution(problem, by, run)
    }

    fn extreme(&self, problem: &Problem, goal: Goal, run: &Run) -> Result<Option<Extreme>, EngineError> {
        if problem.constraints().is_empty() {
            return measured::extreme(problem, goal, run);
        }
        Ok(self.distribution(problem, &[goal.measure()], run)?.extreme(goal))
    }
}

impl InBlocks for Pinwheel {
    fn blocks(&self, problem: &Problem) -> Result<Arc<dyn Blocks>, EngineError> {
        Ok(Arc::new(PinwheelBlocks::new(problem)?))
    }
}

/// The question with what is expected of it, if that fits into memory.
fn with_forecast(problem: &Problem, prepared: PreparedProblem) -> Result<PreparedProblem, EngineError> {
    let expected = demand_memory(problem, &prepared)?;
    Ok(match expected {
        Some(expected) => prepared.expecting(expected.signatures),
        None => prepared,
    })
}

/// What is expected of a question, where smaller grids tell it. An error if that does not fit into memory.
fn demand_memory(problem: &Problem, prepared: &PreparedProblem) -> Result<Option<Extent>, EngineError> {
    // Where much is let go, nobody knows how much is left.
    if prepared.encoder.limit() != DigitLimit::default() {
        return Ok(None);
    }
    let expected = forecast::expected(problem)?;
    if let Some(expected) = &expected {
        // The guess is on the low side: what does not fit by it does not fit.
        prepared.account.demand(expected.bytes as u64)?;
    }
    Ok(expected)
}

fn unable(why: String) -> EngineError {
    EngineError::Unable { engine: NAME, why }
}

/// The problem as this engine asks it, or why it cannot do it.
fn prepare(problem: &Problem) -> Result<PreparedProblem, String> {
    prepare_with(problem, |geometry| measured::encoder(problem, &[], geometry))
}

/// The same, measured by a meter.
fn prepare_with(
    problem: &Problem,
    encoder: impl FnOnce(&Geometry) -> Result<MeasureEncoder, String>,
) -> Result<PreparedProblem, String> {
    if let Some(why) = Pinwheel.wrong_symmetry(problem).or_else(|| Pinwheel.unsupported_constraint(problem)) {
        return Err(why);
    }
    if problem.size() > LARGEST {
        return Err(format!("size {}, at most {LARGEST}", problem.size()));
    }
    Ok(PreparedProblem::measuring(problem, encoder)?.forecast_by(forecast::rough_effort))
}
