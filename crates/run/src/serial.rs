//! Serializes counts and grids for programs. A count may exceed a JSON number, so it is a text; a grid is a list of its rows.

use std::collections::BTreeSet;
use std::fmt::Display;

use serde::{Serialize, Serializer};

use gridcheck_core::grid::Grid;

pub use crate::totals::as_decimal;

/// A value that is serialized as the text that it prints as.
pub struct AsText<T>(pub T);

impl<T: Display> Serialize for AsText<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// A grid, or given squares, serialized as rows.
pub struct AsRows<'a, T>(pub &'a T);

impl<T: ToString> Serialize for AsRows<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        as_rows(self.0, serializer)
    }
}

/// A square, given as row and column from 0, serialized with numbers from 1.
#[derive(Serialize)]
pub struct AsSquare {
    row: usize,
    column: usize,
}

impl From<(usize, usize)> for AsSquare {
    fn from((row, column): (usize, usize)) -> Self {
        AsSquare { row: row + 1, column: column + 1 }
    }
}

/// Returns values that are serialized as texts.
pub fn texts<T: Display>(values: &[T]) -> Vec<AsText<&T>> {
    values.iter().map(AsText).collect()
}

/// Serializes a count as decimal digits, or `None` as null.
///
/// # Errors
/// Fails if the serializer fails.
pub fn as_decimal_if_known<S: Serializer>(count: &Option<u128>, serializer: S) -> Result<S::Ok, S::Error> {
    count.map(AsText).serialize(serializer)
}

/// Serializes values as the texts that they print as.
///
/// # Errors
/// Fails if the serializer fails.
pub fn each_as_text<T: Display, S: Serializer>(values: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(AsText))
}

/// Serializes a grid, or given squares, as rows.
///
/// # Errors
/// Fails if the serializer fails.
pub fn as_rows<T: ToString, S: Serializer>(picture: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(picture.to_string().lines())
}

/// Serializes grids as rows.
///
/// # Errors
/// Fails if the serializer fails.
pub fn each_as_rows<S: Serializer>(grids: &BTreeSet<Grid>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(grids.iter().map(AsRows))
}
