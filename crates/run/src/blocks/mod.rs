//! Counts in blocks: files of the sums of blocks, pieces for many machines, and merging of files.
//!
//! An engine whose sums are sums of independent parts prepares them as [`Blocks`]. All other code is the
//! same for every engine and is here. This module knows no engine and judges nothing.
//!
//! - [`block`]: a block as seen by code that does not count;
//! - [`in_blocks`]: a prepared problem with its blocks and divisions; [`counting`]: counts all of its blocks, or one again;
//! - [`block_sum`]: the sum of a block: a number of grids, a distribution or an extreme;
//! - [`sums`]: the sum of each block, in a file on request; [`contents`]: the content of such a file, [`head`]: its first line;
//! - [`runs`]: the counts that the sums of a file come from, to tell two counts from two copies of one;
//! - [`piece`]: a count in pieces, for many machines;
//! - [`sample`]: a random sample of blocks, from which the time of all is extrapolated;
//! - [`merge`]: merging of files, and detection of wrong ones; [`missing`]: the pieces that a folder of files lacks.

mod block;
mod block_sum;
mod contents;
mod counting;
mod error;
mod head;
mod in_blocks;
mod merge;
mod missing;
mod piece;
mod runs;
mod sample;
mod sums;
#[cfg(test)]
mod tests;

pub use block::{BlockId, Blocks, Ledger, RequestedBlocks};
pub use block_sum::{BlockSum, SumKind};
pub use error::SumsError;
pub use in_blocks::InBlocks;
pub use merge::{BlockStatements, FileFacts, Gap, Merge, share_seen};
pub use missing::missing_pieces;
pub use piece::{Piece, PieceError, shuffled};
pub use runs::RunNumber;
pub use sample::{Extrapolation, Sample};
pub use sums::BlockSums;
