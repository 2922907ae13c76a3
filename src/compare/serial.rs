//! How counts and grids stand in a serialized report: a count may be beyond what a JSON number holds, and a grid is the rows
//! that are printed.

use std::collections::BTreeSet;

use serde::Serializer;

use crate::grid::Grid;

/// A count as decimal digits.
pub fn as_decimal<S: Serializer>(count: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(count)
}

/// Two counts as decimal digits.
pub fn as_text<S: Serializer>(counts: &[u128; 2], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(counts.map(|count| count.to_string()))
}

/// A grid, or given squares, as rows.
pub fn as_rows<T: ToString, S: Serializer>(picture: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(picture.to_string().lines())
}

/// Some grids as rows.
pub fn each_as_rows<S: Serializer>(grids: &BTreeSet<Grid>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(grids.iter().map(|grid| grid.to_string().lines().map(str::to_owned).collect::<Vec<_>>()))
}
