//! A count while it goes on: what is asked, who keeps the sums, and who is told.

use std::collections::HashSet;
use std::sync::Mutex;

use foldhash::fast::FixedState;

use super::block::Block;
use super::prepared::PreparedProblem;
use super::weight::Weight;
use gridcheck_core::locks::locked;
use gridcheck_run::{EngineError, Run};

/// What is known of the blocks, and learns of them.
pub trait Ledger<T>: Sync {
    /// Whether a block need not be counted any more.
    fn knows(&self, block: Block) -> bool;
    /// Takes note of what a block's grids come to, and says how many there are, for the eye.
    fn counted(&self, block: Block, total: T) -> Result<u128, EngineError>;
}

/// A count while it goes on.
pub struct CountJob<'a, W: Weight> {
    pub prepared: &'a PreparedProblem,
    pub run: &'a Run,
    pub ledger: &'a dyn Ledger<W::Total>,
    /// The pairs of side patterns that have been told as done: a tile that did not fit is swept again in parts.
    reported_pairs: Mutex<HashSet<[u32; 2], FixedState>>,
}

impl<'a, W: Weight> CountJob<'a, W> {
    /// A count that is about to begin.
    pub fn new(prepared: &'a PreparedProblem, run: &'a Run, ledger: &'a dyn Ledger<W::Total>) -> Self {
        CountJob { prepared, run, ledger, reported_pairs: Mutex::default() }
    }

    /// Takes note of a block.
    pub fn counted(&self, block: Block, total: W::Total) -> Result<(), EngineError> {
        let found = self.ledger.counted(block, total)?;
        self.run.pieces_done(0, found);
        Ok(())
    }

    /// All blocks with these patterns of open sites on their two sides have been counted.
    pub fn pairs_done(&self, pairs: &[[u32; 2]]) {
        let mut reported_pairs = locked(&self.reported_pairs);
        let fresh =
            pairs.iter().filter(|&&[one, other]| reported_pairs.insert([one.min(other), one.max(other)])).count();
        self.run.pieces_done(fresh as u64, 0);
    }
}
