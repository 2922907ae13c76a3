//! Checks certificates: folders that prove "exactly these grids" to people who trust nothing of this project.
//!
//! A certificate holds the rules, the problem as clauses made of them (`problem.cnf`), the grids, `complete.cnf` (the problem
//! and a clause for each grid that excludes only that grid) and a refutation of that, in two forms that other people's checkers
//! read. [`check`](check()) judges one; the crate `gridcheck-certify` makes one and uses the readers and writers of its files here.
//!
//! | module | what it does |
//! |---|---|
//! | [`check`](mod@check) | the order of the checks, and what they prove |
//! | [`manifest`] | the claim and the digests |
//! | [`naming`] | rule sets and the names they go by |
//! | [`dimacs`], [`words`], [`clauses`] | reading formulas |
//! | [`drat_text`] | reading proofs in DRAT |
//! | [`watched`] | reading that can be stopped |
//! | [`reading`] | reads the files |
//! | [`extension`] | a grid as a model of the problem |
//! | [`lrat`] | the refutation, step by step |
//! | [`drat`] | the same refutation in its other form, with what that forgets |
//! | [`allowance`] | how much memory a proof may take |
//! | [`constraints`] | whether a grid meets the constraints |
//! | [`meaning`] | whether the clauses say what the rules say |
//! | [`witness`] | an engine's opinion where that is too much to prove |
//! | [`report`] | what all that amounts to |
//!
//! The crate depends on no solver and on no translation into clauses: its `Cargo.toml` is the trust base that docs/TRUST.md names.

pub mod allowance;
mod check;
pub mod clauses;
mod constraints;
pub mod dimacs;
pub mod drat;
pub mod drat_text;
pub mod extension;
pub mod lrat;
pub mod manifest;
mod meaning;
mod naming;
mod reading;
pub mod refusal;
mod report;
pub mod watched;
mod witness;
mod words;

pub use check::{CheckError, check};
pub use refusal::Refusal;
pub use report::{Finding, Meaning, Report, Sample, Verdict, WitnessFinding, WitnessResult};
pub use witness::Witnesses;
