//! A running count: the prepared problem, the ledger of block sums, and the progress report.

use std::collections::HashSet;
use std::sync::Mutex;

use foldhash::fast::FixedState;

use crate::blocks::block::Block;
use crate::blocks::tile::Tile;
use crate::measures::weight::QuarterWeight;
use crate::prepared::PreparedProblem;
use gridcheck_core::locks::locked;
use gridcheck_engine::{EngineError, Run};

/// Stores the sums of blocks.
pub(crate) trait TotalLedger<T>: Sync {
    /// Returns `true` if a block is already counted.
    fn contains(&self, block: Block) -> bool;
    /// Stores the sum of a block. Returns its number of grids, for the progress display.
    ///
    /// # Errors
    /// The sum does not fit, the block is already counted, or the ledger cannot be written.
    fn counted(&self, block: Block, total: T) -> Result<u128, EngineError>;
}

/// A selection of blocks.
#[derive(Debug, Clone)]
pub(crate) enum SelectedBlocks {
    /// All blocks.
    Whole,
    /// Only these blocks.
    Blocks(HashSet<Block, FixedState>),
}

impl SelectedBlocks {
    /// Returns `true` if the block is to be counted.
    pub(crate) fn contains(&self, block: Block) -> bool {
        match self {
            SelectedBlocks::Whole => true,
            SelectedBlocks::Blocks(blocks) => blocks.contains(&block),
        }
    }

    /// Returns the blocks to be counted as one tile.
    pub(crate) fn tile(&self, prepared: &PreparedProblem) -> Tile {
        match self {
            SelectedBlocks::Whole => prepared.all_pairs(),
            SelectedBlocks::Blocks(blocks) => {
                Tile::of(prepared.tables.shape.height, blocks.iter().map(|block| block.patterns()))
            }
        }
    }
}

/// A running count.
pub(crate) struct CountJob<'a, W: QuarterWeight> {
    pub prepared: &'a PreparedProblem,
    pub selected: &'a SelectedBlocks,
    pub run: &'a Run,
    pub ledger: &'a dyn TotalLedger<W::Total>,
    /// The pairs of side patterns that are already reported as done. A tile that did not fit is swept again in parts.
    reported_pairs: Mutex<HashSet<[u32; 2], FixedState>>,
}

impl<'a, W: QuarterWeight> CountJob<'a, W> {
    /// Creates a count that has not begun.
    pub(crate) fn new(
        prepared: &'a PreparedProblem,
        selected: &'a SelectedBlocks,
        run: &'a Run,
        ledger: &'a dyn TotalLedger<W::Total>,
    ) -> Self {
        CountJob { prepared, selected, run, ledger, reported_pairs: Mutex::default() }
    }

    /// Stores the sum of a block and reports its grids.
    ///
    /// # Errors
    /// The ledger rejects the sum.
    pub(crate) fn counted(&self, block: Block, total: W::Total) -> Result<(), EngineError> {
        let found = self.ledger.counted(block, total)?;
        self.run.tasks_done(0, found);
        Ok(())
    }

    /// Reports that all blocks with these patterns of open sites on their two sides are counted.
    pub(crate) fn pairs_done(&self, pairs: &[[u32; 2]]) {
        let mut reported_pairs = locked(&self.reported_pairs);
        let fresh =
            pairs.iter().filter(|&&[one, other]| reported_pairs.insert([one.min(other), one.max(other)])).count();
        self.run.tasks_done(fresh as u64, 0);
    }
}
