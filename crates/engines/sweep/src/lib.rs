//! Counts barred grids by a sweep over the rows, without listing the grids.
//!
//! Placements of bars that leave the same open decisions are counted together from there on. Open are the run down in each column, as far
//! as later letters matter ([`runs`]), and the regions of the edges without a bar ([`state`]). With the half turn only the upper half is
//! swept. A column and its image meet at the middle ([`fold`]), so what matters of the two is which letters between them complete both:
//! they are merged as a pair.

mod board;
mod edges;
mod fold;
mod runs;
mod state;
mod sweep;
#[cfg(test)]
mod tests;
mod ways;
mod words;

use board::Board;
use edges::Edges;
use gridcheck_core::constraint::{Distribution, Kind, Measure, RoundedConstraint};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{GridKind, Symmetry};
use gridcheck_engine::blocks::{BlockSum, SumKind};
use gridcheck_engine::{ClauseUse, Declined, Engine, EngineError, EngineFacts, Method, Prepared, Run, Witness};
use state::MAX_WIDTH;
use ways::{ByWords, Ways};

/// Sweeps the squares of a barred grid and merges states that leave the same open decisions.
pub struct Sweeping;

/// The most squares of the swept part for a count of minutes: 10 x 10 with the half turn, 7 x 7 without.
const REASONABLE_SQUARES: usize = 50;

const FACTS: EngineFacts = EngineFacts {
    name: "sweep",
    witness: Witness::Alone,
    method: Method::CountsWhole,
    kinds: &[GridKind::Bars],
    symmetries: &[Symmetry::None, Symmetry::Rot180],
    constraints: &[Kind::Words],
    rank: 2,
    clauses: ClauseUse::None,
    seeks_extremes: false,
};

impl Engine for Sweeping {
    fn facts(&self) -> EngineFacts {
        FACTS
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        let declined = |why| Declined { engine: FACTS.name, why };
        FACTS.check_measures(&kind.measures()).map_err(|why| why.by(FACTS.name))?;
        let upright = problem.upright();
        let board = match Edges::of(&upright) {
            None => None,
            Some(edges) => {
                let board = Board::new(&upright, edges);
                let (width, most) = (upright.width(), MAX_WIDTH);
                Some(board.ok_or_else(|| {
                    declined(format!(
                        "{width} columns with so many kinds of unfinished words: it supports {most} columns, with few"
                    ))
                })?)
            }
        };
        let squares = board.as_ref().map_or(0, |board| board.rows * board.width);
        let slow = (squares > REASONABLE_SQUARES)
            .then(|| format!("{squares} squares to sweep, reasonable up to {REASONABLE_SQUARES}"));
        let request = Request { problem: problem.clone(), kind: kind.clone(), board };
        Ok(Prepared::whole(self, problem, kind, slow, move |run| request.sum(run)))
    }
}

/// A prepared problem.
struct Request {
    problem: Problem,
    kind: SumKind,
    /// `None` if the symmetry contradicts the given bars, so that there is no grid.
    board: Option<Board>,
}

impl Request {
    fn sum(&self, run: &Run) -> Result<BlockSum, EngineError> {
        let Some(board) = &self.board else { return Ok(self.kind.none()) };
        if self.kind == SumKind::Plain && self.problem.constraints().is_empty() {
            let grids = match grids::<u64>(board, run) {
                Err(EngineError::Overflow) => grids::<u128>(board, run),
                grids => grids.map(u128::from),
            };
            return grids.map(BlockSum::Plain);
        }
        let ByWords(numbers) = grids::<ByWords>(board, run)?;
        let measures = self.kind.measures();
        let mut distribution = Distribution::empty(&measures);
        let mut total = 0_u128;
        for (words, grids) in (0..).zip(numbers).filter(|&(words, _)| self.meets(words)) {
            distribution.add(measures.iter().map(|_| words).collect(), grids).ok_or(EngineError::Overflow)?;
            total = total.checked_add(grids).ok_or(EngineError::Overflow)?;
        }
        match self.kind {
            SumKind::Plain => Ok(BlockSum::Plain(total)),
            SumKind::Distribution(_) | SumKind::Extreme(_) => {
                self.kind.of_distribution(distribution).ok_or(EngineError::Overflow)
            }
        }
    }

    /// Returns `true` if grids with this number of words meet all constraints.
    fn meets(&self, words: u32) -> bool {
        self.problem.rounded_constraints().iter().all(|constraint| match constraint {
            RoundedConstraint::Measure(Measure::Words, range) => {
                words >= range.least && range.most.is_none_or(|most| words <= most)
            }
            _ => unreachable!("the facts name no other kind of constraint"),
        })
    }
}

/// Returns the sum over all grids.
fn grids<W: Ways>(board: &Board, run: &Run) -> Result<W, EngineError> {
    let mut total = W::default();
    for (state, ways) in sweep::states::<W>(board, run)? {
        fold::add_ends(board, &state, &ways, &mut total).ok_or(EngineError::Overflow)?;
    }
    Ok(total)
}
