//! Joins: the number of grids that the quarters of two groups make.
//!
//! [`pair`] joins two groups that meet. [`join`] finds the keys that fit at every site. [`compatibility`] says which
//! classes fit at one site, and [`tails`] tests that four quarters and the centre are one region.

pub(crate) mod compatibility;
pub(crate) mod join;
pub(crate) mod pair;
pub(crate) mod tails;
