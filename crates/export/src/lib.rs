//! The problem in other programs' languages, so that people who trust none of this crate can answer it with tools of their own.
//!
//! | module | what it writes | one answer is |
//! |---|---|---|
//! | [`cnf`] | a propositional formula, as DIMACS | one model a grid |
//! | [`asp`] | a logic program for answer-set solvers | one stable model a grid |
//! | [`dlx`] | an exact cover problem, in Knuth's form | one cover a grid, *before* grids that do not hang together are left out |
//!
//! Each translation is made from the rule *data* afresh, like an engine: none uses an engine, the validator, or another
//! translation, so that a mistake in one shows when its answer is held against theirs.

pub mod asp;
pub mod cnf;
pub mod dlx;

use gridcheck_core::problem::Problem;

/// What stands at the head of every file: what it is about and who wrote it, the rules, the given squares, the constraints.
fn heading(problem: &Problem) -> Vec<String> {
    let n = problem.size();
    let version = env!("CARGO_PKG_VERSION");
    let mut lines = vec![format!("crossword grids of {n} x {n} squares; written by gridcheck {version}")];
    lines.extend(problem.rules().to_toml().lines().map(|line| format!("rule {line}")));
    if !problem.givens().is_empty() {
        lines.extend(problem.givens().to_string().lines().map(|row| format!("given {row}")));
    }
    lines.extend(problem.constraints().iter().map(|constraint| format!("where {constraint}")));
    lines
}
