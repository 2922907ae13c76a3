//! Blocks: the independent parts of a sum.
//!
//! An engine whose sums are sums of independent parts prepares them as [`Blocks`], and reports the sum of each to a [`Ledger`]. Files of
//! these sums, pieces and merging are in `gridcheck-sums`, above the engines: no engine knows what a ledger does with a sum.

mod block;
mod block_sum;
mod ranking;
mod total;

pub use block::{BlockId, Blocks, Ledger, RequestedBlocks, shuffled};
pub use block_sum::{BlockSum, SumKind};
pub use ranking::{NumberedBlocks, NumbersInBlock, Ranking};
pub(crate) use total::total;
