//! Makes certificates: folders that prove "exactly these grids" to people who trust nothing of ours.
//!
//! A certificate holds the rules, the [`problem.cnf`](gridcheck_export::cnf) made of them, the grids, `complete.cnf` (the problem
//! and a clause for each grid that excludes just it) and a refutation of that, in two forms that other people's checkers
//! read. [`certify_in`] makes one, `certify` whole or not at all (by the feature `files`); [`gridcheck_checker`] judges one.
//!
//! | module | what it does |
//! |---|---|
//! | [`certify`](mod@certify) | makes a folder |
//! | [`search`] | finds the grids and derives the refutation |
//! | [`proving`] | lists the grids, and asks another program for a refutation |
//! | [`retrace`] | takes over the refutation of another program |
//! | [`propagation`] | clauses and unit propagation |
//! | [`found`] | what a refutation consists of |
//! | [`proof`] | writes the refutation |
//! | [`error`] | why there is none |

mod certify;
mod error;
mod found;
mod proof;
mod propagation;
mod proving;
mod retrace;
mod search;
#[cfg(test)]
mod tests;

pub use certify::certify_in;
#[cfg(feature = "files")]
pub use certify::{certify, certify_by};
pub use error::CertifyError;
pub use proving::Proving;
