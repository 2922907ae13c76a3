//! Makes certificates: folders that prove "exactly these grids" to people who trust nothing of this project.
//!
//! A certificate holds the rules, the grids, the problem, the complete formula and a refutation. The file
//! [`problem.cnf`](gridcheck_encodings::cnf) states the problem as clauses. The complete formula, `complete.cnf`, adds a clause for each grid
//! that excludes only that grid. The refutation of the complete formula is in LRAT, which other people's checkers read.
//!
//! [`certify_in`] makes a certificate in a folder. With the feature `files`, `certify` makes a complete folder or none.
//! [`gridcheck_checker`] checks a certificate.
//!
//! | module | what it does |
//! |---|---|
//! | [`certify`](mod@certify) | makes a folder |
//! | [`search`] | finds the grids and derives the refutation |
//! | [`proving`] | lists the grids, and asks another program for a refutation |
//! | [`retrace`] | converts the refutation of another program |
//! | [`propagation`] | stores clauses and does unit propagation |
//! | [`refutation`] | holds a refutation |
//! | [`proof`] | writes the refutation |
//! | [`error`] | defines the errors |

mod certify;
mod error;
mod proof;
mod propagation;
mod proving;
mod refutation;
mod retrace;
mod search;
#[cfg(test)]
mod tests;

pub use certify::certify_in;
#[cfg(feature = "files")]
pub use certify::{certify, certify_by};
pub use error::CertifyError;
pub use proving::Proving;
