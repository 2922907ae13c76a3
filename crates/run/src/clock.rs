//! Measures time, on systems that have a clock.
//!
//! In a browser's bare WebAssembly (wasm32-unknown-unknown), the standard library has no clock and panics on a request for the time. There
//! this module reports that no time passes and no limit is reached. The caller must stop an engine in another way.

use std::time::{Duration, Instant};

/// `true` if the standard library has a clock.
const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// A moment; `None` on a system without a clock.
#[derive(Debug, Clone, Copy)]
pub struct Moment(Option<Instant>);

impl Moment {
    /// Returns the present moment.
    pub fn now() -> Self {
        Moment(HAS_CLOCK.then(Instant::now))
    }

    /// Returns the moment after this wait. A wait that the clock cannot hold counts as a year.
    pub fn after(wait: Duration) -> Self {
        let now = Moment::now();
        Moment(now.0.map(|now| now.checked_add(wait).unwrap_or_else(|| now + Duration::from_secs(365 * 24 * 3600))))
    }

    /// Returns `true` if the moment has passed.
    pub fn is_past(self) -> bool {
        self.0.is_some_and(|moment| Instant::now() >= moment)
    }

    /// Returns the time since the moment.
    pub fn elapsed(self) -> Duration {
        self.0.map_or(Duration::ZERO, |moment| moment.elapsed())
    }

    /// Returns the time since the moment, in seconds.
    pub fn seconds(self) -> f64 {
        self.elapsed().as_secs_f64()
    }

    /// Returns the time until the moment: zero if it has passed, and the maximum if there is no clock.
    pub fn left(self) -> Duration {
        self.0.map_or(Duration::MAX, |moment| moment.saturating_duration_since(Instant::now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_measure_elapsed_and_remaining_time() {
        let (start, soon) = (Moment::now(), Moment::after(Duration::from_millis(20)));
        assert!(!soon.is_past() && soon.left() <= Duration::from_millis(20));
        std::thread::sleep(Duration::from_millis(25));
        assert!(soon.is_past() && soon.left() == Duration::ZERO);
        assert!(start.elapsed() >= Duration::from_millis(25) && start.seconds() >= 0.025);
        assert!(!Moment::after(Duration::MAX).is_past());
    }
}
