//! Counts grids from their middle lines and their quadrants: the engine `window`. It fixes the middle column and the
//! middle row first, like the bars of a window, then fills the quadrants.
//!
//! ```text
//!     . . . | . . .      The middle lines cut a grid of odd size n = 2 s + 1 into four quadrants of s × s squares.
//!     left  | right      The half turn maps the upper quadrants to the lower ones,
//!     . . . | . . .      and each half of a middle line to its other half.
//!     ------+------      So a grid is two half lines, the centre, and the two upper quadrants.
//!     . . . | . . .      The half lines are the *arms*: the upper half of the middle column
//!           |            and the left half of the middle row.
//!     . . . | . . .
//! ```
//!
//! In this crate, *middle column* and *middle row* mean these arms ([`arm`]).
//!
//! Reflected, the right quadrant has the same surroundings as the left one: the same middle column on its right and,
//! by the half turn, the same middle row below it. So one table of signatures between two arms serves for both
//! quadrants, and is joined with itself. A reflection in the diagonal exchanges the two arms, so only half of the
//! tables are made.
//!
//! The *signature* of a quadrant is everything that the other quadrant must know of it:
//!
//! - for each white square of the arms: the class of the word that leaves the quadrant there;
//! - which runs of the middle lines the quadrant connects;
//! - which lines already have the white square that they need.
//!
//! Black squares of the arms need no information, and regions are described only by the runs of the middle lines. So
//! there are four times fewer signatures than for quarters that meet directly. Nothing waits for a partner, so
//! the memory holds only the states beside one middle column.
//!
//! The method is meet in the middle (Horowitz and Sahni, 1974). The sweep of a quadrant row by row, with equal states
//! merged, is a transfer matrix with connectivity (Jensen, 2001, for polyominoes). Given squares may distinguish left
//! from right. Then each quadrant has a separate table, for every pair of arms. A grid that is wider than high is counted as its
//! reflection.
//!
//! - [`words`]: the classes of words; [`tables`]: the rows of a quadrant, and the steps of its columns;
//! - [`states`]: lists of states; [`weighted`]: sorted lists of keys; [`arm`]: the middle lines; [`region`]: the connected regions;
//! - [`quadrant`]: the sweep of a quadrant beside a middle column; [`lookahead`]: the states that it may drop;
//!   [`last_row`]: its last row above each middle row; [`signatures`]: what the other quadrant sees of its fillings;
//!   [`join`]: two quadrants side by side;
//! - [`frame`]: the problem in these terms; [`middle_column`]: one middle column with all its middle rows;
//!   [`middle_columns`]: all of them, the blocks of a count;
//! - [`measured`]: grids by their measures; [`weight`]: the values that are added and multiplied ([`gridcheck_weight`]); [`encoder`]: the
//!   increments of a measure; [`values`]: polynomials by their values.
//!
//! It shares nothing with other engines except the grid, the rule data, and the arithmetic of [`gridcheck_weight`].

mod arm;
mod encoder;
mod facts;
mod frame;
mod join;
mod last_row;
mod lookahead;
mod measured;
mod middle_column;
mod middle_columns;
mod quadrant;
mod region;
mod signatures;
mod states;
mod tables;
mod values;
mod weight;
mod weighted;
mod words;

use std::sync::Arc;

use facts::{FACTS, LARGEST, NAME};
use gridcheck_core::problem::Problem;
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::{Declined, Engine, EngineFacts, Prepared};
use middle_columns::MiddleColumns;

/// The engine `window`; the crate documentation describes its method.
pub struct Window;

const _: () = {
    let side = LARGEST / 2;
    assert!(tables::BITS as usize * side <= states::OPEN as usize && states::OPEN as usize + side <= 64);
    // The labels cover the columns, and the runs of a middle column.
    assert!(side + side.div_ceil(2) <= region::LABELS && side.div_ceil(2) <= arm::MAX_RUNS);
};

impl Engine for Window {
    fn facts(&self) -> EngineFacts {
        FACTS
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        let columns = MiddleColumns::new(problem, kind).map_err(|why| why.by(NAME))?;
        Ok(Prepared::in_blocks(self, problem, kind, columns.slow(), Arc::new(columns)))
    }
}
