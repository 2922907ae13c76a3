//! Holds what the languages have in common: the constraints that they state, the rules as TOML, and the head of a file.

use std::io::{self, Write};

use gridcheck_core::constraint::Kind;
use gridcheck_core::problem::Problem;

/// The kinds of constraints that [`cnf`](super::cnf) and [`asp`](super::asp) state. They leave out others.
pub const CONSTRAINTS: &[Kind] = Kind::SUMS;

/// Returns the reason why [`cnf`](super::cnf) and [`asp`](super::asp) cannot state all constraints of a problem, if they cannot.
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
pub(super) fn heading(problem: &Problem) -> Vec<String> {
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
