//! Measures: what a count adds and multiplies, if not plain numbers.
//!
//! The sweep and the joins work with any [`weight`]. A [`polynomial`] is a distribution of measures, which an
//! [`encoder`] packs into exponents. [`best`] is an extreme and its number of grids. [`measured`] has the answers.

pub mod best;
pub mod encoder;
pub mod measured;
pub mod polynomial;
pub mod weight;
