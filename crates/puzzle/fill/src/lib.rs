//! Fills grids with words of a list: every run of two or more white squares becomes a word.
//!
//! The question is that of possiblywrong (2018, "Generating mini-crosswords"), for any grid and any [list] in any [alphabet](letters). A
//! [`question`] has slots and squares, and does not check fills. Three [engines](FILLERS) answer it without shared checking code: [exact
//! cover](Cover) with the source's items, [satisfiability](Clauses), and a [search](backtrack) that keeps words and letters consistent.
//!
//! - [`mod@compare`] compares the counts and the sets of their fills, and checks each fill with the [`validator`].
//! - [`mod@candidates`] lists the words for one slot.
//! - [`possible`] finds the letters that each square can have.
//! - [`mod@core`] explains why there is no fill.
//! - [`backtrack::estimate`] estimates the number of fills if they are too many to count.
//! - [`pattern`] tells which words fit a pattern of letters.
//! - [`stems`] tells which words are forms of one word.
//! - [`export`] translates the question for external solvers.

pub mod backtrack;
pub mod candidates;
pub mod compare;
pub mod core;
pub mod demands;
mod exact_cover;
pub mod export;
pub mod filler;
pub mod letters;
pub mod list;
pub mod pattern;
pub mod possible;
pub mod question;
mod sat;
mod solver;
pub mod stems;
pub mod validator;

pub use backtrack::Search;
pub use exact_cover::Cover;
pub use sat::Clauses;

use filler::Filler;

/// The engines, the fastest first.
pub const FILLERS: [&dyn Filler; 3] = [&Search, &Cover, &Clauses];
