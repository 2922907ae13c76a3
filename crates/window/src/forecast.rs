//! Forecasts the processor time and the memory of a count, from smaller grids.
//!
//! The time is that of a [census](super::census) of 9 × 9 and 11 × 11, multiplied once for each larger odd size. The factor grows
//! with the size. The states of the dearest middle column alternate: an arm of even length leaves room for more of them. So
//! their number is extrapolated by two sizes at a time, from 9 × 9 to 13 × 13 and on. For 13 × 13 only the few middle columns
//! that may be the dearest are swept.
//!
//! Measured on two cores of an AMD EPYC server, at 13 × 13, 15 × 15 and 17 × 17 under British and American rules: the forecast
//! of the peak memory is 1.0 to 1.5 times the truth, that of the time half to twice the truth.

use super::census::{Censuses, LARGE, QUICK, SMALL};
use gridcheck_core::problem::Problem;
use gridcheck_run::EngineError;

/// The expected size of a count.
pub struct Forecast {
    /// Processor time.
    pub seconds: f64,
    /// Number of bytes of the states of the dearest middle column.
    bytes: f64,
}

/// The growth of the time between odd sizes from 11 × 11 on, relative to that between 9 × 9 and 11 × 11. The last one is
/// repeated.
const ACCELERATION: [f64; 3] = [1.15, 1.5, 2.0];

/// Number of bytes of a process with its tables, without states.
const PROGRAM: f64 = 25e6;
/// Number of bytes in use for each byte of states: the lists before and after the last row, and those that are being merged.
const SHARED: f64 = 2.5;
/// Number of bytes that the signatures and the join of each thread add.
const OF_THREAD: f64 = 0.25;

impl Forecast {
    /// Forecasts the count of a problem, as if no square were given.
    ///
    /// # Errors
    /// The smaller grids exceed the memory.
    pub fn of(problem: &Problem, censuses: &Censuses) -> Result<Self, EngineError> {
        let size = (problem.size().squares() as f64).sqrt();
        let [small, large] = [&*censuses.of_size(QUICK)?, &*censuses.of_size(LARGE)?];
        let mut seconds = vec![small.seconds(), large.seconds()];
        let mut bytes = vec![small.bytes, large.bytes];
        if size > LARGE as f64
            && let Some(more) = censuses.dearest_bytes(SMALL)?
        {
            bytes.push(more);
        }
        let growth = seconds[1] / seconds[0];
        let leap = (bytes[bytes.len() - 1] / bytes[0].max(1.0)).max(1.0);
        for step in 0..size as usize / 2 {
            seconds.push(seconds[step + 1] * growth * ACCELERATION[step.min(ACCELERATION.len() - 1)]);
        }
        // Without a third size, one step of the two that are known is the best guess.
        let period = bytes.len() - 1;
        while bytes.len() < seconds.len() {
            bytes.push(bytes[bytes.len() - period] * leap);
        }
        Ok(Forecast { seconds: at(size, &seconds), bytes: at(size, &bytes) })
    }

    /// Returns the peak memory of a process with this number of threads, if its dearest middle column has this share of the
    /// dearest one's states.
    pub fn peak(&self, share: f64, threads: usize) -> u64 {
        (PROGRAM + self.bytes * share * (SHARED + OF_THREAD * threads as f64)) as u64
    }
}

/// Interpolates geometrically between values at the odd sizes from 9 on.
fn at(size: f64, values: &[f64]) -> f64 {
    let place = ((size - QUICK as f64) / 2.0).max(0.0);
    let [before, after] = [place as usize, place.ceil() as usize].map(|place| values[place].max(1e-9));
    before * (after / before).powf(place.fract())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_core::rules::builtin;
    use gridcheck_testing::problem;

    /// The truth is in docs/SPEED.md and fixtures/results/README.md, for two threads: seconds of processor time and megabytes.
    #[test]
    fn forecasts_are_near_the_truth() {
        for (rules, size, seconds, megabytes) in [
            ("british", 13, 3.2..=3.7, 41.0..=42.0),
            ("british", 15, 157.0..=157.0, 423.0..=423.0),
            ("british", 17, 11_700.0..=11_700.0, 9_550.0..=9_550.0),
            ("american", 13, 0.09..=0.14, 22.0..=22.8),
            ("american", 15, 1.4..=1.6, 30.0..=30.2),
            ("american", 17, 20.6..=21.8, 83.0..=84.4),
        ] {
            let problem = problem(size, builtin(rules).expect("built in"));
            let forecast = Forecast::of(&problem, &Censuses::new(problem.rules())).expect("room");
            let peak = forecast.peak(1.0, 2) as f64 / 1e6;
            let said = format!("{rules} {size}: {} s, {peak} MB", forecast.seconds);
            println!("{said}");
            assert!(peak >= *megabytes.end() && peak <= 1.5 * megabytes.start(), "{said}");
            assert!(forecast.seconds >= 0.45 * seconds.start() && forecast.seconds <= 2.0 * seconds.end(), "{said}");
        }
    }

    #[test]
    fn between_two_sizes_is_their_mean() {
        let values = [1.0, 4.0, 64.0];
        for (size, mean) in [(3.0, 1.0), (9.0, 1.0), (11.0, 4.0), (12.0, 16.0), (13.0, 64.0)] {
            assert!((at(size, &values) - mean).abs() < 1e-9, "{size}");
        }
    }
}
