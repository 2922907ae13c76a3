//! The interface for block sums: blocks by number and by name.

use std::sync::Arc;

use crate::blocks::block::Block;
use crate::blocks::count::count;
use crate::blocks::job::{SelectedBlocks, TotalLedger};
use crate::blocks::tile::Tile;
use crate::measures::measured;
use crate::prepared::PreparedProblem;
use crate::quarter::{Shape, Turn};
use gridcheck_core::problem::Problem;
use gridcheck_engine::blocks::{self, BlockId, Blocks, NumberedBlocks, RequestedBlocks, SumKind};
use gridcheck_engine::{EngineError, Run};

/// The blocks of a problem. With constraints, only the grids that meet them are counted.
pub(crate) struct PinwheelBlocks {
    pub(crate) problem: Problem,
    kind: SumKind,
    pub(crate) prepared: Arc<PreparedProblem>,
}

impl PinwheelBlocks {
    /// Creates the blocks of a problem that is prepared for sums of this kind.
    pub(crate) fn new(problem: &Problem, kind: &SumKind, prepared: Arc<PreparedProblem>) -> Self {
        PinwheelBlocks { problem: problem.clone(), kind: kind.clone(), prepared }
    }

    pub(crate) fn shape(&self) -> Shape {
        self.prepared.tables.shape
    }

    /// Returns the blocks of a tile that can have a grid, in order.
    fn blocks_of(&self, tile: &Tile) -> Vec<BlockId> {
        let mut blocks: Vec<BlockId> =
            tile.pairs().iter().flat_map(|&pair| self.prepared.blocks(pair)).map(Block::id).collect();
        blocks.sort_unstable();
        blocks
    }

    pub(crate) fn block(&self, id: BlockId) -> Block {
        Block::numbered(self.shape(), id)
    }
}

impl Blocks for PinwheelBlocks {
    fn name(&self, block: BlockId) -> String {
        self.block(block).to_string()
    }

    fn named(&self, name: &str) -> Option<BlockId> {
        Block::named(self.shape(), name).map(Block::id)
    }

    fn example(&self) -> String {
        let sites = "o".repeat(self.shape().height);
        let centre = if self.shape().has_centre() { "black" } else { "even" };
        format!("{centre}:{sites}:{sites}")
    }

    fn has(&self, block: BlockId) -> bool {
        self.prepared.has(self.block(block))
    }

    fn all(&self) -> Vec<BlockId> {
        self.blocks_of(&self.prepared.all_pairs())
    }

    /// Returns the blocks of tiles: patterns with a common beginning share the upper rows of a sweep.
    fn batches(&self, least: usize) -> Vec<Vec<BlockId>> {
        let patterns = 1_usize << self.shape().height;
        // That many ranges of patterns, each with each, give enough tiles. With quarter turns a pattern is paired with itself only.
        let tiles =
            |ranges: usize| if self.prepared.turn == Turn::Quarter { ranges } else { ranges * (ranges + 1) / 2 };
        let ranges = (1..patterns).find(|&ranges| tiles(ranges) >= least).unwrap_or(patterns);
        self.prepared.all_pairs().cut(ranges).iter().map(|tile| self.blocks_of(tile)).collect()
    }

    fn are_separate(&self) -> bool {
        false
    }

    fn numbered(self: Arc<Self>) -> Option<Arc<dyn NumberedBlocks>> {
        let are_all = self.kind == SumKind::Plain && self.problem.constraints().is_empty();
        are_all.then_some(self)
    }

    fn count(&self, requested: RequestedBlocks<'_>, run: &Run, ledger: &dyn blocks::Ledger) -> Result<(), EngineError> {
        let PinwheelBlocks { problem, kind, prepared } = self;
        let selected = match requested {
            RequestedBlocks::All => SelectedBlocks::Whole,
            RequestedBlocks::Piece(blocks) | RequestedBlocks::These(blocks) => {
                SelectedBlocks::Blocks(blocks.iter().map(|&block| self.block(block)).collect())
            }
        };
        if *kind != SumKind::Plain || !problem.constraints().is_empty() {
            return measured::count_blocks(prepared, problem, kind, &selected, run, ledger);
        }
        let ledger = LedgerByNumber(ledger);
        match count::<u64>(prepared, &selected, run, &ledger) {
            // More than 2^64 equal quarters are unlikely. The wider type takes twice the memory, so it is used only
            // after an overflow.
            Err(EngineError::Overflow) => count::<u128>(prepared, &selected, run, &ledger),
            other => other,
        }
    }
}

/// Adapts a ledger that identifies blocks by their numbers.
pub(crate) struct LedgerByNumber<'l>(pub &'l dyn blocks::Ledger);

impl<T: Into<u128>> TotalLedger<T> for LedgerByNumber<'_> {
    fn contains(&self, block: Block) -> bool {
        self.0.contains(block.id())
    }

    fn counted(&self, block: Block, total: T) -> Result<u128, EngineError> {
        let grids = total.into();
        self.0.record(block.id(), grids.into())?;
        Ok(grids)
    }
}
