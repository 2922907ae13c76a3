//! The seed of what is drawn at random: the person's, or one that is picked for them.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A seed that is picked is below this, so that a person can type it again.
const EASY: u64 = 1_000_000;

/// The seed asked for, or some other one.
pub fn or_picked(asked: Option<u64>) -> u64 {
    // The standard library seeds its hashers at random.
    asked.unwrap_or_else(|| RandomState::new().build_hasher().finish() % EASY)
}
