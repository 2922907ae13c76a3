//! Represents a block for code that does not count (a number, a name), and the blocks that an engine counts.

use std::sync::Arc;

use super::block_sum::BlockSum;
use super::ranking::NumberedBlocks;
use crate::error::EngineError;
use crate::run::Run;
use gridcheck_core::rng::SeededRng;

/// The number of a block, which its engine assigns. Blocks are sorted by these numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u64);

/// The blocks of one problem, as one engine defines them and has prepared to count them. Every valid grid is in one of them.
pub trait Blocks: Send + Sync {
    /// Returns the name of a block for people and files.
    fn name(&self, block: BlockId) -> String;

    /// Returns the block of that name; `None` if no block of this size can have it.
    fn named(&self, name: &str) -> Option<BlockId>;

    /// Returns a possible name of a block, for error messages.
    fn example(&self) -> String;

    /// Returns `true` if the block exists: before the count, it cannot be excluded that it has a grid.
    fn has(&self, block: BlockId) -> bool;

    /// Returns all blocks in order.
    fn all(&self) -> Vec<BlockId>;

    /// Returns the blocks in batches, at least this many if there are enough blocks. The blocks of a batch share work, so a piece has whole
    /// batches. By default each block is a batch.
    fn batches(&self, _least: usize) -> Vec<Vec<BlockId>> {
        self.all().into_iter().map(|block| vec![block]).collect()
    }

    /// Returns `true` if a block takes about as long alone as in the whole count. Then the time of a sample tells the time of all.
    fn are_separate(&self) -> bool {
        true
    }

    /// Returns the blocks with the numbers of their grids, if the grids have numbers.
    fn numbered(self: Arc<Self>) -> Option<Arc<dyn NumberedBlocks>> {
        None
    }

    /// Makes the sums of the requested blocks that the ledger does not know, and reports each block to it as soon as it is counted. A block
    /// that turns out to have no grid may be left out.
    ///
    /// # Errors
    /// Returns an error if the count fails or is stopped.
    fn count(&self, requested: RequestedBlocks<'_>, run: &Run, ledger: &dyn Ledger) -> Result<(), EngineError>;
}

/// The blocks that are to be counted.
#[derive(Debug, Clone, Copy)]
pub enum RequestedBlocks<'b> {
    /// All blocks.
    All,
    /// The blocks of a piece.
    Piece(&'b [BlockId]),
    /// Single blocks, usually few, from anywhere.
    These(&'b [BlockId]),
}

/// The record of the counted blocks.
pub trait Ledger: Sync {
    /// Returns `true` if a block need not be counted any more.
    fn contains(&self, block: BlockId) -> bool;

    /// Records the sum of a block.
    ///
    /// # Errors
    /// Returns an error if the record cannot be written, or if the sum is of another kind than the others.
    fn record(&self, block: BlockId, sum: BlockSum) -> Result<(), EngineError>;
}

/// Returns the items in an order that is fixed and looks random, so that the first ones are a fair sample of all.
pub fn shuffled<T>(mut items: Vec<T>) -> Vec<T> {
    SeededRng::new(0).shuffle(&mut items);
    items
}
