//! Moments, and the time since one, on systems that have a clock.
//!
//! In a browser's bare WebAssembly (wasm32-unknown-unknown) the standard library has none, and panics when asked for the time. There no
//! time ever passes: nothing takes any, and no limit is reached. Whoever runs an engine there stops it otherwise.

use std::time::{Duration, Instant};

/// Whether the standard library can tell the time.
const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// A moment; `None` on a system without a clock.
#[derive(Debug, Clone, Copy)]
pub struct Moment(Option<Instant>);

impl Moment {
    /// This moment.
    pub fn now() -> Self {
        Moment(HAS_CLOCK.then(Instant::now))
    }

    /// So long from now. What no clock can hold is as good as a year.
    pub fn after(wait: Duration) -> Self {
        let now = Moment::now();
        Moment(now.0.map(|now| now.checked_add(wait).unwrap_or_else(|| now + Duration::from_secs(365 * 24 * 3600))))
    }

    /// Whether it has come.
    pub fn is_past(self) -> bool {
        self.0.is_some_and(|moment| Instant::now() >= moment)
    }

    /// The time since.
    pub fn elapsed(self) -> Duration {
        self.0.map_or(Duration::ZERO, |moment| moment.elapsed())
    }

    /// The time since, in seconds.
    pub fn seconds(self) -> f64 {
        self.elapsed().as_secs_f64()
    }

    /// The time until then; none if it is past, and more than anybody has if there is no clock.
    pub fn left(self) -> Duration {
        self.0.map_or(Duration::MAX, |moment| moment.saturating_duration_since(Instant::now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes() {
        let (start, soon) = (Moment::now(), Moment::after(Duration::from_millis(20)));
        assert!(!soon.is_past() && soon.left() <= Duration::from_millis(20));
        std::thread::sleep(Duration::from_millis(25));
        assert!(soon.is_past() && soon.left() == Duration::ZERO);
        assert!(start.elapsed() >= Duration::from_millis(25) && start.seconds() >= 0.025);
        assert!(!Moment::after(Duration::MAX).is_past());
    }
}
