//! Backtracking over slots, the tightest first.
//!
//! Each slot has the set of words that may still stand in it, each square the set of letters that it may still have, and the two are
//! kept consistent with each other ([`state`]): a word goes when a square no longer has one of its letters, a letter goes when no word of
//! a slot has it there (arc consistency between squares and slots; Mackworth 1977, for crosswords Ginsberg, Frank, Halpin and Torrance 1990). A slot is
//! given one of its words after the other, the slot with the fewest words first ([`tree`]). For the question whether there is a fill
//! at all, slots that have led to contradictions come sooner, words that leave their crossings most go first, and the search is begun anew now and
//! then ([`single`]). The same tree, walked down at random, tells about how many fills there are ([`probe`]).

mod masks;
mod probe;
mod single;
mod state;
mod tree;

use super::filler::{FillCollector, Filler};
use super::question::Question;
use gridcheck_run::{EngineError, Run};

pub use probe::{Estimate, estimate, scientific};
pub use single::some_fill;

/// See the [module](self).
pub struct Search;

impl Filler for Search {
    fn name(&self) -> &'static str {
        "backtrack"
    }

    fn fills(&self, question: &Question, run: &Run, harvest: &dyn FillCollector) -> Result<(), EngineError> {
        tree::fills(question, run, harvest)
    }
}
