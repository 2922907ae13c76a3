//! Estimates from the first draws how many more are needed.
//!
//! If a part p of the draws is accepted, k grids take about k / p draws. If none of n draws is accepted, p is below 3 / n, unless something
//! happened whose probability is below one in twenty (the *rule of three*: (1 − 3 / n)^n is about 0.05).

use std::time::Duration;

/// The draws so far.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trial {
    /// The number of grids to draw.
    pub wanted: u64,
    /// The number of draws.
    pub drawn: u64,
    /// The number of accepted grids among them.
    pub accepted: u64,
    /// The part of all grids that are accepted, if it is known.
    pub rate: Option<f64>,
    /// The time of the draws.
    pub time: Duration,
}

/// Minimum duration of a trial.
const SHORT: Duration = Duration::from_secs(2);
/// Maximum duration of a trial.
const LONG: Duration = Duration::from_secs(20);
/// Number of accepted grids that tell the rate within a factor of about two.
const TELLING: u64 = 6;
/// Number of draws that are enough if none is accepted.
const ENOUGH: u64 = 256;
/// Number of draws that are enough in any time. Small grids are drawn by the million in two seconds.
const PLENTY: u64 = 100_000;
/// Minimum and maximum number of draws at a time. Large sizes take less time for each of many draws than for one.
const BATCH: (u64, u64) = (16, 4096);
/// Drawn grids for each that certainly would have been accepted, if none was.
const RULE_OF_THREE: f64 = 3.0;
/// Longer times need no distinction, and `Duration` must not overflow.
const MAX_SECONDS: f64 = 1e10;

impl Trial {
    /// Returns `true` if no grid was accepted and the rate is unknown, so that the estimates are lower bounds.
    pub fn is_vain(&self) -> bool {
        self.rate.is_none() && self.accepted == 0
    }

    /// Returns the number of grids that are still to be drawn.
    pub fn missing(&self) -> u64 {
        self.wanted - self.accepted
    }

    /// Returns the estimated number of draws for one accepted grid; a lower bound if none was accepted.
    pub fn draws_per_grid(&self) -> f64 {
        match self.rate {
            Some(rate) => 1.0 / rate,
            None if self.accepted == 0 => self.drawn as f64 / RULE_OF_THREE,
            None => self.drawn as f64 / self.accepted as f64,
        }
    }

    /// Returns the estimated time until all grids are drawn; a lower bound if none was accepted.
    pub fn time_left(&self) -> Duration {
        let per_draw = self.time.as_secs_f64() / self.drawn.max(1) as f64;
        Duration::from_secs_f64((per_draw * self.missing() as f64 * self.draws_per_grid()).min(MAX_SECONDS))
    }

    /// Returns `true` if there are enough draws for an estimate.
    pub(super) fn is_over(&self) -> bool {
        let is_telling = self.rate.is_some()
            || self.accepted >= TELLING.min(self.wanted)
            || self.accepted == 0 && self.drawn >= ENOUGH;
        self.drawn >= PLENTY || self.drawn > 0 && self.time >= if is_telling { SHORT } else { LONG }
    }

    /// Returns the expected number of further draws; `None` if there is no estimate.
    pub(super) fn draws_left(&self) -> Option<u64> {
        let is_known = self.rate.is_some() || self.is_over() && !self.is_vain();
        is_known.then(|| (self.missing() as f64 * self.draws_per_grid()).ceil() as u64)
    }

    /// Returns the number of draws to make next.
    pub(super) fn next_batch(&self) -> u64 {
        let (least, most) = BATCH;
        match self.draws_left() {
            // Without constraints, every draw is accepted, and all are made together.
            Some(left) if self.rate == Some(1.0) => left,
            Some(left) => left.clamp(least, most),
            None => self.drawn.clamp(least, most),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(drawn: u64, accepted: u64, seconds: u64) -> Trial {
        Trial { wanted: 20, drawn, accepted, rate: None, time: Duration::from_secs(seconds) }
    }

    #[test]
    fn the_time_left_follows_from_the_rate() {
        let some = trial(300, 6, 3);
        assert!((some.draws_per_grid() - 50.0).abs() < 1e-9 && !some.is_vain());
        assert!((some.time_left().as_secs_f64() - 7.0).abs() < 1e-6);
        assert_eq!((some.draws_left(), some.next_batch()), (Some(700), 700));
        let none = trial(300, 0, 3);
        assert!((none.draws_per_grid() - 100.0).abs() < 1e-9 && none.is_vain());
        assert!((none.time_left().as_secs_f64() - 20.0).abs() < 1e-6);
        assert_eq!((none.draws_left(), none.next_batch()), (None, 300));
        let known = Trial { rate: Some(0.01), ..none };
        assert!((known.draws_per_grid() - 100.0).abs() < 1e-9 && !known.is_vain());
        assert_eq!((known.draws_left(), known.next_batch()), (Some(2000), 2000));
        let rare = Trial { rate: Some(1e-300), ..none };
        assert_eq!((rare.time_left().as_secs(), rare.next_batch()), (10_000_000_000, 4096));
    }

    #[test]
    fn a_trial_without_success_is_longer_if_draws_are_slow() {
        let is_over = |drawn, accepted, seconds| trial(drawn, accepted, seconds).is_over();
        assert!(!is_over(0, 0, 2) && !is_over(5000, 9, 1) && is_over(5000, 9, 2) && is_over(16, 6, 2));
        assert!(!is_over(5000, 2, 19) && is_over(5000, 2, 20));
        assert!(!is_over(99_999, 2, 0) && is_over(100_000, 2, 0) && is_over(100_000, 0, 0));
        assert!(!is_over(255, 0, 19) && is_over(255, 0, 20) && is_over(256, 0, 2));
        assert_eq!([trial(0, 0, 0), trial(32, 1, 1)].map(|trial| trial.next_batch()), [16, 32]);
        let all = Trial { rate: Some(1.0), wanted: 100_000, ..trial(0, 0, 0) };
        assert_eq!(all.next_batch(), 100_000);
    }
}
