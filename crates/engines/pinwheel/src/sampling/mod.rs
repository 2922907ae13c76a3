//! Ranks: a number for every grid and a grid for every number, so that uniform numbers give uniform grids.
//!
//! A [`ranking`] finds the block of a rank by the sums of blocks. [`ranked_block`] orders the grids of one block, whose
//! groups come from [`chosen`]. [`seek`] finds the key of a number. A [`trellis`] has the quarters of a key as paths.

pub(crate) mod chosen;
pub(crate) mod ranked_block;
pub(crate) mod ranking;
pub(crate) mod seek;
pub(crate) mod trellis;
