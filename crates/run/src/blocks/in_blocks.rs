//! A prepared problem whose sum is the sum of independent blocks.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex};

use foldhash::fast::FixedState;

use super::block::{BlockId, Blocks, Ledger, RequestedBlocks};
use super::block_sum::{BlockSum, SumKind};
use super::piece::Pieces;
use crate::{EngineError, Run};
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_core::problem::Problem;

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
    /// Creates it from the name of the engine, the problem, and the blocks that the engine prepared to make sums of this kind.
    pub fn new(engine: &'static str, problem: &Problem, kind: &SumKind, blocks: Arc<dyn Blocks>) -> Self {
        InBlocks { engine, problem: problem.clone(), kind: kind.clone(), blocks, divisions: Arc::default() }
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

    /// Makes the sum of all blocks, and keeps none of their sums.
    pub(crate) fn total(&self, run: &Run) -> Result<BlockSum, EngineError> {
        let total = BlockTotal(Mutex::new((HashSet::default(), self.kind.none())), self.engine);
        self.blocks.count(RequestedBlocks::All, run, &total)?;
        Ok(unlocked(total.0).1)
    }
}

/// The sum of the counted blocks, and which ones these are.
struct BlockTotal(Mutex<(HashSet<BlockId, FixedState>, BlockSum)>, &'static str);

impl Ledger for BlockTotal {
    fn knows(&self, block: BlockId) -> bool {
        locked(&self.0).0.contains(&block)
    }

    fn learn(&self, block: BlockId, sum: BlockSum) -> Result<(), EngineError> {
        let (counted, total) = &mut *locked(&self.0);
        let failed = |what: String| Err(EngineError::Failed { engine: self.1, what });
        if sum.kind() != total.kind() {
            return failed(format!("a sum is of another question: {}", sum.kind()));
        }
        if !counted.insert(block) {
            return failed("a block was counted a second time".to_owned());
        }
        total.add(&sum).ok_or(EngineError::Overflow)
    }
}
