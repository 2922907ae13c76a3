//! Keeps the sums of blocks: in files, in pieces for many machines, and merged from files that are not trusted. Adds up streams of grids.
//!
//! An engine whose sums are sums of independent parts prepares them as [`Blocks`]. All other code is the
//! same for every engine and is here, above the engines: they do not know this crate. It knows no engine either, and judges nothing.
//!
//! - [`in_blocks`]: a prepared problem with its blocks and divisions; [`counting`]: counts all of its blocks, or one again;
//! - [`sums`]: the sum of each block, in a file on request; [`contents`]: the content of such a file, [`head`]: its first line, [`end`]: its last;
//! - [`runs`]: the counts that the sums of a file come from, to tell two counts from two copies of one;
//! - [`piece`]: a count in pieces, for many machines;
//! - [`sample`]: a random sample of blocks, from which the time of all is extrapolated;
//! - [`merge`]: merging of files, and detection of wrong ones; [`missing`]: the pieces that a folder of files lacks;
//! - [`checked_log`]: files that a long count appends to, a line at a time, and resumes from;
//! - [`regular_file`]: regular files, as opposed to pipes and devices;
//! - [`digest`], [`totals`]: digests of sets of grids, summaries of streams of grids.
//!
//! [`Blocks`]: gridcheck_engine::blocks::Blocks

pub mod checked_log;
mod compression;
mod contents;
mod counting;
pub mod digest;
mod end;
mod error;
mod file_identity;
mod head;
mod in_blocks;
mod merge;
mod missing;
mod piece;
pub mod regular_file;
mod runs;
mod sample;
mod sums;
#[cfg(test)]
mod tests;
pub mod totals;

pub use error::SumsError;
pub use in_blocks::InBlocks;
pub use merge::{BlockStatements, FileFacts, Gap, Merge, SumsInput, share_seen};
pub use missing::missing_pieces;
pub use piece::{Piece, PieceError};
pub use runs::RunNumber;
pub use sample::{Extrapolation, Sample};
pub use sums::BlockSums;
