//! Measures time, on systems that have a clock.
//!
//! In a browser's bare WebAssembly (wasm32-unknown-unknown), the standard library has no clock and panics on a request for the time. There
//! the caller can [set](use_clock) one. Without it, this module reports that no time passes and no limit is reached. The caller must then
//! stop an engine in another way.

use std::sync::{LazyLock, OnceLock};
use std::time::{Duration, Instant};

/// `true` if the standard library has a clock.
const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// The clock of a system whose standard library has none.
static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Sets the clock of a system whose standard library has none: a function that returns the time since some fixed moment. The first one
/// that is set stays.
pub fn use_clock(clock: fn() -> Duration) {
    // A second clock is not needed.
    let _ = CLOCK.set(clock);
}

/// Returns the time since some fixed moment; `None` without a clock.
fn time() -> Option<Duration> {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    if HAS_CLOCK { Some(START.elapsed()) } else { CLOCK.get().map(|clock| clock()) }
}

/// A moment, as the time since the fixed moment of the clock; `None` without a clock.
#[derive(Debug, Clone, Copy)]
pub struct Moment(Option<Duration>);

impl Moment {
    /// Returns the present moment.
    pub fn now() -> Self {
        Moment(time())
    }

    /// Returns the moment after this wait. A wait that the clock cannot hold is never over.
    pub fn after(wait: Duration) -> Self {
        Moment(time().map(|now| now.saturating_add(wait)))
    }

    /// Returns `true` if the moment has passed.
    pub fn is_past(self) -> bool {
        self.0.zip(time()).is_some_and(|(moment, now)| now >= moment)
    }

    /// Returns the time since the moment.
    pub fn elapsed(self) -> Duration {
        self.0.zip(time()).map_or(Duration::ZERO, |(moment, now)| now.saturating_sub(moment))
    }

    /// Returns the time since the moment, in seconds.
    pub fn seconds(self) -> f64 {
        self.elapsed().as_secs_f64()
    }

    /// Returns the time until the moment: zero if it has passed, and the maximum if there is no clock.
    pub fn left(self) -> Duration {
        self.0.zip(time()).map_or(Duration::MAX, |(moment, now)| moment.saturating_sub(now))
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
