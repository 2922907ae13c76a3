//! The interface for block sums: blocks by number, by name and by estimated cost.

use std::sync::Arc;

use crate::blocks::block::Block;
use crate::blocks::count::count;
use crate::blocks::deal::deal;
use crate::blocks::job::TotalLedger;
use crate::estimates::forecast::Forecaster;
use crate::measures::measured;
use crate::prepared::{Geometry, PreparedProblem};
use crate::quarter::Shape;
use crate::{demand_memory, prepare, prepare_with, unable, with_forecast};
use gridcheck_core::problem::Problem;
use gridcheck_run::blocks::{self, BlockId, Blocks, Division, RequestedBlocks, SumKind};
use gridcheck_run::{EngineError, Run};

/// The blocks of a problem. With constraints, only the grids that meet them are counted.
pub struct PinwheelBlocks {
    forecast: Arc<Forecaster>,
    prepared: PreparedProblem,
}

impl PinwheelBlocks {
    /// Creates the blocks of a problem.
    ///
    /// # Errors
    /// The engine does not support the problem.
    pub fn new(problem: &Problem) -> Result<Self, EngineError> {
        let forecast = Forecaster::of(problem);
        let prepared = prepare(&forecast).map_err(unable)?;
        Ok(PinwheelBlocks { forecast, prepared })
    }

    fn shape(&self) -> Shape {
        self.prepared.tables.shape
    }

    fn block(&self, id: BlockId) -> Block {
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
        let pairs = self.prepared.all_pairs();
        let mut all: Vec<BlockId> =
            pairs.pairs().iter().flat_map(|&pair| self.prepared.blocks(pair)).map(Block::id).collect();
        all.sort_unstable();
        all
    }

    fn costs(&self, blocks: &[BlockId]) -> Result<Vec<u64>, EngineError> {
        let effort = self.forecast.effort()?;
        let cost = |&block: &BlockId| {
            let pair = self.block(block).patterns();
            effort.of_pair(pair) / self.prepared.blocks(pair).len().max(1) as u64
        };
        Ok(blocks.iter().map(cost).collect())
    }

    /// Deals the blocks. The deal's digest covers the piece of every pair of patterns.
    fn deal(&self, pieces: usize) -> Result<Division, EngineError> {
        let effort = self.forecast.effort()?;
        let tiles = deal(&effort, &self.prepared.all_pairs(), pieces);
        let height = self.shape().height;
        let mut piece_of = vec![0_u32; 1 << (2 * height)];
        for (piece, tile) in (0..).zip(&tiles) {
            for &[one, other] in tile.pairs() {
                piece_of[(one << height | other) as usize] = piece;
                piece_of[(other << height | one) as usize] = piece;
            }
        }
        let blocks = |&pair: &[u32; 2]| self.prepared.blocks(pair);
        let pieces = tiles.iter().map(|tile| tile.pairs().iter().flat_map(blocks).map(Block::id).collect()).collect();
        Ok(Division::new(pieces, &piece_of.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<u8>>()))
    }

    fn demand_memory(&self, requested: RequestedBlocks<'_>, _ledger: &dyn blocks::Ledger) -> Result<(), EngineError> {
        // Smaller grids allow no estimate for the rest of a count or for single blocks.
        if matches!(requested, RequestedBlocks::Piece([]) | RequestedBlocks::These(_)) {
            return Ok(());
        }
        demand_memory(&self.forecast, &self.prepared).map(|_| ())
    }

    fn count(
        &self,
        kind: &SumKind,
        requested: RequestedBlocks<'_>,
        run: &Run,
        ledger: &dyn blocks::Ledger,
    ) -> Result<(), EngineError> {
        let problem = self.forecast.problem();
        let encoder = |geometry: &Geometry| measured::encoder_of(problem, kind, geometry);
        let prepared = prepare_with(&self.forecast, encoder).map_err(unable)?;
        let only = |blocks: &[BlockId]| blocks.iter().map(|&block| self.block(block)).collect::<Vec<Block>>();
        let prepared = match requested {
            RequestedBlocks::All => with_forecast(&self.forecast, prepared)?,
            RequestedBlocks::Piece(blocks) => with_forecast(&self.forecast, prepared.only(only(blocks)))?,
            RequestedBlocks::These(blocks) => prepared.only(only(blocks)),
        };
        if *kind != SumKind::Plain || !problem.constraints().is_empty() {
            return measured::count_blocks(&prepared, problem, kind, run, ledger);
        }
        let ledger = LedgerByNumber(ledger);
        match count::<u64>(&prepared, run, &ledger) {
            // More than 2^64 equal quarters are unlikely. The wider type takes twice the memory, so it is used only
            // after an overflow.
            Err(EngineError::Overflow) => count::<u128>(&prepared, run, &ledger),
            other => other,
        }
    }
}

/// Adapts a ledger that identifies blocks by their numbers.
pub struct LedgerByNumber<'l>(pub &'l dyn blocks::Ledger);

impl<T: Into<u128>> TotalLedger<T> for LedgerByNumber<'_> {
    fn knows(&self, block: Block) -> bool {
        self.0.knows(block.id())
    }

    fn counted(&self, block: Block, total: T) -> Result<u128, EngineError> {
        let grids = total.into();
        self.0.learn(block.id(), grids.into())?;
        Ok(grids)
    }
}
