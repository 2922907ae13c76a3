//! Serializes counts and grids in a report. A count may exceed a JSON number, so it is a text; a grid is a list of its rows.

use std::collections::BTreeSet;

use serde::Serializer;

use crate::grid::Grid;

pub use crate::engine::totals::as_decimal;

/// Serializes two counts as decimal digits.
pub fn as_text<S: Serializer>(counts: &[u128; 2], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(counts.map(|count| count.to_string()))
}

/// Serializes a grid, or given squares, as rows.
pub fn as_rows<T: ToString, S: Serializer>(picture: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(picture.to_string().lines())
}

/// Serializes grids as rows.
pub fn each_as_rows<S: Serializer>(grids: &BTreeSet<Grid>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(grids.iter().map(|grid| grid.to_string().lines().map(str::to_owned).collect::<Vec<_>>()))
}
