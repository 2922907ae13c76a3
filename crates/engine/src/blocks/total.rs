//! Adds up all blocks without keeping their sums.

use std::collections::HashSet;
use std::sync::Mutex;

use foldhash::fast::FixedState;

use super::block::{BlockId, Blocks, Ledger, RequestedBlocks};
use super::block_sum::{BlockSum, SumKind};
use crate::error::EngineError;
use crate::run::Run;
use gridcheck_core::locks::{locked, unlocked};

/// Makes the sum of all blocks of an engine, and keeps none of their sums.
pub(crate) fn total(
    engine: &'static str,
    blocks: &dyn Blocks,
    kind: &SumKind,
    run: &Run,
) -> Result<BlockSum, EngineError> {
    let total = BlockTotal(Mutex::new((HashSet::default(), kind.none())), engine);
    blocks.count(RequestedBlocks::All, run, &total)?;
    Ok(unlocked(total.0).1)
}

/// The sum of the counted blocks, and which ones these are.
struct BlockTotal(Mutex<(HashSet<BlockId, FixedState>, BlockSum)>, &'static str);

impl Ledger for BlockTotal {
    fn contains(&self, block: BlockId) -> bool {
        locked(&self.0).0.contains(&block)
    }

    fn record(&self, block: BlockId, sum: BlockSum) -> Result<(), EngineError> {
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
