//! Prepares a problem once for an engine that counts in blocks.

use std::sync::Arc;

use super::block::{Blocks, InBlocks};
use super::block_sum::SumKind;
use super::piece::Pieces;
use crate::EngineError;
use crate::memo::Memo;
use gridcheck_core::problem::Problem;

/// A problem that an engine has prepared to count in blocks. It keeps what more than one step needs: the blocks, and their divisions into
/// pieces. Clones share it.
#[derive(Clone)]
pub struct Prepared<'e> {
    engine: &'e dyn InBlocks,
    problem: Problem,
    blocks: Arc<dyn Blocks>,
    /// The divisions by their number of pieces.
    divisions: Arc<Memo<usize, Arc<Pieces>>>,
}

impl<'e> Prepared<'e> {
    /// Prepares a problem.
    ///
    /// # Errors
    /// Returns an error if the engine cannot do the problem, or cannot do it in blocks.
    pub fn new(engine: &'e dyn InBlocks, problem: &Problem) -> Result<Self, EngineError> {
        let blocks = engine.blocks(problem)?;
        Ok(Prepared { engine, problem: problem.clone(), blocks, divisions: Arc::default() })
    }

    /// Returns the engine.
    pub fn engine(&self) -> &'e dyn InBlocks {
        self.engine
    }

    /// Returns the problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the blocks of the problem.
    pub fn blocks(&self) -> &dyn Blocks {
        &*self.blocks
    }

    pub(super) fn shared_blocks(&self) -> Arc<dyn Blocks> {
        Arc::clone(&self.blocks)
    }

    /// Returns the division into this number of pieces.
    ///
    /// # Errors
    /// Returns an error if the engine cannot divide the problem.
    pub(super) fn pieces(&self, of: usize) -> Result<Arc<Pieces>, EngineError> {
        self.divisions.get(of, || Ok(Arc::new(Pieces::new(&*self.blocks, self.blocks.deal(of)?))))
    }

    /// Returns an error if the engine cannot make sums of this kind of the problem's blocks.
    pub(super) fn must_make(&self, kind: &SumKind) -> Result<(), EngineError> {
        match kind.obstacle(self.engine, &self.problem) {
            Some(why) => Err(EngineError::Unable { engine: self.engine.name(), why }),
            None => Ok(()),
        }
    }
}
