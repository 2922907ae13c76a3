//! What a block is to those who do not count: a number, a name, a cost; and who counts them.

use std::sync::Arc;

use crate::{Engine, EngineError, Run};
use gridcheck_core::problem::Problem;

/// An engine whose count is a sum of blocks. Its [`in_blocks`](Engine::in_blocks) is itself.
pub trait InBlocks: Engine {
    /// The blocks of a problem; an error if the engine cannot do it, or not in blocks.
    fn blocks(&self, problem: &Problem) -> Result<Arc<dyn Blocks>, EngineError>;
}

/// A block, by the number that its engine gives it. Blocks are in the order of these numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u64);

/// The blocks that one engine makes of one problem: every valid grid is in one of them.
pub trait Blocks: Send + Sync {
    /// What people and files call a block.
    fn name(&self, block: BlockId) -> String;

    /// The block of that name; `None` if at this size none can have it.
    fn named(&self, name: &str) -> Option<BlockId>;

    /// A name that a block can have, for whoever did not find one.
    fn example(&self) -> String;

    /// Whether there is such a block: as far as can be told before it is counted it can have a grid.
    fn has(&self, block: BlockId) -> bool;

    /// All of them, in order.
    fn all(&self) -> Vec<BlockId>;

    /// What a block is expected to cost, beside others: the same on every machine. An error if there is no room to find out.
    fn costs(&self, blocks: &[BlockId]) -> Result<Vec<u64>, EngineError>;

    /// The blocks in so many pieces of about equal expected work: the same on every machine, each block in one piece. Of more pieces
    /// than there is work some are empty. An error if there is no room to find out what blocks cost.
    fn deal(&self, pieces: usize) -> Result<Dealt, EngineError>;

    /// An error if what is asked for and not known yet will not fit into memory, as far as that can be told before it is counted.
    fn demand_memory(&self, asked: Asked<'_>, ledger: &dyn Ledger) -> Result<(), EngineError>;

    /// Counts what is asked for and the ledger does not know yet, and lets it learn of each block as soon as it is counted. Blocks
    /// that turn out to have no grid may be left out.
    fn count(&self, asked: Asked<'_>, run: &Run, ledger: &dyn Ledger) -> Result<(), EngineError>;
}

/// A deal.
#[derive(Debug, Clone)]
pub struct Dealt {
    /// The blocks of each piece.
    pub pieces: Vec<Vec<BlockId>>,
    /// What tells this deal from others, made by versions that deal in another way.
    pub digest: String,
}

/// The digits of a deal's hash.
const DIGITS: usize = 16;

impl Dealt {
    /// The pieces, told from others by whatever says who has got what.
    pub fn new(pieces: Vec<Vec<BlockId>>, who_has_what: &[u8]) -> Self {
        Dealt { pieces, digest: blake3::hash(who_has_what).to_hex()[..DIGITS].to_owned() }
    }
}

/// Which blocks are to be counted.
#[derive(Debug, Clone, Copy)]
pub enum Asked<'b> {
    /// All.
    All,
    /// Those of a piece.
    Piece(&'b [BlockId]),
    /// Some, each by itself: as a rule few, and anywhere.
    These(&'b [BlockId]),
}

/// What is known of blocks, and learns of them.
pub trait Ledger: Sync {
    /// Whether a block need not be counted any more.
    fn knows(&self, block: BlockId) -> bool;

    /// Takes note of the number of grids in a block.
    fn learn(&self, block: BlockId, grids: u128) -> Result<(), EngineError>;
}
