//! Represents a grid for code that describes or judges it: bars and voids, words and clue numbers, what clues tell of it. No engine
//! depends on it.

pub mod contents;
pub mod numbering;
pub mod shape;
pub mod words;
