//! Words in grids: how may a grid be filled with words of a list, so that every run of two or more white squares is one of them?
//!
//! The question is that of possiblywrong (2018, "Generating mini-crosswords"), for any grid with any [list] in any [alphabet](letters): a
//! [`question`] has slots and squares, and judges nothing. Three [engines](FILLERS) answer it, which share no judging code: [exact
//! cover](Cover) with the source's items, [satisfiability](Clauses), and a [search](backtrack) that keeps words and letters
//! consistent. [`mod@compare`] holds their fills against each other, count by count and set by set, and has the [`validator`] look at each.
//! [`mod@core`] says why there is none, [`backtrack::estimate`] about how many there are where nobody can count them, and [`export`] hands the
//! question to other people's solvers.

pub mod backtrack;
pub mod compare;
pub mod core;
mod exact_cover;
pub mod export;
pub mod filler;
pub mod letters;
pub mod list;
pub mod question;
mod sat;
pub mod validator;

pub use backtrack::Search;
pub use exact_cover::Cover;
pub use sat::Clauses;

use filler::Filler;

/// The engines, the fastest first.
pub const FILLERS: [&dyn Filler; 3] = [&Search, &Cover, &Clauses];
