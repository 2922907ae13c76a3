//! Counts barred grids with the half turn by joining their corners, without listing the grids.
//!
//! ```text
//!     . . . | . . .      A grid with even sides has four corners. The half turn maps the lower ones to the upper ones.
//!     one   | other      So a grid is two corners. The second one is read in the mirror, so that both begin at a corner of the grid.
//!     ------+------      They meet at the right side of each, row by row, and each meets the image of the other at its lower side,
//!     (other| (one       column by column.
//!     turned| turned)
//! ```
//!
//! The ways to fill a corner are counted square by square ([`sweep`]). Ways that are alike at the two sides ([`state`]) are counted
//! together: the parts of words that leave the corner, as far as other letters matter ([`parts`]), and the regions at the open edges
//! ([`regions`]). Then the corners that are open at the same edges are [joined](join). They are a [block](mod@blocks) of the sum. Its grids have
//! [numbers], so that one of them is found without a list.

// The page has a limit of bytes, and draws no barred grids by rank.
#![cfg_attr(target_family = "wasm", allow(dead_code))]

mod blocks;
mod board;
mod given;
mod join;
#[cfg(not(target_family = "wasm"))]
mod numbers;
#[cfg(not(target_family = "wasm"))]
mod pairs;
mod parts;
#[cfg(not(target_family = "wasm"))]
mod paths;
mod prelude;
mod regions;
mod rights;
mod space;
mod state;
mod sweep;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use blocks::CornerBlocks;
use board::Board;
use given::Given;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{GridKind, Symmetry};
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::{ClauseUse, Declined, Engine, EngineFacts, Method, Prepared, Unsupported, Witness, only_counts};
use state::MOST_SITES;

/// Joins the corners of barred grids.
pub struct Corners;

const FACTS: EngineFacts = EngineFacts {
    name: "corners",
    witness: Witness::Alone,
    method: Method::AddsBlocks { numbers_grids: cfg!(not(target_family = "wasm")) },
    kinds: &[GridKind::Bars],
    symmetries: &[Symmetry::Rot180],
    constraints: &[],
    rank: 2,
    clauses: ClauseUse::None,
    seeks_extremes: false,
};

/// The most squares of a corner for a count of a minute: 10 x 10.
const REASONABLE_SQUARES: usize = 25;

impl Engine for Corners {
    fn facts(&self) -> EngineFacts {
        FACTS
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        let (blocks, squares) = blocks(problem, kind).map_err(|why: Unsupported| why.by(FACTS.name))?;
        let slow = (squares > REASONABLE_SQUARES)
            .then(|| format!("{squares} squares in a corner, reasonable up to {REASONABLE_SQUARES}"));
        Ok(Prepared::in_blocks(self, problem, kind, slow, Arc::new(blocks)))
    }
}

/// Returns the blocks of a problem, and the number of squares of a corner.
fn blocks(problem: &Problem, kind: &SumKind) -> Result<(CornerBlocks, usize), Unsupported> {
    only_counts(kind)?;
    let (height, width) = (problem.height(), problem.width());
    if height % 2 == 1 || width % 2 == 1 {
        return Err(format!("size {}, only even numbers of rows and columns", problem.size()).into());
    }
    let (rows, columns) = (height / 2, width / 2);
    let board = match Given::of(problem) {
        None => None,
        Some(given) => Some(Board::new(problem, given).ok_or_else(|| {
            let most = 2 * MOST_SITES;
            Unsupported::from(format!(
                "size {} with its parts of words, only up to {most} rows and columns together",
                problem.size()
            ))
        })?),
    };
    Ok((CornerBlocks::new(board, rows, columns), rows * columns))
}
