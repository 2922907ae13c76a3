//! What a column reads at one level: black, white alone across (it can only be unchecked), or white in an across word.

/// What is read is a number below this, in the order above. Permission bits say which may come next.
pub const SYMBOLS: usize = 3;
