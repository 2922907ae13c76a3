//! Counts a prepared problem in blocks: all blocks without a record, or one block again.

use super::block::{BlockId, Estimate, Ledger, RequestedBlocks};
use super::block_sum::{BlockSum, SumKind};
use super::contents::Scope;
use super::head::CountPart;
use super::piece::Piece;
use super::prepared::Prepared;
use super::sums::BlockSums;
use crate::{EngineError, Run};
use gridcheck_core::constraint::{Distribution, Extreme, Goal, Measure};

/// The expected cost of a part of a count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PartEstimate {
    /// Number of blocks.
    pub blocks: usize,
    /// The expected cost.
    pub cost: Estimate,
}

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

    /// Makes the sum of all blocks, or of those in the [`Piece`] that `sums` is about. Blocks that `sums` knows are not counted again. Every
    /// other block is added to it as soon as it is counted.
    ///
    /// # Errors
    /// Returns an error if the sums are another engine's or overflow, or if the count fails or is stopped.
    pub fn sum(&self, run: &Run, sums: &BlockSums) -> Result<BlockSum, EngineError> {
        self.must_make(sums.kind())?;
        sums.must_be_of(self.engine().name())?;
        if !sums.is_finished() {
            let cut = cut_blocks(sums.scope());
            let requested = requested_blocks(sums.scope(), &cut);
            self.blocks().demand_memory(requested, sums)?;
            // Display the grids that were counted before, too.
            run.tasks_done(0, sums.total().and_then(|total| total.grids()).unwrap_or_default());
            self.blocks().count(sums.kind(), requested, run, sums)?;
            sums.close()?;
        }
        sums.total().ok_or(EngineError::Overflow)
    }

    /// Checks that the count, or that piece of it, will fit into memory, as far as this is known before there is a file.
    ///
    /// # Errors
    /// Returns an error if it will not fit or the problem cannot be divided into pieces.
    pub fn demand_memory(&self, piece: Option<Piece>) -> Result<(), EngineError> {
        let scope = Scope::new(self, CountPart::of(piece))?;
        self.blocks().demand_memory(requested_blocks(&scope, &[]), &BlockSums::in_memory())
    }

    /// Estimates the cost of the whole count, and of each of this many pieces, each in a separate process with this number of threads.
    /// Returns `None` if the engine has no estimate.
    ///
    /// # Errors
    /// Returns an error if the problem cannot be divided into this number of pieces, or if there is too little memory.
    pub fn estimates(
        &self,
        pieces: Option<usize>,
        threads: usize,
    ) -> Result<Option<(PartEstimate, Vec<PartEstimate>)>, EngineError> {
        let pieces = pieces.map(|of| self.pieces(of)).transpose()?;
        let all = self.blocks().all();
        let mut parts: Vec<&[BlockId]> = vec![&all];
        parts.extend(pieces.iter().flat_map(|pieces| (1..=pieces.len()).map(|number| pieces.blocks(number))));
        let Some(costs) = self.blocks().estimates(&parts, threads)? else { return Ok(None) };
        let mut estimates = parts.iter().zip(costs).map(|(part, cost)| PartEstimate { blocks: part.len(), cost });
        Ok(estimates.next().map(|whole| (whole, estimates.collect())))
    }

    /// Estimates the cost of the blocks that `sums` is about and does not know. Returns `None` if the engine has no estimate.
    ///
    /// # Errors
    /// Returns an error if there is too little memory.
    pub fn estimate_rest(&self, sums: &BlockSums, threads: usize) -> Result<Option<Estimate>, EngineError> {
        let cut = cut_blocks(sums.scope());
        let mut rest = match requested_blocks(sums.scope(), &cut) {
            RequestedBlocks::All => self.blocks().all(),
            RequestedBlocks::Piece(some) | RequestedBlocks::These(some) => some.to_vec(),
        };
        rest.retain(|&block| !sums.knows(block));
        Ok(self.blocks().estimates(&[&rest], threads)?.and_then(|costs| costs.first().copied()))
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
        // A file of whole blocks states nothing about a part of one.
        let may_be_recorded = sums.scope().pieces().is_some() || self.blocks().whole(block) == block;
        let recorded = if may_be_recorded { sums.recorded(block) } else { None };
        Ok((fresh.sum(block).unwrap_or_else(|| sums.kind().none()), recorded))
    }
}

/// Returns all blocks of merged pieces if some are cut, otherwise none.
fn cut_blocks(scope: &Scope) -> Vec<BlockId> {
    match scope {
        Scope::Of(pieces) if pieces.are_cut() => pieces.all(),
        Scope::Whole | Scope::Piece(..) | Scope::Of(_) => Vec::new(),
    }
}

/// Returns the blocks of a part of the count. `cut` are its [`cut_blocks`].
fn requested_blocks<'b>(scope: &'b Scope, cut: &'b [BlockId]) -> RequestedBlocks<'b> {
    match scope {
        Scope::Piece(piece, pieces) => RequestedBlocks::Piece(pieces.blocks(piece.number())),
        Scope::Of(pieces) if pieces.are_cut() => RequestedBlocks::Piece(cut),
        Scope::Whole | Scope::Of(_) => RequestedBlocks::All,
    }
}
