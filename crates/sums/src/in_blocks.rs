//! A prepared problem whose sum is the sum of independent blocks.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use super::piece::Pieces;
use gridcheck_core::locks::locked;
use gridcheck_core::problem::Problem;
use gridcheck_engine::blocks::{Blocks, SumKind};
use gridcheck_engine::{Declined, Prepared};

/// A problem that an engine has prepared to count in blocks. It keeps what more than one step needs: the blocks, and their divisions into
/// pieces. Clones share it.
#[derive(Clone)]
pub struct InBlocks {
    engine: &'static str,
    problem: Problem,
    kind: SumKind,
    blocks: Arc<dyn Blocks>,
    /// The divisions by their number of pieces.
    divisions: Arc<Mutex<BTreeMap<usize, Arc<Pieces>>>>,
}

impl InBlocks {
    /// Takes the blocks of a prepared problem.
    ///
    /// # Errors
    /// Returns an error if the engine does not count in blocks.
    pub fn new(prepared: &Prepared<'_>) -> Result<Self, Declined> {
        let engine = prepared.name();
        let Some(blocks) = prepared.blocks() else {
            return Err(Declined { engine, why: "it does not count in blocks".to_owned() });
        };
        let (problem, kind) = (prepared.problem().clone(), prepared.kind().clone());
        Ok(InBlocks { engine, problem, kind, blocks: Arc::clone(blocks), divisions: Arc::default() })
    }

    /// Returns the name of the engine.
    pub fn engine(&self) -> &'static str {
        self.engine
    }

    /// Returns the problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the kind of the sums.
    pub fn kind(&self) -> &SumKind {
        &self.kind
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
}
