//! Translates the problem into the languages of solvers. Readers can then check a result with their own tools, without trust in this crate.
//! The engine `sat`, completions and repairs solve the clauses, and the engine `exact-cover` chooses among the options. So a change of them
//! is a change of an engine.
//!
//! | module | it writes | one answer is |
//! |---|---|---|
//! | [`cnf`] | a propositional formula, as DIMACS | one model a grid |
//! | [`asp`] | a logic program for answer-set solvers | one stable model a grid |
//! | [`cover`] | an exact cover problem, in Knuth's form | one cover a grid, *before* disconnected grids are removed |
//!
//! Each translation starts from the rule *data*, like an engine. None uses an engine, the validator, or another translation. So a mistake
//! in one shows when its answer differs from the others.

pub mod asp;
pub mod cnf;
pub mod cover;
mod stated;

#[cfg(test)]
mod tests;

pub use stated::{CONSTRAINTS, unsupported_constraint, write_rules};
