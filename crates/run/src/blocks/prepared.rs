//! Prepares a problem once for an engine that counts in blocks.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use super::block::{Blocks, InBlocks};
use super::block_sum::SumKind;
use super::piece::Pieces;
use crate::EngineError;
use gridcheck_core::locks::locked;
use gridcheck_core::problem::Problem;

/// A problem that an engine has prepared to count in blocks. It keeps what more than one step needs: the blocks, and their divisions into
/// pieces. Clones share it.
#[derive(Clone)]
pub struct Prepared<'e> {
    engine: &'e dyn InBlocks,
    problem: Problem,
    blocks: Arc<dyn Blocks>,
    /// The divisions by their number of pieces.
    divisions: Arc<Mutex<BTreeMap<usize, Arc<Pieces>>>>,
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
    pub(super) fn pieces(&self, of: usize) -> Arc<Pieces> {
        let divide = || Arc::new(Pieces::new(&*self.blocks, of));
        Arc::clone(locked(&self.divisions).entry(of).or_insert_with(divide))
    }

    /// Returns an error if the engine cannot make sums of this kind of the problem's blocks.
    pub(super) fn must_make(&self, kind: &SumKind) -> Result<(), EngineError> {
        match kind.obstacle(self.engine, &self.problem) {
            Some(why) => Err(EngineError::Unable { engine: self.engine.name(), why }),
            None => Ok(()),
        }
    }
}
