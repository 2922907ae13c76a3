//! Estimates the part of the work that is done.
//!
//! The total work is not known before the end, but its division can be estimated. A tile's share is that of its
//! blocks. In a tile's sweep, a table's share is divided between an open and a shut right site of the row. The parts
//! are proportional to the states that continue and to the work that such a state leads to ([`relative_cost`]). This
//! work hardly depends on the rules. When a part x of the sweep is done, the part x of the groups exists, and the
//! part x² of the pairs of groups. So the part x² of the joins is done ([`Share`]).
//!
//! Invariant: the parts of a share add up to it. So the report never decreases and ends with the whole.

use std::sync::atomic::{AtomicU64, Ordering};

use gridcheck_engine::Run;

/// The whole, in units fine enough for the smallest parts.
pub(crate) const WHOLE: u64 = 1 << 50;

/// The sweep's part of the work; the rest is the joins. A smaller value underestimates the progress of American 15 ×
/// 15 after a tenth of the work by more than a factor of two. A larger value overestimates that of British 13 × 13 in
/// two threads by the same factor.
const SWEEP: f64 = 0.6;

/// A tile's share of the whole, reported during its sweeps.
pub(crate) struct Share<'r> {
    run: &'r Run,
    units: u64,
    /// The units that are swept, of `units` for each of its sweeps.
    swept: AtomicU64,
    sweeps: u64,
    reported: AtomicU64,
}

impl<'r> Share<'r> {
    /// Creates a share of `units` units for `sweeps` sweeps.
    pub(crate) fn new(run: &'r Run, units: u64, sweeps: usize) -> Self {
        Share { run, units, swept: AtomicU64::new(0), sweeps: sweeps as u64, reported: AtomicU64::new(0) }
    }

    /// Creates a share of 0 units, for a sweep without a report.
    pub(crate) fn unreported(run: &'r Run) -> Self {
        Share::new(run, 0, 1)
    }

    /// Returns the units of each sweep.
    pub(crate) fn units(&self) -> u64 {
        self.units
    }

    /// Returns the units that are not reported yet.
    pub(crate) fn left(&self) -> u64 {
        self.units - self.reported.load(Ordering::Relaxed)
    }

    /// Records that `units` units of a sweep are done.
    pub(crate) fn swept(&self, units: u64) {
        let swept = self.swept.fetch_add(units, Ordering::Relaxed) + units;
        if swept == self.units * self.sweeps {
            self.report(self.units);
            return;
        }
        let part = swept as f64 / (self.units * self.sweeps) as f64;
        // With two sweeps, the groups of the second meet those of the first, which are all present.
        let joined = if self.sweeps == 1 { part * part } else { (2.0 * part - 1.0).max(0.0) };
        self.report((self.units as f64 * (SWEEP * part + (1.0 - SWEEP) * joined)) as u64);
    }

    /// Reports `units` as the total that is done.
    fn report(&self, units: u64) {
        let before = self.reported.fetch_max(units.min(self.units), Ordering::Relaxed);
        self.run.worked(units.min(self.units).saturating_sub(before));
    }
}

/// Returns the relative cost of sweeping on from states with a black and with a white last square. `open` is the
/// state of the right site; `rows` is the number of remaining rows.
pub(crate) fn relative_cost(open: bool, [black, white]: [usize; 2], rows: usize) -> f64 {
    let (black, white) = (black as f64, white as f64);
    match (open, rows) {
        (true, 0) => 2.0 * white,
        (false, 0) => 1.1 * black + white,
        (true, _) => 1.35 * white,
        (false, _) => 1.8 * black + white,
    }
}

/// Returns a row's own part of the units from its states on. `rows` is the number of rows after it.
pub(crate) fn row_units(units: u64, rows: usize) -> u64 {
    let part = match rows {
        0 => 1.0,
        1 => 0.3,
        2 => 0.04,
        _ => 0.01,
    };
    (units as f64 * part) as u64
}

/// Divides units in proportion to these numbers. If all are 0, the last part takes everything.
pub(crate) fn divide(units: u64, by: &[f64]) -> Vec<u64> {
    let all: f64 = by.iter().sum();
    let mut left = units;
    let mut parts: Vec<u64> = by
        .iter()
        .map(|part| {
            let part = if all > 0.0 { ((units as f64 * part / all) as u64).min(left) } else { 0 };
            left -= part;
            part
        })
        .collect();
    if let Some(last) = parts.last_mut() {
        *last += left;
    }
    parts
}
