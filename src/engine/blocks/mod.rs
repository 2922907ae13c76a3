//! Counts that are sums of blocks: files of what each block came to, pieces for many machines, and files put together.
//!
//! An engine whose count is a sum of parts that have nothing to do with one another says so ([`InBlocks`]) and tells what its
//! [`Blocks`] are. All else is the same whoever counts, and stands here: no engine is known, and nothing is judged.
//!
//! - [`block`]: what a block is to those who only keep its sum; [`counter`]: an engine that counts them;
//! - [`sums`]: what each block came to, in a file if wanted; [`head`]: what such a file is about;
//! - [`piece`]: a count in pieces, for many machines;
//! - [`merge`]: files put together, and those found that are wrong.

pub mod block;
pub mod counter;
mod head;
pub mod merge;
pub mod piece;
pub mod sums;
#[cfg(test)]
mod tests;

pub use block::{Asked, BlockId, Blocks, Ledger};
pub use counter::InBlocks;
pub use merge::{FileFacts, Gap, Merge, Said, share_seen};
pub use piece::{Piece, PieceError};
pub use sums::{BlockSums, SumsError};
