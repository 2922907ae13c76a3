//! Certificates, made and checked with this project's engines as witnesses.
//!
//! [`gridcheck_certify`] makes them; [`gridcheck_checker`] checks them and depends on no clauses and no solvers.

pub use gridcheck_certify::*;
pub use gridcheck_checker::*;
