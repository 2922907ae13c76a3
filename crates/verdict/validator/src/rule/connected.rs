//! Checks that the white squares form one region. A path between any two crosses neighbouring white squares and no bar.

use std::ops::ControlFlow;

use serde_json::{Map, Value, json};

use crate::diagnostic::{Code, Diagnostic, Example, Setting};
use crate::lines::Lines;
use crate::place::Square;
use crate::regions::Regions;
use crate::sink::Sink;
use gridcheck_core::plural::plural;

/// The code of white squares that form more than one region. The squares of its diagnostic are the first of each region, in reading order,
/// except the largest region (the first of several largest ones).
pub const CODE: &Code = &Code {
    name: "GC011",
    key: Some("connected"),
    title: "the grid is in more than one piece",
    checks: "The white squares form one region. A path between any two crosses neighbouring white squares and no \
             bar.",
    matters: "A region gives no help with another one, so the grid is several puzzles.",
    example: Example { setting: Setting::Value("true"), rows: ".../###/..." },
};

/// Number of cut-off regions that the message lists. The data always has all of them.
const REGIONS_SHOWN: usize = 5;

/// A region: its first square in reading order, and its number of squares.
struct Region {
    first: Square,
    size: usize,
}

/// Judges a grid by its rows.
pub(crate) fn judge<const N: usize>(rows: &Lines<N>, sink: &mut impl Sink) -> ControlFlow<()> {
    let mut regions = Regions::of(rows);
    if regions.next().is_some() && regions.next().is_some() {
        let size = |region: [u64; N]| region.iter().map(|row| row.count_ones() as usize).sum();
        let regions = || Regions::of(rows).map(|(first, region)| Region { first, size: size(region) });
        sink.report(CODE, || broken(regions().collect()))?;
    }
    ControlFlow::Continue(())
}

/// Describes a grid by all its regions, in the order of their first squares.
#[cold]
fn broken(mut cut_off: Vec<Region>) -> Diagnostic {
    let regions = cut_off.len();
    let largest = (0..regions).rev().max_by_key(|&i| cut_off[i].size);
    if let Some(largest) = largest {
        cut_off.remove(largest);
    }
    let shown = cut_off
        .iter()
        .take(REGIONS_SHOWN)
        .map(|Region { first, size }| format!("{} at {first}", plural(*size, "square")));
    let shown = shown.collect::<Vec<_>>().join("; ");
    let more = match cut_off.len().saturating_sub(REGIONS_SHOWN) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let mut fields = cut_off.first().map_or_else(Vec::new, |region| region.first.fields());
    let listed: Vec<Value> = cut_off.iter().map(Region::as_json).collect();
    fields.extend([("regions", json!(regions)), ("cut_off", json!(listed))]);
    let message = format!("{regions} regions of white squares; cut off: {shown}{more}");
    Diagnostic::new(CODE, message, cut_off.iter().map(|region| region.first).collect(), fields)
}

impl Region {
    /// Returns `row`, `column` and `size`, counted from 1.
    fn as_json(&self) -> Value {
        let fields = self.first.fields().into_iter().chain([("size", json!(self.size))]);
        Value::Object(fields.map(|(key, value)| (key.to_owned(), value)).collect::<Map<_, _>>())
    }
}
