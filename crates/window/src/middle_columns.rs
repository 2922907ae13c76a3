//! All middle columns of a problem: the blocks of its count.
//!
//! In a square without given squares, a middle column also represents its reflections. Its grids are those whose middle row is
//! not smaller than it, and their reflections in the diagonal. The arm with fewer white squares is smaller. Among
//! arms with equally many, compare binary numbers in which white is 1 and the lowest digit is the square at the edge
//! of the grid.
//!
//! A middle column is identified by its squares and the centre. Its name lists its squares from the edge of the grid
//! on, `o` white and `-` black, then a colon and the centre: `o-ooo:o`.

use std::collections::HashSet;

use super::arm::{Arm, Arms};
use super::census;
use super::deal::deal;
use super::effort::Cost;
use super::forecast::Forecast;
use super::frame::{frame, frame_and_words};
use super::middle_column::{MiddleColumn, SweptAbove};
use super::tables::Tables;
use super::words::WordClasses;
use gridcheck_core::problem::Problem;
use gridcheck_run::blocks::{BlockId, Blocks, Division, Estimate, Ledger, RequestedBlocks};
use gridcheck_run::memory::Account;
use gridcheck_run::{EngineError, Run};

/// The middle columns of a problem.
pub struct MiddleColumns {
    problem: Problem,
    /// Number of rows and of columns of a quadrant.
    sides: [usize; 2],
    words: [WordClasses; 2],
    arms: Arms,
    /// The middle columns that have a middle row, in order.
    all: Vec<BlockId>,
}

impl MiddleColumns {
    /// Creates the blocks of a problem.
    ///
    /// # Errors
    /// The engine does not support the problem.
    pub fn new(problem: &Problem) -> Result<Self, EngineError> {
        let (frame, words) = frame_and_words(problem)?;
        let arms = Arms::new(&words, frame.sides);
        let all = MiddleColumn::all(&frame, &arms, None).iter().map(|middle_column| id(&middle_column.arm)).collect();
        Ok(MiddleColumns { problem: problem.clone(), sides: frame.sides, words, arms, all })
    }

    fn arm(&self, block: BlockId) -> Arm {
        let white = (block.0 >> 1) as u32;
        Arm::new(self.sides[0], white, block.0 & 1 == 1)
    }
}

/// Returns the number of a middle column. Middle columns that differ only in the centre are adjacent.
fn id(arm: &Arm) -> BlockId {
    BlockId(u64::from(arm.white()) << 1 | u64::from(arm.has_white_centre()))
}

impl Blocks for MiddleColumns {
    fn name(&self, block: BlockId) -> String {
        let arm = self.arm(block);
        let colour = |square| if arm.is_white(square) { 'o' } else { '-' };
        (0..self.sides[0]).map(colour).chain([':', colour(self.sides[0])]).collect()
    }

    fn named(&self, name: &str) -> Option<BlockId> {
        let is_colour = |colour: &u8| b"o-".contains(colour);
        let Some((squares, [b':', centre])) = name.as_bytes().split_at_checked(self.sides[0]) else { return None };
        if !squares.iter().chain([centre]).all(is_colour) {
            return None;
        }
        let white = (0..).zip(squares).filter(|(_, colour)| **colour == b'o').map(|(square, _)| 1 << square).sum();
        Some(id(&Arm::new(self.sides[0], white, *centre == b'o')))
    }

    fn example(&self) -> String {
        self.name(id(&Arm::new(self.sides[0], 1, true)))
    }

    fn has(&self, block: BlockId) -> bool {
        self.all.binary_search(&block).is_ok()
    }

    fn all(&self) -> Vec<BlockId> {
        self.all.clone()
    }

    fn costs(&self, blocks: &[BlockId]) -> Result<Vec<u64>, EngineError> {
        let effort = census::effort(&self.problem)?;
        // Two middle columns share the sweep above the last row.
        let cost = |&block: &BlockId| effort.of(&self.arm(block));
        Ok(blocks.iter().map(cost).map(|cost| cost.above / 2 + cost.below).collect())
    }

    /// Deals the middle columns. The deal's digest covers each middle column and its piece.
    fn deal(&self, pieces: usize) -> Result<Division, EngineError> {
        let effort = census::effort(&self.problem)?;
        let arms: Vec<Arm> = self.all.iter().map(|&block| self.arm(block)).collect();
        let (mut dealt, mut digest_input) = (Vec::new(), Vec::new());
        for (piece, arms) in (0_u32..).zip(deal(&effort, &arms, pieces)) {
            let mut blocks: Vec<BlockId> = arms.iter().map(id).collect();
            blocks.sort_unstable();
            for block in &blocks {
                digest_input.extend(block.0.to_le_bytes());
                digest_input.extend(piece.to_le_bytes());
            }
            dealt.push(blocks);
        }
        Ok(Division::new(dealt, &digest_input))
    }

    fn demand_memory(&self, requested: RequestedBlocks<'_>, ledger: &dyn Ledger) -> Result<(), EngineError> {
        let requested = match requested {
            RequestedBlocks::All => &self.all,
            RequestedBlocks::Piece(blocks) | RequestedBlocks::These(blocks) => blocks,
        };
        let left = requested.iter().filter(|&&block| self.has(block) && !ledger.knows(block));
        census::demand_memory(&self.problem, &left.map(|&block| self.arm(block)).collect::<Vec<Arm>>())
    }

    fn estimates(&self, parts: &[&[BlockId]], threads: usize) -> Result<Option<Vec<Estimate>>, EngineError> {
        let (effort, forecast) = (census::effort(&self.problem)?, Forecast::of(&self.problem)?);
        // The work of a part, and the cost of its dearest middle column.
        let work = |blocks: &[BlockId]| {
            let (mut work, mut dearest, mut before) = (0, 0, None);
            for arm in blocks.iter().map(|&block| self.arm(block)) {
                let Cost { above, below } = effort.of(&arm);
                work += below + if before == Some(arm.white()) { 0 } else { above };
                dearest = dearest.max(above + below);
                before = Some(arm.white());
            }
            [work, dearest]
        };
        let whole = work(&self.all);
        let estimate = |blocks: &&[BlockId]| {
            let part = work(blocks);
            let [share, of_dearest] = [0, 1].map(|which| part[which] as f64 / whole[which].max(1) as f64);
            Estimate { share, seconds: forecast.seconds * share, bytes: forecast.peak(of_dearest, threads) }
        };
        Ok(Some(parts.iter().map(estimate).collect()))
    }

    fn count(&self, requested: RequestedBlocks<'_>, run: &Run, ledger: &dyn Ledger) -> Result<(), EngineError> {
        let frame = frame(&self.problem)?;
        let account = Account::open();
        let taken = account.part();
        let tables = Tables::new(&self.words, frame.sides, &taken)?;
        let effort = census::effort_to_show(&frame, &self.problem);
        let requested: Option<HashSet<BlockId>> = match requested {
            RequestedBlocks::All => None,
            RequestedBlocks::Piece(blocks) | RequestedBlocks::These(blocks) => Some(blocks.iter().copied().collect()),
        };
        let mut middle_columns = MiddleColumn::all(&frame, &self.arms, effort.as_ref());
        middle_columns.retain(|middle_column| {
            requested.as_ref().is_none_or(|requested| requested.contains(&id(&middle_column.arm)))
        });
        let (known, middle_columns): (Vec<_>, Vec<_>) =
            middle_columns.into_iter().partition(|middle_column| ledger.knows(id(&middle_column.arm)));
        // Blocks that are already counted are reported as done.
        let work_before = MiddleColumn::work_of(&known);
        run.set_tasks(known.len() + middle_columns.len());
        run.continue_work(work_before, work_before + MiddleColumn::work_of(&middle_columns));
        run.tasks_done(known.len() as u64, 0);
        let mut above = SweptAbove::nothing();
        for middle_column in middle_columns {
            let grids = middle_column.count(&tables, &mut above, &account, run)?;
            ledger.learn(id(&middle_column.arm), grids)?;
            run.task_done(grids);
        }
        Ok(())
    }
}
