//! Counts that are sums of blocks: files of what each block came to, pieces for many machines, and files put together.
//!
//! An engine whose count is a sum of parts that have nothing to do with one another says so ([`InBlocks`]) and tells what its
//! [`Blocks`] are. All else is the same whoever counts, and stands here: no engine is known, and nothing is judged.
//!
//! - [`block`]: what a block is to those who only keep its sum, and who counts it; [`counting`]: all of them, or one again;
//! - [`sums`]: what each block came to, in a file if wanted; [`contents`]: what such a file says, [`head`]: what it is about;
//! - [`piece`]: a count in pieces, for many machines;
//! - [`merge`]: files put together, and those found that are wrong.

mod block;
mod contents;
mod counting;
mod error;
mod head;
mod merge;
mod piece;
mod sums;

pub use block::{Asked, BlockId, Blocks, Dealt, InBlocks, Ledger};
pub use counting::{count_block, count_in_blocks, demand_memory};
pub use error::SumsError;
pub use merge::{FileFacts, Gap, Merge, Said, share_seen};
pub use piece::{Piece, PieceError};
pub use sums::BlockSums;
