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

#[cfg(test)]
mod tests;

use std::io::{self, Write};

use gridcheck_core::constraint::Kind;
use gridcheck_core::problem::Problem;

/// The kinds of constraints that [`cnf`] and [`asp`] state. They leave out others.
pub const CONSTRAINTS: &[Kind] = &Kind::SUMS;

/// Returns the reason why [`cnf`] and [`asp`] cannot state all constraints of a problem, if they cannot.
pub fn unsupported_constraint(problem: &Problem) -> Option<String> {
    let strange = problem.constraints().iter().find(|constraint| !CONSTRAINTS.contains(&constraint.subject.kind()))?;
    Some(format!("no solver's language has the constraint {strange} here; list grids with --where instead"))
}

/// Writes the rules of a problem as TOML, for programs that read rules.
///
/// # Errors
/// Fails if `out` cannot be written.
pub fn write_rules(problem: &Problem, out: &mut impl Write) -> io::Result<()> {
    out.write_all(problem.rules().to_toml().as_bytes())
}

/// Returns the lines at the head of every file: the size, the program version, the rules, the given squares and the constraints.
fn heading(problem: &Problem) -> Vec<String> {
    let (height, width) = (problem.height(), problem.width());
    let version = env!("CARGO_PKG_VERSION");
    let mut lines = vec![format!("crossword grids of {height} x {width} squares; written by gridcheck {version}")];
    lines.extend(problem.rules().to_toml().lines().map(|line| format!("rule {line}")));
    if !problem.givens().is_empty() {
        lines.extend(problem.givens().to_string().lines().map(|row| format!("given {row}")));
    }
    lines.extend(problem.constraints().iter().map(|constraint| format!("where {constraint}")));
    lines
}
