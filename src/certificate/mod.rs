//! Certificates: folders that prove "exactly these grids" to people who trust nothing of ours.
//!
//! A certificate holds the rules, the [`problem.cnf`](crate::export::cnf) made of them, the grids, `complete.cnf` (the problem
//! and a clause for each grid that excludes just it) and a refutation of that, in two forms that other people's checkers
//! read. [`certify_in`] makes one, `certify` whole or not at all (by the feature `files`), [`check`](check()) judges one.
//!
//! | module | what it does | part of |
//! |---|---|---|
//! | [`certify`](mod@certify) | makes a folder | certify |
//! | [`search`] | finds the grids and derives the refutation | certify |
//! | [`proving`] | lists the grids, and asks somebody else for a refutation | certify |
//! | [`retrace`] | takes over somebody else's refutation | certify |
//! | [`propagation`] | clauses and unit propagation | certify |
//! | [`found`] | what a refutation comes to | certify |
//! | [`proof`] | writes the refutation | certify |
//! | [`error`] | why there is none | certify |
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

mod allowance;
mod certify;
mod check;
mod clauses;
mod constraints;
mod dimacs;
mod drat;
mod drat_text;
mod error;
mod extension;
mod found;
mod lrat;
mod manifest;
mod meaning;
mod naming;
mod proof;
mod propagation;
mod proving;
mod reading;
mod refusal;
mod report;
mod retrace;
mod search;
#[cfg(test)]
mod tests;
mod watched;
mod witness;
mod words;

pub use certify::certify_in;
#[cfg(feature = "files")]
pub use certify::{certify, certify_by};
pub use check::{CheckError, check};
pub use error::CertifyError;
pub use proving::Proving;
pub use refusal::Refusal;
pub use report::{Finding, Meaning, Report, Sample, Sighting, Testimony, Verdict};
