//! Backtracking over slots, the slot with the fewest words first.
//!
//! Each slot has the set of its possible words, and each square the set of its possible letters. The two are kept consistent with each
//! other ([`state`]). A word is removed if one of its letters is not possible in its square. A letter is removed if no word of a slot has
//! it there (arc consistency between squares and slots; Mackworth 1977, for crosswords Ginsberg, Frank, Halpin and Torrance 1990). The
//! search tries the words of the slot with the fewest words one after the other ([`tree`]).
//!
//! The search for one fill differs in three ways ([`single`]). Slots that have led to contradictions come sooner. Words that leave their
//! crossings most words come first. The search restarts now and then. Random walks down the same tree estimate the number of fills
//! ([`probe`]).

mod best;
mod conflicts;
mod masks;
mod probe;
mod single;
mod state;
#[cfg(test)]
mod tests;
mod tree;
mod vary;

pub use best::{Goal, Scored, best_fill};
pub use probe::{Estimate, estimate, scientific};
pub use single::some_fill;
pub use tree::Search;
pub use vary::varied_fills;
