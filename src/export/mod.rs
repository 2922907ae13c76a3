//! The problem in other programs' languages, so that people who trust none of this crate can answer it with tools of their own.
//!
//! | module | what it writes | one answer is |
//! |---|---|---|
//! | [`cnf`] | a propositional formula, as DIMACS | one model a grid |
//!
//! Each translation is made from the rule *data* afresh, like an engine: none uses an engine, the validator, or another
//! translation, so that a mistake in one shows when its answer is held against theirs.

pub mod cnf;
