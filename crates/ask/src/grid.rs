//! The report of one of several grids.

use serde::Serialize;

use gridcheck_core::grid::Grid;
use gridcheck_core::serial::{DigitsIfKnown, Rows};

/// One of several grids.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GridReport<'a> {
    /// Its rank, if that is known.
    #[serde(skip_serializing_if = "Option::is_none", with = "DigitsIfKnown")]
    #[cfg_attr(feature = "schema", schemars(with = "gridcheck_core::serial::Digits"))]
    pub rank: Option<u128>,
    /// The grid.
    #[serde(rename = "rows", with = "Rows")]
    pub grid: &'a Grid,
}

impl<'a> GridReport<'a> {
    /// Reports a grid, with its rank if that is known.
    pub fn new(grid: &'a Grid, rank: Option<u128>) -> Self {
        GridReport { rank, grid }
    }
}
