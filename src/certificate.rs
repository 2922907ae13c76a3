//! Certificates made and checked with the engines of this project as witnesses.
//!
//! Making them is [`gridcheck_certify`], judging them [`gridcheck_checker`], which knows nothing of clauses and solvers.

pub use gridcheck_certify::*;
pub use gridcheck_checker::*;
