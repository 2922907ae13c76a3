//! Blocks: the parts of the sum, and the whole count as a loop over them.
//!
//! A [`block`] is a pair of [`group`]s of quarters. The [`count`] sweeps the quarters of one [`tile`] after another, a
//! set of blocks that fits into [`memory`](gridcheck_engine::memory). Groups wait for their partners in
//! [`pending_groups`]. A running count is a [`job`]. For [block sums](gridcheck_engine::blocks), [`interface`] numbers
//! and names the blocks, and [`deal`] distributes them to pieces by their estimated cost.

pub(crate) mod block;
pub(crate) mod count;
pub(crate) mod group;
pub(crate) mod interface;
pub(crate) mod job;
pub(crate) mod pending_groups;
pub(crate) mod tile;
