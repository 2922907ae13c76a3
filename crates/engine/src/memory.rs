//! Holds the memory limit of the process as a number, for engines that can trade time for memory.
//!
//! The program measures its memory and ends when it reaches the limit. An engine needs no account of its bytes.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

static LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);

/// Sets the number of bytes that the process may take in all.
pub fn set_limit(bytes: u64) {
    LIMIT.store(bytes, Ordering::Relaxed);
}

/// Returns the number of bytes that the process may take in all; the maximum if no limit is set.
pub fn limit() -> usize {
    usize::try_from(LIMIT.load(Ordering::Relaxed)).unwrap_or(usize::MAX)
}

/// A number of bytes, formatted for people.
pub struct Bytes(pub u64);

impl Bytes {
    /// Returns up to three significant figures, the number of digits after the point, and the unit.
    fn figures(&self) -> (u64, usize, &'static str) {
        let bytes = self.0 as f64;
        let (unit, name) = [(1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
            .into_iter()
            .find(|(unit, _)| bytes >= *unit)
            .unwrap_or((1.0, "bytes"));
        let number = bytes / unit;
        if number < 100.0 && unit > 1.0 {
            ((10.0 * number).round_ties_even() as u64, 1, name)
        } else {
            (number.round_ties_even() as u64, 0, name)
        }
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.figures() {
            (tenths, 1, name) => write!(f, "{}.{} {name}", tenths / 10, tenths % 10),
            (number, _, name) => write!(f, "{number} {name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_three_figures() {
        for (bytes, said) in [
            (0, "0 bytes"),
            (999, "999 bytes"),
            (1_049, "1.0 kB"),
            (12_345_678, "12.3 MB"),
            (99_960, "100.0 kB"),
            (100_400, "100 kB"),
            (3_140_000_000, "3.1 GB"),
        ] {
            assert_eq!(Bytes(bytes).to_string(), said);
        }
    }
}
