//! Ranks: a number for every grid and a grid for every number, without a list of grids.
//!
//! Grids are ordered by their blocks, and within a block as the engine [numbers](NumberedBlocks) them. The sums of blocks are the index. So
//! finding the grid of a rank, or the rank of a grid, opens one block. The two functions are inverse to each other. Uniform ranks give
//! uniform grids.

use std::sync::Arc;

use super::block::{BlockId, Blocks};
use crate::engine::Prepared;
use crate::error::{Declined, EngineError};
use crate::run::Run;
use gridcheck_core::grid::Grid;

/// Blocks whose grids have numbers: 0, 1, … in each block, without a gap.
pub trait NumberedBlocks: Blocks {
    /// Returns the grids of these numbers, block by block; of a block with fewer grids than its sum, those that there are. Each block is a task
    /// of the run, and each grid a unit of its work.
    ///
    /// # Errors
    /// Returns an error if the run is stopped.
    fn grids(&self, wanted: &[NumbersInBlock], run: &Run) -> Result<Vec<Vec<Grid>>, EngineError>;

    /// Returns the block that a grid is in if it is valid; `None` if it is in no block.
    fn block_of(&self, grid: &Grid) -> Option<BlockId>;

    /// Returns the number of a grid in its block, which has this sum. Returns `None` if the grid is not valid.
    ///
    /// # Errors
    /// Returns an error if the run is stopped.
    fn number(&self, grid: &Grid, sum: u128, run: &Run) -> Result<Option<u128>, EngineError>;
}

/// Numbers of grids in a block, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumbersInBlock {
    /// The block.
    pub block: BlockId,
    /// The number of all its grids.
    pub sum: u128,
    /// The numbers, all below the sum.
    pub numbers: Vec<u128>,
}

/// The grids of a problem with their ranks: 0, 1, … without a gap.
pub struct Ranking {
    engine: &'static str,
    blocks: Arc<dyn NumberedBlocks>,
    /// Every block that has a grid, in order, with the rank of its first grid.
    begins: Vec<(u128, BlockId)>,
    total: u128,
}

impl Ranking {
    /// Ranks the grids of a prepared problem by the number of grids of each block that has some, in the order of the blocks.
    ///
    /// # Errors
    /// Returns an error if the engine does not number grids, or if the sum of all blocks overflows.
    pub fn new(prepared: &Prepared<'_>, counted: &[(BlockId, u128)]) -> Result<Self, EngineError> {
        let engine = prepared.name();
        let Some(blocks) = prepared.numbered_blocks() else {
            return Err(Declined { engine, why: "it does not number the grids of a block".to_owned() }.into());
        };
        let (mut begins, mut total) = (Vec::new(), 0_u128);
        for &(block, grids) in counted {
            begins.push((total, block));
            total = total.checked_add(grids).ok_or(EngineError::Overflow)?;
        }
        Ok(Ranking { engine, blocks, begins, total })
    }

    /// Returns the number of grids.
    pub fn total(&self) -> u128 {
        self.total
    }

    /// Returns the grids of these ranks, in the same order.
    ///
    /// # Errors
    /// Returns an error if a rank is not below the total, if a block has fewer grids than its sum, or if the run is stopped.
    pub fn grids(&self, ranks: &[u128], run: &Run) -> Result<Vec<Grid>, EngineError> {
        if let Some(rank) = ranks.iter().find(|&&rank| rank >= self.total) {
            let what = format!("there is no grid of rank {rank}: there are {}", self.total);
            return Err(EngineError::Failed { engine: self.engine, what });
        }
        let mut wanted: Vec<(usize, u128)> = ranks.iter().copied().enumerate().collect();
        wanted.sort_unstable_by_key(|&(_, rank)| rank);
        // Each block is opened once for all of its ranks.
        let by_block = wanted.chunk_by(|one, other| self.place_of(one.1) == self.place_of(other.1));
        let numbers_in = |ranks: &[(usize, u128)]| {
            let place = self.place_of(ranks[0].1);
            let (begin, block) = self.begins[place];
            let numbers = ranks.iter().map(|&(_, rank)| rank - begin).collect();
            NumbersInBlock { block, sum: self.sum(place), numbers }
        };
        let blocks: Vec<NumbersInBlock> = by_block.map(numbers_in).collect();
        run.set_tasks(blocks.len());
        let grids = self.blocks.grids(&blocks, run)?;
        if !grids.iter().map(Vec::len).eq(blocks.iter().map(|wanted| wanted.numbers.len())) {
            let what = "a block has fewer grids than its sum".to_owned();
            return Err(EngineError::Failed { engine: self.engine, what });
        }
        let mut found: Vec<(usize, Grid)> = wanted.iter().map(|&(at, _)| at).zip(grids.into_iter().flatten()).collect();
        found.sort_unstable_by_key(|&(at, _)| at);
        Ok(found.into_iter().map(|(_, grid)| grid).collect())
    }

    /// Returns the rank of a grid, or `None` if the grid is not valid for the problem.
    ///
    /// # Errors
    /// Returns an error if the run is stopped.
    pub fn rank(&self, grid: &Grid, run: &Run) -> Result<Option<u128>, EngineError> {
        let own = self.blocks.block_of(grid);
        let Some(place) = self.begins.iter().position(|&(_, block)| Some(block) == own) else { return Ok(None) };
        let number = self.blocks.number(grid, self.sum(place), run)?;
        Ok(number.map(|number| self.begins[place].0 + number))
    }

    /// Returns the place of the block that contains the grid of this rank.
    fn place_of(&self, rank: u128) -> usize {
        self.begins.partition_point(|&(begin, _)| begin <= rank) - 1
    }

    /// Returns the number of grids of the block at a place.
    fn sum(&self, place: usize) -> u128 {
        self.begins.get(place + 1).map_or(self.total, |next| next.0) - self.begins[place].0
    }
}
