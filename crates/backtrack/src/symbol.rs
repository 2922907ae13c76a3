//! Numbers the symbols that a column reads at one level: black, white alone in its row (it can only be unchecked), or white in an across
//! word.

/// Number of symbols, numbered in the order above. Permission bits state the symbols that may come next.
pub const SYMBOLS: usize = 3;
