//! The report of one of several grids.

use serde::Serialize;

use gridcheck_core::grid::Grid;
use gridcheck_core::serial::{AsRows, DigitsIfKnown};

/// The JSON of one of several grids.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GridAnswer<'a> {
    #[serde(skip_serializing_if = "Option::is_none", with = "DigitsIfKnown")]
    #[cfg_attr(feature = "schema", schemars(with = "gridcheck_core::serial::Digits"))]
    rank: Option<u128>,
    rows: AsRows<&'a Grid>,
}

impl<'a> GridAnswer<'a> {
    /// Reports a grid, with its rank if that is known.
    pub fn new(grid: &'a Grid, rank: Option<u128>) -> Self {
        GridAnswer { rank, rows: AsRows(grid) }
    }
}
