//! The question in the language of other people's solvers: [`dimacs`] for SAT solvers and model counters, [`dlx`] for exact-cover programs.
//!
//! A translation is a reading of the question of its own, like an engine: neither knows the other, nor an engine.

pub mod dimacs;
pub mod dlx;

use super::question::Question;

/// What is said at the top of a translation, a line each.
fn heading(question: &Question) -> Vec<String> {
    let words = if question.is_distinct() { "each word used once at most" } else { "words used as often as one likes" };
    let rows: Vec<String> = question.grid().to_string().lines().map(str::to_owned).collect();
    let mut lines = vec![format!("fills of the grid {}, {words}", rows.join("/"))];
    lines.extend(
        question.givens().map(|((r, c), letter)| format!("row {}, column {} has the letter {letter}", r + 1, c + 1)),
    );
    lines
}
