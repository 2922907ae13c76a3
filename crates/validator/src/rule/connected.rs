//! Checks that the white squares form one region. A path between any two crosses neighbouring white squares and no bar.

use std::fmt;
use std::ops::ControlFlow;

use serde_json::{Map, Value, json};

use super::super::place::Square;
use super::super::regions::Regions;
use super::super::runs::ShapeRuns;
use super::super::sink::Sink;
use super::record::Rule;
use crate::code::{Code, Diagnostic};
use gridcheck_core::grid::Grid;

/// The violation by white squares that form more than one region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CutOff {
    /// The number of regions.
    pub regions: usize,
    /// All regions except the largest (the first of several largest ones), in the order of their first squares.
    pub cut_off: Vec<Region>,
}

/// A region of white squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Region {
    /// The first square in reading order.
    pub first: Square,
    /// Number of squares.
    pub size: usize,
}

impl CutOff {
    /// The violated rule.
    pub const RULE: &'static Rule = &Rule {
        key: "connected",
        code: Code {
            name: "GC011",
            title: "the grid is in more than one piece",
            explanation: "The white squares form more than one region, so that one part gives no help with another.",
        },
    };

    #[cold]
    fn of<const N: usize>(white: &[u64; N]) -> Self {
        let regions = Regions::of(white);
        let size = |region: &[u64; N]| region.iter().map(|row| row.count_ones() as usize).sum();
        CutOff::all_but_largest(regions.map(|(first, region)| Region { first, size: size(&region) }).collect())
    }

    /// Creates the violation from all regions, in the order of their first squares.
    fn all_but_largest(mut cut_off: Vec<Region>) -> Self {
        let regions = cut_off.len();
        let largest = (0..regions).rev().max_by_key(|&i| cut_off[i].size);
        if let Some(largest) = largest {
            cut_off.remove(largest);
        }
        CutOff { regions, cut_off }
    }
}

/// Number of cut-off regions that the message lists. The data always has all of them.
const REGIONS_SHOWN: usize = 5;

/// Judges a grid by its white squares.
pub(in super::super) fn judge<const N: usize>(
    white: &[u64; N],
    sink: &mut impl Sink<Violation: From<CutOff>>,
) -> ControlFlow<()> {
    let mut regions = Regions::of(white);
    if regions.next().is_some() && regions.next().is_some() {
        sink.report(|| CutOff::of(white))?;
    }
    ControlFlow::Continue(())
}

/// Judges a grid with bars or voids.
pub(in super::super) fn judge_shape(
    runs: &ShapeRuns,
    sink: &mut impl Sink<Violation: From<CutOff>>,
) -> ControlFlow<()> {
    let regions: Vec<Region> = runs.regions().into_iter().map(|(first, size)| Region { first, size }).collect();
    if regions.len() > 1 {
        sink.report(|| CutOff::all_but_largest(regions))?;
    }
    ControlFlow::Continue(())
}

impl Diagnostic for CutOff {
    fn code(&self) -> &'static Code {
        &Self::RULE.code
    }

    fn squares(&self, _grid: &Grid) -> Vec<Square> {
        self.cut_off.iter().map(|region| region.first).collect()
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} regions of white squares; cut off: ", self.regions)?;
        for (i, region) in self.cut_off.iter().take(REGIONS_SHOWN).enumerate() {
            let separator = if i > 0 { "; " } else { "" };
            write!(f, "{separator}{region}")?;
        }
        match self.cut_off.len().saturating_sub(REGIONS_SHOWN) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        let mut fields = self.cut_off.first().map_or_else(Vec::new, |region| region.first.fields());
        let cut_off: Vec<Value> = self.cut_off.iter().map(Region::as_json).collect();
        fields.extend([("regions", json!(self.regions)), ("cut_off", json!(cut_off))]);
        fields
    }
}

impl Region {
    /// Returns `row`, `column` and `size`, counted from 1.
    fn as_json(&self) -> Value {
        let fields = self.first.fields().into_iter().chain([("size", json!(self.size))]);
        Value::Object(fields.map(|(key, value)| (key.to_owned(), value)).collect::<Map<_, _>>())
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.size == 1 { "" } else { "s" };
        write!(f, "{} square{plural} at {}", self.size, self.first)
    }
}
