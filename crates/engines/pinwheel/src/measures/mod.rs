//! Measures: what a count adds and multiplies, if not plain numbers.
//!
//! The sweep and the joins work with any [`weight`]. A distribution of measures is a polynomial, and an [`encoder`]
//! packs the measures into its exponents. [`forms`] says which measures that takes, and [`measured`] has the answers.

pub mod encoder;
pub mod forms;
pub mod measured;
pub mod weight;
