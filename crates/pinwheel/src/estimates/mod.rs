//! Estimates: the memory and time that a count takes, and the part of it that is done.
//!
//! A [`census`] counts the signatures of small grids. A [`forecast`] extrapolates it to larger grids, and [`effort`] is
//! the cost of each block by it. [`progress`] divides the work of a running count into shares. No estimate changes a
//! count: a wrong one costs time only.

pub mod census;
pub mod effort;
pub mod forecast;
pub mod progress;
