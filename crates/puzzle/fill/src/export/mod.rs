//! Translates the question into the languages of external solvers: [`dimacs`] for SAT solvers and model counters, [`dlx`] for exact-cover
//! programs.
//!
//! Each translation reads the question independently, like an engine. Neither uses the other, nor an engine.

pub mod dimacs;
pub mod dlx;

use super::question::Question;

/// Returns the comments at the head of a translation, one a line.
fn heading(question: &Question) -> Vec<String> {
    let words = if question.is_distinct() { "each word used once at most" } else { "words used as often as one likes" };
    let rows: Vec<String> = question.grid().to_string().lines().map(str::to_owned).collect();
    let mut lines = vec![format!("fills of the grid {}, {words}", rows.join("/"))];
    lines.extend(
        question.givens().map(|((r, c), letter)| format!("row {}, column {} has the letter {letter}", r + 1, c + 1)),
    );
    lines
}
