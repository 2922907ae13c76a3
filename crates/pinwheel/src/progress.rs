//! How much of the work is done, told in shares of the whole.
//!
//! How much work there is in all is not known before the end, but how it is divided can be guessed. A tile's share is that of
//! its blocks. In its sweep a table's share is divided between the row's right site open and shut, by the states that go on
//! from there and by what such a state leads to ([`weight`]), which hardly depends on the rules. And when so much of the sweep
//! is done, so much of the groups is there, and of the pairs of groups the square of it: that part of the joins is done
//! ([`Share`]).
//!
//! Invariant: the parts of a share add up to it. So what is reported never goes back, and ends with the whole.

use std::sync::atomic::{AtomicU64, Ordering};

use gridcheck_run::Run;

/// The whole, in units fine enough for the last part of the last part.
pub const WHOLE: u64 = 1 << 50;

/// The sweep's part of the work; the rest is the joins'. With less, what is told of American 15 × 15 after a tenth of the work
/// is too little by more than a factor of two; with more, what is told of British 13 × 13 in two threads is too much by as much.
const SWEEP: f64 = 0.6;

/// A tile's share of the whole, reported as its sweeps go on.
pub struct Share<'r> {
    run: &'r Run,
    units: u64,
    /// What has been swept, of so many units for each of its sweeps.
    swept: AtomicU64,
    sweeps: u64,
    reported: AtomicU64,
}

impl<'r> Share<'r> {
    /// So many units, for so many sweeps.
    pub fn new(run: &'r Run, units: u64, sweeps: usize) -> Self {
        Share { run, units, swept: AtomicU64::new(0), sweeps: sweeps as u64, reported: AtomicU64::new(0) }
    }

    /// Nobody wants to know.
    pub fn unreported(run: &'r Run) -> Self {
        Share::new(run, 0, 1)
    }

    /// The units of each sweep.
    pub fn units(&self) -> u64 {
        self.units
    }

    /// What has not been reported yet.
    pub fn left(&self) -> u64 {
        self.units - self.reported.load(Ordering::Relaxed)
    }

    /// So many units of a sweep are done.
    pub fn swept(&self, units: u64) {
        let swept = self.swept.fetch_add(units, Ordering::Relaxed) + units;
        if swept == self.units * self.sweeps {
            self.report(self.units);
            return;
        }
        let part = swept as f64 / (self.units * self.sweeps) as f64;
        // Where there are two sweeps, the groups of the second meet those of the first, all of which are there.
        let joined = if self.sweeps == 1 { part * part } else { (2.0 * part - 1.0).max(0.0) };
        self.report((self.units as f64 * (SWEEP * part + (1.0 - SWEEP) * joined)) as u64);
    }

    /// So much has been done in all.
    fn report(&self, units: u64) {
        let before = self.reported.fetch_max(units.min(self.units), Ordering::Relaxed);
        self.run.worked(units.min(self.units).saturating_sub(before));
    }
}

/// How long it takes to go on from so many states with a white and with a black last square, the right site being open or
/// shut, for comparison alone; `rows` are still to come.
pub fn relative_cost(open: bool, [black, white]: [usize; 2], rows: usize) -> f64 {
    let (black, white) = (black as f64, white as f64);
    match (open, rows) {
        (true, 0) => 2.0 * white,
        (false, 0) => 1.1 * black + white,
        (true, _) => 1.35 * white,
        (false, _) => 1.8 * black + white,
    }
}

/// A row's own part of what is still to be swept from its states on, when so many rows come after it.
pub fn row_units(units: u64, rows: usize) -> u64 {
    let part = match rows {
        0 => 1.0,
        1 => 0.3,
        2 => 0.04,
        _ => 0.01,
    };
    (units as f64 * part) as u64
}

/// So many units in parts that are to one another as these numbers. Where all are 0, the last has all.
pub fn divide(units: u64, by: &[f64]) -> Vec<u64> {
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
