//! Counts a prepared problem in blocks: all blocks without a record, or one block again.

use super::contents::Scope;
use super::in_blocks::InBlocks;
use super::sums::BlockSums;
use gridcheck_engine::blocks::{BlockSum, RequestedBlocks, SumKind};
use gridcheck_engine::{EngineError, Run};

impl InBlocks {
    /// Counts the valid grids as [`sum`](InBlocks::sum) does, for sums that are numbers of grids.
    ///
    /// # Errors
    /// Returns an error for the same causes, and if the sums are of another kind.
    pub fn count(&self, run: &Run, sums: &BlockSums) -> Result<u128, EngineError> {
        if *self.kind() != SumKind::Plain {
            let what = format!("it was prepared for {}", self.kind());
            return Err(EngineError::Failed { engine: self.engine(), what });
        }
        self.sum(run, sums)?.grids().ok_or(EngineError::Overflow)
    }

    fn another_kind(&self, kind: &SumKind) -> EngineError {
        EngineError::Failed { engine: self.engine(), what: format!("the sums are of another question: {kind}") }
    }

    /// Returns an error unless the sums are of this engine and of this kind.
    pub(super) fn must_be_about(&self, sums: &BlockSums) -> Result<(), EngineError> {
        if sums.kind() != self.kind() {
            return Err(self.another_kind(sums.kind()));
        }
        sums.must_be_of(self.engine())
    }

    /// Makes the sum of all blocks, or of those in the [`Piece`](super::Piece) that `sums` is about. Blocks that `sums` knows are not
    /// counted again. Every other block is added to it as soon as it is counted.
    ///
    /// # Errors
    /// Returns an error if the sums are another engine's, of another kind or overflow, or if the count fails or is stopped.
    pub fn sum(&self, run: &Run, sums: &BlockSums) -> Result<BlockSum, EngineError> {
        self.must_be_about(sums)?;
        if !sums.is_finished() {
            let requested = requested_blocks(sums.scope());
            // Display the grids that were counted before, too.
            run.tasks_done(0, sums.total().and_then(|total| total.grids()).unwrap_or_default());
            self.blocks().count(requested, run, sums)?;
            sums.close()?;
        }
        sums.total().ok_or(EngineError::Overflow)
    }

    /// Counts the block of this name alone. Returns its sum, of the kind of `sums`, and the one that `sums` records, or `None` if the block
    /// was not counted there.
    ///
    /// # Errors
    /// Returns an error if no block can have that name, if the sums are another engine's or of another kind, or if the count fails.
    pub fn count_block(
        &self,
        run: &Run,
        name: &str,
        sums: &BlockSums,
    ) -> Result<(BlockSum, Option<BlockSum>), EngineError> {
        self.must_be_about(sums)?;
        let block = self.blocks().named(name).ok_or_else(|| {
            let (size, example) = (self.problem().size(), self.blocks().example());
            let what = format!("`{name}` is not a block of size {size}, expected a name like {example}");
            EngineError::Failed { engine: self.engine(), what }
        })?;
        let fresh = BlockSums::in_memory_of(sums.kind());
        self.blocks().count(RequestedBlocks::These(&[block]), run, &fresh)?;
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
