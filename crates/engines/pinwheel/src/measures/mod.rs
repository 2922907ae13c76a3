//! Measures: what a count adds and multiplies, if not plain numbers.
//!
//! The sweep and the joins work with any [`weight`]. A distribution of measures is a polynomial, and an [`encoder`]
//! packs the measures into its exponents. [`forms`] says which measures that takes, and [`measured`] has the answers.

pub(crate) mod encoder;
pub(crate) mod forms;
pub(crate) mod measured;
pub(crate) mod weight;
