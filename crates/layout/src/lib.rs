//! What a grid looks like to people who describe or judge it: bars and voids, words and clue numbers. No engine depends on it.

pub mod shape;
pub mod words;
