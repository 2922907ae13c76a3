//! Counting between the bars of a window: the middle column and the middle row are set first, then the quadrants are filled.
//!
//! ```text
//!     . . . | . . .      The middle lines cut a grid of odd size n = 2 s + 1 into four quadrants of s × s squares.
//!     left  | right      Half-turn symmetry makes the lower quadrants of the upper ones, and of each middle line one
//!     . . . | . . .      half of the other: the upper half of the middle column is the *middle column*, the left half
//!     ------+------      of the middle row the *middle row* ([`arm`]). A grid is two arms, the centre, and two quadrants.
//!     . . . | . . .
//!           |
//!     . . . | . . .
//! ```
//!
//! Reflected, the right quadrant looks like the left one: it has the same middle column on its right, and below it, by the half turn, the same
//! middle row. So one table of the kinds of quadrant between two arms serves for both, and meets itself; and the table of two arms is,
//! reflected in the diagonal, that of the same two exchanged, so only half of the tables are made. A *kind* is what the other quadrant must know of a
//! quadrant: where a middle line is white, how far the word has come that leaves the quadrant there; which runs of the middle lines the quadrant
//! joins; which lines have the white square they need. Nothing is told of sites where a middle line is black, and regions are told only by the runs
//! of the middle lines: that makes kinds four times fewer than between quarters that meet directly. Nothing waits for a partner either, so little memory is
//! needed: the states beside one middle column.
//!
//! Meeting in the middle is Horowitz and Sahni's (1974); sweeping a quadrant row by row, equal states put together, is a transfer
//! matrix with connectivity (Jensen, 2001, for polyominoes). Given squares tell left from right: then each has a table of its own, of every two arms.
//!
//! - [`words`]: how far a word has come, and what makes a word; [`tables`]: the rows of a quadrant, and how columns go on;
//! - [`states`]: lists of states; [`arm`]: the middle lines; [`region`]: what hangs together;
//! - [`quadrant`]: the sweep of a quadrant beside a middle column; [`foot`]: its last row, and the kinds of quadrant above a middle row; [`join`]: two quadrants side by side;
//! - [`frame`]: the problem seen so; [`middle_column`]: one middle column with all its middle rows; [`middle_columns`]: all of them, the blocks of a count;
//!   [`effort`]: what they are expected to cost, by a [`census`] of a smaller grid; [`deal`]t into pieces by that;
//! - [`measured`]: grids sorted by what they measure; [`worth`]: what ways are worth then; [`gauge`]: what squares add; [`values`]:
//!   polynomials by their values.
//!
//! It shares nothing with other engines but the grid and the rule data.

mod arm;
mod census;
mod deal;
mod effort;
mod encoder;
mod frame;
mod join;
mod last_row;
mod measured;
mod middle_column;
mod middle_columns;
mod quadrant;
mod region;
mod states;
mod tables;
#[cfg(test)]
mod tests;
mod values;
mod weight;
mod words;

use std::sync::Arc;

use encoder::Form;
use frame::Frame;
use gridcheck_core::constraint::{Distribution, Extreme, Goal, Kind, Measure};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Symmetry;
use gridcheck_run::blocks::{BlockSums, Blocks, InBlocks, count_in_blocks};
use gridcheck_run::{Ability, Engine, EngineError, Run, Witness};
use middle_columns::MiddleColumns;

/// The engine `window`; see the module.
pub struct Window;

const NAME: &str = "window";

/// The largest size: beyond, the truth tables of words are too long, and a state's symbols too many for its bits.
const LARGEST: usize = 21;
const _: () = {
    let side = LARGEST / 2;
    assert!(tables::BITS as usize * side <= states::OPEN as usize && states::OPEN as usize + side <= 64);
    // Columns, and the runs of a middle column.
    assert!(side + side.div_ceil(2) <= region::LABELS && side.div_ceil(2) <= arm::MOST_RUNS);
};

impl Engine for Window {
    fn name(&self) -> &'static str {
        NAME
    }

    fn witness(&self) -> Witness {
        Witness::Alone
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::Rot180]
    }

    fn constraints(&self) -> &'static [Kind] {
        &[]
    }

    fn effort_per_square(&self) -> f64 {
        1.0
    }

    fn uses_clauses(&self) -> bool {
        false
    }

    fn ability(&self, problem: &Problem) -> Ability {
        match Frame::new(problem).and_then(|frame| frame.words().map(|_| frame.slow())) {
            Err(why) => Ability::Unable(why),
            Ok(slow) => slow.map_or(Ability::Able, Ability::Slow),
        }
    }

    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        count_in_blocks(self, problem, run, &BlockSums::in_memory())
    }

    fn in_blocks(&self) -> Option<&dyn InBlocks> {
        Some(self)
    }

    fn measures(&self) -> bool {
        true
    }

    fn wrong_measure(&self, problem: &Problem, by: &[Measure]) -> Option<String> {
        let why = |free| format!("{free} free squares in a quarter of the grid, it sorts up to {SORTED}");
        let many = || Frame::new(problem).ok().map(|frame| frame.free()).filter(|&free| free > SORTED).map(why);
        one_form(by).err().or_else(many)
    }

    fn distribution(&self, problem: &Problem, by: &[Measure], run: &Run) -> Result<Distribution, EngineError> {
        let (measure, form) = one_form(by).map_err(|why| EngineError::Unable { engine: NAME, why })?;
        measured::distribution(problem, measure, form, run)
    }

    fn extreme(&self, problem: &Problem, goal: Goal, run: &Run) -> Result<Option<Extreme>, EngineError> {
        let (_, form) = one_form(&[goal.measure()]).map_err(|why| EngineError::Unable { engine: NAME, why })?;
        measured::extreme(problem, goal, form, run)
    }
}

/// Beyond so many free squares a quadrant, those of 17 × 17, one middle column can have more grids than the field of [`values`] has elements.
const SORTED: u32 = 64;

/// The one measure, and what tells it; or why there is none.
fn one_form(by: &[Measure]) -> Result<(Measure, Form), String> {
    match *by {
        [measure] => Form::of(measure).map(|form| (measure, form)).ok_or_else(|| format!("grids by {measure}")),
        [] => Err("grids by no measure".to_owned()),
        _ => Err(format!("grids by {} measures at once, only by one", by.len())),
    }
}

impl InBlocks for Window {
    fn blocks(&self, problem: &Problem) -> Result<Arc<dyn Blocks>, EngineError> {
        Ok(Arc::new(MiddleColumns::new(problem)?))
    }
}
