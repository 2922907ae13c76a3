//! The seed of random draws: the user's, or a picked one.

use std::hash::{BuildHasher, Hasher, RandomState};

/// Upper bound of a picked seed, so that a user can type it again.
const EASY: u64 = 1_000_000;

/// Returns the requested seed, or picks one.
pub fn or_picked(asked: Option<u64>) -> u64 {
    // The standard library seeds its hashers randomly.
    asked.unwrap_or_else(|| RandomState::new().build_hasher().finish() % EASY)
}
