//! Counts a prepared problem in blocks: all blocks without a record, or one block again.

use super::block::RequestedBlocks;
use super::block_sum::{BlockSum, SumKind};
use super::contents::Scope;
use super::prepared::Prepared;
use super::sums::BlockSums;
use crate::{EngineError, Run};
use gridcheck_core::constraint::{Distribution, Extreme, Goal, Measure};

impl Prepared<'_> {
    /// Counts the valid grids as [`sum`](Prepared::sum) does, for sums that are numbers of grids.
    ///
    /// # Errors
    /// Returns an error for the same causes, and if the sums are of another kind.
    pub fn count(&self, run: &Run, sums: &BlockSums) -> Result<u128, EngineError> {
        if *sums.kind() != SumKind::Plain {
            return Err(self.another_kind(&sums.kind().none()));
        }
        self.sum(run, sums)?.grids().ok_or(EngineError::Overflow)
    }

    /// Counts the valid grids by the values of these measures, block by block, without a file.
    ///
    /// # Errors
    /// Returns an error if the engine cannot sort by these measures, or if the count fails or is stopped.
    pub fn distribution(&self, by: &[Measure], run: &Run) -> Result<Distribution, EngineError> {
        match self.sum(run, &BlockSums::in_memory_of(&SumKind::Distribution(by.to_vec())))? {
            BlockSum::Distribution(distribution) => Ok(distribution),
            sum @ (BlockSum::Plain(_) | BlockSum::Extreme { .. }) => Err(self.another_kind(&sum)),
        }
    }

    /// Returns the extreme of a measure over the valid grids, block by block, without a file.
    ///
    /// # Errors
    /// Returns an error if the engine cannot measure this, or if the count fails or is stopped.
    pub fn extreme(&self, goal: Goal, run: &Run) -> Result<Option<Extreme>, EngineError> {
        match self.sum(run, &BlockSums::in_memory_of(&SumKind::Extreme(goal)))? {
            BlockSum::Extreme { best, .. } => Ok(best),
            sum @ (BlockSum::Plain(_) | BlockSum::Distribution(_)) => Err(self.another_kind(&sum)),
        }
    }

    fn another_kind(&self, sum: &BlockSum) -> EngineError {
        let what = format!("the sums are of another question: {}", sum.kind());
        EngineError::Failed { engine: self.engine().name(), what }
    }

    /// Makes the sum of all blocks, or of those in the [`Piece`](super::Piece) that `sums` is about. Blocks that `sums` knows are not counted again. Every
    /// other block is added to it as soon as it is counted.
    ///
    /// # Errors
    /// Returns an error if the sums are another engine's or overflow, or if the count fails or is stopped.
    pub fn sum(&self, run: &Run, sums: &BlockSums) -> Result<BlockSum, EngineError> {
        self.must_make(sums.kind())?;
        sums.must_be_of(self.engine().name())?;
        if !sums.is_finished() {
            let requested = requested_blocks(sums.scope());
            // Display the grids that were counted before, too.
            run.tasks_done(0, sums.total().and_then(|total| total.grids()).unwrap_or_default());
            self.blocks().count(sums.kind(), requested, run, sums)?;
            sums.close()?;
        }
        sums.total().ok_or(EngineError::Overflow)
    }

    /// Counts the block of this name alone. Returns its sum, of the kind of `sums`, and the one that `sums` records, or `None` if the block
    /// was not counted there.
    ///
    /// # Errors
    /// Returns an error if no block can have that name, if the sums are another engine's, or if the count fails.
    pub fn count_block(
        &self,
        run: &Run,
        name: &str,
        sums: &BlockSums,
    ) -> Result<(BlockSum, Option<BlockSum>), EngineError> {
        self.must_make(sums.kind())?;
        sums.must_be_of(self.engine().name())?;
        let block = self.blocks().named(name).ok_or_else(|| {
            let (size, example) = (self.problem().size(), self.blocks().example());
            let what = format!("`{name}` is no block of size {size}, expected a name like {example}");
            EngineError::Failed { engine: self.engine().name(), what }
        })?;
        let fresh = BlockSums::in_memory_of(sums.kind());
        self.blocks().count(sums.kind(), RequestedBlocks::These(&[block]), run, &fresh)?;
        Ok((fresh.sum(block).unwrap_or_else(|| sums.kind().none()), sums.recorded(block)))
    }
}

/// Returns the blocks of a part of the count.
pub(super) fn requested_blocks(scope: &Scope) -> RequestedBlocks<'_> {
    match scope {
        Scope::Piece(piece, pieces) => RequestedBlocks::Piece(pieces.blocks(piece.number())),
        Scope::Whole | Scope::Of(_) => RequestedBlocks::All,
    }
}
