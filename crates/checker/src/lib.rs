//! Certificates: folders that prove "exactly these grids" to people who trust nothing of ours.
//!
//! A certificate holds the rules, the [`problem.cnf`](gridcheck_export::cnf) made of them, the grids, `complete.cnf` (the problem
//! and a clause for each grid that excludes just it) and a refutation of that, in two forms that other people's checkers
//! read. [`certify_in`] makes one, `certify` whole or not at all (by the feature `files`), [`check`](check()) judges one.
//!
//! | module | what it does | part of |
//! |---|---|---|
//! | [`manifest`] | the claim and the digests | both |
//! | [`naming`] | rule sets and the names they go by | both |
//! | [`dimacs`], [`words`], [`clauses`] | reading formulas | both |
//! | [`drat_text`] | reading proofs in DRAT | both |
//! | [`watched`] | reading that can be stopped | both |
//! | [`check`](mod@check) | the order of the checks, and what they prove | check |
//! | [`reading`] | reads the files | check |
//! | [`extension`] | a grid as a model of the problem | check |
//! | [`lrat`] | the refutation, step by step | check |
//! | [`drat`] | the same refutation in its other form, with what that forgets | check |
//! | [`allowance`] | how much a proof may make them keep | check |
//! | [`constraints`] | whether a grid meets the constraints | check |
//! | [`meaning`] | whether the clauses say what the rules say | check |
//! | [`witness`] | an engine's opinion where that is too much to prove | check |
//! | [`report`] | what all that amounts to | check |
//!
//! Nothing of what checks uses the translation into clauses, the search, or a solver; `tests/it/certificate.rs` holds that.

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
pub use report::{Finding, Meaning, Report, Sample, Sighting, Testimony, Verdict};
