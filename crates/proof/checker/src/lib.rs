//! Checks certificates: folders that prove "exactly these grids" to people who trust nothing of this project.
//!
//! A certificate holds the rules, the grids, the problem, the complete formula and a refutation. The file `problem.cnf` states the
//! problem as clauses. The complete formula, `complete.cnf`, adds a clause for each grid that excludes only that grid. The refutation
//! of the complete formula is in LRAT, which other people's checkers read.
//!
//! [`check`](check()) checks a certificate. The crate `gridcheck-certify` makes one, with the readers and writers of this crate.
//!
//! | module | what it does |
//! |---|---|
//! | [`check`](mod@check) | runs the checks in order and states what they prove |
//! | [`manifest`] | holds the claim and the digests |
//! | [`naming`] | checks the names of rule sets |
//! | [`dimacs`], [`tokens`], [`clauses`] | read formulas |
//! | [`watched`] | reads bytes until a run is stopped |
//! | [`reading`] | reads the files of a certificate |
//! | [`extension`] | extends a grid to a model of the problem |
//! | [`lrat`] | checks the refutation step by step |
//! | [`allowance`] | limits the memory of a proof |
//! | [`constraints`] | decides if a grid meets the constraints |
//! | [`meaning`] | tests if the clauses state the rules |
//! | [`witness`] | asks an engine where that test is not complete |
//! | [`report`] | states the verdict |
//!
//! The crate depends on no solver and on no translation into clauses: its `Cargo.toml` is the trust base that docs/TRUST.md names.

pub mod allowance;
mod check;
pub mod choices;
pub mod clauses;
mod constraints;
pub mod dimacs;
pub mod extension;
pub mod lrat;
pub mod manifest;
mod meaning;
mod naming;
mod reading;
pub mod refusal;
mod report;
#[cfg(test)]
mod tests;
pub mod tokens;
pub mod watched;
mod witness;

pub use check::{CheckError, check};
pub use refusal::Refusal;
pub use report::{Finding, Meaning, Report, Sample, Verdict, WitnessFinding, WitnessResult};
pub use witness::Witnesses;
