//! Represents a block for code that does not count (a number, a name, a cost), and the engine that counts it.

use std::sync::Arc;

use super::block_sum::{BlockSum, SumKind};
use crate::{Engine, EngineError, Run};
use gridcheck_core::problem::Problem;

/// An engine whose count is a sum of blocks. Its [`in_blocks`](Engine::in_blocks) returns the engine.
pub trait InBlocks: Engine {
    /// Returns the blocks of a problem. Code that needs them more than once keeps them as [`Prepared`](super::Prepared).
    ///
    /// # Errors
    /// Returns an error if the engine cannot do the problem, or cannot do it in blocks.
    fn blocks(&self, problem: &Problem) -> Result<Arc<dyn Blocks>, EngineError>;
}

/// The number of a block, which its engine assigns. Blocks are sorted by these numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u64);

/// The blocks of one problem, as one engine defines them. Every valid grid is in one of them.
pub trait Blocks: Send + Sync {
    /// Returns the name of a block for people and files.
    fn name(&self, block: BlockId) -> String;

    /// Returns the block of that name; `None` if no block of this size can have it.
    fn named(&self, name: &str) -> Option<BlockId>;

    /// Returns a possible name of a block, for error messages.
    fn example(&self) -> String;

    /// Returns `true` if the block exists: before the count, it cannot be excluded that it has a grid.
    fn has(&self, block: BlockId) -> bool;

    /// Returns all blocks in order, none of them cut.
    fn all(&self) -> Vec<BlockId>;

    /// Returns the block of which this one is a part. A division can cut expensive blocks; a block that is not cut is its own whole.
    fn whole(&self, part: BlockId) -> BlockId {
        part
    }

    /// Estimates the relative costs of blocks, the same on every machine.
    ///
    /// # Errors
    /// Returns an error if there is too little memory for the estimate.
    fn costs(&self, blocks: &[BlockId]) -> Result<Vec<u64>, EngineError>;

    /// Divides the blocks into pieces of about equal expected work, the same on every machine. Each block is in one piece, or is cut into
    /// parts that are each in one piece. Some pieces are empty if there are more pieces than work.
    ///
    /// # Errors
    /// Returns an error if there is too little memory to estimate the costs.
    fn deal(&self, pieces: usize) -> Result<Division, EngineError>;

    /// Checks that the requested blocks that the ledger does not know will fit into memory, as far as this is known before the count.
    ///
    /// # Errors
    /// Returns an error if they will not fit.
    fn demand_memory(&self, requested: RequestedBlocks<'_>, ledger: &dyn Ledger) -> Result<(), EngineError>;

    /// Estimates the cost of each of these parts of the count, each in a separate process with this number of threads. Returns `None` if the
    /// engine has no such estimate.
    ///
    /// # Errors
    /// Returns an error if there is too little memory for the estimate.
    fn estimates(&self, _parts: &[&[BlockId]], _threads: usize) -> Result<Option<Vec<Estimate>>, EngineError> {
        Ok(None)
    }

    /// Makes sums of this kind of the requested blocks that the ledger does not know, and reports each block to it as soon as it is counted.
    /// A block that turns out to have no grid may be left out. The kind has no [obstacle](SumKind::obstacle).
    ///
    /// # Errors
    /// Returns an error if the count fails, runs out of memory, or is stopped.
    fn count(
        &self,
        kind: &SumKind,
        requested: RequestedBlocks<'_>,
        run: &Run,
        ledger: &dyn Ledger,
    ) -> Result<(), EngineError>;
}

/// The expected cost of a part of a count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The work of this part alone, divided by that of the whole count. Parts can share work, so the shares can add up to more than 1.
    pub share: f64,
    /// Processor time in seconds, on the machine on which the engine was measured.
    pub seconds: f64,
    /// Number of bytes of the process at its peak.
    pub bytes: u64,
}

/// A division of the blocks into pieces.
#[derive(Debug, Clone)]
pub struct Division {
    /// The blocks of each piece.
    pub pieces: Vec<Vec<BlockId>>,
    /// A digest that differs for other divisions, made by versions that divide in another way.
    pub digest: String,
}

/// Number of digits of a division's digest.
const DIGITS: usize = 16;

impl Division {
    /// Creates a division. Its digest is the hash of `who_has_what`, a description of the division.
    pub fn new(pieces: Vec<Vec<BlockId>>, who_has_what: &[u8]) -> Self {
        Division { pieces, digest: blake3::hash(who_has_what).to_hex()[..DIGITS].to_owned() }
    }
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
    fn knows(&self, block: BlockId) -> bool;

    /// Records the sum of a block.
    ///
    /// # Errors
    /// Returns an error if the record cannot be written, or if the sum is of another kind than the others.
    fn learn(&self, block: BlockId, sum: BlockSum) -> Result<(), EngineError>;
}
